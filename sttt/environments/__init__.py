"""The games as environments for learning programs."""
