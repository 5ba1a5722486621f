cimport cython
from sttt.kernel.qubic_threats cimport QubicThreats


@cython.final
cdef class QubicEngine(QubicThreats):
    cdef unsigned long long[::1] table
    cdef unsigned long long table_mask
    cdef int[::1] weight
    cdef int[::1] move
    cdef int[::1] order
    cdef int[::1] killer
    cdef unsigned long long root_own
    cdef unsigned long long root_other
    cdef unsigned long long allowed
    cdef int best_move
    cdef int best_score

    cdef int _search(
        self, int ply, int depth, int alpha, int beta, unsigned long long own, unsigned long long other
    ) noexcept nogil
    cdef int _evaluate(self, unsigned long long own, unsigned long long other) noexcept nogil
    cdef int _list_moves(
        self, int ply, int first, unsigned long long wanted, unsigned long long own, unsigned long long other
    ) noexcept nogil
    cdef int _worth(self, int square, unsigned long long own, unsigned long long other) noexcept nogil
    cdef int _pick(self, int ply, int start, int count) noexcept nogil
