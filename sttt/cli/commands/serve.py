"""``sttt serve``: the board in a browser."""

import os
import threading
import webbrowser
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import click

from sttt.cli.options import grouped
from sttt.cli.usage import warn_of_slowness
from sttt.execution.executor import cores


@dataclass(frozen=True)
class _Address:
    """Where the server listens."""

    host: str
    port: int
    open_page: bool


@dataclass(frozen=True)
class _Service:
    """The server's offer: its parts, its clients, its limits."""

    searches: int | None
    sessions: int
    names: tuple[str, ...]
    archive: Path | None
    knowledge: Path | None
    rooms: str | None


@dataclass(frozen=True)
class _Proxies:
    """The proxy between the server and its browsers."""

    origins: tuple[str, ...]
    addresses: tuple[str, ...]


@click.command(short_help="Play in the browser.")
@grouped(
    "address",
    _Address,
    click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at."),
    click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=8000,
        show_default=True,
        help="Port to listen at; 0 for a free one.",
    ),
    click.option("--open", "open_page", is_flag=True, help="Open the page in the browser."),
)
@grouped(
    "service",
    _Service,
    click.option(
        "--searches", type=click.IntRange(1, 64), help=f"Engine processes.  [default: number of cores, here {cores()}]"
    ),
    click.option(
        "--sessions",
        type=click.IntRange(1, 10_000),
        default=256,
        show_default=True,
        help="Browser tabs served at once.",
    ),
    click.option(
        "--name",
        "names",
        multiple=True,
        metavar="HOST",
        help="A host name that browsers may use for it, besides localhost.",
    ),
    click.option(
        "--archive",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Offer the games of this archive of tournaments.",
    ),
    click.option(
        "--knowledge",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Begin with what was proven before, and write down there at the end what is proven then.",
    ),
    click.option(
        "--rooms",
        is_flag=False,
        flag_value="",
        metavar="[FOLDER]",
        help="Write down in this folder the rooms in which two people play each other; without it, only a server that "
        "this machine alone can reach has rooms, which end with it.",
    ),
)
@grouped(
    "proxies",
    _Proxies,
    click.option(
        "--origin",
        "origins",
        multiple=True,
        metavar="URL",
        help="The address by which browsers know it behind a proxy, such as https://example.org/board.",
    ),
    click.option(
        "--proxy",
        "addresses",
        multiple=True,
        metavar="ADDRESS",
        help="The address of a proxy whose X-Forwarded-For says whom it asks for.",
    ),
)
def serve(*, address: _Address, service: _Service, proxies: _Proxies) -> None:
    """Serve the board to browsers: play, watch engines play, analyze.

    Only this machine can reach it unless --host says otherwise.
    """
    from sttt.games import knowledge_file  # noqa: PLC0415 - loads for a moment
    from sttt.games.game import GAMES  # noqa: PLC0415 - the same
    from sttt.web.http.app import Settings  # noqa: PLC0415 - the web libraries load for a second
    from sttt.web.http.public_address import PublicAddress  # noqa: PLC0415 - the same
    from sttt.web.http.server import address_of, addresses_for_others, is_loopback, listen, run  # noqa: PLC0415
    from sttt.web.rooms.folder import claimed  # noqa: PLC0415

    warn_of_slowness()
    origins = tuple(map(PublicAddress.read, proxies.origins))
    if service.knowledge:
        if service.knowledge.exists():
            knowledge_file.read(service.knowledge, GAMES.all())
        knowledge_file.write(service.knowledge, GAMES.all())  # a place that cannot be written is refused now
    listener = listen(address.host, address.port)
    url = address_of(listener)
    if not is_loopback(listener):
        click.echo("sttt: warning: everybody who can reach this machine can play and use its processors", err=True)
    folder = _rooms_folder(service.rooms)
    with claimed(folder), suppress(KeyboardInterrupt):  # the way to end it, from the moment that it is said
        click.echo(f"The board is at {url} - Ctrl-C stops it.")
        if address.open_page:  # beside the server: a browser that is waited for could not load the page before it
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        names = frozenset(map(str.lower, service.names))
        searches = service.searches or cores()
        settings = Settings(searches, service.sessions, names, service.archive, folder, knowledge=service.knowledge)
        keeps_rooms = folder is not None or (is_loopback(listener) and not origins)
        reached = addresses_for_others(listener)
        run(
            listener,
            replace(
                settings,
                keeps_rooms=keeps_rooms,
                reached=reached,
                origins=origins,
                proxies=frozenset(proxies.addresses),
            ),
        )


def _rooms_folder(given: str | None) -> Path | None:
    """Return where rooms are written down: where the user says, else where programs keep their state."""
    if given is None:
        return None
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(given) if given else Path(state) / "sttt" / "rooms"
