"""The page's library beside the games: puzzles, openings, the games of an archive."""
