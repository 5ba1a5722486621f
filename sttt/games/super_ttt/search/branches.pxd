cimport cython
from sttt.games.super_ttt.search.turns cimport TurnSearch


@cython.final
cdef class Branches(TurnSearch):
    pass
