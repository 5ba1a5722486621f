"""The page's files, read once when the server starts: no name from a client ever reaches the file system."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@dataclass(frozen=True)
class Asset:
    """A file of the page."""

    content: bytes
    media_type: str


@cache
def assets() -> dict[str, Asset]:
    """Return the files by name."""
    found = (entry for entry in files("sttt.web").joinpath("static").iterdir() if entry.is_file())
    return {entry.name: Asset(entry.read_bytes(), _TYPES[entry.name.rpartition(".")[2]]) for entry in found}
