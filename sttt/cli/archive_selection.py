"""The options that select games of an archive."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from sttt.arena.archive.selection import Selection
from sttt.games.ending import Ending
from sttt.games.game import Result

_Command = Callable[..., Any]

_OPTIONS = (
    click.option("--tournament", type=int, metavar="ID", help="Games of this tournament."),
    click.option("--player", "players", multiple=True, metavar="NAME", help="In which NAME played; may be repeated."),
    click.option("--winner", metavar="NAME", help="That NAME has won."),
    click.option("--result", type=click.Choice([one.value for one in Result]), help="With this result."),
    click.option(
        "--ending",
        type=click.Choice([one.value for one in Ending if one is not Ending.INTERRUPTED]),
        help="That ended so.",
    ),
    click.option("--game", metavar="NAME", help="Of this game, such as super-ttt."),
)


def selection_options(command: _Command) -> _Command:
    """Add the options, and hand them to the command as one parameter, `selection`."""

    @wraps(command)
    def with_selection(  # noqa: PLR0913 - one parameter per option
        *arguments: Any,
        tournament: int | None,
        players: tuple[str, ...],
        winner: str | None,
        result: str | None,
        ending: str | None,
        game: str | None,
        **options: Any,
    ) -> Any:
        selection = Selection(
            tournament,
            players,
            winner,
            result=None if result is None else Result(result),
            ending=None if ending is None else Ending(ending),
            game=game,
        )
        return command(*arguments, selection=selection, **options)

    for option in reversed(_OPTIONS):
        with_selection = option(with_selection)
    return with_selection
