"""The players, one module each, found by name through the ``sttt.players`` entry points."""
