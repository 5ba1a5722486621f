"""The screen of ``sttt play``: a signal that comes while it waits for a line."""

import os
import pty
import signal
import sys
import threading

import pytest

from sttt.cli.play.game_state import GameState
from sttt.cli.play.screen import Screen
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position


@pytest.mark.timeout(60)
def test_ctrl_c_is_heard_although_no_system_call_of_the_main_thread_was_broken_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # As between the prompt and the read, or where the system chose another thread to receive the signal.
    master, slave = pty.openpty()
    with os.fdopen(master, "wb", buffering=0), os.fdopen(slave) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        elsewhere = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
        elsewhere.start()
        screen = Screen(GAME, {}, plain=True, no_colour=True)
        with pytest.raises(KeyboardInterrupt):
            screen.ask(GameState.at(Position()), is_new=False)
        elsewhere.join()
