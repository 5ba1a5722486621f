"""Making puzzles: positions of played games with exactly one answer, which the yardsticks then try."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from sttt.errors import RecordError
from sttt.games.game import Game, Position, Turn
from sttt.games.records.record import GameRecord, replay
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.players import registry
from sttt.players.player import Limits
from sttt.puzzles.puzzle import Puzzle, PuzzleSet, Task, position_of
from sttt.workshop.puzzles.judges import JUDGES, PuzzleJudge
from sttt.workshop.puzzles.proof import PuzzleProver, UnprovenError

PlayedGame = Sequence[tuple[Position, Turn]]
"""The positions of a game in which a turn begins, and that turn."""


@dataclass(frozen=True)
class Recipe:
    """The source of a game's puzzles, and the players that measure their difficulty."""

    players: tuple[str, ...]
    """The players of the games."""
    random_turns: int
    """The most turns drawn at random before they begin."""
    wins: tuple[int, ...]
    """In how many turns the wins are that are asked for."""
    most_to_hold: int
    """The most placements left where a holding turn is asked for: it has to be proven to the end of the game."""
    nodes: int
    """For each proof."""
    yardsticks: tuple[str, ...]
    """Levels, ``NAME#TRY`` for one that tries a puzzle once more."""
    most_alike: float = 2 / 3
    """The largest share of puzzles with the same task."""
    most_of_a_game: int = 2
    """Puzzles taken from one game."""


def _levels(game: str, number: int, tries: int) -> tuple[str, ...]:
    """Return the lower levels of a game as yardsticks, each with that many tries."""
    return tuple(f"{game}-level-{level}#{one}" for level in range(1, number + 1) for one in range(1, tries + 1))


RECIPES = {
    "super-ttt": Recipe(
        ("offensive", "rules", "greedy", "budget-1k"),
        2,
        (2, 3, 4, 5),
        44,
        20_000,
        _levels("super-ttt", 6, tries=1),
        most_alike=0.95,  # a turn is two placements, and hardly ever two alone hold
    ),
    "connect-four": Recipe(
        ("connect-four-shallow", "connect-four-deep", "mcts-100"),
        6,
        (2, 3, 4),
        28,
        200_000,
        _levels("connect-four", 5, tries=1),
    ),
    "qubic": Recipe(
        ("qubic-blocks", "qubic-alpha-beta@1", "qubic-alpha-beta@2", "qubic-alpha-beta@3"),
        8,
        (2, 3),
        44,
        6_000,
        _levels("qubic", 5, tries=1),
        most_alike=4 / 5,
    ),
    "four-by-four": Recipe(
        ("four-by-four-level-1", "four-by-four-level-2"), 5, (2, 3), 10, 1, _levels("four-by-four", 2, tries=4)
    ),
    "three-by-four": Recipe(
        ("three-by-four-level-1", "three-by-four-level-2"), 3, (2, 3), 8, 1, _levels("three-by-four", 2, tries=4)
    ),
}

SEEDS = 1_000_000
"""Between the seeds of a player's tries; more than games are looked through."""

SEARCH_NODES = 20_000
"""The nodes that a yardstick may use for a turn."""

MOST_TURNS = 82
"""More than any game has whose players get on; two may forfeit for ever."""

MOST_ALIKE = 8
"""Turns between which there is no difference, or there is hardly anything to find."""


def empty_set(game: str, origin: str = "") -> PuzzleSet:
    """Return a set of a game to begin with."""
    return PuzzleSet(game, 0, RECIPES[game].yardsticks, origin=origin)


def make(
    given: PuzzleSet, number: int, *, grade: int = 1, games: Sequence[PlayedGame] | None = None
) -> Iterator[PuzzleSet]:
    """Yield the set as it grows towards a number of puzzles, after every game that was looked through.

    New ones are at least of that `grade`. Of `games` that others have played, instead of those of yardsticks, only lost
    chances become puzzles: turns at which the answer was not played.
    """
    game = registry.game(given.game)
    search = _Search(game, RECIPES[given.game], JUDGES[given.game](), number, grade, lost=games is not None)
    while len(given.puzzles) < number and (games is None or given.looked_through < len(games)):
        index = given.looked_through
        turns = games[index] if games is not None else _played(game, search.recipe, index)
        puzzles = (*given.puzzles, *search.look_through(turns, given))[:number]
        given = replace(given, looked_through=given.looked_through + 1, puzzles=puzzles)
        yield given


@dataclass
class _Search:
    """Looks games through for puzzles."""

    game: Game
    recipe: Recipe
    judge: PuzzleJudge
    number: int
    """Puzzles in all."""
    grade: int
    """The least that a puzzle has."""
    lost: bool
    """True if only turns at which the answer was not played are wanted."""

    def look_through(self, played: PlayedGame, given: PuzzleSet) -> list[Puzzle]:
        """Return new puzzles from a game; late positions come first, as they are proven the soonest."""
        seen = {self.game.canonical(position_of(self.game, puzzle)) for puzzle in given.puzzles}
        most = self.recipe.most_alike * self.number
        tasks = [task for task in Task if sum(one.task is task for one in given.puzzles) < most]
        found: list[Puzzle] = []
        for position, turn in reversed(played):
            if self.game.canonical(position) not in seen:
                puzzles = self._puzzles(position, tasks, given)
                found += (one for one in puzzles if self._is_wanted(one, turn, given))
            if len(found) >= self.recipe.most_of_a_game:
                break
        return found

    def _puzzles(self, position: Position, tasks: list[Task], given: PuzzleSet) -> Iterator[Puzzle]:
        """Yield the position as a puzzle, if it is one."""
        for task, turns in self._questions(position):
            if task not in tasks:
                continue
            answer = self._answer(position, PuzzleProver(self.judge, self.recipe.nodes, task, turns))
            if answer:
                puzzle = Puzzle(self.game.format_position(position), task, turns, answer, given.looked_through, ())
                yield replace(puzzle, solved_by=solvers(self.game, puzzle, given.yardsticks))
                return

    def _is_wanted(self, puzzle: Puzzle, played: Turn, given: PuzzleSet) -> bool:
        if self.lost and _is_answer(played, puzzle):
            return False
        return puzzle.solved_by != given.yardsticks and given.grade(puzzle) >= self.grade

    def _questions(self, position: Position) -> Iterator[tuple[Task, int]]:
        if len(position.legal_placements()) <= self.recipe.most_to_hold:
            yield Task.HOLD, 0
        yield from ((Task.WIN, turns) for turns in self.recipe.wins)

    @staticmethod
    def _answer(position: Position, prover: PuzzleProver) -> tuple[tuple[int, ...], ...]:
        try:
            found = prover.only_answer(position)
        except UnprovenError:
            return ()
        whole = all(len(turn) == position.left for turn in found)
        return as_answer(found) if whole and len(found) <= MOST_ALIKE else ()


def graded(given: PuzzleSet) -> Iterator[PuzzleSet]:
    """Yield the set as today's yardsticks try its puzzles, one after the other; what all of them solve is dropped."""
    game, yardsticks = registry.game(given.game), RECIPES[given.game].yardsticks
    kept: list[Puzzle] = []
    for number, puzzle in enumerate(given.puzzles, 1):
        found = solvers(game, puzzle, yardsticks)
        if found != yardsticks:
            kept.append(replace(puzzle, solved_by=found))
        yield replace(given, yardsticks=yardsticks, puzzles=(*kept, *given.puzzles[number:]))


def objection(game_name: str, puzzle: Puzzle) -> str | None:
    """Prove a puzzle again, without limits; return its fault, if it has one."""
    game = registry.game(game_name)
    try:
        position = position_of(game, puzzle)
    except RecordError as error:
        return str(error)
    found = as_answer(PuzzleProver(_judge(game_name), NO_NODE_LIMIT, puzzle.task, puzzle.turns).only_answer(position))
    if found == puzzle.answer:
        return None
    return f"the turns proven to do what is asked are {found or 'not the same, none, or too easily found'}"


@cache
def _judge(game_name: str) -> PuzzleJudge:
    """Return this process's judge, which shares nothing with the one that made the puzzles."""
    return JUDGES[game_name]()


def as_answer(turns: Iterable[Turn]) -> tuple[tuple[int, ...], ...]:
    """Return turns without forfeits as a puzzle keeps them."""
    return tuple(sorted(tuple(sorted(one for one in turn if one is not None)) for turn in turns))


def played(name: str, records: Iterable[GameRecord]) -> list[PlayedGame]:
    """Return the games of that name among records as `make` looks them through."""
    found: list[PlayedGame] = []
    for record in records:
        if record.game == name:
            turns = (turn.turn for turn in record.turns)
            found.append(list(zip(replay(record, registry.game(name)), turns, strict=False)))
    return found


def _played(game: Game, recipe: Recipe, number: int) -> PlayedGame:
    """Play the game of that number; its drawn turns are left out."""
    random = Random(f"{game.name} {number}")
    names = [random.choice(recipe.players) for _ in range(2)]
    position, drawn = game.start(), random.randrange(recipe.random_turns + 1)
    turns: list[tuple[Position, Turn]] = []
    asked: Turn
    with closing(_Asked(names[0], number)) as one, closing(_Asked(names[1], number)) as other:
        while not position.result and len(turns) < MOST_TURNS:
            if len(turns) < drawn:
                asked = tuple(random.sample(position.legal_placements(), position.left))
            else:
                asked = (one, other)[len(turns) % 2].turn(position)
            turns.append((position, asked))
            position, _ = game.enter_turn(position, asked)
    return turns[drawn:]


class _Asked:
    """A player that can be asked again: ``NAME@DEPTH`` looks that far ahead, ``NAME#TRY`` has a chance of its own."""

    def __init__(self, spec: str, seed: int) -> None:
        name, _, attempt = spec.partition("#")
        name, _, depth = name.partition("@")
        chance = seed + SEEDS * int(attempt or 0)
        self._player = registry.strategy(name).make(chance)  # a file may name it: no program of anybody else's
        self._limits = Limits(nodes=SEARCH_NODES, depth=int(depth) if depth else None)

    def turn(self, position: Position) -> Turn:
        return self._player.choose(position, self._limits).turn

    def close(self) -> None:
        self._player.close()


def solvers(game: Game, puzzle: Puzzle, yardsticks: tuple[str, ...]) -> tuple[str, ...]:
    """Return which yardsticks find the answer."""
    position = position_of(game, puzzle)
    return tuple(name for name in yardsticks if _finds(name, position, puzzle))


def _finds(name: str, position: Position, puzzle: Puzzle) -> bool:
    with closing(_Asked(name, puzzle.source)) as asked:
        return _is_answer(asked.turn(position), puzzle)


def _is_answer(turn: Turn, puzzle: Puzzle) -> bool:
    return frozenset(turn) in set(map(frozenset, puzzle.answer))
