"""``sttt verify`` and files that were forged: nothing is called proven that this run has not checked."""

import json
import os
from pathlib import Path

import pytest
from support import forgeries
from support.command import fails_as_wrong_input, sttt_here
from support.forgeries import (
    DRAWN_AT_ONCE,
    FORGED_FILES,
    HELD,
    LOST_AT_ONCE,
    NO_TURN_MATTERS,
    PIECES_OF_NOTHING,
    WON_AT_ONCE,
    entry,
    manifest,
    plain,
    work_file,
)

from sttt.games.super_ttt.certificate.manifest import NAME
from sttt.games.super_ttt.certificate.pieces import shared_checker
from sttt.games.super_ttt.certificate.squares import play_marks
from sttt.games.super_ttt.text import format_position, parse_position

HUGE = 2**40
"""Bytes of files with nothing in them."""


def written(folder: Path, content: bytes | str, name: str = "certificate") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def said(*arguments: object) -> tuple[int, str]:
    """Exit status and all that is said."""
    done = sttt_here("verify", *map(str, arguments), "--jobs", "1")
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_the_certificate_that_is_forged_is_true(tmp_path: Path) -> None:
    status, text = said(written(tmp_path, forgeries.true_certificate()))
    assert (status, text[-16:]) == (0, "verdict  proven\n")


@pytest.mark.slow
@pytest.mark.parametrize("kind", FORGED_FILES)
def test_a_forged_certificate_is_refused_with_its_place(kind: str, tmp_path: Path) -> None:
    content, status, why = FORGED_FILES[kind]()
    path = written(tmp_path, content)
    found, text = said(path)
    assert (found, str(path) in text, why in text) == (status, True, True), text
    assert "proven" not in text


@pytest.mark.parametrize("kind", PIECES_OF_NOTHING)
def test_a_piece_of_work_that_the_certificate_has_not_is_refused_with_its_line(kind: str, tmp_path: Path) -> None:
    path = written(tmp_path, forgeries.true_certificate())
    work = work_file(tmp_path, path, PIECES_OF_NOTHING[kind])
    before = work.read_bytes()
    status, text = said(path, "--work", work)
    assert (status, text.count("\n"), text.startswith(f"sttt: {work}: line ")) == (2, 1, True), text
    assert work.read_bytes() == before


@pytest.mark.parametrize(
    ("root", "lines", "pieces"),
    [
        (WON_AT_ONCE, (), "{sha} 0 0 0 5"),
        (WON_AT_ONCE, (f"{WON_AT_ONCE} search 1000",), "{sha} 0 1 1 5"),
    ],
    ids=["a-root-alone", "a-line"],
)
def test_what_a_work_file_says_is_claimed_with_a_status_of_its_own(
    root: str, lines: tuple[str, ...], pieces: str, tmp_path: Path
) -> None:
    path = written(tmp_path, plain("x never wins", root, lines))
    work = work_file(tmp_path, path, pieces)
    status, text = said(path, "--work", work, "--json")
    report = json.loads(text)
    assert (status, report["verdict"], report["proven"]) == (3, "claimed", False)


def test_what_is_refused_is_refused_whatever_a_work_file_says_of_the_rest(tmp_path: Path) -> None:
    text = forgeries.true_certificate()
    path = written(tmp_path, text.replace(f"root {HELD}", f"root {WON_AT_ONCE}"))
    lines = text.partition("\n\n")[2].count("\n")
    pieces = ((at, min(at + 64, lines)) for at in range(64, lines, 64))
    work = work_file(tmp_path, path, "\n".join(f"{{sha}} {at} {to} {to - at} 5" for at, to in pieces))
    status, told = said(path, "--work", work)
    assert (status, "verdict  refused" in told) == (1, True), told


@pytest.mark.parametrize(
    ("claim", "root", "why"),
    [
        ("x wins within 3", DRAWN_AT_ONCE, "root: "),
        ("x wins within 1", DRAWN_AT_ONCE, "root: "),
        ("x wins within 3", LOST_AT_ONCE, "root: "),
        ("x wins within 3", NO_TURN_MATTERS, "root: "),
        ("o wins within 3", NO_TURN_MATTERS.replace(":o2", ":x2"), "root: "),
        ("x never wins", WON_AT_ONCE, "root: "),
        ("x cannot win within 2", WON_AT_ONCE, "root: "),
        ("x never wins", HELD, "no file has what x's "),
        ("x wins within 3", HELD, "x is to move in its root"),
        ("x never wins", WON_AT_ONCE.replace("/xx.", "/xxx"), "is over"),
        ("x cannot win within 1", HELD, "says nothing of what comes after"),
    ],
)
def test_a_manifest_without_files_claims_nothing_that_single_files_do_not(
    claim: str, root: str, why: str, tmp_path: Path
) -> None:
    status, text = said(written(tmp_path, manifest(claim, root), NAME))
    assert (status, why in text, "proven" in text) == (2, True, False), text
    if "root: " in why:
        assert said(written(tmp_path, plain(claim, root)))[0] == 1


@pytest.mark.parametrize(
    ("claim", "root"),
    [
        ("x never wins", NO_TURN_MATTERS.replace(":o2", ":x2")),
        ("o never wins", NO_TURN_MATTERS),
        ("o never wins", DRAWN_AT_ONCE),
        ("o cannot win within 3", DRAWN_AT_ONCE),
    ],
)
def test_turns_that_end_the_game_need_no_file_where_nobody_is_said_to_win(
    claim: str, root: str, tmp_path: Path
) -> None:
    assert said(written(tmp_path, manifest(claim, root), NAME))[0] == 0
    assert said(written(tmp_path, plain(claim, root)))[0] == 0


@pytest.fixture
def whole(tmp_path: Path) -> tuple[Path, list[str]]:
    """A folder with a manifest of files, one for each turn; and their entries."""
    root = parse_position(HELD)
    entries = []
    for number, turn in enumerate(shared_checker().turns(root)):
        after = play_marks(root, turn)
        path = written(tmp_path, plain("x never wins", format_position(after), nodes=10**6), f"{number}.txt")
        entries.append(entry(path))
    return tmp_path, entries


@pytest.mark.slow
def test_entries_of_a_manifest_count_once_and_lie_beside_it(whole: tuple[Path, list[str]]) -> None:
    folder, entries = whole
    assert len(entries) > 3
    digest, name = entries[0].split(" ")
    (folder / "again.txt").write_bytes((folder / name).read_bytes())
    weaker = written(
        folder, (folder / name).read_text().replace("claim x never wins", "claim o never wins"), "weak.txt"
    )
    bounded = written(
        folder, (folder / name).read_text().replace("claim x never wins", "claim x cannot win within 3"), "bounded.txt"
    )
    first = (folder / name).read_text().splitlines()[3].removeprefix("root ")
    other = written(folder, (folder / name).read_text().replace(first, DRAWN_AT_ONCE), "other.txt")
    for wrong, why in (
        ([*entries, entries[0]], "expected a SHA-256 and a new file's name"),
        ([*entries, f"{digest} again.txt"], "again.txt: its root is not after a turn that needs it"),
        ([f"{digest} ../{name}", *entries[1:]], "expected a SHA-256"),
        ([f"{digest} /{name}", *entries[1:]], "expected a SHA-256"),
        ([f"{digest[::-1]} {name}", *entries[1:]], "its SHA-256 is"),
        ([f"{digest} {entries[1].split(' ')[1]}", *entries[2:]], "its SHA-256 is"),
        ([entry(weaker), *entries[1:]], "it claims that o never wins"),
        ([entry(bounded), *entries[1:]], "it claims that x cannot win within 3"),
        ([entry(other), *entries[1:]], "its root is not after a turn"),
        (entries[1:], "no file has what x's "),
        ([*entries, "open 12+12"], "open 12+12"),
        ([*entries, "open 99"], "open 99"),
        ([*entries[1:], "open 99+98", "open 99+98"], "expected a SHA-256 and a new file's name"),
        (["open 99+98"], "every turn is open"),
    ):
        status, text = said(written(folder, manifest("x never wins", HELD, *wrong), NAME))
        assert (status, why in text, "proven" in text) == (2, True, False), text
    status, text = said(written(folder, manifest("x never wins", HELD, *entries), NAME))
    assert (status, f"files    {len(entries)}\n" in text, "verdict  proven" in text) == (0, True, True), text


@pytest.mark.parametrize(
    "first",
    [
        "",
        "44 1 21 4\n",
        '# {"command": ""}\n/:0\n',
        "sttt-certificate-manifest 1\n",
        "sttt-certificate 1\n",
        "\xfd7zXZ\0",
    ],
    ids=["nothing", "connect-four", "qubic", "manifest", "certificate", "xz"],
)
def test_a_huge_file_with_nothing_in_it_is_refused_in_one_line(first: str, tmp_path: Path) -> None:
    path = written(tmp_path, first.encode("latin-1"))
    os.truncate(path, HUGE)
    assert f"{path}: it has more than" in fails_as_wrong_input("verify", str(path))


@pytest.mark.parametrize("first", ["44 1 21 4\n", '# {"command": ""}\n/:0\n', f"{forgeries.WORK}\n"])
def test_a_line_of_many_bytes_is_refused_in_one_line(first: str, tmp_path: Path) -> None:
    path = written(tmp_path, first)
    os.truncate(path, 10**7)
    assert len(fails_as_wrong_input("verify", str(path))) < 1000


def test_a_huge_work_file_is_refused_in_one_line(tmp_path: Path) -> None:
    path, work = written(tmp_path, plain("x never wins", HELD, nodes=10**6)), written(tmp_path, "", "work")
    os.truncate(work, HUGE)
    assert "work: it has more than" in fails_as_wrong_input("verify", str(path), "--work", str(work))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("44 1 21 4\n55 1 21 4\n44 -21 1 4\n", "line 3 speaks of the position that line 1 speaks of"),
        ("44 1 21 4\n443 1 21 4\n445 1 21 4\n", "line 3 speaks of the position that line 2 speaks of"),
        ("44 1 21 4\n55 x 21 4\n", "line 2: "),
        ('# {"command": ""}\n/:0\n/:1\n', "line 3 speaks of the position that line 2 speaks of"),
        ('# {"command": ""}\n/:0\n/0\n', "line 3: "),
        ('# {"command"}\n/:0\n', "line 1: "),
        ('# {"command": ""}\n/:\n', "is no square"),
        ('# {"command": ""}\n/:01\n', "is no square"),
    ],
)
def test_a_line_of_a_book_that_is_wrong_or_there_already_is_named(content: str, why: str, tmp_path: Path) -> None:
    path = written(tmp_path, content)
    status, text = said(path)
    assert (status, why in text, "proven" in text) == (2, True, False), text


@pytest.mark.parametrize("lines", ["44 1 21 4", "5 5 5 5", "", "44444455555522222277 1 2 3"])
def test_lines_of_a_work_file_that_the_book_of_connect_four_has_not_are_refused(lines: str, tmp_path: Path) -> None:
    path = written(tmp_path, "44444455555522222277 -21 21 3\n")
    work = written(tmp_path, f"{forgeries.WORK.replace('verify', 'verify connect-four')}\n{lines}\n", "work")
    status, text = said(path, "--work", work)
    assert (status, f"sttt: {work}: line 2 is " in text) == (2, True), text
