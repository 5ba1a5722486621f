"""The exact solver asked by both sides' questions: what is known already is not asked again."""

import pytest
from support.endings import filled_position

from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import Question
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.analysis.proving import prove
from sttt.games.super_ttt.text import parse_position
from sttt.games.verdict import Ground, Proven, Verdict

EARLY = "x.x....../........./.o......./........./x...o..../........./......o../........./.x.....o.:x2"


def known(*claims: str) -> Verdict:
    return Verdict.of(*(Proven(Claim.parse(claim), Ground.BOOK) for claim in claims))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claims", "first"),
    [
        ([], {Side.X: 1, Side.O: 1}),
        (["o never wins"], {Side.X: 1}),
        (["o never wins", "x cannot win within 2"], {Side.X: 3}),
        (["o cannot win within 3"], {Side.X: 1, Side.O: 4}),
    ],
)
def test_it_asks_only_what_is_open(monkeypatch: pytest.MonkeyPatch, claims: list[str], first: dict[Side, int]) -> None:
    asked: list[Question] = []
    work_on = Prover.work_on

    def noted(prover: Prover, question: Question, *limits: float) -> object:
        asked.append(question)
        return work_on(prover, question, *limits)  # type: ignore[arg-type]  # a moment and a number of nodes

    monkeypatch.setattr(Prover, "work_on", noted)
    position = parse_position(
        "x.x....../........./.o......./........./x...o..../........./......o../........./.x.....o.:x2"
    )
    found = prove(position, known=known(*claims))
    assert found.value
    fewest: dict[Side, int] = {}
    for question in asked:
        fewest.setdefault(question.attacker, question.turns)
    assert fewest.items() <= first.items()
    assert asked


@pytest.mark.slow
def test_the_value_does_not_depend_on_what_was_known_before() -> None:
    for seed in range(30):
        position = filled_position(seed, 8, 12)
        whole = prove(position)
        for side in Side:
            claim = whole.find(side, wins=False)
            if claim:
                again = prove(position, known=Verdict.of(claim))
                assert (again.value, again.win and again.win.claim.attacker) == (
                    whole.value,
                    whole.win and whole.win.claim.attacker,
                )
