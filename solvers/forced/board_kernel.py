# mypy: disable-error-code="untyped-decorator"
"""Stones, the counts of each set and masks of the sets that lack few cells, compiled.

Both players want the same sets, or the defender wants none. Side 0 is the attacker. Cells and
sets are bits of signed words of 64 bits, 64 to a word: what is signed mixes with indices, while
Numba makes a float of a signed and an unsigned number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.word_sets_kernel import LEAN, lowest

inner: Any = njit(**LEAN)
#: Copied into its callers, because handing on the arrays of the record would take longer.
short: Any = njit(**LEAN, forceinline=True)
ONE = np.int64(1)
SHARP = 3
"""Masks of the attacker's sets are kept for 0 to so many cells that are lacking."""
THEIRS = SHARP + 1
"""The first row of the defender's masks."""
WORTH = np.array([[0, 0, 80, 24, 7, 1], [0, 0, 40, 10, 3, 0]], np.int64)
"""Of a free cell, for each side's sets by the cells that they lack: those tried first."""


class Board(NamedTuple):
    """``rows`` the cells of each set (-1 after the last), ``sizes`` how many; ``through`` by cell
    the number of its sets, and these; ``near`` the same as masks, empty where the defender wants
    no set; ``codes`` by side and cell for the hash.

    ``stones`` of each side, cells as bits; ``counts`` of each side's stones by set; ``lacking``:
    row j the sets without a stone of the defender of which the attacker lacks at most j cells,
    row ``THEIRS`` + j the same the other way round; ``state``: the hash, and whether the defender
    wants the sets.
    """

    rows: NDArray[np.int64]
    sizes: NDArray[np.int64]
    through: NDArray[np.int64]
    near: NDArray[np.int64]
    codes: NDArray[np.int64]
    stones: NDArray[np.int64]
    counts: NDArray[np.int64]
    lacking: NDArray[np.int64]
    state: NDArray[np.int64]


@short
def has(words: Any, place: Any) -> Any:
    """Is the bit set?"""
    return (words[place >> 6] >> (place & 63)) & ONE != 0


@short
def add(words: Any, place: Any) -> None:
    """Set the bit."""
    words[place >> 6] |= ONE << (place & 63)


@short
def drop(words: Any, place: Any) -> None:
    """Clear the bit."""
    words[place >> 6] &= ~(ONE << (place & 63))


@short
def low(word: Any) -> Any:
    """The place of the lowest bit of a word that is not zero."""
    return lowest(np.uint64(word))


@short
def some(words: Any) -> Any:
    """Is any bit set?"""
    for i in range(words.shape[0]):
        if words[i] != 0:
            return True
    return False


@short
def meet(left: Any, right: Any) -> Any:
    """Have they a bit in common?"""
    for i in range(left.shape[0]):
        if left[i] & right[i] != 0:
            return True
    return False


@short
def inside(part: Any, whole: Any) -> Any:
    """Are all bits of the first in the second?"""
    for i in range(part.shape[0]):
        if part[i] & ~whole[i] != 0:
            return False
    return True


@short
def is_free(board: Board, cell: Any) -> Any:
    """Has the cell no stone?"""
    return not has(board.stones[0], cell) and not has(board.stones[1], cell)


@inner
def put(board: Board, cell: Any, side: Any) -> None:
    """The side takes the cell. A set with its first stone is lost to the other side: it leaves
    all masks of that side that hold it."""
    lacking, most = board.lacking, board.rows.shape[1]
    add(board.stones[side], cell)
    board.state[0] ^= board.codes[side, cell]
    for j in range(1, board.through[cell, 0] + 1):
        s = board.through[cell, j]
        word, bit = s >> 6, ONE << (s & 63)
        board.counts[side, s] += 1
        mine, other = board.counts[side, s], board.counts[1 - side, s]
        own, against = board.sizes[s] - mine, board.sizes[s] - other
        if side == 0:
            if other == 0 and own <= SHARP:
                lacking[own, word] |= bit
            if mine == 1 and board.state[1] != 0:
                for k in range(against, most + 1):
                    lacking[THEIRS + k, word] &= ~bit
        else:
            if other == 0 and board.state[1] != 0:
                lacking[THEIRS + own, word] |= bit
            if mine == 1:
                for k in range(against, THEIRS):
                    lacking[k, word] &= ~bit


@inner
def take(board: Board, cell: Any, side: Any) -> None:
    """Undo :func:`put`."""
    lacking, most = board.lacking, board.rows.shape[1]
    drop(board.stones[side], cell)
    board.state[0] ^= board.codes[side, cell]
    for j in range(1, board.through[cell, 0] + 1):
        s = board.through[cell, j]
        word, bit = s >> 6, ONE << (s & 63)
        mine, other = board.counts[side, s], board.counts[1 - side, s]
        board.counts[side, s] -= 1
        own, against = board.sizes[s] - mine, board.sizes[s] - other
        if side == 0:
            if other == 0 and own <= SHARP:
                lacking[own, word] &= ~bit
            if mine == 1 and board.state[1] != 0:
                for k in range(against, most + 1):
                    lacking[THEIRS + k, word] |= bit
        else:
            if other == 0 and board.state[1] != 0:
                lacking[THEIRS + own, word] &= ~bit
            if mine == 1:
                for k in range(against, THEIRS):
                    lacking[k, word] |= bit


@short
def free_cell(board: Board, s: Any) -> Any:
    """The first free cell of a set, -1 without one."""
    for t in range(board.sizes[s]):
        if is_free(board, board.rows[s, t]):
            return board.rows[s, t]
    return np.int64(-1)


@short
def first_of(words: Any) -> Any:
    """The place of the first bit, -1 without one."""
    for i in range(words.shape[0]):
        if words[i] != 0:
            return np.int64(i * 64 + low(words[i]))
    return np.int64(-1)


@short
def menaced(board: Board) -> Any:
    """The cell that the attacker must take because the defender would complete a set there: -1
    without one, -2 if there are several."""
    masks = board.lacking[THEIRS + 1]
    found = np.int64(-1)
    for i in range(masks.shape[0]):
        left = masks[i]
        while left != 0:
            cell = free_cell(board, i * 64 + low(left))
            left &= left - 1
            if found >= 0 and cell != found:
                return np.int64(-2)
            found = cell
    return found


@inner
def worth(board: Board, cell: Any) -> Any:
    """How much a free cell promises to both sides."""
    found = np.int64(0)
    for j in range(1, board.through[cell, 0] + 1):
        s = board.through[cell, j]
        mine, other = board.counts[0, s], board.counts[1, s]
        if other == 0:
            found += WORTH[0, min(board.sizes[s] - mine, 5)]
        if mine == 0 and other > 0 and board.state[1] != 0:
            found += WORTH[1, min(board.sizes[s] - other, 5)]
    return found


@inner
def mark_free(board: Board, mask: Any, cells: Any) -> None:
    """Add the free cells of these sets to ``cells``."""
    for i in range(mask.shape[0]):
        left = mask[i]
        while left != 0:
            s = i * 64 + low(left)
            left &= left - 1
            for t in range(board.sizes[s]):
                if is_free(board, board.rows[s, t]):
                    add(cells, board.rows[s, t])


@inner
def by_worth(board: Board, cells: Any, order: Any) -> Any:
    """The cells of a mask, those of most worth first: into row 0 of ``order``. How many."""
    n = 0
    for i in range(cells.shape[0]):
        left = cells[i]
        while left != 0:
            cell = i * 64 + low(left)
            left &= left - 1
            value = worth(board, cell)
            j = n
            while j > 0 and order[1, j - 1] < value:
                order[0, j], order[1, j] = order[0, j - 1], order[1, j - 1]
                j -= 1
            order[0, j], order[1, j] = cell, value
            n += 1
    return n
