"""``sttt referee``: an assignment's own referee between two programs."""

import click

from sttt.cli.options import Seconds
from sttt.cli.output.tables import standard_output
from sttt.errors import ProtocolError
from sttt.players import registry
from sttt.players.player import RefereeTerms


@click.command(short_help="Referee one game of two programs by their assignment's rules.")
@click.argument("protocol", metavar="PROTOCOL")
@click.argument("first", metavar="CMD1")
@click.argument("second", metavar="CMD2")
@click.option("--time", "seconds", type=Seconds(), default=60.0, show_default=True, help="Wall-clock limit per move.")
@click.option("--seed", type=int, help="Seed of everything drawn at random.  [default: another each time]")
def referee(*, protocol: str, first: str, second: str, seconds: float, seed: int | None) -> int:
    """Referee one game between two shell commands as the assignment that PROTOCOL comes from did.

    `sttt players` lists the protocols.
    """
    conduct = registry.protocol(protocol).referee
    if conduct is None:
        with_one = ", ".join(known.name for known in registry.protocols() if known.referee) or "none is installed"
        raise ProtocolError(f"the protocol {protocol} has no referee of its own; expected one of: {with_one}")
    return conduct((first, second), RefereeTerms(seconds, seed, standard_output().say))
