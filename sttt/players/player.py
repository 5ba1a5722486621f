"""The contract of players: a player gets a position and limits, and answers with a decision."""

import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Generic, Literal, Protocol, Self

from sttt import bounds
from sttt.entry_points import named
from sttt.errors import PositionError
from sttt.games.claim import EVER, Claim
from sttt.games.game import P, P_contra, Position, Result, Side, Turn
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.strict_json import Json


@dataclass(frozen=True)
class Limits:
    """The limits of one decision. A limit that is None does not apply; with none at all a player's own default does.

    Raises `ValueError` (`NumberError`) for what is no limit. A deadline may be over, or infinitely far away.

    >>> Limits(nodes=1000).depth is None
    True
    """

    deadline: float | None = None
    """The moment on `time.monotonic` by which the decision must be back."""
    nodes: int | None = None
    """Search nodes; the same number always gives the same decision."""
    depth: int | None = None
    """Plies of the iterative deepening's last full iteration."""
    cutoff: float | None = None
    """The moment from which on a decision counts for nothing: what can be broken off is broken off then.

    A player of ours keeps `deadline`, which leaves a margin; without a cutoff the deadline is the cutoff.
    """
    report: "Callable[[Decision], None] | None" = field(default=None, compare=False)
    """Is told while the player thinks: what it would play after each full iteration. It is no limit."""
    seconds: float | None = None
    """Wall-clock time for each decision, counted from its start, so that the same limits serve a whole game.

    `begun` makes a deadline of it, which is what a player keeps. A deadline that comes first stands.
    """

    def __post_init__(self) -> None:
        for name, moment in (("deadline", self.deadline), ("cutoff", self.cutoff)):
            if moment is not None:
                bounds.moment(moment, name)
        if self.seconds is not None:
            bounds.seconds(self.seconds, "seconds")
        bounds.efforts(self.nodes, self.depth)

    def begun(self) -> "Limits":
        """Return the limits of a decision that begins now: with a deadline in place of the seconds."""
        if self.seconds is None:
            return self
        deadline = time.monotonic() + self.seconds
        return replace(self, seconds=None, deadline=deadline if self.deadline is None else min(deadline, self.deadline))

    @classmethod
    def within(cls, seconds: float, nodes: int | None = None, depth: int | None = None) -> "Limits":
        """Limits whose deadline is `seconds` of wall-clock time from now; raises `ValueError` as the constructor."""
        return cls(time.monotonic() + bounds.seconds(seconds, "seconds"), nodes, depth)

    def or_within(self, seconds: float) -> "Limits":
        """Return the same limits, or where there are none that many seconds from now on."""
        return Limits.within(seconds) if self == Limits() else self

    def tell(self, decision: "Decision") -> None:
        """Tell whoever wants to know what the player would play by now."""
        if self.report:
            self.report(decision)

    @property
    def bounds(self) -> tuple[float, int]:
        """The deadline and the nodes as a search of the kernel begins with them: out of reach where none applies."""
        deadline = self.begun().deadline
        return (
            math.inf if deadline is None else deadline,
            NO_NODE_LIMIT if self.nodes is None else self.nodes,
        )

    def moment_of_first(self, parts: int) -> float:
        """Return the moment when the first of that many equal parts of the time is over."""
        now = time.monotonic()
        return now + (self.bounds[0] - now) / parts


@dataclass(frozen=True)
class Decision:
    """A chosen turn and what is known about it.

    >>> Decision((40, 36), "by hand").turn
    (40, 36)
    """

    turn: Turn
    """As many placements as the position had left in the turn."""
    reason: str
    """Which rule or search chose, in a few words."""
    score: int | None = None
    """In the player's own unit, from the side to move's point of view."""
    depth: int | None = None
    """Plies of the last full iteration."""
    nodes: int | None = None
    seconds: float | None = None
    pv: tuple[int, ...] = field(default=())
    """The principal variation as placements, from this position on."""
    value: Result | None = None
    """The game's outcome with best play, where it is proven."""
    distance: int | None = None
    """Turns of both sides, this one included, within which a proven win is reached; None for a draw or if unknown."""
    denied: Claim | None = None
    """The proven claim that the opponent does not win after the turn: never, or not within some turns of its own."""

    position: Position | None = field(default=None, compare=False, repr=False)
    """The position that it was made in, where a player was asked by name."""

    def __str__(self) -> str:
        """Return what is known in lines, as ``sttt analyze`` says it; squares by number where no position is known."""
        return "\n".join(f"{name:8} {fact}" for name, fact in self._known().items())

    def _known(self) -> dict[str, str]:
        if self.position:
            with suppress(PositionError):  # no game is known of a stranger's class
                return _facts_at(self.position, self)
        turn, line = (" ".join("-" if one is None else str(one) for one in all_) for all_ in (self.turn, self.pv))
        return self.facts(turn, line, "the side to move", ", ".join(map(str, self.claims)))

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims that it proves of the position: that a side wins; of a draw, that neither side ever does."""
        denied = (self.denied,) if self.denied else ()
        if self.value is None:
            return denied
        if self.value.winner is None:
            return tuple(Claim(side, wins=False) for side in Side)
        turns = EVER if self.distance is None else max(1, (self.distance + 1) // 2)
        return (Claim(self.value.winner, wins=True, turns=turns), *denied)

    def facts(self, turn: str, line: str, mover: str, verdict: str) -> dict[str, str]:
        """Return what is known in words: turn, principal variation, side to move and verdict are given in words."""
        known = {
            "turn": turn,
            "verdict": verdict,
            "score": None if self.score is None else f"{self.score:+} for {mover}",
            "line": line or None,
            "reason": self.reason,
            "depth": None if self.depth is None else str(self.depth),
            "nodes": None if self.nodes is None else f"{self.nodes:,}",
            "seconds": None if self.seconds is None else f"{self.seconds:.3f}",
        }
        return {name: fact for name, fact in known.items() if fact}

    def _repr_html_(self) -> str:
        """Return a table for a notebook, squares by their numbers; `DecisionAt` has it in the words of the game."""
        from sttt import markup  # noqa: PLC0415 - a bot, which must start fast, shows nothing

        return markup.facts(self._known())


_facts_at: Callable[[Position, Decision], dict[str, str]] = named("sttt.players.decision_at:facts_at")


class Player(Protocol[P_contra]):
    """Anything that chooses a turn: a strategy of ours, a person, an external program.

    A player is made for one game and closed after it.

    >>> class First(Player):
    ...     def choose(self, position, limits):
    ...         return Decision(position.legal_placements()[: position.left], "the first squares")
    """

    def choose(self, position: P_contra, limits: Limits) -> Decision:
        """Choose a turn for the side to move; `position` is not finished.

        Raises `PlayerError` when it cannot, `ProtocolError` when an external program's answer cannot be read, and
        `IllegalPlacement` when such an answer breaks the rules in a way that no turn could express.
        """

    def close(self) -> None:
        """Let go of processes and memory; calling it again does nothing."""


NO_LIMITS = Limits()


class MadePlayer(Generic[P_contra]):
    """A player as it is handed out by name: closed at the end of a `with`, and its limits begin when it is asked."""

    def __init__(self, player: Player[P_contra]) -> None:
        self._player = player

    def choose(self, position: P_contra, limits: Limits = NO_LIMITS) -> Decision:
        """Choose a turn as the player does, without limits by its own default."""
        decision = self._player.choose(position, limits.begun())
        told: object = decision  # a stranger's player may return anything
        return replace(decision, position=position) if isinstance(told, Decision) else decision

    def close(self) -> None:
        """Let go of processes and memory; calling it again does nothing."""
        self._player.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@dataclass(frozen=True)
class Strategy(Generic[P_contra]):
    """A kind of player, as registered under ``sttt.players``."""

    name: str
    summary: str
    game: str | None
    """The name of the only game it plays, or None for any game."""
    make: Callable[[int | None], Player[P_contra]]
    """Make a player for one game from a seed; equal seeds and node limits give equal games."""
    analyze: Callable[[P_contra, Limits], Mapping[str, Json]] | None = None
    """Its analysis of a position, finished or not, as plain JSON values; without it that is its decision."""
    explain: Callable[[P_contra, Turn], tuple[str, ...]] | None = None
    """Say what speaks for each placement of a turn that was played in a position, in a few words each."""
    strength: "Strength | None" = None
    """Its strength, where it is a level of its game."""


@dataclass(frozen=True)
class Strength:
    """The strength of a level on its game's Elo scale, as it was measured."""

    called: str
    """A word that says it, such as Medium."""
    elo: int
    error: int
    """Half the width of the interval that contains the Elo with 95 % probability."""


@dataclass(frozen=True)
class RefereeTerms:
    """The settings of an assignment's own referee, besides its two players."""

    seconds: float
    """Wall-clock time for each move."""
    seed: int | None
    """Seed of everything random; None draws afresh."""
    say: Callable[[str], None]
    """Prints a line for the people who watch."""
    colours: Literal["given", "random"] | None = None
    """True if the first program has the first colour, False if colours are drawn; None for the assignment's own way."""
    pad: bool = False
    """Fill messages up to the block that the assignment's programs may read, in a protocol that has such blocks."""

    def __post_init__(self) -> None:
        bounds.seconds(self.seconds, "seconds")


@dataclass(frozen=True)
class ProgramTerms:
    """An external program's name, folder and limits; it is ended when it takes more."""

    name: str | None = None
    """Its name in messages; None for its command."""
    directory: Path | None = None
    """The folder it runs in, and in which what starts it is looked for; None for the present one."""
    start_seconds: float = 30.0
    """Wall-clock time to be ready to play, before any clock of a game runs."""
    move_seconds: float = 60.0
    """Wall-clock time for a decision where the limits set no clock."""
    memory: int = 4 << 30
    """Bytes of address space of each of its processes, where the system can limit that."""
    output: int = 1 << 20
    """Bytes on standard output for one answer."""
    game: str | None = None
    """The name of the game that it plays, for a protocol of any game; None if that is not said."""
    confined: tuple[Path, ...] | None = None
    """The folders that it may read besides its own and the system's, as far as the system can confine it; None if it
    is free to do what this user may."""

    def __post_init__(self) -> None:
        """Raise `ValueError` for limits that are none."""
        bounds.seconds(self.start_seconds, "start_seconds")
        bounds.seconds(self.move_seconds, "move_seconds")
        bounds.count(self.memory, "memory", least=0)
        bounds.count(self.output, "output")


DEFAULT_PROGRAM_TERMS = ProgramTerms()


@dataclass(frozen=True)
class CheckStep:
    """The finding of one step of a compliance run."""

    name: str
    """The requirement, in words."""
    problem: str | None
    """The program's behaviour instead, None if it met the requirement."""
    transcript: tuple[str, ...] = ()
    """The step's conversation: lines sent begin with ``>``, lines that came with ``<``, and a space each."""


@dataclass(frozen=True)
class Shims:
    """Files that make our bot a player inside the systems of another language, one for each system."""

    folder: Path
    """Where they lie, each named after its system."""
    command: tuple[str, ...]
    """Their arguments after the Python; none where they start no bot."""
    variable: str
    """The environment variable that names the Python; without it that is ``python3``."""


@dataclass(frozen=True)
class WireProtocol(Generic[P]):
    """A protocol to external programs, as registered under ``sttt.protocols``.

    Parts that few need are `named`: whoever looks for protocols, or starts as a bot, loads none of them.
    """

    name: str
    summary: str
    game: str | None
    """The name of the only game that it is for; with None it is for any, and the terms say which is played."""
    connect: Callable[[str, ProgramTerms], Player[P]]
    """Start the external program that the text after ``name:`` describes, on these terms; raises `PlayerError`."""
    parse_position: Callable[[str], P]
    """Read a position in the protocol's own form; raises `ProtocolError`."""
    format_turn: Callable[[Turn], str]
    """Write a turn in the protocol's own form, on one line."""
    check: Callable[[str, ProgramTerms, float], Iterator[CheckStep]] | None = None
    """Try what the protocol asks of the program that the text after ``name:`` describes, step by step.

    The number is the seconds of wall-clock time for a decision.
    """
    seconds: float = 1.0
    """Their number unless somebody says otherwise."""
    examine: Callable[[str, ProgramTerms, float, int, int], Iterator[CheckStep]] | None = None
    """Ask the program about boards that are drawn from a seed, a step each; the last number says how many.

    For a protocol whose assignment says more about an answer than that it is a legal move.
    """
    referee: Callable[[tuple[str, str], RefereeTerms], int] | None = None
    """Referee one game between two commands as the assignment's own program did; returns an exit status."""
    any_position: bool = True
    """True if its programs can be asked about any position; otherwise they only know games from the start."""
    format_position: Callable[[P], str] | None = None
    """Write a position at the start of a turn in the protocol's own form, on one line."""
    bot: Callable[[str, str | None], int] | None = None
    """Make our players speak it over standard input and output until that ends; returns an exit status.

    Given the names of the game and of the player, None for the strongest, with which it begins: for a protocol whose
    programs are told what to play. Raises `StttError` for a name nobody provides.
    """
    shims: Shims | None = None
    """The file of ours that programs load to reach our bot, where the protocol has one."""


@dataclass(frozen=True)
class Comparison:
    """Two players to be compared from every opening of their game, as registered under ``sttt.experiments``."""

    name: str
    question: str
    game: str
    first: str
    """The player that is in question."""
    second: str
    plies: tuple[int, ...]
    """Lengths of the openings."""
    depths: tuple[int, ...]
    """Plies that both search, one series of games each."""
    seconds: tuple[float, ...]
    """Seconds that both have for a turn, one series each."""
