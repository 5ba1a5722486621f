"""A claim over several certificates: that they are the files, and that together they say it."""

import lzma
from pathlib import Path
from shutil import copytree

import pytest
from support.certificates import witness_of

from sttt.errors import CertificateError
from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.certificate.manifest import NAME, check_manifest, read_manifest, write_manifest
from sttt.games.super_ttt.certificate.pieces import shared_checker
from sttt.games.super_ttt.certificate.squares import play_marks
from sttt.games.super_ttt.text import format_position, parse_position
from sttt.workshop.certify.builder import Builder, CheckEffort

ROOT = parse_position("ooo....../xox....../.o..o..o./........./xxx....../........./........./ox......./x......x.:x2")
CLAIM = Claim(Side.X, wins=False)


pytestmark = pytest.mark.slow  # the certificates that all share are searched for first


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a certificate for each undominated turn of X's, and their manifest."""
    made = tmp_path_factory.mktemp("made")
    shared_checker().begin(CLAIM, 0, [])
    names = []
    for number, turn in enumerate(shared_checker().turns(ROOT)):
        after = play_marks(ROOT, turn)
        builder = Builder(shared_checker(), CLAIM, CheckEffort(500, 20_000), witness_of(Side.X))
        list(builder.run(after))
        names.append(f"{number}.xz")
        builder.write(made / names[-1], after, "a test")
    assert len(names) > 3
    write_manifest(made, CLAIM, format_position(ROOT), names, "a test")
    return made


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """Copy them for one test."""
    return copytree(made, tmp_path, dirs_exist_ok=True)


def refused(folder: Path) -> str:
    with pytest.raises(CertificateError) as error:
        check_manifest(read_manifest(folder / NAME), shared_checker())
    return str(error.value)


def test_a_list_is_no_file_of_a_manifest(folder: Path) -> None:
    path = max(folder.glob("*.xz"), key=lambda one: one.stat().st_size)
    text = lzma.decompress(path.read_bytes()).decode()
    root = next(line for line in text.splitlines() if line.startswith("root "))
    path.write_bytes(lzma.compress(text.replace(root, "root each line").encode()))
    rewritten(folder, *sorted(path.name for path in folder.glob("*.xz")))
    assert f"{path.name}: its root is each line; expected a position" in refused(folder)


def rewritten(
    folder: Path,
    *names: str,
    claim: Claim = CLAIM,
    root: str = format_position(ROOT),
    open_turns: tuple[str, ...] = (),
) -> None:
    names = names or tuple(sorted(path.name for path in folder.glob("*.xz")))
    write_manifest(folder, claim, root, names, "a test", open_turns)


@pytest.mark.slow
def test_certificates_for_every_turn_make_up_the_claim(folder: Path) -> None:
    check_manifest(read_manifest(folder / NAME), shared_checker())


def test_a_turn_without_a_certificate_is_named(folder: Path) -> None:
    names = sorted(path.name for path in folder.glob("*.xz"))
    rewritten(folder, *names[1:])
    assert "no file has what x's " in refused(folder)


def test_turns_that_are_left_open_are_told_and_belong_to_those_that_need_a_certificate(folder: Path) -> None:
    names = sorted(path.name for path in folder.glob("*.xz"))
    rewritten(folder, *names[1:])
    missing = refused(folder).partition("x's ")[2].partition(" leads")[0]
    rewritten(folder, *names[1:], open_turns=(missing,))
    manifest = read_manifest(folder / NAME)
    check_manifest(manifest, shared_checker())
    assert str(manifest) == f"x never wins after {len(names) - 1} of {len(names)} turns; open: {missing}"
    rewritten(folder, open_turns=(missing,))
    assert f"open {missing} is no turn that needs a file" in refused(folder)


def test_a_certificate_that_no_turn_needs_is_named(folder: Path) -> None:
    (folder / "again.xz").write_bytes((folder / "0.xz").read_bytes())
    rewritten(folder)
    assert "again.xz: its root is not after a turn that needs it" in refused(folder)


def test_another_file_than_the_manifests_is_named(folder: Path) -> None:
    (folder / "1.xz").write_bytes((folder / "2.xz").read_bytes())
    assert "1.xz: its SHA-256 is" in refused(folder)
    (folder / "1.xz").unlink()
    assert "1.xz: No such file" in refused(folder)


def test_another_claim_or_root_is_refused(folder: Path) -> None:
    rewritten(folder, claim=Claim(Side.O, wins=False))
    assert "x is to move in its root; expected o" in refused(folder)
    rewritten(folder, claim=Claim(Side.X, wins=False, turns=3))
    assert "it claims that x never wins; expected that x cannot win within 2" in refused(folder)
    rewritten(folder, root=format_position(ROOT).replace("x......x.", "x........"))
    assert "not after a turn" in refused(folder)


@pytest.mark.parametrize("change", [("shards ", "shards 1"), ("open ", "open 1"), (".xz", "/../a"), ("claim x", "x")])
def test_what_is_no_manifest_is_refused(folder: Path, change: tuple[str, str]) -> None:
    path = folder / NAME
    text = path.read_text(encoding="ascii")
    path.write_text(text.replace(*change), encoding="ascii")
    with pytest.raises(CertificateError, match=r"manifest\.txt: "):
        read_manifest(path)
