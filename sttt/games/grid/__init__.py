"""Games of one mark a turn on a grid of any size: the 3x3, 4x4 and 3x4 games are settings of it."""
