"""A player of ours as of another revision, ``build:BUILD:PLAYER``: an engine of UGI in that build's environment.

`sttt match --build-a` makes the builds.
"""

import shlex
from dataclasses import replace

from adapter.ugi.remote import UgiPlayer, game_played
from sttt.errors import PlayerError
from sttt.execution.revision import build_named
from sttt.players.player import ProgramTerms


def connect(spec: str, terms: ProgramTerms) -> UgiPlayer:
    """Start the player of a build; raises `PlayerError` where that build is not installed."""
    name, _, player = spec.partition(":")
    build = build_named(name)
    if not build.is_there:
        raise PlayerError(
            f"there is no build {name} in {build.folder.parent}; expected `sttt match --build-a` to make it"
        )
    game = game_played(terms).name
    command = [str(build.python), "-I", "-m", "adapter.ugi", "--game", game, "--player", player]
    return UgiPlayer(shlex.join(command), replace(terms, name=terms.name or build.player(player)))
