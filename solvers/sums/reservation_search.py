"""Who wins a sum of reservation games: Snort, Col and whatever moves like them.

A problem is a graph and two sets of vertices, ``left`` where Left may move and ``right``
where Right may. A move on v takes v out of both sets and closes v's neighbours to the
other player (or, with ``own_conflict``, to the mover). Who cannot move loses.

The search (``reservation_kernel``) is a proof-number search over sums of components:

* a position is split into components; an edge counts only while a move at one end can
  close the other; single vertices are counted as free moves and stars, not searched;
* a component is known by a form found by colour refinement, one vertex being singled
  out where colours repeat. Equal forms are isomorphic, so twins, recurring segments and
  colour-swapped copies meet in one place, and G + (-G) disappears. Forms are compared
  by 128-bit hashes, sums and positions by 64-bit ones: an answer is right but for a
  collision of these (about entries x lookups / 2^64); certificates are checked by the
  rules and do not depend on them;
* every component has a lower bound, the switch {a | b}, and the number x that answers at
  it keep (an upper bound likewise), worked out from its parts up to ``size`` vertices and
  from counting moves beyond. Sums of switches are decided by playing them hottest first
  (Winning Ways, chapter 6), so most positions need no search.

Tables have a fixed size and forget; the work is done in slices between which limits and
Ctrl-C are seen.

It is at its best where equal components recur, on paths and cycles, and serves Col. Other
Snort boards go to ``star_packing``: :func:`engine` chooses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import jit
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits
from gameproof.solvers.sums.star_packing import MOST_VERTICES, StarPacking

if TYPE_CHECKING:
    from gameproof.solvers.sums.reservation_bounds_kernel import Parts
    from gameproof.solvers.sums.reservation_kernel import Tree

#: Boards for which the positions of the memo may be enough; its recursion is as deep as the
#: board is large.
PLAIN_SIZE = 40
#: Seconds for which the kernel compiles: nearer to the limit the memo goes on alone, on boards
#: that its recursion can bear.
COMPILING = 10.0
HURRIED_SIZE = 250
#: Components worked out in full; sparser boards fall apart sooner and bear more.
SIZE = 12
SPARSE_SIZE = 16
#: Proof-number search: see ``SETTINGS`` of the kernel.
WIDTH = 3
GRAIN = 6
FAVOUR = 3
FAR = 1 << 28
LOSS, OPEN = 0, -1


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is decided by time alone, and changes no answer.

    Up to ``small`` vertices a memo in Python is faster than the kernel. While the kernel is not
    loaded (half a second) the memo may hold ``plain_positions``, while it is not even compiled
    (ten seconds) ``patient_positions``. The first slice of the search has ``steps``; a slice is
    then to take between a third of ``slice`` seconds and all. After ``stuck`` slices within one
    node its components are taken to drive each other out.
    """

    small: int = 9
    plain_positions: int = 150_000
    patient_positions: int = 500_000
    steps: int = 1 << 18
    slice: float = 0.06
    stuck: int = 1000


USUAL = Tuning()


class ReservationSearch:
    """One board; its tables are kept from one question to the next.

    ``neighbours`` are bit masks. ``table_bits`` sets the memory: about 100 MB at 20.
    """

    def __init__(
        self,
        neighbours: Sequence[int],
        *,
        own_conflict: bool = False,
        size: int | None = None,
        table_bits: int = 20,
        tuning: Tuning = USUAL,
    ) -> None:
        self.tuning = tuning
        self.n = len(neighbours)
        self.neighbours = tuple(neighbours)
        self.own_conflict = own_conflict
        edges = sum(mask.bit_count() for mask in neighbours) // 2
        sparse = edges <= 1.1 * self.n
        self.size = size if size is not None else SPARSE_SIZE if sparse else SIZE
        # A large table costs milliseconds to lay out; short paths and cycles need few cells.
        self.bits = min(table_bits, self.n // 2 + 6) if sparse else table_bits
        self._store: tuple[Parts, Tree] | None = None
        self._steps = tuning.steps
        self._fetching = jit.seconds("sums.reservation_kernel", COMPILING)
        self._plain = _Plain(self.neighbours, own_conflict)

    def wins(
        self, left: int, right: int, limits: Limits, *, spare: int = 0, star: bool = False
    ) -> bool:
        """Does Left, to move, win from these sets with ``spare`` more free moves (negative:
        Right's) and perhaps a star? Raises ``LimitReached``. PSPACE-hard in general."""
        return self._answer(left, right, spare, star, limits, want_move=False) is not None

    def winning_move(
        self, left: int, right: int, limits: Limits, *, spare: int = 0, star: bool = False
    ) -> int | None:
        """A winning move of Left, to move, or ``None``: a vertex, n for a free move (spare or
        on a vertex that is its own component), n + 1 for the star. As :meth:`wins`."""
        return self._answer(left, right, spare, star, limits, want_move=True)

    def _answer(
        self, left: int, right: int, spare: int, star: bool, limits: Limits, *, want_move: bool
    ) -> int | None:
        if self._fetching and jit.loaded("sums.reservation_kernel"):
            self._fetching = 0.0
        fetching = self._fetching
        tuning = self.tuning
        hurry = limits.remaining() < fetching
        largest = HURRIED_SIZE if hurry else PLAIN_SIZE
        if self.n <= tuning.small or (fetching and self.n <= largest):
            try:
                compiled = fetching <= jit.LOADING
                most = tuning.plain_positions if compiled else tuning.patient_positions
                return self._plain.winning_move(
                    left, right, spare, star, limits, None if hurry else most
                )
            except _TooMany:
                limits.check()
        if self._search(left, right, spare, star, limits, want_move=want_move) == LOSS:
            return None
        assert self._store is not None  # the search has made it
        return int(self._store[1].info[0, 3])

    @property
    def stats(self) -> dict[str, int]:
        """Nodes entered, components in the store, components worked out, so far."""
        if self._store is None:
            return {"nodes": 0, "components": 0, "worked_out": 0}
        _, _, stored, nodes, _, worked = self._store[0].setting.tolist()[:6]
        return {"nodes": nodes, "components": stored, "worked_out": worked}

    def _search(
        self, left: int, right: int, spare: int, star: bool, limits: Limits, *, want_move: bool
    ) -> int:
        kernel = jit.kernels("sums.reservation_kernel")
        if self._store is None:
            self._store = self._new_store(kernel)
        st, tree = self._store
        words, tuning = st.adj.shape[1], self.tuning
        tree.frame[0, 0], tree.frame[0, 1] = _words(left, words), _words(right, words)
        tree.info[0] = (spare, int(star), 0, 0, FAR, FAR)
        st.setting[4], st.setting[6] = 1, int(want_move)
        stuck = 0
        while True:
            begun, nodes = perf_counter(), int(st.setting[3])
            verdict = int(kernel.run(st, tree, self._steps))
            if verdict != OPEN:
                return verdict
            took = perf_counter() - begun
            stuck = stuck + 1 if int(st.setting[3]) == nodes else 0
            if took < tuning.slice / 3 or stuck > tuning.stuck:
                self._steps *= 2
            elif took > tuning.slice and self._steps > tuning.steps:
                self._steps //= 2
            if int(st.setting[2]) * 10 > len(st.key) * 7:  # full: forget all components
                st.key[:] = 0
                st.raw[:] = 0
                st.setting[2] = 0
            limits.check()
            limits.progress(f"{int(st.setting[3])} sums searched")

    def _new_store(self, kernel: ModuleType) -> tuple[Parts, Tree]:
        """Empty tables; shapes as ``Parts`` and ``Tree`` say."""
        n, words, levels = self.n, max(1, (self.n + 63) // 64), self.size + 4
        big = 1 << self.bits
        degrees = sum(mask.bit_count() for mask in self.neighbours)
        parts: dict[str, tuple[tuple[int, ...], type]] = {
            "raw": ((big, 2), np.uint64),
            "key": ((big, 2), np.uint64),
            "bound": ((big, 7), np.int32),
            "whole": ((levels, 2, words), np.uint64),
            "todo": ((levels, 10), np.int64),
            "hashes": ((levels, 3), np.uint64),
            "after": ((5, words), np.uint64),
            "part": ((3, n + 1, 2, words), np.uint64),
            "place": ((3, n + 1), np.int32),
            "nbr": ((degrees + 1,), np.int32),
            "colour": ((4, n), np.uint64),
            "sums": ((4, n + 3), np.int64),
            "slot": ((4, n + 3), np.int64),
        }
        tree: dict[str, tuple[tuple[int, ...], type]] = {
            "won": ((big,), np.uint64),
            "spare": ((big, 2), np.int16),
            "effort": ((big,), np.uint64),
            "efforts": ((big, 2), np.int32),
            "frame": ((n + 3, 2, words), np.uint64),
            "info": ((n + 3, 6), np.int64),
            "node": ((n + 3,), np.uint64),
            "child": ((n + 3, n + 3), np.uint64),
            "move": ((n + 3, n + 3, 5), np.int32),
        }
        adjacency = np.array([_words(m, words) for m in self.neighbours], dtype=np.uint64)
        setting = np.array(
            [int(self.own_conflict), self.size, 0, 0, 0, 0, 0, WIDTH, GRAIN, FAVOUR, 0, 0],
            dtype=np.int64,
        )
        return (
            kernel.Parts(adj=adjacency.reshape(n, words), setting=setting, **_empty(parts)),
            kernel.Tree(**_empty(tree)),
        )


def _empty(shapes: dict[str, tuple[tuple[int, ...], type]]) -> dict[str, NDArray[Any]]:
    return {name: np.zeros(shape, dtype=kind) for name, (shape, kind) in shapes.items()}


def _words(mask: int, words: int) -> NDArray[np.uint64]:
    full = (1 << 64) - 1
    return np.array([mask >> 64 * w & full for w in range(words)], dtype=np.uint64)


class _TooMany(Exception):
    """The memo is full."""


def _after(
    neighbours: tuple[int, ...], own_conflict: bool, v: int, mine: int, yours: int
) -> tuple[int, int]:
    """Both sets after the owner of ``mine`` took the vertex."""
    shut = ~neighbours[v]
    keep = ~(1 << v)
    if own_conflict:
        return mine & keep & shut, yours & keep
    return mine & keep, yours & keep & shut


class _Plain:
    """The plain recursion with a memo."""

    def __init__(self, neighbours: tuple[int, ...], own_conflict: bool) -> None:
        self.neighbours = neighbours
        self.own = own_conflict
        self._known: dict[tuple[int, int, int, bool], int | None] = {}

    def winning_move(
        self, mine: int, yours: int, spare: int, star: bool, limits: Limits, most: int | None
    ) -> int | None:
        """As :meth:`ReservationSearch.winning_move`; raises ``_TooMany`` when more than ``most``
        positions would be held."""
        known, n = self._known, len(self.neighbours)

        def search(mine: int, yours: int, spare: int, star: bool) -> int | None:
            place = mine, yours, spare, star
            if place in known:
                return known[place]
            if most is not None and len(known) >= most:
                raise _TooMany
            if len(known) % 1024 == 0:
                limits.check()
                limits.progress(f"{len(known)} sums searched")
            found = None
            if star and search(yours, mine, -spare, False) is None:
                found = n + 1
            for v in bits(mine):
                left, right = _after(self.neighbours, self.own, v, mine, yours)
                if found is not None:
                    break
                if search(right, left, -spare, star) is None:
                    found = v
            if found is None and spare > 0 and search(yours, mine, 1 - spare, star) is None:
                found = n
            known[place] = found
            return found

        return search(mine, yours, spare, star)


def engine(
    neighbours: Sequence[int], *, own_conflict: bool = False
) -> ReservationSearch | StarPacking:
    """The search for a board: ``StarPacking`` for Snort, this module's for Col, for boards
    without a vertex of degree 3 (their components recur) and for very large ones."""
    degree = max((mask.bit_count() for mask in neighbours), default=0)
    if own_conflict or degree <= 2 or len(neighbours) > MOST_VERTICES:
        return ReservationSearch(neighbours, own_conflict=own_conflict)
    return StarPacking(neighbours)


class MisereSearch:
    """The same games when who cannot move wins: a memo over pairs of sets, for sums do
    not fall apart in misere play. O(4^n) positions at worst.

    Vertices that close nothing and that nothing closes are alike, so they are counted: those
    of either player, and those of both. Moves that close most are tried first.
    """

    def __init__(self, neighbours: Sequence[int], *, own_conflict: bool = False) -> None:
        self.neighbours = tuple(neighbours)
        self.own_conflict = own_conflict
        self._known: dict[tuple[int, int, int, int, int], int | None] = {}

    def wins(self, left: int, right: int, limits: Limits) -> bool:
        """Does Left, to move, win? Raises ``LimitReached``."""
        return not left or self.winning_move(left, right, limits) is not None

    def winning_move(self, left: int, right: int, limits: Limits) -> int | None:
        """A winning move of Left, ``None`` when there is none (or no move at all)."""
        own, other, both = self._alone(left, right)
        alone = own | other | both
        a, b = left & ~alone, right & ~alone
        place = a, b, own.bit_count(), other.bit_count(), both.bit_count()
        found = self._known.get(place, -1)
        if found == -1:
            if len(self._known) % 4096 == 0:
                limits.check()
                limits.progress(f"{len(self._known)} sums searched")
            found = self._known[place] = self._searched(left, right, a, own, both, limits)
        if found is None or a >> found & 1:
            return found
        # The vertex stands for any that is alone in the same way.
        alike = own if found == self._of_own else both
        return (alike & -alike).bit_length() - 1

    @property
    def _of_own(self) -> int:
        """What a vertex alone that is open to the mover only is called in the memo; one
        that is open to both has the next number."""
        return len(self.neighbours)

    def _searched(
        self, left: int, right: int, contested: int, own: int, both: int, limits: Limits
    ) -> int | None:
        closed = left if self.own_conflict else right
        near = self.neighbours
        tried = sorted(bits(contested), key=lambda v: -(near[v] & closed).bit_count())
        names = {v: v for v in tried}
        for alike, name in ((own, self._of_own), (both, self._of_own + 1)):
            if alike:
                names[(alike & -alike).bit_length() - 1] = name
        for v, name in names.items():
            mine, yours = _after(near, self.own_conflict, v, left, right)
            if not self.wins(yours, mine, limits):
                return name
        return None

    def _alone(self, left: int, right: int) -> tuple[int, int, int]:
        """Vertices that close nothing and are closed by none: open to Left, to Right, to both."""
        own = other = both = 0
        for v in bits(left | right):
            mine, yours = left >> v & 1, right >> v & 1
            meets = 0
            if mine:
                meets |= left if self.own_conflict else right
            if yours:
                meets |= right if self.own_conflict else left
            if not self.neighbours[v] & meets:
                if mine and yours:
                    both |= 1 << v
                elif mine:
                    own |= 1 << v
                else:
                    other |= 1 << v
        return own, other, both
