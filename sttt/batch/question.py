"""One position to be analyzed: what a worker is given, made from a query and what holds where that is silent."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from sttt import strict_json
from sttt.arena.play.answer import Terms
from sttt.batch.query import Query
from sttt.batch.report import report
from sttt.errors import Phrase, PositionError, QueryError, RecordError, StttError
from sttt.execution.foreign import shorten
from sttt.games.game import Game, Position, Turn
from sttt.games.records.record import enter_exactly
from sttt.players import registry
from sttt.strict_json import JsonObject


@dataclass(frozen=True)
class PositionQuestion:
    """A position, and who is asked about it."""

    id: str
    """The query's."""
    turn_number: int
    """The number of the query's moves that lead to the position."""
    game: str
    position: str
    """In compact form."""
    player: str
    seed: int | None
    terms: Terms

    def answered(self, data: JsonObject) -> bytes:
        """Return an answer as a line that says what it is an answer to."""
        return strict_json.dump({"id": self.id, "turn_number": self.turn_number, **data}).encode()


def answer(question: PositionQuestion) -> bytes:
    """Return the answer as a line: what the player says of the position, or what went wrong."""
    try:
        game = registry.game(question.game)
        position = game.parse_position(question.position)
        said = report(game, position, question.player, question.seed, question.terms)
        return question.answered(said.to_json())
    except StttError as error:
        return question.answered({"error": shorten(error)})
    except Exception as error:  # noqa: BLE001 - whatever a player raises is an answer, not the end of the process
        return question.answered({"error": shorten(f"{question.player} failed: {type(error).__name__}: {error}")})


@dataclass(frozen=True)
class Defaults:
    """The defaults where a query is silent."""

    game: str
    seat: Callable[[Game, str | None], str]
    """Return the name of the player to ask, where a query names this one or none; raises a `StttError`."""
    terms: Terms
    seed: int | None

    def questions(self, query: Query) -> tuple[PositionQuestion, ...]:
        """Return the positions that a query asks about; raises `QueryError`."""
        with _blamed(query, "game"):
            game = registry.game(query.game or self.game)
        with _blamed(query, "player"):
            player = self.seat(game, query.player)
        own = Terms(query.seconds, query.nodes, query.depth)
        asked = PositionQuestion(
            id=query.id,
            turn_number=0,
            game=game.name,
            position="",
            player=player,
            seed=self.seed if query.seed is None else query.seed,
            terms=self.terms if own == Terms() else own,
        )
        turns, positions = _turns(query), _positions(query, game)
        return tuple(replace(asked, turn_number=turn, position=game.format_position(positions[turn])) for turn in turns)


def _turns(query: Query) -> tuple[int, ...]:
    most = len(query.moves)
    turns = (most,) if query.analyze_turns is None else query.analyze_turns
    if not turns or len(set(turns)) < len(turns) or max(turns) > most:
        raise QueryError(
            f"{shorten(list(turns))} with {most} moves; expected one or more different numbers from 0 to {most}",
            "analyze_turns",
            query.id,
        )
    return turns


def _positions(query: Query, game: Game) -> list[Position]:
    """Return the position at first and after each move."""
    with _blamed(query, "position"):
        positions = [game.start() if query.position is None else game.parse_position(query.position)]
    for number, move in enumerate(query.moves, start=1):
        with _blamed(query, "moves"):
            turn = _parse_turn(move, game, number)
            positions.append(enter_exactly(positions[-1], turn, game, Phrase("where.move", {"number": number})))
    return positions


def _parse_turn(move: str, game: Game, number: int) -> Turn:
    try:
        return game.parse_turn(move)
    except PositionError as error:
        raise RecordError.of("at", where=Phrase("where.move", {"number": number}), reason=error) from error


@contextmanager
def _blamed(query: Query, field: str) -> Iterator[None]:
    """Blame what goes wrong on a field of the query."""
    try:
        yield
    except StttError as error:
        raise QueryError(shorten(error), field, query.id) from error
