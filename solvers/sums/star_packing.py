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
* **Second centres.** The rest of a star that is lost, and the vertices in none, need not all
  be the opponent's. Of the vertices of A that belong to no star let some close disjoint sets
  of B: each counts as a free move, if a star of which they close some is worth one less when
  it is lost, and if one spare move is left over at the end. For a move of the opponent takes
  one of them at most, and to play one that still closes something costs nothing
  (``certificates/strategies/snort_stars`` has the proof). They are asked where the stars
  alone are not enough, and not beside pieces, which know more.
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
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import jit
from gameproof.solvers.limits import Limits, resident_bytes
from gameproof.solvers.sums import proof_log, thermostrat
from gameproof.solvers.sums.plain_star_packing import FAR, OutOfNodes, PlainSearch, star_packing

if TYPE_CHECKING:
    from gameproof.solvers.sums.proof_log import Proved
    from gameproof.solvers.sums.star_store_kernel import Store
    from gameproof.solvers.sums.thermostrat_kernel import Pieces

#: The kernel keeps a set in two words, one vertex being the star of ``star=True``.
MOST_VERTICES = 127
#: Nodes tried in Python before the kernel is fetched (about half a second).
PLAIN_NODES = 2000
#: Seconds to compile the kernel, without and with pieces; nearer to the limit than fetching
#: it takes Python goes on alone.
COMPILING = (6.0, 12.0)
#: Nodes between two looks at the limits (about 50 ms), without and with pieces.
SLICES = (20_000, 3_000)
KERNEL = "sums.star_packing_kernel"
ENTRY = ("run", "run_with_pieces")
#: Small pieces bound the root before large ones are worked out.
HASTY = 12
#: Places of a row of bytes in the kernel.
ROW = 128
FIRST_BITS = 16  # touching a large table costs more than small boards take
CELL_BYTES = 88
WORD = (1 << 64) - 1


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
        self._plain = PlainSearch(self._near)
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
                except OutOfNodes:
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
            "need": (m, 2),
            "shut": (m, 2),
            "out": (2,),
        }
        numbers: dict[str, tuple[int, ...]] = {
            "known": (cells, 6),
            "info": (m + 2, 7),
            "score": (m + 2, m),
            "most": (m + 4, 2),
            "star": (3, m + 1),
            "sum": (4, m + 1),
        }
        numbers |= dict.fromkeys(("gain", "worth", "second"), (m,))
        arrays: dict[str, NDArray[Any]] = {k: np.zeros(s, np.uint64) for k, s in words.items()}
        arrays |= {k: np.zeros(s, np.int32) for k, s in numbers.items()}
        state = np.zeros(kernel.PLACES, dtype=np.int64)
        state[kernel.LOGGING] = int(self._logged)
        sets = near.astype("<u8").view(np.uint8)
        beside = np.zeros((m, ROW), np.uint8)
        beside[:] = np.unpackbits(sets, axis=1, bitorder="little")
        arrays |= {"beside": beside, "closing": np.zeros((m + 4, ROW), np.uint8)}
        arrays["times"] = np.zeros((1, ROW), np.uint8)
        arrays["part"] = kernel.SCALE // np.arange(1, m + 3, dtype=np.int32)
        store: Store = kernel.Store(near=near, state=state, **arrays, **proof_log.empty(m))
        return store
