cimport cython
from sttt.games.super_ttt.search.board cimport Board


@cython.final
cdef class RelevanceZones:
    cdef Board board
    cdef int classes
    cdef int[::1] cost
    cdef int[::1] bit
    cdef int[::1] boards_on
    cdef unsigned long long[::1] line_bit
    cdef int[::1] united
    cdef int[::1] answered
    cdef int[::1] answer_zone
    cdef int[::1] answered_turn
    cdef int zone

    cdef void begin(self, int level) noexcept nogil
    cdef bint answers(self, int level, int turn) noexcept nogil
    cdef void unite(self, int level, int turn) noexcept nogil
    cdef void close(self, int level, int attacker, unsigned long long threats) noexcept nogil
    cdef void extend(self, int turn) noexcept nogil
    cdef int to_canonical(self, int level, int zone) noexcept nogil
    cdef int from_canonical(self, int level, int zone) noexcept nogil
    cdef int _moved(self, int[::1] to, int start, int zone) noexcept nogil
    cdef void _guard(self, int level, int attacker, unsigned long long threats) noexcept nogil
    cdef void _add_dearest(self, int level, int attacker, int line) noexcept nogil
