cdef class Search:
    cdef unsigned long long own
    cdef unsigned long long filled
    cdef int stones

    cdef bint stopped
    cdef long long node_count
    cdef long long node_limit
    cdef object deadline
    cdef object interruption

    cdef void _count_node(self) noexcept nogil
