"""What is known of a game's positions: what ships, what is found, by symmetry, through the turns, from many threads."""

from random import Random
from threading import Thread
from typing import Any

import pytest

from sttt.errors import ContradictionError, NumberError
from sttt.games.claim import EVER, Claim
from sttt.games.connect_four.game import GAME as CONNECT_FOUR
from sttt.games.four_by_four.game import GAME as FOUR_BY_FOUR
from sttt.games.game import GAMES, Game, Result, Side
from sttt.games.knowledge import Knowledge, solve
from sttt.games.qubic.game import GAME as QUBIC
from sttt.games.super_ttt.game import GAME as SUPER_TTT
from sttt.games.super_ttt.position import Position
from sttt.games.three_by_four.game import GAME as THREE_BY_FOUR
from sttt.games.verdict import NOTHING, Ground, Proven, Verdict


def after(game: Game[Any], *turns: str) -> Any:
    position = game.start()
    for turn in turns:
        position, _ = game.enter_turn(position, game.parse_turn(turn))
    return position


def random_position(game: Game[Any], random: Random, plies: int) -> Any:
    position = game.start()
    for _ in range(plies):
        if not position.result:
            position = position.play(random.choice(position.legal_placements()))
    return position


def test_the_start_is_the_theorem() -> None:
    known = Knowledge(SUPER_TTT).of(SUPER_TTT.start())
    assert (known.value, known.bound(Side.X), known.bound(Side.O)) == (Result.DRAW, -EVER, -EVER)


@pytest.mark.slow
def test_every_first_turn_is_a_draw_with_a_reply_that_is_known_to_hold() -> None:
    knowledge, start, seen = Knowledge(SUPER_TTT), SUPER_TTT.start(), set()
    for first in range(81):
        half = start.play(first)
        assert knowledge.alone(half).value is Result.DRAW
        for second in half.legal_placements():
            position = half.play(second)
            key = SUPER_TTT.canonical(position)
            if key in seen:
                continue
            seen.add(key)
            known = knowledge.alone(position)
            assert known.value is Result.DRAW
            held, _ = SUPER_TTT.enter_turn(position, known.turn(Side.O))
            assert knowledge.alone(held).value is Result.DRAW
    assert len(seen) == 84


def test_a_draw_by_a_reply_two_placements_away_is_known_of_the_first_of_them() -> None:
    position = after(SUPER_TTT, "51+55")
    half = position.play(SUPER_TTT.parse_turn("15+35")[0])
    assert Knowledge(SUPER_TTT).of(half).value is Result.DRAW


@pytest.mark.parametrize(
    ("game", "turns", "value", "won_in"),
    [
        (SUPER_TTT, ("55+59", "85+25"), Result.X_WINS, 6),
        (CONNECT_FOUR, ("4", "4"), Result.X_WINS, 20),
        (CONNECT_FOUR, (), Result.X_WINS, 21),
        (QUBIC, (), Result.X_WINS, None),
    ],
)
def test_what_ships_is_known_at_once(
    game: Game[Any], turns: tuple[str, ...], value: Result, won_in: int | None
) -> None:
    known = Knowledge(game).of(after(game, *turns))
    assert (known.value, known.turns) == (value, won_in)


@pytest.mark.parametrize("game", [FOUR_BY_FOUR, THREE_BY_FOUR])
def test_a_solved_games_value_is_its_best_turns(game: Game[Any]) -> None:
    random = Random(7)
    for plies in range(game.start().legal_placements().__len__()):
        position = random_position(game, random, plies)
        if position.result or game.prove is None or plies < 2:
            continue
        whole = game.prove(position, 0.0, NOTHING)
        knowledge = Knowledge(game)
        for placement in position.legal_placements():
            behind = position.play(placement)
            if not behind.result:
                knowledge.learn(behind, game.prove(behind, 0.0, NOTHING))
        known = knowledge.of(position)
        assert (known.value, known.turns, known.is_exact) == (whole.value, whole.turns, True)


def test_what_is_found_of_a_position_is_known_of_its_twins_with_the_turn_carried_over() -> None:
    knowledge = Knowledge(FOUR_BY_FOUR)
    position, twin = after(FOUR_BY_FOUR, "1,1", "1,2"), after(FOUR_BY_FOUR, "4,4", "4,3")
    found = FOUR_BY_FOUR.parse_turn("1,4")
    knowledge.learn(position, Verdict.of(Proven(Claim(Side.O, wins=False), Ground.PROOF, found)))
    turn = knowledge.alone(twin).turn(Side.X)
    same = FOUR_BY_FOUR.canonical(FOUR_BY_FOUR.enter_turn(position, found)[0])
    assert FOUR_BY_FOUR.canonical(FOUR_BY_FOUR.enter_turn(twin, turn)[0]) == same


def test_what_is_found_behind_a_turn_is_known_before_it() -> None:
    knowledge = Knowledge(CONNECT_FOUR)
    position = after(CONNECT_FOUR, *"1155226")
    knowledge.learn_behind(position, (6,), Verdict.settled(Result.O_WINS, Ground.PROOF, 3))
    assert (knowledge.of(position).value, knowledge.of(position).turns) == (Result.O_WINS, 4)
    assert knowledge.of(position).turn(Side.O) == (6,)


def test_a_proof_against_what_is_known_is_an_error() -> None:
    knowledge = Knowledge(SUPER_TTT)
    with pytest.raises(ContradictionError):
        knowledge.learn(SUPER_TTT.start(), Verdict.settled(Result.X_WINS, Ground.PROOF, 12))


def test_it_is_bounded_and_what_is_asked_about_stays() -> None:
    knowledge = Knowledge(CONNECT_FOUR, most=3)
    first = after(CONNECT_FOUR, *"1155226633")
    won = Verdict.settled(Result.X_WINS, Ground.PROOF, 2)
    knowledge.learn(first, won)
    for plies in range(11, 18):
        knowledge.learn(random_position(CONNECT_FOUR, Random(plies), plies), Verdict())
        assert knowledge.alone(first).value is Result.X_WINS
    assert len(knowledge) == 3


def test_many_threads_learn_and_ask_at_once() -> None:
    knowledge = Knowledge(THREE_BY_FOUR, most=20)
    problems: list[BaseException] = []

    def work(seed: int) -> None:
        try:
            random = Random(seed)
            for _ in range(60):
                position = random_position(THREE_BY_FOUR, random, 6 + random.randrange(4))
                if not position.result and THREE_BY_FOUR.prove:
                    knowledge.learn(position, THREE_BY_FOUR.prove(position, 0.0, NOTHING))
                knowledge.of(position)
        except BaseException as error:  # noqa: BLE001 - it is looked at below
            problems.append(error)

    threads = [Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert len(knowledge) <= 20


def test_every_game_of_ours_says_what_ships_or_proves() -> None:
    assert all(game.known or game.prove for game in GAMES.all() if game.name in {"super-ttt", "connect-four", "qubic"})


def test_a_position_is_solved_and_what_was_proven_is_known() -> None:
    boards = "xxx....../xxx....../xx......./.o......./.o......./.o......./.o......./.o......./........."
    position = Position.from_text(f"{boards}:x2")
    assert str(solve(position)) == str(solve(position, seconds=1e-6))
    assert solve(position).value is Result.X_WINS


def test_what_time_does_not_allow_is_left_open_and_a_game_that_proves_nothing_says_what_it_knows() -> None:
    assert solve(GAMES.find("qubic").start()).value is Result.X_WINS
    assert not solve(
        Position.from_text(
            "x......../.o......./........./........./........./........./........./........./.........:x2"
        ),
        0.001,
    ).value
    with pytest.raises(NumberError):
        solve(Position(), 0)
