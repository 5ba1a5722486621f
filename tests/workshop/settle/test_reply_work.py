"""Work on replies in threads: it ends whatever ends one of them, and what two find of one reply counts together."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.solver import CUT_OFF
from sttt.workshop.settle.findings import NOTHING, Finding, FindingFile, SettleError, read_findings
from sttt.workshop.settle.first_turn import digest, first_turns
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS, Judge, Stopped
from sttt.workshop.settle.replies import Reply, replies_to
from sttt.workshop.settle.reply_agenda import ROUNDS
from sttt.workshop.settle.reply_search import ReplySearch
from sttt.workshop.settle.reply_work import ReplyWork

HARD_NODES = 10**12
MANY = 100
REPLIES = [Reply("12+15", f"{board}1+{board}2", board, b"", Position()) for board in range(1, 10)]


class FakeSearch(ReplySearch):
    """A search that finds each reply held, and does something else at one of them."""

    def __init__(self, known: dict[int, Finding]) -> None:
        self.shared = known
        self.used = 0
        self.stopped = Event()

    @property
    def nodes(self) -> int:
        return self.used

    def known(self, reply: Reply) -> Finding:
        return self.shared.get(reply.key, NOTHING)

    def turns_left(self, _reply: Reply) -> int:
        return MANY

    def tidy(self, _replies: object) -> None:
        pass

    def stop(self) -> None:
        self.stopped.set()

    def work_on(self, reply: Reply, nodes: int) -> Finding:
        self.at(reply)
        self.used += nodes
        self.shared[reply.key] = Finding(X_NEVER_WINS, nodes, nodes)
        return self.shared[reply.key]

    def at(self, reply: Reply) -> None:
        pass


class Endless(FakeSearch):
    """A search that only ends when it is told to."""

    def at(self, _reply: Reply) -> None:
        assert self.stopped.wait(60)
        raise Stopped


class Full(FakeSearch):
    """A search whose work file has no room."""

    def at(self, _reply: Reply) -> None:
        raise SettleError("no room")


def test_threads_do_every_reply_once_between_them(tmp_path: Path) -> None:
    known: dict[int, Finding] = {}
    searches: list[ReplySearch] = [FakeSearch(known) for _ in range(3)]
    (status,) = ReplyWork(tmp_path, {"12+15": REPLIES}, searches).run(None)
    assert (status.held, status.open, len(known)) == (9, 0, 9)
    assert sum(search.nodes for search in searches) == 9 * ROUNDS[0]


@pytest.mark.parametrize(("most", "begun"), [(1, 1), (ROUNDS[0], 1), (ROUNDS[0] + 5, 2), (3 * ROUNDS[0], 3)])
def test_no_more_nodes_are_used_than_it_is_given(tmp_path: Path, most: int, begun: int) -> None:
    search = FakeSearch({})
    (status,) = ReplyWork(tmp_path, {"12+15": REPLIES}, [search]).run(most)
    assert (search.nodes, status.held, status.open) == (most, begun, 9 - begun)


@pytest.mark.parametrize("first", [0, 1])
def test_an_error_in_one_thread_ends_all_and_is_raised(tmp_path: Path, first: int) -> None:
    searches: list[ReplySearch] = [Endless({}), Full({})]
    with pytest.raises(SettleError, match="no room"):
        ReplyWork(tmp_path, {"12+15": REPLIES}, searches[first:] + searches[:first]).run(None)


def test_a_judge_that_is_stopped_answers_nothing_more(tmp_path: Path) -> None:
    judge = Judge(16)
    first = next(one for one in first_turns(judge) if one.name == "21+45")
    hard = replies_to(judge, first)[0]
    with FindingFile(tmp_path / "a.journal", digest()) as findings, ThreadPoolExecutor(1) as pool:
        search = ReplySearch(judge, findings, {})
        thread = pool.submit(search.work_on, hard, HARD_NODES)
        while not thread.done():
            search.stop()
        with pytest.raises(Stopped):
            thread.result()
        with pytest.raises(Stopped):
            search.work_on(hard, 1)
        assert findings.known == {}


def test_what_another_search_has_found_of_a_reply_meanwhile_is_kept(tmp_path: Path) -> None:
    class Meanwhile(Judge):
        """A judge that answers nothing, and during whose work another search finds a win."""

        def bound(self, *_: object, **__: object) -> tuple[int, int]:
            findings.add(REPLIES[0].key, won)
            return CUT_OFF, 7

    won = Finding(X_WINS, 0, 5, 3, fails=6, wins=8)
    with FindingFile(tmp_path / "a.journal", digest()) as findings:
        found = ReplySearch(Meanwhile(8), findings, {}).work_on(REPLIES[0], 7)
        assert found == findings.known[REPLIES[0].key] == won


def test_a_work_file_takes_from_threads_what_each_adds(tmp_path: Path) -> None:
    def add(thread: int) -> None:
        for key in range(thread, 6_000, 3):
            findings.add(key, Finding(None, key, thread))
            findings.add(key, Finding(X_NEVER_WINS, key, thread))
            if key % 100 == thread:
                findings.compact()

    path = tmp_path / "a.journal"
    with FindingFile(path, digest()) as findings, ThreadPoolExecutor(3) as pool:
        list(pool.map(add, range(3)))
    assert read_findings(path, digest()) == {key: Finding(X_NEVER_WINS, key, key % 3) for key in range(6_000)}
