"""Who meets whom, and carrying it out; how one game is played is not decided here."""
