"""``sttt play``: a game at the terminal, between people and players in any mixture; no rules and no search.

`game_state` is the game as it stands and as it was, `seats` is who plays; `screen` shows it, `prompt` asks; `commands`
is what can be typed, and `session` the loop that ties them together.
"""
