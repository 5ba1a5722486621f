"""Build the demo: the page with its Python in the browser, as a folder that any web server can give out.

    python docs/make_demo.py [FOLDER]

The folder is `build/extra/demo` unless told, which `docs/conf.py` makes a part of the site. What is not the project's
own, Pyodide from npm and a few packages from PyPI, is fetched once into `build/demo-parts`, pinned by version and hash.
"""

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from sttt.distribution import NAME
from sttt.web import answers
from sttt.web.page import keeper, page_files

ROOT = Path(__file__).parent.parent
SOURCES = Path(__file__).parent / "demo"
PARTS = ROOT / "build" / "demo-parts"
FOLDER = ROOT / "build" / "extra" / "demo"

PYODIDE = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of npm's archive of Pyodide."""

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""What a browser needs of that archive."""

ABI = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"

LEFT_OUT = re.compile(
    r"sttt/(cli|web/http|web/static|arena/report)/|pydantic/(v1|mypy|deprecated/.*\.md)|\.pyi$|\.scm$"
)
"""What no browser runs."""

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
"""As the server has it, and WebAssembly."""


class MissingError(Exception):
    """Something that the demo is made of cannot be had; the message says what, and why."""


def pyodide() -> Path:
    """Return npm's archive of Pyodide; raises `MissingError`."""
    archive = PARTS / f"pyodide-{PYODIDE}.tgz"
    if not archive.exists():
        _run([_tool("npm"), "pack", "--silent", f"pyodide@{PYODIDE}", "--pack-destination", str(PARTS)], "Pyodide")
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != INTEGRITY:
        raise MissingError(f"{archive} is not what it should be: its SHA-512 is {found}; expected {INTEGRITY}")
    return archive


def wheels() -> list[Path]:
    """Return the packages that the project needs in a browser; raises `MissingError`."""
    wanted = SOURCES / "requirements.txt"
    folder = PARTS / f"wheels-{hashlib.sha256(wanted.read_bytes()).hexdigest()[:16]}"
    if not folder.exists():
        target = ["--only-binary", ":all:", "--platform", ABI, "--python-version", PYTHON]
        options = ["--quiet", "--no-deps", "--require-hashes", "--disable-pip-version-check", *target]
        fresh = folder.with_suffix(".new")
        command = [sys.executable, "-m", "pip", "download", *options, "-r", str(wanted), "-d", str(fresh)]
        _run(command, "what the demo needs from PyPI")
        fresh.rename(folder)
    return sorted(folder.glob("*.whl"))


def _run(command: list[str], what: str) -> None:
    PARTS.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise MissingError(f"{what} cannot be had: {done.stderr.strip()[-600:]}")


def own_files() -> Iterator[tuple[str, bytes]]:
    """Yield the project's Python files and data, and what names its games and players."""
    for package in ("sttt", "strategies", "adapter"):
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in {".py", ".json", ".txt"}:
                yield path.relative_to(ROOT).as_posix(), path.read_bytes()
    installed = distribution(NAME)
    about = {  # a checkout with an editable install in it names its metadata as a source distribution does
        "METADATA": installed.read_text("METADATA") or installed.read_text("PKG-INFO"),
        "entry_points.txt": installed.read_text("entry_points.txt"),
    }
    for name, content in about.items():
        if not content:
            raise MissingError(f"the installed sttt has no {name}")
        yield f"{NAME.replace('-', '_')}-{installed.version}.dist-info/{name}", content.encode()


def foreign_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the other packages."""
    for wheel in wheels():
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                yield name, archive.read(name)


def write_python(folder: Path) -> None:
    """Write Pyodide's core, and an archive of all packages."""
    folder.mkdir(parents=True)
    with tarfile.open(pyodide()) as archive:
        for name in CORE:
            member = archive.extractfile(f"package/{name}")
            (folder / name).write_bytes(member.read() if member else b"")
        lock = json.loads((archive.extractfile("package/pyodide-lock.json") or sys.stdin.buffer).read())
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), encoding="utf-8")
    with zipfile.ZipFile(folder / "packages.zip", "w") as packed:
        for name, content in (*own_files(), *foreign_files()):
            if not LEFT_OUT.search(name):
                packed.writestr(name, content)
    _run(
        [_tool("node"), str(SOURCES / "compile.mjs"), str(folder), "packages.zip", "python_stdlib.zip"],
        "the compiled files",
    )


def _tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise MissingError(f"{name} is not on the PATH")
    return found


def early_answers() -> dict[str, object]:
    """Return the answers to what is asked without more words, by the path: no board waits for Python."""
    return {path: TypeAdapter(Any).dump_python(answer(), mode="json") for path, answer in answers.ASKED.items()}


def write_page(folder: Path) -> None:
    """Write the page, with a way to its workers in the place of that to a server."""
    static, files = folder / "static", page_files()
    page, worker = files.pop("index.html").decode(), files.pop("worker.js")
    static.mkdir(parents=True)
    for name, content in files.items():
        (static / name).write_bytes(content)
    for name in ("wire.js", "python.js", "replies.js"):
        shutil.copy(SOURCES / name, static)
    shutil.copy(SOURCES / "replies.json", folder)
    for given, wanted in (
        (
            '<meta charset="utf-8">',
            f'<meta charset="utf-8">\n  <meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        ),
        ('href="api/games"', 'href="answers.json"'),
    ):
        if page.count(given) != 1:
            raise MissingError(f"the page has not one {given!r}, which the demo changes to {wanted!r}")
        page = page.replace(given, wanted)
    (folder / "index.html").write_text(page, encoding="utf-8")
    (folder / "answers.json").write_text(json.dumps(early_answers(), separators=(",", ":")), encoding="utf-8")
    kept = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    kept["./"] = kept.pop("index.html")
    kept.pop("static/social.png")
    (folder / "worker.js").write_bytes(keeper(worker, kept, [], "python/"))


def build(folder: Path) -> None:
    """Build the demo anew; raises `MissingError`."""
    shutil.rmtree(folder, ignore_errors=True)
    write_python(folder / "python")
    write_page(folder)


def sizes(folder: Path) -> tuple[int, int]:
    """Return the bytes of all files, as they are and compressed."""
    contents = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return sum(map(len, contents)), sum(len(gzip.compress(content)) for content in contents)


def main() -> None:
    """Build the demo, and say how large it is."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    try:
        build(folder)
    except MissingError as error:
        raise SystemExit(f"make_demo: {error}") from error
    whole, compressed = sizes(folder)
    sys.stdout.write(f"{folder}: {whole / 1e6:.1f} MB, {compressed / 1e6:.1f} MB compressed\n")


if __name__ == "__main__":
    main()
