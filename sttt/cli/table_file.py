"""The file that keeps a solver's table and what it has answered, so that a long run can go on another day.

One line says what it is and gives the checksum of the rest; one line of JSON says which class tables the entries rest
on, how large the table is, and what was proven of which positions; then come the bytes of the keys and of the entries.
The entries speak of positions up to symmetry whoever asked, so that one file serves any number of positions.
"""

import json
import os
import re
import zlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from sttt.errors import TableFileError
from sttt.games.game import Side
from sttt.games.super_ttt import Position, parse_position
from sttt.games.super_ttt_text import format_position
from sttt.kernel import class_tables, groups
from sttt.kernel.proofs import Proof, Question, Verdict
from sttt.kernel.solver import Solver

VERSION = 1
"""Of the file and of what the table's entries mean; whatever changes either raises it."""

_FIRST_LINE = re.compile(rb"sttt solver table, version (\d{1,9}), crc32 ([0-9a-f]{8})\n")
_PIECE = 1024 * 1024


@dataclass
class Known:
    """What is known of one position: the proofs in their order, and the question that was being worked on."""

    proofs: list[Proof] = field(default_factory=list)
    unfinished: Question | None = None


@dataclass
class SavedTable:
    """What a file holds beside the table itself."""

    table_bits: int
    known: dict[Position, Known] = field(default_factory=dict)


@cache
def tables_digest() -> str:
    """Identify what the classes in the entries' keys rest on."""
    return sha256(class_tables.DATA_FILE.read_bytes() + groups.DATA_FILE.read_bytes()).hexdigest()[:16]


def check_writable(path: Path) -> None:
    """Find out before a long run whether its file can be written; raises `TableFileError`."""
    _while_writing(path, lambda: _part(path).touch())
    _part(path).unlink()


def save(path: Path, saved: SavedTable, solver: Solver) -> None:
    """Write the file anew and put it in the old one's place in one step, so that a whole one is there at any moment.

    Raises `TableFileError`.
    """
    _while_writing(path, lambda: _write(path, saved, solver))


def read(path: Path) -> SavedTable:
    """Read what the file holds beside the table; raises `TableFileError` unless it is whole and of this version."""
    try:
        with path.open("rb") as file:
            return _read_head(path, file)
    except OSError as error:
        raise TableFileError(f"cannot read {path}: {error.strerror}") from error


def load_table(path: Path, solver: Solver) -> None:
    """Fill a solver's table, which must have the file's size, from a file that `read` accepts."""
    with path.open("rb") as file:
        file.readline()
        file.readline()
        file.readinto(solver.table_view())


def _part(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def _while_writing(path: Path, write: Callable[[], None]) -> None:
    try:
        write()
    except OSError as error:
        raise TableFileError(f"cannot write {path}: {error.strerror}") from error


def _write(path: Path, saved: SavedTable, solver: Solver) -> None:
    pieces: list[bytes | memoryview] = [json.dumps(_to_json(saved)).encode("ascii") + b"\n", solver.table_view()]
    checksum = 0
    for piece in pieces:
        checksum = zlib.crc32(piece, checksum)
    with _part(path).open("wb") as file:
        file.write(b"sttt solver table, version %d, crc32 %08x\n" % (VERSION, checksum))
        for piece in pieces:
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    _part(path).replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _read_head(path: Path, file: BinaryIO) -> SavedTable:
    """Check the whole file, and read it up to the table."""
    first = _FIRST_LINE.fullmatch(file.readline(100))
    if not first:
        raise TableFileError(f"{path} is no solver table; expected a file that `sttt solve --table` has written")
    if int(first[1]) != VERSION:
        raise TableFileError(f"{path} is a solver table of version {int(first[1])}; expected version {VERSION}")
    start = file.tell()
    if _checksum(file) != int(first[2], 16):
        raise TableFileError(
            f"{path} is damaged: its checksum is not that of its contents; expected it as it was written"
        )
    file.seek(start)
    head = json.loads(file.readline())
    if head["classes"] != tables_digest():
        raise TableFileError(f"{path} rests on class tables {head['classes']}; expected {tables_digest()}")
    return _from_json(head)


def _checksum(file: BinaryIO) -> int:
    checksum = 0
    while piece := file.read(_PIECE):
        checksum = zlib.crc32(piece, checksum)
    return checksum


def _to_json(saved: SavedTable) -> dict[str, Any]:
    positions = {format_position(position): _known_to_json(known) for position, known in saved.known.items()}
    return {"classes": tables_digest(), "table_bits": saved.table_bits, "positions": positions}


def _known_to_json(known: Known) -> dict[str, Any]:
    rest = known.unfinished
    return {
        "proofs": [asdict(proof) for proof in known.proofs],
        "unfinished": {"attacker": rest.attacker, "turns": rest.turns, "nodes": rest.nodes, "seconds": rest.seconds}
        if rest
        else None,
    }


def _from_json(head: dict[str, Any]) -> SavedTable:
    saved = SavedTable(head["table_bits"])
    for name, known in head["positions"].items():
        position = parse_position(name)
        saved.known[position] = Known([_proof(one) for one in known["proofs"]])
        if known["unfinished"]:
            rest = dict(known["unfinished"])
            saved.known[position].unfinished = Question(position, Side(rest.pop("attacker")), **rest)
    return saved


def _proof(one: dict[str, Any]) -> Proof:
    return Proof(Side(one["attacker"]), Verdict(one["verdict"]), one["turns"], one["nodes"], one["seconds"])
