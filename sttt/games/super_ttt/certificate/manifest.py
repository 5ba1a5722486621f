"""The manifest of a claim that several certificates make together (`docs/certificate.md`)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sttt import markup
from sttt.errors import CertificateError, StttError
from sttt.games.claim import EVER, Claim
from sttt.games.super_ttt.certificate.check import Checker
from sttt.games.super_ttt.certificate.content import ProofText
from sttt.games.super_ttt.certificate.file import (
    GAME,
    CertificateFile,
    certificate_of,
    claim_of,
    number,
    read_fields,
    write_file,
)
from sttt.games.super_ttt.certificate.pieces import Piece, pieces_of
from sttt.games.super_ttt.certificate.squares import play_marks, read_position
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_turn, parse_position, parse_squares

MAGIC = "sttt-certificate-manifest 1"
NAME = "manifest.txt"
"""The manifest's name in its directory."""

BY_THE_RULES = 1
"""Nodes of a search that settles what is over, and what can be seen without a turn."""

_FIELDS = ("game", "claim", "root", "shards", "open", "origin")
_ENTRY = re.compile(r"([0-9a-f]{64}) ([A-Za-z0-9+][A-Za-z0-9+._-]*)|open ([1-9]{2}(?:\+[1-9]{2})?)")


@dataclass(frozen=True)
class Manifest:
    """The content of a manifest."""

    path: Path
    claim: Claim
    root: str
    files: dict[str, str]
    """By their names: the SHA-256 of the certificates' files."""
    open_turns: tuple[str, ...] = ()
    """The opponent's turns that no file speaks of: of what comes after them nothing is claimed."""

    def __str__(self) -> str:
        """Say what is claimed, and of what nothing is."""
        if not self.open_turns:
            return str(self.claim)
        whole = len(self.files) + len(self.open_turns)
        return f"{self.claim} after {len(self.files)} of {whole} turns; open: {' '.join(self.open_turns)}"

    def _repr_html_(self) -> str:
        """Return for a notebook the claim, the position that it speaks of, and what is claimed after which turn."""
        rows = [
            *((name, digest[:12]) for name, digest in self.files.items()),
            *((turn, "open") for turn in self.open_turns),
        ]
        sheet = markup.Sheet(str(self.claim), ("after", "SHA-256"), rows)
        counts = f"{len(self.files)} certificates, {len(self.open_turns)} turns open"
        root = parse_position(self.root)._repr_svg_() or ""
        return markup.beside(root, markup.lines(str(self)) + markup.folded(counts, sheet._repr_html_()))


def write_manifest(
    directory: Path, claim: Claim, root: str, files: Sequence[str], origin: str, open_turns: Sequence[str] = ()
) -> None:
    """Write the manifest of the certificates with these names in a directory."""
    values = (GAME, claim, root, len(files), len(open_turns), origin)
    head = [MAGIC, *(f"{name} {value}".rstrip() for name, value in zip(_FIELDS, values, strict=True)), ""]
    entries = [f"{ProofText.read(directory / name).sha256} {name}" for name in sorted(files)]
    entries += [f"open {turn}" for turn in sorted(open_turns)]
    write_file(directory / NAME, "".join(f"{line}\n" for line in [*head, *entries]).encode("ascii"))


def read_manifest(path: Path) -> Manifest:
    """Read a manifest; raises `CertificateError` for a file that is none."""
    return manifest_of(ProofText.read(path))


def manifest_of(content: ProofText) -> Manifest:
    """Read a manifest whose content has been read; raises as `read_manifest`."""
    path, lines = content.path, content.lines()
    fields = read_fields(path, MAGIC, _FIELDS, lines)
    files: dict[str, str] = {}
    open_turns: dict[str, None] = {}
    for at, line in enumerate(lines, len(_FIELDS) + 3):
        entry = _ENTRY.fullmatch(line)
        if not entry or entry[2] in files or entry[3] in open_turns:
            raise CertificateError(f"{path}: line {at} is {line[:120]!r}; expected a SHA-256 and a new file's name")
        if entry[3]:
            open_turns[entry[3]] = None
        else:
            files[entry[2]] = entry[1]
    for name, found in (("shards", len(files)), ("open", len(open_turns))):
        if found != number(path, name, fields[name]):
            raise CertificateError(f"{path}: {name} has {found} lines; expected the {fields[name]} of its header")
    if open_turns and not files:
        raise CertificateError(f"{path}: every turn is open, so that nothing is claimed; expected a file for one")
    return Manifest(path, claim_of(path, fields), fields["root"], files, tuple(open_turns))


def check_manifest(manifest: Manifest, checker: Checker) -> list[Piece]:
    """Check that the claim follows from those of the files, and return these cut into pieces, as they were hashed.

    Raises `CertificateError`. What the files claim is left to be checked: each counts as a certificate's line for its
    root, and an open turn as one for what it leads to; then the manifest's root is checked as a certificate's is.
    """
    path = manifest.path
    try:
        root = read_position(manifest.root)
    except CertificateError as error:
        raise CertificateError(f"{path}: root: {error}") from error
    if root.side is manifest.claim.claimant:
        raise CertificateError(f"{path}: {root.side} is to move in its root; expected {root.side.other}")
    wanted = _after_turn(path, manifest.claim, root)
    checker.begin(manifest.claim, BY_THE_RULES, [])
    # Each undominated turn that does not end the game needs a file, or is open.
    after = ((turn, play_marks(root, turn)) for turn in checker.turns(root))
    wanting = {checker.key(position): turn for turn, position in after if not position.result}
    pieces: list[Piece] = []
    for name in manifest.files:
        file = _file_of(manifest, name, wanted)
        key = checker.key(read_position(file.header.root))
        if wanting.pop(key, None) is None:
            raise CertificateError(
                f"{file.content.path}: its root is not after a turn that needs it; expected another one"
            )
        checker.list_position(key, wanted.turns)
        pieces += pieces_of(file)
    for open_turn in manifest.open_turns:
        key = checker.key(_after_open(path, root, open_turn))
        if wanting.pop(key, None) is None:
            raise CertificateError(f"{path}: open {open_turn} is no turn that needs a file; expected another one")
        checker.list_position(key, wanted.turns)
    if wanting:
        turns = " ".join(format_turn(turn) for turn in wanting.values())
        raise CertificateError(f"{path}: no file has what {root.side}'s {turns} leads to; expected one for each turn")
    why = checker.check_root(root)
    if why:
        raise CertificateError(f"{path}: root: {why}; expected that {manifest.claim}")
    return pieces


def _file_of(manifest: Manifest, name: str, wanted: Claim) -> CertificateFile:
    """Read one of the files; raises `CertificateError` for another one than named, or for another claim."""
    content = ProofText.read(manifest.path.with_name(name))
    file, expected = content.path, manifest.files[name]
    if content.sha256 != expected:
        raise CertificateError(f"{file}: its SHA-256 is {content.sha256}; expected {expected}, as {manifest.path} says")
    found = certificate_of(content)
    if found.header.is_list:
        raise CertificateError(f"{file}: its root is {found.header.root}; expected a position")
    if found.header.claim != wanted:
        raise CertificateError(f"{file}: it claims that {found.header.claim}; expected that {wanted}")
    return found


def _after_open(path: Path, root: Position, turn: str) -> Position:
    try:
        return play_marks(root, parse_squares(turn))
    except StttError as error:
        raise CertificateError(f"{path}: open {turn}: {error}") from error


def _after_turn(path: Path, claim: Claim, root: Position) -> Claim:
    """Return the claim that the positions after the opponent's turns need."""
    if claim.turns == EVER or root.side is not claim.attacker:
        return claim
    if claim.turns == 1:
        raise CertificateError(f"{path}: {claim} says nothing of what comes after; expected a certificate of one file")
    return Claim(claim.attacker, claim.wins, claim.turns - 1)
