"""Grade programs by the graders' own `gttt.scm` in MIT Scheme, and by `sttt grade`, and say whether both agree.

``python benchmarks/real_grader.py FILE [--seed N]``. The file is yours: it is public, and no part of this project.
Its drawing is left out, and forms that STk alone takes are written as MIT reads them, whose `cons` would look at its
second argument first. Its `random` gets the numbers that our random player draws in the same game; referee, players and
grader are its own. A command gets the request first by which our referee learns that it has started. What the staff did
by hand after an error, ``(grader 'c)``, is done here.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from support.synthetic_class import PROGRAMS

from sttt.arena.play.match import derive_seed
from sttt.arena.tournaments.experiment import grade_schedule
from sttt.games.game import Side

STTT = Path(sys.executable).with_name("sttt")
SHIM = Path(__file__).parents[1] / "adapter" / "scheme" / "shims" / "mit.scm"
TRIED = ("ant", "cat", "hen", "jay", "third", "illegal", "early", "words")
"""Groups of the synthetic class, in Python and Scheme, good and bad."""
DRAWN = (
    *("draw-line", "draw-oval", "draw-rectangle", "draw-text", "fill-oval", "clear-graphics!", "raise!"),
    *("set-binding!", "set-color!", "set-over-binding!", "set-text!", "set-width!"),
)
DRAWING = ("draw-board", "place-piece", "win-square")
FULL = "(little x o x x o o o x x)"
FIRST_REQUEST = f"((big {FULL.replace('o x x)', 'o () ())')} {' '.join([FULL] * 8)}) x)"
DRAWS = 400
"""Random numbers for a game; 81 placements take two each at most."""
WORD = re.compile(r"""\s+|;[^\n]*|"(?:\\.|[^"\\])*"|[()']|[^\s()';"]+""")

Form = str | list["Form"]


def read(text: str) -> list[Form]:
    """Read the forms of a file."""
    stack: list[list[Form]] = [[]]
    for word in WORD.findall(text):
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif word.strip() and not word.startswith(";"):
            stack[-1].append(word)
    return stack[0]


def write(form: Form) -> str:
    """Write a form."""
    if isinstance(form, str):
        return form
    return f"({' '.join(map(write, form))})".replace("' ", "'")


def portable(form: Form) -> Form:
    """Write a form as MIT reads it: definitions stand in bodies alone, and nothing is drawn."""
    if isinstance(form, str):
        return form
    if form[:1] == ["define"] and isinstance(form[1], list) and form[1][0] in DRAWING:
        return ["define", form[1][0], "drawn"]
    if form[:2] == ["lambda", [".", "options"]]:
        form = ["lambda", "options", *form[2:]]
    inner = [portable(one) for one in form]
    if inner[:1] in (["lambda"], ["let"], ["let*"], ["letrec"]) or (inner[:1] == ["define"] and len(inner) > 3):
        return [*inner[:2], *_once(_spliced(inner[2:]))]
    return _expression(inner)


def _expression(inner: list[Form]) -> Form:
    if inner[:1] == ["cons"] and not any(isinstance(one, str) for one in inner[1:]):
        return [["lambda", ["first-of-two"], ["cons", "first-of-two", inner[2]]], inner[1]]
    if inner[:1] == ["cond"]:
        clauses = (
            one if isinstance(one, str) or not _defines(one[1:]) else [one[0], _body(one[1:])] for one in inner[1:]
        )
        return ["cond", *clauses]
    if inner[:1] == ["if"]:
        return ["if", *(["set!", *one[1:]] if _defines([one]) else _alone(one) for one in inner[1:])]
    return inner


def _alone(form: Form) -> Form:
    return _body(form[1:]) if isinstance(form, list) and form[:1] == ["begin"] and _defines(form[1:]) else form


def _spliced(forms: list[Form]) -> list[Form]:
    """Take the forms of a block out of it where it defines names for the body that it stands in."""
    found: list[Form] = []
    for one in forms:
        block = isinstance(one, list) and one[:1] == ["begin"] and _defines(one[1:])
        found += one[1:] if block else [one]
    return found


def _body(forms: list[Form]) -> Form:
    return [["lambda", [], *_once(forms)]]


def _once(forms: list[Form]) -> list[Form]:
    """Have a name that is defined again set instead."""
    seen: list[Form] = []
    found: list[Form] = []
    for one in forms:
        again = _defines([one]) and one[1] in seen
        found.append(["set!", *one[1:]] if again else one)
        seen += [one[1]] if _defines([one]) else []
    return found


def _defines(forms: list[Form]) -> bool:
    return any(isinstance(one, list) and one[:1] == ["define"] for one in forms)


def script(folder: Path, groups: tuple[str, ...], seed: int) -> str:
    """Return what grades these groups' programs in MIT Scheme."""
    lines = ["#!fold-case", "(define (drawn . ignored) 0)", *(f"(define {name} drawn)" for name in DRAWN)]
    lines += ["(define (get-mouse-coords) '(0 0))", "(define (1- n) (- n 1))", "(define draws '())"]
    lines += ["(define (random n) (let ((drawn (car draws))) (set! draws (cdr draws)) drawn))"]
    lines += [f'(load "{folder}/gttt.scm")', "(define driver tdriver)", f'(load "{SHIM}")']
    makers = []
    for group in groups:
        if (folder / f"{group}.scm").exists():
            lines.append(f'(define maker-{group} (let () (load "{folder}/{group}.scm") make-ai))')
        else:
            lines.append(
                f"(define (maker-{group}) (let ((AI (make-sttt-ai))) (set! sttt-bot #f)"
                f' (set! sttt-command (list "python3" "{folder}/{group}.py"))'
                f" (apply AI '{FIRST_REQUEST}) AI))"
            )
        makers.append(f"maker-{group}")
    lines.append(f"(define ai-list (list {' '.join(makers)}))")
    games = [list(_draws(pairing.seed, index)) for index, pairing in enumerate(grade_schedule("it", seed)[:12])]
    lines.append(f"(define all-draws (vector {' '.join(write(['list', *map(str, one)]) for one in games)}))")
    lines += [
        "(define started 0)",
        "(define (r-ai) (set! draws (vector-ref all-draws started))",
        " (set! started (modulo (+ started 1) 12)) random-ai)",
        "(set! opponent-list (append (list r-ai r-ai r-ai r-ai r-ai r-ai) (list-tail opponent-list 6)))",
        "(define (go option) (let ((failed (call-with-current-continuation (lambda (leave) (with-exception-handler",
        " (lambda (condition) (leave #t)) (lambda () (grader option) #f)))))) (if failed (go 'c))))",
        "(go 's)",
        '(newline) (display "GRADES ")',
        "(write (map (lambda (won drawn) (+ 14 (* 2 won) drawn)) (vector->list winvec) (vector->list tievec)))",
        "(newline) (exit 0)",
    ]
    return "\n".join(lines)


def _draws(seed: int, index: int) -> list[int]:
    """Return what the random player draws in a game of the schedule, which it plays as O if the index is even."""
    drawn = Random(derive_seed(seed, (Side.O if index % 2 == 0 else Side.X).value))
    return [drawn.randrange(9) for _ in range(DRAWS)]


def main() -> None:
    """Run both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gttt", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        text = options.gttt.read_text(encoding="latin-1").replace('(load "gdraw.stk")', "")
        forms = (write(portable(form)) for form in read(text))
        (folder / "gttt.scm").write_text("#!fold-case\n" + "\n".join(forms))
        for number, group in enumerate(TRIED):
            PROGRAMS[group].write(folder, group, number)
        (folder / "go.scm").write_text(script(folder, TRIED, options.seed))
        words = ["mit-scheme", "--quiet", "--no-init-file", "--load", str(folder / "go.scm"), "--eval", "(exit 1)"]
        said = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False).stdout  # noqa: S603 - ours
        found = re.search(r"GRADES \(([\d ]*)\)", said)
        if not found:
            raise SystemExit(said[-2000:])
        theirs = dict(zip(TRIED, map(int, found[1].split()), strict=True))
        for group, points in theirs.items():
            scheme = folder / f"{group}.scm"
            loaded = f"scheme:{scheme},maker=make-ai,interpreter=mit"
            player = loaded if scheme.exists() else f"cmd:python3 {folder}/{group}.py"
            graded = subprocess.run(  # noqa: S603 - our own command
                [STTT, "grade", player, "--time", "10", "--seed", str(options.seed), "--json"],
                capture_output=True,
                text=True,
                check=True,
            )
            ours = json.loads(graded.stdout)["grades"][0]["points"]
            print(f"{group}: gttt.scm {points}, sttt grade {ours}", "" if points == ours else "DIFFERENT", flush=True)


if __name__ == "__main__":
    main()
