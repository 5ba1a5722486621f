"""Every error this project raises on purpose: one family, each message saying what, where and what was expected."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Self

from sttt.refusals import TEXTS


def shown(value: object, most: int = 60) -> str:
    """Return a stranger's value for a message: as Python writes it, cut short; its kind alone where that fails."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - an integer of thousands of digits, a deep list, a method of the stranger's
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[: most - 3]}..."


class Phrase(NamedTuple):
    """A text of `TEXTS` with what it names: part of an error's text, put together when it is shown."""

    code: str
    fields: "Mapping[str, str | int | StttError | Phrase]" = MappingProxyType({})

    def __str__(self) -> str:
        """Return the English text."""
        return TEXTS[self.code].format(**self.fields)


class StttError(Exception):
    """Anything wrong that a caller can act on; the command line prints it on one line and exits with 2."""

    code: str | None = None
    """Its text in `TEXTS`, if it was made from one; translations go by it."""
    fields: "Mapping[str, str | int | StttError | Phrase]" = MappingProxyType({})
    """The things that the text names; another error says the reason, another text the place."""

    @classmethod
    def of(cls, code: str, **fields: "str | int | StttError | Phrase") -> Self:
        """Make an error whose English text is that of a code, with these fields in it."""
        error = cls(TEXTS[code].format(**fields))
        error.code, error.fields = code, fields
        return error


class StoppedError(BaseException):
    """Work is broken off, wherever it is; as with Ctrl-C, nobody catches that but who began the work."""


class NumberError(StttError, ValueError):
    """A number that is out of range, or no number at all, where a limit, a count or a seed is expected."""


class PositionError(StttError):
    """A position, square or side that cannot be read or cannot occur."""


class IllegalPlacement(StttError):  # noqa: N818 - the rule that was broken, in the game's own word
    """A placement that the rules do not allow in that position."""


class ProtocolError(StttError):
    """A message that is not what the protocol says; ``offset`` counts characters from its start."""

    def __init__(self, message: str, offset: int | None = None) -> None:
        """Append the offset, when one is known, to the message."""
        super().__init__(message if offset is None else f"{message} (at offset {offset})")
        self.offset = offset


class RecordError(StttError):
    """A game record that does not follow its notation or does not replay."""


class QueryError(StttError):
    """A line of a batch that is no query; ``field`` is what is wrong with it, ``id`` whose query it would be."""

    def __init__(self, message: str, field: str | None = None, of: str | None = None) -> None:
        """Keep the field's name and the query's id where they are known."""
        super().__init__(message)
        self.field = field
        self.id = of


class PlayerError(StttError):
    """A player that cannot choose: an external program that died, answered nothing or raised an error."""


class PlayerTimeoutError(PlayerError):
    """A player whose decision did not come before its deadline."""


class UnfinishedAnswerError(PlayerTimeoutError):
    """An answer that had begun by the deadline, and not ended."""


class ManifestError(StttError):
    """A player's manifest that cannot be read or makes no sense."""


class CourseError(StttError):
    """Settings, a roster or a submission of a class that cannot be read or makes no sense."""


class UnknownNameError(StttError):
    """A game, player or protocol that no entry point provides, or one that does not load."""


class MissingExtraError(StttError, ModuleNotFoundError):
    """A part that needs an extra which is not installed; ``extra`` is its name, ``name`` the module that is missing."""

    def __init__(self, message: str, name: str | None, extra: str) -> None:
        """Keep the names of the module and of the extra."""
        super().__init__(message, name=name)
        self.extra = extra


class HiddenPackageError(StttError):
    """A package of this project that Python does not find because a folder of the same name comes first."""


class ContractError(StttError):
    """A game or a player that does not keep its contract; the message names every broken clause."""


class BookError(StttError):
    """An opening book that cannot be read, or a book under way that cannot be continued."""


class RefutedClaimError(StttError):
    """A claimed win that does not stand; ``line`` is the line of play that refutes it, as placements."""

    def __init__(self, message: str, line: tuple[int | None, ...]) -> None:
        """Keep the line of play from the claim's position on; None is a forfeited placement."""
        super().__init__(message)
        self.line = line


class ClaimError(StttError):
    """A claim that cannot be read, or a number that is the bound of none."""


class ContradictionError(StttError):
    """Two proofs of one position, ``one`` and ``two``, that cannot both be right: a fault of this program."""

    def __init__(self, message: str, one: object, two: object) -> None:
        """Keep both."""
        super().__init__(message)
        self.one, self.two = one, two


class CertificateError(StttError):
    """A certificate that cannot be read or written, or that does not follow its format."""


class TableFileError(StttError):
    """A file of the solver's table that cannot be read or written, or that does not fit."""


class ServerError(StttError):
    """A web server that cannot start."""


class ArchiveError(StttError):
    """An archive of games that cannot be read or written, or a tournament in it that cannot be continued."""


class ExecutionError(StttError):
    """A process that does not start or is lost, or work that could not be done where it was sent."""


class SprtError(StttError, ValueError):
    """Hypotheses or error rates that make no sequential test."""


class WeightsError(StttError):
    """A file of learned weights that cannot be read or does not fit, or too little to learn from."""


class RatingError(StttError):
    """Results from which no ratings can be computed."""


def said(error: StttError | Phrase) -> dict[str, object]:
    """Return an error as JSON values: its English text, its code, and its fields likewise."""
    fields = {name: said(one) if isinstance(one, StttError | Phrase) else one for name, one in error.fields.items()}
    return {"text": str(error), "code": error.code, "fields": fields}


def printable(text: str) -> str:
    r"""Return text on one line, with the escape of every character that shows nothing itself: ``\x1b``, ``\u202e``.

    Those are controls, line breaks and bidirectional controls among them, surrogates and what Unicode has not assigned.
    """
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


def cut(text: str, most: int) -> str:
    """Return a text of so many characters at most: of a longer one the beginning, and dots."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def printable_lines(text: str) -> str:
    """Return text whose lines are each made printable."""
    return "\n".join(printable(line) for line in text.split("\n"))
