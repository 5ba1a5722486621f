"""The file of a certificate, read and written: header, empty line, a line a position (`docs/certificate.md`)."""

import lzma
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from sttt import markup
from sttt.errors import CertificateError
from sttt.execution.foreign import replacing
from sttt.games.claim import Claim
from sttt.games.super_ttt.certificate.content import ProofText
from sttt.games.super_ttt.certificate.line import MOST_NODES, Kind, Line, parse_claim
from sttt.games.super_ttt.text import parse_position

MAGIC = "sttt-certificate 1"
"""The first line; the number is the format's version."""

GAME = "super-ttt"

EACH_LINE = "each line"
"""The root of a certificate whose claim is about every position that it lists, and no other."""

_FIELDS = ("game", "claim", "root", "nodes", *Kind, "origin")


@dataclass(frozen=True)
class Header:
    """The head of a certificate."""

    claim: Claim
    root: str
    """The position that the claim speaks of, or `EACH_LINE`."""
    nodes: int
    """The most nodes that the search takes for a position that is left to the checker."""
    origin: str = ""
    """The way it was made, in words; the checker ignores this."""

    @property
    def is_list(self) -> bool:
        """True if the claim is about every position that is listed."""
        return self.root == EACH_LINE


@dataclass(frozen=True)
class CertificateFile:
    """A certificate's file as it stands, its lines unread."""

    content: ProofText = field(repr=False)
    header: Header
    counts: dict[Kind, int]
    """The lines of each kind, as the header counts them."""
    first_line: int
    """The number of the line in the file that the first position stands in."""

    def __str__(self) -> str:
        """Say what is claimed."""
        where = f" in each of {sum(self.counts.values()):,} positions" if self.header.is_list else ""
        return f"{self.header.claim}{where}"

    def _repr_html_(self) -> str:
        """Return for a notebook the claim, the position that it speaks of, and the number of lines of each kind."""
        rows = [(kind.value, f"{count:,}") for kind, count in self.counts.items()]
        sheet = markup.Sheet(str(self), ("evidence", "positions"), rows, [self.header.origin])
        root = "" if self.header.is_list else parse_position(self.header.root)._repr_svg_() or ""
        return markup.beside(root, sheet._repr_html_())

    def lines(self) -> Iterator[str]:
        """Yield the lines of positions; raises `CertificateError` if the file is broken."""
        return islice(self.content.lines(), self.first_line - 1, None)


def write_certificate(path: Path, header: Header, lines: Iterable[Line]) -> None:
    """Write a certificate; the order of the lines does not matter, the file is the same.

    The name decides the form: ``.xz`` is compressed, anything else plain text.
    """
    counts: Counter[Kind] = Counter()
    texts = []
    for line in lines:
        counts[line.kind] += 1
        texts.append(line.format())
    texts.sort()
    values = (GAME, header.claim, header.root, header.nodes, *(counts[kind] for kind in Kind), header.origin)
    head = [MAGIC, *(f"{name} {value}".rstrip() for name, value in zip(_FIELDS, values, strict=True)), ""]
    content = "".join(f"{line}\n" for line in [*head, *texts]).encode("ascii")
    write_file(path, lzma.compress(content, preset=9 | lzma.PRESET_EXTREME) if path.suffix == ".xz" else content)


def write_file(path: Path, content: bytes) -> None:
    """Write a file as a whole or not at all; what is no regular file, such as a device, is written to."""
    try:
        with replacing(path) as file:
            file.write(content)
    except OSError as error:
        raise CertificateError(f"{path}: {error.strerror}; expected to write the certificate there") from error


def read_certificate(path: Path) -> CertificateFile:
    """Read a certificate up to its lines; raises `CertificateError` for a file that is none."""
    return certificate_of(ProofText.read(path))


def certificate_of(content: ProofText) -> CertificateFile:
    """Read the header of a certificate whose content has been read; raises as `read_certificate`."""
    path = content.path
    fields = read_fields(path, MAGIC, _FIELDS, content.lines())
    numbers = {name: number(path, name, fields[name]) for name in ("nodes", *Kind)}
    if numbers["nodes"] > MOST_NODES:
        raise CertificateError(f"{path}: nodes is {numbers['nodes']:,}; expected no more than {MOST_NODES:,}")
    header = Header(claim_of(path, fields), fields["root"], numbers["nodes"], fields["origin"])
    counts = {kind: numbers[kind] for kind in Kind}
    if header.is_list and not any(counts.values()):
        raise CertificateError(f"{path}: it claims something of {EACH_LINE} and has none; expected a line or more")
    return CertificateFile(content, header, counts, len(_FIELDS) + 3)


def read_fields(path: Path, magic: str, names: Sequence[str], lines: Iterator[str]) -> dict[str, str]:
    """Read a header of these fields, up to the empty line after it."""
    first = next(lines, "")
    if first != magic:
        raise CertificateError(f"{path}: line 1 is {first[:40]!r}; expected {magic!r}")
    fields = dict(_field(path, at, name, next(lines, "")) for at, name in enumerate(names, 2))
    if next(lines, None) != "":
        raise CertificateError(f"{path}: line {len(names) + 2} is not empty; expected the end of the header")
    if fields["game"] != GAME:
        raise CertificateError(f"{path}: it is about {fields['game']!r}; expected {GAME!r}")
    return fields


def _field(path: Path, at: int, name: str, line: str) -> tuple[str, str]:
    found, _, value = line.partition(" ")
    if found != name:
        raise CertificateError(f"{path}: line {at} is {line[:40]!r}; expected {name!r} and its value")
    return name, value


def claim_of(path: Path, fields: dict[str, str]) -> Claim:
    """Read a header's claim."""
    try:
        return parse_claim(fields["claim"])
    except CertificateError as error:
        raise CertificateError(f"{path}: {error}") from error


def number(path: Path, name: str, text: str) -> int:
    """Read a header's number."""
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise CertificateError(f"{path}: {name} is {text[:40]!r}; expected a number")
    return int(text)
