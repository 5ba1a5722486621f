"""The certificates that lie beside the package."""

from functools import cache
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
LATE = "........./....x..../........./........./o...x..../........./........./....o..../.........:x2"
"""A reply to 25+55, 51+85, that loses within twelve turns."""


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


@cache
def certified_wins() -> tuple[list[Line], list[Line]]:
    """Return all lines of the list, and those of replies that lose, without the positions further on."""
    file = read_certificate(REPLIES)
    lines = list(parse_lines(REPLIES, file.lines(), file.first_line, file.header.claim))
    return lines, [line for line in lines if parse_position(line.position).open_squares.bit_count() == 77]


@pytest.mark.slow
def test_every_reply_that_loses_is_certified_with_its_turn_and_within_as_many_turns() -> None:
    lines, losing = certified_wins()
    certified = {}
    for line in losing:
        position = parse_position(line.position)
        known, move = known_opening(position), winning_move(position)
        assert known
        assert move
        assert line == Line(line.position, reply(move.turn), known.wins)
        certified[canonical(position, tables.load()).key] = line
    won = [one for one in shipped_openings().known() if one.worth is ReplyWorth.WON]
    assert len(certified) == len(losing) == len(won)
    longest = max(one.wins for one in won)
    assert str(read_certificate(REPLIES)) == f"x wins within {longest} in each of {len(lines):,} positions"


@pytest.mark.slow
def test_a_win_that_takes_long_stands_on_the_lines_further_on() -> None:
    lines, losing = certified_wins()
    (late,) = [line for line in losing if line.position == LATE]
    assert late.turns == 12
    file, checker = read_certificate(REPLIES), shared_checker()
    checker.begin(file.header.claim, 3_000_000, lines)
    assert checker.check_line(late) is None
    # Within a turn less it does not follow from them.
    assert checker.check_line(late._replace(turns=11)) is not None


@pytest.mark.slow
def test_a_piece_of_the_certified_replies_stands() -> None:
    """A piece whose wins come soon: others take up to a minute."""
    turns = [line.turns for line in certified_wins()[0]]
    whole = [job for job in pieces_for(REPLIES) if job.stop - job.start == LIST_PIECE]
    checked = check(min(whole, key=lambda job: sum(turns[job.start : job.stop])))
    assert (checked.refusals, checked.lines) == ([], LIST_PIECE)
