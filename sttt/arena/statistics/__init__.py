"""Statistics of results: tallies, Elo, sequential tests, ratings; no games are played here."""
