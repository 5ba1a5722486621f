"""A position in a protocol's own form, read by whatever protocols are installed."""

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from sttt.cli import positions
from sttt.cli.commands.analyze import move
from sttt.errors import PositionError, ProtocolError
from sttt.games.super_ttt.game import GAME
from sttt.players import registry
from sttt.players.player import WireProtocol

START = "/".join(["........."] * 9) + ":x2"


def protocol(name: str, game: str = "super-ttt", reads: str = "(") -> WireProtocol:
    """Read a compact form between ``reads`` and a closing parenthesis, write turns with the protocol's name."""

    def parse(text: str) -> Any:
        if not text.startswith(reads):
            raise ProtocolError(f"{name} expected {reads}", 0)
        return GAME.parse_position(text.removeprefix(reads).strip().removesuffix(")"))

    return WireProtocol(name, "", game, pytest.fail, parse, lambda turn: f"({name} {len(turn)})")


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    return lambda *protocols: monkeypatch.setattr(registry, "protocols", lambda: list(protocols))


@pytest.mark.parametrize("text", [f"({START})", f" \n({START})\n"])
def test_an_s_expression_is_read_and_its_turn_written_by_the_protocol(install: Callable[..., None], text: str) -> None:
    install(protocol("mock", reads="(" if text.startswith("(") else " \n("))
    given = positions.read(text)
    assert given.position == GAME.start()
    assert given.format_turn((40, 36)) == "(mock 2)"


@pytest.mark.parametrize("opening", ["(", "'(", ";a comment\n("])
def test_a_list_a_quote_and_a_comment_start_an_s_expression(install: Callable[..., None], opening: str) -> None:
    install(protocol("mock", reads=opening))
    assert positions.read(f"{opening}{START})").position == GAME.start()


def test_the_first_protocol_of_the_game_that_can_read_it_does(install: Callable[..., None]) -> None:
    install(protocol("other-game", game="chess"), protocol("deaf", reads="(deaf "), protocol("mock"))
    assert positions.read(f"({START})").format_turn(()) == "(mock 0)"


def test_a_protocols_refusal_is_passed_on(install: Callable[..., None]) -> None:
    install(protocol("mock", reads="(mock "))
    with pytest.raises(ProtocolError, match="mock expected"):
        positions.read(f"({START})")


def test_without_a_protocol_an_s_expression_is_refused(install: Callable[..., None]) -> None:
    install(protocol("other-game", game="chess"))
    with pytest.raises(PositionError, match="no installed protocol reads s-expressions"):
        positions.read(f"({START})")


def test_a_compact_form_needs_no_protocol(install: Callable[..., None]) -> None:
    install()
    assert positions.read(START).format_turn((40, 36)) == "55+51"


def test_move_answers_in_the_form_of_the_position(install: Callable[..., None]) -> None:
    install(protocol("mock"))
    assert CliRunner().invoke(move, ["--player", "random"], input=f"({START})").output == "(mock 2)\n"
