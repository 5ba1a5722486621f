cpdef unsigned long long in_reach(unsigned long long filled) noexcept nogil
cpdef unsigned long long completing(unsigned long long stones, unsigned long long filled) noexcept nogil
cpdef bint wins_at_once(unsigned long long own, unsigned long long filled) noexcept nogil
cpdef unsigned long long holding_moves(unsigned long long own, unsigned long long filled) noexcept nogil
cpdef int count_cells(unsigned long long cells) noexcept nogil
cpdef unsigned long long mirrored(unsigned long long cells) noexcept nogil
cpdef int column_of(unsigned long long cell) noexcept nogil
