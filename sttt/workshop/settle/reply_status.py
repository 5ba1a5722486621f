"""The progress of the replies to a first turn, and the file that tells of it."""

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path

from sttt.execution.foreign import read_json, read_regular, replacing
from sttt.workshop.settle.findings import Finding, SettleError
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS
from sttt.workshop.settle.reply_search import is_finished


@dataclass
class ReplyStatus:
    """The progress of the replies to a first turn."""

    first: str
    replies: int = 0
    held: int = 0
    won: dict[str, int] = field(default_factory=dict)
    """The number of replies that X wins against, by the number of its turns; "?" where that is not known yet."""
    open: int = 0
    budget: int = 0
    """The nodes that each open position has had at least."""
    nodes: int = 0
    seconds: float = 0.0


def status_of(first: str, findings: list[Finding]) -> ReplyStatus:
    """Count the findings of the replies to a first turn."""
    by_claim = Counter(finding.claim for finding in findings)
    won = Counter(str(finding.wins) if is_finished(finding) else "?" for finding in findings if finding.claim == X_WINS)
    is_open = [finding for finding in findings if finding.claim is None]
    return ReplyStatus(
        first,
        replies=len(findings),
        held=by_claim[X_NEVER_WINS],
        won=dict(sorted(won.items())),
        open=len(is_open),
        budget=min((finding.budget for finding in is_open), default=0),
        nodes=sum(finding.nodes for finding in findings),
    )


def reply_status_file(folder: Path, first: str) -> Path:
    """Return where the status of the replies to a first turn is."""
    return folder / f"{first}.replies.json"


def read_reply_status(folder: Path, first: str) -> ReplyStatus:
    """Return the last status of the replies to a first turn; a new one if there is none or it is invalid."""
    try:
        return read_json(read_regular(reply_status_file(folder, first)), ReplyStatus, first, SettleError)
    except (OSError, SettleError):
        return ReplyStatus(first)


def write_reply_status(folder: Path, status: ReplyStatus) -> None:
    """Write the status of the replies to a first turn."""
    with replacing(reply_status_file(folder, status.first)) as file:
        file.write(json.dumps(asdict(status)).encode("ascii") + b"\n")
