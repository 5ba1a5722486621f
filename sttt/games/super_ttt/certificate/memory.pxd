cimport cython
from sttt.games.super_ttt.certificate.moves cimport Moves


@cython.final
cdef class Memory:
    cdef Moves moves
    cdef int[::1] image
    cdef int[::1] origin
    cdef unsigned long long[::1] low
    cdef unsigned long long[::1] high
    cdef int[::1] symmetry
    cdef unsigned long long[::1] table
    cdef unsigned long long table_mask
    cdef unsigned long long[::1] listed
    cdef int[::1] listed_turns
    cdef unsigned long long listed_mask
    cdef long long listed_count

    cdef unsigned long long _listed_slot(self, unsigned long long low, unsigned long long high) noexcept nogil
    cdef bint is_listed(self, int level, int side, int turns, bint wins) noexcept nogil
    cdef void find_key(self, int level, int side) noexcept nogil
    cdef inline unsigned long long _slot(self, int level) noexcept nogil
    cdef inline int known(self, int level, int turns) noexcept nogil
    cdef int known_turn(self, int level) noexcept nogil
    cdef void store(self, int level, int turns, int value, int turn) noexcept nogil
    cdef inline int _moved(self, int[::1] to, int start, int turn) noexcept nogil
