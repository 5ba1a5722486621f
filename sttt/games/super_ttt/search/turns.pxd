cimport cython
from sttt.games.super_ttt.search.board cimport Board
from sttt.games.super_ttt.search.ordering cimport TurnOrdering
from sttt.kernel.limits cimport Limited
from sttt.kernel.transposition_table cimport TranspositionTable


@cython.final
cdef class TurnGenerator:
    cdef Board board
    cdef TurnOrdering ordering
    cdef int classes
    cdef unsigned long long[::1] contribution
    cdef int[::1] weight
    cdef int[::1] single_start
    cdef int[::1] single
    cdef int[::1] double_start
    cdef int[::1] double
    cdef int[::1] option_board
    cdef int[::1] option_class
    cdef long long[::1] option_own
    cdef long long[::1] option_other
    cdef long long pruned

    cdef int generate(
        self, int level, int side, unsigned long long zone, unsigned long long own_above, unsigned long long other_above
    ) noexcept nogil
    cdef bint can_stop(self, int level, int side, unsigned long long threats) noexcept nogil
    cdef int list_options(self, int level, int side, unsigned long long zone) noexcept nogil
    cdef inline long long _change(self, int side, int board, int before, int after) noexcept nogil
    cdef inline int worth(self, unsigned long long word) noexcept nogil
    cdef bint _one_board(self, int level, int options) noexcept nogil
    cdef inline int _add_turn(
        self,
        int level,
        int count,
        int turn,
        unsigned long long own,
        unsigned long long other,
        unsigned long long own_above,
        unsigned long long other_above,
    ) noexcept nogil


cdef class TurnSearch(Limited):
    cdef Board board
    cdef TurnOrdering ordering
    cdef TurnGenerator generator
    cdef readonly TranspositionTable table
