"""Memory for the large tables that a search looks up at random."""

import mmap
from array import array
from contextlib import suppress
from typing import Literal


def zeros(typecode: Literal["I", "Q"], count: int) -> "array[int] | memoryview":
    """Return `count` numbers 0 of 4 bytes or of 8 (as `array` names them), in huge pages where the system has them.

    In pages of 4 kB nearly every look at a table of many megabytes misses the processor's cache of addresses (the TLB).
    """
    one = array(typecode, [0])
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return one * count
    memory = mmap.mmap(-1, one.itemsize * count, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with suppress(OSError):  # a system without huge pages
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(memory).cast(typecode)
