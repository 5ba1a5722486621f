"""A report on many games: one HTML page that needs nothing but itself."""
