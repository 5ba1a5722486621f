"""The `sttt` command as a whole."""

import io
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import click
import pytest
from support.command import STTT, fails_as_wrong_input, sttt, sttt_here
from support.terminal import Terminal

from sttt.cli.command_line import COMMANDS, cli
from sttt.cli.usage import EXAMPLES
from sttt.distribution import version
from sttt.execution.provenance import commit
from sttt.kernel.builds import build_name


def test_the_bare_command_shows_its_help_with_every_command() -> None:
    bare = sttt()
    assert (bare.returncode, bare.stdout) == (0, sttt("--help").stdout)
    for name in COMMANDS:
        assert f"\n  {name} " in bare.stdout
    assert "..." not in bare.stdout.partition("Commands:")[2]


def test_the_list_of_commands_is_theirs_and_loads_none_of_them() -> None:
    context = click.Context(cli)
    for name, (_, summary) in COMMANDS.items():
        command = cli.get_command(context, name)
        assert command is not None
        assert (command.get_short_help_str(1000), command.hidden) == (summary, False)
    listed = "import sys; from sttt.cli.command_line import cli; cli.main(['--help'], standalone_mode=False)"
    loaded = (
        "print(*(name for name in sys.modules if name.startswith(('sttt.cli.commands.', 'sttt.cli.play', 'rich'))))"
    )
    done = subprocess.run([sys.executable, "-c", f"{listed}; {loaded}"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    assert sttt(command, "--help").stdout.startswith(f"Usage: sttt {command} ")


def test_the_version_names_the_commit_and_the_build() -> None:
    told = sttt("--version").stdout
    assert told == f"sttt {version()}, commit {commit() or 'unknown'}, {build_name()}\n"


@pytest.mark.parametrize(("typed", "offered"), [("ma", "match"), ("solve --ver", "--verify")])
def test_a_shell_is_told_how_a_line_can_go_on(typed: str, offered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_STTT_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"sttt {typed}")
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split())))
    assert f"plain,{offered}" in sttt().stdout.splitlines()


def test_an_unknown_command_or_option_is_one_line_and_exit_status_2() -> None:
    refused = fails_as_wrong_input("paly")
    assert "No such command 'paly'; did you mean play?" in refused
    assert "did you mean" not in fails_as_wrong_input("zzz")
    assert "`sttt --help` lists all commands." in refused
    assert "--colour" in fails_as_wrong_input("--colour")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("match rules", "`sttt match` was given no B; expected `sttt match [OPTIONS] A B`, such as `sttt match "),
        ("match", "`sttt match` was given no A; expected"),
        (
            "match rules greedy random",
            "`sttt match` has no use for 'random'; expected `sttt match [OPTIONS] A B`, such as",
        ),
        ("perft", "`sttt perft` was given no DEPTH; expected `sttt perft [OPTIONS] DEPTH [POSITION]`"),
        ("puzzles", "`sttt puzzles` was given too few arguments; expected"),
        ("puzzles make connect-four", "`sttt puzzles make` was given no FILE; expected"),
        ("doctor a b", "`sttt doctor` has no use for 'a b'; expected `sttt doctor [OPTIONS]`"),
    ],
)
def test_too_few_or_too_many_words_are_told_with_what_was_expected(words: str, told: str) -> None:
    assert fails_as_wrong_input(*words.split()).startswith(f"sttt: {told}")


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command below a group, by its words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        yield " ".join((*path, name)), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


def test_every_command_that_does_nothing_without_arguments_has_an_example() -> None:
    needy = {
        words
        for words, command in commands(cli)
        if any(isinstance(one, click.Argument) and one.required for one in command.params)
    }
    assert needy <= set(EXAMPLES) <= {words for words, _ in commands(cli)}
    for words, example in EXAMPLES.items():
        assert set(words.split()) <= set(example.split())


JUNK = [
    "",
    "-",
    "--",
    "-1",
    "0",
    "1e999",
    "nan",
    "9" * 30,
    "x" * 5000,
    "\udcff",
    "\x1b]52;c;\x07",
    "\u202e",
    "[red]",
    "((big",
    "." * 81,
    "nowhere",
    "/dev/null",
    "/dev/zero",
    "/",
    ".",
    "cmd:",
    "cmd:/",
    "scheme:",
    "connect-four",
    "[" * 2000,
]
"""Words that make sense nowhere, or somewhere else."""
SHORT = ("analyze", "archive", "check-player", "move", "play", "players", "report", "scheme-path", "trace", "verify")
"""Commands that are soon over whatever they are given."""


@pytest.mark.slow
def test_whatever_words_follow_a_command_it_ends_well_or_with_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    random, statuses = Random(1), Counter[int]()
    short = [command for words, command in commands(cli) if words in SHORT]
    for _ in range(300):
        command = random.choice(short)
        options = [name for parameter in command.params for name in parameter.opts if name.startswith("-")]
        words = random.choices([*JUNK, *options, "list", "replay", "export"], k=random.randrange(5))
        limit = ["--nodes", "1"] if "--nodes" in options else []
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(random.choice(JUNK).encode("utf-8", "replace"))))
        done = sttt_here(str(command.name), *limit, *words)
        statuses[done.returncode] += 1
        assert done.returncode in (0, 1, 2), (command.name, words)
        if done.returncode == 2:
            assert re.fullmatch(r"(.*\n)*sttt: .+\n", done.stderr), (command.name, words)
        assert "\x1b" not in done.stdout + done.stderr, (command.name, words)
    assert statuses[0]
    assert statuses[2] > 100


@pytest.mark.parametrize(
    "arguments",
    [("players",), ("perft", "1"), ("match", "--help"), ("--help",), ("--version",), ()],
    ids=" ".join,
)
def test_a_reader_that_goes_away_ends_a_command_as_it_ends_others_and_without_a_word(
    arguments: tuple[str, ...],
) -> None:
    with subprocess.Popen([STTT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        assert command.stdout
        assert command.stderr
        command.stdout.close()
        assert (command.stderr.read(), command.wait()) == (b"", 141)


@pytest.mark.parametrize(
    "arguments",
    [("analyze", "--game", "three-by-four"), ("play", "chess"), ("move", "--player", "nobody")],
    ids=" ".join,
)
def test_a_narrow_window_breaks_lines_between_words(arguments: tuple[str, ...]) -> None:
    with Terminal(*arguments, columns=60) as terminal:
        terminal.type("\n\x04")
        terminal.leave()
    whole = sttt(*arguments)
    known = set((whole.stdout + whole.stderr).split())
    shown = [line for line in terminal.lines if "seconds" not in line]
    assert max(map(len, shown)) <= 60
    assert {word for line in shown for word in line.split()} <= known


def test_a_narrow_window_shows_the_names_of_players_whole() -> None:
    with Terminal("players", columns=60) as terminal:
        assert terminal.leave() == 0
    shown = {word for line in terminal.lines for word in line.split()}
    assert {player["name"] for player in json.loads(sttt("players", "--json").stdout)["players"]} <= shown


def test_the_help_of_a_game_under_way_is_broken_between_words_too() -> None:
    with Terminal("play", "--player", "random", columns=60) as terminal:
        terminal.wait_for("left: ")
        terminal.type("help\r")
        terminal.wait_for("leave the game")
        terminal.type("quit\r")
        assert terminal.leave() == 0
    assert max(map(len, terminal.lines)) <= 60
    assert "what was played since" in terminal.lines
