cimport cython

from sttt.kernel.bits cimport bit_index, count_bits
from sttt.kernel.limits cimport Limited
from sttt.kernel.transposition_table cimport PairTable


cdef class QubicThreats(Limited):
    cdef unsigned long long[::1] bit
    cdef unsigned long long[::1] line
    cdef int[::1] start
    cdef unsigned long long[::1] through

    cdef unsigned long long[::1] own
    cdef unsigned long long[::1] other
    cdef unsigned long long[::1] threes
    cdef unsigned long long[::1] pairs
    cdef int[::1] candidate
    cdef unsigned long long[::1] answer
    cdef unsigned long long[::1] answer_threes
    cdef unsigned long long[::1] new_pairs
    cdef int[::1] value
    cdef PairTable failed

    cdef unsigned long long own_threes
    cdef unsigned long long zone
    cdef int[::1] plan
    cdef int plan_length
    cdef int[::1] kept_plan

    cdef bint gave_up
    cdef long long threat_end

    @cython.final
    cdef void _count_threat(self) noexcept nogil
    @cython.final
    cdef int _wins_by_threats(self, unsigned long long own, unsigned long long other, long long limit) noexcept nogil
    @cython.final
    cdef void _survey(self, unsigned long long own, unsigned long long other) noexcept nogil
    @cython.final
    cdef unsigned long long _threes_through(
        self, int square, unsigned long long own, unsigned long long other
    ) noexcept nogil
    @cython.final
    cdef unsigned long long _pairs_through(
        self, int square, unsigned long long own, unsigned long long other
    ) noexcept nogil
    @cython.final
    cdef bint _extend(self, int depth) noexcept nogil
    @cython.final
    cdef int _list_candidates(self, int depth, unsigned long long wanted) noexcept nogil
    @cython.final
    cdef void _insert(self, int depth, int count, int square, unsigned long long reply) noexcept nogil
    @cython.final
    cdef int _keep_plan(self) noexcept nogil
    @cython.final
    cdef bint _plan_survives(self, int length, unsigned long long own, unsigned long long other) noexcept nogil
