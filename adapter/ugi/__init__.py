"""The Universal Game Interface: lines as UCI has them, for any game of two, to engines that know the rules themselves.

The bot half is `sttt ugi`, also `python -P -m adapter.ugi`; the remote half a player ``ugi:COMMAND``.
Source: the protocol's description, ``ugi.md`` of https://github.com/kz04px/cutegames.
"""

from dataclasses import replace

from sttt.entry_points import named
from sttt.players.player import WireProtocol

__all__ = ["BUILDS", "PROTOCOL"]

PROTOCOL = WireProtocol(
    name="ugi",
    summary="an engine of the Universal Game Interface, for any game: PROGRAM ARGUMENT ...",
    game=None,
    connect=named("adapter.ugi.remote:UgiPlayer"),
    parse_position=named("adapter.ugi.notation:no_form"),
    format_turn=named("adapter.ugi.notation:no_form"),
    check=named("adapter.ugi.check:check"),
    bot=named("adapter.ugi.bot:run"),
)

BUILDS = replace(
    PROTOCOL,
    name="build",
    summary="a player of ours as of a revision that `sttt match --build-a` has built: BUILD:PLAYER",
    connect=named("adapter.ugi.builds:connect"),
    check=None,
    bot=None,
)
