"""``sttt solve``: what can be proven of a position, by which turns, and whether it stands checking."""

import json
import math
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from sttt.cli.decisions import format_line
from sttt.cli.options import Seconds, json_option
from sttt.cli.positions import START, GivenPosition, argument
from sttt.cli.solve_check import Checked, check
from sttt.cli.solve_run import Checkpoints, SolveRun
from sttt.games.game import Result, Side
from sttt.games.super_ttt import GAME
from sttt.games.super_ttt_text import format_position, format_square, format_turn
from sttt.kernel.inquiry import Inquiry
from sttt.kernel.limited_search import table_bits_of
from sttt.kernel.proofs import Proof, Prover, Question, Verdict

LINE_SECONDS = 10.0
"""Time to find the turns that go with a proof, in a table that may have lost them again."""


@click.command()
@click.argument("given", metavar="[POSITION]", type=argument, default=START)
@click.option("--max-turns", type=click.IntRange(min=1), help="Ask about at most so many turns of a side's own.")
@click.option("--time", "seconds", type=Seconds(), help="Stop after this many seconds.  [default: never]")
@click.option(
    "--for",
    "sides",
    type=click.Choice([*(side.value for side in Side), "both"]),
    default="both",
    show_default=True,
    help="Whose wins to seek.",
)
@click.option(
    "--table",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep the table in this file: a run that was broken off goes on from there.",
)
@click.option("--table-mb", type=click.IntRange(1, 2**20), help="Size of the table.  [default: 64, or the file's]")
@click.option(
    "--checkpoint-every", type=Seconds(), default=30.0, show_default=True, help="Seconds between writings of --table."
)
@click.option("--verify", is_flag=True, help="Check the result by the rules alone.")
@json_option
def solve(  # noqa: PLR0913 - one parameter per option
    *,
    given: GivenPosition,
    max_turns: int | None,
    seconds: float | None,
    sides: str,
    file: Path | None,
    table_mb: int | None,
    checkpoint_every: float,
    verify: bool,
    as_json: bool,
) -> None:
    """Prove who wins POSITION, in how many turns of its own, or that nobody can force a win.

    Asks about 1, 2, 3 ... turns, about each side in turn, until a win is proven, none is possible, or a limit is
    reached. With --verify a win is replayed against every turn of the other side, and where at most 12 squares are open
    everything else is tried out. POSITION is the compact form or (BOARD WHO), or - for standard input; the start unless
    given.
    """
    started = time.monotonic()
    position = given.unfinished()
    attackers = list(Side) if sides == "both" else [Side(sides)]
    inquiry = Inquiry(position, attackers, max_turns)
    bits = None if table_mb is None else table_bits_of(table_mb)
    run = SolveRun(inquiry, bits, Checkpoints(file, checkpoint_every) if file else None)
    deadline = math.inf if seconds is None else started + seconds
    with closing(run.proofs(deadline)) as proofs:
        for proof in proofs:
            if not as_json:
                click.echo(_row(proof))
    turns = _turns(run.prover, inquiry)
    checked = check(run.prover, inquiry) if verify else None
    if as_json:
        click.echo(json.dumps(_to_json(inquiry, run.unfinished, turns, checked)))
    else:
        click.echo("\n".join(["", *_describe(inquiry, run.unfinished, turns, checked)]))


def _row(proof: Proof) -> str:
    return f"{proof!s:24} {proof.nodes:>16,} nodes {proof.seconds:>12.3f} s"


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


def _value(value: Result | None) -> str:
    return "unknown" if value is None else f"{value.winner} wins" if value.winner else "draw"


def _describe(
    inquiry: Inquiry, unfinished: Question | None, turns: tuple[int, ...], checked: Checked | None
) -> list[str]:
    """Say what is proven and how, a line each."""
    answers = _answers(inquiry)
    nodes, seconds = _spent(inquiry, unfinished)
    facts = {
        "proven": ", ".join(str(proof) for proof in answers) or "nothing",
        "value": _value(inquiry.value),
        ("line" if inquiry.win else "holds"): format_line(inquiry.position, turns, GAME) or None,
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


def _to_json(
    inquiry: Inquiry, unfinished: Question | None, turns: tuple[int, ...], checked: Checked | None
) -> dict[str, Any]:
    nodes, seconds = _spent(inquiry, unfinished)
    return {
        "position": format_position(inquiry.position),
        "value": inquiry.value,
        "answers": [_proof_to_json(proof) for proof in _answers(inquiry)],
        "line": [format_square(square) for square in turns] if inquiry.win else [],
        "holding_turn": None if inquiry.win or not turns else format_turn(turns),
        "proofs": [_proof_to_json(proof) for proof in inquiry.proofs],
        "unfinished": _question_to_json(unfinished) if unfinished else None,
        "nodes": nodes,
        "seconds": seconds,
        "verified": checked.to_json() if checked else None,
    }


def _proof_to_json(proof: Proof) -> dict[str, Any]:
    return {
        "side": proof.attacker,
        "verdict": proof.verdict,
        "turns": None if proof.verdict is Verdict.NEVER else proof.turns,
        "nodes": proof.nodes,
        "seconds": proof.seconds,
    }


def _question_to_json(question: Question) -> dict[str, Any]:
    return {
        "side": question.attacker,
        "turns": question.turns,
        "nodes": question.nodes,
        "seconds": question.seconds,
    }
