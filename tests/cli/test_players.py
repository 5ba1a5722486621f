"""The installed `sttt players`."""

import json
from pathlib import Path

import pytest
from support import mock_players as mock
from support.command import fails_as_wrong_input, sttt

from sttt.players import registry


def test_json_lists_every_installed_player_and_protocol() -> None:
    document = json.loads(sttt("players", "--json").stdout)
    names = [player["name"] for player in document["players"]]
    assert names == [strategy.name for strategy in registry.strategies()]
    assert {"random", "offensive"} <= set(names)
    assert document["protocols"] == [
        {"name": wire.name, "game": wire.game, "summary": wire.summary} for wire in registry.protocols()
    ]


def test_the_table_names_players_with_their_game_and_summary() -> None:
    done = sttt("players")
    assert (done.returncode, done.stderr) == (0, "")
    for strategy in registry.strategies():
        row = next(line for line in done.stdout.splitlines() if line.startswith(f" {strategy.name} "))
        assert (strategy.game or "any") in row
        assert strategy.summary[:20] in row


def test_a_strangers_package_adds_its_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mock.use(tmp_path, monkeypatch, [mock.entry_point("first")])
    document = json.loads(sttt("players", "--json").stdout)
    found = next(player for player in document["players"] if player["name"] == "mock-first")
    assert found["game"] is None


def test_wrong_input_is_one_line_and_status_2() -> None:
    assert "`sttt players` has no use for 'more'; expected `sttt players [OPTIONS]`" in fails_as_wrong_input(
        "players", "more"
    )
