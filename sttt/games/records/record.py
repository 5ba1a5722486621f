"""The record of one game: who played, every turn as it counted, why it ended; and its verified replay.

Written and read by `sttt.games.records.text` and `sttt.games.records.json_lines`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from sttt import markup
from sttt.errors import IllegalPlacement, Phrase, PositionError, RecordError, cut
from sttt.games.game import GAMES, Game, P, Position, Result, Side, Turn

STALL_TURNS = 4
"""Turns in a row without a single placement after which a game is a draw: both sides have passed twice.

The rules know no such end (two players that always pass go on for ever); a match needs one.
"""

LONGEST_NAME = 4096
"""Characters of a player's name, which may be a command: as many as Linux allows a path."""
LONGEST_TEXT = 10_000
"""Characters of a reason, of a fault and of a failure's message."""
VISIBLE = re.compile(
    r"[^\s\x00-\x1f\x7f-\xa0\xad\u034f\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202f\u2060-\u206f"
    r"\u2800\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]"
)
"""A character by which a name can be seen: no blank, no filler, no control character and none of format."""

SURROGATE = re.compile(r"[\ud800-\udfff]")
"""Half a pair: no character, and nothing that can be written as UTF-8."""


def is_name(text: str) -> bool:
    """Return whether a player can be called so: with a visible character, and no more than `LONGEST_NAME` in all.

    A name is text that can be written as UTF-8, which half a surrogate pair is not.
    """
    return len(text) <= LONGEST_NAME and VISIBLE.search(text) is not None and SURROGATE.search(text) is None


def kept_words(text: str) -> str:
    """Return somebody's words as a record keeps them: the beginning of what is longer than `LONGEST_TEXT`.

    What is no character, as in the name of a file that is not UTF-8, is kept as its escape.
    """
    text = SURROGATE.sub(lambda half: f"\\u{ord(half[0]):x}", text)
    return cut(text, LONGEST_TEXT)


class Ending(StrEnum):
    """Why a game ended; every way to fail is a kind of its own."""

    LINE = "line"
    """By the rules: a side has completed a line, which decides the game."""
    FULL = "full"
    """By the rules: no placement is left and nobody has a line (the cat's game)."""
    STALL = "stall"
    """`STALL_TURNS` empty turns in a row: a draw."""
    ILLEGAL = "illegal"
    """The side to move claimed a placement that the rules refuse, in a game where that loses."""
    MALFORMED = "malformed"
    """The side to move answered something that is no turn, and lost."""
    TIMEOUT = "timeout"
    """The side to move answered too late or not at all, and lost."""
    CRASH = "crash"
    """The side to move raised an error or died, and lost."""
    RESIGNED = "resigned"
    """The side to move gave the game up, and lost."""
    HOST_DIED = "host-died"
    """The process that played the game was ended or stopped, and who did that cannot be told: a draw."""
    INTERRUPTED = "interrupted"
    """A person stopped the game; it has no result."""

    @property
    def is_failure(self) -> bool:
        """Return whether the side to move lost because it gave no answer that counts."""
        return self in (Ending.ILLEGAL, Ending.MALFORMED, Ending.TIMEOUT, Ending.CRASH)

    @property
    def has_description(self) -> bool:
        """Return whether the record describes what happened: a failure, or what became of the host."""
        return self.is_failure or self is Ending.HOST_DIED


@dataclass(frozen=True)
class TurnRecord:
    """One turn as it counted, and what is known about it."""

    side: Side
    turn: Turn
    """A forfeited or refused placement is None."""
    seconds: float | None = None
    """Wall-clock time of the decision."""
    score: int | None = None
    """In the player's own unit, from its own point of view."""
    depth: int | None = None
    nodes: int | None = None
    reason: str | None = None
    """Which rule or search chose, in the player's words."""
    fault: str | None = None
    """Why a placement of this turn was forfeited although one was possible."""


@dataclass(frozen=True)
class Failure:
    """The player's behaviour in place of an answer; the kind of failure is the record's ending."""

    message: str
    seconds: float | None = None
    """Wall-clock time until it failed."""


@dataclass(frozen=True)
class GameRecord:
    """One game. The names of game and players are those of the registries."""

    game: str
    x: str
    """Who played X: a strategy's name, or ``protocol:rest``."""
    o: str
    start: str
    """The starting position in compact form."""
    turns: tuple[TurnRecord, ...]
    result: Result | None
    """None only for an interrupted game."""
    ending: Ending
    seed: int | None = None
    failure: Failure | None = None
    """Present exactly when the ending is a failure, and then that of the side to move, or `HOST_DIED`."""

    def player(self, side: Side) -> str:
        """Return the name of the player of that side."""
        return self.x if side is Side.X else self.o

    def _repr_html_(self) -> str:
        """Return the last position with the number of each mark's turn, and a table of the turns, for a notebook."""
        game: Game = GAMES.find(self.game)
        said = f"{self.x} (X) against {self.o} (O): {self.result or 'no result'}, {self.ending}"
        told = [said, *([self.failure.message] if self.failure else [])]
        rows = [
            (str(number), turn.side, game.format_turn(turn.turn), turn.fault or turn.reason or "")
            for number, turn in enumerate(self.turns, start=1)
        ]
        turns = markup.folded(f"{len(rows)} turns", markup.Sheet("", ("", "side", "turn", "why"), rows)._repr_html_())
        return markup.beside(_numbered(self, game), markup.lines(*told) + turns)


def _numbered(record: GameRecord, game: Game[P]) -> str:
    """Return a picture of the last position, with the number of its turn on every mark; none without a `Shape`."""
    if game.shape is None:
        return ""
    from sttt.board.picture import picture  # noqa: PLC0415 - few records are drawn, and bots load this module
    from sttt.board.shape import changed_cells  # noqa: PLC0415 - the same

    positions = replay(record, game)
    steps = [changed_cells(game.shape, before, after) for before, after in pairwise(positions)]
    numbers = {cell: str(number) for number, cells in enumerate(steps, start=1) for cell in cells}
    return picture(game, positions[-1], steps[-1] if steps else (), numbers)


def is_empty(turn: Turn) -> bool:
    """Return whether not one placement of the turn counted."""
    return all(placement is None for placement in turn)


def natural_ending(position: Position, turns: Sequence[TurnRecord]) -> Ending | None:
    """Return how a game has ended by its rules or by a stall, None while it goes on."""
    return _ending_by_rules(position) or (Ending.STALL if _is_stalled(turns) else None)


def _is_stalled(turns: Sequence[TurnRecord]) -> bool:
    last = turns[-STALL_TURNS:]
    return len(last) == STALL_TURNS and all(is_empty(turn.turn) for turn in last)


def replay(record: GameRecord, game: Game[P]) -> tuple[P, ...]:
    """Return the starting position and the position after each turn, having verified every turn and the result.

    Raises `RecordError` naming the turn that the rules do not allow, or what is wrong with the result.
    """
    positions = [_start(record, game)]
    for number, turn in enumerate(record.turns, start=1):
        positions.append(_after(positions[-1], turn, game, Phrase("where.turn", {"number": number})))
    _check_end(record, positions[-1])
    return tuple(positions)


def _start(record: GameRecord, game: Game[P]) -> P:
    if record.game != game.name:
        raise RecordError.of("record.game", game=record.game, expected=game.name)
    try:
        return game.parse_position(record.start)
    except PositionError as error:
        raise RecordError.of("at", where=Phrase("where.start"), reason=error) from error


def _after(position: P, record: TurnRecord, game: Game[P], where: Phrase) -> P:
    if not position.result and record.side is not position.side:
        raise RecordError.of("record.side", where=where, side=str(record.side), expected=str(position.side))
    return enter_exactly(position, record.turn, game, where)


def enter_exactly(position: P, turn: Turn, game: Game[P], where: Phrase) -> P:
    """Return the position after a turn, which has to count as it is written; raises `RecordError`."""
    if position.result:
        raise RecordError.of("record.over", where=where, result=str(position.result))
    try:
        after, counted = game.enter_turn(position, turn)
    except IllegalPlacement as error:
        raise RecordError.of("at", where=where, reason=error) from error
    if counted != turn:
        given, possible = game.format_turn(turn), game.format_turn(counted)
        raise RecordError.of("record.counts", where=where, turn=given, possible=possible)
    return after


def _check_end(record: GameRecord, last: Position) -> None:
    where = Phrase("where.after", {"number": len(record.turns)})
    expected = _expected_result(record, last, where)
    if record.result != expected:
        raise RecordError.of("record.result", where=where, result=str(record.result), expected=str(expected))
    if (record.failure is not None) != record.ending.has_description:
        given = "with" if record.failure else "without"
        raise RecordError.of(f"record.{given}-failure", where=where, ending=str(record.ending))


def _expected_result(record: GameRecord, last: Position, where: Phrase) -> Result | None:
    """Derive the result from the last position and the ending; the rules' own end excludes all others."""
    by_rules = _ending_by_rules(last)
    if by_rules is not None or record.ending in (Ending.LINE, Ending.FULL):
        if by_rules is not record.ending:
            raise RecordError.of(
                "record.ending",
                where=where,
                ending=str(record.ending),
                expected=str(by_rules) if by_rules else Phrase("record.going-on"),
            )
        return last.result
    if record.ending.is_failure or record.ending is Ending.RESIGNED:
        return Result.win(last.side.other)
    if record.ending is Ending.HOST_DIED:
        return Result.DRAW
    return _stalled(record, where) if record.ending is Ending.STALL else None


def _ending_by_rules(position: Position) -> Ending | None:
    if position.result is None:
        return None
    return Ending.LINE if position.result.winner else Ending.FULL


def _stalled(record: GameRecord, where: Phrase) -> Result:
    if not _is_stalled(record.turns):
        raise RecordError.of("record.stall", where=where, number=STALL_TURNS)
    return Result.DRAW
