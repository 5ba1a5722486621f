"""Where players meet: the referee of one game, matches of many, and their statistics."""
