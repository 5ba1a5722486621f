"""The interface files of CS4341's Connect 4 project: NAME.in and NAME.out, a move such as ``(W C 1)`` in each.

The bot half is `python -P -m adapter.connect4_files NAME`, also installed as `sttt-connect4`; the remote half a player
``connect4:COMMAND``, and the assignment's referee between two commands.
"""

from adapter.connect4_files.files import format_turn, parse_position
from sttt.entry_points import named
from sttt.players.player import WireProtocol

__all__ = ["PROTOCOL"]

PROTOCOL = WireProtocol(
    name="connect4",
    summary="a command that plays through NAME.in and NAME.out in the folder it is started in: PROGRAM ARGUMENT ...",
    game="connect-four",
    connect=named("adapter.connect4_files.remote:FilesPlayer"),
    parse_position=parse_position,
    format_turn=format_turn,
    any_position=False,
    referee=named("adapter.connect4_files.remote:referee"),
    check=named("adapter.connect4_files.check:check"),
    seconds=60.0,
)
