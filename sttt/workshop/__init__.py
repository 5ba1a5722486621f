"""All that makes the data which ships: the settling of the game, certificates, books, puzzles, learned evaluations."""
