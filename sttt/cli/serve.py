"""``sttt serve``: the board in a browser."""

import webbrowser
from pathlib import Path

import click

from sttt.arena.processes import cores
from sttt.errors import ServerError


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port to listen at; 0 for a free one.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--searches", type=click.IntRange(1, 64), help=f"Engine processes.  [default: number of cores, here {cores()}]"
)
@click.option(
    "--sessions", type=click.IntRange(1, 10_000), default=256, show_default=True, help="Browser tabs served at once."
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="A host name that browsers may use for it, besides localhost.",
)
@click.option(
    "--archive",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Offer the games of this archive of tournaments.",
)
def serve(  # noqa: PLR0913 - one parameter per option
    *,
    host: str,
    port: int,
    open_page: bool,
    searches: int | None,
    sessions: int,
    names: tuple[str, ...],
    archive: Path | None,
) -> None:
    """Serve the board to browsers: play, watch engines play, analyze.

    Only this machine can reach it unless --host says otherwise.
    """
    try:
        from sttt.web.app import Settings  # noqa: PLC0415 - the web libraries are an extra
        from sttt.web.server import address_of, is_loopback, listen, run  # noqa: PLC0415
    except ImportError as error:
        raise ServerError(
            f"{error.name or 'a library'} is not installed; expected the extra 'web': pip install 'sttt[web]'"
        ) from error
    listener = listen(host, port)
    address = address_of(listener)
    if not is_loopback(listener):
        click.echo("sttt: warning: everybody who can reach this machine can play and use its processors", err=True)
    click.echo(f"The board is at {address} - Ctrl-C stops it.")
    if open_page:
        webbrowser.open(address)
    run(listener, Settings(searches or cores(), sessions, frozenset(name.lower() for name in names), archive))
