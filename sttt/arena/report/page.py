"""The HTML page: the filled template, with style and script inline."""

from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sttt.arena.report.charts import RESULTS, bar_chart, length_histogram, rating_plot
from sttt.arena.report.replay_data import embed, replay_data
from sttt.arena.statistics.elo import format_estimate, likelihood_of_superiority, normalized_elo
from sttt.arena.statistics.head_to_head import HeadToHead, heads_to_heads
from sttt.arena.statistics.rating import Rating, RatingList, rate
from sttt.arena.statistics.tally import Tally, failures, mean_turns, slowest_turn, tally
from sttt.board.palette import page_palette
from sttt.board.script import board_script, board_style
from sttt.errors import RecordError
from sttt.games.game import Game, Side
from sttt.games.records.record import Ending, GameRecord
from sttt.markup import Sheet


@dataclass(frozen=True)
class PlayerLine:
    """The results of a player in the rating list."""

    rating: Rating
    both: Tally
    as_x: Tally
    as_o: Tally
    failures: dict[str, int]
    """Number of games lost by failing to answer, by ending."""
    slowest_turn: float | None


@dataclass(frozen=True)
class Content:
    """The content of a report besides the games themselves."""

    records: Sequence[GameRecord]
    ratings: RatingList
    lines: list[PlayerLine]
    """From the best player to the worst."""
    comparisons: dict[tuple[str, str], HeadToHead]
    """Results of each two players, by both names in alphabetical order."""

    @property
    def players(self) -> list[str]:
        """Names from the best to the worst."""
        return [line.rating.name for line in self.lines]

    @property
    def endings(self) -> dict[str, int]:
        """Number of games by ending, in the order of `Ending`."""
        counts = Counter(record.ending for record in self.records)
        return {ending.value: counts[ending] for ending in Ending if counts[ending]}

    @property
    def drawn(self) -> int:
        """Number of drawn games."""
        return tally((record, Side.X) for record in self.records).drawn

    @property
    def mean_turns(self) -> float | None:
        """Mean number of turns in a game; None without games."""
        return mean_turns(self.records)

    def tally(self, player: str, other: str) -> Tally:
        """Return a player's results against another."""
        return tally(self._seated.get((player, other), ()))

    @cached_property
    def _seated(self) -> dict[tuple[str, str], list[tuple[GameRecord, Side]]]:
        """Games by player and opponent, sorted once: most of very many players have never met."""
        seated = defaultdict[tuple[str, str], list[tuple[GameRecord, Side]]](list)
        for record in self.records:
            for side in Side:
                seated[record.player(side), record.player(side.other)].append((record, side))
        return seated

    def to_json(self) -> dict[str, object]:
        """Return the content as plain JSON values, without the games."""
        return {
            "games": len(self.records),
            "drawn": self.drawn,
            "mean_turns": self.mean_turns,
            "endings": self.endings,
            "determined": self.ratings.determined,
            "ratings": [_line_json(line) for line in self.lines],
            "comparisons": [{"players": list(names), **both.to_json()} for names, both in self.comparisons.items()],
        }


def content_of(records: Sequence[GameRecord]) -> Content:
    """Compute the content; a player that has only played itself is not rated."""
    comparisons = heads_to_heads(records)
    ratings = rate(both.pair_results() for both in comparisons.values())
    lines = [_line(rating, records) for rating in ratings.ratings]
    return Content(records, ratings, lines, comparisons)


def _line(rating: Rating, records: Sequence[GameRecord]) -> PlayerLine:
    seated = [
        (record, side)
        for record in records
        for side in Side
        if record.player(side) == rating.name != record.player(side.other)
    ]
    as_x, as_o = (tally(game for game in seated if game[1] is side) for side in Side)
    failed = {ending.value: count for ending, count in sorted(failures(seated).items())}
    return PlayerLine(rating, tally(seated), as_x, as_o, failed, slowest_turn(seated))


def _line_json(line: PlayerLine) -> dict[str, object]:
    sides = {name: vars(counted) for name, counted in (("both", line.both), ("as_x", line.as_x), ("as_o", line.as_o))}
    rated = {"name": line.rating.name, "elo": line.rating.elo, "error": line.rating.error, "points": line.rating.points}
    return {**rated, **sides, "failures": line.failures, "slowest_turn": line.slowest_turn}


HERE = Path(__file__).parent


def render(records: Sequence[GameRecord], game: Game, title: str, workers: Sequence[Sheet] = ()) -> str:
    """Return the page on these games, all of one kind, and on their workers; raises `RecordError` without games.

    Names and messages are untrusted: all of them are escaped, and the page allows no script but its own.
    """
    if not records:
        raise RecordError("there are no games to report on; expected at least one")
    content = content_of(records)
    style, script = ((HERE / name).read_text(encoding="utf-8") for name in ("report.css", "report.js"))
    if game.shape:
        style, script = board_style() + style, board_script() + script
    style = page_palette() + style
    return (
        _environment()
        .get_template("report.html.jinja")
        .render(
            title=title,
            game=game,
            content=content,
            charts=_charts(content),
            workers=workers,
            data=Markup(embed(replay_data(records, game))),  # noqa: S704 - no character in it can end its element
            style=Markup(style),  # noqa: S704 - our own
            script=Markup(script),  # noqa: S704 - our own
            style_hash=_hash(style),
            script_hash=_hash(script),
        )
    )


def _charts(content: Content) -> dict[str, object]:
    failing = [(line.rating.name, line.failures) for line in content.lines if line.failures]
    return {
        "ratings": rating_plot(content.ratings.ratings) if content.lines else None,
        "lengths": length_histogram(content.records),
        "results": RESULTS,
        "endings": bar_chart([(ending, {ending: count}) for ending, count in content.endings.items()]),
        "failures": bar_chart(failing),
        "failure_kinds": [ending.value for ending in Ending if ending.is_failure],
    }


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "estimate": format_estimate,
        "score": _score,
        "shade": _shade,
        "sum_values": lambda counts: sum(counts.values()),
        "normalized": lambda both: normalized_elo(both.outcomes),
        "superiority": lambda both: f"{100 * likelihood_of_superiority(both.outcomes):.1f} %",
    }
    return environment


def _hash(text: str) -> str:
    """Return the hash that names an inline element in a content security policy."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}"


def _score(tally: Tally) -> str:
    return "-" if tally.score is None else f"{100 * tally.score:.1f} %"


def _shade(tally: Tally) -> str:
    """Return the style class of a cell by the score in it: s0 to s10."""
    return "s-none" if tally.score is None else f"s{round(10 * tally.score)}"
