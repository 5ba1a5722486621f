cimport cython
from sttt.games.super_ttt.search.board cimport Board
from sttt.kernel.bits cimport count_bits


@cython.final
cdef class GroupDefence:
    cdef Board board
    cdef int classes
    cdef int kinds
    cdef int[::1] kind
    cdef unsigned char[::1] denied
    cdef unsigned char[::1] marks
    cdef unsigned char[::1] pair
    cdef int[::1] reply_start
    cdef int[::1] reply
    cdef int[::1] bit
    cdef int[::1] boards_on
    cdef unsigned long long[::1] line_bit
    cdef int[::1] kind_at
    cdef int[::1] alone
    cdef int[::1] group
    cdef int[::1] price
    cdef int boards
    cdef unsigned long long free
    cdef unsigned long long cheap

    cdef int bound(self, int level, int attacker, int turns, int marks) noexcept nogil
    cdef bint _can_hold(self, unsigned long long lines, unsigned long long held, int marks) noexcept nogil
    cdef bint _price(self, unsigned long long lines, int marks) noexcept nogil
    cdef bint _holds(self, unsigned long long lines, int taken, int marks) noexcept nogil
    cdef int _marks_for_two(self, int i, int j) noexcept nogil
    cdef int _marks_for(self, int a, int b, int c) noexcept nogil
    cdef int _marks_in(self, int a, int b, int c) noexcept nogil
