"""The tables that sum up a match."""

from rich.table import Table

from sttt.arena.elo import format_estimate, likelihood_of_superiority, normalized_elo
from sttt.arena.head_to_head import PAIR_POINTS, HeadToHead
from sttt.arena.sprt import Sprt, Verdict
from sttt.arena.statistics import Interval, Tally
from sttt.arena.summary import MatchSummary, PlayerSummary
from sttt.cli.tables import format_seconds, new_table, standard_output
from sttt.games.game import Side


def print_summary(summary: MatchSummary) -> None:
    """Print the first player's results, how the players compare, and what was remarkable about both players' turns."""
    console = standard_output()
    console.print(results_table(summary.comparison))
    for line in comparison_lines(summary.comparison):
        console.print(f" {line}", soft_wrap=True)
    console.print(_turns(summary.players))
    if summary.mean_turns is not None:
        console.print(f" {summary.mean_turns:.1f} turns per game on average")


def results_table(comparison: HeadToHead) -> Table:
    """Return the first player's results per side and together."""
    title = f"{comparison.first} against {comparison.second}"
    table = new_table(title, "as", "games", "won", "drawn", "lost", "won % (95 %)", "score % (95 %)")
    for side, counted in (*((side.value, comparison.tally(side)) for side in Side), ("both", comparison.tally(*Side))):
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


def comparison_lines(comparison: HeadToHead) -> list[str]:
    """Say how two players compare, in lines of text; nothing without games."""
    outcomes = comparison.outcomes
    if not outcomes.trials or comparison.elo is None:
        return []
    normalized = format_estimate(normalized_elo(outcomes))
    superiority = 100 * likelihood_of_superiority(outcomes)
    drawn = 100 * comparison.games.counts[1] / comparison.games.trials
    lines = [
        f"Elo {format_estimate(comparison.elo)}, normalized Elo {normalized} (95 %)",
        f"likelihood of superiority {superiority:.1f} %, draws {drawn:.1f} %",
    ]
    if comparison.pairs.trials:
        pairs = zip(PAIR_POINTS, comparison.pairs.counts, strict=True)
        lines.append(f"mirrored pairs by points: {', '.join(f'{count} of {points}' for points, count in pairs)}")
    return lines


def sprt_line(sprt: Sprt, ratio: float) -> str:
    """Say how far a sequential test is."""
    verdict = sprt.verdict(ratio)
    said = "undecided" if verdict is Verdict.OPEN else f"{verdict.value} accepted"
    hypotheses = f"elo0={sprt.elo0:g} elo1={sprt.elo1:g} {sprt.model.value}"
    bounds = f"{sprt.lower:.2f} to {sprt.upper:.2f}"
    return f"sequential test {hypotheses}: log-likelihood ratio {ratio:+.2f} ({bounds}), {said}"


def _turns(players: tuple[PlayerSummary, PlayerSummary]) -> Table:
    table = new_table("Turns", "player", "slowest", "with a fault", "games lost by failing to answer")
    for player in players:
        failed = ", ".join(f"{count} {ending}" for ending, count in player.failures.items())
        table.add_row(player.name, format_seconds(player.slowest_turn), str(player.faulty_turns), failed or "0")
    return table
