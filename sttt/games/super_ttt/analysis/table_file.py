"""The file of a solver's table and of its answers, so that a long run can go on another day.

One line says what it is and gives the checksum of the rest; one line of JSON says which class tables the entries rest
on, how large the table is, and what was proven of which positions; then come the bytes of the table.
The entries speak of positions up to symmetry whoever asked, so that one file serves any number of positions.
"""

import os
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

import msgspec
from msgspec import Meta, Struct

from sttt.errors import PositionError, TableFileError
from sttt.execution.foreign import open_regular, part_of, read_json, replacing, shorten
from sttt.games.claim import EVER, Claim
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import Proof, Question, most_turns
from sttt.games.super_ttt.classes import groups
from sttt.games.super_ttt.classes import tables as class_tables
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.solver import Solver
from sttt.games.super_ttt.text import format_position, parse_position
from sttt.kernel.transposition_table import ENTRY_BYTES

VERSION = 3
"""The version of the file and of the meaning of the table's entries; a change of either raises it."""

MOST_BITS = 40
"""The largest table, 16 TB."""

_FIRST_LINE = re.compile(rb"sttt solver table, version (\d{1,9}), crc32 ([0-9a-f]{8})\n")
LONGEST_LINE = 2**26
"""Bytes of the second line: several hundred thousand positions."""


@dataclass
class KnownProofs:
    """The proofs of one position in their order, and the question under work."""

    proofs: list[Proof] = field(default_factory=list)
    unfinished: Question | None = None


@dataclass
class SavedTable:
    """The content of a file beside the table itself."""

    table_bits: int
    known: dict[Position, KnownProofs] = field(default_factory=dict)


class _Rest(Struct, forbid_unknown_fields=True):
    """A question that was being worked on."""

    attacker: Side
    turns: int
    nodes: int
    seconds: float


class _Answer(Struct, forbid_unknown_fields=True):
    """A proof, its claim taken apart."""

    attacker: Side
    verdict: Literal["wins", "held", "never"]
    turns: int
    nodes: int
    seconds: float


class _Claims(Struct, forbid_unknown_fields=True):
    """The entry of a position in the file."""

    proofs: list[_Answer]
    unfinished: _Rest | None


class _Head(Struct, forbid_unknown_fields=True):
    classes: Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]
    table_bits: Annotated[int, Meta(ge=0, le=MOST_BITS)]
    positions: dict[str, _Claims]


@cache
def tables_digest() -> str:
    """Return a checksum of the class tables that the entries' keys depend on."""
    return sha256(class_tables.DATA_FILE.read_bytes() + groups.DATA_FILE.read_bytes()).hexdigest()[:16]


def check_writable(path: Path) -> None:
    """Find out before a long run whether its file can be written; raises `TableFileError`."""
    _while_writing(path, lambda: part_of(path).touch())
    part_of(path).unlink()


def save(path: Path, saved: SavedTable, solver: Solver) -> None:
    """Write the file and put it in the old one's place in one step, so that there is a whole one at any moment.

    Raises `TableFileError`.
    """
    _while_writing(path, lambda: _write(path, saved, solver))


def read(path: Path, make_solver: Callable[[SavedTable], Solver]) -> SavedTable:
    """Read a file into the solver that `make_solver` makes once it is told what the file holds beside the table.

    Raises `TableFileError` unless the file is whole and of this version; and the exceptions of `make_solver`.
    """
    try:
        with open_regular(path, follow=True) as file:
            checksum = _read_first_line(path, file)
            line = _read_second_line(path, file)
            saved = _saved(path, read_json(line, _Head, f"{path}: its second line", TableFileError))
            _check_size(path, file, saved.table_bits)
            table = make_solver(saved).table_view()
            if file.readinto(table) != len(table) or zlib.crc32(table, zlib.crc32(line)) != checksum:
                raise TableFileError(
                    f"{path} is damaged: its checksum is not that of its contents; expected it as it was written"
                )
            return saved
    except OSError as error:
        raise TableFileError(f"cannot read {path}: {error.strerror}") from error


def _while_writing(path: Path, write: Callable[[], None]) -> None:
    try:
        write()
    except OSError as error:
        raise TableFileError(f"cannot write {path}: {error.strerror}") from error


def _write(path: Path, saved: SavedTable, solver: Solver) -> None:
    pieces: list[bytes | memoryview] = [msgspec.json.encode(_head(saved)) + b"\n", solver.table_view()]
    checksum = 0
    for piece in pieces:
        checksum = zlib.crc32(piece, checksum)
    with replacing(path) as file:
        file.write(b"sttt solver table, version %d, crc32 %08x\n" % (VERSION, checksum))
        for piece in pieces:
            file.write(piece)


def _read_first_line(path: Path, file: BinaryIO) -> int:
    """Return the checksum that the first line gives."""
    first = _FIRST_LINE.fullmatch(file.readline(100))
    if not first:
        raise TableFileError(f"{path} is no solver table; expected a file that `sttt solve --table` has written")
    if int(first[1]) != VERSION:
        raise TableFileError(f"{path} is a solver table of version {int(first[1])}; expected version {VERSION}")
    return int(first[2], 16)


def _read_second_line(path: Path, file: BinaryIO) -> bytes:
    line = file.readline(LONGEST_LINE)
    if not line.endswith(b"\n"):
        raise TableFileError(
            f"{path}: its second line has no end within {LONGEST_LINE:,} bytes; expected the file as it was written"
        )
    return line


def _saved(path: Path, head: _Head) -> SavedTable:
    if head.classes != tables_digest():
        raise TableFileError(f"{path} rests on class tables {head.classes}; expected {tables_digest()}")
    try:
        known = {(at := parse_position(name)): _known(at, claims) for name, claims in head.positions.items()}
    except PositionError as error:
        raise TableFileError(f"{path}: {shorten(error)}") from error
    return SavedTable(head.table_bits, known)


def _check_size(path: Path, file: BinaryIO, bits: int) -> None:
    size, expected = os.fstat(file.fileno()).st_size - file.tell(), ENTRY_BYTES << bits
    if size != expected:
        raise TableFileError(f"{path} holds a table of {size} bytes; expected {expected}")


def _head(saved: SavedTable) -> _Head:
    claims = {format_position(position): _claims(known) for position, known in saved.known.items()}
    return _Head(tables_digest(), saved.table_bits, claims)


def _claims(known: KnownProofs) -> _Claims:
    rest = known.unfinished
    answers = [_Answer(one.attacker, one.verdict, one.turns, one.nodes, one.seconds) for one in known.proofs]
    return _Claims(answers, _Rest(rest.attacker, rest.turns, rest.nodes, rest.seconds) if rest else None)


def _known(position: Position, claims: _Claims) -> KnownProofs:
    """Return what is claimed of a position; raises `PositionError` for what no solver can have found."""
    rest = claims.unfinished
    for proof in claims.proofs:
        _check(position, proof.attacker, proof.turns, proof.nodes, proof.seconds)
    proofs = []
    for answer in claims.proofs:
        turns = EVER if answer.verdict == "never" else answer.turns
        claim = Claim(answer.attacker, answer.verdict == "wins", turns)
        proofs.append(Proof(claim, answer.turns, answer.nodes, answer.seconds))
    if rest is None:
        return KnownProofs(proofs)
    _check(position, rest.attacker, rest.turns, rest.nodes, rest.seconds)
    return KnownProofs(proofs, Question(position, rest.attacker, rest.turns, rest.nodes, rest.seconds))


def _check(position: Position, attacker: Side, turns: int, nodes: int, seconds: float) -> None:
    most = max(1, most_turns(position, attacker))
    if not (1 <= turns <= most and nodes >= 0 and seconds >= 0):
        raise PositionError(
            f"{attacker} within {turns} turns after {nodes} nodes and {seconds} s in {format_position(position)}; "
            f"expected 1 to {most} turns and nothing below 0"
        )
