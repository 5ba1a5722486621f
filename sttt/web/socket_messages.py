"""The messages of the two kinds of WebSockets: questions to engines with their answers, and what happens in a room."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, StrictFloat, StrictInt

from sttt.errors import StttError
from sttt.games.game import Result, Side
from sttt.web.messages import MAX_SECONDS, MAX_TURNS, GameIn, In, Name, Placement, SaidOut, TurnOut, ViewOut

LONGEST_MINUTES = 180
"""On each side's clock in a room."""

LAST_GAME = 10**6
"""Of a room's series."""


class ThinkIn(GameIn):
    """Asks a player about the position that the game has come to."""

    kind: Literal["think"]
    id: Annotated[StrictInt, Field(ge=0, le=2**31)]
    """Comes back with every answer."""
    player: Name
    seconds: Annotated[StrictFloat | StrictInt, Field(gt=0, le=MAX_SECONDS)]


class ExploreIn(GameIn):
    """Asks what a player can tell of every placement; it looks further until it is called off or all is proven."""

    kind: Literal["explore"]
    id: Annotated[StrictInt, Field(ge=0, le=2**31)]
    player: Name


class CancelIn(In):
    """Calls off what was asked last."""

    kind: Literal["cancel"]


class ThoughtOut(BaseModel):
    """A player's thoughts on the position so far."""

    kind: Literal["thought"] = "thought"
    id: int
    final: bool
    player: str
    turn: list[int | None]
    text: str
    """The turn in the game's notation."""
    cells: list[int]
    """Where its marks would land."""
    reason: str
    score: int | None
    """From the side to move's point of view, in the player's own unit."""
    share: float | None
    """X's share of the evaluation bar, 0 to 1; None where the player gives no score."""
    value: Result | None
    """The outcome if it is proven."""
    distance: int | None
    """Turns of both sides within which a proven win is reached; None if that is not known."""
    verdict: str | None
    """The proven outcome in words, with its distance; None if nothing is proven."""
    depth: int | None
    nodes: int | None
    seconds: float | None
    line: list[TurnOut]
    """The principal variation as turns."""


class DeniedOut(BaseModel):
    """A side that is proven not to win so soon, or ever."""

    side: Side
    turns: int | None
    """Turns of its own within which it cannot win; None for any number."""


class MoveOut(BaseModel):
    """The findings on a placement, or on several that the game's symmetries make equal."""

    placements: list[int]
    text: str
    """The turn that it is best completed to, in the game's notation."""
    cells: list[int]
    """Where that turn's marks would land."""
    value: Result | None
    """The outcome if it is proven."""
    distance: int | None
    """Turns of both sides within which a proven win is reached, the turn with this placement being the first."""
    share: float | None
    """X's share of the evaluation bar where nothing is proven."""
    denied: DeniedOut | None
    """Who is proven not to win behind it, and for how long, if that is known of a side."""
    depth: int | None
    seconds: float
    """The time that the last look at it took."""
    reason: str
    line: list[TurnOut]


class KnownOut(BaseModel):
    """The findings on placements since the last such message."""

    kind: Literal["known"] = "known"
    id: int
    final: bool
    proven: int
    """The number of placements whose outcome is proven."""
    all: int
    moves: list[MoveOut]


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


class RoomIn(In):
    """Asks for a room."""

    game: Name
    side: Side
    """Which side its maker plays first."""
    minutes: Annotated[StrictFloat | StrictInt, Field(gt=0, le=LONGEST_MINUTES)] | None = None
    """The time on each side's clock for a game; None for no clocks."""


class RoomSeatsOut(BaseModel):
    """The tokens of a room's seats: who has one moves for that side."""

    own: str
    friend: str


class RoomOut(BaseModel):
    """A room that was made."""

    room: str
    tokens: RoomSeatsOut


class RoomsOut(BaseModel):
    """True if this server keeps rooms."""

    open: bool


class RoomActionIn(In):
    """An action of somebody with a seat."""

    kind: Literal["turn", "resign", "draw", "rematch"]
    """``draw`` and ``rematch`` offer, or accept what the other side offers."""
    number: Annotated[StrictInt, Field(ge=1, le=LAST_GAME)]
    """In which game of the room's series."""
    turn: Annotated[list[Placement], Field(max_length=2, default_factory=list)]
    at: Annotated[StrictInt, Field(ge=0, le=MAX_TURNS)] = 0
    """The number of turns played before this one."""


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
