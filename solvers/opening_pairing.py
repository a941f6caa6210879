"""A pairing after some opening moves, for a family of sets ("lines") over cells.

First takes cells in turn with Second, who wants a cell of every line. Where each line
without a cell of Second ("open") can be given two free cells of its own, Second wins by
answering in the same pair. Elsewhere Second looks for answers that lead there.

One pairing answers many moves at once. Let Second answer ``a`` to whatever First
plays, and let M be a pairing for the lines that stay open. If First's cell x is unowned
in M, then (a, M) serves x. If x is owned, an alternating path from an unowned cell to x
gives a pairing of the same lines that leaves x out, so (a, M) serves x too; and if there is
no such path, no pairing leaves x out. So one matching and one search decide all answers
"a" of a position (the even and odd sets of Dulmage and Mendelsohn, Canad. J. Math. 10,
1958). Without this each move of First costs a matching of its own.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import jit
from gameproof.solvers.limits import Limits

Ints = NDArray[np.int32]
Flags = NDArray[np.uint8]

COMPILE_FROM = 2000
"""Total size of the lines from which compiled code pays for its loading."""

NO_ANSWER = -1
"""The answer of a branch whose pairing already serves the position itself."""


@dataclass(slots=True)
class Node:
    """A position with First to move, closed.

    A branch ``(answer, owner)``: after Second's ``answer`` every open line owns two
    free cells (``owner[cell]`` is a line or -1). It serves every move that some pairing of the
    same lines leaves out. A child ``(move, answer, node)`` serves the moves of one orbit of
    the position's stabiliser, ``move`` being its least cell.
    """

    branches: list[tuple[int, Ints]] = field(default_factory=list)
    children: list[tuple[int, int, Node]] = field(default_factory=list)


@dataclass(slots=True)
class Statistics:
    """Work done: positions entered, matchings tried, moves of First served by a branch."""

    positions: int = 0
    matchings: int = 0
    served: int = 0
    reused: int = 0


@dataclass(slots=True)
class Result:
    """``node`` closes the position, ``start`` being Second's move before it if he is to
    move (else -1); ``node`` is ``None`` when the answers tried do not suffice."""

    node: Node | None
    start: int
    answers: int
    statistics: Statistics


class Matcher(Protocol):
    """Two free cells of its own for every open line."""

    def pair(self, open_lines: Flags, free: Flags, owner: Ints) -> bool:
        """Complete ``owner`` in place, keeping what fits; False when it is impossible."""

    def serve(self, open_lines: Flags, free: Flags, owner: Ints) -> Flags:
        """One flag a cell: is it free and left out by some pairing of the same lines?"""


class PlainMatcher:
    """Pure Python; for small boards, where compiling would cost more than it saves."""

    def __init__(self, cells: int, lines: Sequence[Sequence[int]]) -> None:
        self.lines = lines

    def pair(self, open_lines: Flags, free: Flags, owner: Ints) -> bool:
        """See :class:`Matcher`; one augmenting path a missing cell, O(total size) each."""
        held = [0] * len(self.lines)
        for cell, holder in enumerate(owner.tolist()):
            if holder >= 0:
                if free[cell] and open_lines[holder] and held[holder] < 2:
                    held[holder] += 1
                else:
                    owner[cell] = -1
        for line in np.flatnonzero(open_lines).tolist():
            while held[line] < 2:
                if not self._augment(line, free, owner):
                    return False
                held[line] += 1
        return True

    def _augment(self, line: int, free: Flags, owner: Ints) -> bool:
        asked: dict[int, tuple[int, int]] = {line: (-1, -1)}
        queue = [line]
        for at in queue:
            for cell in self.lines[at]:
                if not free[cell]:
                    continue
                holder = int(owner[cell])
                if holder < 0:
                    taker = at
                    while taker >= 0:
                        owner[cell] = taker
                        cell, taker = asked[taker]
                    return True
                if holder not in asked:
                    asked[holder] = (cell, at)
                    queue.append(holder)
        return False

    def serve(self, open_lines: Flags, free: Flags, owner: Ints) -> Flags:
        """See :class:`Matcher`; O(total size * passes)."""
        served: Flags = ((free != 0) & (owner < 0)).astype(np.uint8)
        waiting = set(np.flatnonzero(open_lines).tolist())
        while True:
            loose = [at for at in waiting if any(served[cell] for cell in self.lines[at])]
            if not loose:
                return served
            for at in loose:
                waiting.remove(at)
                for cell in self.lines[at]:
                    if owner[cell] == at:
                        served[cell] = 1


class CompiledMatcher:
    """The same by kernels."""

    def __init__(self, cells: int, lines: Sequence[Sequence[int]]) -> None:
        self.kernel = jit.kernels("opening_pairing_kernel")
        self.ends, self.members = _rows(lines)

    def pair(self, open_lines: Flags, free: Flags, owner: Ints) -> bool:
        """See :class:`Matcher`."""
        return int(self.kernel.pair(self.ends, self.members, open_lines, free, owner)) < 0

    def serve(self, open_lines: Flags, free: Flags, owner: Ints) -> Flags:
        """See :class:`Matcher`."""
        served: Flags = np.zeros(len(free), dtype=np.uint8)
        self.kernel.serve(self.ends, self.members, open_lines, free, owner, served)
        return served


def _rows(lines: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
    ends = np.zeros(len(lines) + 1, dtype=np.int32)
    np.cumsum([len(line) for line in lines], out=ends[1:])
    flat = [cell for line in lines for cell in line]
    return ends, np.array(flat, dtype=np.int32)


class Search:
    """The search, with what it keeps between positions.

    ``group`` holds automorphisms of the family, one row each: row g sends cell c to
    ``group[g, c]``; it must be closed under composition. ``width`` is the number of
    answers tried a move (``None``: all); the search gives up after ``most_positions``.
    ``journal`` is a file that keeps closed positions
    of up to ``keep`` answers, read again at the next start; damaged last lines are ignored.
    """

    def __init__(
        self,
        cells: int,
        lines: Sequence[Sequence[int]],
        group: NDArray[np.int32],
        limits: Limits,
        *,
        width: int | None = None,
        most_positions: int | None = None,
        journal: Path | None = None,
        keep: int = 2,
    ) -> None:
        self.cells, self.lines, self.group, self.limits = cells, lines, group, limits
        self.width = cells if width is None else width
        self.statistics = Statistics()
        self.ends, self.members = _rows(lines)
        self.of_line = np.repeat(np.arange(len(lines)), np.diff(self.ends))
        large = len(self.members) >= COMPILE_FROM
        self.matcher: Matcher = (CompiledMatcher if large else PlainMatcher)(cells, lines)
        self.most_positions = most_positions
        self.warm: dict[int, Ints] = {}
        self.failed: dict[tuple[frozenset[int], frozenset[int]], int] = {}
        self.journal = Journal(journal, keep) if journal is not None else None

    # -- a position: its stones in order of play, cells of First and of Second ----------

    def free_cells(self, first: Sequence[int], second: Sequence[int]) -> Flags:
        """One flag a cell: has it no stone?"""
        free: Flags = np.ones(self.cells, dtype=np.uint8)
        free[list(first)] = 0
        free[list(second)] = 0
        return free

    def open_lines(self, second: Sequence[int]) -> Flags:
        """One flag a line: has Second no cell of it?"""
        mask = np.zeros(self.cells, dtype=np.uint8)
        mask[list(second)] = 1
        hits = np.bincount(self.of_line, weights=mask[self.members], minlength=len(self.lines))
        found: Flags = (hits == 0).astype(np.uint8)
        return found

    def candidates(self, open_lines: Flags, free: Flags) -> list[tuple[int, int]]:
        """Free cells with the open lines through them, most first: ``(cell, lines)``.

        Among equals the cell with the greater Erdős-Selfridge danger comes first.
        """
        alive = open_lines[self.of_line]
        kills = np.bincount(self.members, weights=alive, minlength=self.cells)
        sizes = np.bincount(
            self.of_line, weights=free[self.members], minlength=len(self.lines)
        )
        danger = np.bincount(
            self.members, weights=alive * 0.5 ** sizes[self.of_line], minlength=self.cells
        )
        cells = np.flatnonzero(free)
        order = np.lexsort((cells, -danger[cells], -kills[cells]))
        return [(int(c), int(kills[c])) for c in cells[order]]

    def orbits(self, first: Sequence[int], second: Sequence[int], free: Flags) -> list[int]:
        """The least cell of each orbit of free cells under the position's stabiliser."""
        keeps = np.ones(len(self.group), dtype=np.bool_)
        for stones in (first, second):
            if stones:
                image = np.sort(self.group[:, list(stones)], axis=1)
                keeps &= (image == np.array(sorted(stones))).all(axis=1)
        least = self.group[keeps].min(axis=0)
        return [int(c) for c in np.flatnonzero(free) if least[c] == c]

    # -- the search ---------------------------------------------------------------------

    def matching(self, depth: int, open_lines: Flags, free: Flags) -> Ints | None:
        """A pairing, starting from the last one made at the same depth."""
        self.statistics.matchings += 1
        owner = self.warm.get(depth)
        if owner is None:
            owner = self.warm.get(depth - 1, np.full(self.cells, -1, dtype=np.int32))
            owner = owner.copy()
            self.warm[depth] = owner
        return owner.copy() if self.matcher.pair(open_lines, free, owner) else None

    def close(self, first: list[int], second: list[int], answers: int) -> Node | None:
        """A closed node for the position with First to move and at most ``answers`` more
        answers before the pairing, or ``None``."""
        if self.journal is not None:
            known = self.journal.find(first, second, answers)
            if known is not None:
                self.statistics.reused += 1
                return known.node
        key = (frozenset(first), frozenset(second))
        if self.failed.get(key, -1) >= answers or self.spent():
            return None
        node = self._close(first, second, answers)
        if node is None:
            if self.spent():
                return None
            self.failed[key] = answers
        if self.journal is not None:
            self.journal.add(first, second, answers, node)
        return node

    def spent(self) -> bool:
        """Has the allowed number of positions been used up?"""
        return self.most_positions is not None and self.statistics.positions >= self.most_positions

    def _close(self, first: list[int], second: list[int], answers: int) -> Node | None:
        self.limits.check()
        self.statistics.positions += 1
        depth = len(second)
        free, alive = self.free_cells(first, second), self.open_lines(second)
        number, room = int(alive.sum()), int(free.sum())
        if 2 * number <= room:
            owner = self.matching(depth, alive, free)
            if owner is not None:
                return Node([(NO_ANSWER, owner)])
        ranked = self.candidates(alive, free)
        # Each answer closes at most as many lines as the best one does now and takes a
        # cell, and so does First.
        gain = sum(kills for _, kills in ranked[:answers])
        if answers == 0 or 2 * (number - gain) > room - 2 * answers:
            return None
        node = Node()
        left = self.orbits(first, second, free)
        for answer, kills in ranked[: self.width]:
            if 2 * (number - kills) > room - 2:
                break
            free[answer] = 0
            through = self.open_lines([answer]) & alive
            owner = self.matching(depth + 1, through, free)
            if owner is not None:
                served = self.matcher.serve(through, free, owner)
                rest = [move for move in left if not served[move]]
                if len(rest) < len(left):
                    self.statistics.served += len(left) - len(rest)
                    node.branches.append((answer, owner))
                    left = rest
            free[answer] = 1
            if not left:
                return node
        for move in left:
            found = self._answer(first, second, move, answers)
            if found is None:
                return None
            node.children.append((move, *found))
        return node

    def _answer(
        self, first: list[int], second: list[int], move: int, answers: int
    ) -> tuple[int, Node] | None:
        """An answer to ``move`` after which at most ``answers - 1`` more are needed."""
        free, alive = self.free_cells([*first, move], second), self.open_lines(second)
        ranked = self.candidates(alive, free)[: self.width]
        # A branch has been tried for every answer that needs none after it.
        for further in range(1, answers):
            for answer, _ in ranked:
                child = self.close([*first, move], [*second, answer], further)
                if child is not None:
                    return answer, child
        return None


@dataclass(slots=True)
class Known:
    """What a journal says of a position: its node, ``None`` when it could not be closed."""

    node: Node | None


class Journal:
    """Closed positions in a file, one JSON line each, so that a long run can be resumed."""

    def __init__(self, path: Path, keep: int) -> None:
        self.path, self.keep = path, keep
        self.known: dict[str, str] = {}
        if path.exists():
            for line in path.read_text(encoding="ascii").splitlines():
                try:
                    key, content = json.loads(line)
                except ValueError:  # the line that was being written when the run ended
                    continue
                self.known[str(key)] = str(content)

    @staticmethod
    def _key(first: Sequence[int], second: Sequence[int], answers: int) -> str:
        return f"{sorted(first)} {sorted(second)} {answers}"

    def find(self, first: Sequence[int], second: Sequence[int], answers: int) -> Known | None:
        """What is known of the position, ``None`` for nothing."""
        content = self.known.get(self._key(first, second, answers))
        if content is None:
            return None
        return Known(_unpack(content) if content else None)

    def add(
        self, first: Sequence[int], second: Sequence[int], answers: int, node: Node | None
    ) -> None:
        """Keep a result if the position is shallow enough."""
        if len(second) > self.keep:
            return
        content = "" if node is None else _pack(node)
        key = self._key(first, second, answers)
        self.known[key] = content
        with self.path.open("a", encoding="ascii") as file:
            file.write(json.dumps([key, content]) + "\n")


def _pack(node: Node) -> str:
    flat: list[int] = []
    stack = [node]
    while stack:
        at = stack.pop()
        flat += [len(at.branches), len(at.children)]
        for answer, owner in at.branches:
            flat += [answer, len(owner), *owner.tolist()]
        for move, answer, _ in at.children:
            flat += [move, answer]
        stack += [child for _, _, child in reversed(at.children)]
    data = np.array(flat, dtype=np.int32).tobytes()
    return base64.b85encode(zlib.compress(data)).decode("ascii")


def _unpack(text: str) -> Node:
    flat = np.frombuffer(zlib.decompress(base64.b85decode(text)), dtype=np.int32)
    numbers: Iterator[int] = iter(flat.tolist())
    root = Node()
    stack = [root]
    while stack:
        at = stack.pop()
        branches, children = next(numbers), next(numbers)
        for _ in range(branches):
            answer, size = next(numbers), next(numbers)
            owner = np.array([next(numbers) for _ in range(size)], dtype=np.int32)
            at.branches.append((answer, owner))
        for _ in range(children):
            at.children.append((next(numbers), next(numbers), Node()))
        stack += [child for _, _, child in reversed(at.children)]
    return root


def solve(
    cells: int,
    lines: Sequence[Sequence[int]],
    group: NDArray[np.int32],
    answers: int,
    limits: Limits,
    *,
    first: Sequence[int] = (),
    second: Sequence[int] = (),
    second_to_move: bool = False,
    width: int | None = None,
    most_positions: int | None = None,
    journal: Path | None = None,
) -> Result:
    """Close a position with at most ``answers`` answers before a pairing, fewest first.

    ``lines`` are cell numbers below ``cells``; ``group`` is an (order, cells) array of
    automorphisms closed under composition (the identity alone is always right). With
    ``second_to_move`` Second first takes one cell. Not finding an answer proves
    nothing: other answers than the first ``width``, or other defences than pairings, may
    do; nor does giving up after ``most_positions``. Raises ``LimitReached``. The number of positions is at most
    (orbits of moves * width) ** (answers - 1) and in practice far smaller.
    """
    search = Search(
        cells,
        lines,
        group,
        limits,
        width=width,
        most_positions=most_positions,
        journal=journal,
    )
    before, after = list(first), list(second)
    starts = [NO_ANSWER]
    if second_to_move:
        free, alive = search.free_cells(before, after), search.open_lines(after)
        starts = [cell for cell, _ in search.candidates(alive, free)[: search.width]]
    for budget in range(answers + 1):
        for start in starts:
            placed = after if start == NO_ANSWER else [*after, start]
            node = search.close(before, placed, budget)
            if node is not None:
                return Result(node, start, budget, search.statistics)
            if search.spent():
                return Result(None, NO_ANSWER, budget, search.statistics)
    return Result(None, NO_ANSWER, answers, search.statistics)
