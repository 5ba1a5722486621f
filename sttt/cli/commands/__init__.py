"""One module for each subcommand; what they print together is in `output`."""
