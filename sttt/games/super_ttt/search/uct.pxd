from libc.math cimport log, sqrt


cdef class Uct:
    cdef int most_playouts
    cdef int[::1] line
    cdef int[::1] empties
    cdef int[::1] bit
    cdef double[::1] inverse
    cdef double[::1] inverse_root
    cdef double[::1] root_log

    cdef int[::1] first_child
    cdef int[::1] next_sibling
    cdef int[::1] children
    cdef int[::1] square
    cdef int[::1] visits
    cdef int[::1] points
    cdef int nodes

    cdef int[::1] root_marks
    cdef int root_side
    cdef int root_left

    cdef int[::1] marks
    cdef int[::1] owned
    cdef int side
    cdef int left
    cdef int unmarked
    cdef int winner

    cdef int[::1] path
    cdef int[::1] mover
    cdef int depth
    cdef int[::1] squares
    cdef int[::1] tried
    cdef unsigned long long random

    cdef void _run(self, int playouts) noexcept nogil
    cdef void _restart(self) noexcept nogil
    cdef int _most_promising(self, int node) noexcept nogil
    cdef void _descend(self, int node) noexcept nogil
    cdef int _list_squares(self) noexcept nogil
    cdef void _expand(self, int node, int count) noexcept nogil
    cdef int _add_node(self, int square, int sibling) noexcept nogil
    cdef void _play_out(self, int count) noexcept nogil
    cdef void _back_up(self) noexcept nogil
    cdef void _place(self, int square) noexcept nogil
    cdef int _below(self, int bound) noexcept nogil
