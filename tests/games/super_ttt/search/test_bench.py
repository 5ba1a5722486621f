"""The bench signature: one node count for both builds, kept beside the tests."""

import json
from pathlib import Path

import pytest
from support.command import fails_as_wrong_input, sttt

from sttt.games.super_ttt.search.bench import run
from sttt.kernel.builds import interpreted

SIGNATURE = Path(__file__).parents[3] / "data" / "bench-signature.txt"
"""The total of `sttt bench`; a change that alters it says so in its commit message."""


def test_the_signature_is_the_one_on_record() -> None:
    report = json.loads(sttt("bench", "--json").stdout)
    assert report["nodes"] == int(SIGNATURE.read_text(encoding="ascii").splitlines()[-1])


@pytest.mark.slow
def test_both_builds_visit_the_same_nodes() -> None:
    compiled = [(one.nodes, one.score) for one in run(turns=3)]
    assert compiled == [
        (one.nodes, one.score) for one in run(turns=3, engine=interpreted("sttt.games.super_ttt.search.engine"))
    ]


def test_the_table_shows_every_position_and_the_total() -> None:
    lines = sttt("bench", "--turns", "1").stdout.splitlines()
    assert len(lines) == 13
    assert " nodes in " in lines[-1]


def test_a_depth_of_nothing_is_wrong_input() -> None:
    assert "--turns" in fails_as_wrong_input("bench", "--turns", "0")
