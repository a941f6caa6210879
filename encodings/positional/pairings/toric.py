"""Pairings of the plane that repeat with a torus, for k in a row: existence and number.

A pairing of the p x q torus, repeated over the plane, must have a whole pair in every
k cells in a row. A line of the torus has a period L (8 on the 8 x 8 torus); where
k > L, one pair at distance at most k - L in each line is enough, and where the cells
are just twice the lines every line has exactly one: the pairings are exact covers of
cells and lines. For 9 in a row on the 8 x 8 torus these are dominoes (Gyorffy, London,
Makay, "The structure of pairing strategies for k-in-a-row type games", 2017).
Pairings up to symmetry are counted by Burnside's lemma, an exact cover problem for
each class of symmetries.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from gameproof.certificates.definitions.definition import Definition
from gameproof.encodings import counted
from gameproof.encodings.method import Finding, Method, Options
from gameproof.games.boards.grid_rows import DIRECTIONS
from gameproof.games.counts.positional_counts import too_few_cells
from gameproof.games.positional import Position
from gameproof.solvers.counting.exact_cover import (
    Problem,
    Progress,
    StateCount,
    Symmetry,
    count,
    spread_out,
)
from gameproof.solvers.limits import Limits

Pair = tuple[int, int]


@dataclass(frozen=True)
class Torus:
    """The lines of a p x q torus as cyclic sequences of cells, and the pairs that serve
    each: two cells at distance at most k - L along a line of period L."""

    p: int
    q: int
    lines: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[int, Pair], ...]  # (line, pair)

    @property
    def tight(self) -> bool:
        """Must every line have exactly one pair, and every cell be in one?"""
        return 2 * len(self.lines) == self.p * self.q

    @property
    def distinct(self) -> bool:
        """Do no two lines hold the same cells, so that a symmetry of cells is one of lines?"""
        return len({frozenset(line) for line in self.lines}) == len(self.lines)


@lru_cache(maxsize=4)
def torus(p: int, q: int, k: int) -> Torus | None:
    """The torus, or None where one pair in a line is not enough (some period >= k)."""
    lines: list[tuple[int, ...]] = []
    for down, right in DIRECTIONS:
        seen: set[int] = set()
        for start in range(p * q):
            if start in seen:
                continue
            row, column = divmod(start, q)
            line: list[int] = []
            while not line or (row, column) != divmod(start, q):
                line.append(row * q + column)
                row, column = (row + down) % p, (column + right) % q
            seen.update(line)
            lines.append(tuple(line))
    pairs: list[tuple[int, Pair]] = []
    for number, cells in enumerate(lines):
        period = len(cells)
        if period >= k:
            return None
        found = {
            (min(cells[i], cells[(i + step) % period]), max(cells[i], cells[(i + step) % period]))
            for i in range(period)
            for step in range(1, min(k - period, period - 1) + 1)
        }
        pairs.extend((number, pair) for pair in sorted(found))
    return Torus(p, q, tuple(lines), tuple(pairs))


def symmetries(board: Torus) -> list[tuple[int, ...]]:
    """All translations, with reflections and, where p = q, quarter turns: cell permutations."""
    p, q = board.p, board.q
    found = set()
    for row in range(p):
        for column in range(q):
            for turn in range(8 if p == q else 4):
                image = []
                for cell in range(p * q):
                    r, c = divmod(cell, q)
                    if turn & 1:
                        r = -r
                    if turn & 2:
                        c = -c
                    if turn & 4:
                        r, c = c, r
                    image.append((r + row) % p * q + (c + column) % q)
                found.add(tuple(image))
    return sorted(found)


def line_image(board: Torus, image: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation of lines that goes with one of cells."""
    number = {frozenset(line): i for i, line in enumerate(board.lines)}
    return tuple(number[frozenset(image[cell] for cell in line)] for line in board.lines)


def cover_problem(board: Torus) -> Problem:
    """Cells on the left, lines on the right, a pair in a line as an option."""
    return Problem(
        board.p * board.q,
        len(board.lines),
        tuple(1 << a | 1 << b for _, (a, b) in board.pairs),
        tuple(1 << line for line, _ in board.pairs),
    )


def fixed_problem(board: Torus, image: tuple[int, ...]) -> Problem | None:
    """Covers that a symmetry keeps: options are orbits of pairs whose members can stand
    together, items orbits of cells and of lines; None when some item has no option."""
    lines = line_image(board, image)
    table = {option: k for k, option in enumerate(board.pairs)}
    cell_orbit, cells = _orbits(image)
    line_orbit, rights = _orbits(lines)
    left: list[int] = []
    right: list[int] = []
    seen: set[int] = set()
    for start in range(len(board.pairs)):
        if start in seen:
            continue
        orbit = []
        k = start
        while k not in seen:
            seen.add(k)
            orbit.append(k)
            line, (a, b) = board.pairs[k]
            k = table[lines[line], (min(image[a], image[b]), max(image[a], image[b]))]
        touched = [cell for k in orbit for cell in board.pairs[k][1]]
        used = [board.pairs[k][0] for k in orbit]
        if len(set(touched)) == len(touched) and len(set(used)) == len(used):
            left.append(sum(1 << i for i in {cell_orbit[cell] for cell in touched}))
            right.append(sum(1 << i for i in {line_orbit[line] for line in used}))
    whole_left = whole_right = 0
    for one, two in zip(left, right, strict=True):
        whole_left |= one
        whole_right |= two
    if whole_left != (1 << cells) - 1 or whole_right != (1 << rights) - 1:
        return None
    return Problem(cells, rights, tuple(left), tuple(right))


def _orbits(image: tuple[int, ...]) -> tuple[list[int], int]:
    """The number of each item's orbit, and how many there are."""
    orbit = [-1] * len(image)
    count = 0
    for start in range(len(image)):
        item = start
        while orbit[item] < 0:
            orbit[item] = count
            item = image[item]
        count += orbit[start] == count
    return orbit, count


def classes(group: list[tuple[int, ...]]) -> list[tuple[tuple[int, ...], int]]:
    """A representative of each conjugacy class with the size of the class."""
    rows = np.array(group, dtype=np.int64)
    inverses = np.argsort(rows, axis=1)
    left = set(group)
    found = []
    for element in group:
        if element in left:
            image = np.array(element)
            conjugates = np.take_along_axis(rows, image[inverses], axis=1)
            members = {tuple(row) for row in conjugates.tolist()}
            left -= members
            found.append((element, len(members)))
    return found


def count_pairings(
    position: Position,
    limits: Limits,
    options: Options,
    progress: Progress | None = None,
) -> Finding:
    """The number of periodic pairings, or with ``up_to_symmetry`` of their classes.

    ``resume`` among the arguments names a file that keeps the count so far. Without a
    ``progress`` of the caller's own, a terminal is told how far it got.
    """
    board = torus(*position.board.parameters)
    assert board is not None  # the method applies to tight tori only
    group = symmetries(board)
    resume = options.arguments.get("resume")
    file = Path(str(resume)) if resume else None
    whole = [Symmetry(image, line_image(board, image)) for image in group]
    labelled = count(cover_problem(board), limits, symmetries=whole, progress=progress, resume=file)
    stats = {"pairs": len(board.pairs), "lines": len(board.lines), "symmetries": len(group)}
    if not options.arguments.get("up_to_symmetry"):
        return Finding(labelled, None, stats)
    classes_found, stats["symmetries that keep a pairing"] = up_to_symmetry(board, labelled, limits)
    return Finding(classes_found, None, stats, {"labelled": str(labelled)})


def _parts(position: Position, limits: Limits) -> list[tuple[counted.Part, int]]:
    """States from which the pairings are counted, and how often each counts."""
    board = torus(*position.board.parameters)
    assert board is not None
    whole = [Symmetry(image, line_image(board, image)) for image in symmetries(board)]
    states = spread_out(cover_problem(board), whole, limits)
    return [((free, open_), often) for free, open_, often in states]


def _count_part(position: Position, part: counted.Part, limits: Limits) -> int:
    """The pairings that complete a state."""
    board = torus(*position.board.parameters)
    assert board is not None
    free, open_ = part
    return StateCount(cover_problem(board)).count(free, open_, limits)


def _all_of_them(position: Position, labelled: int) -> Finding:
    board = torus(*position.board.parameters)
    assert board is not None
    stats = {"pairs": len(board.pairs), "lines": len(board.lines)}
    return Finding(labelled, None, stats)


def up_to_symmetry(board: Torus, labelled: int, limits: Limits) -> tuple[int, int]:
    """Classes of pairings under the symmetries, by Burnside's lemma, given the number of all;
    and how many symmetries keep some pairing."""
    group = symmetries(board)
    identity = tuple(range(board.p * board.q))
    total, kept = labelled, 1
    for image, size in classes(group):
        if image == identity:
            continue
        problem = fixed_problem(board, image)
        fixed = count(problem, limits) if problem is not None else 0
        total += size * fixed
        kept += size if fixed else 0
    if total % len(group):
        raise RuntimeError("Burnside's sum is not divisible by the order of the group")
    return total // len(group), kept


def _tight(position: Position) -> bool:
    if position.board.kind != "torus-row" or position.first or position.second:
        return False
    p, q, k = (int(x) for x in position.board.parameters)
    if p * q > 64:
        return False
    board = torus(p, q, k)
    return board is not None and board.tight and board.distinct


def none(_position: Position, _limits: Limits, _options: Options) -> Finding:
    """There are fewer cells than pairs need."""
    return Finding(0, Definition())


METHODS: tuple[Method[Position], ...] = (
    Method(
        "count-pairings",
        "exact-cover",
        count_pairings,
        "one pair in each line of the torus, every cell in one: exact covers; Burnside's lemma",
        _tight,
    ),
    Method(
        "count-pairings",
        "too-few-cells",
        none,
        "a pair s cells apart lies in k - s windows of its line",
        too_few_cells,
    ),
)

COUNT = counted.Count("count-pairings", "exact-cover", _tight, _parts, _count_part, _all_of_them)
