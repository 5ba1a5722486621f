"""Run a class of six groups for each preset, end to end, and say what each group got.

``python benchmarks/classes_of_six.py DIR [PRESET ...]``. The grade of 2004 is compared with that of ``sttt grade``.
"""

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.synthetic_class import PROGRAMS, write_class

STTT = Path(sys.executable).with_name("sttt")

CS540 = """\
import sys
STEPS = ((1, (0, 1, 4, 5, 8, 9)), (4, range(4)), (5, (0, 1)), (3, (2, 3)))
LINES = [(a, a + d, a + 2 * d) for d, starts in STEPS for a in starts if 4 not in (a, a + d, a + 2 * d)]

def won(b, who):
    for line in LINES:
        if all(b[s] == who for s in line):
            row = line[0] // 4 * 4
            if line[1] - line[0] == 1 and all(b[s] == who for s in range(row, row + 4)):
                continue
            return True
    return False

def show(b):
    return "\\n".join(" ".join(b[4 * r:4 * r + 4]) for r in range(3))

def search(b, side, alpha, beta, trace):
    if won(b, "O") or won(b, "X") or "_" not in b:
        if trace: print(show(b)); print("Alpha: %d Beta: %d" % (alpha, beta))
        return (1 if won(b, "O") else -1 if won(b, "X") else 0), None
    best = None
    for s in range(12):
        if b[s] != "_": continue
        b[s] = side
        value = search(b, "X" if side == "O" else "O", alpha, beta, trace)[0]
        b[s] = "_"
        if side == "O":
            if value > alpha: alpha, best = value, s
        elif value < beta: beta, best = value, s
        if alpha >= beta: break
    if trace: print(show(b)); print("Alpha: %d Beta: %d" % (alpha, beta))
    return (alpha if side == "O" else beta), best

squares, flag = sys.argv[1:13], sys.argv[13]
value, best = search(squares, "X", -2, 2, flag == "Y")
if best is not None: squares[best] = "X"
print("SOLUTION")
print(show(squares))
"""
FIRST_EMPTY = """\
public class TicTacToe {
    public static void main(String[] a) {
        for (int i = 0; i < 12; i++) if (a[i].equals("_")) { a[i] = "X"; break; }
        System.out.println("SOLUTION");
        for (int r = 0; r < 3; r++) System.out.println(a[4*r] + " " + a[4*r+1] + " " + a[4*r+2] + " " + a[4*r+3]);
    }
}
"""
CS6613 = """\
import sys
LINES = [range(4 * r, 4 * r + 4) for r in range(4)] + [range(c, 16, 4) for c in range(4)]
LINES += [(0, 5, 10, 15), (3, 6, 9, 12)]
stats = dict(cutoff=False, depth=0, nodes=0, max=0, min=0)
board, limit = sys.argv[1:17], int(sys.argv[18])
first = None

def leaf(depth):
    stats["nodes"] += 1
    stats["depth"] = max(stats["depth"], depth)
    for line in LINES:
        if all(board[s] == "X" for s in line): return 1000
        if all(board[s] == "O" for s in line): return -1000
    if "_" not in board: return 0
    if limit and depth >= limit:
        stats["cutoff"] = True
        value = 0
        for line in LINES:
            x, o = sum(board[s] == "X" for s in line), sum(board[s] == "O" for s in line)
            if not o: value += (0, 1, 3, 6, 0)[x]
            if not x: value -= (0, 1, 3, 6, 0)[o]
        return value
    return None

def search(side, alpha, beta, depth):
    global first
    value = leaf(depth)
    if value is not None: return value
    v = float("-inf") if side == "X" else float("inf")
    for s in range(16):
        if board[s] != "_": continue
        board[s] = side
        value = search("O" if side == "X" else "X", alpha, beta, depth + 1)
        board[s] = "_"
        if side == "X":
            if value > v:
                v = value
                if depth == 0: first = s
            if v >= beta: stats["max"] += 1; return v
            alpha = max(alpha, v)
        else:
            if value < v:
                v = value
                if depth == 0: first = s
            if v <= alpha: stats["min"] += 1; return v
            beta = min(beta, v)
    return v

value = search(sys.argv[17], -1000, 1000, 0)
print("MOVE %d %d" % (first // 4 + 1, first % 4 + 1))
print("VALUE %d" % value)
print("CUTOFF", "yes" if stats["cutoff"] else "no")
for name in ("depth", "nodes", "max", "min"): print(name.upper(), stats[name])
"""
QUBIC = """\
import itertools, random, sys
random.seed(NUMBER)
CELLS = list(itertools.product(range(4), repeat=3))
LINES = set()
for cell in CELLS:
    for step in itertools.product((-1, 0, 1), repeat=3):
        line = [tuple(c + i * s for c, s in zip(cell, step)) for i in range(4)]
        if any(step) and all(0 <= v < 4 for p in line for v in p): LINES.add(frozenset(line))
board = {}
def say(text): sys.stdout.write(text + "\\n"); sys.stdout.flush()
def line_of_one(line): return len({board.get(p) for p in line}) == 1 and next(iter(line)) in board
def over(): return any(map(line_of_one, LINES)) or len(board) == 64
def move():
    free = [c for c in CELLS if c not in board]
    for who in (own, other):
        for c in free:
            board[c] = who
            done = over()
            del board[c]
            if done and SMART: return c
    return random.choice(free)
own = sys.stdin.readline().strip().strip("\\0")
other = "B" if own == "R" else "R"
def play():
    c = move(); board[c] = own
    say("%s,%d,%d,%d" % (own, *c))
    if over(): say("GAMEOVER")
if own == "R": play()
for line in sys.stdin:
    line = line.strip().strip("\\0")
    if line == "exit": break
    try:
        who, *c = line.split(","); c = tuple(map(int, c))
        assert who == other and len(c) == 3 and all(0 <= v < 4 for v in c) and c not in board
    except (ValueError, AssertionError):
        say("ERROR"); continue
    board[c] = other
    if over(): say("GAMEOVER")
    else: play()
"""
FILES = """\
import os, random, sys, time
random.seed(NUMBER)
name = os.path.splitext(os.path.basename(sys.argv[0]))[0]
heights = [0] * 7
def take():
    while True:
        if os.path.exists(name + ".in"):
            text = open(name + ".in").read()
            if text.strip() and (len(text.strip()) == 1 or ")" in text):
                os.remove(name + ".in"); return text.strip()
        time.sleep(0.1)
board = {}
def wins(c, r):
    for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            i = 1
            while board.get((c + sign * i * dc, r + sign * i * dr)) == board[c, r]: run += 1; i += 1
        if run >= 4: return True
    return False
def put(color, c):
    r = heights[c] = heights[c] + 1
    board[c, r] = color
    if wins(c, r): print(color, "has won", flush=True); sys.exit()
    if len(board) == 42: print("a draw", flush=True); sys.exit()
def go():
    c = random.choice([c for c in range(7) if heights[c] < 6])
    with open(name + ".new", "w") as out: out.write("(%s %s %d)\\n" % (own, "ABCDEFG"[c], heights[c] + 1))
    os.rename(name + ".new", name + ".out")
    put(own, c)
own = take()
other = "B" if own == "W" else "W"
if own == "W": go()
while True:
    text = take()
    try:
        color, column, row = text.strip("()").split()
        c = "ABCDEFG".index(column)
        assert color == other and int(row) == heights[c] + 1 <= 6
    except (ValueError, AssertionError):
        print("wrong move", text, "not possible here", flush=True); sys.exit()
    put(other, c); go()
"""
AGENT = """\
def agent(observation, configuration):
    free = [c for c in range(7) if observation.board[c] == 0]
    return free[NUMBER % len(free)]
"""

Files = dict[str, str]
CLASSES: dict[str, dict[str, Files]] = {
    "cs540": {
        "good": {"good.py": CS540},
        "ties": {
            "ties.py": CS540.replace("for s in range(12):\n        if b", "for s in range(11, -1, -1):\n        if b")
        },
        "java": {"TicTacToe.java": FIRST_EMPTY},
        "verbose": {"verbose.py": CS540.replace('print("SOLUTION")', 'print("The SOLUTION:")')},
        "crash": {"crash.py": CS540.replace('print("SOLUTION")', "raise SystemExit(4)")},
        "unbuilt": {"TicTacToe.java": FIRST_EMPTY.replace(";", "", 1)},
    },
    "cs6613": {
        "good": {"good.py": CS6613},
        "counts": {"counts.py": CS6613.replace("nodes=0", "nodes=1")},
        "minimax": {
            "minimax.py": CS6613.replace("alpha = max(alpha, v)", "pass").replace("beta = min(beta, v)", "pass")
        },
        "movesonly": {"movesonly.py": CS6613.replace('print("VALUE', 'sys.exit(); print("VALUE')},
        "occupied": {"occupied.py": "print('MOVE 1 1')\n"},
        "silent": {"silent.py": "import time; time.sleep(100)\n"},
    },
    "cs4341-2003": {
        "smart": {"smart.py": QUBIC.replace("SMART", "True")},
        "dull": {"dull.py": QUBIC.replace("SMART", "False")},
        "noend": {
            "noend.py": QUBIC.replace("SMART", "True").replace('    if over(): say("GAMEOVER")\nif own', "if own")
        },
        "illegal": {
            "illegal.py": QUBIC.replace("return random.choice(free)", "return (0, 0, 0)").replace("SMART", "False")
        },
        "java": {"java.py": QUBIC.replace("SMART", "False").replace('text + "\\n"', 'text + "\\r\\n"')},
        "crash": {"crash.py": "raise SystemExit(1)\n"},
    },
    "cs4341-2001": {
        "files": {"files.py": FILES},
        "other": {"other.py": FILES.replace("random.choice([", "min([")},
        "kaggle": {"kaggle.py": AGENT},
        "agent": {"agent.py": AGENT.replace("NUMBER", "3")},
        "full": {"full.py": AGENT.replace("free[NUMBER % len(free)]", "0")},
        "silent": {"silent.py": "import time; time.sleep(1000)\n"},
    },
}
"""Programs of six groups by preset; the first of each is a good one."""
SECONDS = {"cs540": 20, "cs6613": 20, "cs4341-2003": 10, "cs4341-2001": 10}


def main() -> None:
    """Run the classes."""
    folder, *presets = sys.argv[1:]
    for preset in presets or ["csci1901-2004", *CLASSES]:
        own = Path(folder) / preset
        if preset in CLASSES:
            _write(own, preset)
        else:
            write_class(own, ("bee", "ant", "cat", "third", "illegal", "unbuilt"), seconds=5.0)
        done = subprocess.run([STTT, "class", "run", own, "--json"], capture_output=True, text=True, check=False)  # noqa: S603 - ours
        print(preset, done.returncode, "" if done.returncode == 0 else done.stderr[-2000:])
        for one in json.loads(done.stdout)["groups"] if done.returncode == 0 else ():
            print("  ", ", ".join(f"{key} {value}" for key, value in one.items() if value is not None))
        if preset == "csci1901-2004":
            _compare_grades(own)


def _write(folder: Path, preset: str) -> None:
    (folder / "submissions").mkdir(parents=True)
    lines = ["student,group,section"]
    for number, (group, files) in enumerate(CLASSES[preset].items()):
        (folder / "submissions" / group).mkdir()
        for name, text in files.items():
            (folder / "submissions" / group / name).write_text(text.replace("NUMBER", str(number)))
        lines.append(f"Student {number},{group},{number % 2 + 1}")
    (folder / "roster.csv").write_text("\n".join(lines) + "\n")
    (folder / "class.toml").write_text(
        f'assignment = "{preset}"\n[programs]\nseconds = {SECONDS[preset]}\nstart_seconds = 20.0\nreplays = 0\n'
    )


def _compare_grades(folder: Path) -> None:
    """Have `sttt grade` grade the same programs with the same seed."""
    for group in ("bee", "ant", "cat", "third", "illegal"):
        if group in PROGRAMS:
            manifest = folder / "work" / "programs" / f"{group}.toml"
            graded = subprocess.run(  # noqa: S603 - our own command
                [STTT, "grade", manifest, "--time", "5", "--seed", "1", "--json"],
                capture_output=True,
                text=True,
                check=True,
            )
            print(f"   sttt grade {group}: {json.loads(graded.stdout)['grades'][0]['points']}")


if __name__ == "__main__":
    main()
