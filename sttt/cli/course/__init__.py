"""``sttt class``: the command of a course's staff."""
