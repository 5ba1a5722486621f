cimport cython
from sttt.games.super_ttt.search.bounds cimport BoundTable
from sttt.games.super_ttt.search.group_defence cimport GroupDefence
from sttt.games.super_ttt.search.relevance cimport RelevanceZones
from sttt.games.super_ttt.search.turns cimport TurnSearch


@cython.final
cdef class Solver(TurnSearch):
    cdef BoundTable bounds
    cdef GroupDefence groups
    cdef RelevanceZones zones
    cdef int attacker
    cdef int best_turn

    cdef int _attack(self, int level, int turns) noexcept nogil
    cdef int _threaten(self, int level) noexcept nogil
    cdef int _defend(self, int level, int turns) noexcept nogil
    cdef int _out_of_reach(self, unsigned long long word, int half) noexcept nogil
    cdef int _denied(self, int level, int turns, int marks) noexcept nogil
    cdef int _known(self, int level, unsigned long long key, int turns) noexcept nogil
    cdef void _store(self, int level, unsigned long long key, int turns, int value, int turn) noexcept nogil
