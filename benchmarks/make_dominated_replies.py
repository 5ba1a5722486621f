"""Write O's replies to X's dominated first turns, each with the line that it rests on.

Such a turn D leaves X at most what an undominated turn U does. The reply R to U holds by a certificate; so does a reply
to D, if each little board after it is at most as good for X as the one after U and R. That is checked by the order of
classes, computed from the rules::

    python benchmarks/make_dominated_replies.py > sttt/games/super_ttt/book/dominated_replies.txt
"""

from itertools import combinations

from sttt.games.claim import EVER
from sttt.games.super_ttt.book.book import canonical, shipped_book
from sttt.games.super_ttt.classes.tables import BoardStates, ClassOrder
from sttt.games.super_ttt.position import FULL, Position
from sttt.games.super_ttt.symmetry import SYMMETRIES
from sttt.games.super_ttt.text import format_turn

STATES = BoardStates()
ORDER = ClassOrder(STATES)


def states(position: Position) -> list[int]:
    """Return the state of each little board."""
    return [STATES.number(position.x >> 9 * board & FULL, position.o >> 9 * board & FULL) for board in range(9)]


def at_most(one: list[int], two: list[int]) -> bool:
    """Return whether X is at most as well off with `one`."""
    return all(ORDER.at_least(0, better, worse) for worse, better in zip(one, two, strict=True))


def main() -> None:
    """Print the file."""
    book = shipped_book()
    firsts: dict[str, Position] = {}
    for turn in combinations(range(81), 2):
        position = Position().play_all(turn)
        firsts.setdefault(canonical(position, book.tables).key, position)
    held, open_turns = [], []
    for position in firsts.values():
        move = book.lookup(position)
        if move and move.entry.proof == EVER:
            after = states(position.play_all(move.turn))
            images = [[after[to.index(board)] for board in range(9)] for to in SYMMETRIES]
            held += [(image, position, move.turn) for image in images]
        else:
            open_turns.append(position)
    print("# X's dominated first turn, O's reply, and the certified line that leaves X at least as much")
    for position in open_turns:
        for reply in combinations(position.legal_placements(), 2):
            after = states(position.play_all(reply))
            found = next((one for one in held if at_most(after, one[0])), None)
            if found:
                break
        else:
            raise SystemExit(f"no reply to {format_turn(marks(position))}")
        print(format_turn(marks(position)), format_turn(reply), format_turn(marks(found[1])), format_turn(found[2]))


def marks(position: Position) -> tuple[int, ...]:
    """Return X's squares."""
    return tuple(square for square in range(81) if position.x >> square & 1)


if __name__ == "__main__":
    main()
