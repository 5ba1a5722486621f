"""The opening book of Connect 4: its data, its reader, and its check."""
