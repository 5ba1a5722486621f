"""A board for Jupyter to play and analyse on; needs the extra ``notebook``."""

try:
    from sttt.notebook.board import BoardWidget as Board
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error}; expected the extra: pip install 'sttt[notebook]'", name=error.name) from error

__all__ = ["Board"]
