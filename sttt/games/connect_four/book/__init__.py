"""The opening book of Connect 4: its data, how it is read, and how it is built."""
