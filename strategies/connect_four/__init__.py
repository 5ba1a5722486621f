"""The players of Connect 4: the perfect one, weaker ones, and one that has learned by playing."""
