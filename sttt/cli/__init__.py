"""The `sttt` command, one module per subcommand."""

from sttt.cli.main import main

__all__ = ["main"]
