cimport cython

from sttt.kernel.limits cimport Limited


cdef class Board(Limited):
    cdef int classes
    cdef unsigned long long[::1] contribution
    cdef int[::1] single_start
    cdef int[::1] single
    cdef int[::1] double_start
    cdef int[::1] double
    cdef int[::1] only
    cdef unsigned long long[::1] through
    cdef int[::1] worth
    cdef unsigned long long[::1] zobrist
    cdef int[::1] image
    cdef int[::1] origin

    cdef int[::1] cls
    cdef unsigned long long[::1] word
    cdef int[::1] symmetry
    cdef int[::1] option_board
    cdef int[::1] option_class
    cdef long long[::1] option_own
    cdef long long[::1] option_other
    cdef int[::1] turn
    cdef int[::1] order

    cdef int side
    cdef int left
    cdef long long pruned

    cdef unsigned long long _normalize(self, int level, int side) noexcept nogil
    cdef void _reduce(self, int level) noexcept nogil
    @cython.final
    cdef void _add(self, int level, int board, int before, int after) noexcept nogil
    cdef long long _change(self, int side, int board, int before, int after) noexcept nogil
    cdef void _make(self, int level, int turn) noexcept nogil
    cdef int _worth(self, unsigned long long word) noexcept nogil
    cdef int _generate(
        self, int level, int side, unsigned long long zone, unsigned long long own_above, unsigned long long other_above
    ) noexcept nogil
    cdef int _list_options(self, int level, int side, unsigned long long zone) noexcept nogil
    @cython.final
    cdef bint _one_board(self, int level, int options) noexcept nogil
    @cython.final
    cdef int _add_turn(
        self,
        int level,
        int count,
        int turn,
        unsigned long long own,
        unsigned long long other,
        unsigned long long own_above,
        unsigned long long other_above,
    ) noexcept nogil
    cdef int _pick(self, int level, int start, int count) noexcept nogil
    cdef int _to_canonical(self, int level, int turn) noexcept nogil
    cdef int _from_canonical(self, int level, int turn) noexcept nogil
    @cython.final
    cdef int _moved(self, int[::1] to, int start, int turn) noexcept nogil
