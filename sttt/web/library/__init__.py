"""What the page can be asked for beside a game: puzzles, openings, the games of an archive."""
