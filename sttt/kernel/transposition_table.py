# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""Transposition tables: what a search has found out about a position, found again where other moves lead to it.

A table maps a key to one word of content, which its search packs as it likes and which is never 0. Its size is fixed
and a power of two: entries overwrite each other.

Threads may share a `TranspositionTable` without locks: its entries hold the key combined with the content, so that one
that two of them have written by halves is not found. Source: R. M. Hyatt and T. Mann, "A Lock-less Transposition Table
Implementation for Parallel Search Chess Engines", ICGA Journal 25(1), 2002.
"""

from sttt.kernel.memory import zeros

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

ENTRY_BYTES = 16
"""The size of an entry whose key is one word."""

NO_WORTH = -1
"""The `worth_bit` of a table with one place for each key."""

ONE_PLACE = cython.declare(cython.int, NO_WORTH)
WORD = cython.declare(cython.ulonglong, 2**64 - 1)
EVEN = cython.declare(cython.ulonglong, 2**64 - 2)
HALF_WORD = cython.declare(cython.int, 32)
OWN_FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
OTHER_FACTOR = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)


def table_bits_of(megabytes: int) -> int:
    """Return the size of the largest table within `megabytes` MiB, as a power of two of its entries."""
    return (megabytes * 2**20 // ENTRY_BYTES).bit_length() - 1


class TranspositionTable:
    """One place for each key of 64 bits, where what comes last stays; or two, where what is worth less goes."""

    def __init__(self, table_bits: int, worth_bit: int = NO_WORTH) -> None:
        """Lay out ``2**table_bits`` entries, of 16 bytes each.

        With a `worth_bit` there are two places for each key: a content's bits from that one on say what it is worth.
        """
        self.mask = 2**table_bits - 1
        self.worth_bit = worth_bit
        self._clear()

    def forget(self) -> None:
        """Empty the table."""
        if self.touched:
            self._clear()

    def _clear(self) -> None:
        self.words = zeros("Q", 2 * (self.mask + 1))
        self.touched = False

    def view(self) -> memoryview:
        """Return the bytes of the table, to read and to write while no search runs.

        Each entry is eight bytes of key, exclusive or content, and eight of content, as the machine orders them.
        """
        self.touched = True
        return memoryview(self.words).cast("B")

    def find(self, key: cython.ulonglong) -> cython.ulonglong:
        """Return the key's content, 0 if there is none."""
        slot: cython.ulonglong = self._slot(key)
        # No lock: two threads may write the two words of an entry at once and leave halves of both. The key is kept
        # exclusive-or the content, so halves that do not belong together give no key that anybody asks for, but by the
        # same chance of 2**-64 with which two positions have one key.
        content: cython.ulonglong = self.words[slot + 1]
        return content if self.words[slot] ^ content == key else 0

    def store(self, key: cython.ulonglong, content: cython.ulonglong) -> cython.void:
        """Keep a key's content."""
        slot: cython.ulonglong = self._slot(key)
        self.touched = True
        self.words[slot] = key ^ content
        self.words[slot + 1] = content

    def _slot(self, key: cython.ulonglong) -> cython.ulonglong:
        """Return where the key's entry is, or the one that it would overwrite."""
        slot: cython.ulonglong
        one: cython.ulonglong
        two: cython.ulonglong
        if self.worth_bit == ONE_PLACE:
            return 2 * (key & self.mask)
        # Two neighbours: the key's own entry wherever it is, else the one whose question was about fewer turns.
        slot = 2 * (key & self.mask & EVEN)
        one = self.words[slot + 1]
        two = self.words[slot + 3]
        if self.words[slot] ^ one == key:
            return slot
        if self.words[slot + 2] ^ two == key or one >> self.worth_bit > two >> self.worth_bit:
            return slot + 2
        return slot


class PairTable:
    """One place for each key of two words, as the marks of both sides are; what comes last stays."""

    def __init__(self, table_bits: int, *, has_content: bool = True) -> None:
        """Lay out ``2**table_bits`` entries, of 24 bytes each; of 16 if they are to have no content."""
        self.mask = 2**table_bits - 1
        self.width = 3 if has_content else 2
        self.forget()

    def forget(self) -> None:
        """Empty the table."""
        self.words = zeros("Q", self.width * (self.mask + 1))

    def _slot(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.ulonglong:
        """Return where the key's entry is, or the one that it would overwrite."""
        mixed: cython.ulonglong = (own * OWN_FACTOR + other * OTHER_FACTOR) & WORD
        return self.width * ((mixed >> HALF_WORD) & self.mask)

    def holds(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.bint:
        """Return whether the table has an entry of the key."""
        slot: cython.ulonglong = self._slot(own, other)
        return self.words[slot] == own and self.words[slot + 1] == other

    def find(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.ulonglong:
        """Return the key's content, 0 if there is none."""
        slot: cython.ulonglong = self._slot(own, other)
        return self.words[slot + 2] if self.words[slot] == own and self.words[slot + 1] == other else 0

    def store(self, own: cython.ulonglong, other: cython.ulonglong, content: cython.ulonglong) -> cython.void:
        """Keep a key's content; a table without contents keeps the key alone."""
        slot: cython.ulonglong = self._slot(own, other)
        self.words[slot] = own
        self.words[slot + 1] = other
        if self.width == 3:
            self.words[slot + 2] = content
