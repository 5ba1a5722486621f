cimport cython
from sttt.games.super_ttt.certificate.knowledge cimport Knowledge


@cython.final
cdef class Search(Knowledge):
    cdef readonly long long nodes
    cdef long long limit
    cdef bint stopped

    cdef int _decide(self, int level, int side, int turns, long long limit) noexcept nogil
    cdef int _attack(self, int level, int turns) noexcept nogil
    cdef int _defend(self, int level, int turns) noexcept nogil
    cdef int _answer(self, int level, int turns, int turn) noexcept nogil
    cdef int _settled(self, int level, int side, int turns) noexcept nogil
