"""Wins by force with quiet moves: what a win would rely on is asked first, answered afterwards.

The attacker looks at moves after which he would win by threes and fours if the defender passed
(a null move: Donninger 1993; lambda search: Thomsen 2000). What that win relies on, its zone and
the sets of which the defender lacks too few cells, are the answers that need one of their own;
weak proof numbers (Ueda, Hashimoto, Hashimoto, Iida 2008) choose among them. What is proved is kept
as a claim about all positions of a kind (``claims.h``), so that
an answer found at one position is tried at others first.

It finds wins only. Nodes of quiet moves are few and live here; threes and fours are compiled.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.forced.forced_board import ForcedBoard, ForcedProblem
from gameproof.solvers.forced.forced_tree import FOUR, HINTS, INFINITE, Hints, Node, Reply, weighed
from gameproof.solvers.forced.threat_board import GROWING
from gameproof.solvers.limits import Limits

ANSWERED, EXPANDED, PASSED, MOST_PASSED = 10, 60, 100, 6000
"""Expansions of a search by threes for the attacker's reply to one answer when that is listed, and
when its position is expanded; and for his win after a pass, four times as many when the move is
looked at again, up to so many. Where nothing is threatened, more expansions find no more."""
AGAIN = 6
"""What is added to the proof number of a move after which no win was found so far, by the times it
was looked at."""
TOP = 16
"""Quiet moves that are tried at a position."""
MOST_EXPANSIONS, MOST_IDLE = 50_000, 1000
MOST_FAILED = 1 << 20
"""Positions without a win by threes that are remembered."""
WORK = 200
"""Expansions by threes until time and memory are looked at: about 0.05 s."""


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


class ForcedSearch:
    """The search for one position; ``expansions`` counts positions with quiet moves."""

    def __init__(
        self,
        limits: Limits,
        arrays: ForcedBoard,
        most: int = MOST_EXPANSIONS,
        hints: Hints | None = None,
    ) -> None:
        """Of the position that is on the board of the arrays; at most so many expansions. What
        won elsewhere may be told by ``hints``, to which is added what wins here."""
        self.limits, self.arrays, self.most = limits, arrays, most
        self.hints = Hints() if hints is None else hints
        self.board, self.claims = arrays.board, arrays.claims
        self.table: dict[tuple[int, bool], Node] = {}
        self.expansions = self.by_threes = 0
        self.full = self.spent = False
        self.failed: dict[int, int] = {}
        self.root = self._node(False)

    def run(self) -> Reply | None:
        """The attacker's first move and what it leads to, ``None`` if none was found. Raises
        :class:`LimitReached`."""
        idle = 0
        while self.root.open and self.expansions < self.most and not self.full:
            self.limits.check()
            self.limits.progress(f"{self.expansions} positions expanded")
            before = self.expansions
            self._descend()
            # Where nodes are shared, a descent may expand nothing and renew numbers alone.
            idle = idle + 1 if before == self.expansions else 0
            if idle > MOST_IDLE:
                return None
        return self.root.reply

    @property
    def stats(self) -> dict[str, int]:
        """Positions with quiet moves, and with threes, that were expanded."""
        return {"nodes": self.expansions, "threes": self.by_threes}

    # -- wins by fours and threes ----------------------------------------------------------------

    def _win(self, most: int) -> tuple[Reply | None, bool]:
        """The attacker's win, he being to move, by a claim that is known or by threes and fours
        within so many expansions; if there is none, would more expansions find none either?"""
        move, claim = self.arrays.known()
        if move >= 0:
            return (move, claim), False
        key = int(self.board.key[0])
        failed = self.failed.get(key, -1)
        if failed >= most:
            return None, failed == INFINITE
        found = self._threes(most)
        if found is not None:
            if found[1] >= 0:
                self.arrays.keep(found[1])
            return found, False
        spent = self.spent
        if len(self.failed) >= MOST_FAILED:
            self.failed.clear()
        self.failed[key] = INFINITE if spent else most
        return None, spent

    def _threes(self, most: int) -> Reply | None:
        arrays, ask = self.arrays, self.arrays.ask
        first, second = arrays.made.claims, arrays.made.edges
        ask.most, ask.work, ask.count = most, WORK, 0
        while arrays.cultivate() == GROWING:
            self.limits.check()
            ask.count = 1
        self.by_threes += arrays.state.expanded
        # Claims that found no room: neither this search nor a later one would come to anything.
        self.full = self.full or bool(arrays.made.full)
        ask.cell, ask.side = first, second
        self.spent = arrays.harvest() == 0
        return (ask.reply, ask.after) if ask.reply >= 0 else None

    def _working(self, replies: list[Reply]) -> Reply | None:
        """The last one of these replies that wins here."""
        i = self.arrays.recalled(replies)
        return replies[i] if i >= 0 else None

    # -- quiet moves -------------------------------------------------------------------------------

    def _node(self, defends: bool) -> Node:
        return self._at(int(self.board.key[0]), defends)

    def _at(self, key: int, defends: bool) -> Node:
        """The position with this hash, however it was reached."""
        node = self.table.get((key, defends))
        if node is None:
            node = self.table[key, defends] = Node(defends)
        return node

    def _expand_attacker(self, node: Node, last: int) -> None:
        found, _ = self._win(EXPANDED)
        if found is not None:
            node.won(found)
            return
        ask = self.arrays.ask
        ask.most, ask.work = TOP, FOUR
        n = self.arrays.quiet_moves()
        moves = list(zip(*self.arrays.room.order[:2, :n].tolist(), strict=True))
        hints = self.hints.at(self.board.stones[0], last)
        if hints and n > 1:
            listed = {cell for cell, _ in moves}
            first = [cell for cell in hints if cell in listed]
            moves = [(cell, i) for i, cell in enumerate(first)] + [
                (cell, weight + HINTS) for cell, weight in moves if cell not in first
            ]
        key, codes = int(self.board.key[0]), self.board.codes[0]
        node.edges = [
            (cell, self._at(key ^ int(codes[cell]), True), weight) for cell, weight in moves
        ]

    def _expand_defender(self, node: Node, menaced: bool) -> None:
        if menaced:
            node.lost()
            return
        most = PASSED << 2 * node.tries
        found, spent = self._win(most)
        if found is None:
            if spent or 4 * most > MOST_PASSED:
                node.lost()
            else:
                node.tries += 1
                node.pn += AGAIN * node.tries
            return
        node.after_pass = found
        replies, left = [found], list[int]()
        for again in (False, True):
            for cell in left if again else self.arrays.asked(*found)[0]:
                self.arrays.add(cell, 1)
                try:
                    reply = self._working(replies)
                    if reply is None and not again:
                        reply, _ = self._win(ANSWERED)
                        if reply is None:
                            left.append(cell)
                        else:
                            replies.append(reply)
                finally:
                    self.arrays.remove(cell, 1)
                if reply is not None:
                    node.answered.append((cell, reply))
        key, codes = int(self.board.key[0]), self.board.codes[1]
        done = {cell for cell, _ in node.answered}
        node.edges = [
            (cell, self._at(key ^ int(codes[cell]), False), 0) for cell in left if cell not in done
        ]

    def _renew(self, node: Node, last: int) -> None:
        """The node's numbers from its children's; where all answers are answered, its claim.
        ``last`` is the move that led here."""
        if not node.open or node.edges is None:
            return
        if node.defends:
            self._settle(node)
            if not node.edges:
                node.claim = self._claimed(node)
                node.pn, node.dn = 0, INFINITE
                if node.claim < 0:
                    node.lost()
                else:
                    self.arrays.keep(node.claim)
                return
            node.dn = min(child.dn for _, child, _ in node.edges)
            most = max(child.pn for _, child, _ in node.edges)
            node.pn = min(most + len(node.edges) - 1, INFINITE - 1)
            if node.dn == 0:
                node.lost()
            return
        for cell, child, _ in node.edges:
            if child.pn == 0:
                node.won((cell, child.claim))
                self.hints.add(self.board.stones[0], last, cell)
                return
        node.edges = [edge for edge in node.edges if edge[1].dn]
        if not node.edges:
            node.lost()
            return
        node.pn = min(weighed(edge) for edge in node.edges)
        most = max(child.dn for _, child, _ in node.edges)
        node.dn = min(most + len(node.edges) - 1, INFINITE - 1)

    def _settle(self, node: Node) -> None:
        """A reply that was found to one answer may serve the others that are left."""
        edges = node.edges or []
        while True:
            found = next((child.reply for _, child, _ in edges if child.pn == 0), None)
            if found is None:
                break
            kept = []
            for edge in edges:
                cell, child, _ = edge
                if child.pn == 0 and child.reply is not None:
                    node.answered.append((cell, child.reply))
                    continue
                self.arrays.add(cell, 1)
                serves = self._working([found]) is not None
                self.arrays.remove(cell, 1)
                if serves:
                    node.answered.append((cell, found))
                else:
                    kept.append(edge)
            edges = kept
        node.edges = edges

    def _claimed(self, node: Node) -> int:
        """The claim about a position of which all answers are answered."""
        _, taken = self.arrays.asked(*node.after_pass)
        edges = [(-1, *node.after_pass)]
        edges += [(cell, *reply) for cell, reply in node.answered]
        edges += [(cell, -1, -1) for cell in taken]
        return self.arrays.claimed(edges)

    def _descend(self) -> None:
        """To the node that matters most; it is expanded, and the numbers on the way are renewed.
        The board is as it was afterwards, also where a limit is reached."""
        node, path = self.root, [(self.hints.last, self.root)]
        menaced = False
        try:
            while node.edges is not None:
                self._renew(node, path[-1][0])
                if not node.open:
                    break
                if node.defends:
                    cell, child, _ = min(node.edges, key=lambda edge: (edge[1].dn, -edge[1].pn))
                else:
                    cell, child, _ = min(node.edges, key=weighed)
                menaced = self.arrays.add(cell, int(node.defends))
                path.append((cell, node))
                node = child
            if node.edges is None and node.open:
                if node.defends:
                    self._expand_defender(node, menaced)
                else:
                    self._expand_attacker(node, path[-1][0])
                self.expansions += 1
            self._renew(node, path[-1][0])
        except BaseException:
            for cell, before in reversed(path[1:]):
                self.arrays.remove(cell, int(before.defends))
            raise
        while len(path) > 1:
            cell, node = path.pop()
            self.arrays.remove(cell, int(node.defends))
            self._renew(node, path[-1][0])


def proof_of(arrays: ForcedBoard, reply: Reply, stats: dict[str, int]) -> ForcedProof:
    """What the attacker's first move rests on. O(claims)."""
    opening, root = reply
    claims = arrays.claims
    if root < 0:
        return ForcedProof(opening, -1, np.zeros(1, np.int64), np.zeros((0, 3), np.int64), stats)
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


def solve(problem: ForcedProblem, limits: Limits) -> ForcedProof | None:
    """A win by force of the attacker, who is to move, with what it relies on; ``None`` if none
    was found.

    The memory is bounded (some 250 MB on 15 x 15 when claims fill their room, and an estimated
    400 MB when as many positions are expanded and remembered as may be), the time by the limits
    alone. Raises :class:`LimitReached`, and ``ValueError`` for a board that does not fit.
    """
    if not problem.fits:
        raise ValueError("a board that is too large, or with sets of one cell or too many")
    arrays = ForcedBoard(problem, limits.seed)
    search = ForcedSearch(limits, arrays)
    reply = search.run()
    return None if reply is None else proof_of(arrays, reply, search.stats)
