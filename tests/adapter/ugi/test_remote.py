"""Engines of UGI in our arena, and the compliance run of one."""

import json
import shlex
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from support.command import fails_as_wrong_input, sttt

from adapter.programs import compliance
from adapter.ugi import check as ugi_check
from adapter.ugi.notation import format_move, read_move
from adapter.ugi.remote import GameSoFar, decision, go_command, turn_between
from sttt.errors import IllegalPlacement, PlayerError, PlayerTimeoutError, PositionError, ProtocolError
from sttt.players import registry
from sttt.players.player import Limits, ProgramTerms

GAMES = ["super-ttt", "qubic", "connect-four", "four-by-four", "three-by-four"]
MOCK = Path(__file__).parents[2] / "support" / "mock_engine.py"
BOT = shlex.join([sys.executable, "-P", "-m", "adapter.ugi", "--player", "uniform"])


def command(kind: str) -> str:
    return shlex.join([sys.executable, "-P", str(MOCK), "ugi", kind])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_followed_turn_by_turn_and_every_move_reads_back(name: str) -> None:
    game, random = registry.game(name), Random(5)
    record, position = GameSoFar(game), game.start()
    moves: list[str] = []
    while not position.result:
        before, turn = position, []
        while position.side is before.side and not position.result:
            turn.append(random.choice(position.legal_placements()))
            position = position.play(turn[-1])
        move = format_move(before, tuple(turn), game)
        assert read_move(before, move, game)[0] == game.enter_turn(before, tuple(turn))[0]
        if position.result:
            break
        found = turn_between(before, position, game)
        assert found is not None
        assert game.enter_turn(before, found)[0] == position
        moves.append(format_move(before, found, game))
        record.follow(position)
        assert record.command() == f"position startpos moves {' '.join(moves)}"


def test_a_game_from_elsewhere_is_sent_as_a_fen() -> None:
    game = registry.game("connect-four")
    record, position = GameSoFar(game), game.parse_position("443")
    record.follow(position)
    assert record.answer("bestmove 2 ponder 1") == (1,)
    record.follow(game.parse_position("44325"))
    assert record.command() == "position fen 443 moves 2 5"


def test_a_turn_without_placements_left_is_written_short_and_half_a_turn_is_refused() -> None:
    game = registry.game("super-ttt")
    last = game.parse_position("/".join([*["xoxxoooxx"] * 8, "xoxxooox."]) + ":o1")
    assert format_move(last, (80,), game) == "99"
    assert format_move(game.start(), (40, None), game) == "55+--"
    assert read_move(last, "99", game)[0].result
    for wrong in ("55", "55+55"):
        with pytest.raises(IllegalPlacement, match=f"the move {wrong.replace('+', '.')} is"):
            read_move(game.start(), wrong, game)
    with pytest.raises(PositionError):
        read_move(game.start(), "e4", game)


def test_limits_are_sent_as_they_are_and_infos_are_read() -> None:
    game = registry.game("connect-four")
    assert go_command(Limits(nodes=7, depth=3), 60.0) == "go nodes 7 depth 3"
    assert go_command(Limits(), 60.0) == "go movetime 48000"
    lines = ["info string depth 9", "info depth 2 score cp -5 nodes 10 pv 4 4 9", "info depth x score 7", "bestmove 4"]
    found = decision(lines, game.start(), (3,), game)
    assert (found.depth, found.score, found.nodes, found.pv) == (2, -5, 10, (3, 3))


@pytest.mark.parametrize("game", ["super-ttt", "three-by-four"])
def test_our_engine_plays_in_our_arena(game: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = sttt("match", "uniform", f"ugi:{BOT}", "--game", game, "--games", "2", "--nodes", "1", "--save", str(file))
    assert done.returncode == 0, done.stderr
    endings = [json.loads(line)["ending"] for line in file.read_text().splitlines()]
    assert set(endings) <= {"line", "full"}


def test_a_manifest_may_say_the_game_and_a_move_is_asked_for_by_it(tmp_path: Path) -> None:
    manifest = tmp_path / "engine.toml"
    manifest.write_text(f"name = 'mine'\ncommand = {json.dumps(BOT)}\nprotocol = 'ugi'\ngame = 'connect-four'\n")
    assert registry.game_played(str(manifest)) == "connect-four"
    assert sttt("move", "--game", "connect-four", "--player", str(manifest), given="44").stdout.strip() in "1234567"
    assert "plays connect-four; expected a player of qubic" in fails_as_wrong_input(
        "match", "uniform", str(manifest), "--game", "qubic"
    )


def test_an_engine_has_to_be_told_its_game_and_to_play_it() -> None:
    with pytest.raises(PlayerError, match="may play any game; expected to be told which"):
        registry.make_player(f"ugi:{BOT}")
    says = "import sys; print('option name Game type combo default go var go\\nugiok', flush=True); sys.stdin.read()"
    with pytest.raises(PlayerError, match="plays go; expected qubic among it"):
        registry.make_player(f"ugi:{shlex.join([sys.executable, '-c', says])}", game="qubic")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "error"), [("plays what is illegal", ProtocolError), ("is no engine for nodes", PlayerTimeoutError)]
)
def test_an_engine_that_does_not_answer_well_loses(kind: str, error: type[Exception]) -> None:
    start = registry.game("three-by-four").start()
    with closing(registry.make_player(f"ugi:{command(kind)}", game="three-by-four")) as player, pytest.raises(error):
        player.choose(start, Limits.within(1.0))


def test_our_engine_passes_its_compliance_run() -> None:
    engine = f"{BOT} --game three-by-four"
    done = sttt("check-player", f"ugi:{engine}", "--game", "three-by-four", "--json", "--time", "5")
    report = json.loads(done.stdout)
    assert [step["problem"] for step in report["steps"]] == [None] * len(ugi_check.STEPS)
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("kind", "name", "problem"),
    [
        ("has no author", "starts, says who it is", "it says no id author; expected one before ugiok"),
        ("never says ugiok", "starts, says who it is", "did not answer in time"),
        ("lies about the result", "agrees with the rules", "query result is answered by 'draw'"),
        ("knows no fen", "takes a position as a fen", "query p1turn is answered by 'true'"),
        ("plays what is illegal", "moves within a time", "it answers 'bestmove 9,9': '9,9' is not a square"),
        ("is no engine for nodes", "moves within a number of nodes", "did not answer in time"),
        ("garbles info", "tells in info lines", "expected a whole number after cp"),
        ("is deaf to stop", "hears isready and stop", "did not answer in time"),
        ("stops by itself", "searches without an end", "unasked; expected it to search until stop"),
        ("goes on talking", "writes nothing that it is not", "it wrote 'well' unasked"),
        ("dies of what it does not know", "goes on after commands", "ended with exit status 3"),
        ("stays", "ends with status 0", "it still ran 0.3 s after quit; expected it to end"),
    ],
)
def test_each_way_to_break_the_protocol_is_named(
    kind: str, name: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compliance, "END_SECONDS", 0.3)
    wanted = [step for step in ugi_check.STEPS if step[0].startswith(name)]
    before = [step for step in ugi_check.STEPS[:1] + ugi_check.STEPS[4:5] if step not in wanted]
    monkeypatch.setattr(ugi_check, "STEPS", (*before, *wanted) if kind == "goes on talking" else wanted)
    terms = ProgramTerms(game="three-by-four", start_seconds=2.0 if "ugiok" in kind else 30.0, move_seconds=0.5)
    with closing(ugi_check.check(command(kind), terms, 0.5)) as steps:
        found = list(steps)[-1]
    assert found.problem is not None
    assert problem in found.problem
