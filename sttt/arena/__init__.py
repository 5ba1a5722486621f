"""Games between players: one game, matches and tournaments, their archive, statistics and reports."""
