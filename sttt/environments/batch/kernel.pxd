from sttt.kernel.bits cimport bit_index

cdef bint _is_spoiled(unsigned long long own, unsigned long long line, unsigned long long[::1] spoilers) noexcept nogil
