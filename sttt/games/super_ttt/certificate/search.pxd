cimport cython
from sttt.games.super_ttt.certificate.held_groups cimport HeldGroups
from sttt.games.super_ttt.certificate.memory cimport Memory
from sttt.games.super_ttt.certificate.moves cimport Moves


@cython.final
cdef class Search:
    cdef Moves moves
    cdef Memory memory
    cdef HeldGroups groups
    cdef readonly long long nodes
    cdef long long limit
    cdef bint stopped

    cdef int _decide(self, int level, int side, int turns, long long limit) noexcept nogil
    cdef int _attack(self, int level, int turns) noexcept nogil
    cdef int _defend(self, int level, int turns) noexcept nogil
    cdef int _answer(self, int level, int turns, int turn) noexcept nogil
    cdef int _settled(self, int level, int side, int turns) noexcept nogil
    cdef int _within(self, unsigned long long word) noexcept nogil
