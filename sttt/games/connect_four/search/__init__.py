"""The searches of Connect 4, compiled where possible: exact solver and value search."""
