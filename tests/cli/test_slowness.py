"""Where nothing is compiled, the commands that play say so once, and what helps; else nobody hears of it."""

import io

import pytest
from support.command import sttt_here

from sttt import telling
from sttt.cli.commands import doctor
from sttt.kernel import builds, limits
from sttt.web.http import server

MATCH = ("match", "random", "random", "--games", "2", "--jobs", "1")


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(telling, "_told", set())
    return monkeypatch


def test_a_match_says_once_that_players_run_interpreted_and_what_helps(build: pytest.MonkeyPatch) -> None:
    build.setattr(limits, "COMPILED", False)
    told = sttt_here(*MATCH).stderr
    assert told.count("the players run interpreted, some 140 times slower") == 1
    assert "install one (such as gcc and libc6-dev), then sttt again" in told


def test_a_compiled_build_says_nothing(build: pytest.MonkeyPatch) -> None:
    build.setattr(limits, "COMPILED", True)
    assert builds.slowness() is None
    assert "interpreted" not in sttt_here(*MATCH).stderr


def test_the_server_says_it_too(build: pytest.MonkeyPatch) -> None:
    build.setattr(limits, "COMPILED", False)
    build.setattr(server, "run", lambda listener, _: listener.close())
    assert sttt_here("serve", "--port", "0").stderr.count("some 140 times slower") == 1


@pytest.mark.parametrize("compiled", [False, True])
def test_the_doctor_says_it_too(build: pytest.MonkeyPatch, *, compiled: bool) -> None:
    build.setattr(limits, "COMPILED", compiled)
    build.setattr(doctor, "_check_parts", lambda **_: [])
    build.setattr(doctor, "_check_bots", list)
    told = sttt_here("doctor").stdout
    assert ("some 140 times slower" in " ".join(told.split())) is not compiled


def test_the_game_at_the_terminal_says_it_too(build: pytest.MonkeyPatch) -> None:
    build.setattr(limits, "COMPILED", False)
    build.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    assert "some 140 times slower" in sttt_here("play", "--plain").stderr
