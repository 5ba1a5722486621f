"""Statistics of results: tallies, Elo, sequential tests, ratings; nothing is played here."""
