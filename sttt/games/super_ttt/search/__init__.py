"""The searches of Super Tic-Tac-Toe, compiled where possible: evaluation, value search, solver; no player."""
