"""Verdicts as the page gets them: by value and share for its pictures, in words in each language for people."""

from pydantic import BaseModel

from sttt.games.game import Game, Position, Result
from sttt.games.verdict import Verdict
from sttt.games.wording import TEXTS, Tone, say_at


class WordsOut(BaseModel):
    """A verdict in one language."""

    badge: str
    line: str
    paragraph: str


class VerdictOut(BaseModel):
    """The verdict of a position, or of a turn, for the side to move."""

    value: Result | None
    """The outcome with best play, if it is proven."""
    turns: int | None
    """The winner's own turns within which it wins; None if there is no win or no number."""
    share: float | None
    """X's share of the bar, 0 to 1: the outcome that is proven, else a guess; None where there is none."""
    tone: Tone
    words: dict[str, WordsOut]
    """By language."""

    @classmethod
    def of(cls, game: Game, position: Position, verdict: Verdict) -> "VerdictOut":
        """Say a verdict of a position, or of one of its turns."""
        said = {language: say_at(game, position, verdict, language) for language in TEXTS}
        return cls(
            value=verdict.value,
            turns=verdict.turns,
            share=verdict.chance,
            tone=next(iter(said.values())).tone,
            words={
                language: WordsOut(badge=one.badge, line=one.line, paragraph=one.paragraph)
                for language, one in said.items()
            },
        )
