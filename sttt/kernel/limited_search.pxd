from sttt.kernel.board cimport Board


cdef class LimitedSearch(Board):
    cdef unsigned long long[::1] table
    cdef unsigned long long table_mask
    cdef int[::1] killer
    cdef bint touched

    cdef void _rank(self, int level, int count, int first) noexcept nogil
    cdef void _remember_killer(self, int level, int turn) noexcept nogil
