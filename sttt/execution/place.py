"""The process that does a piece of work, and its name on a cluster."""


class _Place:
    """The name of this process."""

    name: str | None = None


def place() -> str | None:
    """Return the name of this process as a worker of a cluster; None elsewhere."""
    return _Place.name


def name_place(name: str) -> None:
    """Name this process."""
    _Place.name = name
