# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""Bits of a 64-bit word: how many are set, and where one is."""

from array import array

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

PRIME = cython.declare(cython.ulonglong, 67)
"""Single bits differ modulo 67: the cheapest way from a bit to its index that is the same in both builds."""

INDEX = array("i", [0] * 67)
for _index in range(64):
    INDEX[2**_index % 67] = _index


def count_bits(word: cython.ulonglong) -> cython.int:
    """Count the bits that are set; quick where they are few."""
    count: cython.int = 0
    while word:
        word &= word - 1
        count += 1
    return count


def bit_index(bit: cython.ulonglong) -> cython.int:
    """Return the index, 0 to 63, of the only bit that is set."""
    return INDEX[bit % PRIME]
