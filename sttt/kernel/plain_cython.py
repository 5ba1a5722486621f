"""The names of the `cython` module for the interpreted build: they do nothing.

Cython's own stand-in (its Shadow module) is slow, and is not there without Cython. A kernel module puts this one in
its place; when it is compiled, the compiler resolves the same names itself.
"""


class _Type:
    """Stands for a C type in annotations: ``cython.int``, ``cython.int[::1]``."""

    def __getitem__(self, _: object) -> "_Type":
        return self


class _Region:
    """Stands for ``with nogil:`` and ``with gil:``."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


compiled = False
schar = uchar = int = uint = longlong = ulonglong = double = bint = void = _Type()  # noqa: A001 - the C type
nogil = gil = _Region()


def declare(_: object, value: object) -> object:
    """Stand for the declaration of a C variable: its value."""
    return value


def cast(_: object, value: object) -> object:
    """Stand for the conversion to a C type: the value as it is."""
    return value
