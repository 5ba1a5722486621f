"""The autograder of a class for Gradescope: a zip whose scripts grade one submission by the same code."""

import io
import shutil
import zipfile
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sttt.course.settings import FILE, read_settings
from sttt.course.stages import STAGES, Course
from sttt.course.tables import gradescope
from sttt.distribution import version
from sttt.errors import CourseError
from sttt.execution.executor import Executor
from sttt.execution.foreign import replacing

_SETUP = """\
#!/usr/bin/env bash
# Runs once, when Gradescope builds the image. The wheel of sttt {version} lies beside this script.
set -e
apt-get update
apt-get install -y python3 python3-venv build-essential default-jdk-headless {packages}
python3 -m venv /autograder/sttt
if ! ls /autograder/source/*.whl >/dev/null 2>&1; then
  echo "no wheel of sttt beside setup.sh; expected the one that python -m build --wheel writes in a checkout" >&2
  exit 1
fi
/autograder/sttt/bin/python -m pip --disable-pip-version-check install /autograder/source/*.whl
"""
_RUN = """\
#!/usr/bin/env bash
# Runs for each submission: all stages but the tournament, and the results where Gradescope reads them.
exec /autograder/sttt/bin/sttt class grade-one /autograder/source /autograder/submission \\
  --output /autograder/results/results.json
"""
_PACKAGES = {
    "guile": "guile-3.0",
    "chicken": "chicken-bin",
    "gambit": "gambc",
    "chez": "chezscheme",
    "mit": "mit-scheme",
}


_GROUP = "submission"


def grade_one(folder: Path, submission: Path, executor: Executor) -> dict[str, object]:
    """Grade one submission by a class's settings, without the tournament, and return Gradescope's results."""
    settings = read_settings(folder)
    with TemporaryDirectory(prefix="sttt-class-") as made:
        alone = Path(made)
        shutil.copy(folder / FILE, alone / FILE)
        (alone / settings.roster).parent.mkdir(parents=True, exist_ok=True)
        (alone / settings.roster).write_text(f"student,group,section\nyou,{_GROUP},1\n", encoding="utf-8")
        own = alone / settings.submissions / f"{_GROUP}{''.join(submission.suffixes) if submission.is_file() else ''}"
        own.parent.mkdir(parents=True, exist_ok=True)
        try:
            shutil.copytree(submission, own, symlinks=True) if submission.is_dir() else shutil.copy(submission, own)
        except (OSError, shutil.Error) as error:
            raise CourseError(f"cannot read {submission}: {error}; expected a submission") from error
        with closing(Course(alone)) as course:
            for _ in course.run(executor, [stage for stage in STAGES if stage != "tournament"]):
                pass
            return gradescope(course.results()[0])


def write_autograder(course: Course, path: Path) -> None:
    """Write the zip, with the class's settings and no submission in it; raises `CourseError`."""
    scheme = "scheme" in course.settings.programs.protocols
    packages = _PACKAGES.get(course.settings.programs.interpreter, "") if scheme else ""
    files = {
        "setup.sh": _SETUP.format(packages=packages, version=version()),
        "run_autograder": _RUN,
        FILE: (course.folder / FILE).read_text(encoding="utf-8"),
    }
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100644 if name == FILE else 0o100755) << 16
            archive.writestr(entry, text)
    try:
        with replacing(path) as file:
            file.write(content.getvalue())
    except OSError as error:
        raise CourseError(f"cannot write {path}: {error.strerror}; expected to write the zip there") from error
