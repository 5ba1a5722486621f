"""The certificates that lie beside the package."""

from itertools import islice
from pathlib import Path

from sttt.games.super_ttt.certificate.jobs import check, jobs_for, shared_checker
from sttt.games.super_ttt.certificate.manifest import NAME, check_manifest, read_manifest

MANIFEST = Path(__file__).parents[4] / "docs" / "certificates" / NAME


def test_the_shipped_files_are_those_of_first_turns_and_what_they_leave_open_is_told() -> None:
    manifest = read_manifest(MANIFEST)
    check_manifest(manifest, shared_checker())
    assert len(manifest.shards) + len(manifest.open_turns) == 37
    assert {path.name for path in MANIFEST.parent.iterdir()} == {NAME, *manifest.shards}


def test_the_first_piece_of_the_smallest_shipped_file_stands() -> None:
    smallest = min(read_manifest(MANIFEST).shards, key=lambda name: MANIFEST.with_name(name).stat().st_size)
    for job in islice(jobs_for(MANIFEST.with_name(smallest)), 1):
        checked = check(job)
        assert checked.refusals == []
        assert checked.lines > 0
