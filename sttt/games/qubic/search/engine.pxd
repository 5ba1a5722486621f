cimport cython
from sttt.games.qubic.search.threats cimport QubicThreats
from sttt.kernel.bits cimport bit_index, count_bits
from sttt.kernel.transposition_table cimport PairTable


@cython.final
cdef class QubicEngine(QubicThreats):
    cdef PairTable table
    cdef int tempo
    cdef int[::1] weight
    cdef int[::1] crossing
    cdef int[::1] move
    cdef int[::1] order
    cdef int[::1] killer
    cdef unsigned long long allowed
    cdef int best_move
    cdef int best_score

    cdef int _search(
        self, int ply, int depth, int alpha, int beta, unsigned long long own, unsigned long long other
    ) noexcept nogil
    cdef int _evaluate(self, unsigned long long own, unsigned long long other) noexcept nogil
    cdef int _worth_of(self, unsigned long long own, unsigned long long other) noexcept nogil
    cdef int _list_moves(
        self, int ply, int first, unsigned long long wanted, unsigned long long own, unsigned long long other
    ) noexcept nogil
    cdef int _worth(self, int square, unsigned long long own, unsigned long long other) noexcept nogil
    cdef int _pick(self, int ply, int start, int count) noexcept nogil
