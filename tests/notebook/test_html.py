"""What objects show of themselves in a notebook: well-formed, what they know, and no name in it is more than text."""

from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from support.games import play, random_game
from support.mock_players import crash

from sttt import markup
from sttt.arena.archive.archive import Archive
from sttt.arena.play.answer import Terms
from sttt.arena.statistics.head_to_head import summarize_match
from sttt.arena.tournaments.plan import Format, Plan
from sttt.arena.tournaments.results import TournamentResults
from sttt.arena.tournaments.tournament import begin
from sttt.execution.executor import LocalExecutor
from sttt.games.claim import Claim
from sttt.games.game import Result, Side
from sttt.games.records.record import replay
from sttt.games.super_ttt.analysis.proofs import Inquiry, Proof
from sttt.games.super_ttt.certificate.file import read_certificate
from sttt.games.super_ttt.certificate.manifest import read_manifest
from sttt.games.super_ttt.game import GAME
from sttt.players.decision_at import DecisionAt
from sttt.players.player import Decision

HOSTILE = "</td><script>alert(1)</script><img src=x onerror='alert(2)'>&"
SVG = "{http://www.w3.org/2000/svg}"
CERTIFICATES = Path(__file__).parents[2] / "docs" / "certificates"


def parsed(html: str) -> Element:
    """What is shown, as one element; it is well-formed, and nothing in it can run."""
    found = fromstring(f"<div>{html}</div>")  # noqa: S314 - our own
    assert not [
        one for one in found.iter() if one.tag in {"script", "img"} or any(key[:2] == "on" for key in one.attrib)
    ]
    return found


def text_of(html: str) -> str:
    return " ".join("".join(parsed(html).itertext()).split())


def rows(html: str) -> list[list[str]]:
    return [["".join(cell.itertext()) for cell in row] for row in parsed(html).iter("tr")]


def test_a_decision_is_shown_with_what_it_knows_and_on_its_board_in_words() -> None:
    position = GAME.start()
    decision = Decision((40, 36), HOSTILE, score=12, depth=3, pv=(40, 36, 0, 1), value=Result.X_WINS, distance=5)
    assert ["turn", "40 36"] in rows(decision._repr_html_())
    shown = DecisionAt(GAME, position, decision)._repr_html_()
    assert rows(shown) == [
        ["turn", "55+51"],
        ["verdict", "Proven: a draw."],
        ["score", "+12 for x"],
        ["line", "x 55+51, o 11+12"],
        ["reason", HOSTILE],
        ["depth", "3"],
    ]
    marks = [layer for layer in parsed(shown).iter(f"{SVG}g") if layer.get("class") in {"marks x", "last"}]
    assert [len(layer) for layer in marks] == [2, 2]


def test_a_game_shows_its_last_position_with_the_number_of_every_marks_turn() -> None:
    record = replace(random_game(3), x=HOSTILE)
    shown = record._repr_html_()
    numbers = [
        text.text for layer in parsed(shown).iter(f"{SVG}g") if layer.get("class") == "numbers" for text in layer
    ]
    placed = [str(number) for number, turn in enumerate(record.turns, 1) for one in turn.turn if one is not None]
    assert sorted(numbers, key=str) == sorted(placed)
    assert text_of(shown).count(f"{HOSTILE} (X) against random (O): {record.result}, {record.ending}") == 1
    assert [row[:2] for row in rows(shown)[1:]] == [[str(n), turn.side] for n, turn in enumerate(record.turns, 1)]
    assert len(replay(record, GAME)) == len(rows(shown))


def test_a_game_that_failed_says_how() -> None:
    record = play(x=crash)
    assert record.failure
    assert record.failure.message in text_of(record._repr_html_())


def test_a_match_shows_what_the_command_prints() -> None:
    records = [replace(random_game(seed), x=HOSTILE, o="b") for seed in range(2)]
    summary = summarize_match((HOSTILE, "b"), records)
    shown = text_of(summary._repr_html_())
    assert f"{HOSTILE} against b" in shown
    assert "likelihood of superiority" in shown
    assert "±" in shown or "to" in shown
    assert shown.count("turns per game on average") == 1
    assert rows(summary.comparison._repr_html_())[-1][:2] == ["both", "2"]


def test_a_tournament_shows_its_table(tmp_path: Path) -> None:
    plan = Plan("three-by-four", Format.ROUND_ROBIN, ("uniform", "three-by-four-easy"), 2, 0, Terms(), 1, "build")
    with Archive(tmp_path / "games.db") as archive:
        tournament = begin(plan, archive)
        results = TournamentResults(tournament)
        played = list(results.taking(tournament.play(LocalExecutor(1))))
        shown = rows(results._repr_html_())
    assert len(played) == 2
    standings, crossed = shown[:3], shown[3:]
    assert standings[0] == ["", "player", "points", "won", "drawn", "lost", "Elo (95 %)"]
    assert [row[0] for row in standings[1:]] == ["1", "2"]
    assert sum(int(row[2]) for row in standings[1:]) == 4
    assert crossed[0] == ["", "player", "1", "2"]
    (_, first, points, *_), (_, second, others, *_) = standings[1:]
    assert crossed[1:] == [["1", first, "-", points], ["2", second, others, "-"]]


def test_a_proof_shows_its_position_and_what_is_proven() -> None:
    inquiry = Inquiry(GAME.start(), list(Side))
    inquiry.add(Proof(Claim.parse("x cannot win within 1"), 1, 1234, 0.5))
    assert "not settled" in text_of(inquiry._repr_html_())
    inquiry.add(Proof(Claim.parse("x wins within 2"), 2, 5, 0.25))
    assert "Value: x wins within 2" in text_of(inquiry._repr_html_())
    assert rows(inquiry._repr_html_())[1:] == [
        ["x cannot win within 1", "1,234", "0.500"],
        ["x wins within 2", "5", "0.250"],
    ]


def test_certificates_show_what_they_claim_and_their_counts() -> None:
    manifest = read_manifest(CERTIFICATES / "manifest.txt")
    shown = manifest._repr_html_()
    assert str(manifest) in text_of(shown)
    assert len(rows(shown)) == 1 + len(manifest.files) + len(manifest.open_turns)
    file = read_certificate(CERTIFICATES / "11+15.xz")
    counted = {kind.value: f"{count:,}" for kind, count in file.counts.items()}
    assert dict(rows(file._repr_html_())[1:]) == counted  # type: ignore[arg-type]


def test_texts_are_escaped_wherever_they_stand() -> None:
    sheet = markup.Sheet(HOSTILE, (HOSTILE,), [(HOSTILE,)], [HOSTILE])
    shown = markup.folded(HOSTILE, markup.beside(sheet._repr_html_(), markup.facts({HOSTILE: HOSTILE})))
    assert text_of(shown).count(HOSTILE) == 7
