"""The hot loops: tables, search states and evaluation, per game."""
