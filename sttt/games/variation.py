"""Placements from a position on, such as a principal variation, as the turns that they make up."""

from collections.abc import Iterator, Sequence

from sttt.games.game import Game, P, Turn


def turns_of(position: P, placements: Sequence[int]) -> Iterator[tuple[P, Turn, P]]:
    """Yield each turn with the positions before and after it; the last one may be incomplete."""
    rest = list(placements)
    while rest and not position.result:
        before, turn = position, list[int]()
        while rest and position.side is before.side and not position.result:
            turn.append(rest.pop(0))
            position = position.play(turn[-1])
        yield before, tuple(turn), position


def format_line(position: P, placements: Sequence[int], game: Game[P]) -> str:
    """Write placements from a position on as turns: ``x 55+51, o 11+12``."""
    turns = turns_of(position, placements)
    return ", ".join(f"{before.side} {game.format_turn(turn)}" for before, turn, _ in turns)
