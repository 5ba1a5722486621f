from sttt.kernel.board cimport Board


cdef class LimitedSearch(Board):
    cdef unsigned long long[::1] table
    cdef unsigned long long table_mask
    cdef int[::1] killer
    cdef bint touched

    cdef bint stopped
    cdef long long node_count
    cdef long long node_limit
    cdef object deadline
    cdef object interruption

    cdef void _count_node(self) noexcept nogil
    cdef void _rank(self, int level, int count, int first) noexcept nogil
    cdef void _remember_killer(self, int level, int turn) noexcept nogil
