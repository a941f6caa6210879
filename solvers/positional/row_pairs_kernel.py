# mypy: disable-error-code="untyped-decorator"
"""Disjoint pairs of cells such that every row of k holds one, line by line, compiled.

Two cells lie in one line of the board at most, so a pair serves rows of one line only. For every
state of a line (each cell free, taken, or the stopper's) a table has the least sets of free cells
that serve its live rows when neighbours among them are paired: no other pairing of the same
cells serves more. What is left is to choose such a set for each line, no cell for two: the
line with the fewest choices first. A cell that another line has taken counts as the attacker's, so
the table answers there too. The slow twin is ``have_pairs`` in the tests.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.positional.threat_kernel import NONE, ONE
from gameproof.solvers.word_sets_kernel import count_bits, lowest

SERVED = 1 << 30
WEIGHT = 1000
SHORT = 1000
"""A search of fewer steps is left out where the first attempt fails ``HOPELESS`` lines."""
HOPELESS = 3


class Lines(NamedTuple):
    """Lines of cells, -1 behind each, and ``start``, where the states of each are in ``ways`` and
    ``first`` (the number of its choices, and the first in ``option``, bits of its cells). Cell c
    lies in the lines ``line[c]``, there with the digit of weight ``power[c]`` of the state: 0 free,
    1 taken, 2 the stopper's. Then room for the search, a row a depth: ``state`` and ``left``
    (choices) of the lines, ``step`` (line, choices, next choice) and the choices in ``order``;
    ``chosen`` by line."""

    cells: NDArray[np.int64]
    start: NDArray[np.int64]
    line: NDArray[np.int64]
    power: NDArray[np.int64]
    ways: NDArray[np.int64]
    first: NDArray[np.int64]
    option: NDArray[np.int64]
    state: NDArray[np.int64]
    left: NDArray[np.int64]
    step: NDArray[np.int64]
    order: NDArray[np.int64]
    worth: NDArray[np.int64]
    chosen: NDArray[np.int64]


@njit(cache=True)
def choices(length: Any, k: Any) -> Any:
    """The tables of a line of so many cells and rows of k: ``count``, ``first``, ``option``.
    O(6^length), and an even number of cells at a time."""
    subsets = np.empty(1 << length, np.int64)
    serves = np.zeros(1 << length, np.int64)
    n = 0
    for size in range(0, length + 1, 2):
        for word in range(1 << length):
            if count_bits(np.uint64(word)) != size:
                continue
            before = -1
            for cell in range(length):
                if word >> cell & 1:
                    if before < 0:
                        before = cell
                        continue
                    for row in range(max(0, cell - k + 1), min(before, length - k) + 1):
                        serves[word] |= 1 << row
                    before = -1
            subsets[n] = word
            n += 1
    states = 3**length
    count = np.zeros(states, np.int64)
    first = np.zeros(states, np.int64)
    option = np.empty(1 << 12, np.int64)
    end = 0
    for state in range(states):
        free = stopped = need = 0
        rest = state
        for cell in range(length):
            if rest % 3 == 0:
                free |= 1 << cell
            elif rest % 3 == 2:
                stopped |= 1 << cell
            rest //= 3
        for row in range(length - k + 1):
            if stopped >> row & ((1 << k) - 1) == 0:
                need |= 1 << row
        first[state] = end
        if need == 0:
            count[state] = SERVED
            continue
        for i in range(n):
            word = subsets[i]
            if word & ~free or need & ~serves[word]:
                continue
            least = True
            for j in range(first[state], end):
                if option[j] & ~word == 0:
                    least = False
                    break
            if least:
                if end == option.shape[0]:
                    option = np.append(option, np.empty(end, np.int64))
                option[end] = word
                end += 1
        count[state] = end - first[state]
    return count, first, option[:end].copy()


@njit(cache=True)
def take(lines: Any, k: Any, line: Any, word: Any) -> None:
    """These cells of the line are taken, at depth k."""
    while word:
        low = word & -word
        cell = lines.cells[line, lowest(np.uint64(low))]
        word ^= low
        for j in range(lines.line.shape[1]):
            other = lines.line[cell, j]
            if other < 0:
                break
            lines.state[k, other] += lines.power[cell, j]
            if lines.left[k, other] != SERVED:
                at = lines.start[other] + lines.state[k, other]
                lines.left[k, other] = lines.ways[at]


@njit(cache=True)
def worths(lines: Any, k: Any, line: Any, n: Any) -> Any:
    """What each of the ``n`` choices of the line takes from the others, into ``worth``; the place
    of the least."""
    weight = np.zeros(lines.cells.shape[1], np.int64)
    for i in range(lines.cells.shape[1]):
        cell = lines.cells[line, i]
        if cell < 0:
            break
        weight[i] = 1
        for j in range(lines.line.shape[1]):
            other = lines.line[cell, j]
            if other < 0:
                break
            left = lines.left[k, other]
            if left != SERVED and left > 0:
                weight[i] += WEIGHT // left
    begin = lines.first[lines.start[line] + lines.state[k, line]]
    best = 0
    for i in range(n):
        word, total = lines.option[begin + i], 0
        while word:
            low = word & -word
            total += weight[lowest(np.uint64(low))]
            word ^= low
        lines.worth[i] = total
        if total < lines.worth[best]:
            best = i
    return best


@njit(cache=True)
def fewest(left: Any) -> Any:
    """The line that has the fewest choices."""
    best = 0
    for i in range(1, left.shape[0]):
        if left[i] < left[best]:
            best = i
    return best


@njit(cache=True)
def attempt(lines: Any, most: Any) -> Any:
    """Choose for each line what takes least from the others, at depth 1: the number of lines for
    which nothing was left, not counted beyond ``most``."""
    lines.state[1] = lines.state[0]
    lines.left[1] = lines.left[0]
    lines.chosen[:] = 0
    failed = 0
    while True:
        line = fewest(lines.left[1])
        n = lines.left[1, line]
        if n == SERVED:
            return failed
        begin = lines.first[lines.start[line] + lines.state[1, line]]
        lines.left[1, line] = SERVED
        if n == 0:
            failed += 1
            if failed >= most:
                return failed
            continue
        lines.chosen[line] = lines.option[begin + worths(lines, 1, line, n)]
        take(lines, 1, line, lines.chosen[line])


@njit(cache=True)
def choose(lines: Any, budget: Any) -> Any:
    """Choices for all lines, by backtracking in at most so many steps; whether there are any."""
    step = lines.step
    k, fresh = 0, True
    while k >= 0:
        if fresh:
            fresh = False
            line = fewest(lines.left[k])
            n = lines.left[k, line]
            if n == SERVED:
                return True
            budget -= 1
            if budget < 0:
                return False
            begin = lines.first[lines.start[line] + lines.state[k, line]]
            lines.left[k, line] = SERVED
            if n:
                worths(lines, k, line, n)
            for i in range(n):
                j = i
                while j > 0 and lines.worth[i] < lines.worth[lines.order[k, j - 1]]:
                    lines.order[k, j] = lines.order[k, j - 1]
                    j -= 1
                lines.order[k, j] = i
            for i in range(n):
                lines.order[k, i] = lines.option[begin + lines.order[k, i]]
            step[k, 0], step[k, 1], step[k, 2] = line, n, 0
        if step[k, 2] == step[k, 1]:
            lines.chosen[step[k, 0]] = 0
            k -= 1
            continue
        line, word = step[k, 0], lines.order[k, step[k, 2]]
        step[k, 2] += 1
        lines.chosen[line] = word
        lines.state[k + 1] = lines.state[k]
        lines.left[k + 1] = lines.left[k]
        k += 1
        take(lines, k, line, word)
        fresh = True
    return False


@njit(cache=True)
def put(lines: Any, x: Any, base: Any, digit: Any) -> None:
    """The cells of a word, counted from ``base``, get this digit at depth 0."""
    while x != NONE:
        cell = base + lowest(x)
        x &= x - ONE
        for j in range(lines.line.shape[1]):
            line = lines.line[cell, j]
            if line < 0:
                break
            lines.state[0, line] += digit * lines.power[cell, j]


@njit(cache=True)
def find_row_pairs(lines: Any, a0: Any, a1: Any, d0: Any, d1: Any, pairs: Any, budget: Any) -> Any:
    """Pairs in the free cells of every row without a cell of (d0, d1), into ``pairs``; their
    number, -1 if none were found within ``budget`` steps."""
    lines.state[0] = 0
    # A dead cell counts as the stopper's, also where the attacker has moved there.
    put(lines, a0 & ~d0, 0, 1)
    put(lines, a1 & ~d1, 64, 1)
    put(lines, d0, 0, 2)
    put(lines, d1, 64, 2)
    for line in range(lines.start.shape[0]):
        lines.left[0, line] = lines.ways[lines.start[line] + lines.state[0, line]]
        if lines.left[0, line] == 0:
            return -1
    failed = attempt(lines, HOPELESS)
    if failed:
        if failed >= HOPELESS and budget < SHORT:
            return -1
        lines.chosen[:] = 0
        if not choose(lines, budget):
            return -1
    found = 0
    for line in range(lines.start.shape[0]):
        word, before = lines.chosen[line], -1
        while word:
            low = word & -word
            cell = lines.cells[line, lowest(np.uint64(low))]
            word ^= low
            if before < 0:
                before = cell
                continue
            pairs[found, :] = NONE
            pairs[found, before >> 6] |= ONE << np.uint64(before & 63)
            pairs[found, cell >> 6] |= ONE << np.uint64(cell & 63)
            found += 1
            before = -1
    return found
