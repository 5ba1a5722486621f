"""``sttt play``: a game at the terminal, between people and players in any mixture.

`game_state` and `timeline` are the game as it stands and as it was, `seats` is who plays; `screen` shows it,
`line_input` asks; `commands` is what can be typed, and `session` the loop that ties them together.
"""
