"""A submission made into a player: built once, confined and limited, and described by a manifest."""

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from sttt.course.settings import ClassSettings, StudentGroup
from sttt.course.submissions import Form, Submission, essences, files_of, read_form, unpack
from sttt.errors import CourseError, ExecutionError
from sttt.execution.confined import confining
from sttt.execution.foreign import read_beginning, text_of
from sttt.execution.supervised import Supervised

KEPT_LOG = 4_000
"""Characters of a build's output that are kept: its end."""
_LONGEST_SOURCE = 1 << 20


@dataclass(frozen=True)
class Build:
    """The building of a group's program, and how it came out."""

    group: str
    checksum: str = ""
    """Of the files as they were handed in."""
    command: str = ""
    """The command that built it; empty if nothing had to be built."""
    log: str = ""
    problem: str | None = None
    """Why there is no player; None if there is one."""
    protocol: str = ""
    start: str = ""
    """The text behind ``PROTOCOL:`` that starts it."""
    form: Form | None = None
    notes: tuple[str, ...] = ()
    """Notes for the staff: an earlier submission, a late one, what is suspicious in its files."""
    contents: dict[str, str] = field(default_factory=dict)
    """The files as they were handed in, as `essences` returns them."""


@dataclass(frozen=True)
class BuildTask:
    """A submission to be built in a folder."""

    group: StudentGroup
    submission: Submission
    settings: ClassSettings
    factor: float
    folder: Path
    """Folder of all groups' programs; this group's own has its name."""
    others: tuple[str, ...] = ()
    """Names of the other groups."""


def build(task: BuildTask) -> Build:
    """Unpack, build and describe a submission; whatever is wrong with it is its own problem, and raises nothing."""
    own = task.folder / task.group.name
    notes = []
    if task.submission.replaced:
        notes.append(f"{task.submission.path.name} replaces {', '.join(task.submission.replaced)}")
    if task.submission.late:
        notes.append(f"{task.submission.path.name} came late")
    try:
        checksum = unpack(task.submission, own)
    except CourseError as error:
        return Build(task.group.name, problem=str(error), notes=tuple(notes))
    notes += suspicious(own, task.others)
    contents = essences(own)
    command = build_command(own, task.group.name)
    status, log = run_build(own, command, task) if command else (0, "")
    problem = None if status == 0 else f"does not build: {_why(status, task)}"
    protocol, start, form = "", "", None
    if problem is None:
        try:
            protocol, start, form = how_to_start(own, task.group.name, task.settings)
        except CourseError as error:
            problem = str(error)
    name, built = task.group.name, " ".join(command)
    made = Build(name, checksum, built, log, problem, protocol, start, form, tuple(notes), contents)
    if problem is None:
        manifest_of(task.folder, task.group.name).write_text(_manifest(made, task), encoding="utf-8")
    return made


def _why(status: int | None, task: BuildTask) -> str:
    limit = task.settings.programs.build_seconds * task.factor
    return f"no end within {limit:g} s" if status is None else f"exit status {status}"


def build_command(folder: Path, group: str) -> list[str]:
    """Return what builds a program: its Makefile, its file ``build``, else a compiler for its sources; or nothing."""
    names = [name for name in files_of(folder) if "/" not in name]
    if {"Makefile", "makefile", "GNUmakefile"} & set(names):
        return ["make"]
    for script in ("build", "build.sh"):
        if script in names:
            return ["sh", f"./{script}"]
    if _executable(folder, group):
        return []
    for compiler, endings in (("cc", (".c",)), ("c++", (".cpp", ".cc"))):
        sources = [name for name in names if name.endswith(endings)]
        if sources:
            return [compiler, "-O2", "-o", group, *sources, "-lm"]
    sources = [name for name in names if name.endswith(".java")]
    return ["javac", *sources] if sources and not any(name.endswith(".class") for name in names) else []


def run_build(folder: Path, command: list[str], task: BuildTask) -> tuple[int | None, str]:
    """Run a build in its folder, confined; return its exit status, None if time was over, and the end of its output."""
    programs = task.settings.programs
    with tempfile.TemporaryFile() as output:
        try:
            running = Supervised(
                [*confining(folder), *command],
                stdin=subprocess.DEVNULL,
                stdout=output.fileno(),
                stderr=output.fileno(),
                directory=folder,
                memory=programs.memory_mb << 20,
            )
        except (OSError, ExecutionError) as error:
            return 127, str(error)
        try:
            status = running.wait(programs.build_seconds * task.factor)
        finally:
            running.end()
        size = output.seek(0, os.SEEK_END)
        output.seek(max(0, size - KEPT_LOG))
        return status, output.read().decode("utf-8", "replace").replace(str(folder), ".")


def how_to_start(folder: Path, group: str, settings: ClassSettings) -> tuple[str, str, Form | None]:
    """Return protocol and start line of a built program, and the form of a Scheme file; raises `CourseError`."""
    protocols = settings.programs.protocols
    files = files_of(folder)
    plain = [name for name in protocols if name not in ("scheme", "kaggle")]
    command = _command(folder, group, files) if plain else None
    if "scheme" in protocols and not _executable(folder, group):
        sources = [name for name in files if name.endswith((".scm", ".stk"))]
        chosen = _only(sources, group, "scm")
        if chosen:
            text = _source(files[chosen])
            return "scheme", f"{chosen},{_entry(text)},interpreter={settings.programs.interpreter}", read_form(text)
    if "kaggle" in protocols:
        agents = [name for name in files if name.endswith(".py") and _AGENT.search(_source(files[name]))]
        chosen = _only(agents, group, "py")
        if chosen:
            return "kaggle", chosen, None
    if command:
        return plain[0], command, None
    expected = "a Scheme file, an executable" if "scheme" in protocols else "an executable"
    raise CourseError(f"has nothing to start; expected {expected} named {group}, or files of Python or Java")


_AGENT = re.compile(r"^def \w+\(\s*(obs|observation)\w*\s*(:[^,)]*)?(,|\))", re.MULTILINE)
"""A function as Kaggle's agents are."""


def _entry(text: str) -> str:
    """Return how the referee gets the AI of a Scheme file: by its maker, or as the procedure `my-ai`."""
    if re.search(r"\(define\s+\(?\s*make-ai\b", text):
        return "maker=make-ai"
    return "procedure=my-ai" if re.search(r"\(define\s+\(?\s*my-ai\b", text) else "maker=make-ai"


def _source(path: Path) -> str:
    return text_of(read_beginning(path, _LONGEST_SOURCE), "replace")


def _only(names: list[str], group: str, ending: str) -> str | None:
    """Return the file named after the group or ``main``, else the only one; None if it cannot be told."""
    for wanted in (f"{group}.{ending}".lower(), f"main.{ending}", f"agent.{ending}"):
        for name in names:
            if name.lower() == wanted:
                return name
    return names[0] if len(names) == 1 else None


def _executable(folder: Path, group: str) -> str | None:
    """Return the executable named after the group, else the only one that is no script to build with."""
    found = [path.name for path in sorted(folder.iterdir()) if path.is_file() and os.access(path, os.X_OK)]
    named = [name for name in found if name.lower() == group.lower()]
    others = [name for name in found if name not in ("build", "build.sh") and not name.endswith(_SOURCES)]
    return named[0] if named else others[0] if len(others) == 1 else None


_SOURCES = (".c", ".h", ".cc", ".cpp", ".java", ".class", ".py", ".scm", ".txt", ".md", ".pdf", "akefile")


def _command(folder: Path, group: str, files: dict[str, Path]) -> str | None:
    """Return the command line of a program: its executable, its Java class with a main, or its Python file."""
    executable = _executable(folder, group)
    if executable:
        return f"./{executable}"
    mains = [name for name in files if name.endswith(".java") and "void main(" in _source(files[name])]
    java = next((name for name in mains if name == "TicTacToe.java"), mains[0] if len(mains) == 1 else None)
    if java or "TicTacToe.class" in files:
        return f"java -cp . {Path(java or 'TicTacToe.class').stem}"
    script = _only([name for name in files if name.endswith(".py")], group, "py")
    if script:
        return f"python3 {script}"
    shell = _only([name for name in files if name.endswith(".sh") and not name.startswith("build")], group, "sh")
    return f"sh {shell}" if shell else None


def manifest_of(folder: Path, group: str) -> Path:
    """Return the manifest of a group's program, in the folder of all programs."""
    return folder / f"{group}.toml"


def _manifest(made: Build, task: BuildTask) -> str:
    programs = task.settings.programs
    quoted = made.start.replace("\\", "\\\\").replace('"', '\\"')
    return "\n".join(
        [
            f'name = "{made.group}"',
            f'command = "{quoted}"',
            f'protocol = "{made.protocol}"',
            f'game = "{task.settings.game}"',
            f'folder = "{made.group}"',
            "[limits]",
            f"start_seconds = {programs.start_seconds * task.factor}",
            f"move_seconds = {programs.seconds * task.factor}",
            f"memory_mb = {programs.memory_mb}",
            "confined = true",
            "",
        ]
    )


_SUSPICIOUS = {
    r"/proc/": "looks into /proc",
    r"/etc/passwd|/etc/shadow": "reads the system's accounts",
    r"\bsocket\b|urlopen|\bcurl\b|\bwget\b|HttpURLConnection|java\.net": "uses the network",
    r"\bkillall\b|\bpkill\b|os\.kill\b": "ends processes",
    r"\.\./\.\.|\.\./submissions|\.\./groups": "leaves its folder",
}


def suspicious(folder: Path, others: tuple[str, ...]) -> list[str]:
    """Say what in a program's texts is no business of a player's: a hint for a person to look, no proof."""
    notes = []
    for name, path in files_of(folder).items():
        content = read_beginning(path, _LONGEST_SOURCE)
        if b"\0" in content:
            continue
        text = content.decode("utf-8", "replace")
        found = [what for pattern, what in _SUSPICIOUS.items() if re.search(pattern, text)]
        named = [other for other in others if re.search(rf"\.\./{re.escape(other)}\b", text)]
        found += [f"names the files of {', '.join(named)}"] if named else []
        notes += [f"{name} {what}, by its text; it is confined" for what in found]
    return notes
