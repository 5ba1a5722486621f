"""The golden game: any change to the rules, the text forms or the random player's draws shows up as a difference."""

from support import playthrough


def test_replaying_the_golden_game_gives_the_same_transcript() -> None:
    stored = playthrough.PATH.read_text(encoding="ascii")
    assert playthrough.transcript(playthrough.stored_placements()).splitlines() == stored.splitlines()


def test_the_random_players_still_play_the_golden_game() -> None:
    assert list(playthrough.play()) == playthrough.stored_placements()
