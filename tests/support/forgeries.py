"""Files of proofs that prove nothing, each as a stranger would forge it."""

import lzma
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from zlib import crc32

from support.certificates import certificate

from sttt.distribution import version
from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.text import parse_position
from sttt.workshop.certify.builder import CheckEffort

HELD = "ooo....../xox....../.o..o..o./........./xxx....../........./........./ox......./x......x.:x2"
"""X never wins."""

FULL = "/".join(["xoxxoooxo"] * 6)
"""Six boards that nobody owns."""

WON_AT_ONCE = f"xxx....../xxx....../xx......./{FULL}:x2"
DRAWN_AT_ONCE = f"xxx....../xxx....../oo......./{FULL}:o2"
"""O's 33 ends the game, and nobody has a line."""
TRUE_AND_FALSE = WON_AT_ONCE, DRAWN_AT_ONCE
LOST_AT_ONCE = f"ooo....../ooo....../oo......./{FULL}:o2"
NO_TURN_MATTERS = f"xxx....../ooo....../.......oo/{FULL}:o2"
"""Nobody can own a big line any more, but there are squares to be marked."""

WORK = f"sttt-verify 1 {version()}"


def plain(claim: str, root: str, lines: tuple[str, ...] = (), nodes: int = 1, **counts: int) -> str:
    """The text of a certificate; counts are as its lines are unless they are given."""
    kinds = {kind: sum(f" {kind} " in line for line in lines) for kind in ("reply", "groups", "search")} | counts
    head = ["sttt-certificate 1", "game super-ttt", f"claim {claim}", f"root {root}", f"nodes {nodes}"]
    return _text(*head, *(f"{kind} {count}" for kind, count in kinds.items()), "origin", "", *sorted(lines))


def manifest(claim: str, root: str, *entries: str) -> str:
    """The text of a manifest."""
    opened = sum(entry.startswith("open ") for entry in entries)
    head = ["sttt-certificate-manifest 1", "game super-ttt", f"claim {claim}", f"root {root}"]
    return _text(*head, f"shards {len(entries) - opened}", f"open {opened}", "origin", "", *entries)


def entry(path: Path) -> str:
    """A manifest's line for a file."""
    return f"{sha256(path.read_bytes()).hexdigest()} {path.name}"


def _text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


@cache
def true_certificate() -> str:
    """A certificate of several pieces, with replies and searches."""
    return certificate(parse_position(HELD), Claim(Side.X, wins=False), CheckEffort(20, 200))


# --- Work files: what a line says of a certificate, whose SHA-256, pieces and lines are given ------------------------

PIECES_OF_NOTHING: dict[str, str] = {
    "a-piece-of-no-lines": "{sha} 0 1 0 5",
    "the-first-piece-without-lines": "{sha} 0 64 0 5",
    "an-empty-range": "{sha} 0 0 0 5",
    "a-range-behind-the-end": "{sha} 6400000 6400064 64 5",
    "a-range-too-long": "{sha} 0 65 65 5",
    "a-range-within-a-piece": "{sha} 1 3 2 5",
    "a-range-over-two-pieces": "{sha} 32 96 64 5",
    "a-range-backwards": "{sha} 64 0 -64 5",
    "fewer-lines": "{sha} 0 64 63 5",
    "more-lines": "{sha} 0 64 65 5",
    "negative-lines": "{sha} 0 64 -64 5",
    "negative-start": "{sha} -64 0 64 5",
    "negative-nodes": "{sha} 0 64 64 -5",
    "nodes-without-end": "{sha} 0 64 64 " + "9" * 400,
    "the-same-piece-twice": "{sha} 0 64 64 5\n{sha} 0 64 64 5",
    "another-files-piece": "0" * 64 + " 0 64 64 5",
    "a-digest-in-capitals": "{SHA} 0 64 64 5",
    "no-digest": "x 0 64 64 5",
    "a-number-missing": "{sha} 0 64 64",
    "a-number-too-many": "{sha} 0 64 64 5 5",
    "no-number": "{sha} 0 64 all 5",
    "underscores": "{sha} 0 6_4 64 5",
    "other-digits": "{sha} 0 ٦٤ 64 5",
    "an-empty-line": "",
}


def work_file(folder: Path, certificate: Path, lines: str) -> Path:
    """Write a work file with such lines."""
    digest = sha256(certificate.read_bytes()).hexdigest()
    path = folder / "work"
    path.write_text(f"{WORK}\n{lines.format(sha=digest, SHA=digest.upper())}\n", encoding="utf-8")
    return path


# --- Certificates of one file, false ones and such as cannot be read --------------------------------------------------

Forged = tuple[bytes, int, str]
"""Content, exit status, and what is said."""


def _refused(text: str, why: str) -> Callable[[], Forged]:
    return lambda: (text.encode(), 1, why)


def _unread(content: Callable[[], bytes], why: str) -> Callable[[], Forged]:
    return lambda: (content(), 2, why)


def _replaced(*change: str) -> Callable[[], bytes]:
    def content() -> bytes:
        text = true_certificate()
        assert change[0] in text
        return text.replace(*change, 1).encode()

    return content


def _line_again() -> bytes:
    """The last position once more, turned round, and the count set right."""
    head, _, body = true_certificate().partition("\n\n")
    lines = body.splitlines()
    last = next(line for line in lines if " search " in line)
    again = f"{'/'.join(board[::-1] for board in last.partition(':')[0].split('/'))}:{last.partition(':')[2]}"
    count = sum(" search " in line for line in lines)
    return _text(
        *head.replace(f"search {count}", f"search {count + 1}").splitlines(), "", *sorted([*lines, again])
    ).encode()


def _bomb() -> bytes:
    """A few kB of xz that unpack to 8 MB."""
    packer = lzma.LZMACompressor(preset=0)
    head = plain("x never wins", HELD, search=10**6).encode()
    return packer.compress(head) + b"".join(packer.compress(b"a" * 2**20) for _ in range(8)) + packer.flush()


def _large_dictionary() -> bytes:
    """An honest text, for which 1.5 GB are to be laid out."""
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 2**20}]
    packed = bytearray(lzma.compress(true_certificate().encode(), filters=filters))
    start, end = 12, 12 + 4 * packed[12]
    packed[packed.index(b"\x21\x01", start) + 2] = 37
    packed[end : end + 4] = crc32(packed[start:end]).to_bytes(4, "little")
    return bytes(packed)


FORGED_FILES: dict[str, Callable[[], Forged]] = {
    "won-at-once": _refused(plain("x never wins", WON_AT_ONCE), "root: "),
    "won-at-once-by-a-search": _refused(
        plain("x never wins", WON_AT_ONCE, (f"{WON_AT_ONCE} search 1000",)), "x wins within 1"
    ),
    "not-within-1-but-won": _refused(plain("x cannot win within 1", WON_AT_ONCE), "root: "),
    "drawn-at-once": _refused(plain("x wins within 3", DRAWN_AT_ONCE), "root: "),
    "drawn-at-once-with-nodes": _refused(plain("x wins within 3", DRAWN_AT_ONCE, nodes=1000), "root: "),
    "drawn-at-once-as-a-line": _refused(
        plain("x wins within 3", DRAWN_AT_ONCE, (f"{DRAWN_AT_ONCE} within 3 search 1000",)), "x never wins"
    ),
    "a-list-with-a-false-line": _refused(
        plain("x wins within 3", "each line", tuple(f"{one} within 3 search 999" for one in TRUE_AND_FALSE)),
        "x never wins",
    ),
    "a-list-of-nothing": _unread(lambda: plain("x wins within 3", "each line").encode(), "expected a line or more"),
    "a-list-that-says-less": _unread(
        lambda: plain("x wins within 1", "each line", (f"{WON_AT_ONCE} within 3 search 9",)).encode(),
        "line 11 says that x wins within 3; expected that x wins within 1",
    ),
    "a-list-that-denies-less": _unread(
        lambda: plain("x cannot win within 3", "each line", (f"{HELD} within 2 search 9",)).encode(),
        "line 11 says that x cannot win within 2; expected that x cannot win within 3",
    ),
    "lost-at-once": _refused(plain("x wins within 3", LOST_AT_ONCE), "root: "),
    "no-turn-matters": _refused(plain("x wins within 3", NO_TURN_MATTERS, nodes=0), "root: "),
    "no-turn-matters-with-nodes": _refused(plain("x wins within 3", NO_TURN_MATTERS, nodes=100), "root: "),
    "the-claimant-to-move": _refused(plain("o never wins", HELD, nodes=0), "root: it is not listed"),
    "nothing-listed": _refused(plain("x never wins", HELD), "root: "),
    "over": _unread(lambda: plain("x never wins", WON_AT_ONCE.replace("/xx.", "/xxx")).encode(), "the game is over"),
    "within-0": _unread(lambda: plain("x wins within 0", HELD).encode(), "is not a claim"),
    "within-255": _unread(lambda: plain("x cannot win within 255", HELD).encode(), "is not a claim"),
    "nobody-to-move": _unread(lambda: plain("x never wins", HELD.replace(":x2", ":.2")).encode(), "root: "),
    "three-placements": _unread(lambda: plain("x never wins", HELD.replace(":x2", ":x3")).encode(), "root: "),
    "a-line-twice": _unread(_line_again, "speaks of the position that line"),
    "lines-without-end": _unread(_replaced("\nsearch ", "\nsearch 999999999999"), "lines follow its header"),
    "replies-without-end": _unread(_replaced("\nreply ", "\nreply 99999999999"), "lines follow its header"),
    "groups-that-are-not-there": _unread(_replaced("groups 0", "groups 64"), "lines follow its header"),
    "nodes-without-end": _unread(_replaced("\nnodes 20", "\nnodes 999999999999999"), "nodes is 999,999,999,999,999"),
    "a-search-without-end": _unread(
        lambda: plain("x never wins", HELD, (f"{HELD} search 999999999999",)).encode(), "line 11: a search of"
    ),
    "empty": _unread(lambda: b"", "line 1 is ''"),
    "empty-packed": _unread(lambda: lzma.compress(b""), "line 1 is ''"),
    "cut-off": _unread(lambda: true_certificate().encode()[:-5], "cut off"),
    "cut-off-packed": _unread(lambda: lzma.compress(true_certificate().encode())[:-5], "cut off"),
    "two-streams": _unread(
        lambda: b"".join(lzma.compress(part.encode()) for part in (true_certificate(), "x")), "after its xz stream"
    ),
    "something-behind": _unread(
        lambda: lzma.compress(true_certificate().encode()) + b"\0\0\0\0", "after its xz stream"
    ),
    "a-bomb": _unread(_bomb, "it unpacks to more than"),
    "a-large-dictionary": _unread(_large_dictionary, "emory usage limit"),
    "a-long-line": _unread(_replaced("origin ", "origin " + "x" * 2000), "too long"),
    "no-text": _unread(_replaced("origin ", "origin \xff"), "ascii"),
}
"""By what is wrong."""
