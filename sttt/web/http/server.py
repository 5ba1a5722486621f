"""Running the web application on a socket of this machine until it is stopped."""

import logging
import multiprocessing
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from ipaddress import ip_address
from multiprocessing.process import BaseProcess

import uvicorn

from sttt.errors import ServerError
from sttt.execution.executor import interrupts_held
from sttt.web.http.app import Settings, create_app
from sttt.web.http.connections import Listener, log_settings, most_connections, watched

MAX_MESSAGE = 65_536
"""Bytes of a WebSocket message."""

BACKLOG = 128
"""Connections that may wait to be accepted, which is also how many the event loop accepts in one go."""

_LOG = logging.getLogger("uvicorn.error")


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raises `ServerError`."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a host name"
        raise ServerError(f"cannot listen at {host}, port {port}: {reason}; expected a free port here") from error


def is_loopback(listener: socket.socket) -> bool:
    """Return whether only this machine can reach the socket."""
    return ip_address(listener.getsockname()[0]).is_loopback


def addresses_for_others(listener: socket.socket) -> tuple[str, ...]:
    """Return the page's addresses that other machines can reach: none, its own, or this machine's in its network."""
    host, port = listener.getsockname()[:2]
    if is_loopback(listener):
        return ()
    if not ip_address(host).is_unspecified:
        return (address_of(listener),)
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for examples: nothing is sent, but a way is chosen
        return (f"http://{probe.getsockname()[0]}:{port}/",)
    return tuple(f"http://{address}:{port}/" for address in _own_addresses())


def _own_addresses() -> Iterator[str]:
    """Yield this machine's addresses in networks that lead nowhere else."""
    import psutil  # noqa: PLC0415 - takes long to load, and is seldom needed

    for addresses in psutil.net_if_addrs().values():
        for one in addresses:
            if one.family is socket.AF_INET and not ip_address(one.address).is_loopback:
                yield one.address


def address_of(listener: socket.socket) -> str:
    """Return the page's address."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


@contextmanager
def running_beside(listener: socket.socket, settings: Settings) -> Iterator[BaseProcess]:
    """Serve in a process of its own meanwhile; it ends at the latest with this one."""
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_run_for_parent, args=(listener, settings))
    with interrupts_held():
        process.start()
    listener.close()
    try:
        yield process
    finally:
        process.terminate()
        process.join()


def _run_for_parent(listener: socket.socket, settings: Settings) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with suppress(KeyboardInterrupt):
        run(listener, settings)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        signal.raise_signal(signal.SIGTERM)


def run(listener: socket.socket, settings: Settings) -> None:
    """Serve until Ctrl-C or SIGTERM; engines end with it. Raises `ServerError` where it may open too few files."""
    most = most_connections(settings.sessions, settings.processes)
    sessions = min(settings.sessions, most // 2)
    config = watched(
        create_app(replace(settings, sessions=sessions)),
        loop="asyncio",
        ws_max_size=MAX_MESSAGE,
        backlog=BACKLOG,
        log_config=log_settings(),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
    if sessions < settings.sessions:
        _LOG.warning("room for %d tabs, not %d: this process may not open more files", sessions, settings.sessions)
    uvicorn.Server(config).run([Listener(listener, most)])
