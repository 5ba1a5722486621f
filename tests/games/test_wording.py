"""A verdict in words: three lengths, two languages, for either side's eyes."""

import pytest

from sttt.games.claim import EVER, Claim
from sttt.games.connect_four.game import GAME as CONNECT_FOUR
from sttt.games.game import Result, Side
from sttt.games.super_ttt.game import GAME as SUPER_TTT
from sttt.games.verdict import NOTHING, Ground, Guess, Proven, Verdict, exactly
from sttt.games.wording import TEXTS, say, say_at

XO = ("X", "O")
OPEN = Verdict.of(Proven(Claim(Side.X, wins=False, turns=4), Ground.PROOF), estimate=Guess(0.57))


@pytest.mark.parametrize(
    ("verdict", "english", "german"),
    [
        (Verdict.settled(Result.DRAW, Ground.BOOK), "Proven: a draw.", "Bewiesen: unentschieden."),
        (exactly(Result.X_WINS, Ground.BOOK, 6), "Proven: X wins in 6 turns.", "Bewiesen: X gewinnt in 6 Zügen."),
        (exactly(Result.O_WINS, Ground.BOOK, 1), "Proven: O wins in 1 turn.", "Bewiesen: O gewinnt in 1 Zug."),
        (Verdict.settled(Result.X_WINS, Ground.BOOK), "Proven: X wins.", "Bewiesen: X gewinnt."),
        (
            OPEN,
            "Not settled. X cannot win within 4. X looks better (57 %).",
            "Nicht entschieden. X kann nicht in 4 Zügen gewinnen. X steht wohl besser (57 %).",
        ),
        (NOTHING, "Not settled.", "Nicht entschieden."),
        (
            Verdict.of(Proven(Claim(Side.O, wins=False, turns=EVER), Ground.BOOK), estimate=Guess(0.9)),
            "Not settled. O can never win. X looks much better (90 %).",
            "Nicht entschieden. O kann nie gewinnen. X steht wohl viel besser (90 %).",
        ),
    ],
)
def test_a_line_in_both_languages(verdict: Verdict, english: str, german: str) -> None:
    assert say(verdict, Side.X, XO).line == english
    assert say(verdict, Side.O, XO, "de").line == german


@pytest.mark.parametrize(
    ("verdict", "badges", "tones"),
    [
        (exactly(Result.X_WINS, Ground.BOOK, 6), ("W6", "L6"), ("win", "loss")),
        (Verdict.settled(Result.DRAW, Ground.BOOK), ("=", "="), ("draw", "draw")),
        (OPEN, ("57", "43"), ("open", "open")),
        (NOTHING, ("·", "·"), ("open", "open")),
    ],
)
def test_a_badge_is_for_one_sides_eyes(verdict: Verdict, badges: tuple[str, str], tones: tuple[str, str]) -> None:
    said = [say(verdict, side, XO) for side in Side]
    assert tuple(one.badge for one in said) == badges
    assert tuple(one.tone for one in said) == tones


def test_a_paragraph_says_what_it_rests_on_and_why_in_the_names_of_the_game() -> None:
    position = CONNECT_FOUR.parse_position("44")
    won = exactly(Result.X_WINS, Ground.BOOK, 20, (3,))
    assert say_at(CONNECT_FOUR, position, won).paragraph == (
        "Proven: Red wins in 20 turns. 4 wins. The book that ships has it proven."
    )
    assert say_at(CONNECT_FOUR, position, won, "de").paragraph == (
        "Bewiesen: Rot gewinnt in 20 Zügen. 4 gewinnt. Das mitgelieferte Buch hat es bewiesen."
    )


def test_a_finished_game_says_who_has_won() -> None:
    over = CONNECT_FOUR.parse_position("1212121")
    assert say_at(CONNECT_FOUR, over, Verdict.by_rules(Result.X_WINS)).line == "The game is over: Red has won."


def test_both_languages_have_the_same_texts_with_the_same_fields() -> None:
    fields = {
        key: {name for name in ("{side}", "{turns}", "{percent}", "{turn}") if name in text}
        for key, text in TEXTS["en"].items()
    }
    assert fields == {
        key: {name for name in ("{side}", "{turns}", "{percent}", "{turn}") if name in text}
        for key, text in TEXTS["de"].items()
    }
    assert SUPER_TTT.shape is not None
