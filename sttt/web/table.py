"""A game as a browser sends it: replayed by the rules, how it looks, and what its last turn was good for."""

from collections import Counter
from dataclasses import dataclass
from functools import cache

from sttt.board.shape import changed_cells, costs, deciding_lines
from sttt.errors import IllegalPlacement, RecordError
from sttt.games.game import Game, Position, Shape, Side, Turn
from sttt.players import registry
from sttt.web.messages import CostsOut, GameIn, ReasonOut, SaidOut, TurnOut, ViewIn, ViewOut, WhyOut

installed_game = cache(registry.game)
installed_strategies = cache(registry.strategies)
installed_protocols = cache(registry.protocols)
"""The installed parts, looked up once: a registry searches all installed packages each time it is asked."""


@dataclass(frozen=True)
class Table:
    """The positions of a game, and where the turn under way has led."""

    game: Game
    shape: Shape
    positions: tuple[Position, ...]
    """The start, and the position after each turn."""
    turns: tuple[Turn, ...]
    """As they counted; `positions[n]` is the one before `turns[n]`."""
    at: int
    """The number of turns on the board."""
    now: Position
    """`positions[at]` with the tentative placements."""

    def sides(self) -> list[Side]:
        """Return who played each turn."""
        return [self.positions[number].side for number in range(len(self.turns))]


def board_of(game: Game) -> Shape:
    """Return the game's shape; raises `RecordError` for a game that has none."""
    if game.shape is None:
        raise RecordError.of("page.no-board", game=game.name)
    return game.shape


def table_of(given: GameIn, at: int | None = None) -> Table:
    """Replay a game; raises a `StttError` that says what the rules do not allow."""
    game = installed_game(given.game)
    start = game.start() if given.start is None else game.parse_position(given.start)
    positions = [start]
    for number, turn in enumerate(given.turns, start=1):
        positions.append(_after(game, positions[-1], tuple(turn), number))
    if at is None:
        at = len(given.turns)
    if at > len(given.turns):
        raise RecordError.of("page.no-turn", number=len(given.turns), at=at)
    now = positions[at]
    for placement in given.tentative:
        now = _with_tentative(now, placement, positions[at])
    return Table(game, board_of(game), tuple(positions), tuple(map(tuple, given.turns)), at, now)


def look(given: ViewIn) -> Table:
    """Replay a game up to the moment asked for; a turn under way that is complete is entered where that is wanted."""
    table = table_of(given, given.at)
    if not (
        given.enter and given.tentative and (table.now.result or table.now.side is not table.positions[table.at].side)
    ):
        return table
    entered = GameIn(game=given.game, start=given.start, turns=[*given.turns[: table.at], list(given.tentative)])
    return table_of(entered)


def _after(game: Game, position: Position, turn: Turn, number: int) -> Position:
    if position.result:
        raise RecordError.of("page.turn-after-end", number=number)
    after, counted = game.enter_turn(position, turn)
    if counted != turn:
        raise RecordError.of("page.turn-not-allowed", number=number, turn=game.format_turn(turn))
    return after


def _with_tentative(now: Position, placement: int, before: Position) -> Position:
    if now.side is not before.side:
        raise IllegalPlacement.of("turn.complete")
    return now.play(placement)


def view(table: Table) -> ViewOut:
    """Describe the position for the page."""
    now, shape = table.now, table.shape
    refusals, lands = _choices(shape, now)
    owners = shape.owners(now) if shape.owners else (None,) * len(shape.groups)
    return ViewOut(
        game=table.game.name,
        at=table.at,
        turns=turns_of(table),
        position=table.game.format_position(now),
        side=now.side,
        left=now.left,
        result=now.result,
        marks=list(shape.marks(now)),
        owners=list(owners),
        refusals=refusals,
        lands=lands,
        tentative=list(changed_cells(shape, table.positions[table.at], now)),
        lines=[list(line) for line in deciding_lines(shape, now)],
        costs={side: _costs(shape, now, side) for side in Side},
    )


def turns_of(table: Table) -> list[TurnOut]:
    """Return the turns in words and as cells."""
    pairs = zip(table.positions, table.positions[1:], table.turns, strict=False)
    return [turn_of(table.game, table.shape, before, after, turn) for before, after, turn in pairs]


def turn_of(game: Game, shape: Shape, before: Position, after: Position, turn: Turn) -> TurnOut:
    """Describe one turn from one position to the next."""
    return TurnOut(side=before.side, text=game.format_turn(turn), cells=list(changed_cells(shape, before, after)))


def own_turn(table: Table, turn: Turn, position: Position) -> TurnOut:
    """Describe placements of the side to move, which may be part of a turn."""
    after = position
    for placement in turn:
        after = after if after.result else after.play(placement)
    return turn_of(table.game, table.shape, position, after, turn)


def _choices(shape: Shape, position: Position) -> tuple[list[SaidOut | None], list[int | None]]:
    """Return for each cell why it cannot be chosen, and the cell that a placement there would mark."""
    sharing = Counter(cell.placement for cell in shape.cells)
    refusals: list[SaidOut | None] = []
    lands: list[int | None] = []
    for number, cell in enumerate(shape.cells):
        refusal = _refusal(position, cell.placement)
        refusals.append(refusal)
        if refusal is not None or cell.placement is None:
            lands.append(None)
        elif sharing[cell.placement] == 1:
            lands.append(number)
        else:
            lands.append(changed_cells(shape, position, position.play(cell.placement))[0])
    return refusals, lands


def _refusal(position: Position, placement: int | None) -> SaidOut | None:
    try:
        if placement is None:
            raise IllegalPlacement.of("hole")
        position.play(placement)
    except IllegalPlacement as error:
        said = SaidOut.of(error)
        return said.model_copy(update={"text": said.text.partition("; expected")[0]})
    return None


def _costs(shape: Shape, position: Position, side: Side) -> CostsOut:
    known = costs(shape, position, side)
    return CostsOut(groups=list(known.groups), lines=list(known.lines))


def why(table: Table) -> WhyOut:
    """Say what speaks for each placement of the last complete turn."""
    if not table.turns:
        return WhyOut(reasons=[])
    before, turn = table.positions[-2], table.turns[-1]
    words = registry.explain(table.game, before, turn)
    return WhyOut(
        reasons=[ReasonOut(placement=table.game.format_turn((placement,)), reason=word) for placement, word in words]
    )
