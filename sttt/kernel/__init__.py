"""The ground of compiled searches: limits, clock, transposition table, bits, the build; it knows no game.

A module here or in a game's folder that has a `.pxd` beside it is valid Python, and compiled from the same text where
a compiler is at hand; the `.pxd` says what is C then. Both builds visit the same nodes.
"""
