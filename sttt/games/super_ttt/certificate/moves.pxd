cimport cython


@cython.final
cdef class Moves:
    cdef int classes
    cdef int most_singles
    cdef int most_turns
    cdef int[::1] single_start
    cdef int[::1] single
    cdef int[::1] double_start
    cdef int[::1] double
    cdef int[::1] only
    cdef unsigned long long[::1] contribution
    cdef unsigned long long[::1] through
    cdef int[::1] worth
    cdef int[::1] cls
    cdef unsigned long long[::1] word
    cdef int[::1] option
    cdef long long[::1] option_change
    cdef int[::1] turn
    cdef int[::1] order
    cdef int[::1] killer
    cdef long long pruned

    cdef inline unsigned long long lines(self, unsigned long long word, int cost) noexcept nogil
    cdef int generate(
        self,
        int level,
        int side,
        unsigned long long zone,
        unsigned long long own_above,
        unsigned long long other_above,
        bint single,
    ) noexcept nogil
    cdef bint would_generate(
        self, int level, int side, int turn, unsigned long long zone, unsigned long long other_above
    ) noexcept nogil
    cdef inline int _add_turn(
        self,
        int level,
        int count,
        int turn,
        unsigned long long own,
        unsigned long long other,
        unsigned long long own_above,
        unsigned long long other_above,
    ) noexcept nogil
    cdef inline long long _change(self, int side, int board, int before, int after) noexcept nogil
    cdef int pick(self, int level, int start, int count, int first) noexcept nogil
    cdef void keep_killer(self, int level, int turn) noexcept nogil
    cdef void make(self, int level, int turn) noexcept nogil
    cdef inline void _place(self, int level, int board, int after) noexcept nogil
    cdef void reduce(self, int level) noexcept nogil
