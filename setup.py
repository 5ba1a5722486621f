"""Compiles each module that has a ``.pxd`` beside it, where Cython and a C compiler are at hand.

Without them the same files run interpreted. ``STTT_BUILD=interpreted`` leaves the compiler out on purpose, and
``STTT_BUILD=quick`` has it optimize less, for whoever waits. The modules keep to Python's limited API, so that one
wheel serves every Python from 3.11 on; they are as fast as without.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

LEVEL = "-O1" if os.environ.get("STTT_BUILD") == "quick" else "-O3"
OPTIONS = [] if sys.platform == "win32" else [LEVEL, "-g0", "-ffp-contract=off"]
"""Contracted, a product and a sum would be rounded otherwise than Python rounds them; Microsoft's compiler does not."""

LIMITED_API = sys.implementation.name == "cpython"
UTILITY = "sttt.kernel._utility"
"""What Cython writes for every module alike, compiled once: three quarters of the work without it."""


def registry_page() -> str:
    """Return the README with links that also lead somewhere on a registry's page."""
    home = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Repository"]
    return re.sub(
        r"(!?\[[^\]]*\])\((?!https://)([^)\s]+)\)",
        lambda link: f"{link[1]}({home}/{'raw' if link[1].startswith('!') else 'blob'}/main/{link[2]})",
        Path("README.md").read_text(encoding="utf-8"),
    )


def extensions() -> list[Extension]:
    """Return the modules as optional extensions: one that does not compile is left interpreted."""
    if os.environ.get("STTT_BUILD") == "interpreted":
        return []
    try:
        from Cython.Build import cythonize  # noqa: PLC0415 - absent where the build is not isolated
    except ImportError:
        return []
    headers = sorted(Path("sttt").rglob("*.pxd"))
    modules = {".".join(header.with_suffix("").parts): [str(header.with_suffix(".py"))] for header in headers}
    directives = {
        "language_level": 3,
        "boundscheck": False,
        "wraparound": False,
        "initializedcheck": False,
        "cdivision": True,
    }
    compiled: list[Extension] = cythonize(
        [_extension(name, sources) for name, sources in {UTILITY: [], **modules}.items()],
        build_dir="build",
        compiler_directives=directives,
        quiet=True,
        shared_utility_qualified_name=UTILITY,
    )
    for extension in compiled:
        extension.optional = True  # Cython passes on much of an extension, but not that
    return compiled


def _extension(name: str, sources: list[str]) -> Extension:
    macros = [("Py_LIMITED_API", "0x030B0000")] if LIMITED_API else []
    return Extension(name, sources, define_macros=macros, py_limited_api=LIMITED_API, extra_compile_args=OPTIONS)


class BuildOnce(build_ext):
    """Compiles what has changed since the last installation, and copies the rest from what that one compiled."""

    def build_extension(self, ext: Extension) -> None:
        """Take the extension that was compiled from the same C in the same way, or compile it and keep it."""
        built = Path(self.get_ext_fullpath(ext.name))
        kept = Path("build", "compiled", ext.name, self._fingerprint(ext), built.name)
        if kept.exists():
            built.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(kept, built)
            return
        super().build_extension(ext)
        shutil.rmtree(kept.parents[1], ignore_errors=True)
        kept.parent.mkdir(parents=True)
        shutil.copy(built, kept)

    def _fingerprint(self, ext: Extension) -> str:
        made = [Path(source).read_bytes() for source in ext.sources]
        how = (sys.version, sys.platform, ext.define_macros, ext.extra_compile_args, self.compiler.compiler_so)
        return hashlib.sha256(b"\0".join([repr(how).encode(), *made])).hexdigest()[:16]


def write_commit(folder: str) -> None:
    """Note in `sttt/_commit.txt` below a folder what it was built from; an sdist brings that file along."""
    if not Path(".git").exists():
        return
    command = ["git", "describe", "--always", "--dirty=+changes", "--abbrev=10", "--exclude=*"]
    try:
        commit = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603 - fixed
    except (OSError, subprocess.CalledProcessError):
        return
    Path(folder, "sttt", "_commit.txt").write_text(commit, encoding="ascii")


class BuildWithCommit(build_py):
    """Builds a package that knows its commit; a checkout installed for editing asks git."""

    def run(self) -> None:
        """Build, then note the commit."""
        super().run()
        if not self.editable_mode:
            write_commit(self.build_lib)


class SdistWithCommit(sdist):
    """An sdist whose wheels know their commit."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Lay out the files, then note the commit beside them."""
        super().make_release_tree(base_dir, files)
        write_commit(base_dir)


setup(
    cmdclass={"build_py": BuildWithCommit, "build_ext": BuildOnce, "sdist": SdistWithCommit},
    long_description=registry_page(),
    long_description_content_type="text/markdown",
    ext_modules=extensions(),
    options={
        "build_ext": {"parallel": os.cpu_count()},
        "bdist_wheel": {"py_limited_api": "cp311"} if LIMITED_API else {},
    },
)
