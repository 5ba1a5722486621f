"""All forgeries in one place: whatever is forged, and however, nothing is called proven and no false line stands."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import forgeries
from support.command import sttt_here

from sttt.games.super_ttt.certificate.manifest import NAME

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
CHANGES = 200
SPARSE = 2**32

FALSE_CLAIMS = {
    "a draw as a win": ("x wins within 3", forgeries.DRAWN_AT_ONCE),
    "a loss as a win": ("x wins within 3", forgeries.LOST_AT_ONCE),
    "no turn to be answered": ("x wins within 3", forgeries.NO_TURN_MATTERS),
    "a win as never": ("x never wins", forgeries.WON_AT_ONCE),
    "a win as none within 2": ("x cannot win within 2", forgeries.WON_AT_ONCE),
    "nothing listed": ("x never wins", forgeries.HELD),
}


def written(folder: Path, content: bytes | str, name: str) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def work_files(folder: Path) -> Iterator[tuple[str, list[Path | str]]]:
    """Every piece of nothing, of a true certificate and of false ones, and claims of having checked all of those."""
    true = written(folder, forgeries.true_certificate(), "true")
    false = written(folder, forgeries.plain("x never wins", forgeries.WON_AT_ONCE), "false")
    for kind, lines in {**forgeries.PIECES_OF_NOTHING, "all of it": "{sha} 0 0 0 5"}.items():
        for path in (true, false):
            place = folder / f"{path.name} {kind}"
            place.mkdir()
            yield f"{kind} of the {path.name} one", [path, "--work", forgeries.work_file(place, path, lines)]


def manifests(folder: Path) -> Iterator[tuple[str, list[Path | str]]]:
    """Manifests of no files, single files that claim the same, and a manifest whose file was exchanged."""
    for kind, (claim, root) in FALSE_CLAIMS.items():
        place = folder / kind
        place.mkdir()
        yield f"{kind}, a manifest", [written(place, forgeries.manifest(claim, root), NAME)]
        yield f"{kind}, a file", [written(place, forgeries.plain(claim, root), "file")]
    file = written(folder, forgeries.true_certificate(), "file")
    listed = forgeries.manifest("x never wins", forgeries.HELD, forgeries.entry(file))
    written(folder, forgeries.plain("x never wins", forgeries.WON_AT_ONCE), "file")
    yield "an exchanged file", [written(folder, listed, NAME)]


def files(folder: Path) -> Iterator[tuple[str, list[Path | str]]]:
    """False certificates, claims of size and packed bombs; and sparse files of every kind that is read."""
    for kind, forged in forgeries.FORGED_FILES.items():
        yield kind, [written(folder, forged()[0], kind)]
    beginnings = ["", "44 1 21 4\n", '# {"command": ""}\n/:0\n', forgeries.true_certificate()]
    for number, beginning in enumerate([*beginnings, forgeries.manifest("x never wins", forgeries.HELD)]):
        path = written(folder, beginning, f"sparse {number}")
        os.truncate(path, SPARSE)
        yield path.name, [path]


@pytest.mark.slow
@pytest.mark.parametrize("forged", [work_files, manifests, files])
def test_no_forgery_of_any_kind_is_called_proven(
    forged: Callable[[Path], Iterator[tuple[str, list[Path | str]]]], tmp_path: Path
) -> None:
    believed = []
    for kind, arguments in forged(tmp_path):
        done = sttt_here("verify", *map(str, arguments), "--jobs", "1")
        told = done.stdout + done.stderr
        if done.returncode not in (1, 2, 3) or "proven\n" in told.replace("not proven\n", "") or "Traceback" in told:
            believed.append((kind, done.returncode, told))
    assert not believed


@pytest.mark.slow
def test_no_change_of_the_benchmarks_kinds_makes_a_false_line_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import forge_certificates as benchmark  # noqa: PLC0415 - it lies beside the package

    path = written(tmp_path, forgeries.true_certificate(), "true")
    forger = benchmark.Forger(path, seed=2, table_bits=16)
    outcomes = Counter(forger.change() for _ in range(CHANGES))
    assert {kind for kind, _ in outcomes} == {
        "reply changed",
        "line left out",
        "search shortened",
        "position changed",
    }
    assert not [one for one in outcomes if one[1] == "accepted, false"]
