"""The address by which browsers know a server that stands behind a proxy."""

import re
from dataclasses import dataclass
from typing import Self

from sttt.errors import ServerError

_ADDRESS = re.compile(
    r"(?P<scheme>https?)://(?P<host>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?(?P<path>(?:/[\w.~-]+)*)/?",
    re.ASCII,
)
_PORTS = {"http": "80", "https": "443"}

TAKEN = {"api", "static", "worker.js"}
"""The beginnings that a path cannot have: the server's own paths have them."""


@dataclass(frozen=True)
class PublicAddress:
    """Scheme, host and perhaps port, and the path below which the page is, such as ``/board``; empty for none."""

    name: str
    """As a browser says it in its header: without the port that the scheme has anyway."""
    host: str
    path: str = ""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read an address such as ``https://example.org/board``; raises `ServerError`."""
        lowered = re.sub(r"^[^/]*//[^/]*", lambda found: found[0].lower(), text)
        parts = _ADDRESS.fullmatch(lowered)
        if parts is None or set(parts["path"].split("/")) & {".", ".."}:
            raise ServerError(f"the origin {text[:80]!r} is none; expected one such as https://example.org/board")
        if parts["path"].split("/")[1:2] and parts["path"].split("/")[1] in TAKEN:
            raise ServerError(f"the origin {text[:80]!r} has a path of the server's own; expected another one")
        port = parts["port"]
        behind = "" if port in (None, _PORTS[parts["scheme"]]) else f":{int(port)}"
        return cls(f"{parts['scheme']}://{parts['host']}{behind}", parts["host"].strip("[]"), parts["path"])

    @property
    def address(self) -> str:
        """The page's address."""
        return f"{self.name}{self.path}/"
