"""The kernel as it runs without a compiler, beside the compiled one."""

import importlib.util
from pathlib import Path
from types import ModuleType

import sttt.kernel


def interpreted(name: str) -> ModuleType:
    """Load a kernel module from its Python source, whatever build is installed."""
    source = Path(sttt.kernel.__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"interpreted_{name}", source)
    if spec is None or spec.loader is None:
        raise ImportError(f"no source at {source}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
