"""Results by worker: how much each has played, how fast, and how many games were lost on time there."""

from collections import defaultdict
from dataclasses import dataclass, field

from sttt.games.records.record import Ending, GameRecord
from sttt.markup import Sheet


@dataclass
class WorkerTally:
    """The games of one worker."""

    games: int = 0
    time_losses: int = 0
    nodes: int = 0
    """Nodes of all turns that name any."""
    seconds: float = 0.0
    """Wall-clock seconds of the same turns."""

    @property
    def nodes_per_second(self) -> float | None:
        """Nodes searched in a second; None where no player counts any."""
        return self.nodes / self.seconds if self.nodes and self.seconds else None


@dataclass
class WorkerTallies:
    """The workers of a cluster; what is played in processes of this machine has none."""

    by_name: dict[str, WorkerTally] = field(default_factory=lambda: defaultdict(WorkerTally))

    def add(self, worker: str | None, record: GameRecord) -> None:
        """Count a game."""
        if worker is None:
            return
        tally = self.by_name[worker]
        tally.games += 1
        tally.time_losses += record.ending is Ending.TIMEOUT
        for turn in record.turns:
            if turn.nodes and turn.seconds:
                tally.nodes += turn.nodes
                tally.seconds += turn.seconds

    def sheets(self) -> list[Sheet]:
        """Return a table with a row for each worker; none without workers."""
        rows = [
            (
                name,
                str(one.games),
                str(one.time_losses),
                "-" if (speed := one.nodes_per_second) is None else f"{speed:,.0f}",
            )
            for name, one in sorted(self.by_name.items())
        ]
        return [Sheet("Workers", ("worker", "games", "lost on time", "nodes/s"), rows, names=(0,))] if rows else []

    def to_json(self) -> list[dict[str, object]]:
        """Return the workers as plain JSON values."""
        return [
            {
                "worker": name,
                "games": one.games,
                "time_losses": one.time_losses,
                "nodes_per_second": one.nodes_per_second,
            }
            for name, one in sorted(self.by_name.items())
        ]
