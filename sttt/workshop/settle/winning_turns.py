"""A turn that wins against one reply, tried against others: X's turns win against many (`docs/experiments.md`).

To show that a known turn wins takes a tenth of the nodes that it takes to find one, and to show that it does not,
against O's best answer, less than a hundredth.
"""

from collections.abc import Iterable, Iterator

from sttt.games.super_ttt.text import parse_squares
from sttt.workshop.settle.findings import Finding
from sttt.workshop.settle.replies import Reply
from sttt.workshop.settle.reply_search import LONGEST, ReplySearch

QUICK = 6
"""The number of turns within which a win is found as soon by asking about all turns."""

NODES_A_TURN = 10_000_000
"""The nodes to ask whether X wins by one turn: of such wins nine of ten take less."""

LEAST_SHARE = 1 / 16
"""The share of the replies tried that a turn has to win against to be tried against more."""


def beaten_alike(
    search: ReplySearch, beaten: Reply, known: Finding, others: Iterable[Reply], nodes: float
) -> Iterator[Reply]:
    """Try the turn that wins against a reply against others that are open, those most like it first.

    Yields the replies that it wins against; what is found goes to the findings. Ends when the nodes are used up.
    """
    turn = search.winning_turn(beaten, known)
    if turn is None or 0 < known.wins <= QUICK:
        return
    within = max(known.wins, LONGEST)
    tried = won = 0
    end = search.nodes + nodes
    for reply in sorted(others, key=lambda other: _unlikeness(beaten, other)):
        if not search.may_win_by(turn, reply, within):
            continue
        left = end - search.nodes
        if left <= 0 or (won + 1) / (tried + 2) < LEAST_SHARE:
            return
        tried += 1
        if search.try_turn(reply, turn, within, int(min(left, NODES_A_TURN))).claim is not None:
            won += 1
            yield reply


def _unlikeness(one: Reply, other: Reply) -> tuple[bool, bool]:
    """Return what two replies differ in: the first turn, and both of O's marks."""
    return one.first != other.first, not set(parse_squares(one.name)) & set(parse_squares(other.name))
