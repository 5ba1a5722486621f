"""Write the page of the openings and its picture from the data that ships: ``python docs/make_openings.py``."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from sttt.games.super_ttt.book.answers import shipped_answers
from sttt.games.super_ttt.book.book import canonical
from sttt.games.super_ttt.book.openings import (
    Opening,
    ReplyWorth,
    known_opening,
    second_turn_trap,
    shipped_openings,
    winning_move,
)
from sttt.games.super_ttt.classes.tables import load as load_tables
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_turn, parse_squares
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.judge import Judge
from sttt.workshop.settle.replies import Reply, replies_to

PAGE = Path(__file__).with_name("openings.md")
PICTURE = Path(__file__).with_name("images") / "openings.svg"
COLUMNS, CELL, GAP = 7, 9, 26
SHOWN = 12
"""Replies in a list."""
COLOURS = {ReplyWorth.WON: "#c0392b", ReplyWorth.HELD: "#2e7d32", ReplyWorth.OPEN: "#b0b0b0"}

HEAD = """\
# The openings

What is each of O's replies to X's first turn worth? X has {firsts} first turns that no other one is as good as, and O
{replies:,} such replies to them, symmetry apart. {won:,} of these are proven to lose, {held:,} to hold. {left:,} are
open: X does not win within {fails} turns at least, and more is not known. `sttt settle --replies` finds it out
([how](value.md#the-replies)), `sttt/games/super_ttt/book/openings.txt` has it, and this page is made from that file
(`python docs/make_openings.py`).

What follows from these is not searched: where X is at least as well off as in a position that it wins, little board by
little board, it wins, and where it is at most as well off as in one that O holds, O holds. Of the other {others:,}
positions after two turns, after dominated replies and dominated first turns, {others_won:,} are won and {others_held:,}
are held in that way.

The wins are certified: `docs/certificates/replies/won.xz` has X's turn after each reply that loses, and turns further
on where X wins late. The search of the checker, which shares nothing with the one that found them, finds the rest
([certificates](certificate.md#replies-that-lose)). Of the replies that hold, the certificates of the first turns have
one each; that the others hold is the word of the search alone. So it is that O's answers to X's second turns hold:
`answers.txt` has {answers:,} of them, where the reply holds one to nearly every undominated turn of X's. Of 300 drawn
at random, 200 of them when there were 52,621, the checker's search confirmed 276 with up to 50 M nodes each, from
nothing; the others it left open.

![X's first turns, each with the share of O's replies that lose, hold and are open](images/openings.svg)

A square is named by its little board and its place on that, each counted 1 to 9 in reading order: `51` is the first
square of the centre board.

## First turn by first turn

The share is of the replies that are proven to lose, the least that it can be. The numbers after "X wins" are of X's own
turns after O's reply.

| X's first turn | O's replies | X wins | O holds | open | lose at least |
|---|---|---|---|---|---|
"""

NATURAL = """
## Natural replies that lose

The replies that look best, by the evaluation that the player searches with, and lose all the same. X's turn wins.

| X's first turn | O's reply | X's turn | X wins within |
|---|---|---|---|
"""

SURPRISING = """
## Surprising replies that hold

Replies that are proven to hold and look poor: so many others look better.

| X's first turn | O's reply | look better |
|---|---|---|
"""

AND_MORE = """
{more} more are in `openings.txt`.
"""

SECOND = """
## X's second turn

Where O's reply holds, the game is a draw, and X's best hope is the turn after which the fewest of O's replies hold too.
These are the ones that are counted: `python benchmarks/second_turn_traps.py` asks the exact solver of each reply
whether X wins after it, until none is open. The replies counted are the undominated ones. The player makes this turn.

| X's first turn | O's reply | X's turn | O's replies | of them hold |
|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Row:
    """A reply, how many others look better, and what is known of it."""

    reply: Reply
    rank: int
    known: Opening


def main() -> None:
    """Write the page and the picture."""
    judge = Judge(4)
    by_first = {
        first.name: [
            Row(reply, rank, known)
            for rank, reply in enumerate(replies_to(judge, first))
            if (known := known_opening(reply.position))
        ]
        for first in first_turns(judge)
    }
    PICTURE.write_text(picture(by_first), encoding="ascii")
    PAGE.write_text(page(by_first), encoding="ascii")


def count(rows: Iterable[Row], worth: ReplyWorth) -> int:
    """Count the replies that are worth so much."""
    return sum(row.known.worth is worth for row in rows)


def page(by_first: dict[str, list[Row]]) -> str:
    """Return the page."""
    rows = [row for some in by_first.values() for row in some]
    numbers = {"won": ReplyWorth.WON, "held": ReplyWorth.HELD, "left": ReplyWorth.OPEN}
    fails = min((row.known.fails for row in rows if row.known.worth is ReplyWorth.OPEN), default=0)
    text = HEAD.format(
        firsts=len(by_first),
        replies=len(rows),
        fails=fails,
        **{name: count(rows, worth) for name, worth in numbers.items()},
        answers=len(dict(shipped_answers().items())),
        **others(),
    )
    hardest = sorted(by_first.items(), key=lambda item: (-share(item[1], ReplyWorth.WON), item[0]))
    text += "".join(f"{line(first, some)}\n" for first, some in hardest)
    lost = sorted((row for row in rows if row.known.wins), key=lambda row: (row.rank, row.reply.first))[:SHOWN]
    text += NATURAL + "".join(f"{natural(row)}\n" for row in lost)
    held = [row for row in rows if row.known.worth is ReplyWorth.HELD]
    held.sort(key=lambda row: (-row.rank, row.reply.first))
    text += SURPRISING + "".join(f"| {row.reply.first} | {row.reply.name} | {row.rank} |\n" for row in held[:SHOWN])
    traps = [(row, *known) for row in rows if (known := second_turn_trap(row.reply.position))]
    traps.sort(key=lambda one: (one[2].replies - one[2].lost, -one[2].replies, one[0].reply.first))
    text += SECOND + "".join(f"{trap(*one)}\n" for one in traps[:SHOWN])
    return text + (AND_MORE.format(more=len(traps) - SHOWN) if len(traps) > SHOWN else "")


def trap(row: Row, turn: tuple[int, ...], known: Opening) -> str:
    """Return the line of X's turn that leaves O the fewest replies that hold."""
    counts = f"{known.replies} | {known.replies - known.lost}"
    return f"| {row.reply.first} | {row.reply.name} | {format_turn(turn)} | {counts} |"


def others() -> dict[str, int]:
    """Count the positions after two turns that have no line of their own, and what follows for them."""
    openings = shipped_openings()
    firsts = distinct([Position()])
    dominated = [one for one in distinct(firsts) if not openings.has_line(one)]
    worths = Counter(known.worth for one in dominated if (known := known_opening(one)))
    won, held = worths[ReplyWorth.WON], worths[ReplyWorth.HELD]
    return {"others": len(dominated), "others_won": won, "others_held": held}


def distinct(positions: Iterable[Position]) -> list[Position]:
    """Return the positions a turn later, one of those that are the same for play."""
    tables, found = load_tables(), dict[str, Position]()
    for position in positions:
        for turn in combinations(position.legal_placements(), 2):
            after = position.play_all(turn)
            found.setdefault(canonical(after, tables).key, after)
    return list(found.values())


def share(rows: list[Row], worth: ReplyWorth) -> float:
    """Return the share of the replies that are worth so much."""
    return count(rows, worth) / len(rows)


def line(first: str, rows: list[Row]) -> str:
    """Return a first turn's line of the table."""
    turns = sorted({row.known.wins for row in rows if row.known.worth is ReplyWorth.WON})
    won = ", ".join(f"{sum(row.known.wins == n for row in rows)} within {n or 'any number'}" for n in turns) or "0"
    counts = f"{len(rows)} | {won} | {count(rows, ReplyWorth.HELD)} | {count(rows, ReplyWorth.OPEN)}"
    return f"| {first} | {counts} | {share(rows, ReplyWorth.WON):.0%} |"


def natural(row: Row) -> str:
    """Return the line of a reply that loses."""
    move = winning_move(row.reply.position)
    turn = format_turn(move.turn) if move else ""
    return f"| {row.reply.first} | {row.reply.name} | {turn} | {row.known.wins} |"


def picture(by_first: dict[str, list[Row]]) -> str:
    """Return the first turns as little boards over bars of what their replies are worth."""
    width, height = 9 * CELL + GAP, 9 * CELL + GAP + 18
    rows = -(-len(by_first) // COLUMNS)
    size = f'viewBox="0 0 {COLUMNS * width} {rows * height}" width="{COLUMNS * width}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="11" {size}>',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for number, (first, some) in enumerate(by_first.items()):
        x, y = number % COLUMNS * width + GAP // 2, number // COLUMNS * height + GAP // 2
        parts += [f'<g transform="translate({x} {y})">', *board(first), *bar(some), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def board(first: str) -> list[str]:
    """Return the board with X's first turn."""
    size = 9 * CELL
    lines = [
        f'<path d="M{at} 0V{size}M0 {at}H{size}" stroke="#444" stroke-width="{1.2 if step % 3 == 0 else 0.3}"/>'
        for step in range(10)
        for at in [step * CELL]
    ]
    marks = [mark(square) for square in parse_squares(first)]
    return [*lines, *marks, f'<text x="0" y="{size + 13}">{first}</text>']


def mark(square: int) -> str:
    """Return a mark of X's."""
    big, little = divmod(square, 9)
    column, row = 3 * (big % 3) + little % 3, 3 * (big // 3) + little // 3
    return f'<rect x="{column * CELL + 1}" y="{row * CELL + 1}" width="{CELL - 2}" height="{CELL - 2}" fill="#1f4e9c"/>'


def bar(rows: list[Row]) -> list[str]:
    """Return a bar of the shares that lose, hold and are open, and the first of them in words."""
    size, at, parts = 9 * CELL, 0.0, []
    for worth, colour in COLOURS.items():
        length = size * share(rows, worth)
        parts.append(f'<rect x="{at:.1f}" y="{size + 18}" width="{length:.1f}" height="6" fill="{colour}"/>')
        at += length
    lost = f'<text x="{size}" y="{size + 13}" text-anchor="end">{share(rows, ReplyWorth.WON):.0%} lose</text>'
    return [*parts, lost]


if __name__ == "__main__":
    main()
