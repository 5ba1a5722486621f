"""A match: the tables that sum it up, and what they say while it goes on."""

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

import click
from rich.console import Group, RenderableType
from rich.table import Table

from sttt.arena.play.match import side_of_first
from sttt.arena.statistics.elo import format_estimate, likelihood_of_superiority, normalized_elo
from sttt.arena.statistics.head_to_head import PAIR_POINTS, HeadToHead, MatchSummary, PlayerSummary
from sttt.arena.statistics.sprt import Sprt, SprtVerdict
from sttt.arena.statistics.tally import Interval, Tally
from sttt.cli.output.tables import format_seconds, new_table, standard_output
from sttt.errors import RecordError
from sttt.games.game import Side
from sttt.games.records.json_lines import format_json
from sttt.games.records.record import GameRecord
from sttt.games.records.text import format_text
from sttt.players import registry


class RecordFile:
    """Writes each record as soon as it is there: as JSON lines if the name ends in ``.jsonl``, else as text."""

    def __init__(self, path: Path) -> None:
        """Create or empty the file; one that cannot be written is wrong input."""
        self._as_json = path.suffix == ".jsonl"
        self._separator = ""
        self._path = path
        try:
            self._file = path.open("wb", buffering=0)
        except OSError as error:
            raise click.FileError(str(path), error.strerror) from error

    def write(self, record: GameRecord) -> None:
        """Append a record, all of it or nothing; raises `RecordError` when there is no room."""
        game = registry.game(record.game)
        text = f"{format_json(record, game)}\n" if self._as_json else self._separator + format_text(record, game)
        whole = self._file.tell() if self._file.seekable() else None
        rest = memoryview(text.encode("ascii"))
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            if whole is not None:
                with suppress(OSError):
                    self._file.truncate(whole)
            raise RecordError(f"cannot write {self._path}: {error.strerror}; expected room for another game") from error
        self._separator = "\n"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def print_summary(summary: MatchSummary) -> None:
    """Print the first player's results, how the players compare, and what was remarkable about both players' turns."""
    console = standard_output()
    console.print(results_table(summary.comparison))
    for line in comparison_lines(summary.comparison):
        console.say(f" {line}")
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
    said = "undecided" if verdict is SprtVerdict.OPEN else f"{verdict.value} accepted"
    hypotheses = f"elo0={sprt.elo0:g} elo1={sprt.elo1:g} {sprt.model.value}"
    bounds = f"{sprt.lower:.2f} to {sprt.upper:.2f}"
    return f"sequential test {hypotheses}: log-likelihood ratio {ratio:+.2f} ({bounds}), {said}"


def _turns(players: tuple[PlayerSummary, PlayerSummary]) -> Table:
    table = new_table("Turns", "player", "slowest", "with a fault", "games lost by failing to answer")
    for player in players:
        failed = ", ".join(f"{count} {ending}" for ending, count in player.failures.items())
        table.add_row(player.name, format_seconds(player.slowest_turn), str(player.faulty_turns), failed or "0")
    return table


@dataclass
class MatchWatch:
    """Takes the games of a match in the order of its schedule."""

    players: tuple[str, str]
    sprt: Sprt | None
    records: list[GameRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._comparison = HeadToHead(*self.players)
        self.ratio = 0.0
        """The sequential test's log-likelihood ratio after the last complete pair."""

    def add(self, record: GameRecord) -> None:
        """Take in the next game."""
        self._comparison.add(record, side_of_first(len(self.records)))
        self.records.append(record)
        if self.sprt:
            self.ratio = self.sprt.ratio(self._comparison.pairs)

    @property
    def verdict(self) -> SprtVerdict:
        """What the sequential test says; it is open where there is none."""
        return self.sprt.verdict(self.ratio) if self.sprt else SprtVerdict.OPEN

    def draw(self) -> RenderableType:
        """Draw results and statistics so far."""
        lines = comparison_lines(self._comparison)
        if self.sprt:
            lines.append(sprt_line(self.sprt, self.ratio))
        return Group(results_table(self._comparison), *(f" {line}" for line in lines))

    def sprt_json(self) -> dict[str, object] | None:
        """Return the sequential test as plain JSON values; None where there is none."""
        if self.sprt is None:
            return None
        settings = {key: getattr(self.sprt, key) for key in ("elo0", "elo1", "alpha", "beta", "model")}
        bounds = {"lower": self.sprt.lower, "upper": self.sprt.upper}
        return {**settings, "llr": self.ratio, **bounds, "verdict": self.verdict}
