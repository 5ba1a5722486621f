"""The page's own files, and the script with which a browser keeps them."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from sttt.board.palette import page_palette
from sttt.board.script import static_files

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
}

_NOT_KEPT = {"index.html", "worker.js", "social.png"}
"""Files that the page does not load by these names."""


@dataclass(frozen=True)
class Asset:
    """A file of the page."""

    content: bytes
    media_type: str


def page_files() -> dict[str, bytes]:
    """Return the files that the page consists of: its own, and those that draw its boards."""
    own = {entry.name: entry.read_bytes() for entry in files("sttt.web").joinpath("static").iterdir()}
    return own | static_files() | {"palette.css": page_palette().encode()}


@cache
def assets() -> dict[str, Asset]:
    """Return the page's files by name, read once: no name from a client ever reaches the file system."""
    found = page_files()
    kept = {"./": found["index.html"]} | {f"static/{name}": found[name] for name in set(found) - _NOT_KEPT}
    found["worker.js"] = keeper(found["worker.js"], kept, ["api/games"])
    return {name: Asset(content, _TYPES[name.rpartition(".")[2]]) for name, content in found.items()}


def keeper(script: bytes, kept: Mapping[str, bytes], more: list[str], fixed: str = "\0") -> bytes:
    """Tell the script that keeps files in a browser which ones, and a version that changes with any of them.

    `more` have no content as yet; those whose names begin with `fixed` are large: what was kept goes first.
    """
    version = hashlib.sha256(b"".join(hashlib.sha256(kept[name]).digest() for name in sorted(kept))).hexdigest()[:16]
    page = {"version": version, "files": [*sorted(kept), *more], "fixed": fixed}
    return f"self.PAGE = {json.dumps(page)};\n".encode() + script
