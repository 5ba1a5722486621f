"""How long a page of a large archive takes: ``python benchmarks/archive_pages.py [GAMES] [FILE]``.

Fills an archive with copies of a few games among twenty players, 300,000 unless told otherwise, and reads the first, a
middle and the last page of fifty, each game replayed by its rules, for several selections. Times are processor times,
the best of five: others may be using the machine.
"""

import sqlite3
import sys
import time
from contextlib import closing
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from sttt.arena.archive.archive import Archive
from sttt.arena.archive.rows import Selection
from sttt.arena.play.answer import Terms
from sttt.arena.play.referee import Referee, Seat
from sttt.arena.tournaments.dealing import FinishedGame
from sttt.arena.tournaments.plan import Format, Plan
from sttt.games.game import Result, Side
from sttt.games.records.record import Ending
from sttt.players import registry

GAMES = 300_000
SAMPLE = 40
PAGE = 50
PLAYERS = [f"player-{number}" for number in range(20)]
PLAN = Plan("super-ttt", Format.ROUND_ROBIN, tuple(PLAYERS), 2, 0, Terms(nodes=1), 1, "benchmark")
SELECTIONS = {
    "all games": Selection(),
    "one tournament": Selection(tournament=1),
    "one player": Selection(players=[PLAYERS[3]]),
    "two players": Selection(players=[PLAYERS[3], PLAYERS[7]]),
    "won by one player": Selection(winner=PLAYERS[3]),
    "drawn": Selection(result=Result.DRAW),
    "ended by a crash (none)": Selection(ending=Ending.CRASH),
    "of another game (none)": Selection(game="qubic"),
    "one player, drawn": Selection(players=[PLAYERS[3]], result=Result.DRAW),
}


MORE_GAMES = """
    INSERT INTO game
    WITH RECURSIVE numbers (n) AS (VALUES (:sample) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < :games)
    SELECT n + 1, tournament, n, game, 'player-' || (n % 20), 'player-' || ((n + 1 + n / 20 % 19) % 20), start, seed,
        result, ending, failure, failure_seconds, build, ended
    FROM numbers CROSS JOIN game ON id = 1 + n % :sample"""
MORE_TURNS = """
    INSERT INTO turn
    SELECT copy.id, turn.number, side, turn, seconds, score, depth, nodes, reason, fault
    FROM game AS copy CROSS JOIN turn ON turn.game = 1 + copy.number % :sample
    WHERE copy.number >= :sample ORDER BY copy.id"""


def fill(path: Path, games: int) -> None:
    """Play a few games of random turns, and write copies of them with other players until there are enough."""
    game = registry.game("super-ttt")
    referee = Referee(game, Terms())
    with Archive(path) as archive:
        archive.begin(PLAN)
        for seed in range(SAMPLE):
            seats = {side: Seat(PLAYERS[seed % 20], registry.make_player("random", seed + ord(side))) for side in Side}
            archive.add(1, [FinishedGame(seed, referee.play(seats, seed, game.start()), "benchmark")])
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in (MORE_GAMES, MORE_TURNS):
            connection.execute(statement, {"sample": SAMPLE, "games": games})


def page_ms(path: Path, selection: Selection, after: int | None) -> tuple[float, int]:
    """Return the processor time of opening the archive and reading a page, in ms, and how many games there were."""
    best, found = 1e9, 0
    for _ in range(5):
        started = time.process_time()
        with Archive(path, read_only=True) as archive:
            found = len(list(islice(archive.games(selection, after), PAGE)))
        best = min(best, time.process_time() - started)
    return 1000 * best, found


def main() -> None:
    """Fill an archive unless FILE is there, and print the times."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    with TemporaryDirectory() as folder:
        path = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(folder) / "games.db"
        if not path.exists():
            started = time.perf_counter()
            fill(path, games)
            taken = time.perf_counter() - started
            print(f"{games:,} games, {path.stat().st_size / 2**20:.0f} MB, written in {taken:.0f} s")
        print(f"{'selection':26} {'first':>10} {'middle':>10} {'last':>10}   ms for a page of {PAGE}")
        for name, selection in SELECTIONS.items():
            pages = [page_ms(path, selection, after) for after in (None, games // 2, games - PAGE)]
            print(f"{name:26} " + " ".join(f"{ms:6.1f} ({found:2})"[:11] for ms, found in pages))


if __name__ == "__main__":
    main()
