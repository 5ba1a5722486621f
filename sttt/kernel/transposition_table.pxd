cimport cython


@cython.final
cdef class TranspositionTable:
    cdef unsigned long long[::1] words
    cdef unsigned long long mask
    cdef int worth_bit
    cdef bint touched

    cpdef unsigned long long find(self, unsigned long long key) noexcept nogil
    cpdef void store(self, unsigned long long key, unsigned long long content) noexcept nogil
    cdef unsigned long long _slot(self, unsigned long long key) noexcept nogil


@cython.final
cdef class PairTable:
    cdef unsigned long long[::1] words
    cdef unsigned long long mask
    cdef int width

    cdef unsigned long long _slot(self, unsigned long long own, unsigned long long other) noexcept nogil
    cpdef bint holds(self, unsigned long long own, unsigned long long other) noexcept nogil
    cpdef unsigned long long find(self, unsigned long long own, unsigned long long other) noexcept nogil
    cpdef void store(
        self, unsigned long long own, unsigned long long other, unsigned long long content
    ) noexcept nogil
