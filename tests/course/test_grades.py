"""The points of a group, by what its programs did in games."""

from pathlib import Path

import pytest

from sttt.arena.play.answer import Terms
from sttt.arena.play.match import Pairing, play_pairing
from sttt.course.games import ClassGame
from sttt.course.grades import GroupResult, is_clean, never_started
from sttt.course.programs import Build
from sttt.course.settings import StudentGroup, preset_text, read_settings
from sttt.course.tasks import Steps
from sttt.games.game import Result, Side
from sttt.games.records.record import Ending, Failure, GameRecord, TurnRecord
from sttt.players.player import CheckStep


def lost(ending: Ending, message: str, *turns: TurnRecord) -> GameRecord:
    return GameRecord("connect-four", "fish", "uniform", "", turns, Result.O_WINS, ending, 1, Failure(message))


def test_a_program_that_was_never_asked_has_not_started() -> None:
    absent = lost(Ending.CRASH, "the player did not start: no such file")
    slow = lost(Ending.TIMEOUT, "did not answer in time")
    assert never_started([absent, absent], "fish") == "no such file"
    assert never_started([absent, slow], "fish") is None
    assert never_started([lost(Ending.CRASH, "it died", TurnRecord(Side.X, (3,)))], "fish") is None
    assert never_started([], "fish") is None


def test_a_game_is_clean_whoever_wins_unless_its_own_turns_are_faulty() -> None:
    record = play_pairing(Pairing("connect-four", "uniform", "connect-four-shallow", 1), Terms(nodes=10))
    assert is_clean(record, "uniform")
    assert not is_clean(lost(Ending.ILLEGAL, "column 3 is full"), "fish")
    assert is_clean(lost(Ending.ILLEGAL, "column 3 is full"), "uniform")
    assert not is_clean(lost(Ending.LINE, "", TurnRecord(Side.X, (None,), fault="forfeit")), "fish")


@pytest.mark.parametrize(
    ("steps", "points"),
    [
        (Steps(()), 10.0),
        (Steps((CheckStep("a", None), CheckStep("b", "wrong"))), 5.0),
        (None, 0.0),
    ],
    ids=["no steps", "half of them", "not checked"],
)
def test_the_check_is_graded_by_steps_and_without_any_by_legal_games(
    tmp_path: Path, steps: Steps | None, points: float
) -> None:
    (tmp_path / "class.toml").write_text(preset_text("cs4341-2001"))
    record = play_pairing(Pairing("connect-four", "uniform", "connect-four-shallow", 1), Terms(nodes=10))
    result = GroupResult(
        StudentGroup("uniform", "1", ("Ada",)),
        read_settings(tmp_path),
        Build("uniform"),
        check=steps,
        legal=[ClassGame(record)],
    )
    graded = {grade.item: grade.points for grade in result.grades}
    assert (graded["check"], graded["legal"], graded["benchmark"]) == (points, 10.0, 0.0)
