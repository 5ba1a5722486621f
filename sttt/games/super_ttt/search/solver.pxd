cimport cython
from sttt.games.super_ttt.search.proof_search cimport ProofSearch


@cython.final
cdef class Solver(ProofSearch):
    pass
