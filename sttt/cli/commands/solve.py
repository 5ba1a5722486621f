"""``sttt solve``: what can be proven of a position, by which turns, and whether it stands checking."""

import json
import math
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import click

from sttt.cli.numbers import Count, Seconds
from sttt.cli.options import grouped, json_option
from sttt.cli.output.solve import Checkpoints, SolveRun, WinCheck, check, write_certificate
from sttt.cli.output.tables import standard_output
from sttt.cli.positions import START, GivenPosition, argument
from sttt.games.game import Side
from sttt.games.knowledge import knowledge_of
from sttt.games.super_ttt.analysis.proofs import Inquiry, Proof, Question
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position, format_square
from sttt.games.super_ttt.text import format_position, format_turn
from sttt.games.variation import format_line
from sttt.games.verdict import Verdict
from sttt.games.wording import say_at, verdict_data
from sttt.kernel.transposition_table import table_bits_of

LINE_SECONDS = 10.0
"""Time to find the turns that go with a proof, in a table that may have lost them again."""


@dataclass(frozen=True)
class SolveResult:
    """The state that a run has reached."""

    inquiry: Inquiry
    verdict: Verdict
    """All that is known of the position; of what rests on a file alone, nothing."""
    unfinished: Question | None
    turns: tuple[int, ...]
    """See `_turns`."""
    checked: WinCheck | None
    is_claimed: bool
    """True if it rests on a file and has not been checked."""


@dataclass(frozen=True)
class _Extent:
    """The question, and its limits."""

    given: GivenPosition[Position]
    max_turns: int | None
    seconds: float | None
    sides: str

    @property
    def is_whole(self) -> bool:
        """True if all is asked that there is to know."""
        return self.sides == "both" and self.max_turns is None

    def inquiry(self) -> Inquiry:
        """Return the questions to ask."""
        attackers = list(Side) if self.sides == "both" else [Side(self.sides)]
        return Inquiry(self.given.unfinished(), attackers, self.max_turns)


@dataclass(frozen=True)
class _Table:
    """The transposition table, and the file that keeps it."""

    file: Path | None
    table_mb: int | None
    checkpoint_every: float

    def run(self, inquiry: Inquiry) -> SolveRun:
        """Return a run with this table."""
        bits = None if self.table_mb is None else table_bits_of(self.table_mb)
        return SolveRun(inquiry, bits, Checkpoints(self.file, self.checkpoint_every) if self.file else None)


@click.command(short_help="Prove who wins a position, and in how many turns.")
@grouped(
    "extent",
    _Extent,
    click.argument("given", metavar="[POSITION]", type=argument, default=START),
    click.option("--max-turns", type=Count(), help="Ask about at most this many turns of a side's own."),
    click.option(
        "--time",
        "seconds",
        type=Seconds(),
        help="Stop searching after this many seconds; --verify takes its own time.  [default: never]",
    ),
    click.option(
        "--for",
        "sides",
        type=click.Choice([*(side.value for side in Side), "both"]),
        default="both",
        show_default=True,
        help="Whose wins to seek.",
    ),
)
@grouped(
    "table",
    _Table,
    click.option(
        "--table",
        "file",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Keep the table in this file; the same command goes on from it.",
    ),
    click.option("--table-mb", type=click.IntRange(1, 2**20), help="Size of the table.  [default: 64, or the file's]"),
    click.option(
        "--checkpoint-every",
        type=Seconds(),
        default=30.0,
        show_default=True,
        help="Seconds between writings of --table.",
    ),
)
@click.option(
    "--verify", is_flag=True, help="Check the result by the rules alone; a long win with many open squares takes long."
)
@click.option(
    "--certificate",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the proof to this file, for `sttt verify`; needs --for x or --for o.",
)
@json_option
def solve(*, extent: _Extent, table: _Table, verify: bool, certificate: Path | None, as_json: bool) -> None:
    """Prove who wins POSITION, in how many turns of its own, or that nobody can force a win.

    Asks about 1, 2, 3 ... turns, about each side in turn, until a win is proven, none is possible, or a limit is
    reached. "x wins within 5" counts X's own turns, the present one included. What is known already, as by the
    certificates and the book that ship, is told at once; it is searched again only for a side (--for), a number of
    turns, a file or a check. With --verify a win is replayed against every turn of the other side, and where at most 12
    squares are open everything else is tried out; until then, what rests on the table of a file is called claimed, not
    proven. POSITION is the compact form or (BOARD WHO), or - for standard input; the start unless given.
    """
    if certificate and extent.sides == "both":
        raise click.UsageError("--certificate writes what is proven of one side; expected --for x or --for o")
    started = time.monotonic()
    inquiry = extent.inquiry()
    known = knowledge_of(GAME).of(inquiry.position)
    if known.is_exact and extent.is_whole and not (verify or table.file):
        turn = tuple(square for square in known.turn(inquiry.position.side) if square is not None)
        _tell(SolveResult(inquiry, known, None, turn, None, is_claimed=False), as_json=as_json)
        return
    run = table.run(inquiry)
    deadline = math.inf if extent.seconds is None else started + extent.seconds
    with closing(run.proofs(deadline)) as proofs:
        for proof in proofs:
            if not as_json:
                standard_output().say(f"{proof!s:24} {proof.nodes:>16,} nodes {proof.seconds:>12.3f} s")
    turns = _turns(run.prover, inquiry)
    if certificate and (answers := _answers(inquiry)):
        write_certificate(certificate, run.prover, inquiry.position, answers[0])
    checked = check(run.prover, inquiry) if verify else None
    is_claimed = run.is_claimed and not (checked and checked.is_done)
    verdict = known if is_claimed else knowledge_of(GAME).learn(inquiry.position, inquiry.verdict)
    _tell(SolveResult(inquiry, verdict, run.unfinished, turns, checked, is_claimed), as_json=as_json)


def _tell(result: SolveResult, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_to_json(result)))
    else:
        standard_output().say("\n".join(["", *_describe(result)]))


def _turns(prover: Prover, inquiry: Inquiry) -> tuple[int, ...]:
    """Return the placements that a win is played out with, or those of a turn that holds; none if neither is known."""
    position, deadline = inquiry.position, time.monotonic() + LINE_SECONDS
    if inquiry.win:
        return prover.line(position, inquiry.win.attacker, inquiry.win.turns, deadline)
    held = inquiry.latest(position.side.other)
    if held and prover.work_on(Question(position, held.attacker, held.turns), deadline):
        return prover.best_turn(position)
    return ()


def _answers(inquiry: Inquiry) -> list[Proof]:
    """Return what the proofs amount to: a win, or the last that is known of each side."""
    if inquiry.win:
        return [inquiry.win]
    return [proof for side in Side if (proof := inquiry.latest(side))]


def _describe(result: SolveResult) -> list[str]:
    """Say what is proven, or claimed by a file, and how, a line each."""
    inquiry, unfinished, turns, checked = result.inquiry, result.unfinished, result.turns, result.checked
    answers = _answers(inquiry)
    nodes, seconds = _spent(inquiry, unfinished)
    nothing = None if result.verdict.is_exact else "nothing"
    facts = {
        "verdict": say_at(GAME, inquiry.position, result.verdict).paragraph,
        "claimed" if result.is_claimed else "proven": ", ".join(map(str, answers)) or nothing,
        ("line" if result.verdict.win else "holds"): format_line(inquiry.position, turns, GAME) or None,
        "cut off": _cut_off(unfinished),
        "nodes": f"{nodes:,}",
        "seconds": f"{seconds:.3f}",
        "verified": str(checked) if checked else None,
    }
    return [f"{name:8} {fact}" for name, fact in facts.items() if fact is not None]


def _cut_off(question: Question | None) -> str | None:
    if question is None:
        return None
    return f"{question.attacker} within {question.turns}, after {question.nodes:,} nodes"


def _spent(inquiry: Inquiry, unfinished: Question | None) -> tuple[int, float]:
    """Return all nodes and seconds, those of the question that was cut off included."""
    nodes = sum(proof.nodes for proof in inquiry.proofs)
    seconds = sum(proof.seconds for proof in inquiry.proofs)
    return (nodes + unfinished.nodes, seconds + unfinished.seconds) if unfinished else (nodes, seconds)


def _to_json(result: SolveResult) -> dict[str, object]:
    inquiry, unfinished, turns, checked = result.inquiry, result.unfinished, result.turns, result.checked
    nodes, seconds = _spent(inquiry, unfinished)
    return {
        "position": format_position(inquiry.position),
        "value": result.verdict.value,
        "verdict": verdict_data(GAME, inquiry.position, result.verdict),
        "claimed": result.is_claimed,
        "answers": [_proof_to_json(proof) for proof in _answers(inquiry)],
        "line": [format_square(square) for square in turns] if result.verdict.win else [],
        "holding_turn": None if result.verdict.win or not turns else format_turn(turns),
        "proofs": [_proof_to_json(proof) for proof in inquiry.proofs],
        "unfinished": _question_to_json(unfinished) if unfinished else None,
        "nodes": nodes,
        "seconds": seconds,
        "verified": checked.to_json() if checked else None,
    }


def _proof_to_json(proof: Proof) -> dict[str, object]:
    return {
        "side": proof.attacker,
        "verdict": proof.verdict,
        "turns": proof.turns if proof.claim.is_bounded else None,
        "nodes": proof.nodes,
        "seconds": proof.seconds,
    }


def _question_to_json(question: Question) -> dict[str, object]:
    return {
        "side": question.attacker,
        "turns": question.turns,
        "nodes": question.nodes,
        "seconds": question.seconds,
    }
