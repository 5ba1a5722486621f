"""Measure placements a second of many boards in arrays, and compare every position of random games with the rules.

    pip install '.[rl]'
    python benchmarks/batch_steps.py --boards 4096
    python benchmarks/batch_steps.py --games 100000 --game connect-four
    pip install 'open_spiel~=2.0.2' pygame-ce pgx && python benchmarks/batch_steps.py --others

Without ``--games`` each game's boards are stepped for a while under random legal play, which is drawn from the masks;
drawing counts, masks too, and with "observed" an observation of every board before each step. Then agents that place by
lot step `BatchEnv` against the opponents `by_lot` and `by_rules`, the first rule alone and all. Time is that of the
processor. With ``--games`` that many random games are played in arrays and by the rules side by side; every mask, end
and reward must agree, and the exit status says whether they did. With ``--others`` two games of OpenSpiel by its Python
module, Connect 4 of PettingZoo, and that of Pgx, which JAX compiles for the processor, are stepped, too, as far as they
are there: one board at a time where they have no batches, under random legal play.
"""

import argparse
import platform
import resource
import sys
import time
from functools import partial
from random import Random

import numpy as np

from sttt.environments.batch import Batch, BatchEnv, Opponent, batch, by_lot, by_rules, random_actions
from sttt.execution.provenance import provenance
from sttt.games.game import Position
from sttt.players import registry


def main() -> int:
    """Run and print."""
    options = _options()
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, NumPy {np.__version__}"
    )
    print(f"sttt {provenance()}; {options.boards} boards, seed {options.seed}")
    random = np.random.default_rng(options.seed)
    names = options.game or registry.GAMES.names()
    if options.games:
        return max(_faults(name, options.games, options.boards, random) for name in names) > 0
    for name in names:
        boards = batch(name, options.boards)
        plain, observed = (_speed(boards, options.seconds, random, is_observed=one) for one in (False, True))
        print(f"{name:15} {plain:>12,.0f} placements/s, observed {observed:>12,.0f}", flush=True)
        for called, opponent in (("lot", by_lot), ("the first rule", by_rules(name, 1)), ("all rules", by_rules(name))):
            speed = _agents_speed(name, opponent, options, random)
            print(f"{'against ' + called:>31} {speed:>12,.0f} steps/s", flush=True)
    for name, step in OTHERS.items() if options.others else ():
        try:
            print(f"{name:45} {step(options.seconds, options.boards):>12,.0f} placements/s", flush=True)
        except ImportError as error:
            print(f"{name:45} not measured: {error}")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB at most")
    return 0


def _open_spiel(name: str, seconds: float) -> float:
    import pyspiel  # noqa: PLC0415 - it need not be there

    game, random, placements, started = pyspiel.load_game(name), Random(1), 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            placements += 1
    return placements / spent


def _petting_zoo(seconds: float) -> float:
    from pettingzoo.classic.connect_four import connect_four  # noqa: PLC0415 - the same

    env, random, placements, started = connect_four.raw_env(), Random(1), 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        env.reset()
        for agent in env.agent_iter():
            if env.terminations[agent] or env.truncations[agent]:
                env.step(None)
                continue
            mask = env.observe(agent)["action_mask"]
            env.step(random.choice(np.flatnonzero(mask)))
            placements += 1
    return placements / spent


def _pgx(name: str, seconds: float, boards: int) -> float:
    import jax  # noqa: PLC0415 - the same
    import pgx  # noqa: PLC0415
    from pgx.experimental import auto_reset  # noqa: PLC0415

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def one(state: object, key: object) -> object:
        action = jax.random.categorical(key, jax.numpy.log(state.legal_action_mask.astype(float)))
        return step(state, action, key)

    stepped = jax.jit(jax.vmap(one))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, boards))
    state = jax.block_until_ready(stepped(state, jax.random.split(key, boards)))  # compiles
    placements, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        key, now = jax.random.split(key)
        state = jax.block_until_ready(stepped(state, jax.random.split(now, boards)))
        placements += boards
    return placements / spent


OTHERS = {
    "OpenSpiel connect_four": lambda seconds, _boards: _open_spiel("connect_four", seconds),
    "OpenSpiel ultimate_tic_tac_toe": lambda seconds, _boards: _open_spiel("ultimate_tic_tac_toe", seconds),
    "PettingZoo connect_four_v3, raw, observed": lambda seconds, _boards: _petting_zoo(seconds),
    "Pgx connect_four, observed": partial(_pgx, "connect_four"),
}


def _speed(boards: Batch, seconds: float, random: np.random.Generator, *, is_observed: bool) -> float:
    boards.reset()
    placements, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        if is_observed:
            boards.observe()
        boards.step(random_actions(boards.mask(), random))
        boards.reset(boards.over)
        placements += boards.count
    return placements / spent


def _agents_speed(name: str, opponent: Opponent, options: argparse.Namespace, random: np.random.Generator) -> float:
    env = BatchEnv(name, options.boards, opponent=opponent)
    _, infos = env.reset(seed=options.seed)
    steps, started = 0, time.process_time()
    while (spent := time.process_time() - started) < options.seconds:
        *_, infos = env.step(random_actions(infos["action_mask"], random))
        steps += options.boards
    return steps / spent


def _faults(name: str, games: int, count: int, random: np.random.Generator) -> int:
    """Play so many games beside the rules, and return how many boards ever differed from them."""
    game, boards = registry.game(name), batch(name, count)
    positions: list[Position] = [game.start()] * count
    finished = faults = placements = 0
    while finished < games:
        masks = boards.mask()
        actions = random_actions(masks, random)
        movers = [position.side for position in positions]
        legal = [set(np.flatnonzero(mask)) for mask in masks]
        faults += sum(one != set(position.legal_placements()) for one, position in zip(legal, positions, strict=True))
        stepped = boards.step(actions)
        positions = [position.play(int(action)) for position, action in zip(positions, actions, strict=True)]
        for number, (position, mover) in enumerate(zip(positions, movers, strict=True)):
            result = position.result
            reward = 0 if result is None or result.winner is None else 1 if result.winner is mover else -1
            faults += (stepped.over[number], stepped.rewards[number]) != (result is not None, reward)
        placements += count
        finished += int(stepped.over.sum())
        boards.reset(boards.over)
        positions = [game.start() if position.result else position for position in positions]
    print(f"{name:15} {finished:,} games, {placements:,} placements, {faults} differ from the rules")
    return faults


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=2.0, help="of processor time for each figure")
    parser.add_argument("--games", type=int, help="compare so many with the rules instead")
    parser.add_argument("--game", action="append", help="this game; again for more (default: all)")
    parser.add_argument("--others", action="store_true", help="measure other libraries, too")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
