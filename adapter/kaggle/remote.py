"""The remote half: an agent's file as a `Player`, run by the driver in a process of its own."""

import json
import sys
import time
from dataclasses import replace
from pathlib import Path

from adapter.kaggle.board import MARKS, board_of
from adapter.programs.program import Program
from adapter.programs.streams import Lines
from sttt.errors import IllegalPlacement, PlayerError, ProtocolError
from sttt.games.connect_four.position import COLUMNS, ROWS, Position
from sttt.players.player import Decision, Limits, ProgramTerms

_DRIVER = Path(__file__).parent / "driver.py"
_LONGEST_LINE = 1_000
_ACT_SECONDS = 2
"""The time for a move that the configuration tells agents, as on Kaggle; less where there is less."""
_OVERAGE = 60


class AgentPlayer:
    """An agent that is asked for one move after the other, and ends with `close`."""

    def __init__(self, file: str, terms: ProgramTerms) -> None:
        """Load the file; raises `PlayerError`."""
        path = Path(terms.directory or ".", Path(file).expanduser()).resolve()
        if not path.is_file():
            raise PlayerError(f"no file {file!r}; expected the path of a Python file with an agent")
        confined = None if terms.confined is None else (*terms.confined, _DRIVER.parent, Path(sys.prefix))
        own = replace(terms, directory=path.parent, confined=confined)
        command = [sys.executable, "-u", "-B", str(_DRIVER), str(path)]
        self._program = Program(terms.name or path.name, command, Lines(_LONGEST_LINE), own)
        try:
            self._await_ready(file)
        except BaseException:
            self.close()
            raise

    def _await_ready(self, file: str) -> None:
        ready = self._program.receive(self._program.start_deadline())
        if ready != "ready":
            raise PlayerError(f"{file} does not load: {ready}; expected a function of observation and configuration")

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Give the agent the board, and take the column that it returns."""
        start = time.monotonic()
        deadline = self._program.move_deadline(limits)
        answer = self._program.exchange(json.dumps(_request(position, deadline - start)), deadline)
        column = _column(self._program.name, answer)
        if column not in position.legal_placements():
            raise IllegalPlacement(f"{self._program.name} chose column {column}; expected one that is not full")
        return Decision((column,), reason=self._program.name, seconds=time.monotonic() - start)

    def close(self) -> None:
        """End the process and everything it started."""
        self._program.close()


def _request(position: Position, seconds: float) -> dict[str, object]:
    stones = len(position.columns)
    act = _ACT_SECONDS if seconds >= _ACT_SECONDS else round(seconds, 2)
    return {
        "observation": {
            "board": board_of(position),
            "mark": MARKS[position.side],
            "step": stones,
            "remainingOverageTime": _OVERAGE,
        },
        "configuration": {
            "columns": COLUMNS,
            "rows": ROWS,
            "inarow": 4,
            "actTimeout": act,
            "timeout": act,
            "agentTimeout": _OVERAGE,
            "episodeSteps": 1000,
            "runTimeout": 1200,
        },
    }


def _column(name: str, answer: str) -> int:
    if answer.startswith("error "):
        raise PlayerError(f"{name} raised {answer.removeprefix('error ')}; expected a column")
    try:
        column = json.loads(answer)
    except ValueError:
        column = None
    if type(column) is not int or not 0 <= column < COLUMNS:
        raise ProtocolError(f"{name} returned {answer[:60]!a}; expected a column, 0 to {COLUMNS - 1}")
    return column
