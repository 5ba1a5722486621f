cdef int[::1] INDEX

cpdef int count_bits(unsigned long long word) noexcept nogil
cpdef int bit_index(unsigned long long bit) noexcept nogil
