"""Scheme data as read from text: every datum knows the offset of its first character."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Atom:
    """A symbol, number or ``#...`` constant, in lower case: old Schemes fold case."""

    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class Text:
    """A string, without its quotation marks and escapes."""

    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class List:
    """A list: its elements, and the datum after the dot of an improper one (never a list itself)."""

    items: tuple["Datum", ...]
    tail: "Atom | Text | None"
    offset: int


Datum: TypeAlias = Atom | Text | List


def is_symbol(datum: Datum, name: str) -> bool:
    """Whether `datum` is the symbol `name` (given in lower case)."""
    return isinstance(datum, Atom) and datum.text == name


def is_empty(datum: Datum) -> bool:
    """Whether `datum` is ``()`` or one of its old spellings ``nil`` and ``#f``."""
    if isinstance(datum, List):
        return not datum.items
    return isinstance(datum, Atom) and datum.text in {"nil", "#f"}


def describe(datum: Datum) -> str:
    """Name a datum in an error message, shortly and in printable ASCII."""
    if isinstance(datum, List):
        return f"a list of {len(datum.items)}" if datum.items else "()"
    return ascii(datum.text if len(datum.text) <= 20 else datum.text[:17] + "...")
