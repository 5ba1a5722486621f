cimport cython
from sttt.kernel.connect_four_cells cimport (
    column_of, completing, count_cells, holding_moves, in_reach, mirrored, wins_at_once,
)
from sttt.kernel.connect_four_search cimport Search


@cython.final
cdef class Solver(Search):
    cdef long long entries
    cdef int rest_bits
    cdef unsigned long long rest_mask
    cdef unsigned int[::1] table
    cdef unsigned long long[::1] column
    cdef unsigned long long[::1] move
    cdef int[::1] order

    cdef bint _reaches(self, unsigned long long own, unsigned long long filled, int stones, int target) noexcept nogil
    cdef int _rank(
        self, unsigned long long own, unsigned long long filled, int stones, unsigned long long moves
    ) noexcept nogil
    cdef unsigned long long _hash(self, unsigned long long own, unsigned long long filled, int stones) noexcept nogil
    cdef int _known(self, unsigned long long hashed) noexcept nogil
    cdef bint _refuted(
        self, unsigned long long own, unsigned long long filled, int stones, unsigned long long moves, int target
    ) noexcept nogil
