"""A board for Jupyter to play and analyse on: needs the extra ``notebook``, and no other part of sttt needs it."""

from sttt.notebook.board import Board

__all__ = ["Board"]
