"""A class of forty groups for the project of 2004, good programs and bad ones, and what each of them deserves.

``python tests/support/synthetic_class.py DIR`` writes it.
"""

import sys
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from sttt.course.examples import EXAMPLES

SHIPPED = EXAMPLES / "csci1901-2004"
PYTHON = (SHIPPED / "fish" / "fish.py").read_text()
C = (SHIPPED / "crane" / "crane.c").read_text()
SCHEME = (SHIPPED / "newt.scm").read_text()
JAVA = """\
import java.util.Scanner;

public class Main {
    static final int[][] LINES = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}};
    static char[] cells = new char[81];

    static boolean owned(int board) {
        for (int[] line : LINES) {
            char a = cells[9 * board + line[0]];
            if (a != '.' && a == cells[9 * board + line[1]] && a == cells[9 * board + line[2]]) return true;
        }
        return false;
    }

    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String line = in.nextLine().replace("()", " . ").replaceAll("[^xo.]", " ").trim();
            String[] words = in == null ? null : line.split("\\\\s+");
            int count = 0;
            char who = 'x';
            for (String word : words) {
                if (word.length() != 1) continue;
                if (count < 81) cells[count++] = word.charAt(0); else who = word.charAt(0);
            }
            StringBuilder turn = new StringBuilder("(");
            for (int placement = 0; placement < 2; placement++) {
                int chosen = -1;
                for (int step = 0; step < 81 && chosen < 0; step++) {
                    int square = (step * 7 + NUMBER) % 81;
                    if (cells[square] == '.' && !owned(square / 9)) chosen = square;
                }
                if (chosen < 0) { turn.append(" ()"); continue; }
                cells[chosen] = who;
                turn.append(" (" + (chosen / 9 + 1) + " . " + (chosen % 9 + 1) + ")");
            }
            System.out.println(turn + ")");
            System.out.flush();
        }
    }
}
"""
SHELL = """\
#!/bin/sh
# The first open squares from the end, by awk, which is started for each line: its input would wait in a buffer.
while IFS= read -r line; do
  printf '%s\\n' "$line" | awk -v from=NUMBER '
function owned(b, i, n, parts) {
  n = split("123 456 789 147 258 369 159 357", parts, " ")
  for (i = 1; i <= n; i++) {
    a = cell[9 * b + substr(parts[i], 1, 1)]
    if (a != "()" && a == cell[9 * b + substr(parts[i], 2, 1)] && a == cell[9 * b + substr(parts[i], 3, 1)]) return 1
  }
  return 0
}
{
  gsub(/[(][)]/, " E "); gsub(/big|little|[()]/, " ")
  for (i = 1; i <= 81; i++) cell[i] = ($i == "E") ? "()" : $i
  who = $82; turn = "("
  for (p = 0; p < 2; p++) {
    found = 0
    for (s = 81; s >= 1 && !found; s--) {
      q = (s + from) % 81 + 1
      if (cell[q] == "()" && !owned(int((q - 1) / 9))) found = q
    }
    if (found) { cell[found] = who; turn = turn " (" int((found - 1) / 9) + 1 " . " (found - 1) % 9 + 1 ")" }
    else turn = turn " ()"
  }
  print turn ")"
}'
done
"""


@dataclass(frozen=True)
class Program:
    """A group's program."""

    write: Callable[[Path, str, int], None]
    """Write it into the folder of submissions, given the group's name and number."""
    trouble: str | None = None
    """What is said of it if it plays no games."""
    ending: str | None = None
    """How it loses its games, by the record's word, or ``fault`` where it only forfeits."""
    note: str | None = None
    """What the page for the staff says of it."""
    enters: bool = True
    """Whether it plays in the tournament."""


def _folder(files: dict[str, str], executable: Iterable[str] = ()) -> Callable[[Path, str, int], None]:
    def write(folder: Path, group: str, number: int) -> None:
        own = folder / group
        own.mkdir()
        for name, text in files.items():
            path = own / name.replace("GROUP", group)
            path.write_text(text.replace("GROUP", group).replace("NUMBER", str(number)))
            path.chmod(0o755 if name in executable else 0o644)

    return write


def _python(change: Callable[[str], str] = str) -> Callable[[Path, str, int], None]:
    def write(folder: Path, group: str, number: int) -> None:
        text = change(PYTHON.replace("random.seed(1)", f"random.seed({number})"))
        (folder / f"{group}.py").write_text(text)

    return write


def _answering(code: str) -> Callable[[Path, str, int], None]:
    """Return a Python program that runs some lines, indented by four, for each request before it answers."""
    return _python(lambda text: text.replace("for line in sys.stdin:\n", f"count = 0\nfor line in sys.stdin:\n{code}"))


def _scheme(part: str = "Tournament +") -> Callable[[Path, str, int], None]:
    def write(folder: Path, group: str, number: int) -> None:
        text = SCHEME.replace("; Student 2, 1234567", f"; {group}, {number}").replace("__X_ ", "____ ")
        text = text.replace(f"____   {part}", f"__X_   {part}")
        text = text.replace("(define (AI board who)", f"(define own-number {number})\n  (define (AI board who)")
        (folder / f"{group}.scm").write_text(text)

    return write


def _zipped(folder: Path, group: str, number: int) -> None:
    """Write a C program in a zip, whose files lie in a folder."""
    with zipfile.ZipFile(folder / f"{group}.zip", "w") as archive:
        archive.writestr(
            f"{group}/player.c", C.replace("int first = -1;", f"int first = -1, own = {number}; (void)own;")
        )
        archive.writestr(f"{group}/Makefile", f"{group}: player.c\n\tcc -O2 -o {group} player.c\n")


def _twice(folder: Path, group: str, number: int) -> None:
    """Write a first submission that does not build, and a late one that does."""
    (folder / f"{group}.c").write_text("int main(void) { return nothing; }\n")
    _zipped(folder, f"{group}-late", number)
    Path(folder / f"{group}-late.zip").touch()


def _empty(folder: Path, group: str, number: int) -> None:  # noqa: ARG001 - as all others
    with zipfile.ZipFile(folder / f"{group}.zip", "w"):
        pass


def _copied(folder: Path, group: str, number: int) -> None:  # noqa: ARG001 - the same
    text = (folder / "ant.py").read_text()
    (folder / f"{group}.py").write_text("# Written by ourselves.\n" + text.replace("    ", "     "))


JAVA_PROGRAM = Program(_folder({"Main.java": JAVA}))
SHELL_PROGRAM = Program(_folder({"GROUP": SHELL}, ["GROUP"]))
PROGRAMS: dict[str, Program] = {
    "ant": Program(_python()),
    "bee": Program(_zipped),
    "cat": Program(_scheme()),
    "dog": JAVA_PROGRAM,
    "eel": SHELL_PROGRAM,
    "fox": Program(_twice, note="fox-late.zip replaces fox.c"),
    "gnu": Program(_scheme("Regular"), enters=False),
    "hen": Program(_python()),
    "ibis": Program(_zipped),
    "jay": Program(_scheme()),
    "kiwi": Program(_python()),
    "lynx": Program(_zipped),
    "mole": JAVA_PROGRAM,
    "newt": Program(_scheme()),
    "owl": SHELL_PROGRAM,
    "pig": Program(_python()),
    "quail": Program(_zipped),
    "rat": Program(_scheme()),
    "seal": Program(_python()),
    "toad": Program(_zipped),
    "urial": JAVA_PROGRAM,
    "vole": Program(_scheme()),
    "wolf": Program(_python()),
    "xerus": Program(_scheme()),
    "yak": Program(_python()),
    "unbuilt": Program(
        _folder({"Makefile": "all:\n\tcc -o GROUP player.c\n"}), trouble="does not build: exit status 2", enters=False
    ),
    "third": Program(
        _answering("    count += 1\n    if count == 4:\n        raise RuntimeError('no plan for turn 3')\n"),
        ending="crash",
        enters=False,
    ),
    "illegal": Program(
        _answering("    print('((1 . 1) (1 . 1))', flush=True)\n    continue\n"), ending="fault", enters=False
    ),
    "silent": Program(
        _answering("    continue\n"), trouble="does not start: silent did not answer in time", enters=False
    ),
    "flood": Program(_answering("    while True:\n        print('x' * 1000)\n"), ending="malformed", enters=False),
    "forks": Program(
        _answering(
            "    import subprocess\n    subprocess.Popen(['sleep', '600'])\n    subprocess.Popen(['sleep', '600'])\n"
        )
    ),
    "spy": Program(
        _answering(
            "    try:\n        stolen = open('../ant/ant.py').read()\n    except OSError:\n        stolen = None\n"
            "    if stolen:\n        raise SystemExit('stolen')\n"
        ),
        note="names the files of ant",
    ),
    "copy": Program(_copied, note="have the same content"),
    "slow": Program(
        _answering("    count += 1\n    import time; time.sleep(0 if count == 1 else 4)\n"),
        ending="timeout",
        enters=False,
    ),
    "chatty": Program(_answering("    print('thinking...', flush=True)\n"), ending="malformed", enters=False),
    "words": Program(
        _answering("    print('centre, please', flush=True)\n    continue\n"), ending="malformed", enters=False
    ),
    "early": Program(_answering("    count += 1\n    if count == 3:\n        break\n"), ending="crash", enters=False),
    "huge": Program(
        _answering(
            "    count += 1\n    if count == 3:\n        with open('log', 'wb') as log:\n"
            "            while True:\n                log.write(b'x' * 10000000)\n"
        ),
        ending="crash",
        enters=False,
    ),
    "absent": Program(
        _folder({"GROUP": "#!/usr/bin/env ruby-of-2004\nputs 1\n"}, ["GROUP"]),
        trouble="does not start: absent ended with exit status 127",
        enters=False,
    ),
    "empty": Program(_empty, trouble="empty.zip is empty", enters=False),
}
"""The forty groups; the first 25 are good programs, the other 15 misbehave, each in another way."""

SECTIONS = ("a", "b", "c")
SETTINGS = """\
assignment = "csci1901-2004"
seed = 1
[programs]
seconds = {seconds}
start_seconds = {start}
"""


def write_class(
    folder: Path, groups: Iterable[str] = PROGRAMS, *, start: float = 10.0, seconds: float = 1.5, more: str = ""
) -> Path:
    """Write a class of these groups, in three sections by turns; `more` ends its settings."""
    submissions = folder / "submissions"
    submissions.mkdir(parents=True)
    lines = ["student,group,section"]
    for number, group in enumerate(groups):
        PROGRAMS[group].write(submissions, group, list(PROGRAMS).index(group))
        lines.append(f"Student {number},{group},{SECTIONS[number % len(SECTIONS)]}")
    (folder / "roster.csv").write_text("\n".join(lines) + "\n")
    (folder / "class.toml").write_text(SETTINGS.format(start=start, seconds=seconds) + more)
    return folder


if __name__ == "__main__":
    write_class(Path(sys.argv[1]))
