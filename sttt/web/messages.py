"""The messages between browser and server; everything from a client is bounded here before anything else sees it."""

from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from sttt.errors import StttError, said
from sttt.games.game import Result, Side
from sttt.games.records.record import is_name

MAX_TURNS = 200
"""More than any game here has."""

MAX_TEXT = 200_000
"""Characters of a text to import."""

MAX_SECONDS = 60.0
"""The longest think time."""

MOST_OPENINGS = 5_000
"""More turns than a position here has, symmetries apart."""

Name = Annotated[StrictStr, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9.-]*$")]


def _visible(name: str) -> str:
    """Refuse what no record can be read with as a player's name."""
    if not is_name(name):
        raise ValueError("expected a name with a visible character")
    return name


Who = Annotated[StrictStr, Field(min_length=1, max_length=80), AfterValidator(_visible)]
"""A player's name in a record."""
Placement = Annotated[StrictInt, Field(ge=0, le=9999)]
TurnIn = Annotated[list[Placement | None], Field(min_length=1, max_length=2)]


class In(BaseModel):
    """Something from a client: nothing in it that is not described."""

    model_config = ConfigDict(extra="forbid")


def _examples(*examples: dict[str, Any]) -> ConfigDict:
    """Show these in the description of the interface; they are valid, which hardly any made-up game is."""
    return ConfigDict(json_schema_extra={"examples": list(examples)})


_GAME = {"game": "super-ttt", "turns": [[40, 36], [76, 13]], "tentative": [4]}


class GameIn(In):
    """A game as the browser keeps it: the turns played, and the placements of a turn that is not complete yet."""

    model_config = _examples(_GAME)

    game: Name
    start: Annotated[StrictStr, Field(max_length=400)] | None = None
    """A position in the game's compact form; its usual start for none."""
    turns: Annotated[list[TurnIn], Field(max_length=MAX_TURNS)] = []
    tentative: Annotated[list[Placement], Field(max_length=2)] = []
    """Made after the last of the turns shown."""


class ViewIn(GameIn):
    """Asks how a game looks after one of its turns."""

    model_config = _examples({**_GAME, "tentative": [], "at": 1})

    at: Annotated[StrictInt, Field(ge=0, le=MAX_TURNS)] | None = None
    """After all of them for none."""
    enter: StrictBool = False
    """True if tentative placements that complete a turn are entered as the next turn."""


class OpeningsIn(GameIn):
    """Asks about the turns of the position that a game has come to."""

    most: Annotated[StrictInt, Field(ge=1, le=MOST_OPENINGS)] = 90
    """Turns that are told of, the best known and the most played first."""


class ImportIn(In):
    """A game or position as text: compact, a protocol's own form, a text record or a JSON record."""

    model_config = _examples({"game": "super-ttt", "text": "/".join(["........."] * 9) + ":x2"})

    game: Name
    """The game of a bare position."""
    text: Annotated[StrictStr, Field(min_length=1, max_length=MAX_TEXT)]


class ExportIn(GameIn):
    """Asks for a game as text."""

    model_config = _examples({**_GAME, "form": "json"})

    form: Name
    """One of the game's forms."""
    x: Who = "person"
    """Who plays X."""
    o: Who = "person"


class CellOut(BaseModel):
    """A cell of a board; lengths in sides of a cell."""

    x: float
    y: float
    label: str
    placement: int | None


class GroupOut(BaseModel):
    """A framed group of cells."""

    label: str
    cells: list[int]
    lines: list[list[int]]


class ShapeOut(BaseModel):
    """A game's board."""

    cells: list[CellOut]
    groups: list[GroupOut]
    lines: list[list[int]]
    owned: bool
    """True if groups have owners, and lines are lines of groups."""
    sides: list[str]
    """The names of the side x and the side o."""
    width: float
    height: float


class StrengthOut(BaseModel):
    """The measured strength of a level, on its game's Elo scale."""

    called: str
    elo: int
    error: int
    """Half the width of the 95 % interval."""


class PlayerOut(BaseModel):
    """A player that a side can be given."""

    name: str
    summary: str
    level: int | None
    """1 for the easiest level of its game; None for a player that is no level."""
    strength: StrengthOut | None
    """None for a level that nobody has measured, and for a player that is none."""


class UnshownOut(BaseModel):
    """A game that cannot be played here."""

    name: str
    title: str
    reason: str


class CostsOut(BaseModel):
    """A side's costs of groups and lines; None where it can no longer win."""

    groups: list[int | None]
    lines: list[int | None]


class TurnOut(BaseModel):
    """A turn of a game."""

    side: Side
    text: str
    """In the game's notation."""
    cells: list[int]
    """Where its marks have landed."""


class SaidOut(BaseModel):
    """A refusal of the rules or of a reader, for a page in any language."""

    text: str
    """In English."""
    code: str | None = None
    """The name of the text, if it has one; `sttt.refusals` lists them."""
    fields: "dict[str, str | int | SaidOut]" = {}
    """The names that the text uses."""

    @classmethod
    def of(cls, error: StttError) -> "SaidOut":
        """Say what an error says."""
        return cls.model_validate(said(error))

    def error(self) -> StttError:
        """Return the error again, in another process than that which has raised it."""
        fields = {name: one.error() if isinstance(one, SaidOut) else one for name, one in self.fields.items()}
        error = StttError(self.text)
        error.code, error.fields = self.code, fields
        return error


class ViewOut(BaseModel):
    """A position as it is shown."""

    game: str
    at: int
    turns: list[TurnOut]
    """All turns of the game, also those after the position."""
    position: str
    """In compact form."""
    side: Side
    left: int
    """Placements left in the turn."""
    result: Result | None
    marks: list[Side | None]
    owners: list[Side | None]
    refusals: list[SaidOut | None]
    """Why each cell cannot be chosen, None for one that can."""
    lands: list[int | None]
    """The cell that a placement on each cell would mark."""
    tentative: list[int]
    """The cells marked in this turn so far."""
    lines: list[list[int]]
    """The lines completed by the winner."""
    costs: dict[Side, CostsOut]


class GameOut(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    rules: list[str]
    turn: int
    """Placements in a turn."""
    first: Side
    """Which side starts."""
    shape: ShapeOut
    players: list[PlayerOut]
    """The levels from the easiest on, then the others."""
    forms: list[str]
    """In which it can be written."""
    view: ViewOut
    """Its usual start."""


class GameTextOut(BaseModel):
    """A game as text."""

    text: str


class ImportedOut(BaseModel):
    """A game that was read."""

    game: str
    start: str | None
    turns: list[list[int | None]]
    x: str | None
    """Who played X, as far as the text says."""
    o: str | None
    note: str
    """The content that was read, in a few words."""


class ArchivedOut(BaseModel):
    """A game of the archive."""

    id: int
    tournament: int
    game: str
    x: str
    o: str
    result: Result | None
    turns: int


class ShelfOut(BaseModel):
    """Games of the archive, in the order in which they were played; none if the server has no archive."""

    games: list[ArchivedOut]
    more: bool
    """True if there are further ones behind the last."""


class ReasonOut(BaseModel):
    """The reasons for a placement."""

    placement: str
    reason: str


class WhyOut(BaseModel):
    """The reasons for the placements of a game's last turn; nothing if no player of the game explains turns."""

    reasons: list[ReasonOut]


class ErrorOut(BaseModel):
    """The fault of a request, and what was expected."""

    error: str
    said: SaidOut

    @classmethod
    def of(cls, error: StttError) -> Self:
        """Say what an error says."""
        return cls(error=str(error), said=SaidOut.of(error))
