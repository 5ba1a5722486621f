"""Files of what was learned: those that ship, and damaged ones."""

import json
from pathlib import Path

import pytest

import strategies
from sttt.errors import WeightsError
from sttt.players.weights import integers, read_weights, write_weights

SHIPPED = {
    "qubic": "qubic",
    "four-by-four": "four_by_four",
    "connect-four": "connect_four",
}
FOLDER = Path(strategies.__file__).parent


@pytest.mark.parametrize(("game", "folder"), SHIPPED.items())
def test_what_ships_is_whole_and_says_where_it_is_from(game: str, folder: str) -> None:
    path = FOLDER / folder / "learned.json"
    _, origin = read_weights(path, game)
    assert str(origin["command"]) == f"sttt tune {game} --games {origin['games']} --seed {origin['seed']}"
    assert {"labels", "nodes", "libraries", "held_out"} <= set(origin)
    assert path.stat().st_size < 300_000


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    write_weights(path, "qubic", {"a": [1, 2]}, {"seed": 3})
    assert read_weights(path, "qubic") == ({"a": [1, 2]}, {"seed": 3})


def test_a_changed_number_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    write_weights(path, "qubic", {"a": [1, 2]}, {"seed": 3})
    path.write_text(path.read_text().replace("[1, 2]", "[1, 3]"))
    with pytest.raises(WeightsError, match="checksum"):
        read_weights(path, "qubic")


def test_a_file_of_another_game_or_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    write_weights(path, "qubic", {}, {})
    with pytest.raises(WeightsError, match="expected four-by-four"):
        read_weights(path, "four-by-four")
    path.write_text(json.dumps([1]))
    with pytest.raises(WeightsError, match="expected"):
        read_weights(path, "qubic")
    with pytest.raises(WeightsError, match="expected a file"):
        read_weights(tmp_path / "none.json", "qubic")


@pytest.mark.parametrize("value", [None, [1], [1, 2.5], [1, True], "12"])
def test_anything_but_whole_numbers_is_refused(value: object) -> None:
    with pytest.raises(WeightsError, match="list of 2 integers"):
        integers({"a": value}, "a", 2)  # type: ignore[dict-item]


def test_a_byte_order_mark_is_skipped_and_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    write_weights(path, "qubic", {"a": [1, 2]}, {"seed": 3})
    for encoding in ("utf-8-sig", "utf-16"):
        marked = tmp_path / encoding
        marked.write_text(path.read_text(), encoding)
        assert read_weights(marked, "qubic") == ({"a": [1, 2]}, {"seed": 3})
    with path.open("r+b") as file:
        file.truncate(2**40)
    with pytest.raises(WeightsError, match="more than 16,777,216 bytes"):
        read_weights(path, "qubic")
