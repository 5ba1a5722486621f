"""What results say: tallies, Elo, sequential tests, ratings; nothing is played here."""
