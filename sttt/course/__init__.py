"""A class, from submissions to grades: the work of a course's staff, in stages that can be resumed."""
