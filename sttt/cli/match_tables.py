"""The tables that sum up a match."""

from rich.table import Table

from sttt.arena.statistics import Interval, Tally
from sttt.arena.summary import MatchSummary, PlayerSummary
from sttt.cli.tables import format_seconds, new_table, standard_output


def print_summary(summary: MatchSummary) -> None:
    """Print the first player's results, then what was remarkable about both players' turns."""
    first, second = summary.players
    console = standard_output()
    console.print(_results(first, second.name))
    console.print(_turns(summary.players))
    if summary.mean_turns is not None:
        console.print(f" {summary.mean_turns:.1f} turns per game on average")


def _results(player: PlayerSummary, opponent: str) -> Table:
    title = f"{player.name} against {opponent}"
    table = new_table(title, "as", "games", "won", "drawn", "lost", "won % (95 %)", "score % (95 %)")
    for side, counted in (("x", player.as_x), ("o", player.as_o), ("both", player.both)):
        if counted.games:
            table.add_row(side, *_counts(counted), *_rates(counted))
    return table


def _counts(counted: Tally) -> list[str]:
    return [str(count) for count in (counted.games, counted.won, counted.drawn, counted.lost)]


def _rates(counted: Tally) -> list[str]:
    return [_rate(counted.win_rate, counted.win_interval), _rate(counted.score, counted.score_interval)]


def _rate(rate: float | None, interval: Interval | None) -> str:
    if rate is None or interval is None:
        return "-"
    return f"{100 * rate:.1f} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def _turns(players: tuple[PlayerSummary, PlayerSummary]) -> Table:
    table = new_table("Turns", "player", "slowest", "with a fault", "games lost by failing to answer")
    for player in players:
        failed = ", ".join(f"{count} {ending}" for ending, count in player.failures.items())
        table.add_row(player.name, format_seconds(player.slowest_turn), str(player.faulty_turns), failed or "0")
    return table
