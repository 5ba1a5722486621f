cimport cython
from sttt.kernel.limited_search cimport LimitedSearch


@cython.final
cdef class Solver(LimitedSearch):
    cdef int attacker
    cdef int best_turn

    cdef int[::1] kind
    cdef unsigned char[::1] denied
    cdef int[::1] bit
    cdef int[::1] boards_on
    cdef unsigned long long[::1] line_bit
    cdef int[::1] kind_at

    cdef int _denied_by_groups(self, int level, int turns) noexcept nogil
    cdef bint _deny(self, unsigned long long lines, int taken) noexcept nogil
    cdef bint _is_denied(self, int a, int b, int c) noexcept nogil
    cdef int _attack(self, int level, int turns) noexcept nogil
    cdef int _threaten(self, int level) noexcept nogil
    cdef int _defend(self, int level, int turns) noexcept nogil
    cdef bint _can_stop(self, int level, int side, unsigned long long threats) noexcept nogil
    cdef int _pass(self, int level, int turns) noexcept nogil
    cdef int _known_turn(self, int level, unsigned long long key) noexcept nogil
    cdef int _cannot(self, unsigned long long word, int half) noexcept nogil
    cdef unsigned long long _lines(self, unsigned long long word, int cost) noexcept nogil
    cdef int _known(self, unsigned long long key, int turns) noexcept nogil
    cdef unsigned long long _slot(self, unsigned long long key) noexcept nogil
    cdef void _store(self, int level, unsigned long long key, int turns, int value, int turn) noexcept nogil
