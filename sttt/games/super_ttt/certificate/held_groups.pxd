cimport cython
from sttt.games.super_ttt.certificate.moves cimport Moves


@cython.final
cdef class HeldGroups:
    cdef Moves moves
    cdef int[::1] boards_on
    cdef unsigned long long[::1] line_bit
    cdef int[::1] bit
    cdef int[::1] kind
    cdef unsigned char[::1] denied
    cdef int[::1] kind_at

    cdef int bound(self, int level, int turns) noexcept nogil
    cdef bint _deny(self, unsigned long long lines, int taken) noexcept nogil
    cdef inline bint _is_denied(self, int a, int b, int c) noexcept nogil
