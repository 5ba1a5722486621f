"""``sttt referee``: an assignment's own referee between two programs."""

import click

from sttt import registry
from sttt.cli.options import Seconds
from sttt.errors import ProtocolError
from sttt.players import RefereeTerms


@click.command()
@click.argument("protocol", metavar="PROTOCOL")
@click.argument("first", metavar="CMD1")
@click.argument("second", metavar="CMD2")
@click.option("--time", "seconds", type=Seconds(), default=60.0, show_default=True, help="Wall-clock limit per move.")
@click.option("--seed", type=int, help="Seed of all lots that are drawn.  [default: another each time]")
def referee(*, protocol: str, first: str, second: str, seconds: float, seed: int | None) -> int:
    """Referee one game between two shell commands as the assignment that PROTOCOL comes from did.

    `sttt players` lists the protocols.
    """
    conduct = registry.protocol(protocol).referee
    if conduct is None:
        with_one = ", ".join(known.name for known in registry.protocols() if known.referee) or "none is installed"
        raise ProtocolError(f"the protocol {protocol} has no referee of its own; expected one of: {with_one}")
    return conduct((first, second), RefereeTerms(seconds, seed, click.echo))
