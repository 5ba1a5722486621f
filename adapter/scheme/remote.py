"""The remote half: the AI procedure of a Scheme file as a `Player`, run in its interpreter by a driver of ours.

The driver speaks over two descriptors of its own, so whatever the file prints stays out of the conversation. It gets
``(load FILE KIND NAME)`` once, answers ``(ready)``, and then answers each request ``(BOARD WHO)`` with the turn.
"""

import re
import shutil
import time
from dataclasses import dataclass, replace
from pathlib import Path

from adapter.programs.program import Program
from adapter.scheme.board import fit_turn, format_request, parse_reply
from adapter.scheme.null import bare_null
from adapter.scheme.stream import Cutter
from sttt.errors import PlayerError, ProtocolError
from sttt.games.super_ttt.position import Position
from sttt.players.player import DEFAULT_PROGRAM_TERMS, Decision, Limits, ProgramTerms

_NAME = re.compile(r"[A-Za-z!$%&*/:<=>?^_~+-][A-Za-z0-9!$%&*/:<=>?^_~+.@-]*")
"""A name in Scheme, without the unusual ones."""

_DRIVERS = Path(__file__).parent / "drivers"

_INTERPRETERS = {
    "guile": ("guile", "--no-auto-compile", "-q", "-s"),
    "chicken": ("csi", "-n", "-s"),
    "gambit": ("gsi",),
    "mit": ("mit-scheme", "--quiet", "--no-init-file", "--load"),
    "chez": ("chezscheme", "--script"),
    "stk": ("snow", "-file"),  # STk without its windows
    "stklos": ("stklos", "--no-init-file", "-f"),
}

_EVALUATE_NULL = ("mit", "stk", "stklos")
"""Interpreters in which a ``()`` without a quote is the empty list."""

_APART = 'STTT_SERVE="$0"; export STTT_SERVE; exec "$@" 3<&0 4>&1 0</dev/null 1>&2'
"""Shell: run a command with the conversation on descriptors 3 and 4, and with what it prints on standard error.

The drivers that cannot tell where they lie load the file that ``STTT_SERVE`` names.
"""


@dataclass(frozen=True)
class Description:
    """The parts of ``FILE.scm[,maker=NAME|,procedure=NAME][,interpreter=NAME]`` says."""

    file: Path
    kind: str
    """``maker``: a procedure of no arguments that returns the AI; ``procedure``: the AI itself."""
    name: str
    interpreter: str


def parse_description(text: str, directory: Path | None = None) -> Description:
    """Read the text after ``scheme:``; the file's name cannot hold a comma, and counts from `directory`.

    Raises `PlayerError`.
    """
    file, *parts = text.split(",")
    options = dict(part.partition("=")[::2] for part in parts)
    interpreter = options.pop("interpreter", "guile")
    kind, name = options.popitem() if options else ("maker", "make-ai")
    if options or kind not in {"maker", "procedure"} or not _NAME.fullmatch(name):
        raise PlayerError(
            f"cannot read {text!r}; expected FILE.scm, then perhaps ',maker=NAME' or ',procedure=NAME', "
            "then perhaps ',interpreter=NAME'"
        )
    if interpreter not in _INTERPRETERS:
        raise PlayerError(f"unknown interpreter {interpreter!r}; expected one of: {', '.join(sorted(_INTERPRETERS))}")
    return Description(_existing(file, directory), kind, name, interpreter)


def _existing(file: str, directory: Path | None) -> Path:
    path = Path(directory or ".", Path(file).expanduser()).resolve()
    if not path.is_file():
        raise PlayerError(f"no Scheme file {file!r}; expected the path of one that defines make-ai")
    return path


def _command(interpreter: str) -> list[str]:
    program, *arguments = _INTERPRETERS[interpreter]
    found = shutil.which(program)
    if not found:
        raise PlayerError(f"{program} is not installed; it is needed to run {interpreter} files")
    driver = str(_DRIVERS / f"{interpreter}.scm")
    return ["/bin/sh", "-c", _APART, str(_DRIVERS / "serve.scm"), found, *arguments, driver]


def _advice(description: Description) -> str:
    """Return a sentence on a ``()`` in the file that its interpreter does not evaluate, if there is one."""
    text = description.file.read_text(encoding="utf-8", errors="replace")
    line = None if description.interpreter in _EVALUATE_NULL else bare_null(text)
    if line is None:
        return ""
    return (
        f"; {description.file}, line {line}: () stands without a quote, which {description.interpreter} refuses; "
        f"expected '() there, or interpreter={' or '.join(_EVALUATE_NULL)}"
    )


class SchemePlayer:
    """An AI procedure in an interpreter of its own, which ends with `close`."""

    def __init__(self, description: Description, terms: ProgramTerms) -> None:
        name = f"{description.file.name} in {description.interpreter}"
        confined = None if terms.confined is None else (*terms.confined, _DRIVERS)
        terms = replace(terms, directory=description.file.parent, confined=confined)
        self._program = Program(name, _command(description.interpreter), Cutter(), terms)
        try:
            self._load(description)
        except BaseException:
            self.close()
            raise

    def _load(self, description: Description) -> None:
        file = str(description.file).replace("\\", "\\\\").replace('"', '\\"')
        request = f'(load "{file}" {description.kind} {description.name})'
        answer = self._program.exchange(request, self._program.start_deadline())
        if answer.strip() != "(ready)":
            try:
                parse_reply(answer)
            except PlayerError as error:
                raise PlayerError(f"{error}{_advice(description)}") from error
            raise PlayerError(f"{self._program.name} answered {answer[:40]!a}; expected (ready)")

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Call the AI with the board and the side to move, and take its reply as the course's referee does."""
        start = time.monotonic()
        reply = self._program.exchange(format_request(position), self._program.move_deadline(limits))
        turn = fit_turn(parse_reply(reply, position), position)
        return Decision(turn, reason=self._program.name, seconds=time.monotonic() - start)

    @property
    def running(self) -> bool:
        """Return whether the interpreter has not been ended."""
        return self._program.running

    def close(self) -> None:
        """End the interpreter and everything it started."""
        self._program.close()


def connect(program: str, terms: ProgramTerms = DEFAULT_PROGRAM_TERMS) -> SchemePlayer:
    """Start the Scheme file that the text after ``scheme:`` describes; raises `PlayerError`."""
    try:
        return SchemePlayer(parse_description(program, terms.directory), terms)
    except ProtocolError as error:
        raise PlayerError(f"{program} did not start: {error}") from error
