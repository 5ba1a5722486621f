"""The server's door: which hosts and origins may enter, how much they may bring, and what every answer carries."""

import re
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sttt.errors import StttError
from sttt.web.http.limits import Clients
from sttt.web.http.public_address import PublicAddress
from sttt.web.messages import ErrorOut

MAX_BODY = 250_000
"""Bytes of a request's body."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content policy of the page: nothing from elsewhere, nothing inline."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


_HOST = re.compile(r"(?:\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
"""A host and perhaps a port, as RFC 9110 has them in a Host header: no user, no path, no zone."""


TOO_LARGE = StttError.of("page.too-large", most=MAX_BODY)


class Guard:
    """Lets in only what a browser sends that shows our own page, and bounds it."""

    def __init__(
        self,
        app: ASGIApp,
        names: frozenset[str] = frozenset(),
        origins: tuple[PublicAddress, ...] = (),
        clients: Clients | None = None,
    ) -> None:
        """`names` are the host names, besides ``localhost`` and plain addresses, that the server answers to.

        `origins` are the addresses that browsers know where it stands behind a proxy.
        """
        self._app = app
        self._names = names | {"localhost"} | {origin.host for origin in origins}
        self._behind = {origin.host for origin in origins} - names
        self._origins = {origin.name for origin in origins}
        self._paths = {origin.path for origin in origins if origin.path}
        self._clients = clients or Clients()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with 403 or 413."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(headers, _own_scheme(scope))
        if refusal and scope["type"] == "http":
            await _refuse(*refusal, send)
        elif refusal:
            await send({"type": "websocket.close", "code": 1008, "reason": str(refusal[1])})
        else:
            await self._pass_on(scope, receive, send)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, as one for the server's own path, with the name of its client."""
        path = scope["path"]
        below = next((one for one in self._paths if f"{path}/".startswith(f"{one}/")), "")
        state = {**scope.get("state", {}), "client": self._clients.name(scope)}
        inner = {**scope, "state": state, "root_path": below}
        if scope["type"] != "http":
            await self._app(inner, receive, send)
        elif below == path != "":
            await _answer(308, b"", [(b"location", f"{path}/".encode())], send)  # or the page's own links lead astray
        else:
            if scope["method"] == "HEAD":
                inner["method"] = "GET"  # uvicorn leaves the body out
            await self._app(inner, _Bounded(receive), _with_headers(send))

    def _refusal(self, headers: Headers, scheme: str) -> tuple[int, StttError] | None:
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._is_known(host):
            return 403, StttError.of("page.host", host=host[:80])
        own = set() if _host_name(host) in self._behind else {f"{scheme}://{host}".lower()}
        if origin is not None and origin.lower() not in own | self._origins:
            return 403, StttError.of("page.origin", origin=origin[:80])
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length[:12]) > MAX_BODY:
            return 413, TOO_LARGE
        return None

    def _is_known(self, host: str) -> bool:
        """Return whether a Host header names us. A plain address is safe: to mislead a browser, DNS needs a name."""
        name = _host_name(host)
        if name is None:
            return False
        if name in self._names:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True


def _own_scheme(scope: Scope) -> str:
    """Return the scheme of the page that may send such a request: a WebSocket's page has HTTP's."""
    return "https" if scope["scheme"] in {"https", "wss"} else "http"


def _host_name(host: str) -> str | None:
    """Return the name or address in a Host header, None if it is malformed."""
    parts = _HOST.fullmatch(host)
    return (parts["address"] or parts["name"]).lower() if parts else None


class _Bounded:
    """Receives a request's body up to the limit, also one that does not tell its length."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._left = MAX_BODY

    async def __call__(self) -> Message:
        """Pass the next part on, or refuse the request with 413."""
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise HTTPException(413, str(TOO_LARGE))  # all else that is raised here is a body that cannot be parsed
        return message


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return send_with_headers


async def _refuse(status: int, error: StttError, send: Send) -> None:
    await _answer(status, ErrorOut.of(error).model_dump_json().encode(), [(b"content-type", b"application/json")], send)


async def _answer(status: int, body: bytes, headers: list[tuple[bytes, bytes]], send: Send) -> None:
    headers = [*headers, (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
