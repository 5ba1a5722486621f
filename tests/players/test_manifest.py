"""Manifests: what they say, what is refused and how, and that a player's name may be one."""

import os
import re
import sys
from contextlib import closing
from pathlib import Path

import pytest

from sttt.errors import ManifestError, UnknownNameError
from sttt.games.super_ttt.position import Position
from sttt.players import registry
from sttt.players.manifest import PlayerManifest, read_manifest
from sttt.players.player import DEFAULT_PROGRAM_TERMS, Limits, ProgramTerms

DOCUMENT = Path(__file__).parents[2] / "docs" / "arena.md"


def write(folder: Path, text: str) -> Path:
    path = folder / "bot.toml"
    path.write_text(text)
    return path


def test_the_manifest_in_the_documentation_says_the_defaults(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    default = DEFAULT_PROGRAM_TERMS
    terms = ProgramTerms(
        "drop-bot", tmp_path, default.start_seconds, default.move_seconds, default.memory, default.output
    )
    assert read_manifest(write(tmp_path, example)) == PlayerManifest("./bot --fast", "cmd", "super-ttt", terms)


def test_all_but_name_and_command_may_be_left_out(tmp_path: Path) -> None:
    manifest = read_manifest(write(tmp_path, "name = 'b'\ncommand = './b'"))
    assert (manifest.protocol, manifest.game, manifest.terms) == ("cmd", None, ProgramTerms("b", tmp_path))


def test_limits_have_the_units_of_their_names(tmp_path: Path) -> None:
    limits = "start_seconds = 1\nmove_seconds = 0.5\nmemory_mb = 3\noutput_bytes = 99"
    terms = read_manifest(write(tmp_path, f"name = 'b'\ncommand = './b'\n[limits]\n{limits}")).terms
    assert (terms.start_seconds, terms.move_seconds, terms.memory, terms.output) == (1.0, 0.5, 3 * 1024 * 1024, 99)


BOTH = "name = 'b'\ncommand = './b'\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name = ", "is not TOML: "),
        ("\xff", "is not TOML: "),
        ("name = 'b'", ": command is missing; expected name and command"),
        ("name = 'b'\ncommand = 5", ": command is 5; expected a string of printable characters"),
        ("name = ' '\ncommand = './b'", ": name is ' '; expected a string"),
        (
            BOTH + "colour = 1",
            ": unknown key colour; expected one of: name, command, protocol, game",
        ),
        (BOTH + "limits = 3", ": limits is 3; expected a table"),
        (
            BOTH + "[limits]\nmemory = 3",
            ": unknown key limits.memory; expected one of: start_seconds",
        ),
        (
            BOTH + "[limits]\nmemory_mb = 0",
            ": limits.memory_mb is 0; expected an integer from 1 to",
        ),
        (BOTH + "[limits]\nmemory_mb = true", ": limits.memory_mb is True; expected an integer"),
        (BOTH + "[limits]\nmove_seconds = nan", ": limits.move_seconds is nan; expected seconds"),
        (
            BOTH + "[limits]\nstart_seconds = '1'",
            ": limits.start_seconds is '1'; expected seconds",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_with_file_and_key(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "bot.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ManifestError, match=re.escape(f"the manifest {path}") + ".*" + re.escape(complaint)):
        read_manifest(path)


def test_a_pipe_a_device_and_a_folder_are_no_manifests(tmp_path: Path) -> None:
    for number, make in enumerate((os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero"))):
        path = tmp_path / f"{number}.toml"
        make(path)
        with pytest.raises(ManifestError, match=r"cannot read the manifest .*: it is no regular file"):
            read_manifest(path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (BOTH + "x = " + "[" * 5_000, "is nested too deeply"),
        (BOTH + "x = " + "[" * 5_000 + "]" * 5_000, "is nested too deeply"),
        (BOTH + "#" * 70_000, "is longer than 65536 bytes"),
        (BOTH + "[limits]\nmemory_mb = 0x" + "f" * 60_000, "limits.memory_mb is <int>; expected an integer"),
        (BOTH + f"{'k' * 60_000} = 1", "unknown key 'kkkk"),
        (BOTH + r'"\u001b[2J" = 1', r"unknown key '\\x1b\[2J'"),
    ],
    ids=["open", "nested", "long", "digits", "key", "escape"],
)
def test_a_hostile_manifest_is_refused_in_a_short_line(text: str, complaint: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ManifestError, match=complaint) as raised:
        read_manifest(path)
    assert len(str(raised.value)) < len(str(path)) + 200


def test_a_manifest_may_be_a_link_to_a_file(tmp_path: Path) -> None:
    (tmp_path / "link.toml").symlink_to(write(tmp_path, BOTH))
    assert read_manifest(tmp_path / "link.toml").command == "./b"


@pytest.mark.slow
def test_a_manifest_is_a_players_name(tmp_path: Path) -> None:
    path = write(tmp_path, f"name = 'b'\ncommand = '{sys.executable} -m adapter.scheme --player random'")
    assert registry.game_played(str(path)) == "super-ttt"
    with closing(registry.make_player(str(path))) as player:
        decision = player.choose(Position(), Limits.within(30))
    assert (len(decision.turn), decision.reason) == (2, "b")


def test_protocol_and_game_must_be_there_and_fit(tmp_path: Path) -> None:
    path = write(tmp_path, "name = 'b'\ncommand = './b'\nprotocol = 'smoke'")
    with pytest.raises(UnknownNameError, match="unknown protocol 'smoke'"):
        registry.game_played(str(path))
    path = write(tmp_path, "name = 'b'\ncommand = './b'\ngame = 'chess'")
    with pytest.raises(ManifestError, match="game is 'chess'; cmd plays only super-ttt"):
        registry.make_player(str(path))


def test_a_command_may_end_like_a_manifest() -> None:
    program = registry.external("cmd:./bot settings.toml")
    assert program is not None
    assert (program.protocol.name, program.command) == ("cmd", "./bot settings.toml")
