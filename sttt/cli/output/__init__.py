"""The output of the subcommands: tables, progress, games as they are played."""
