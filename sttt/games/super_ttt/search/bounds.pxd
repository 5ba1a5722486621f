cimport cython
from sttt.games.super_ttt.search.board cimport Board
from sttt.kernel.transposition_table cimport TranspositionTable


@cython.final
cdef class BoundTable:
    cdef Board board
    cdef readonly TranspositionTable table
    cdef unsigned long long found

    cdef int known(self, unsigned long long key, int turns) noexcept nogil
    cdef int failed(self) noexcept nogil
    cdef int turn(self, int level, unsigned long long key) noexcept nogil
    cdef int zone(self) noexcept nogil
    cdef void store(self, int level, unsigned long long key, int turns, int value, int turn, int zone) noexcept nogil
