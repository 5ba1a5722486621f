from sttt.kernel.connect_four_cells cimport completing, count_cells
from sttt.kernel.limits cimport Limited


cdef class Search(Limited):
    cdef unsigned long long own
    cdef unsigned long long filled
    cdef int stones

    cdef long long entries
    cdef int rest_bits
    cdef unsigned long long rest_mask
    cdef unsigned long long[::1] column
    cdef unsigned long long[::1] move
    cdef int[::1] order

    cdef int _rank(
        self,
        unsigned long long own,
        unsigned long long filled,
        int stones,
        unsigned long long moves,
        unsigned long long first,
    ) noexcept nogil
