"""The archive of tournaments: one SQLite file with every plan and every game."""
