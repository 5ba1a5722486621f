"""Writing the page: the template filled in, with its style and script inside it."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sttt.arena.elo import format_estimate, likelihood_of_superiority, normalized_elo
from sttt.arena.report.charts import RESULTS, bar_chart, length_histogram, rating_plot
from sttt.arena.report.content import Content, content_of
from sttt.arena.report.replay_data import embed, replay_data
from sttt.arena.statistics import Tally
from sttt.errors import RecordError
from sttt.games.ending import Ending
from sttt.games.game import Game
from sttt.games.record import GameRecord

HERE = Path(__file__).parent


def render(records: Sequence[GameRecord], game: Game, title: str) -> str:
    """Return the page on these games, of which there must be some, all of one kind; raises `RecordError` if not.

    Names and messages may be anybody's: all of them are escaped, and the page allows no script but its own.
    """
    if not records:
        raise RecordError("there are no games to report on; expected at least one")
    content = content_of(records)
    style, script = ((HERE / name).read_text(encoding="utf-8") for name in ("report.css", "report.js"))
    return (
        _environment()
        .get_template("report.html.jinja")
        .render(
            title=title,
            game=game,
            content=content,
            charts=_charts(content),
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
        "shorten": _shorten,
        "sum_values": lambda counts: sum(counts.values()),
        "normalized": lambda both: normalized_elo(both.outcomes),
        "superiority": lambda both: f"{100 * likelihood_of_superiority(both.outcomes):.1f} %",
    }
    return environment


def _hash(text: str) -> str:
    """Return what a content security policy calls an inline element by."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}"


def _score(tally: Tally) -> str:
    return "-" if tally.score is None else f"{100 * tally.score:.1f} %"


def _shade(tally: Tally) -> str:
    """Return the class of a cell by the score in it: s0 to s10."""
    return "s-none" if tally.score is None else f"s{round(10 * tally.score)}"


def _shorten(name: str, most: int = 24) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
