"""Files of proofs that are exchanged between one look and the next."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support import forgeries

from sttt.errors import CertificateError
from sttt.games.super_ttt.certificate import content
from sttt.games.super_ttt.certificate.manifest import NAME, check_manifest, read_manifest
from sttt.games.super_ttt.certificate.pieces import check, pieces_for, shared_checker
from sttt.games.super_ttt.certificate.squares import play_marks
from sttt.games.super_ttt.text import format_position, parse_position


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    path = tmp_path / "certificate.txt"
    path.write_text(forgeries.true_certificate(), encoding="ascii")
    return path


def exchanged_after(path: Path, other: bytes, looks: int, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Put another file in a file's place after so many looks; returns what is looked at from now on."""
    seen: list[Path] = []
    read: Callable[..., bytes] = content.read_regular

    def reading(asked: Path, *more: int, follow: bool = False) -> bytes:
        found = read(asked, *more, follow=follow)
        seen.append(asked)
        if seen.count(path) == looks:
            path.write_bytes(other)
        return found

    monkeypatch.setattr(content, "read_regular", reading)
    return seen


FALSE = forgeries.plain("x never wins", forgeries.WON_AT_ONCE).encode()


@pytest.mark.slow
def test_a_certificate_exchanged_before_its_lines_are_read_is_refused(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchanged_after(certificate, FALSE, 1, monkeypatch)
    jobs = pieces_for(certificate)
    with pytest.raises(CertificateError, match="it has changed meanwhile"):
        check(jobs[0])


def test_what_was_hashed_is_what_is_checked(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process looks at a file once: what lies there afterwards does not matter."""
    seen = exchanged_after(certificate, FALSE, 2, monkeypatch)
    jobs = pieces_for(certificate)
    assert [check(job).refusals for job in jobs] == [[]] * len(jobs)
    assert len(seen) == 2


def test_a_file_exchanged_behind_the_manifests_back_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = parse_position(forgeries.HELD)
    checker = shared_checker()
    paths = []
    for number, turn in enumerate(checker.turns(root)):
        paths.append(tmp_path / f"{number}.txt")
        text = forgeries.plain("x never wins", format_position(play_marks(root, turn)), nodes=10**6)
        paths[-1].write_text(text, encoding="ascii")
    text = forgeries.manifest("x never wins", forgeries.HELD, *map(forgeries.entry, paths))
    (tmp_path / NAME).write_text(text, encoding="ascii")
    seen = exchanged_after(paths[0], FALSE, 1, monkeypatch)
    jobs = check_manifest(read_manifest(tmp_path / NAME), checker)
    assert seen == [tmp_path / NAME, *paths]
    with pytest.raises(CertificateError, match="it has changed meanwhile"):
        check(jobs[0])
    assert check(jobs[1]).refusals == []


def test_a_check_is_not_misled_by_what_the_checker_was_at_meanwhile(certificate: Path) -> None:
    jobs = pieces_for(certificate)
    nodes = [check(job).nodes for job in jobs]
    checker = shared_checker()
    checker.begin(checker.claim, 10**6, [])
    assert [check(job).nodes for job in jobs] == nodes
