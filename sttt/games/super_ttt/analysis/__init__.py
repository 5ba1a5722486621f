"""The results of rules, searches and proofs for a position and its turns, in squares."""
