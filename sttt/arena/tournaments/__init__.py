"""Tournaments: their formats, and carrying them out; how one game is played is decided in `sttt.arena.play`."""
