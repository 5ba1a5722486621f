"""Game-independent textbook search."""
