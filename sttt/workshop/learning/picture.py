"""The learning curve as a picture, SVG, the same for the same curve."""

from pathlib import Path

from matplotlib import rc_context
from matplotlib.figure import Figure

from sttt.players.tuning import Curve


def draw_curve(curve: Curve, title: str, path: Path) -> None:
    """Draw every series as a line over a file."""
    with rc_context({"svg.hashsalt": "sttt", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(6, 3.4), layout="constrained")
        axes = figure.add_subplot(title=title, xlabel=curve.x, ylabel=curve.y)
        for name, points in curve.series.items():
            axes.plot(*zip(*points, strict=True), marker="o", markersize=3, label=name)
        axes.grid(alpha=0.3)
        axes.legend()
        figure.savefig(path, format="svg", metadata={"Date": None})
