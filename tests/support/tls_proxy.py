"""A small TLS proxy as nginx and Caddy are one: it ends TLS, may take a path off, and says for whom it asks."""

import asyncio
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from support.missing import require_program


@dataclass(frozen=True)
class TlsProxy:
    """A proxy that is running."""

    port: int
    certificate: Path


@dataclass
class _Proxy:
    target: str
    strip: str
    keeps_host: bool
    writers: set[asyncio.StreamWriter] = field(default_factory=set)
    tasks: set["asyncio.Task[None] | None"] = field(default_factory=set)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self.tasks.add(task)
        self.writers.add(writer)
        try:
            await self._serve(reader, writer)
        finally:
            writer.close()
            self.tasks.discard(task)

    async def end(self) -> None:
        """Break all connections off, and wait until nothing is passed on any more: no task is left to be cancelled."""
        for writer in self.writers:
            writer.close()
            writer.transport.abort()
        if running := [task for task in self.tasks if task]:
            await asyncio.wait(running, timeout=30)
        for writer in self.writers:
            with suppress(OSError):
                await asyncio.wait_for(writer.wait_closed(), 5)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            place = urlsplit(self.target)
            inner_reader, inner_writer = await asyncio.open_connection(place.hostname, place.port)
            self.writers.add(inner_writer)
            inner_writer.write(self._passed_on(head, str(writer.get_extra_info("peername")[0])))
            await asyncio.gather(_copy(reader, inner_writer), _copy(inner_reader, writer))

    def _passed_on(self, head: bytes, client: str) -> bytes:
        first, *lines = head.decode("latin-1").split("\r\n")
        method, path, version = first.split(" ")
        if self.strip and f"{path}/".startswith(f"{self.strip}/"):
            path = path.removeprefix(self.strip) or "/"
        kept = [line for line in lines if line and not line.lower().startswith(("x-forwarded-", "connection: keep"))]
        if not self.keeps_host:
            kept = [line for line in kept if not line.lower().startswith("host:")]
            kept.append(f"Host: {urlsplit(self.target).netloc}")
        if not any(line.lower().startswith("upgrade:") for line in kept):
            kept.append("Connection: close")  # one request for each connection
        kept += [f"X-Forwarded-For: {client}", "X-Forwarded-Proto: https"]
        return "\r\n".join([f"{method} {path} {version}", *kept, "", ""]).encode("latin-1")


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    with suppress(OSError, RuntimeError):
        writer.close()


def _certificate(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([require_program("openssl"), "req", *made, *subject], check=True, capture_output=True, timeout=120)
    return certificate, key


@contextmanager
def tls_proxy(
    target: str, folder: Path, *, port: int = 0, strip: str = "", keeps_host: bool = True
) -> Iterator[TlsProxy]:
    """Run a proxy in front of a server for as long as the block lasts."""
    certificate, key = _certificate(folder)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    proxy, ready, opened = _Proxy(target, strip, keeps_host), threading.Event(), list[int]()
    ending = asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        listening = await asyncio.start_server(proxy.serve, "127.0.0.1", port, ssl=context)
        opened.append(listening.sockets[0].getsockname()[1])
        ready.set()
        await ending.wait()
        listening.close()
        await proxy.end()

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    assert ready.wait(60)
    try:
        yield TlsProxy(opened[0], certificate)
    finally:
        loops[0].call_soon_threadsafe(ending.set)
        thread.join(60)
