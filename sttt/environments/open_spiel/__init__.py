"""The games and players in OpenSpiel; needs the extra ``openspiel``.

To import this package registers every installed game: NAME is ``sttt_NAME`` there, with underscores. `PlayerBot` makes
a bot of a player.
"""

from sttt.distribution import needs_extra

try:
    from sttt.environments.open_spiel.bots import PlayerBot
    from sttt.environments.open_spiel.games import SpielGame, SpielState, register, registered
except ModuleNotFoundError as error:
    raise needs_extra("openspiel", error) from error

__all__ = ["PlayerBot", "SpielGame", "SpielState", "register", "registered"]
