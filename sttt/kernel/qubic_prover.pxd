cimport cython
from sttt.kernel.qubic_threats cimport QubicThreats


@cython.final
cdef class QubicProver(QubicThreats):
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
    cdef int[::1] kept

    cdef long long threat_limit
    cdef long long counter_limit
    cdef bint crowded

    cdef void _canonize(self, unsigned long long own, unsigned long long other) noexcept nogil
    cdef int _find(self) noexcept nogil
    cdef int _add(self, int place, int proof, int disproof) noexcept nogil
    cdef void _search(self, int node, bint attacking, int proof_limit, int disproof_limit) noexcept nogil
    cdef bint _open(self, int node, bint attacking) noexcept nogil
    cdef bint _has_room(self) noexcept nogil
    cdef int _proof_size(self, int node, bint attacking) noexcept nogil
    cdef void _expand_attack(self, int node) noexcept nogil
    cdef void _expand_defence(self, int node) noexcept nogil
    cdef int _attack_child(self, unsigned long long own, unsigned long long other) noexcept nogil
    cdef int _defence_child(self, unsigned long long own, unsigned long long other) noexcept nogil
    cdef bint _plan_survives(self, int length, unsigned long long own, unsigned long long other) noexcept nogil
    cdef void _keep_child(self, int node, int child) noexcept nogil
    cdef int _ones(self, unsigned long long word) noexcept nogil
