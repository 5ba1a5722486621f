"""One word for one thing: where the things of the vocabulary are defined, and the words that may not come back."""

import ast
import re
from pathlib import Path

import pytest
from support import house

PAGES = [house.ROOT / "README.md", house.ROOT / "CONTRIBUTING.md", *sorted((house.ROOT / "docs").glob("*.md"))]
DEFINED = {
    "Side": "sttt.games.game",
    "Result": "sttt.games.game",
    "Game": "sttt.games.game",
    "Shape": "sttt.games.game",
    "Claim": "sttt.games.claim",
    "Verdict": "sttt.games.verdict",
    "Knowledge": "sttt.games.knowledge",
    "ClassView": "sttt.games.super_ttt.classes.view",
    "Prover": "sttt.games.super_ttt.analysis.prover",
    "Limits": "sttt.players.player",
    "Decision": "sttt.players.player",
    "Player": "sttt.players.player",
    "Strategy": "sttt.players.player",
    "WireProtocol": "sttt.players.player",
    "Puzzle": "sttt.puzzles.puzzle",
    "Archive": "sttt.arena.archive.archive",
}
"""The one module that says what each of these is."""
GONE = {
    r"\bNEVER\b": "a claim that is not won, or -EVER",
    r"\b(Turn|Opponent)Prover\b": "Prover",
    r"\bhangs? on (?!up)": "depends on",
    r"\bdr[ae]ws? (no )?lots\b|\bdrawn by lot\b": "at random",
}
"""Words that named a thing for which there is another word, and that word."""


@pytest.mark.parametrize("name", DEFINED)
def test_a_thing_of_the_vocabulary_is_defined_in_one_module(name: str) -> None:
    found = [module for module, tree in house.TREES.items() if any(_defines(node, name) for node in tree.body)]
    assert found == [DEFINED[name]]


def _defines(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.ClassDef) and node.name == name


def test_every_form_of_a_position_a_turn_and_who_can_win_is_where_the_page_says() -> None:
    forms = [name for names in house.forms().values() for name in names]
    missing = [name for name in forms if not any(name == found for found in _defined(name.rpartition(".")[0]))]
    assert (len(forms) > 0, missing) == (True, [])


def test_no_type_is_one_more_form_of_a_position() -> None:
    assert sorted(set(house.called_positions()) - set(house.forms()["position"])) == []
    assert house.called_positions()


def _defined(module: str) -> list[str]:
    """Return the full names of what a module defines."""
    body = house.TREES[module].body
    named = [node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    targets = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
    named += [target.id for target in targets if isinstance(target, ast.Name)]
    return [f"{module}.{name}" for name in named]


def test_ever_is_one_number() -> None:
    found = [name for name, path in house.MODULES.items() if any(re.match(r"EVER = \d", line) for line in _lines(path))]
    assert found == ["sttt.games.claim"]


@pytest.mark.slow
@pytest.mark.parametrize("word", GONE)
def test_a_word_that_gave_way_to_another_does_not_come_back(word: str) -> None:
    found = [
        f"{path.relative_to(house.ROOT)}:{number}: {line.strip()}; expected {GONE[word]}"
        for path in (*house.MODULES.values(), *PAGES)
        for number, line in enumerate(_lines(path), start=1)
        if re.search(word, line)
    ]
    assert found == []


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()
