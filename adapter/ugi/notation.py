"""Turns and results as UGI writes them: a move is a whole turn in the game's notation, without blanks."""

from collections.abc import Sequence
from typing import NoReturn

from sttt.errors import IllegalPlacement, PositionError, ProtocolError
from sttt.games.game import Game, P, Position, Turn
from sttt.games.variation import turns_of

NO_MOVE = "0000"
"""In place of a move where there is none."""


def no_form(_given: object) -> NoReturn:
    """Refuse to read a position or to write a turn outside of any game; raises `ProtocolError`."""
    raise ProtocolError("ugi has no form of its own; expected the game's compact position or turn")


def format_move(position: P, turn: Turn, game: Game[P]) -> str:
    """Write a turn; placements that nothing is left for when their time comes are left out."""
    while turn[-1] is None and (rest := turn[:-1]) and _is_whole(position, game.enter_turn(position, rest)[0], rest):
        turn = rest
    return game.format_turn(turn).replace(" ", "")


def read_move(position: P, move: str, game: Game[P]) -> tuple[P, Turn]:
    """Return the position after a move, and its turn.

    Raises `PositionError` for what is no turn, and `IllegalPlacement` for one of which not every placement counts.
    """
    turn = game.parse_turn(move)
    if position.result:
        raise IllegalPlacement(f"the move {move} comes after the end of the game; expected none")
    try:
        after, counted = game.enter_turn(position, turn)
    except IllegalPlacement as error:
        raise IllegalPlacement(f"the move {move} is illegal: {error}") from error
    if counted != turn:
        raise IllegalPlacement(f"the move {move} is illegal; expected placements that are all open when they are made")
    if not _is_whole(position, after, turn):
        raise IllegalPlacement(f"the move {move} is half a turn; expected {position.left} placements")
    return after, turn


def _is_whole(position: P, after: P, turn: Turn) -> bool:
    """Return whether nothing is left to place in a turn once these placements are made."""
    if len(turn) >= position.left or after.result:
        return True
    for placement in turn:
        position = position.play(placement)
    return not position.legal_placements()


def read_position(words: Sequence[str], game: Game[P]) -> P:
    """Read ``startpos`` or ``fen F``, then perhaps ``moves M ...``; raises as `read_move`, and `PositionError`.

    Words before these are skipped, as in UCI, and so are words between ``startpos`` and ``moves``.
    """
    known = next((at for at, word in enumerate(words) if word in ("startpos", "fen")), 0)
    start, moves = list(words[known:]), list[str]()
    if "moves" in start:
        at = start.index("moves")
        start, moves = start[:at], start[at + 1 :]
    if start[:1] == ["startpos"]:
        position = game.start()
    elif start[:1] == ["fen"]:
        position = game.parse_position(" ".join(start[1:]))
    else:
        raise PositionError(f"the position is {' '.join(start)[:60]!r}; expected startpos or fen F, then moves M ...")
    for move in moves:
        position, _ = read_move(position, move, game)
    return position


def format_line(position: P, placements: Sequence[int], game: Game[P]) -> str:
    """Write placements from a position on as the moves that they make up, a last one only if it is whole."""
    turns = turns_of(position, placements)
    return " ".join(format_move(before, turn, game) for before, turn, after in turns if _is_whole(before, after, turn))


def result_of(position: Position, game: Game) -> str:
    """Return ``p1win``, ``p2win``, ``draw`` or, while the game goes on, ``none``; player 1 is who starts."""
    if position.result is None:
        return "none"
    winner = position.result.winner
    if winner is None:
        return "draw"
    return "p1win" if winner is game.start().side else "p2win"


def is_first_players_turn(position: Position, game: Game) -> bool:
    """Return whether the side to move is the one that starts."""
    return position.side is game.start().side
