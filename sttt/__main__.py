"""``python -m sttt``: the command line."""

from sttt.cli import main

if __name__ == "__main__":
    main()
