"""The words of a verdict: as a badge, as a line and as a paragraph, in English and in German."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sttt.games.claim import EVER
from sttt.games.game import Game, P, Result, Side
from sttt.games.verdict import Ground, Verdict
from sttt.strict_json import JsonObject

Tone = Literal["win", "draw", "loss", "open"]

EVEN = 0.04
"""The distance from one half at which a chance is still called even."""

TEXTS = {
    "en": {
        "draw": "Proven: a draw.",
        "wins": "Proven: {side} wins.",
        "wins.one": "Proven: {side} wins in {turns} turn.",
        "wins.many": "Proven: {side} wins in {turns} turns.",
        "over.draw": "The game is over: nobody has won.",
        "over.wins": "The game is over: {side} has won.",
        "open": "Not settled.",
        "never": "{side} can never win.",
        "fails.one": "{side} cannot win within {turns} turn.",
        "fails.many": "{side} cannot win within {turns}.",
        "even": "It looks even ({percent} %).",
        "better": "{side} looks better ({percent} %).",
        "much": "{side} looks much better ({percent} %).",
        "turn.win": "{turn} wins.",
        "turn.draw": "{turn} holds the draw.",
        "turn.loss": "{turn} lasts longest.",
        "turn.open": "After {turn} that is certain.",
        "rules": "That follows from the rules.",
        "certificate": "A certificate proves it, which sttt verify checks by the rules alone.",
        "book": "The book that ships has it proven.",
        "table": "The game is solved whole.",
        "proof": "A search has proven it.",
        "badge.win": "W",
        "badge.draw": "=",
        "badge.loss": "L",
    },
    "de": {
        "draw": "Bewiesen: unentschieden.",
        "wins": "Bewiesen: {side} gewinnt.",
        "wins.one": "Bewiesen: {side} gewinnt in {turns} Zug.",
        "wins.many": "Bewiesen: {side} gewinnt in {turns} Zügen.",
        "over.draw": "Die Partie ist zu Ende: niemand hat gewonnen.",
        "over.wins": "Die Partie ist zu Ende: {side} hat gewonnen.",
        "open": "Nicht entschieden.",
        "never": "{side} kann nie gewinnen.",
        "fails.one": "{side} kann nicht in {turns} Zug gewinnen.",
        "fails.many": "{side} kann nicht in {turns} Zügen gewinnen.",
        "even": "Es sieht ausgeglichen aus ({percent} %).",
        "better": "{side} steht wohl besser ({percent} %).",
        "much": "{side} steht wohl viel besser ({percent} %).",
        "turn.win": "{turn} gewinnt.",
        "turn.draw": "{turn} hält das Unentschieden.",
        "turn.loss": "{turn} hält am längsten stand.",
        "turn.open": "Nach {turn} ist das sicher.",
        "rules": "Das folgt aus den Regeln.",
        "certificate": "Ein Zertifikat beweist es, das sttt verify nach den Regeln allein prüft.",
        "book": "Das mitgelieferte Buch hat es bewiesen.",
        "table": "Das Spiel ist ganz gelöst.",
        "proof": "Eine Suche hat es bewiesen.",
        "badge.win": "G",
        "badge.draw": "=",
        "badge.loss": "V",
    },
}
"""Every text by language and key."""

SIDES = {"de": {"Red": "Rot", "Yellow": "Gelb", "Blue": "Blau"}}
"""The names of sides in another language than the game's."""


@dataclass(frozen=True)
class Words:
    """A verdict in words, for one side's eyes."""

    tone: Tone
    """The result that the side gets by proof."""
    badge: str
    """A few characters: ``W3``, ``=``, ``L2``, or the side's chances in percent; a dot where nothing is known."""
    line: str
    paragraph: str
    """The line, what it rests on and why."""


def side_names(game: Game[P], language: str = "en") -> tuple[str, str]:
    """Return what people call the side x and the side o."""
    x, o = game.shape.sides if game.shape else (side.upper() for side in Side)
    named = SIDES.get(language, {})
    return named.get(x, x), named.get(o, o)


def say(verdict: Verdict, side: Side, names: Sequence[str], language: str = "en", turn: str = "") -> Words:
    """Say a verdict of a position; badge and tone are those of `side`, `turn` is what it rests on in words."""
    said = _Said(verdict, side, dict(zip(Side, names, strict=True)), TEXTS[language])
    line = said.line()
    return Words(said.tone, said.badge(), line, " ".join([line, *said.grounds(turn)]))


def say_at(game: Game[P], position: P, verdict: Verdict, language: str = "en") -> Words:
    """Say a verdict of a position in the words of its game, for the side to move."""
    names = side_names(game, language)
    if position.result:
        texts, winner = TEXTS[language], position.result.winner
        over = texts["over.wins"].format(side=_named(names, winner)) if winner else texts["over.draw"]
        return Words("open", "·", over, over)
    turn = verdict.turn(position.side)
    return say(verdict, position.side, names, language, game.format_turn(turn) if turn else "")


def verdict_data(game: Game[P], position: P, verdict: Verdict) -> JsonObject:
    """Return a verdict for the JSON that commands print: value, turns, X's chance, the claims and the line in words."""
    return {
        "value": verdict.value,
        "turns": verdict.turns,
        "chance": verdict.chance,
        "proven": [{"claim": str(one.claim), "ground": one.ground} for one in verdict.proven],
        "words": say_at(game, position, verdict).line,
    }


def _named(names: Sequence[str], side: Side) -> str:
    return names[list(Side).index(side)]


@dataclass(frozen=True)
class _Said:
    """A verdict on its way into words."""

    verdict: Verdict
    side: Side
    names: dict[Side, str]
    texts: dict[str, str]

    @property
    def tone(self) -> Tone:
        value = self.verdict.value
        if value is None:
            return "open"
        return "draw" if value is Result.DRAW else "win" if value.winner is self.side else "loss"

    def badge(self) -> str:
        if self.tone != "open":
            return f"{self.texts[f'badge.{self.tone}']}{self.verdict.turns or ''}"
        chance = self.verdict.chance
        return "·" if chance is None else str(_percent(chance if self.side is Side.X else 1 - chance))

    def line(self) -> str:
        win = self.verdict.win
        if win:
            return self._count("wins", win.claim.attacker, self.verdict.turns)
        if self.verdict.value:
            return self.texts["draw"]
        denied = [self._denied(side) for side in (self.side, self.side.other)]
        return " ".join([self.texts["open"], *filter(None, denied), *self._estimated()])

    def grounds(self, turn: str) -> list[str]:
        """Return why, and the turn that it rests on."""
        known = [self.verdict.win] if self.verdict.win else list(self.verdict.proven)
        if not known:
            return []
        ground = max((one.ground for one in known), key=list(Ground).index)
        return [*([self.texts[f"turn.{self.tone}"].format(turn=turn)] if turn else []), self.texts[ground]]

    def _denied(self, side: Side) -> str:
        """Say that a side cannot win so soon, or ever; nothing where nothing is proven."""
        bound = self.verdict.bound(side)
        if bound == -EVER:
            return self.texts["never"].format(side=self.names[side])
        return self._count("fails", side, -bound) if bound else ""

    def _estimated(self) -> list[str]:
        """Say who looks better, where anybody has looked."""
        chance = self.verdict.chance
        if chance is None:
            return []
        if abs(chance - 0.5) < EVEN:
            return [self.texts["even"].format(percent=_percent(chance))]
        ahead = Side.X if chance > 0.5 else Side.O
        key = "much" if abs(chance - 0.5) > 0.3 else "better"
        return [self.texts[key].format(side=self.names[ahead], percent=_percent(max(chance, 1 - chance)))]

    def _count(self, key: str, side: Side, turns: int | None) -> str:
        form = key if turns is None else f"{key}.one" if turns == 1 else f"{key}.many"
        return self.texts[form].format(side=self.names[side], turns=turns)


def _percent(chance: float) -> int:
    """Return a chance in percent; what is not proven is neither 0 nor 100."""
    return max(1, min(99, round(100 * chance)))
