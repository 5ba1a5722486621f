"""The manifest of a claim that several certificates make together (`docs/certificate.md`)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from sttt import markup
from sttt.errors import CertificateError
from sttt.execution.foreign import open_regular
from sttt.games.super_ttt.certificate.check import Checker
from sttt.games.super_ttt.certificate.claim import EVER, Claim
from sttt.games.super_ttt.certificate.shard import (
    GAME,
    Header,
    bounded_lines,
    number,
    opened,
    read_fields,
    read_shard,
    write_file,
)
from sttt.games.super_ttt.certificate.walk import play_marks, read_position
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_turn, parse_position, parse_squares

MAGIC = "sttt-certificate-manifest 1"
NAME = "manifest.txt"
"""The manifest's name in its directory."""

_FIELDS = ("game", "claim", "root", "shards", "open", "origin")
_ENTRY = re.compile(r"([0-9a-f]{64}) ([A-Za-z0-9+][A-Za-z0-9+._-]*)|open ([1-9]{2}(?:\+[1-9]{2})?)")


@dataclass(frozen=True)
class Manifest:
    """What a manifest says."""

    path: Path
    claim: Claim
    root: str
    shards: dict[str, str]
    """By their names: the SHA-256 of the certificates' files."""
    open_turns: tuple[str, ...] = ()
    """The opponent's turns that no file speaks of: of what comes after them nothing is claimed."""

    def __str__(self) -> str:
        """Say what is claimed, and of what nothing is."""
        if not self.open_turns:
            return str(self.claim)
        whole = len(self.shards) + len(self.open_turns)
        return f"{self.claim} after {len(self.shards)} of {whole} turns; open: {' '.join(self.open_turns)}"

    def _repr_html_(self) -> str:
        """Return for a notebook the claim, the position that it speaks of, and what is claimed after which turn."""
        rows = [
            *((name, digest[:12]) for name, digest in self.shards.items()),
            *((turn, "open") for turn in self.open_turns),
        ]
        sheet = markup.Sheet(str(self.claim), ("after", "SHA-256"), rows)
        counts = f"{len(self.shards)} certificates, {len(self.open_turns)} turns open"
        root = parse_position(self.root)._repr_svg_() or ""
        return markup.beside(root, markup.lines(str(self)) + markup.folded(counts, sheet._repr_html_()))


def write_manifest(
    directory: Path, claim: Claim, root: str, shards: Sequence[str], origin: str, open_turns: Sequence[str] = ()
) -> None:
    """Write the manifest of the certificates with these names in a directory."""
    values = (GAME, claim, root, len(shards), len(open_turns), origin)
    head = [MAGIC, *(f"{name} {value}".rstrip() for name, value in zip(_FIELDS, values, strict=True)), ""]
    entries = [f"{digest(directory / name)} {name}" for name in sorted(shards)]
    entries += [f"open {turn}" for turn in sorted(open_turns)]
    write_file(directory / NAME, "".join(f"{line}\n" for line in [*head, *entries]).encode("ascii"))


def read_manifest(path: Path) -> Manifest:
    """Read a manifest; raises `CertificateError` for a file that is none."""
    with opened(path) as file:
        lines = bounded_lines(file, path)
        fields = read_fields(path, MAGIC, _FIELDS, lines)
        shards: dict[str, str] = {}
        open_turns: list[str] = []
        for at, line in enumerate(lines, len(_FIELDS) + 3):
            entry = _ENTRY.fullmatch(line)
            if not entry or entry[2] in shards:
                raise CertificateError(f"{path}: line {at} is {line[:120]!r}; expected a SHA-256 and a new file's name")
            if entry[3]:
                open_turns.append(entry[3])
            else:
                shards[entry[2]] = entry[1]
    for name, found in (("shards", len(shards)), ("open", len(open_turns))):
        if found != number(path, name, fields[name]):
            raise CertificateError(f"{path}: {name} has {found} lines; expected the {fields[name]} of its header")
    return Manifest(path, Claim.parse(fields["claim"]), fields["root"], shards, tuple(open_turns))


def check_manifest(manifest: Manifest, checker: Checker) -> None:
    """Check that the claim follows from those of the files, and that these are the files; raises `CertificateError`."""
    path = manifest.path
    root = read_position(manifest.root)
    if root.side is manifest.claim.claimant:
        raise CertificateError(f"{path}: {root.side} is to move in its root; expected {root.side.other}")
    wanted = _after_turn(manifest.claim, root)
    checker.begin(manifest.claim, 0, [])
    needed = {
        checker.key(after): turn
        for turn in checker.turns(root)
        if not (after := play_marks(root, turn)).result or after.result.winner is root.side
    }
    for name, expected in manifest.shards.items():
        file = path.with_name(name)
        found = digest(file)
        if found != expected:
            raise CertificateError(f"{file}: its SHA-256 is {found}; expected {expected}, as {path} says")
        _check_header(file, read_shard(file).header, wanted)
        if needed.pop(checker.key(read_position(read_shard(file).header.root)), None) is None:
            raise CertificateError(f"{file}: its root is not behind a turn that needs it; expected another one")
    for open_turn in manifest.open_turns:
        squares = parse_squares(open_turn)
        if needed.pop(checker.key(play_marks(root, squares)), None) is None:
            raise CertificateError(f"{path}: open {open_turn} is no turn that needs a file; expected another one")
    if needed:
        turns = " ".join(format_turn(turn) for turn in needed.values())
        raise CertificateError(f"{path}: no file has what {root.side}'s {turns} leads to; expected one for each turn")


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    try:
        with open_regular(path, follow=True) as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise CertificateError(f"{path}: {error.strerror}; expected a certificate") from error


def _after_turn(claim: Claim, root: Position) -> Claim:
    """Return what has to be claimed of the positions behind the opponent's turns."""
    if claim.turns == EVER or root.side is not claim.attacker:
        return claim
    if claim.turns == 1:
        raise CertificateError(f"{claim} says nothing of what comes after; expected a certificate of one file")
    return Claim(claim.attacker, claim.wins, claim.turns - 1)


def _check_header(file: Path, header: Header, wanted: Claim) -> None:
    if header.claim != wanted:
        raise CertificateError(f"{file}: it claims that {header.claim}; expected that {wanted}")
