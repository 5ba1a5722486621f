# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""Many boards, stepped one after the other: the rules of lines on cells, and of Super Tic-Tac-Toe.

Arrays come as views of their memory. Those of all boards have the board as their last axis but the marks' squares;
marks have the side before it, X's and then O's. `where` has the numbers of the boards that are meant; actions, viewers,
movers, and what is written of those boards, stand in its order. Flags are bytes, 0 or 1.
"""

from sttt.kernel.bits import bit_index

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

WHOLE = cython.declare(cython.int, 511)
PLANES = cython.declare(cython.int, 7)
DEAD_BOARD = cython.declare(cython.int, 4)
MORE = cython.declare(cython.int, 512)
TO_MOVE = cython.declare(cython.int, 1024)


def place_on_lines(
    marks: cython.ulonglong[:, ::1],
    side: cython.schar[::1],
    over: cython.uchar[::1],
    where: cython.longlong[::1],
    actions: cython.longlong[::1],
    cells: cython.ulonglong[::1],
    all_cells: cython.ulonglong,
    through: cython.ulonglong[:, ::1],
    spoilers: cython.ulonglong[::1],
    has_line: cython.uchar[::1],
) -> cython.int:
    """Mark the lowest free cell of each action; note which lines that completes, who moves, and what is over.

    Returns the place in `where` of the first illegal action, and then has changed nothing; -1 if all are legal.
    """
    i: cython.longlong
    k: cython.int
    mover: cython.int
    board: cython.longlong
    bit: cython.ulonglong
    own: cython.ulonglong
    line: cython.ulonglong
    for i in range(where.shape[0]):
        board = where[i]
        if over[board] or actions[i] < 0 or actions[i] >= cells.shape[0]:
            return i
        if not cells[actions[i]] & ~(marks[0, board] | marks[1, board]):
            return i
    for i in range(where.shape[0]):
        board = where[i]
        mover = side[board]
        bit = cells[actions[i]] & ~(marks[0, board] | marks[1, board])
        bit &= ~bit + 1
        own = marks[mover, board] | bit
        marks[mover, board] = own
        has_line[i] = 0
        for k in range(through.shape[1]):
            line = through[bit_index(bit), k]
            if own & line == line and not _is_spoiled(own, line, spoilers):
                has_line[i] = 1
                break
        side[board] = 1 - mover
        over[board] = has_line[i] or not all_cells & ~(own | marks[1 - mover, board])
    return -1


def _is_spoiled(
    own: cython.ulonglong,
    line: cython.ulonglong,
    spoilers: cython.ulonglong[::1],
) -> cython.bint:
    """Return whether a line lies in one that is too long and complete."""
    k: cython.int
    for k in range(spoilers.shape[0]):
        if own & spoilers[k] == spoilers[k] and line & spoilers[k] == line:
            return True
    return False


def mask_lines(
    marks: cython.ulonglong[:, ::1],
    over: cython.uchar[::1],
    where: cython.longlong[::1],
    cells: cython.ulonglong[::1],
    mask: cython.schar[:, ::1],
) -> None:
    """Write 1 for each legal action, else 0."""
    i: cython.longlong
    action: cython.int
    board: cython.longlong
    free: cython.ulonglong
    for i in range(where.shape[0]):
        board = where[i]
        free = 0 if over[board] else ~(marks[0, board] | marks[1, board])
        for action in range(cells.shape[0]):
            mask[i, action] = (free & cells[action]) != 0


def see_lines(
    marks: cython.ulonglong[:, ::1],
    viewer: cython.schar[::1],
    mover: cython.schar[::1],
    where: cython.longlong[::1],
    places: cython.ulonglong[::1],
    seen: cython.schar[:, :, ::1],
) -> None:
    """Write the planes: own marks, the other side's, to move. Each place of the grid has a cell's bit, or none."""
    i: cython.longlong
    place: cython.int
    own: cython.ulonglong
    other: cython.ulonglong
    for i in range(where.shape[0]):
        own = marks[viewer[i], where[i]]
        other = marks[1 - viewer[i], where[i]]
        for place in range(places.shape[0]):
            seen[i, place, 0] = (own & places[place]) != 0
            seen[i, place, 1] = (other & places[place]) != 0
            seen[i, place, 2] = mover[i]


def read_lines(
    seen: cython.schar[:, :, ::1],
    places: cython.ulonglong[::1],
    own: cython.ulonglong[::1],
    other: cython.ulonglong[::1],
) -> None:
    """Read from planes the own marks and the other side's, as `see_lines` writes them."""
    i: cython.longlong
    place: cython.int
    for i in range(seen.shape[0]):
        own[i] = 0
        other[i] = 0
        for place in range(places.shape[0]):
            if seen[i, place, 0]:
                own[i] |= places[place]
            if seen[i, place, 1]:
                other[i] |= places[place]


def complete_lines(
    marks: cython.ulonglong[::1],
    lines: cython.ulonglong[::1],
    spoilers: cython.ulonglong[::1],
    cells: cython.ulonglong[::1],
) -> None:
    """Write the cells any of which completes a line of some marks, those with a mark of the other side among them."""
    i: cython.longlong
    k: cython.int
    missing: cython.ulonglong
    for i in range(marks.shape[0]):
        cells[i] = 0
        for k in range(lines.shape[0]):
            missing = lines[k] & ~marks[i]
            if not missing & (missing - 1) and not _is_spoiled(marks[i] | missing, lines[k], spoilers):
                cells[i] |= missing


def place_on_little_boards(
    marks: cython.int[:, :, ::1],
    owned: cython.int[:, ::1],
    empty: cython.int[:, ::1],
    side: cython.schar[::1],
    left: cython.schar[::1],
    over: cython.uchar[::1],
    where: cython.longlong[::1],
    actions: cython.longlong[::1],
    bit_of: cython.int[::1],
    has_line: cython.uchar[::1],
    count: cython.uchar[::1],
    won: cython.schar[::1],
) -> cython.int:
    """Mark a square of Super Tic-Tac-Toe for each action; note who wins by it, who moves, and what is over.

    Returns the place in `where` of the first illegal action, and then has changed nothing; -1 if all are legal.
    """
    i: cython.longlong
    k: cython.int
    mover: cython.int
    little: cython.int
    square: cython.int
    bit: cython.int
    room: cython.int
    board: cython.longlong
    for i in range(where.shape[0]):
        board = where[i]
        if over[board] or actions[i] < 0 or actions[i] >= 81:
            return i
        if not empty[board, actions[i] // 9] & bit_of[actions[i] % 9]:
            return i
    for i in range(where.shape[0]):
        board = where[i]
        mover = side[board]
        little = actions[i] // 9
        square = actions[i] % 9
        bit = bit_of[square]
        marks[mover, board, little] |= bit
        empty[board, little] &= ~bit
        won[i] = 0
        if has_line[marks[mover, board, little]]:
            empty[board, little] = 0
            owned[mover, board] |= bit_of[little]
            won[i] = has_line[owned[mover, board]]
        room = 0
        for k in range(9):
            room += count[empty[board, k]]
        over[board] = won[i] or room == 0
        if left[board] == 1 or over[board]:
            side[board] = 1 - mover
            left[board] = 1 if room == 1 else 2  # a turn is one placement where a single square is left
        else:
            left[board] = 1
    return -1


def mask_little_boards(
    empty: cython.int[:, ::1],
    over: cython.uchar[::1],
    where: cython.longlong[::1],
    squares: cython.schar[:, ::1],
    mask: cython.schar[:, ::1],
) -> None:
    """Write 1 for each legal action, else 0; `squares` has the nine squares of each mask of nine bits."""
    i: cython.longlong
    little: cython.int
    square: cython.int
    free: cython.int
    board: cython.longlong
    for i in range(where.shape[0]):
        board = where[i]
        for little in range(9):
            free = 0 if over[board] else empty[board, little]
            for square in range(9):
                mask[i, 9 * little + square] = squares[free, square]


def see_little_boards(
    marks: cython.int[:, :, ::1],
    left: cython.schar[::1],
    viewer: cython.schar[::1],
    mover: cython.schar[::1],
    where: cython.longlong[::1],
    has_line: cython.uchar[::1],
    own_seen: cython.schar[:, :, ::1],
    other_seen: cython.schar[:, :, ::1],
    seen: cython.schar[:, :, ::1],
) -> None:
    """Write the planes, each little board as the sum of what its own and its other marks alone look like."""
    i: cython.longlong
    little: cython.int
    row: cython.int
    k: cython.int
    own: cython.int
    other: cython.int
    flags: cython.int
    first: cython.int
    board: cython.longlong
    for i in range(where.shape[0]):
        board = where[i]
        flags = (MORE if left[board] > 1 else 0) + (TO_MOVE if mover[i] else 0)
        for little in range(9):
            own = marks[viewer[i], board, little]
            other = marks[1 - viewer[i], board, little]
            first = little % 3 * 3 * PLANES
            for row in range(3):
                for k in range(3 * PLANES):
                    seen[i, little // 3 * 3 + row, first + k] = (
                        own_seen[own + flags, row, k] + other_seen[other, row, k]
                    )
                if own | other == WHOLE and not has_line[own] and not has_line[other]:
                    for k in range(3):
                        seen[i, little // 3 * 3 + row, first + k * PLANES + DEAD_BOARD] = 1


def draw(
    mask: cython.schar[:, ::1],
    lots: cython.double[::1],
    actions: cython.longlong[::1],
) -> None:
    """Write for each row of a mask the legal action that a lot from 0 to 1 falls on; 0 where there is none."""
    i: cython.longlong
    action: cython.int
    wanted: cython.int
    count: cython.int
    for i in range(mask.shape[0]):
        count = 0
        for action in range(mask.shape[1]):
            count += mask[i, action]
        wanted = cython.cast(cython.int, lots[i] * count)
        actions[i] = 0
        for action in range(mask.shape[1]):
            wanted -= mask[i, action]
            if wanted < 0:
                actions[i] = action
                break
