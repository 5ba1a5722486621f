"""Kaggle's ConnectX agents as players, and our player as one."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.command import sttt

from adapter.kaggle.board import board_of, parse_position
from adapter.kaggle.driver import Struct, arguments, load
from adapter.kaggle.remote import AgentPlayer
from sttt.arena.play.answer import Terms
from sttt.arena.play.match import Pairing, play_pairing
from sttt.errors import IllegalPlacement, PlayerError, ProtocolError
from sttt.games.connect_four.position import Position
from sttt.games.records.record import Ending
from sttt.players.player import Limits, ProgramTerms


def chosen(folder: Path, text: str, columns: str = "") -> int | None:
    position = Position()
    for column in columns:
        position = position.play(int(column) - 1)
    (folder / "mine.py").write_text(text)
    with closing(AgentPlayer("mine.py", ProgramTerms(directory=folder))) as player:
        return player.choose(position, Limits.within(60)).turn[0]


def test_an_agent_sees_the_board_from_the_top_its_mark_and_the_step(tmp_path: Path) -> None:
    text = (
        "def act(observation, configuration):\n"
        "    assert observation.board[35:] == [0, 0, 0, 1, 1, 0, 0], observation.board\n"
        "    assert observation['board'][31] == 2\n"
        "    assert (observation.mark, observation.step) == (2, 3)\n"
        "    assert (configuration.columns, configuration.rows, configuration.inarow) == (7, 6, 4)\n"
        "    return 5\n"
    )
    assert chosen(tmp_path, text, "445") == 5


def test_the_last_callable_plays_with_as_many_arguments_as_it_takes(tmp_path: Path) -> None:
    assert chosen(tmp_path, "def act(o, c):\n    return 1\ndef other(o):\n    return 2\n") == 2
    assert (
        chosen(tmp_path, "class Agent:\n    def __call__(self, *both):\n        return len(both)\nact = Agent()\n") == 2
    )


def test_what_an_agent_prints_is_no_answer(tmp_path: Path) -> None:
    assert chosen(tmp_path, "print('loaded')\ndef act(o, c):\n    print(3)\n    return 4\n") == 4


def test_a_cell_of_a_notebook_that_writes_an_agent_is_an_agent(tmp_path: Path) -> None:
    assert chosen(tmp_path, "%%writefile submission.py\ndef act(o, c):\n    return 6 % 4\n") == 2


@pytest.mark.parametrize(
    ("text", "error", "complaint"),
    [
        ("import nothing_of_that_name\n", PlayerError, "does not load: ModuleNotFoundError"),
        ("x = 1\n", PlayerError, "does not load: LookupError: the file defines no function"),
        ("def act(o, c):\n    return 1 / 0\n", PlayerError, "raised ZeroDivisionError: division by zero"),
        ("def act(o, c):\n    return 3.0\n", PlayerError, "raised TypeError"),
        ("def act(o, c):\n    return 7\n", ProtocolError, "returned '7'; expected a column, 0 to 6"),
        ("def act(o, c):\n    return 3\n", IllegalPlacement, "chose column 3; expected one that is not full"),
    ],
)
def test_what_is_wrong_with_an_agent_is_told(tmp_path: Path, text: str, error: type[Exception], complaint: str) -> None:
    with pytest.raises(error, match=complaint.replace("'", ".")):
        chosen(tmp_path, text, "444444")


def test_a_board_becomes_a_position_that_looks_like_it() -> None:
    position = Position()
    for column in (3, 3, 2, 4, 4, 0):
        position = position.play(column)
    assert board_of(parse_position(json.dumps(board_of(position)))) == board_of(position)
    for wrong in ("[", "[1]", json.dumps([1] * 42), json.dumps([1] + [0] * 41)):
        with pytest.raises(ProtocolError):
            parse_position(wrong)


def test_our_agent_plays_as_a_file_among_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "agent.py"
    assert sttt("kaggle-agent", "-o", str(file)).returncode == 0
    assert sttt("kaggle-agent").stdout == file.read_text()
    monkeypatch.setenv("STTT_PLAYER", "connect-four-shallow")
    record = play_pairing(Pairing("connect-four", f"kaggle:{file}", "uniform", 1), Terms(60.0))
    assert (record.ending, record.result) == (Ending.LINE, "x")


def test_our_agent_is_what_kaggles_own_loader_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STTT_PLAYER", "connect-four-shallow")
    (tmp_path / "agent.py").write_text(sttt("kaggle-agent").stdout)
    ours: Any = load(tmp_path / "agent.py")
    assert arguments(ours) == 2
    configuration = Struct(columns=7, rows=6, inarow=4, actTimeout=2)
    assert ours(Struct(board=board_of(Position()), mark=1), configuration) in range(7)
    with pytest.raises(ValueError, match="7 columns and 6 rows"):
        ours(Struct(board=[]), Struct(configuration, columns=8))
