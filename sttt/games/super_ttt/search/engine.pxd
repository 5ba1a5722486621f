cimport cython
from sttt.games.super_ttt.search.turns cimport TurnSearch


@cython.final
cdef class Engine(TurnSearch):
    cdef int contempt
    cdef int best_turn
    cdef int best_score
    cdef object excluded

    cdef int _search(self, int level, int depth, int alpha, int beta, int extensions) noexcept nogil
    cdef int _child(self, int level, int depth, int alpha, int beta, int extensions) noexcept nogil
    cdef int _evaluate(self, unsigned long long own, unsigned long long other, int level) noexcept nogil
    cdef int _draw(self, int level) noexcept nogil
    cdef void _store(
        self, int level, unsigned long long key, int depth, int score, int turn, int alpha, int beta
    ) noexcept nogil
