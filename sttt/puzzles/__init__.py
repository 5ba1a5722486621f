"""Puzzles: positions in which exactly one turn is proven to do what is asked."""
