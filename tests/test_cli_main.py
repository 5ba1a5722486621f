"""The `sttt` command as a whole."""

import pytest
from support.command import fails_as_wrong_input, sttt

from sttt.cli.main import COMMANDS


def test_the_bare_command_shows_its_help_with_every_command() -> None:
    bare = sttt()
    assert (bare.returncode, bare.stdout) == (0, sttt("--help").stdout)
    for command in COMMANDS:
        assert f"\n  {command.name} " in bare.stdout


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_every_command_has_help(command: str) -> None:
    assert sttt(command, "--help").stdout.startswith(f"Usage: sttt {command} ")


def test_an_unknown_command_or_option_is_one_line_and_exit_status_2() -> None:
    assert "No such command 'paly'" in fails_as_wrong_input("paly")
    assert "--colour" in fails_as_wrong_input("--colour")
