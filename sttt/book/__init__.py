"""The opening book: turns searched for longer than a game allows, found again for every equivalent position."""
