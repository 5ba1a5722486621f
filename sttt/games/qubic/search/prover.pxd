cimport cython
from sttt.games.qubic.search.proof_tree cimport QubicProofTree
from sttt.games.qubic.search.threats cimport QubicThreats
from sttt.kernel.bits cimport count_bits


@cython.final
cdef class QubicProver(QubicThreats):
    cdef QubicProofTree tree
    cdef long long threat_limit
    cdef long long counter_limit
    cdef bint crowded

    cdef void _search(self, int node, bint attacking, int proof_limit, int disproof_limit) noexcept nogil
    cdef bint _open(self, int node, bint attacking) noexcept nogil
    cdef bint _has_room(self) noexcept nogil
    cdef void _expand_attack(self, int node) noexcept nogil
    cdef void _expand_defence(self, int node) noexcept nogil
    cdef int _attack_child(self, unsigned long long own, unsigned long long other) noexcept nogil
    cdef int _defence_child(self, unsigned long long own, unsigned long long other) noexcept nogil
