"""Checks a certificate's lines, each on its own, with nothing but the rules and what follows from them here."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sttt.errors import CertificateError, StttError
from sttt.games.claim import EVER, Claim
from sttt.games.game import Side
from sttt.games.super_ttt.certificate.denial import Denial, index
from sttt.games.super_ttt.certificate.held_groups import HeldGroups
from sttt.games.super_ttt.certificate.line import MOST_NODES, Kind, Line
from sttt.games.super_ttt.certificate.memory import Memory
from sttt.games.super_ttt.certificate.moves import Moves
from sttt.games.super_ttt.certificate.order import IMPOSSIBLE, compute
from sttt.games.super_ttt.certificate.search import Search
from sttt.games.super_ttt.certificate.squares import (
    boards_of,
    marks_left,
    play,
    read_position,
    side_of,
    split,
    squares_of,
)
from sttt.games.super_ttt.position import LITTLE_LINES, Position, squares
from sttt.games.super_ttt.text import format_turn, parse_turn

TABLE_BITS = (16, 22)
"""The search's table is between these powers of two."""

ENTRIES = 2
"""Entries of the table for a line with a search, about, for each node that it may visit."""

KEPT_BITS = 18
"""The size of a table that is kept from line to line."""

REPLY_ENTRIES = 16
"""The same for a line with a reply, whose opponent's turns share one table."""

_LINE = re.compile(r"(\S+)(?: within ([1-9][0-9]{0,2}))? (reply|groups|search) (\S.*)")

Key = tuple[int, int, int]
"""A position up to the order and the symmetries: two words of the search's, and the marks left."""


class Refusal(NamedTuple):
    """A line that is refused."""

    place: str
    """``line 17``, or ``root``."""
    why: str


@dataclass
class Checked:
    """The result of a check, and its cost."""

    lines: int = 0
    nodes: int = 0
    refusals: list[Refusal] = field(default_factory=list)


class Checker:
    """Checks lines of one certificate after the other. Takes some seconds to make: it works the tables out."""

    def __init__(self) -> None:
        """Compute the order of little boards and the groups from the rules."""
        self.tables = compute()
        self.denial = Denial(self.tables)
        self.moves = Moves(self.tables)
        self.memory = Memory(self.moves)
        self.search = Search(self.moves, self.memory, HeldGroups(self.moves, self.denial))
        self.claim = Claim(Side.X, wins=False)
        self.nodes = 0
        self.spent = 0
        """The nodes of the last check."""
        self.listed: dict[Key, int] = {}
        self.lines: Sequence[Line] = ()
        """Those of the certificate that was taken over last."""
        self._keeps = False

    def begin(self, claim: Claim, nodes: int, lines: Sequence[Line], first: int = 1) -> None:
        """Take a certificate over; raises `CertificateError` for a position that two lines speak of.

        `nodes` decide what is left to the checker; `first` is the number that the first line has in its file.
        """
        self.claim = claim
        self.nodes = nodes
        self.lines = ()
        self.listed = {}
        self.memory.forget_lines()
        for number, line in enumerate(lines, first):
            key = self._key_of_text(line.position)
            if key in self.listed:
                other = next(at for at, one in enumerate(lines, first) if self._key_of_text(one.position) == key)
                raise CertificateError(
                    f"line {number} speaks of the position that line {other} speaks of; expected only one"
                )
            self.list_position(key, line.turns)
        self.lines = lines

    def list_position(self, key: Key, turns: int) -> None:
        """Take a line for a position over; the search never meets one with a started turn."""
        self.listed[key] = turns
        low, high, marks = key
        if marks == 2:
            self.memory.list_position(low, high, turns)

    def key(self, position: Position) -> Key:
        """Return what positions have in common that the checker holds for one."""
        return (*self.memory.key(self.classes(position), self.side(position)), marks_left(position))

    def _key_of_text(self, text: str) -> Key:
        """Return a line's key, as `key` does, without a look at the rules: they are asked when the line is checked."""
        boards, _, turn = text.partition(":")
        classes = [self.tables.class_of.get(board, -1) for board in split(boards, self.claim.attacker)]
        if turn[1:] != "2" or len(classes) != 9 or min(classes) < 0:
            return self.key(read_position(text))
        return (*self.memory.key(classes, 0 if turn[0] == self.claim.attacker else 1), 2)

    def classes(self, position: Position) -> list[int]:
        """Return the classes of the nine little boards."""
        return [self.tables.class_of[board] for board in boards_of(position, self.claim.attacker)]

    def side(self, position: Position) -> int:
        """Return 0 if the attacker is to move, else 1."""
        return side_of(position, self.claim.attacker)

    def check_lines(self, lines: Iterable[Line]) -> Iterator[str | None]:
        """Check lines one after the other, as `check_line` does, but use what the search has proven for those before.

        It can take more nodes, where the table is full; so what does not stand is checked alone again.
        """
        try:
            for line in lines:
                if not self._keeps:
                    self.search.forget(KEPT_BITS)
                    self._keeps = True
                why = self.check_line(line)
                if why:
                    spent, self._keeps = self.spent, False
                    why = self.check_line(line)
                    self.spent += spent
                yield why
        finally:
            self._keeps = False

    def check_line(self, line: Line) -> str | None:
        """Check a line; return what is wrong with it, if anything is."""
        self.spent = 0
        try:
            position = read_position(line.position)
            kind, _, value = line.evidence.partition(" ")
            if kind == Kind.REPLY:
                return self._check_reply(position, line.turns, parse_turn(value))
            if kind == Kind.GROUPS:
                return self._check_groups(position, value)
            return self._check_search(position, line.turns, int(value))
        except StttError as error:
            return str(error)

    def check_root(self, position: Position) -> str | None:
        """Check that the claim follows from the lines; return what is wrong, if anything is."""
        turns = self.claim.turns
        self.spent = 0
        if self.is_listed(self.key(position), turns):
            return None
        self._forget(REPLY_ENTRIES * self.nodes)
        if marks_left(position) == 2:
            bound = self._decide(position, turns, self.nodes)
            if self._is_enough(bound, turns):
                return None
        if position.side is self.claim.claimant:
            return "it is not listed, nor is it settled without"
        return self._check_turns(position, turns, "")

    def unsettled(self, position: Position, turns: int, most: int = EVER**2) -> list[tuple[tuple[int, ...], int]]:
        """List the opponent's undominated turns in a position that lead to nothing settled, with the bound after each.

        `turns` are the attacker's to come in the position; at most `most` turns are listed.
        """
        self._forget(REPLY_ENTRIES * self.nodes)
        found = self._unsettled(position, turns, self.nodes, most)
        self.spent += self.search.nodes
        return [(squares_of(position, self.claim.attacker, turn, self.tables), bound) for turn, bound in found]

    def unlisted(self, position: Position, turns: int) -> int:
        """Count the opponent's undominated turns in a position that lead to nothing listed."""
        return len(self._unsettled(position, turns, 0, EVER**2))

    def _unsettled(self, position: Position, turns: int, nodes: int, most: int) -> list[tuple[int, int]]:
        classes, side, marks = self.classes(position), self.side(position), marks_left(position)
        return self.search.unsettled(classes, side, marks, turns, wins=self.claim.wins, nodes=nodes, most=most)

    def turns(self, position: Position) -> list[tuple[int, ...]]:
        """List the undominated turns of the side to move, as squares."""
        turns = self.moves.turns_of(self.classes(position), self.side(position), marks_left(position))
        return [squares_of(position, self.claim.attacker, turn, self.tables) for turn in turns]

    def _check_reply(self, position: Position, turns: int, turn: tuple[int | None, ...]) -> str | None:
        if position.side is not self.claim.claimant:
            return f"a reply of {position.side}; expected one of {self.claim.claimant}, of whom the claim gives turns"
        after = play(position, turn)
        if self.claim.wins and turns != EVER:
            turns -= 1
        if after.result:
            return None if self.claim.holds_at(after.result) else f"{format_turn(turn)} ends the game without the win"
        if self.is_listed(self.key(after), turns):
            return None
        if turns < 1:
            return f"{format_turn(turn)} does not win, and no turn is left"
        return self._check_turns(after, turns, f"after {format_turn(turn)} ")

    def _check_turns(self, position: Position, turns: int, place: str) -> str | None:
        """Check that every turn of the opponent's leads to something settled."""
        found = self.unsettled(position, turns, 1)
        if not found:
            return None
        turn, bound = found[0]
        what = f"{place}and {position.side}'s {format_turn(turn) or 'pass'}"
        if bound == 0:
            return f"{what} nothing is listed, and {self.nodes:,} nodes do not decide"
        return f"{what} {self._proven(bound)}"

    def _proven(self, bound: int) -> Claim:
        return Claim(self.claim.attacker, bound > 0, abs(bound))

    def _check_search(self, position: Position, turns: int, nodes: int) -> str | None:
        if marks_left(position) == 1:
            return "a search of a started turn; expected a reply"
        self._forget(ENTRIES * nodes)
        bound = self._decide(position, turns, nodes)
        if self._is_enough(bound, turns):
            return None
        return str(self._proven(bound)) if bound else f"{nodes:,} nodes do not decide it"

    def _forget(self, entries: int) -> None:
        if self._keeps:
            return
        self.search.forget(table_bits(entries))

    def _decide(self, position: Position, turns: int, nodes: int) -> int:
        bound = self.search.decide(self.classes(position), self.side(position), turns, nodes)
        self.spent += self.search.nodes
        return bound

    def _check_groups(self, position: Position, value: str) -> str | None:
        if self.claim.wins:
            return "groups prove that there is no win; expected a reply or a search"
        groups = [tuple(int(board) - 1 for board in group) for group in value.split(" ")]
        boards = [board for group in groups for board in group]
        if len(set(boards)) != len(boards):
            return "the groups share a board; expected disjoint ones"
        classes = self.classes(position)
        denied = [set(group) for group in groups if self._is_denied([classes[board] for board in group])]
        for line in map(squares, LITTLE_LINES):
            costs = [self.tables.costs[0][classes[board]] for board in line]
            if max(costs) < IMPOSSIBLE and not any(group <= set(line) for group in denied):
                return f"no denied group lies on boards {' '.join(str(board + 1) for board in line)}"
        return None

    def _is_denied(self, classes: list[int]) -> bool:
        kinds = sorted(self.denial.kind[one] for one in classes)
        return kinds[0] < 0 or bool(self.denial.table[index(*([0] * (3 - len(kinds))), *kinds)])

    def is_listed(self, key: Key, turns: int) -> bool:
        """Return whether there is a line for the position that says as much."""
        listed = self.listed.get(key)
        return listed is not None and (listed <= turns if self.claim.wins else listed >= turns)

    def _is_enough(self, bound: int, turns: int) -> bool:
        return 0 < bound <= turns if self.claim.wins else bound <= -turns


def table_bits(entries: int) -> int:
    """Return the size of the table for about that number of entries."""
    low, high = TABLE_BITS
    return min(max(low, entries.bit_length()), high)


def fewest_nodes(nodes: int) -> int:
    """Return the smallest number of nodes with which a line has as large a table."""
    bits = table_bits(ENTRIES * nodes)
    return 1 if bits == TABLE_BITS[0] else 2 ** (bits - 1) // ENTRIES


def parse_line(text: str, claim: Claim) -> Line:
    """Read a line; raises `CertificateError` for anything that the format does not allow."""
    found = _LINE.fullmatch(text)
    if not found or not re.fullmatch(_VALUES[Kind(found[3])], found[4]):
        raise CertificateError(f"{text[:160]!r} is not a line; expected a position and a reply, groups or a search")
    if bool(found[2]) != claim.is_bounded or (found[2] and int(found[2]) >= EVER):
        raise CertificateError(f"{'no' if claim.is_bounded else 'a'} number of turns; the claim is that {claim}")
    if found[3] == Kind.SEARCH and int(found[4]) > MOST_NODES:
        raise CertificateError(f"a search of {int(found[4]):,} nodes; expected no more than {MOST_NODES:,}")
    return Line(found[1], f"{found[3]} {found[4]}", int(found[2]) if found[2] else EVER)


def parse_lines(path: Path, texts: Iterable[str], first: int, claim: Claim) -> Iterator[Line]:
    """Yield a file's lines, the first of which is its line number `first`; raises as `parse_line`, naming the place."""
    for number, text in enumerate(texts, first):
        try:
            yield parse_line(text, claim)
        except CertificateError as error:
            raise CertificateError(f"{path}: line {number}: {error}") from error


_VALUES = {
    Kind.REPLY: r"[1-9]{2}(\+[1-9]{2})?",
    Kind.GROUPS: r"[1-9]{1,3}( [1-9]{1,3})*",
    Kind.SEARCH: r"[1-9][0-9]{0,11}",
}
