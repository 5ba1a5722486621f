cimport cython
from sttt.games.connect_four.search.board cimport (
    ConnectFourSearch, column_of, completing, holding_moves, in_reach, mirrored, wins_at_once,
)
from sttt.kernel.bits cimport count_bits


@cython.final
cdef class ConnectFourSolver(ConnectFourSearch):
    cdef unsigned int[::1] table

    cdef bint _reaches(self, unsigned long long own, unsigned long long filled, int stones, int target) noexcept nogil
    cdef unsigned long long _hash(self, unsigned long long own, unsigned long long filled, int stones) noexcept nogil
    cdef int _known(self, unsigned long long hashed) noexcept nogil
    cdef bint _refuted(
        self, unsigned long long own, unsigned long long filled, int stones, unsigned long long moves, int target
    ) noexcept nogil
