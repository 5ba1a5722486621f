"""``sttt referee`` as a user runs it, apart from what each protocol's own referee does."""

import pytest
from click.testing import CliRunner
from support.command import fails_as_wrong_input

from sttt.cli.commands.check_player import referee
from sttt.players import registry
from sttt.players.player import RefereeTerms, WireProtocol


def test_the_protocols_own_referee_gets_the_commands_the_time_and_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def conduct(commands: tuple[str, str], terms: RefereeTerms) -> int:
        terms.say(f"{' and '.join(commands)}: {terms.seconds} s, seed {terms.seed}")
        return 0

    wire = WireProtocol("mock", "", "mock", pytest.fail, pytest.fail, pytest.fail, referee=conduct)
    monkeypatch.setattr(registry, "protocol", lambda _name: wire)
    done = CliRunner().invoke(referee, ["mock", "./a -x", "./b", "--time", "2", "--seed", "7"])
    assert (done.exit_code, done.output) == (0, "./a -x and ./b: 2.0 s, seed 7\n")


def test_a_protocol_that_nobody_provides_is_wrong_input() -> None:
    assert "unknown protocol 'nobody'" in fails_as_wrong_input("referee", "nobody", "a", "b")


def test_a_protocol_without_a_referee_of_its_own_is_wrong_input() -> None:
    assert "has no referee of its own" in fails_as_wrong_input("referee", "scheme", "a", "b")
