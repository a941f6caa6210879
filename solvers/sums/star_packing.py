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

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import LimitReached, Limits, resident_bytes
from gameproof.solvers.sums import proof_log, thermostrat
from gameproof.solvers.sums.proof_log import Log, Proved
from gameproof.solvers.sums.thermostrat import Pieces

_engine = native.engine("star_packing")
_begin, _run, _run_with_pieces = _engine.functions("begin", "run", "run_with_pieces")
_contested, _stars, _enlarge = _engine.functions("contested", "stars", "enlarge")
_OPEN, _WIN, FAR = _engine.constants("OPEN", "WIN", "FAR")
#: The engine keeps a set in two words, one vertex being the star of ``star=True``.
MOST_VERTICES = 127
#: Nodes between two looks at the limits (about 50 ms), without and with pieces.
SLICES = (20_000, 3_000)
#: Small pieces bound the root before large ones are worked out.
HASTY = 12
FIRST_BITS = 16  # touching a large table costs more than small boards take
CELL_WORDS, PLY_WORDS, STAR_WORDS = 11, 19, 6
_LARGEST = native.record(np.int32, "at_most most")
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
        near = [self._moved(neighbours[v]) | 1 << i for i, v in enumerate(self._order)]
        near.append(1 << self.n)
        self._most_bits = table_bits
        self._bits = min(table_bits, first_bits)
        self.by_pieces = thermostrat.near_forest(near) if pieces is None else pieces
        self._pieces = Pieces(near, walls) if self.by_pieces else None
        self._sizes = (HASTY, walls.largest) if self.by_pieces else (walls.largest,)
        self._slice, self._walls = slices[self.by_pieces], walls
        self._state = _begin.numbers(logging=logged)
        self._store = _new_store(near, 1 << self._bits)
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
        won, _ = self._search(mine, yours, 0, False, limits, want_move=False)
        state, st = self._state, self._store
        if not state.logging:
            return None
        log = Log(st.step, st.proof, st.kept)
        return proof_log.extract(log, won, state.evidence, state.cuts, self._order)

    def bounds(self, mine: int, yours: int) -> tuple[int, int]:
        """(k, m): without a search the player to move surely wins with at least k more free
        moves and surely loses with at most m. By packings, O(n d^2), and by pieces if the
        search has begun with this position."""
        sets, surplus = self.contested(mine, yours)
        win = _stars(self._store, sets, -FAR, True, False)
        other = np.ascontiguousarray(sets[[1, 0, 2]])
        loss = _stars(self._store, other, -FAR, False, False)
        root, by_pieces = self._sure
        last, _ = self.contested(*root, moved=False)
        if (last[:2] == sets[:2]).all():
            win, loss = min(win, by_pieces[0]), min(loss, by_pieces[1])
        return win - surplus, -loss - surplus

    def contested(
        self, mine: int, yours: int, *, moved: bool = True
    ) -> tuple[NDArray[np.uint64], int]:
        """Two sets without their free vertices, in the engine's order, and an empty one; the
        surplus of the first player's free vertices."""
        pair = (self._moved(mine), self._moved(yours)) if moved else (mine, yours)
        sets = native.words_of([*pair, 0], 2)
        return sets, _contested(self._store.near, sets)

    @property
    def stats(self) -> dict[str, int]:
        """Positions entered so far."""
        return {"nodes": self._state.nodes}

    def _moved(self, mask: int) -> int:
        """A set of vertices in the order of the engine."""
        return sum(1 << self._place[v] for v in range(self.n) if mask >> v & 1)

    def _search(
        self, mine: int, yours: int, spare: int, star: bool, limits: Limits, *, want_move: bool
    ) -> tuple[bool, int]:
        extra = 1 << self.n if star else 0
        root = self._moved(mine) | extra, self._moved(yours) | extra
        for largest in self._sizes:
            if self._pieces is not None:
                self._pieces.allow(largest)
            _begin(self._state, self._store, native.words_of(root, 2), spare, want_move)
            answer = self._slices(root, limits, 1 if largest == HASTY else None)
            if answer is not None:
                return answer
        raise AssertionError("the last search runs until it is decided")

    def _slices(
        self, root: tuple[int, int], limits: Limits, nodes: int | None
    ) -> tuple[bool, int] | None:
        """Run the search until it is decided or, if a number of nodes is given, until so many
        are entered."""
        state, first = self._state, self._state.nodes
        while nodes is None or state.nodes < first + nodes:
            verdict = self._slice_of(nodes or self._slice)
            sure = state.surely_won, state.surely_lost
            if max(sure) < FAR:
                last, before = self._sure
                if last == root:
                    sure = min(sure[0], before[0]), min(sure[1], before[1])
                self._sure = root, sure
            if verdict != _OPEN:
                return verdict == _WIN, state.move
            limits.check()
            self._make_room(limits)
        return None

    def _slice_of(self, nodes: int) -> int:
        if self._pieces is None:
            return _run(self._state, self._store, nodes)
        pieces = self._pieces
        return _run_with_pieces(self._state, self._store, pieces.bound, pieces.count, nodes)

    def _make_room(self, limits: Limits) -> None:
        """After a pause. Without memory for a longer log it ends, and with it the hope of a
        written proof."""
        state, st = self._state, self._store
        if state.logging:
            log, used = Log(st.step, st.proof, st.kept), (state.steps, state.proofs, state.cuts)
            longer = proof_log.longer(log, used, limits)
            if longer is None:
                state.logging, longer = 0, proof_log.empty()
            self._store = st = st._replace(**longer._asdict())
        if self._pieces is not None:
            self._pieces.more_room(limits, self._walls)
        if state.nodes >> self._bits and self._bits < self._most_bits:
            bits = min(self._bits + 2, self._most_bits)
            if limits.memory_limit is not None:
                spare = limits.memory_limit - resident_bytes()
                if spare < 8 * CELL_WORDS << bits + 1:
                    return
            try:
                table = (np.zeros((1 << bits, CELL_WORDS), np.uint64),)
            except MemoryError:
                raise LimitReached("memory") from None
            _enlarge(st, table)
            self._bits, self._store = bits, st._replace(table=table)


def _new_store(near: Sequence[int], cells: int) -> native.Arrays:
    """Empty arrays for a board of closed neighbourhoods."""
    m, words = len(near), native.words_of(near, 2)
    beside = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return native.arrays(
        near=words,
        beside=np.ascontiguousarray(beside),
        table=(np.zeros((cells, CELL_WORDS), np.uint64),),
        ply=np.zeros((m + 2, PLY_WORDS), np.uint64),
        score=np.zeros((m + 2, m), np.int32),
        closing=np.zeros((m + 4, 128), np.uint8),
        largest=np.zeros(m + 4, _LARGEST),
        part=_engine.constant("SCALE") // np.arange(1, m + 3, dtype=np.int32),
        gain=np.zeros(m, np.int32),
        worth=np.zeros(m, np.int32),
        star=np.zeros((m + 1, STAR_WORDS), np.uint64),
        by_heat=np.zeros((m + 1, STAR_WORDS), np.uint64),
        second=np.zeros(m, np.int32),
        taken=np.zeros((m + 2, m + 1), np.int64),
        **proof_log.empty()._asdict(),
    )
