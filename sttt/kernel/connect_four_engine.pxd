cimport cython
from sttt.kernel.connect_four_cells cimport column_of, completing, count_cells, holding_moves, in_reach, wins_at_once
from sttt.kernel.connect_four_search cimport Search


@cython.final
cdef class Engine(Search):
    cdef unsigned long long[::1] table
    cdef unsigned long long[::1] plane
    cdef int[::1] worth

    cdef int _search(
        self, unsigned long long own, unsigned long long filled, int stones, int depth, int alpha, int beta
    ) noexcept nogil
    cdef int _evaluate(self, unsigned long long own, unsigned long long filled, int stones) noexcept nogil
