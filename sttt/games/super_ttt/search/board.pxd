cimport cython


@cython.final
cdef class Board:
    cdef int classes
    cdef unsigned long long[::1] contribution
    cdef int[::1] only
    cdef unsigned long long[::1] through
    cdef unsigned long long[::1] zobrist
    cdef int[::1] image
    cdef int[::1] origin

    cdef int[::1] cls
    cdef unsigned long long[::1] word
    cdef int[::1] symmetry

    cdef readonly int side
    cdef readonly int left

    cdef unsigned long long normalize(self, int level, int side) noexcept nogil
    cdef void reduce(self, int level) noexcept nogil
    cdef void _add(self, int level, int board, int before, int after) noexcept nogil
    cdef unsigned long long lines_within(self, unsigned long long word, int cost) noexcept nogil
    cdef int fewest_turns(self, unsigned long long word, int half) noexcept nogil
    cdef void copy(self, int level) noexcept nogil
    cdef void make(self, int level, int turn) noexcept nogil
    cdef int to_canonical(self, int level, int turn) noexcept nogil
    cdef int from_canonical(self, int level, int turn) noexcept nogil
    cdef int _moved(self, int[::1] to, int start, int turn) noexcept nogil
