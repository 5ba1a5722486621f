"""The players of Super Tic-Tac-Toe, each found by its entry point."""
