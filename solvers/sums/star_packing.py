"""Who wins a Snort-like position: depth-first search with a star packing bound.

A position is a graph and the sets A and B of vertices where the player to move and the
opponent may move. A move on v takes v out of its owner's set and the closed neighbourhood
of v out of the other set, so own moves never hurt: a larger A or a smaller B is no worse.
Vertices of A that close nothing of B are free moves; only their surplus counts.

* **Star packing.** Let one player forget all his vertices but some *centres* that close
  disjoint sets K of the other's vertices, and for each centre the p vertices that nothing
  outside K closes. What is left is a sum of games, each at least the switch
  {p | 1 - |K|}: playing the centre frees the p vertices, and any opposing move leaves at
  worst the rest of K. Sums of switches are played hottest first (Winning Ways, chapter 6).
  By monotony the position is no worse for him. Centres are chosen greedily by \\|K\\|.
* **Moves that must be tried.** A proof that w fails uses some set U of the opponent's
  vertices. A move v that closes none of U fails too: the opponent answers as if w had been
  played in its place, and v, which nothing in U closes, is to w only a free move (after
  that, w and v have both been played and less is closed than he imagined). So only moves
  into the neighbourhoods of every U found so far are tried. The bound with the opponent
  moving twice gives the first U. Dominated moves never survive this.
* **Table.** Contested vertices name a position; kept are the fewest free moves with which
  it was won, the most with which it was lost, and the vertices either proof needs.

Worst case exponential (Snort is PSPACE-complete, Schaefer 1978); a node costs
O(n d) word operations for degrees of about d. The table has a fixed size and forgets.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import jit
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits, resident_bytes
from gameproof.solvers.sums import proof_log, thermostrat

if TYPE_CHECKING:
    from gameproof.solvers.sums.proof_log import Proved
    from gameproof.solvers.sums.star_bound_kernel import Store
    from gameproof.solvers.sums.thermostrat_kernel import Pieces

#: The kernel keeps a set in two words, one vertex being the star of ``star=True``.
MOST_VERTICES = 127
#: Nodes tried in Python before the kernel is fetched (about half a second).
PLAIN_NODES = 2000
#: Seconds to compile the kernel, without and with pieces; nearer to the limit than fetching
#: it takes Python goes on alone.
COMPILING = (5.0, 11.0)
#: Nodes between two looks at the limits (about 50 ms), without and with pieces.
SLICES = (20_000, 3_000)
KERNEL = "sums.star_packing_kernel"
ENTRY = ("run", "run_with_pieces")
#: Small pieces bound the root before large ones are worked out.
HASTY = 12
FIRST_BITS = 16  # touching a large table costs more than small boards take
CELL_BYTES = 88
FAR = 1 << 20
WORD = (1 << 64) - 1

Proof = tuple[bool, int, int]  # won by the player to move; vertices and free moves needed


class _OutOfNodes(Exception):
    """The Python search has used its nodes."""


class StarPacking:
    """One board of at most ``MOST_VERTICES``; its table is kept between questions.

    The table has 88 bytes a cell and grows from 2^``first_bits`` to 2^``table_bits`` cells (369 MB
    at 22) or to the memory limit. ``pieces``: use the bound of ``thermostrat``, tuned by ``walls``;
    ``None``: where the graph is nearly a forest. ``slices``: see ``SLICES``. ``logged``: keep what
    a proof needs.
    """

    def __init__(
        self,
        neighbours: Sequence[int],
        *,
        table_bits: int = 22,
        first_bits: int = FIRST_BITS,
        pieces: bool | None = None,
        slices: tuple[int, int] = SLICES,
        walls: thermostrat.Tuning = thermostrat.USUAL,
        logged: bool = True,
    ) -> None:
        self.n = len(neighbours)
        if self.n > MOST_VERTICES:
            raise ValueError(f"{self.n} vertices, at most {MOST_VERTICES}")
        # Free moves are taken into proofs from the lowest vertex on: those of low degree
        # leave the opponent the fewest moves that matter.
        self._order = sorted(range(self.n), key=lambda v: (neighbours[v].bit_count(), v))
        self._place = {v: i for i, v in enumerate(self._order)}
        self._near = [self._moved(neighbours[v]) | 1 << i for i, v in enumerate(self._order)]
        self._near.append(1 << self.n)
        self._most_bits = table_bits
        self._bits = min(table_bits, first_bits)
        self.plain_nodes = PLAIN_NODES
        self._plain = _Plain(self._near)
        self._store: Store | None = None
        self.by_pieces = thermostrat.near_forest(self._near) if pieces is None else pieces
        self._pieces: Pieces | None = None
        self._entry = ENTRY[self.by_pieces]
        self._sizes = (HASTY, walls.largest) if self.by_pieces else (walls.largest,)
        self._slice, self._walls, self._logged = slices[self.by_pieces], walls, logged
        self._fetching = jit.seconds(KERNEL, COMPILING[self.by_pieces], self._entry)
        #: The last position searched by pieces, and spare moves with which they decide it.
        self._sure = (0, 0), (FAR, FAR)

    def winning_move(
        self, mine: int, yours: int, limits: Limits, *, spare: int = 0, star: bool = False
    ) -> int | None:
        """A winning move of the player to move or ``None``: a vertex, n for a free move, n + 1
        for the star. Raises ``LimitReached``."""
        won, move = self._search(mine, yours, spare, star, limits, want_move=True)
        if not won:
            return None
        if move < 0:
            return self.n
        return self.n + 1 if move == self.n else self._order[move]

    def wins(
        self, mine: int, yours: int, limits: Limits, *, spare: int = 0, star: bool = False
    ) -> bool:
        """Does the player to move win with ``spare`` more free moves (negative: the
        opponent's) and perhaps a star? Raises ``LimitReached``."""
        return self._search(mine, yours, spare, star, limits, want_move=False)[0]

    def proof(self, mine: int, yours: int, limits: Limits) -> Proved | None:
        """The proof that the player to move wins, or that the opponent does, as it was found;
        ``None`` where memory did not allow to keep it. Raises ``LimitReached``."""
        self._fetching = 0.0
        self._search(mine, yours, 0, False, limits, want_move=False)
        kernel = jit.kernels(KERNEL, self._entry)
        return None if self._store is None else proof_log.extract(kernel, self._store, self._order)

    def bounds(self, mine: int, yours: int) -> tuple[int, int]:
        """(k, m): without a search the player to move surely wins with at least k more free
        moves and surely loses with at most m. By packings, O(n d^2), and by pieces if the
        compiled search has begun with this position."""
        a, b, own, other = self._plain.contested(self._moved(mine), self._moved(yours))
        surplus = own.bit_count() - other.bit_count()
        win, _ = star_packing(self._near, a, b, -FAR, first=True)
        loss, _ = star_packing(self._near, b, a, -FAR, first=False)
        root, by_pieces = self._sure
        if self._plain.contested(*root)[:2] == (a, b):
            win, loss = min(win, by_pieces[0]), min(loss, by_pieces[1])
        return win - surplus, -loss - surplus

    @property
    def stats(self) -> dict[str, int]:
        """Positions entered so far."""
        compiled = 0 if self._store is None else int(self._store.state[0])
        return {"nodes": compiled + self._plain.nodes}

    def _moved(self, mask: int) -> int:
        """A set of vertices in the order of the kernel."""
        return sum(1 << self._place[v] for v in range(self.n) if mask >> v & 1)

    def _search(
        self, mine: int, yours: int, spare: int, star: bool, limits: Limits, *, want_move: bool
    ) -> tuple[bool, int]:
        extra = 1 << self.n if star else 0
        a, b = self._moved(mine) | extra, self._moved(yours) | extra
        if self._store is None:
            if self._fetching and jit.loaded(KERNEL, self._entry):
                self._fetching = 0.0
            if self._fetching:
                hurry = limits.remaining() < self._fetching
                try:
                    nodes = FAR if hurry else self.plain_nodes
                    return self._plain.search(a, b, spare, limits, want_move, nodes)
                except _OutOfNodes:
                    limits.check()
        kernel = jit.kernels(KERNEL, self._entry)
        if self._store is None:
            self._store = self._new_store(kernel)
            self._pieces = (
                thermostrat.new_pieces(self._near, self._walls) if self.by_pieces else None
            )
        for largest in self._sizes:
            if self._pieces is not None:
                thermostrat.allow(self._pieces, largest)
            self._root(kernel, self._store, a, b, spare, want_move)
            answer = self._slices(
                kernel, self._store, (a, b), limits, 1 if largest == HASTY else None
            )
            if answer is not None:
                return answer
        raise AssertionError("the last search runs until it is decided")

    def _root(
        self, kernel: ModuleType, st: Store, a: int, b: int, spare: int, want_move: bool
    ) -> None:
        """Put a position at the root of the compiled search."""
        st.frame[0, :4] = (a & WORD, a >> 64, b & WORD, b >> 64)
        st.info[0, kernel.GIVEN], st.info[0, kernel.TRIED] = spare, -1
        st.state[kernel.PLY], st.state[kernel.ENTER] = 0, 1
        st.state[kernel.WANT_MOVE] = int(want_move)
        st.state[kernel.SURELY_WON] = st.state[kernel.SURELY_LOST] = FAR

    def _slices(
        self,
        kernel: ModuleType,
        st: Store,
        root: tuple[int, int],
        limits: Limits,
        nodes: int | None,
    ) -> tuple[bool, int] | None:
        """Run the compiled search until it is decided or, if a number of nodes is given,
        until so many are entered."""
        run, first = getattr(kernel, self._entry), int(st.state[kernel.NODES])
        while nodes is None or int(st.state[kernel.NODES]) < first + nodes:
            verdict = int(run(st, self._pieces, nodes or self._slice))
            sure = int(st.state[kernel.SURELY_WON]), int(st.state[kernel.SURELY_LOST])
            if max(sure) < FAR:
                last, before = self._sure
                if last == root:
                    sure = min(sure[0], before[0]), min(sure[1], before[1])
                self._sure = root, sure
            if verdict != kernel.OPEN:
                return verdict == kernel.WIN, int(st.state[kernel.MOVE])
            limits.check()
            self._store = st = proof_log.longer(kernel, st, limits)
            if self._pieces is not None:
                self._pieces = thermostrat.more_room(self._pieces, limits, self._walls)
            if int(st.state[kernel.NODES]) >> self._bits and self._bits < self._most_bits:
                self._store = st = self._enlarged(kernel, st, limits)
        return None

    def _enlarged(self, kernel: ModuleType, st: Store, limits: Limits) -> Store:
        """The store with a table four times as large, if the memory limit has room for it."""
        bits = min(self._bits + 2, self._most_bits)
        if limits.memory_limit is not None:
            spare = limits.memory_limit - resident_bytes()
            if spare < CELL_BYTES << bits + 1:
                return st
        cells = 1 << bits
        key, used = np.zeros((cells, 4), np.uint64), np.zeros((cells, 4), np.uint64)
        known = np.zeros((cells, 6), np.int32)
        kernel.enlarge(st, key, used, known)
        self._bits = bits
        return st._replace(key=key, used=used, known=known)

    def _new_store(self, kernel: ModuleType) -> Store:
        """Empty tables; shapes as ``Store`` says."""
        m, cells = self.n + 1, 1 << self._bits
        near = np.array([[mask & WORD, mask >> 64] for mask in self._near], dtype=np.uint64)
        words: dict[str, tuple[int, ...]] = {
            "key": (cells, 4),
            "used": (cells, 4),
            "frame": (m + 2, 12),
            "reach": (2, m, 2),
            "shell": (2, m + 1, 2),
            "need": (m, 2),
            "out": (2,),
        }
        numbers = {"known": (cells, 6), "info": (m + 2, 7), "score": (m + 2, m), "star": (3, m + 1)}
        arrays: dict[str, NDArray[Any]] = {k: np.zeros(s, np.uint64) for k, s in words.items()}
        arrays |= {k: np.zeros(s, np.int32) for k, s in numbers.items()}
        state = np.zeros(kernel.PLACES, dtype=np.int64)
        state[kernel.LOGGING] = int(self._logged)
        arrays["part"] = kernel.SCALE // np.arange(1, m + 3, dtype=np.int32)
        store: Store = kernel.Store(near=near, state=state, **arrays, **proof_log.empty(m))
        return store


class _Plain:
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
        """Who wins and by which move; -1: a free move. Raises ``_OutOfNodes``."""
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
            raise _OutOfNodes
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
