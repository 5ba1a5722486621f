"""A report on many games: one self-contained HTML page."""
