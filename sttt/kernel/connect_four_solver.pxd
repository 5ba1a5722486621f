cimport cython
from sttt.kernel.connect_four_cells cimport (
    column_of, completing, count_cells, holding_moves, in_reach, mirrored, wins_at_once,
)
from sttt.kernel.connect_four_search cimport Search


@cython.final
cdef class Solver(Search):
    cdef unsigned int[::1] table

    cdef bint _reaches(self, unsigned long long own, unsigned long long filled, int stones, int target) noexcept nogil
    cdef unsigned long long _hash(self, unsigned long long own, unsigned long long filled, int stones) noexcept nogil
    cdef int _known(self, unsigned long long hashed) noexcept nogil
    cdef bint _refuted(
        self, unsigned long long own, unsigned long long filled, int stones, unsigned long long moves, int target
    ) noexcept nogil
