"""The search of ``star_packing`` in Python, for boards that are decided before a kernel is
loaded, and its bound by stars.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits

FAR = 1 << 20

Proof = tuple[bool, int, int]  # won by the player to move; vertices and free moves needed


class OutOfNodes(Exception):
    """The search has used its nodes."""


class PlainSearch:
    """The same search in Python, for boards that are decided before a kernel is loaded."""

    def __init__(self, near: Sequence[int]) -> None:
        self.near = near
        self.nodes = 0
        self._stop = 0
        self._limits = Limits()
        self._known: dict[tuple[int, int], tuple[Proof | None, Proof | None]] = {}

    def search(
        self, a: int, b: int, spare: int, limits: Limits, want_move: bool, budget: int
    ) -> tuple[bool, int]:
        """Who wins and by which move; -1: a free move. Raises ``OutOfNodes``."""
        self._stop, self._limits = self.nodes + budget, limits
        if not want_move:
            return self._given(a, b, spare)[0], -1
        a, b, own, other = self.contested(a, b)
        spare += own.bit_count() - other.bit_count()
        if not a:
            return spare >= 1, -1
        (won, _, _), move = self._moves(a, b, spare)
        return won, move

    def contested(self, a: int, b: int) -> tuple[int, int, int, int]:
        """Both sets without their free vertices, and those."""
        own = sum(1 << v for v in bits(a) if not self.near[v] & b)
        other = sum(1 << v for v in bits(b) if not self.near[v] & a)
        return a & ~own, b & ~other, own, other

    def _given(self, a: int, b: int, given: int) -> Proof:
        """A position with free vertices still in its sets."""
        a, b, own, other = self.contested(a, b)
        won, used, need = self._position(a, b, given + own.bit_count() - other.bit_count())
        if not won:
            given, own, other = -given, other, own
        missing = need - given + other.bit_count()
        if missing <= 0:
            return won, used, need + other.bit_count()
        return won, used | sum(1 << v for v in islice(bits(own), missing)), given

    def _position(self, a: int, b: int, spare: int) -> Proof:
        if not a:
            return spare >= 1, 0, int(spare >= 1)
        won, lost = self._known.get((a, b), (None, None))
        if won and spare >= won[2]:
            return won
        if lost and -spare >= lost[2]:
            return lost
        if self.nodes >= self._stop:
            raise OutOfNodes
        if self.nodes % 256 == 0:
            self._limits.check()
        self.nodes += 1
        need, used = star_packing(self.near, a, b, spare, first=True)
        if need <= spare:
            return True, used, need
        need, used = star_packing(self.near, b, a, -spare, first=False)
        if need <= -spare:
            return False, used, need
        proof, _ = self._moves(a, b, spare)
        won, lost = self._known.get((a, b), (None, None))
        self._known[a, b] = (proof, lost) if proof[0] else (won, proof)
        return proof

    def _moves(self, a: int, b: int, spare: int) -> tuple[Proof, int]:
        candidates, needed, most = a, 0, -FAR
        need, used = star_packing(self.near, b, a, -spare, first=True)
        if need <= -spare:
            candidates, needed, most = a & self._touched(used), used, need
        while candidates:
            v = max(bits(candidates), key=lambda u: ((self.near[u] & b).bit_count(), -u))
            candidates &= ~(1 << v)
            won, used, need = self._given(b & ~self.near[v], a & ~(1 << v), -spare)
            if not won:
                return (True, used | 1 << v, need), v
            needed, most = needed | used, max(most, need)
            candidates &= self._touched(used)
        return (False, needed, most), -1

    def _touched(self, used: int) -> int:
        touched = 0
        for v in bits(used):
            touched |= self.near[v]
        return touched


def star_packing(
    near: Sequence[int], x: int, y: int, spare: int, *, first: bool
) -> tuple[int, int]:
    """Free moves with which the owner of ``x``, moving ``first`` or not, surely wins against
    ``y``, and the vertices of ``x`` he needs (fewer where ``spare`` leaves him a choice).

    ``near`` are closed neighbourhoods as bit masks. O(n d^2) for degrees d.
    """
    reach = {v: near[v] & y for v in bits(x)}
    left = y
    stars: list[tuple[int, int, int]] = []  # gain p, size |K|, vertices needed
    for v in sorted(reach, key=lambda u: (-reach[u].bit_count(), u)):
        closed = reach[v]
        if not closed or closed & ~left:
            continue
        left &= ~closed
        touched = 0
        for u in bits(closed):
            touched |= near[u] & x
        private = sum(1 << u for u in bits(touched) if not reach[u] & ~closed)
        stars.append((private.bit_count() - 1, closed.bit_count(), private))
    stars.sort(key=lambda star: -(star[0] + star[1]))

    def need(kept: list[tuple[int, int, int]], total: int) -> int:
        mine = first
        for gain, size, _ in kept:
            total += gain if mine else 1 - size
            mine = not mine
        return int(mine) - total

    total = -left.bit_count()
    wanted = need(stars, total)
    for star in reversed(list(stars)):
        rest = [other for other in stars if other is not star]
        without = need(rest, total - star[1])
        if wanted < spare and without <= spare:
            stars, total, wanted = rest, total - star[1], without
    used = 0
    for _, _, private in stars:
        used |= private
    return wanted, used
