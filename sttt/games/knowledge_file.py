"""Proven claims of one process, kept in a file for the next: a position a line, as JSON.

A process believes what its own file says, as far as that does not contradict what ships: the claims are no proofs that
anybody could check. For those there are certificates.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sttt import strict_json
from sttt.errors import RecordError, StttError
from sttt.execution.foreign import open_regular, replacing
from sttt.games.game import Game
from sttt.games.knowledge import MOST_POSITIONS, knowledge_of
from sttt.games.verdict import Ground, Verdict

SEARCHED = frozenset({Ground.PROOF, Ground.TABLE})
"""The grounds of what takes a search; the rest ships."""

LONGEST_LINE = 10_000
"""Bytes; a position with four claims takes fewer than a thousand."""


def write(path: Path, games: Iterable[Game]) -> None:
    """Write all that searches have proven in this process of these games; raises `RecordError` where that cannot be."""
    lines = (line for game in games for line in _lines(game))
    with _named(path, "a file to write"), replacing(path) as file:
        file.writelines(lines)


def _lines(game: Game) -> Iterator[bytes]:
    for position, verdict in knowledge_of(game).found():
        proven = tuple(one for one in verdict.proven if one.ground in SEARCHED)
        if proven:
            line = {"game": game.name, "position": game.format_position(position), **Verdict(proven).to_json()}
            yield strict_json.dump(line).encode() + b"\n"


def read(path: Path, games: Iterable[Game]) -> None:
    """Learn what a file says of these games; other games are passed over.

    Raises `RecordError` for what is no regular file, and with the line that is none or contradicts what is known.
    """
    by_name = {game.name: game for game in games}
    with _named(path, "a file to read"), open_regular(path, follow=True) as file:
        for number in range(1, len(by_name) * MOST_POSITIONS + 1):
            line = file.readline(LONGEST_LINE)
            if not line:
                return
            try:
                _learn(line.decode("ascii"), by_name)
            except (StttError, KeyError, TypeError, ValueError) as error:
                wanted = "expected what was proven of a position, as this program has written it"
                raise RecordError(f"{path}, line {number}: {error}; {wanted}") from error


@contextmanager
def _named(path: Path, wanted: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}; expected {wanted}") from error


def _learn(line: str, games: dict[str, Game]) -> None:
    found = strict_json.load_object(line, "the line")
    game = games.get(str(found["game"]))
    if game is None:
        return
    position = game.parse_position(str(found["position"]))
    proven = Verdict.of_json(found).proven
    for one in proven:
        if one.ground not in SEARCHED:
            raise ValueError(f"the ground {one.ground} is not a search's")
        if one.turn:
            game.enter_turn(position, one.turn)
    knowledge_of(game).learn(position, Verdict(proven))
