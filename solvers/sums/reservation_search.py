"""Who wins a sum of reservation games: Snort, Col and whatever moves like them.

A problem is a graph and two sets of vertices, ``left`` where Left may move and ``right``
where Right may. A move on v takes v out of both sets and closes v's neighbours to the
other player (or, with ``own_conflict``, to the mover). Who cannot move loses.

The search (``reservation.cpp``) is a proof-number search over sums of components:

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

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sums.star_packing import MOST_VERTICES, StarPacking
from gameproof.solvers.values.placement import WIDTHS, form_room

_engine = native.engine("reservation")
_OPEN, _WIN = _engine.constants("OPEN", "WIN")
#: Components worked out in full; sparser boards fall apart sooner and bear more.
SIZE = 12
SPARSE_SIZE = 16
# Words of the engine's records but for their sets.
COMPONENT_WORDS, LEVEL_WORDS, PLY_WORDS, MOVE_WORDS = 6, 10, 7, 4


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is decided by time alone, and changes no answer.

    The first slice of the search has ``steps``; a slice is then to take between a third of
    ``slice`` seconds and all. After ``stuck`` slices within one node its components are taken to
    drive each other out.
    """

    steps: int = 1 << 18
    slice: float = 0.06
    stuck: int = 1000


USUAL = Tuning()


class ReservationSearch:
    """One board; its tables are kept from one question to the next.

    ``neighbours`` are bit masks. ``table_bits`` sets the memory: about 100 MB at 20. Raises
    ``LimitReached`` for a board whose sets are wider than the engine's.
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
        edges = sum(mask.bit_count() for mask in neighbours) // 2
        sparse = edges <= 1.1 * self.n
        self.size = size if size is not None else SPARSE_SIZE if sparse else SIZE
        # A large table costs milliseconds to lay out; short paths and cycles need few cells.
        self.bits = min(table_bits, self.n // 2 + 6) if sparse else table_bits
        width = next((w for w in WIDTHS if self.n <= 64 * w), None)
        if width is None:
            raise LimitReached("memory")
        self._width = width
        self._begin, self._run, self._move = (
            _engine.function(f"{name}{width}") for name in ("begin", "run", "move")
        )
        self._steps = tuning.steps
        self._state = self._begin.numbers(own=own_conflict, size=self.size)
        self._store = self._new_store()

    def wins(
        self, left: int, right: int, limits: Limits, *, spare: int = 0, star: bool = False
    ) -> bool:
        """Does Left, to move, win from these sets with ``spare`` more free moves (negative:
        Right's) and perhaps a star? Raises ``LimitReached``. PSPACE-hard in general."""
        return self._search(left, right, spare, star, limits, want_move=False)

    def winning_move(
        self, left: int, right: int, limits: Limits, *, spare: int = 0, star: bool = False
    ) -> int | None:
        """A winning move of Left, to move, or ``None``: a vertex, n for a free move (spare or
        on a vertex that is its own component), n + 1 for the star. As :meth:`wins`."""
        won = self._search(left, right, spare, star, limits, want_move=True)
        return self._move(self._store[1]) if won else None

    @property
    def stats(self) -> dict[str, int]:
        """Nodes entered, components in the store, components worked out, so far."""
        state = self._state
        return {"nodes": state.nodes, "components": state.stored, "worked_out": state.worked}

    def _search(
        self, left: int, right: int, spare: int, star: bool, limits: Limits, *, want_move: bool
    ) -> bool:
        (parts, tree), state, tuning = self._store, self._state, self.tuning
        position = native.words_of((left, right), self._width).reshape(1, -1)
        self._begin(state, tree, position, spare, star, want_move)
        stuck = 0
        while True:
            begun, nodes = perf_counter(), state.nodes
            verdict = self._run(state, parts, tree, self._steps)
            if verdict != _OPEN:
                return verdict == _WIN
            took = perf_counter() - begun
            stuck = stuck + 1 if state.nodes == nodes else 0
            if took < tuning.slice / 3 or stuck > tuning.stuck:
                self._steps *= 2
            elif took > tuning.slice and self._steps > tuning.steps:
                self._steps //= 2
            if state.stored * 10 > len(parts.component) * 7:  # full: forget all components
                parts.component[:] = 0
                parts.met[0][:] = 0
                state.stored = 0
            limits.check()
            limits.progress(f"{state.nodes} sums searched")

    def _new_store(self) -> tuple[native.Arrays, native.Arrays]:
        """Empty arrays."""
        n, width, big, plies = self.n, self._width, 1 << self.bits, self.n + 3
        open_words = 2 * width

        def words(rows: int, columns: int) -> NDArray[np.uint64]:
            return np.zeros((rows, columns), np.uint64)

        def numbers() -> NDArray[np.int64]:
            return np.zeros(n + 3, np.int64)

        parts = native.arrays(
            near=native.words_of(self.neighbours, width),
            met=(words(big, 2),),
            component=words(big, COMPONENT_WORDS),
            level=words(self.size + 4, open_words + LEVEL_WORDS),
            part=words(n + 1, open_words),
            reference=numbers(),
            summand=np.zeros((n + 3, 4), np.int32),
            room=form_room(n, sum(mask.bit_count() for mask in self.neighbours)),
        )
        tree = native.arrays(
            known=(words(big, 2),),
            effort=(words(big, 2),),
            ply=words(plies, open_words + PLY_WORDS),
            move=words(plies * (n + 3), MOVE_WORDS),
            part=words(n + 1, open_words),
            child_part=words(n + 1, open_words),
            reference=numbers(),
            child_reference=numbers(),
            owner=numbers(),
        )
        return parts, tree


def _after(
    neighbours: tuple[int, ...], own_conflict: bool, v: int, mine: int, yours: int
) -> tuple[int, int]:
    """Both sets after the owner of ``mine`` took the vertex."""
    shut = ~neighbours[v]
    keep = ~(1 << v)
    if own_conflict:
        return mine & keep & shut, yours & keep
    return mine & keep, yours & keep & shut


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
