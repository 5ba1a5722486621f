cimport cython
from sttt.games.super_ttt.certificate.moves cimport Moves


cdef class Knowledge(Moves):
    cdef int[::1] boards_on
    cdef unsigned long long[::1] line_bit
    cdef int[::1] bit
    cdef int[::1] kind
    cdef unsigned char[::1] denied
    cdef int[::1] kind_at
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

    @cython.final
    cdef unsigned long long _listed_slot(self, unsigned long long low, unsigned long long high) noexcept nogil
    @cython.final
    cdef bint _is_listed(self, int level, int side, int turns, bint wins) noexcept nogil
    @cython.final
    cdef void _find_key(self, int level, int side) noexcept nogil
    @cython.final
    cdef inline unsigned long long _slot(self, int level) noexcept nogil
    @cython.final
    cdef inline int _known(self, int level, int turns) noexcept nogil
    @cython.final
    cdef int _known_turn(self, int level) noexcept nogil
    @cython.final
    cdef void _store(self, int level, int turns, int value, int turn) noexcept nogil
    @cython.final
    cdef inline int _moved(self, int[::1] to, int start, int turn) noexcept nogil
    @cython.final
    cdef int _within(self, unsigned long long word) noexcept nogil
    @cython.final
    cdef int _held_by_groups(self, int level, int turns) noexcept nogil
    @cython.final
    cdef bint _deny(self, unsigned long long lines, int taken) noexcept nogil
    @cython.final
    cdef inline bint _is_denied(self, int a, int b, int c) noexcept nogil
