from sttt.kernel.bits cimport count_bits
from sttt.kernel.limits cimport Limited

cpdef unsigned long long in_reach(unsigned long long filled) noexcept nogil
cpdef unsigned long long completing(unsigned long long stones, unsigned long long filled) noexcept nogil
cpdef bint wins_at_once(unsigned long long own, unsigned long long filled) noexcept nogil
cpdef unsigned long long holding_moves(unsigned long long own, unsigned long long filled) noexcept nogil
cpdef unsigned long long mirrored(unsigned long long cells) noexcept nogil
cpdef int column_of(unsigned long long cell) noexcept nogil


cdef class ConnectFourSearch(Limited):
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
