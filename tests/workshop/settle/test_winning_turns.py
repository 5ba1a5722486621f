"""A winning turn tried against other replies: against which, in what order, until when, and whether it is true."""

import math
from collections.abc import Iterable
from pathlib import Path

import pytest

from sttt.games.super_ttt.book.openings import known_opening, shipped_openings
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_turn, parse_squares
from sttt.workshop.settle.findings import NOTHING, Finding, FindingFile
from sttt.workshop.settle.first_turn import digest, first_turns
from sttt.workshop.settle.judge import X_WINS, Judge
from sttt.workshop.settle.replies import Reply, replies_to
from sttt.workshop.settle.reply_search import ReplySearch
from sttt.workshop.settle.winning_turns import NODES_A_TURN, beaten_alike

JUDGE = Judge(18)
WON = Finding(X_WINS, 0, 0, 1, fails=6, wins=7)


class FakeSearch(ReplySearch):
    """A search in which a turn wins against the replies that it is told of."""

    def __init__(self, beats: Iterable[str]) -> None:
        self.beats = set(beats)
        self.tried: list[str] = []
        self.within: set[int] = set()
        self.used = 0

    @property
    def nodes(self) -> int:
        return self.used

    def winning_turn(self, _reply: Reply, known: Finding) -> tuple[int, ...] | None:
        return (0, 1) if known.reply else None

    def may_win_by(self, _turn: Iterable[int], reply: Reply, within: int) -> bool:
        return reply.name != "11+55" and within > 7

    def try_turn(self, reply: Reply, _turn: Iterable[int], within: int, nodes: int) -> Finding:
        self.tried.append(reply.name)
        self.within.add(within)
        self.used += nodes
        return WON if reply.name in self.beats else NOTHING


def replies(*names: str, first: str = "15+95") -> list[Reply]:
    return [Reply(first, name, number, b"", Position()) for number, name in enumerate(names)]


def test_those_most_like_it_come_first_and_those_that_cannot_be_won_so_are_left_out() -> None:
    (beaten,) = replies("21+23")
    others = [*replies("21+35", first="11+91"), *replies("35+71", "11+55", "23+85")]
    search = FakeSearch(["35+71", "21+35"])
    assert [reply.name for reply in beaten_alike(search, beaten, WON, others, math.inf)] == ["35+71", "21+35"]
    assert search.tried == ["23+85", "35+71", "21+35"]


@pytest.mark.parametrize(("wins", "within"), [(7, 8), (8, 8), (11, 11), (0, 8)])
def test_a_turn_is_asked_to_win_within_as_many_turns_as_it_is_known_to(wins: int, within: int) -> None:
    (beaten,) = replies("21+23")
    search = FakeSearch([])
    assert not list(beaten_alike(search, beaten, WON._replace(wins=wins), replies("23+85", "35+71"), math.inf))
    assert search.within == {within}


@pytest.mark.parametrize("wins", [0, 1])
def test_a_turn_that_hardly_ever_wins_is_given_up(wins: int) -> None:
    (beaten,) = replies("21+23")
    names = [f"{board}{square}+85" for board in (3, 4, 6, 7) for square in range(1, 10)]
    search = FakeSearch(names[:wins])
    assert len(list(beaten_alike(search, beaten, WON, replies(*names), math.inf))) == wins
    assert len(search.tried) == (15, 31)[wins]


@pytest.mark.parametrize("nodes", [0, 1, NODES_A_TURN, NODES_A_TURN + 1, 2 * NODES_A_TURN])
def test_it_ends_with_the_nodes_that_it_is_given(nodes: int) -> None:
    (beaten,) = replies("21+23")
    search = FakeSearch(["35+71", "11+53", "23+85"])
    won = list(beaten_alike(search, beaten, WON, replies("35+71", "11+53", "23+85"), nodes))
    assert search.used == nodes
    assert len(won) == -(-nodes // NODES_A_TURN)


@pytest.mark.parametrize(
    "known", [NOTHING, WON._replace(reply=0), WON._replace(fails=5, wins=6)], ids=["open", "no turn", "quick"]
)
def test_nothing_is_tried_without_a_turn_or_after_a_win_that_is_found_quickly(known: Finding) -> None:
    (beaten,) = replies("21+23")
    search = FakeSearch(["35+71"])
    assert list(beaten_alike(search, beaten, known, replies("35+71"), math.inf)) == []
    assert search.tried == []


@pytest.mark.parametrize(
    ("turn", "may"), [("51+55", False), ("11+57", False), ("59+58", False), ("58+59", True), ("58", True)]
)
def test_a_turn_is_not_tried_where_a_square_is_taken_or_its_first_mark_closes_the_board(
    tmp_path: Path, turn: str, *, may: bool
) -> None:
    position = Position().play_all(parse_squares("51+55") + parse_squares("11+13"))
    reply = Reply("51+55", "11+13", JUDGE.key(position), JUDGE.classes(position), position)
    with FindingFile(tmp_path / "a.journal", digest()) as findings:
        search = ReplySearch(JUDGE, findings, {})
        assert search.may_win_by(parse_squares(turn), reply, 8) == may
        if may:
            search.try_turn(reply, parse_squares(turn), 8, 1_000)


@pytest.mark.slow
def test_what_it_says_is_won_is_won_by_that_turn(tmp_path: Path) -> None:
    """Against what ships: the replies to 15+95 that are the cheapest to try, and some that hold."""
    first = next(one for one in first_turns(JUDGE) if one.name == "15+95")
    by_name = {reply.name: reply for reply in replies_to(JUDGE, first)}
    beaten = by_name.pop("21+23")
    move = shipped_openings().move(beaten.position)
    assert move is not None
    turn = format_turn(move.turn)
    others = [by_name[name] for name in ("21+25", "22+25", "25+85")]
    held = [
        reply for reply in by_name.values() if (shipped := known_opening(reply.position)) and shipped.worth == "held"
    ]
    known = Finding(X_WINS, 0, 0, JUDGE.key(beaten.position.play_all(move.turn)), fails=6, wins=7)
    with FindingFile(tmp_path / "a.journal", digest()) as findings:
        search = ReplySearch(JUDGE, findings, {})
        won = list(beaten_alike(search, beaten, known, [*held[:1], *others], math.inf))
        assert {"21+25", "22+25"} <= {reply.name for reply in won}
        for reply in won:
            shipped, found = known_opening(reply.position), search.known(reply)
            assert shipped
            assert (shipped.worth, found.claim) == ("won", X_WINS)
            assert shipped.wins <= found.wins <= 8
            after = reply.position.play_all(parse_squares(turn))
            assert found.reply == JUDGE.key(after)
        assert [search.known(reply).claim for reply in held[:1]] == [None]
        for reply in won:
            assert not search.may_win_by(move.turn, reply, 8)


@pytest.mark.slow
def test_a_win_that_takes_long_is_found_against_another_reply(tmp_path: Path) -> None:
    """Against 15+55 31+71 the turn 33+91 wins within eleven turns, and not within eight."""
    first = next(one for one in first_turns(JUDGE) if one.name == "15+55")
    (reply,) = [one for one in replies_to(JUDGE, first) if one.name == "31+71"]
    turn = parse_squares("33+91")
    with FindingFile(tmp_path / "a.journal", digest()) as findings:
        search = ReplySearch(Judge(20), findings, {})
        assert search.try_turn(reply, turn, 8, NODES_A_TURN).claim is None
        won = search.try_turn(reply, turn, 11, 4 * NODES_A_TURN)
        assert won.wins == 11
        # Said to take longer, or any number of turns, it is asked about again; a win within ten is known not to be.
        for wins in (13, 0):
            findings.known[reply.key] = won._replace(fails=10, wins=wins)
            assert search.work_on(reply, NODES_A_TURN).wins == 11
