"""The colours of the game at the terminal; nothing is told by colour alone."""

from sttt.games.game import Side

SIDE_STYLES = {Side.X: "bold red", Side.O: "bold cyan"}
OPEN_STYLE = "dim"
NEW_STYLE = "reverse"
"""Of what the last turn has changed."""
WINNING_STYLE = "not dim bold black on green"
"""Of the line that has won."""
CURSOR_STYLE = "not dim bold black on yellow"
WARNING_STYLE = "yellow"
