"""What the subcommands print: tables, progress, games as they are played."""
