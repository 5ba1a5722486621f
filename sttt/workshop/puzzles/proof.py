"""The proof of a puzzle: one turn is proven to do what is asked, and every other one is proven not to."""

from collections.abc import Hashable
from dataclasses import dataclass

from sttt.games.game import Position, Turn
from sttt.puzzles.puzzle import Task
from sttt.search.verify import whole_turns
from sttt.workshop.puzzles.judges import PuzzleJudge


class UnprovenError(Exception):
    """A judge's nodes do not suffice."""


@dataclass(frozen=True)
class PuzzleProver:
    """Puts one task to a judge, with a number of nodes for each proof; its questions raise `UnprovenError`."""

    judge: PuzzleJudge
    nodes: int
    task: Task
    turns: int

    def only_answer(self, position: Position) -> tuple[Turn, ...]:
        """Return the one answer: the turns that are proven to do what is asked, if they all come to the same.

        Placements in another order are the same turn. Nothing is returned where there is nothing to find: a win that
        can be had sooner, or no turn that does not lose at once beside those that hold.
        """
        if self.task is Task.WIN and not self._wins_just_in_time(position):
            return ()
        found: list[Turn] = []
        essences: set[Hashable] = set()
        tempting = self.task is Task.WIN
        for after, turn in whole_turns(position).items():
            if self._does(after, position):
                found.append(turn)
                essences.add(self.judge.essence(after))
                if len(essences) > 1:
                    return ()
            elif not tempting:
                tempting = not after.result and not _known(self.judge.wins_within(after, 1, self.nodes))
        return tuple(found) if tempting else ()

    def _wins_just_in_time(self, position: Position) -> bool:
        wins = _known(self.judge.wins_within(position, self.turns, self.nodes))
        return wins and not _known(self.judge.wins_within(position, self.turns - 1, self.nodes))

    def _does(self, after: Position, before: Position) -> bool:
        if after.result:
            winner = after.result.winner
            return winner is before.side or (winner is None and self.task is Task.HOLD)
        if self.task is Task.WIN:
            return _known(self.judge.loses_within(after, self.turns - 1, self.nodes))
        return not _known(self.judge.wins(after, self.nodes))


def _known(answer: bool | None) -> bool:  # noqa: FBT001 - the answer to a question
    if answer is None:
        raise UnprovenError
    return answer
