"""Lines over standard input and output: 4x4x4 tic-tac-toe as CS4341's referee of 2003 has it played.

The bot half is `python -P -m adapter.qubic_stdio`, also installed as `sttt-qubic`; the remote half a player
``qubic:COMMAND``; the referee of the assignment is `sttt referee qubic COMMAND COMMAND`.
"""

from adapter.qubic_stdio.message import format_turn, parse_position
from sttt.entry_points import named
from sttt.players.player import WireProtocol

__all__ = ["PROTOCOL"]

PROTOCOL = WireProtocol(
    name="qubic",
    summary="a command that reads R or B and then moves such as R,0,1,1: PROGRAM ARGUMENT ...",
    game="qubic",
    connect=named("adapter.qubic_stdio.remote:ProgramPlayer"),
    parse_position=parse_position,
    format_turn=format_turn,
    any_position=False,
    referee=named("adapter.qubic_stdio.remote:referee"),
    check=named("adapter.qubic_stdio.check:check"),
    seconds=60.0,
)
