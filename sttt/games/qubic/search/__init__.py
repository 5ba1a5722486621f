"""The searches of 4x4x4 tic-tac-toe, compiled where possible: threats, proof-number search, alpha-beta."""
