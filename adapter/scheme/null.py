"""Finding ``()`` that stands as an expression: the null placement of the assignment's text, which few Schemes take."""

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"""(?P<space>\s+|;[^\n]*|\#\|.*?\|\#)
      | (?P<open>\#?[(\[])
      | (?P<close>[)\]])
      | (?P<quote>['`]|\#['`])
      | (?P<unquote>,@?)
      | (?P<word>"(?:[^"\\]|\\.)*"|\|[^|]*\||\#\\(?:[A-Za-z0-9-]+|.)|[^\s()\[\]"';`,]+)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_QUOTING = {"quote", "quasiquote", "syntax-rules"}
_NAMES_FIRST = {"lambda", "let", "let*", "letrec", "letrec*", "fluid-let", "do", "define-macro", "define-syntax"}
"""Forms whose second element is a list of names or bindings, which may be empty."""


@dataclass
class _Form:
    """A list that has been opened."""

    line: int
    is_data: bool
    may_be_empty: bool
    words: list[str] = field(default_factory=list)
    """Its elements so far, a list being ``()``."""

    def element(self, line: int, *, quoted: bool) -> "_Form":
        """Return a list that is opened as the next element."""
        head, count = (self.words[0] if self.words else ""), len(self.words)
        names = head in _NAMES_FIRST and (count == 1 or (count == 2 and head == "let"))
        return _Form(line, is_data=quoted or self.is_data or head in _QUOTING, may_be_empty=names)


def bare_null(text: str) -> int | None:
    """Return the line, from 1, of the first ``()`` in a Scheme file that would be evaluated; None without one."""
    forms = [_Form(1, is_data=False, may_be_empty=True)]
    quoted = False
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "space":
            continue
        if kind == "open":
            line = text.count("\n", 0, token.start()) + 1
            is_vector = token[0].startswith("#")
            forms.append(forms[-1].element(line, quoted=quoted or is_vector))
        elif kind == "close" and len(forms) > 1:
            closed = forms.pop()
            if not (closed.words or closed.is_data or closed.may_be_empty):
                return closed.line
            forms[-1].words.append("()")
        elif kind == "word":
            forms[-1].words.append(token[0].lower())
        quoted = kind == "quote"
    return None
