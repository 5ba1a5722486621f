cimport cython

from sttt.kernel.bits cimport bit_index


@cython.final
cdef class QubicProofTree:
    cdef unsigned long long[::1] image
    cdef int[::1] own_squares
    cdef int[::1] other_squares
    cdef unsigned long long least_own
    cdef unsigned long long least_other

    cdef int most_nodes
    cdef int count
    cdef unsigned long long[::1] node_own
    cdef unsigned long long[::1] node_other
    cdef int[::1] proof
    cdef int[::1] disproof
    cdef int[::1] first
    cdef int[::1] size
    cdef int[::1] children
    cdef int[::1] child
    cdef int child_count
    cdef int[::1] place
    cdef unsigned long long place_mask
    cdef unsigned long long at

    cdef int best
    cdef int second
    cdef int unproved

    cdef void _canonize(self, unsigned long long own, unsigned long long other) noexcept nogil
    cdef int _node_of(self, unsigned long long own, unsigned long long other) noexcept nogil
    cdef int _add(self, int proof, int disproof) noexcept nogil
    cdef bint _has_room(self) noexcept nogil
    cdef bint _is_expanded(self, int node) noexcept nogil
    cdef void _begin_children(self, int node) noexcept nogil
    cdef void _drop_children(self, int node) noexcept nogil
    cdef void _keep_child(self, int node, int child) noexcept nogil
    cdef void _rate_attack(self, int node) noexcept nogil
    cdef void _rate_defence(self, int node) noexcept nogil
    cdef int _proof_size(self, int node, bint attacking) noexcept nogil
