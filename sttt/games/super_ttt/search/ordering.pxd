cimport cython


@cython.final
cdef class TurnOrdering:
    cdef int[::1] turn
    cdef int[::1] order
    cdef int[::1] killer
    cdef int[::1] history

    cdef void rank(self, int level, int count, int first) noexcept nogil
    cdef void rank_with_history(self, int level, int count, int first) noexcept nogil
    cdef int pick(self, int level, int start, int count) noexcept nogil
    cdef void remember_killer(self, int level, int turn) noexcept nogil
    cdef void remember_refutation(self, int level, int turn) noexcept nogil
    cdef void _credit(self, int half) noexcept nogil
