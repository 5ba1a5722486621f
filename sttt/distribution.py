"""The installed distribution: its name, its version, and how an extra is added to this copy of it.

The name at a package registry is not the name that is imported: there ``sttt`` is somebody else's. A bot, which must
start fast, reads the name alone; everything else is imported when somebody asks for it.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

from sttt.errors import MissingExtraError

NAME = "super-tic-tac-toe"
"""The distribution's name: in metadata, in requirements, and at a registry."""


def version() -> str:
    """Return the installed version, such as ``0.1.0``."""
    from importlib.metadata import version as installed  # noqa: PLC0415 - see above

    return installed(NAME)


def needs_extra(extra: str, error: ImportError) -> MissingExtraError:
    """Return the error of a part that lacks an extra: which module is missing, and how to install it."""
    told = f"{error}; expected the extra `{extra}`: {install_command(extra)}"
    return MissingExtraError(told, name=error.name, extra=extra)


def install_command(extra: str) -> str:
    """Return the command that adds an extra to this copy, from where this copy came."""
    import shlex  # noqa: PLC0415 - see above

    options, before, behind = _origin(_direct_url())
    python = sys.executable or "python"
    installer = [python, "-m", "pip", "install"] if find_spec("pip") else ["uv", "pip", "install", "--python", python]
    return shlex.join([*installer, *options, f"{before}[{extra}]{behind}"])


def _direct_url() -> dict[str, object]:
    """Return where an installer says that it had this copy from (PEP 610); nothing for a registry or an index."""
    import json  # noqa: PLC0415 - see above
    from importlib.metadata import distributions  # noqa: PLC0415 - see above

    # In a checkout the metadata of its last build comes first, in which no installer has noted anything.
    noted = filter(None, (one.read_text("direct_url.json") for one in distributions(name=NAME)))
    try:
        found = json.loads(next(noted, "{}"))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _origin(direct: dict[str, object]) -> tuple[list[str], str, str]:
    """Return an installer's options, and what it installs: what stands before an extra's brackets, and behind them."""
    from urllib.parse import urlsplit  # noqa: PLC0415 - see above
    from urllib.request import url2pathname  # noqa: PLC0415 - see above

    url, folder, repository = str(direct.get("url", "")), direct.get("dir_info"), direct.get("vcs_info")
    if url.startswith("file:") and not repository:
        editable = isinstance(folder, dict) and folder.get("editable")
        return (["--editable"] if editable else []), url2pathname(urlsplit(url).path), ""
    if isinstance(repository, dict):
        url = f"{repository.get('vcs')}+{url}@{repository.get('commit_id')}"
    if url:
        return [], NAME, f" @ {url}"
    root = Path(__file__).parents[1]
    return ([], str(root), "") if (root / "pyproject.toml").exists() else ([], NAME, f"=={version()}")
