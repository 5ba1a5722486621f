"""Why a turn was good for something, in the words of the players that can explain one."""

from sttt.web import installed
from sttt.web.messages import ReasonOut, WhyOut
from sttt.web.table import Table


def why(table: Table) -> WhyOut:
    """Say what speaks for each placement of the last complete turn."""
    if not table.turns:
        return WhyOut(reasons=[])
    before, turn = table.positions[-2], table.turns[-1]
    for strategy in installed.strategies():
        if strategy.explain and strategy.game == table.game.name:
            words = zip(turn, strategy.explain(before, turn), strict=True)
            return WhyOut(reasons=[_reason(table.game.format_turn((placement,)), word) for placement, word in words])
    return WhyOut(reasons=[])


def _reason(placement: str, word: str) -> ReasonOut:
    return ReasonOut(placement=placement, reason=word)
