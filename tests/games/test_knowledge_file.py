"""What was proven, from one process to the next by a file."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.mixed_games import mixed_games

from sttt.errors import RecordError
from sttt.games import knowledge, knowledge_file
from sttt.games.claim import Claim
from sttt.games.game import GAMES, Game, Position, Turn
from sttt.games.knowledge import Knowledge
from sttt.games.verdict import Ground, Proven, Verdict


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that forgets all, as a process does that starts."""

    def start() -> None:
        kept: dict[str, Knowledge[Any]] = {}
        monkeypatch.setattr(
            knowledge_file, "knowledge_of", lambda game: kept.setdefault(game.name, knowledge.Knowledge(game))
        )

    start()
    return start


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.all(), ids=lambda game: str(game.name))
def test_what_is_proven_is_known_in_the_next_process(game: Game[Any], tmp_path: Path, processes: Any) -> None:
    here = knowledge_file.knowledge_of(game)
    asked = []
    for turns in mixed_games(game, Random(3), 12):
        position = game.start()
        for turn in turns:
            position, _ = game.enter_turn(position, turn)
        if not position.result and here.of(position).win is None:
            claim = Proven(Claim(position.side.other, wins=False, turns=1), Ground.PROOF, first_turn(position))
            here.learn(position, Verdict.of(claim))
            asked.append(position)
    # Only now: of two positions that symmetries make one, the later may have changed which turn is told of the earlier.
    searched = knowledge_file.SEARCHED
    before = {position: [one for one in here.alone(position).proven if one.ground in searched] for position in asked}
    knowledge_file.write(tmp_path / "known", [game])
    processes()
    knowledge_file.read(tmp_path / "known", GAMES.all())
    assert any(before.values())
    for position, proven in before.items():
        assert set(proven) <= set(knowledge_file.knowledge_of(game).alone(position).proven)


def first_turn(position: Position) -> Turn:
    """The turn of the lowest legal placements."""
    turn, after = (), position
    while after.side is position.side and not after.result:
        turn += after.legal_placements()[:1]
        after = after.play(turn[-1])
    return turn


START = '{"game": "four-by-four", "position": "................:x", '


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{}",
        "[1]",
        "known",
        START + '"proven": 1}',
        START + '"proven": [{"claim": "x wins", "ground": "proof", "turn": []}]}',
        START + '"proven": [{"claim": "x wins within 0", "ground": "proof", "turn": []}], "estimate": null}',
        START + '"proven": [{"claim": "x wins within 9", "ground": "book", "turn": []}], "estimate": null}',
        START + '"proven": [{"claim": "x wins within 9", "ground": "oracle", "turn": []}], "estimate": null}',
        START + '"proven": [{"claim": "x wins within 9", "ground": "proof", "turn": [77]}], "estimate": null}',
        START.replace("................", "...") + '"proven": [], "estimate": null}',
        '{"game": "super-ttt", "position": "' + "/".join(["........."] * 9) + ':x2", "proven": '
        '[{"claim": "x wins within 9", "ground": "proof", "turn": []}], "estimate": null}',
    ],
)
def test_a_line_that_cannot_be_is_named(line: str, tmp_path: Path, processes: Any) -> None:
    processes()
    path = tmp_path / "known"
    fine = START + '"proven": [], "estimate": null}'
    path.write_text(f"{fine}\n{line}\n{fine}\n")
    with pytest.raises(RecordError, match=r"known, line 2: .*; expected what was proven of a position"):
        knowledge_file.read(path, GAMES.all())
