"""A golden game: writes every position of one seeded game of `random` against itself, to be replayed and compared.

Run in tests/ to write the file anew: ``python -m support.playthrough``.
"""

from collections.abc import Iterator
from pathlib import Path

from sttt.games.super_ttt.position import Position, format_square
from sttt.games.super_ttt.text import format_position, parse_square
from sttt.players.player import Limits
from sttt.players.registry import make_player

PATH = Path(__file__).parents[1] / "data" / "playthrough-super-ttt.txt"
ORIGIN = "# random (seed 17) against random (seed 1017), written by tests/support/playthrough.py"
SEEDS = {"x": 17, "o": 1017}


def play() -> Iterator[int]:
    """Every placement of the seeded game."""
    players = {side: make_player("random", seed) for side, seed in SEEDS.items()}
    position = Position()
    while not position.result:
        for placement in players[position.side].choose(position, Limits()).turn:
            yield placement
            position = position.play(placement)
            if position.result:
                return


def transcript(placements: list[int]) -> str:
    """The whole file: a block for each position with the placement made in it, and the result."""
    position = Position()
    blocks = [ORIGIN]
    for number, placement in enumerate(placements, 1):
        blocks.append(f"{describe(position)}\nplacement {number}: {format_square(placement)}")
        position = position.play(placement)
    return "\n\n".join([*blocks, f"{describe(position)}\nresult: {position.result}"]) + "\n"


def describe(position: Position) -> str:
    owners = "".join(position.owner(board) or ("#" if position.is_dead(board) else ".") for board in range(9))
    return (
        f"position: {format_position(position)}\n"
        f"to move: {position.side}, left: {position.left}\n"
        f"owners: {owners}\n"
        f"legal placements: {len(position.legal_placements())}"
    )


def stored_placements() -> list[int]:
    lines = PATH.read_text(encoding="ascii").splitlines()
    return [parse_square(line.split(": ")[1]) for line in lines if line.startswith("placement ")]


if __name__ == "__main__":
    PATH.write_text(transcript(list(play())), encoding="ascii")
