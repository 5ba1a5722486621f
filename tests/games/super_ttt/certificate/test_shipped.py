"""The certificates that lie beside the package."""

from itertools import islice
from pathlib import Path

import pytest
from support.forgeries import plain

from sttt.games.super_ttt.book.book import canonical
from sttt.games.super_ttt.book.openings import ReplyWorth, known_opening, shipped_openings, winning_move
from sttt.games.super_ttt.certificate.check import parse_lines
from sttt.games.super_ttt.certificate.file import read_certificate
from sttt.games.super_ttt.certificate.line import Line, reply
from sttt.games.super_ttt.certificate.manifest import NAME, check_manifest, read_manifest
from sttt.games.super_ttt.certificate.pieces import LIST_PIECE, check, pieces_for, shared_checker
from sttt.games.super_ttt.certificate.squares import play_marks
from sttt.games.super_ttt.classes import tables
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_position, parse_position, parse_squares

MANIFEST = Path(__file__).parents[4] / "docs" / "certificates" / NAME
REPLIES = MANIFEST.parent / "replies" / "won.xz"
"""O's replies to first turns that lose."""


@pytest.mark.slow
def test_the_shipped_files_are_those_of_first_turns_and_what_they_leave_open_is_told() -> None:
    manifest = read_manifest(MANIFEST)
    check_manifest(manifest, shared_checker())
    assert len(manifest.files) + len(manifest.open_turns) == 37
    assert {path.name for path in MANIFEST.parent.iterdir() if path.is_file()} == {NAME, *manifest.files}


def test_that_o_never_wins_either_takes_two_lines(tmp_path: Path) -> None:
    """The other half of a draw."""
    start = format_position(Position())
    behind = format_position(play_marks(Position(), parse_squares("51+53")))
    path = tmp_path / "certificate.txt"
    path.write_text(plain("o never wins", start, (f"{start} reply 51+53", f"{behind} search 2")), encoding="ascii")
    (job,) = pieces_for(path)
    assert check(job).refusals == []


@pytest.mark.slow
def test_the_first_piece_of_the_smallest_shipped_file_stands() -> None:
    smallest = min(read_manifest(MANIFEST).files, key=lambda name: MANIFEST.with_name(name).stat().st_size)
    for job in islice(pieces_for(MANIFEST.with_name(smallest)), 1):
        checked = check(job)
        assert checked.refusals == []
        assert checked.lines > 0


@pytest.mark.slow
def test_every_reply_that_loses_is_certified_with_its_turn_and_within_as_many_turns() -> None:
    file = read_certificate(REPLIES)
    lines = list(parse_lines(REPLIES, file.lines(), file.first_line, file.header.claim))
    certified = {}
    for line in lines:
        position = parse_position(line.position)
        known, move = known_opening(position), winning_move(position)
        assert known
        assert move
        assert line == Line(line.position, reply(move.turn), known.wins)
        certified[canonical(position, tables.load()).key] = line
    won = [one for one in shipped_openings().known() if one.worth is ReplyWorth.WON]
    assert len(certified) == len(lines) == len(won)
    assert str(file) == f"x wins within {max(one.wins for one in won)} in each of {len(won):,} positions"


@pytest.mark.slow
def test_a_piece_of_the_certified_replies_stands() -> None:
    checked = check(pieces_for(REPLIES)[0])
    assert (checked.refusals, checked.lines) == ([], LIST_PIECE)
