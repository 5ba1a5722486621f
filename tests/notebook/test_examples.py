"""The example notebooks run from the first cell to the last, and are kept without what they print."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
EXAMPLES = sorted(FOLDER.glob("*.ipynb"))
SHORTER = "UPDATES = 40"
"""What the cell that is tagged for parameters ends with here, so that training takes seconds."""


def kinds(notebook: Any) -> set[str]:
    """In which forms anything is shown."""
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    return {kind for output in outputs for kind in output.get("data", {})}


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert "pip install" in notebook.cells[0].source
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code)
    for cell in code:
        if "parameters" in cell.metadata.get("tags", ()):
            cell.source += f"\n{SHORTER}"
    NotebookClient(notebook, timeout=250, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert not [output for cell in code for output in cell.outputs if output.get("name") == "stderr"]
    assert "image/svg+xml" in kinds(notebook)
