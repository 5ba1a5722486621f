"""A board for Jupyter to play and analyse on; needs the extra ``notebook``."""

from sttt.distribution import needs_extra

try:
    from sttt.notebook.board import BoardWidget as Board
except ModuleNotFoundError as error:
    raise needs_extra("notebook", error) from error

__all__ = ["Board"]
