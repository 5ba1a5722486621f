"""The `sttt` command, one module per subcommand."""


def main() -> None:
    """Run the command line.

    It is imported here because every worker process imports the program that started it, and needs none of it.
    """
    from sttt.cli.command_line import main as run  # noqa: PLC0415 - see above

    run()


__all__ = ["main"]
