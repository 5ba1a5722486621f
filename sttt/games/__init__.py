"""One module per game: its rules and its text forms, nothing else."""
