cimport cython
from sttt.games.connect_four.search.board cimport (
    ConnectFourSearch, column_of, completing, holding_moves, in_reach, wins_at_once,
)
from sttt.kernel.bits cimport count_bits


@cython.final
cdef class ConnectFourEngine(ConnectFourSearch):
    cdef unsigned long long[::1] table
    cdef unsigned long long[::1] plane
    cdef int[::1] worth

    cdef int _search(
        self, unsigned long long own, unsigned long long filled, int stones, int depth, int alpha, int beta
    ) noexcept nogil
    cdef int _evaluate(self, unsigned long long own, unsigned long long filled, int stones) noexcept nogil
