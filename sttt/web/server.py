"""Running the web application on a socket of this machine until it is stopped."""

import socket
from ipaddress import ip_address

import uvicorn

from sttt.errors import ServerError
from sttt.web.app import Settings, create_app

MAX_MESSAGE = 65_536
"""Bytes of a WebSocket message."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raises `ServerError`."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a host name"
        raise ServerError(f"cannot listen at {host}, port {port}: {reason}; expected a free port here") from error


def is_loopback(listener: socket.socket) -> bool:
    """Whether only this machine can reach the socket."""
    return ip_address(listener.getsockname()[0]).is_loopback


def address_of(listener: socket.socket) -> str:
    """Return the page's address."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def run(listener: socket.socket, settings: Settings) -> None:
    """Serve until Ctrl-C or SIGTERM; engines end with it."""
    config = uvicorn.Config(
        create_app(settings),
        loop="asyncio",
        http="h11",
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run([listener])
