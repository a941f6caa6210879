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

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.limits import Limits
from gameproof.solvers.matching.opening_pairing_matching import Flags, Ints, Matcher
from gameproof.solvers.matching.opening_pairing_nodes import NO_ANSWER, Branch, Node
from gameproof.solvers.matching.opening_pairing_regions import CELLS_A_LINE, Coverer, Region

ATTEMPTS = ((100_000, True), (400_000, False), (400_000, False), (1_000_000, False))
"""Annealings for a cover: proposals, and whether to start from the last cover."""

PATIENCE = 3
"""Moves that may resist all attempts before another answer is tried."""


@dataclass(slots=True)
class Statistics:
    """Work done: positions entered, matchings and covers by regions tried, moves of First
    served by a branch."""

    positions: int = 0
    matchings: int = 0
    covers: int = 0
    served: int = 0


@dataclass(slots=True)
class Result:
    """``node`` closes the position, ``start`` being Second's move before it if he is to
    move (else -1); ``node`` is ``None`` when the answers tried do not suffice."""

    node: Node | None
    start: int
    answers: int
    statistics: Statistics
    regions: list[Region]


class Search:
    """The search, with what it keeps between positions.

    ``group`` holds automorphisms of the family, one row each: row g sends cell c to
    ``group[g, c]``; it must be closed under composition. ``width`` is the number of
    answers tried a move (``None``: all); the search gives up after ``most_positions``.
    ``regions`` allows regions beside the pairs.
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
        regions: bool = False,
    ) -> None:
        self.cells, self.lines, self.group, self.limits = cells, lines, group, limits
        self.width = cells if width is None else width
        self.statistics = Statistics()
        self.matcher = Matcher(lines, cells)
        self.ends, self.members = self.matcher.lines
        self.of_line = np.repeat(np.arange(len(lines)), np.diff(self.ends))
        self.coverer = Coverer(lines, limits) if regions else None
        self.cells_a_line = CELLS_A_LINE if regions else 2.0
        self.covers: dict[int, tuple[Ints, Ints]] = {}
        self.most_positions = most_positions
        self.warm: dict[int, Ints] = {}
        self.failed: dict[tuple[frozenset[int], frozenset[int]], int] = {}

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
        sizes = np.bincount(self.of_line, weights=free[self.members], minlength=len(self.lines))
        danger = np.bincount(
            self.members, weights=alive * 0.5 ** sizes[self.of_line], minlength=self.cells
        )
        cells = np.flatnonzero(free)
        order = np.lexsort((cells, -danger[cells], -kills[cells]))
        return [(int(c), int(kills[c])) for c in cells[order]]

    def orbits(self, first: Sequence[int], second: Sequence[int], free: Flags) -> list[int]:
        """The least cell of each orbit of free cells under the position's stabiliser."""
        least = self.stabiliser(first, second).min(axis=0)
        return [int(c) for c in np.flatnonzero(free) if least[c] == c]

    def stabiliser(self, first: Sequence[int], second: Sequence[int]) -> Ints:
        """The elements of the group that take each player's stones to his stones. O(group)."""
        keeps = np.ones(len(self.group), dtype=np.bool_)
        for stones in (first, second):
            if stones:
                image = np.sort(self.group[:, list(stones)], axis=1)
                keeps &= (image == np.array(sorted(stones))).all(axis=1)
        return self.group[keeps]

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
        key = (frozenset(first), frozenset(second))
        if self.failed.get(key, -1) >= answers or self.spent():
            return None
        node = self._close(first, second, answers)
        if node is None:
            if self.spent():
                return None
            self.failed[key] = answers
        return node

    def spent(self) -> bool:
        """Has the allowed number of positions been used up?"""
        return self.most_positions is not None and self.statistics.positions >= self.most_positions

    def _close(self, first: list[int], second: list[int], answers: int) -> Node | None:
        self.limits.check()
        self.statistics.positions += 1
        if self.statistics.positions % 256 == 0:
            self.limits.progress(f"{self.statistics.positions} positions paired")
        depth = len(second)
        free, alive = self.free_cells(first, second), self.open_lines(second)
        number, room = int(alive.sum()), int(free.sum())
        if 2 * number <= room:
            owner = self.matching(depth, alive, free)
            if owner is not None:
                return Node([Branch(NO_ANSWER, owner)])
        ranked = self.candidates(alive, free)
        if self._too_many(ranked, number, room, answers):
            return None
        node = Node()
        left = self.orbits(first, second, free)
        for answer, kills in ranked[: self.width]:
            if self.cells_a_line * (number - kills) > room - 2:
                break
            free[answer] = 0
            left = self._branches(node, depth + 1, answer, alive, free, left)
            free[answer] = 1
            if not left:
                return node
        for move in left:
            found = self._answer(first, second, move, answers)
            if found is None:
                return None
            node.children.append((move, *found))
        return node

    def _too_many(
        self, ranked: list[tuple[int, int]], number: int, room: int, answers: int
    ) -> bool:
        """Are so many lines open that these answers leave too few cells for the rest?

        Each answer closes at most as many lines as the best one does now and takes a cell, and
        so does First.
        """
        gain = sum(kills for _, kills in ranked[:answers])
        return answers == 0 or self.cells_a_line * (number - gain) > room - 2 * answers

    def outlook(self, first: Sequence[int], second: Sequence[int], answers: int) -> tuple[int, int]:
        """How :meth:`close` would begin, without a matching: the least number of answers with
        which branches of this position could serve a move (``answers + 1`` if none can, which
        closes nothing), and the number of its moves up to symmetry. O(total size + group)."""
        free, alive = self.free_cells(first, second), self.open_lines(second)
        number, room = int(alive.sum()), int(free.sum())
        moves = len(self.orbits(first, second, free))
        if 2 * number <= room:
            return 0, moves
        ranked = self.candidates(alive, free)
        for few in range(1, answers + 1):
            if not self._too_many(ranked, number, room, few):
                return few, moves
        return answers + 1, moves

    def _branches(
        self, node: Node, depth: int, answer: int, alive: Flags, free: Flags, left: list[int]
    ) -> list[int]:
        """Add to ``node`` branches with this answer; returns the moves still not served."""
        alive = self.open_lines([answer]) & alive
        if 2 * int(alive.sum()) < int(free.sum()):
            owner = self.matching(depth, alive, free)
            if owner is not None:
                left = self._add(node, Branch(answer, owner), alive, free, left)
        if self.coverer is None:
            return left
        usable = self.coverer.usable(alive, free)
        resisting: set[int] = {answer}
        while len(resisting) <= PATIENCE:
            move = next((move for move in left if move not in resisting), None)
            if move is None:
                break
            free[move] = 0
            cover = self.cover(depth, alive, free, usable)
            free[move] = 1
            if cover is None:
                resisting.add(move)
                continue
            region, owner = cover
            numbers = sorted(set(region[region >= 0].tolist()))
            paired, outside = alive.copy(), free & (region < 0)
            for number in numbers:
                paired[list(self.coverer.regions[number].lines)] = 0
            branch = Branch(answer, owner, tuple(numbers))
            left = self._add(node, branch, paired, outside.astype(np.uint8), left)
        return left

    def cover(
        self,
        depth: int,
        alive: Flags,
        free: Flags,
        usable: Ints,
        attempts: Sequence[tuple[int, bool]] = ATTEMPTS,
    ) -> tuple[Ints, Ints] | None:
        """Regions and pairs for all open lines: the region and the owner of each cell."""
        assert self.coverer is not None
        nothing = np.full(self.cells, -1, dtype=np.int32)
        for steps, again in attempts:
            self.statistics.covers += 1
            last = self.covers.get(depth, (nothing, nothing)) if again else (nothing, nothing)
            region, owner = last[0].copy(), last[1].copy()
            # Only regions without the moves that were taken from ``free`` since.
            now = usable[self.coverer.free(free)[usable] > 0] if len(usable) else usable
            if self.coverer.cover(alive, free, region, owner, now, steps, self.limits):
                self.covers[depth] = region, owner
                return region, owner
        return None

    def _add(
        self, node: Node, branch: Branch, paired: Flags, free: Flags, left: list[int]
    ) -> list[int]:
        """Add a branch if it serves one of the moves left; returns those it does not."""
        served = self.matcher.serve(paired, free, branch.owner)
        rest = [move for move in left if not served[move]]
        if len(rest) < len(left):
            self.statistics.served += len(left) - len(rest)
            node.branches.append(branch)
        return rest

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
    regions: bool = False,
) -> Result:
    """Close a position with at most ``answers`` answers before a pairing, fewest first.

    ``lines`` are cell numbers below ``cells``; ``group`` is an (order, cells) array of
    automorphisms closed under composition (the identity alone is always right). With
    ``second_to_move`` Second first takes one cell. Not finding an answer proves
    nothing: other answers than the first ``width``, or other defences than pairings, may
    do; nor does giving up after ``most_positions``. Raises ``LimitReached``. The number of
    positions is at most (orbits of moves * width) ** (answers - 1), in practice far smaller.
    """
    search = Search(
        cells,
        lines,
        group,
        limits,
        width=width,
        most_positions=most_positions,
        regions=regions,
    )
    library = search.coverer.regions if search.coverer is not None else []
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
                return Result(node, start, budget, search.statistics, library)
            if search.spent():
                return Result(None, NO_ANSWER, budget, search.statistics, library)
    return Result(None, NO_ANSWER, answers, search.statistics, library)
