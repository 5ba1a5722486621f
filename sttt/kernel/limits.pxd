cdef class Limited:
    cdef bint stopped
    cdef long long node_count
    cdef long long node_limit
    cdef long long clock_mask
    cdef object deadline
    cdef object interruption

    cdef void _count_node(self) noexcept nogil
