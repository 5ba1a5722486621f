"""The messages of the two kinds of WebSockets: questions to engines with their answers, and what happens in a room."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, StrictFloat, StrictInt

from sttt.errors import StttError
from sttt.games.game import Result, Side
from sttt.games.judging import Judgement
from sttt.web.messages import MAX_SECONDS, MAX_TURNS, GameIn, In, Name, Placement, SaidOut, TurnOut, ViewOut
from sttt.web.verdicts import VerdictOut

LONGEST_MINUTES = 180
"""On each side's clock in a room."""

LAST_GAME = 10**6
"""Of a room's series."""


class ThinkIn(GameIn):
    """Asks a player about the position that the game has come to."""

    kind: Literal["think"]
    id: Annotated[StrictInt, Field(ge=0, le=2**31)]
    """Comes back with every answer."""
    player: Name | None = None
    """Whose turn is wanted; None for the best that is known, and a verdict."""
    seconds: Annotated[StrictFloat | StrictInt, Field(ge=0, le=MAX_SECONDS)]
    """0 for what is known already, without a search."""


class ExploreIn(GameIn):
    """Asks what is known of every placement; it is looked further until it is called off or all is proven."""

    kind: Literal["explore"]
    id: Annotated[StrictInt, Field(ge=0, le=2**31)]


class ReviewIn(GameIn):
    """Asks what each turn of the game was worth."""

    kind: Literal["review"]
    id: Annotated[StrictInt, Field(ge=0, le=2**31)]
    seconds: Annotated[StrictFloat | StrictInt, Field(gt=0, le=MAX_SECONDS)]


class CancelIn(In):
    """Calls off what was asked last."""

    kind: Literal["cancel"]


class ThoughtOut(BaseModel):
    """The turn of a player or of whoever knows best so far, and the verdict on the position."""

    kind: Literal["thought"] = "thought"
    id: int
    final: bool
    turn: list[int | None]
    """Empty where none is known yet."""
    text: str
    """The turn in the game's notation."""
    cells: list[int]
    """Where its marks would land."""
    verdict: VerdictOut
    seconds: float
    line: list[TurnOut]
    """The principal variation as turns."""


class MoveOut(BaseModel):
    """The findings on a placement, or on several that the game's symmetries make equal."""

    placements: list[int]
    text: str
    """The turn that it is best completed to, in the game's notation."""
    cells: list[int]
    """Where that turn's marks would land."""
    verdict: VerdictOut
    line: list[TurnOut]


class KnownOut(BaseModel):
    """The findings on placements since the last such message."""

    kind: Literal["known"] = "known"
    id: int
    final: bool
    proven: int
    """The number of placements whose outcome is proven."""
    all: int
    verdict: VerdictOut
    """Of the position itself, as far as they tell."""
    moves: list[MoveOut]


class ReviewedOut(BaseModel):
    """A turn of a game, judged; both verdicts count from the position before it."""

    side: Side
    position: str
    """The one before the turn, in the game's compact form."""
    judgement: Judgement
    before: VerdictOut
    played: VerdictOut
    better: list[list[int | None]]
    """A turn that is better, with what follows it; empty where none is known."""
    line: list[TurnOut]
    """The same in words."""


class ReviewOut(BaseModel):
    """The review of a game as far as it has come."""

    kind: Literal["review"] = "review"
    id: int
    final: bool
    done: int
    """The number of positions that are known or were looked at."""
    all: int
    start: VerdictOut
    """The verdict of the position that the game began with."""
    turns: list[ReviewedOut]
    turning: int | None
    """The number, from 0, of the turn that decided the game."""
    refutation: list[TurnOut]
    """The best play after it."""


class RefusedOut(BaseModel):
    """Says why there is no thought."""

    kind: Literal["refused"] = "refused"
    id: int | None
    error: str
    said: SaidOut
    busy: bool
    """True if asking again a little later may help."""

    @classmethod
    def of(cls, error: StttError, question: int | None = None, *, busy: bool = False) -> Self:
        """Say what an error says of a question, or of none."""
        return cls(id=question, error=str(error), said=SaidOut.of(error), busy=busy)


LONGEST_INCREMENT = 60
"""Seconds that a turn may add to a clock."""

LONGEST_PERSON = 30
"""Characters of a person's name."""


class RoomIn(In):
    """Asks for a room."""

    game: Name
    side: Side
    """Which side its maker plays first."""
    minutes: Annotated[StrictFloat | StrictInt, Field(gt=0, le=LONGEST_MINUTES)] | None = None
    """The time on each side's clock for a game; None for no clocks."""
    increment: Annotated[StrictFloat | StrictInt, Field(ge=0, le=LONGEST_INCREMENT)] = 0
    """Seconds that each turn adds to its side's clock."""


class RoomSeatsOut(BaseModel):
    """The tokens of a room's seats: who has one moves for that side."""

    own: str
    friend: str


class RoomOut(BaseModel):
    """A room that was made."""

    room: str
    tokens: RoomSeatsOut


class RoomsOut(BaseModel):
    """True if this server keeps rooms, and the addresses of the page that others can reach, the best first."""

    open: bool
    addresses: tuple[str, ...] = ()


class RoomActionIn(In):
    """An action of somebody with a seat."""

    kind: Literal["turn", "resign", "draw", "rematch", "name"]
    """``draw`` and ``rematch`` offer, or accept what the other side offers; ``name`` says what to call somebody."""
    number: Annotated[StrictInt, Field(ge=1, le=LAST_GAME)]
    """In which game of the room's series."""
    turn: Annotated[list[Placement], Field(max_length=2, default_factory=list)]
    at: Annotated[StrictInt, Field(ge=0, le=MAX_TURNS)] = 0
    """The number of turns played before this one."""
    name: Annotated[str, Field(max_length=LONGEST_PERSON, default="")]


class RoomStateOut(BaseModel):
    """The state of a room."""

    kind: Literal["room"] = "room"
    room: str
    game: str
    seat: Side | None
    """The side of whoever is told this; None for somebody who watches."""
    number: int
    turns: list[list[int | None]]
    result: Result | None
    ended: str | None
    clocks: dict[Side, float] | None
    """Seconds left."""
    running: bool
    """True if the clock of the side to move runs."""
    offers: dict[str, Side]
    names: dict[Side, str]
    """The names that those with a seat want to be called, as far as they have said them."""
    present: dict[Side, bool]
    watching: int
    view: ViewOut


class RoomRefusedOut(BaseModel):
    """Says why nothing was done."""

    kind: Literal["refused"] = "refused"
    error: str
    said: SaidOut
    gone: bool
    """True if there is no such room or seat: to ask again would not help."""

    @classmethod
    def of(cls, error: StttError, *, gone: bool) -> Self:
        """Say what an error says."""
        return cls(error=str(error), said=SaidOut.of(error), gone=gone)
