cimport cython
from sttt.games.super_ttt.search.bounds cimport BoundTable
from sttt.games.super_ttt.search.group_defence cimport GroupDefence
from sttt.games.super_ttt.search.turns cimport TurnSearch


@cython.final
cdef class Solver(TurnSearch):
    cdef BoundTable bounds
    cdef GroupDefence groups
    cdef int attacker
    cdef int best_turn

    cdef int _attack(self, int level, int turns) noexcept nogil
    cdef int _threaten(self, int level) noexcept nogil
    cdef int _defend(self, int level, int turns) noexcept nogil
