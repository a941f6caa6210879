"""Wins by force with quiet moves: what a win would rely on is asked first, answered afterwards.

The attacker looks at moves after which he would win by threes and fours if the defender passed
(a null move: Donninger 1993; lambda search: Thomsen 2000). What that win relies on, its zone and
the sets of which the defender lacks too few cells, are the answers that need one of their own;
proof numbers (Allis, van der Meulen, van den Herik 1994) choose among them. What is proved is kept
as a claim about all positions of a kind (:mod:`gameproof.solvers.forced.claims_kernel`), so that
an answer found at one position is tried at others first.

It finds wins only. Nodes of quiet moves are few and live here; threes and fours are compiled.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.forced.forced_board import ForcedBoard, ForcedProblem, arranged
from gameproof.solvers.limits import Limits

INFINITE = 1 << 28
QUICK = 60
"""Expansions of a search by threes for the attacker's reply to one answer."""
PASSED = 150
"""Expansions of one for his win after a pass."""
TOP = 14
"""Quiet moves that are tried at a position."""
REMEMBERED = 256
"""Replies that are tried at every position."""
MOST_EXPANSIONS, MOST_IDLE = 20_000, 1000
WORK = 100
"""Expansions by threes until time and memory are looked at: about 0.05 s."""

Reply = tuple[int, int]
"""The attacker's move and what it leads to: -1 - number of the set that it completes, or a
claim."""


@dataclass(frozen=True, slots=True)
class ForcedProof:
    """The attacker's first move, and nodes with their edges: ``ends`` (nodes + 1) delimits those of
    a node, ``edges`` are rows (move, reply, child), the first of each node with a move of -1 for
    all moves that are not listed; a child is an earlier node, or -1 - number of the set that is
    completed; a reply of -1 says that the defender owns the cell. ``root`` is the node after the
    first move, -1 where that completes a set. ``stats`` counts what was looked at."""

    opening: int
    root: int
    ends: NDArray[np.int64]
    edges: NDArray[np.int64]
    stats: dict[str, int]


@dataclass(slots=True)
class Node:
    """A position, the defender or the attacker to move, with proof and disproof number; ``edges``
    (move, node) once it is expanded. ``reply`` is the attacker's, once known; ``claim`` what is
    proved of it and ``after_pass`` his win if the defender passed, where the latter moves."""

    defends: bool
    pn: int = 1
    dn: int = 1
    edges: list[tuple[int, Node]] | None = None
    reply: Reply | None = None
    claim: int = -1
    after_pass: Reply = (-1, -1)

    @property
    def open(self) -> bool:
        """Neither proved nor given up?"""
        return self.pn != 0 and self.dn != 0

    def won(self, reply: Reply) -> None:
        """The attacker, to move, wins by this reply."""
        self.pn, self.dn, self.reply = 0, INFINITE, reply

    def lost(self) -> None:
        """Nothing that is looked at wins."""
        self.pn, self.dn = INFINITE, 0


@dataclass(slots=True)
class Remembered:
    """The last replies that won somewhere; the latest ones are not always first."""

    replies: NDArray[np.int64] = field(default_factory=lambda: np.zeros((REMEMBERED, 2), np.int64))
    noted: int = 0

    @property
    def count(self) -> int:
        """How many there are."""
        return min(self.noted, REMEMBERED)

    def note(self, reply: Reply) -> None:
        """One more, in place of the oldest; not one that completes a set, which is found anyway."""
        if reply[1] >= 0:
            self.replies[self.noted % REMEMBERED] = reply
            self.noted += 1


class ForcedSearch:
    """The search for one problem; ``expansions`` counts positions with quiet moves."""

    def __init__(self, problem: ForcedProblem, limits: Limits, arrays: ForcedBoard) -> None:
        self.problem, self.limits, self.arrays = problem, limits, arrays
        self.kernel, self.board, self.claims = arrays.kernel, arrays.board, arrays.claims
        self.table: dict[tuple[int, bool], Node] = {}
        self.expansions = self.by_threes = 0
        self.full = False
        # Wins after a pass must not be taken from the wins of positions that follow: they would
        # ask for more answers than those by threes alone.
        self.wins, self.passes = Remembered(), Remembered()
        self.root = self._node(False)

    def run(self) -> Reply | None:
        """The attacker's first move and what it leads to, ``None`` if none was found. Raises
        :class:`LimitReached`."""
        found = self._sequence()
        if found is not None:
            return found
        idle = 0
        while self.root.open and self.expansions < MOST_EXPANSIONS and not self.full:
            self.limits.check()
            self.limits.progress(f"{self.expansions} positions expanded")
            before = self.expansions
            self._descend()
            # Where nodes are shared, a descent may expand nothing and renew numbers alone.
            idle = idle + 1 if before == self.expansions else 0
            if idle > MOST_IDLE:
                return None
        return self.root.reply

    def proof(self, reply: Reply) -> ForcedProof:
        """What the reply rests on. O(claims)."""
        opening, root = reply
        stats = {"nodes": self.expansions, "threes": self.by_threes}
        claims = self.claims
        if root < 0:
            return ForcedProof(
                opening, -1, np.zeros(1, np.int64), np.zeros((0, 3), np.int64), stats
            )
        spans = claims.spans[: root + 1].tolist()
        needed = {root}
        for n in range(root, -1, -1):
            if n in needed:
                low, high = spans[n]
                needed |= {
                    child
                    for _, answer, child in claims.edges[low:high].tolist()
                    if answer >= 0 and child >= 0
                }
        number = {n: i for i, n in enumerate(sorted(needed))}
        ends, edges = [0], list[tuple[int, int, int]]()
        for n in number:
            low, high = spans[n]
            for move, answer, child in claims.edges[low:high].tolist():
                leads = answer >= 0 and child >= 0
                edges.append((move, answer, number[child] if leads else child))
            ends.append(len(edges))
        return ForcedProof(
            opening, number[root], np.array(ends, np.int64), np.array(edges, np.int64), stats
        )

    # -- wins by fours and threes ----------------------------------------------------------------

    def _sequence(self) -> Reply | None:
        """The attacker's win by fours, he being to move."""
        return self._grown(True, 0)

    def _threes(self, most: int) -> Reply | None:
        """His win by threes and fours within so many expansions, where :meth:`_sequence` has just
        found none by fours."""
        return self._grown(False, most)

    def _grown(self, fresh: bool, most: int) -> Reply | None:
        kernel, board, tree = self.kernel, self.board, self.arrays.tree
        first, second = self.claims.used[:2].tolist()
        going = True
        while going:
            status = kernel.cultivate(
                board, self.claims, self.arrays.fours, tree, fresh, most, WORK
            )
            going = status == 0
            if going:
                self.limits.check()
        self.by_threes += int(tree.used[2])
        # Claims that found no room: neither this search nor a later one would come to anything.
        self.full = self.full or bool(self.claims.used[3])
        reply, child = kernel.harvest(self.claims, tree, first, second)
        return (reply, child) if reply >= 0 else None

    def _recalled(self, known: Remembered) -> Reply | None:
        return self._working(known.replies, known.count)

    def _working(self, replies: NDArray[np.int64], count: int) -> Reply | None:
        i = self.kernel.recalled(self.board, self.claims, replies, count)
        return (int(replies[i, 0]), int(replies[i, 1])) if i >= 0 else None

    def _replied(self) -> Reply | None:
        """The attacker's quick win, he being to move, that answers a move of the defender."""
        found = self._sequence() or self._recalled(self.wins) or self._threes(QUICK)
        if found is not None:
            self.wins.note(found)
        return found

    def _after_pass(self) -> Reply | None:
        """The attacker's win if the defender passed."""
        found = self._sequence() or self._recalled(self.passes)
        if found is None:
            found = self._threes(PASSED)
            if found is not None:
                self.passes.note(found)
        return found

    # -- quiet moves -------------------------------------------------------------------------------

    def _node(self, defends: bool) -> Node:
        return self.table.setdefault((int(self.board.state[0]), defends), Node(defends))

    def _expand_attacker(self, node: Node) -> None:
        kernel, board = self.kernel, self.board
        n = kernel.quiet_moves(board, self.arrays.tree, TOP)
        node.edges = []
        for cell in self.arrays.tree.order[0, :n].tolist():
            child = None
            menaced = kernel.add(board, cell, 0)
            try:
                if not menaced:
                    child = self.table.get((int(board.state[0]), True))
                    if child is None:
                        found = self._after_pass()
                        if found is not None:
                            child = self._node(True)
                            child.after_pass, child.pn = found, len(self._answers(found)[0])
            finally:
                kernel.remove(board, cell, 0)
            if child is not None:
                node.edges.append((cell, child))
                if child.pn == 0:
                    break

    def _answers(self, after_pass: Reply) -> tuple[list[int], list[int]]:
        """The answers to be looked at, and the defender's cells that are relied on."""
        tree = self.arrays.tree
        n, m = self.kernel.answers(self.board, self.claims, tree, *after_pass)
        return tree.order[0, :n].tolist(), tree.known[:m, 0].tolist()

    def _expand_defender(self, node: Node) -> None:
        kernel, board = self.kernel, self.board
        answers, _ = self._answers(node.after_pass)
        known = np.array([node.after_pass] + [(0, 0)] * len(answers), np.int64)
        count = 1
        node.edges = []
        for cell in answers:
            kernel.add(board, cell, 1)
            try:
                child = self._node(False)
                if child.edges is None and child.pn:
                    found = self._working(known, count)
                    if found is None:
                        found = self._replied()
                        if found is not None:
                            known[count] = found
                            count += 1
                    if found is not None:
                        child.won(found)
            finally:
                kernel.remove(board, cell, 1)
            node.edges.append((cell, child))
            if child.dn == 0:
                break

    def _renew(self, node: Node) -> None:
        """The node's numbers from its children's; where all answers are answered, its claim."""
        if not node.open or node.edges is None:
            return
        if not node.defends:
            for cell, child in node.edges:
                if child.pn == 0:
                    node.won((cell, child.claim))
                    self.wins.note((cell, child.claim))
                    return
            node.pn = min((child.pn for _, child in node.edges), default=INFINITE)
            node.dn = min(sum(child.dn for _, child in node.edges), INFINITE - 1)
            if node.pn >= INFINITE:
                node.lost()
        elif any(child.dn == 0 for _, child in node.edges):
            node.lost()
        elif all(child.pn == 0 for _, child in node.edges):
            node.claim = self._claimed(node)
            node.pn, node.dn = 0, INFINITE
            if node.claim < 0:
                node.lost()
        else:
            node.pn = min(sum(child.pn for _, child in node.edges), INFINITE - 1)
            node.dn = min(child.dn for _, child in node.edges)

    def _claimed(self, node: Node) -> int:
        """The claim about a position of which all answers are answered."""
        _, taken = self._answers(node.after_pass)
        edges = [(-1, *node.after_pass)]
        edges += [(cell, *(child.reply or (-1, -1))) for cell, child in node.edges or ()]
        edges += [(cell, -1, -1) for cell in taken]
        return int(self.kernel.claimed(self.board, self.claims, np.array(edges, np.int64)))

    def _descend(self) -> None:
        """To the node that matters most; it is expanded, and the numbers on the way are renewed.
        The board is as it was afterwards, also where a limit is reached."""
        node, path = self.root, list[tuple[int, Node]]()
        try:
            while node.edges is not None and node.open:
                left = [edge for edge in node.edges if not node.defends or edge[1].pn]
                if not left:
                    break
                cell, child = min(left, key=lambda edge: edge[1].dn if node.defends else edge[1].pn)
                self.kernel.add(self.board, cell, int(node.defends))
                path.append((cell, node))
                node = child
            if node.edges is None and node.open:
                if node.defends:
                    self._expand_defender(node)
                else:
                    self._expand_attacker(node)
                self.expansions += 1
            self._renew(node)
        except BaseException:
            for cell, before in reversed(path):
                self.kernel.remove(self.board, cell, int(before.defends))
            raise
        while path:
            cell, before = path.pop()
            self.kernel.remove(self.board, cell, int(before.defends))
            if before.defends and node.pn == 0 and node.reply is not None:
                self._share(before, node.reply)
            node = before
            self._renew(node)

    def _share(self, node: Node, reply: Reply) -> None:
        """A reply just found may serve the other answers at a node."""
        one = np.array([reply], np.int64)
        for cell, child in node.edges or ():
            if child.open:
                self.kernel.add(self.board, cell, 1)
                if self._working(one, 1) is not None:
                    child.won(reply)
                self.kernel.remove(self.board, cell, 1)


def solve(problem: ForcedProblem, limits: Limits) -> ForcedProof | None:
    """A win by force of the attacker, who is to move, with what it relies on; ``None`` if none
    was found.

    The memory is bounded (some 250 MB on 15 x 15 when claims fill their room), the time by the
    limits alone. Raises :class:`LimitReached`, and ``ValueError`` for a board that does not fit.
    """
    if not problem.fits:
        raise ValueError("a board that is too large, or with sets of one cell or too many")
    search = ForcedSearch(problem, limits, arranged(problem, limits.seed))
    reply = search.run()
    return search.proof(reply) if reply is not None else None


@cache
def compiled() -> None:
    """Call every kernel once in this process, so that reading it from disk, or compiling it,
    counts against no search that is given little time."""
    rows = tuple(tuple(range(low, low + 4)) for low in range(4))
    problem = ForcedProblem(7, rows, True, (3,), ())
    search = ForcedSearch(problem, Limits(), arranged(problem, 0, claims=16))
    search.run()
    search.kernel.claimed(search.board, search.claims, np.array([(-1, 0, -1)], np.int64))
    answers, _ = search._answers((0, -1))
    search._working(np.array([(0, -1)], np.int64), len(answers[:1]))
