import re

import pytest

from sttt.arena.play.answer import Terms
from sttt.arena.play.guard import play_guarded
from sttt.arena.play.match import Pairing
from sttt.course.losses import LOOKED_AT, Loss, why_lost
from sttt.games.game import Side
from sttt.games.records.record import GameRecord, replay
from sttt.games.wording import side_names
from sttt.players import registry


def _lost(game: str, x: str, o: str) -> tuple[GameRecord, Loss]:
    record = play_guarded(Pairing(game, x, o, 1), Terms())
    loss = why_lost(record)
    assert loss is not None
    return record, loss


@pytest.mark.parametrize(
    ("game", "x", "o"),
    [
        ("super-ttt", "offensive", "uniform"),
        ("super-ttt", "rules", "offensive"),
        ("super-ttt", "offensive", "greedy"),
        ("connect-four", "uniform", "mcts-1k"),
        ("qubic", "uniform", "qubic-blocks"),
    ],
)
def test_the_reason_is_the_turn_after_which_the_loser_was_lost_to_the_end(game: str, x: str, o: str) -> None:
    record, loss = _lost(game, x, o)
    winner = record.result.winner if record.result else None
    assert winner
    assert record.turns[loss.turn - 1].side is not winner
    name = side_names(registry.game(game))[list(Side).index(winner)]
    won = re.compile(f"Proven: {name} wins in ")
    assert won.match(loss.after)
    assert not won.match(loss.before)


def test_a_turn_far_from_the_end_is_found_if_all_after_it_was_lost() -> None:
    record, loss = _lost("super-ttt", "offensive", "greedy")
    assert loss.turn <= len(record.turns) - LOOKED_AT
    assert loss.words.startswith(f"turn {loss.turn}, ")
    assert f"; at turn {len(record.turns) - 1} it did not block " in loss.words


def test_a_missed_block_is_one() -> None:
    record, loss = _lost("connect-four", "mcts-1k", "uniform")
    block = re.search(r"did not block (\w+), with which Red won; better was (\w+)$", loss.words)
    assert block
    assert block[1] == block[2]
    game = registry.game("connect-four")
    before = replay(record, game)[loss.turn - 1]
    assert game.format_position(before) == loss.position
    after, _ = game.enter_turn(before, game.parse_turn(block[1]))
    lost, _ = game.enter_turn(before, record.turns[loss.turn - 1].turn)
    winning = game.parse_turn(block[1])
    assert game.enter_turn(lost, winning)[0].result is record.result
    assert after.result is None
