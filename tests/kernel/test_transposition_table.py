from types import ModuleType

import pytest

from sttt.kernel import bits, transposition_table
from sttt.kernel.builds import interpreted

BUILDS = [
    pytest.param(transposition_table, id="installed"),
    pytest.param(interpreted("sttt.kernel.transposition_table"), id="interpreted"),
]


@pytest.mark.parametrize("build", BUILDS)
def test_of_two_keys_in_one_place_the_later_stays(build: ModuleType) -> None:
    table = build.TranspositionTable(4)
    table.store(5, 70)
    table.store(5 + 16, 80)
    assert (table.find(5), table.find(21), table.find(6)) == (0, 80, 0)


@pytest.mark.parametrize("build", BUILDS)
def test_a_table_of_two_places_keeps_what_is_worth_more(build: ModuleType) -> None:
    table = build.TranspositionTable(4, worth_bit=8)
    table.store(4, 3 * 256 + 1)
    table.store(4 + 16, 2 * 256 + 2)
    table.store(4 + 32, 1 * 256 + 3)
    assert (table.find(4), table.find(20), table.find(36)) == (3 * 256 + 1, 0, 256 + 3)
    table.store(4, 7)
    assert (table.find(4), table.find(36)) == (7, 256 + 3)


@pytest.mark.parametrize("build", BUILDS)
def test_what_is_forgotten_is_not_found(build: ModuleType) -> None:
    table, pairs = build.TranspositionTable(4), build.PairTable(4)
    table.store(5, 70)
    pairs.store(3, 4, 7)
    table.forget()
    pairs.forget()
    assert (table.find(5), pairs.find(3, 4), pairs.holds(3, 4)) == (0, 0, False)


@pytest.mark.parametrize("build", BUILDS)
def test_the_view_of_a_table_is_its_keys_and_contents(build: ModuleType) -> None:
    table = build.TranspositionTable(1)
    table.store(3, 70)
    view = table.view()
    assert bytes(view) == bytes(16) + (3 ^ 70).to_bytes(8, "little") + (70).to_bytes(8, "little")
    view[16:25] = (3 ^ 71).to_bytes(8, "little") + b"G"
    assert table.find(3) == 71


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("worth_bit", [transposition_table.NO_WORTH, 8])
@pytest.mark.parametrize(("other", "content"), [(3, 71), (3 + 16, 70), (3 + 16, 71)])
def test_an_entry_that_two_have_written_by_halves_is_not_found(
    build: ModuleType, worth_bit: int, other: int, content: int
) -> None:
    table = build.TranspositionTable(1, worth_bit)
    table.store(other, content)
    halves = bytes(table.view())
    table.forget()
    table.store(3, 70)
    half = next(place for place in range(8, 32, 16) if halves[place])
    table.view()[half : half + 8] = halves[half : half + 8]
    assert table.find(3) == (70 if content == 70 else 0)
    assert table.find(other) == 0


@pytest.mark.parametrize("build", BUILDS)
def test_a_key_of_two_words_is_found_by_both(build: ModuleType) -> None:
    table = build.PairTable(0)
    table.store(2**63, 5, 9)
    assert (table.find(2**63, 5), table.find(5, 2**63), table.find(2**63, 6)) == (9, 0, 0)
    alone = build.PairTable(0, has_content=False)
    alone.store(2**63, 5, 0)
    assert alone.holds(2**63, 5)
    assert not alone.holds(2**63, 4)


@pytest.mark.parametrize("module", [bits, interpreted("sttt.kernel.bits")])
def test_bits_are_counted_and_found(module: ModuleType) -> None:
    words = [0, 1, 2**63, 2**64 - 1, 0x9E3779B97F4A7C15]
    assert [module.count_bits(word) for word in words] == [word.bit_count() for word in words]
    assert [module.bit_index(2**index) for index in range(64)] == list(range(64))
