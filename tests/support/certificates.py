"""Small certificates, made with the project's own solver, and what a forger would change in them."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from sttt.errors import CertificateError
from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import Proof, Question
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.certificate.check import Checked
from sttt.games.super_ttt.certificate.pieces import check, pieces_for, shared_checker
from sttt.games.super_ttt.position import Position
from sttt.workshop.certify.builder import Builder, CheckEffort

PROVER = Prover(16)


@cache
def proven(position: Position, attacker: Side) -> Proof | None:
    """The first decisive proof, None if that takes long."""
    for turns in (1, 2, 3, 4, 5, 20):
        proof = PROVER.work_on(Question(position, attacker, turns), nodes=50_000)
        if proof is None or proof.claim.is_final:
            return proof
    return None


def witness_of(attacker: Side):  # noqa: ANN201 - what a builder takes
    def witness(position: Position, turns: int) -> tuple[int, ...]:
        PROVER.work_on(Question(position, attacker, min(turns, 20)))
        return PROVER.best_turn(position)

    return witness


def claims_of(position: Position, attacker: Side) -> list[Claim]:
    """What the solver finds true of a position."""
    proof = proven(position, attacker)
    if proof is None:
        return []
    if proof.claim.wins:
        shorter = [Claim(attacker, wins=False, turns=proof.turns - 1)] if proof.turns > 1 else []
        return [Claim(attacker, wins=True, turns=proof.turns), *shorter]
    return [Claim(attacker, wins=False), Claim(attacker, wins=False, turns=3)]


def certificate(position: Position, claim: Claim, effort: CheckEffort) -> str:
    """The text of a certificate."""
    builder = Builder(shared_checker(), claim, effort, witness_of(claim.attacker))
    for _ in builder.run(position):
        pass
    with TemporaryDirectory() as folder:
        path = Path(folder, "certificate.txt")
        builder.write(path, position, "a test")
        return path.read_text(encoding="ascii")


def refusals(text: str, folder: Path) -> list[str]:
    """Check a certificate given as text; return what is wrong with it, each with its place."""
    path = folder / "certificate.txt"
    path.write_text(text, encoding="ascii")
    try:
        found = [check(job) for job in pieces_for(path)]
    except CertificateError as error:
        return [str(error)]
    return [f"{one.place}: {one.why}" for checked in found for one in checked.refusals]


def total(text: str, folder: Path) -> Checked:
    """What checking a certificate without faults takes."""
    path = folder / "certificate.txt"
    path.write_text(text, encoding="ascii")
    found = [check(job) for job in pieces_for(path)]
    return Checked(sum(one.lines for one in found), sum(one.nodes for one in found))


def mutations(text: str, random: Random, count: int) -> Iterator[tuple[str, str]]:
    """Yield `count` changes of a certificate, each with its name."""
    for _ in range(count):
        name = random.choice(list(_CHANGES))
        changed = _CHANGES[name](text, random)
        if changed != text:
            yield name, changed


def _body(text: str) -> tuple[list[str], list[str]]:
    head, _, body = text.partition("\n\n")
    return head.splitlines(), body.splitlines()


def _joined(head: list[str], body: list[str]) -> str:
    return "".join(f"{line}\n" for line in [*head, "", *sorted(body)])


def _counted(head: list[str], body: list[str]) -> str:
    """As a careful forger would write it, with the counts set right."""
    kinds = [next(kind for kind in ("reply", "groups", "search") if f" {kind} " in f"{line} search ") for line in body]
    return _joined([_recount(line, kinds) for line in head], body)


def _recount(line: str, kinds: list[str]) -> str:
    name = line.partition(" ")[0]
    return f"{name} {kinds.count(name)}" if name in {"reply", "groups", "search"} else line


def _reply_changed(text: str, random: Random) -> str:
    head, body = _body(text)
    places = [at for at, line in enumerate(body) if " reply " in line]
    if not places:
        return text
    at = random.choice(places)
    squares = [f"{b}{s}" for b in range(1, 10) for s in range(1, 10) if body[at][10 * (b - 1) + s - 1] == "."]
    turn = "+".join(random.sample(squares, min(2, len(squares))))
    body[at] = f"{body[at].split(' reply ')[0]} reply {turn}"
    return _joined(head, body)


def _line_removed(text: str, random: Random) -> str:
    head, body = _body(text)
    if body:
        body.pop(random.randrange(len(body)))
    return _counted(head, body)


def _line_added(text: str, random: Random) -> str:
    """A position of the certificate with a mark more or less, said to be decided by a search."""
    head, body = _body(text)
    position = random.choice(body or [head[3].removeprefix("root ")]).split(" ")[0]
    within = "" if "never" in head[2] else f" within {random.randrange(1, 4)}"
    return _counted(head, [*body, f"{_remarked(position, random)}{within} search 1000"])


def _position_changed(text: str, random: Random) -> str:
    head, body = _body(text)
    if not body:
        return text
    at = random.randrange(len(body))
    position, rest = body[at].split(" ", 1)
    body[at] = f"{_remarked(position, random)} {rest}"
    return _joined(head, body)


def _remarked(position: str, random: Random) -> str:
    at = random.choice([place for place in range(89) if position[place] != "/"])
    mark = random.choice("xo.".replace(position[at], ""))
    return f"{position[:at]}{mark}{position[at + 1 :]}"


def _count_changed(text: str, random: Random) -> str:
    head, body = _body(text)
    at = random.choice([5, 6, 7])
    name, count = head[at].split(" ")
    head[at] = f"{name} {max(0, int(count) + random.choice([-1, 1, 7]))}"
    return _joined(head, body)


def _search_overstated(text: str, random: Random) -> str:
    """What has a reply is said to be left to a search, or a search gets too few nodes."""
    head, body = _body(text)
    if not body:
        return text
    at = random.randrange(len(body))
    stem = body[at].split(" reply ")[0].split(" search ")[0]
    body[at] = f"{stem} search {random.choice([1, 2, 10, 300])}"
    return _counted(head, body)


def _groups_invented(text: str, random: Random) -> str:
    head, body = _body(text)
    if not body:
        return text
    at = random.randrange(len(body))
    stem = body[at].split(" reply ")[0].split(" search ")[0]
    boards = random.sample("123456789", random.choice([2, 4, 6]))
    groups = " ".join("".join(boards[start : start + 2]) for start in range(0, len(boards), 2))
    body[at] = f"{stem} groups {groups}"
    return _counted(head, body)


def _bound_changed(text: str, random: Random) -> str:
    head, body = _body(text)
    places = [at for at, line in enumerate(body) if " within " in line]
    if not places:
        return text
    at = random.choice(places)
    stem, rest = body[at].split(" within ")
    number, rest = rest.split(" ", 1)
    body[at] = f"{stem} within {max(1, int(number) + random.choice([-2, -1, 1, 2]))} {rest}"
    return _joined(head, body)


def _claim_changed(text: str, random: Random) -> str:
    head, body = _body(text)
    side, rest = head[2].removeprefix("claim ").split(" ", 1)
    claims = [f"{'xo'.replace(side, '')} {rest}", f"{side} never wins"]
    claims += [f"{side} {what} within {turns}" for what in ("wins", "cannot win") for turns in (1, 2, 3, 4, 5)]
    head[2] = f"claim {random.choice(claims)}"
    return _joined(head, body)


def _root_changed(text: str, random: Random) -> str:
    head, body = _body(text)
    root = head[3].removeprefix("root ")
    other = _remarked(root, random) if random.random() < 0.7 else root.translate(str.maketrans("xo", "ox"))
    head[3] = f"root {other}"
    return _joined(head, body)


def _header_changed(text: str, random: Random) -> str:
    head, body = _body(text)
    at = random.choice([0, 1, 4, 8])
    head[at] = random.choice(["", "sttt-certificate 2", "game qubic", "nodes 0", "nodes -1", head[at] + "1", "x"])
    return _joined(head, body)


def _cut_off(text: str, random: Random) -> str:
    return text[: random.randrange(len(text))]


_CHANGES = {
    "reply changed": _reply_changed,
    "reply changed too": _reply_changed,
    "line removed": _line_removed,
    "line added": _line_added,
    "position changed": _position_changed,
    "count changed": _count_changed,
    "search overstated": _search_overstated,
    "groups invented": _groups_invented,
    "bound changed": _bound_changed,
    "claim changed": _claim_changed,
    "root changed": _root_changed,
    "header changed": _header_changed,
    "cut off": _cut_off,
}
