"""Making puzzles, and proving those that there are (`sttt.puzzles.puzzle` reads them)."""
