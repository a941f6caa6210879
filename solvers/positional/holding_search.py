"""Does the defender keep the attacker from every set, with pairs in the end?

A search for that alone: the defender's own sets count for nothing, every leaf is a position in
which disjoint pairs stop the attacker, and only the defender's best moves are tried. So it finds
no win of the attacker, but it holds boards on which a search for either answer is lost: 7 x 7
for five in a row takes some thousand positions.

The proof is the zones that the search finds (``zones.h``): a *zone* with *stones* says that where
the defender owns the stones, the attacker no cell of the zone, and the attacker is to move, the
defender stops every set, whoever owns the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.positional.achievement import Achievement
from gameproof.solvers.positional.pair_room import pair_room
from gameproof.solvers.positional.row_pairs import rows_room

MOST_CELLS = 128
WIDTH = 20
"""The defender's moves that are tried at a position."""
MANY_SETS, MOST_MANY = 60, 100
"""With more sets than that a search is long, and more effort at each position makes it shorter;
where there are still more sets it only takes longer."""
PAIRINGS = (60, 600)
"""Steps of a search for pairs, with few sets and with many; at the start it may take
``AT_START``."""
ROW_PAIRING = 150
"""The same where the sets are rows on lines and more than ``FEW_ROWS``. With fewer, pairs sought
line by line make the search longer: four on 4 x 7, five on 5 x 9."""
FEW_ROWS = 50
AT_START = 20_000
SLICE = 512
"""Expansions between two looks at the limits: some 50 ms."""
FIRST_BITS, TABLE_BITS = 18, 24
"""The table begins with so many rows, 2^, and grows to so many."""

_engine = native.engine("holding")
BREAKER, MAKER = _engine.constant("BREAKER"), _engine.constant("MAKER")
MOST_SETS = _engine.constant("MOST_SETS")
AT_A_LEAF = _engine.constant("AT_A_LEAF")
AT_ONCE = 2 + _engine.constant("PLAYED_POSITIONS")
"""Zones that one expansion may add."""

Ints = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Zones:
    """The defender's strategy: he begins with ``opening`` if he is to move (else -1), and the last
    of the zones, taken to its place by the symmetry ``turn``, serves from there on.

    Entries of zone i, ``lists[name][1]``, end at ``lists[name][0][i + 1]``: cells that are its
    ``stones``; ``pairs`` of cells; ``answers``, a cell, an earlier zone and the symmetry that
    takes that to its place; ``parts``, an earlier zone and its symmetry.
    """

    lists: dict[str, tuple[Ints, NDArray[np.signedinteger]]]
    turn: int
    opening: int

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.lists["stones"][0]) - 1


class HoldingSearch:
    """The search for one problem and its table; ``nodes`` counts expanded positions."""

    def __init__(
        self, problem: Achievement, limits: Limits, width: int = WIDTH, bits: int = TABLE_BITS
    ) -> None:
        masks, cells = problem.masks("attack"), problem.cells
        if cells > MOST_CELLS or len(masks) > MOST_SETS or len(problem.symmetries) > 255:
            raise ValueError(f"a board of more than {MOST_CELLS} cells, or of many sets")
        self.problem, self.limits, self.bits = problem, limits, bits
        many = MANY_SETS < len(masks) <= MOST_MANY
        words = self.words = 1 if cells <= 64 else 2
        lines = rows_room(masks if len(masks) > FEW_ROWS else (), cells)
        begin = self.function("begin")
        self.effort, self.state = begin.numbers(0), begin.numbers(1)
        self.effort.width = width
        self.effort.pairing = ROW_PAIRING if len(lines.start) else PAIRINGS[many]
        row, node, child = (
            _engine.constant(f"{name}_{words}") for name in ("row", "node", "child")
        )
        images = problem.symmetries.astype(np.uint8)
        self.board = native.arrays(
            sets=native.words_of(masks, words),
            cells=native.words_of([(1 << cells) - 1], words),
            images=images,
            room=pair_room(len(masks), words),
            lines=lines,
            zone=np.zeros((0, 2 * words), np.uint64),
            ends=np.zeros((0, 3), np.int32),
            pair=np.zeros((0, 2), np.int16),
            answer=np.zeros((0, 3), np.int32),
            part=np.zeros((0, 2), np.int32),
            places=native.arrays(
                node=np.zeros((0, _engine.constant(f"index_node_{words}")), np.uint64),
                placed=np.zeros((0, _engine.constant(f"placed_{words}")), np.uint64),
                used=np.zeros(2, np.int64),
            ),
        )
        self.room = native.arrays(
            table=(np.zeros((1 << min(bits, FIRST_BITS), row), np.uint64),),
            path=np.zeros((cells + 2, node), np.uint64),
            children=np.zeros(((cells + 2) * cells, child), np.uint64),
        )

    def function(self, name: str) -> native.Function:
        """A function of the engine, for the width of the board."""
        return _engine.function(f"{name}_{self.words}")

    @property
    def nodes(self) -> int:
        """Expanded positions so far."""
        return self.state.expanded

    def pairs(self, a: int, d: int, budget: int) -> list[tuple[int, int]]:
        """Disjoint pairs of which each live set of the attacker's holds one; none if none were
        found."""
        found = self.function("pairs")(self.board, self._position(a, d), budget)
        ends = [bits(joined(row)) for row in self.board.room.pairs[: max(found, 0)]]
        return [(min(pair), max(pair)) for pair in map(list, ends)]

    def holds(self, a: int, d: int, attacker_moves: bool, most: int) -> bool | None:
        """Was it found that the defender holds? ``None`` when ``most`` expansions did not tell."""
        self._grow()
        board, room, effort = self.board, self.room, self.effort
        turn = MAKER if attacker_moves else BREAKER
        self.function("begin")(board, room, effort, self.state, self._position(a, d), turn)
        if attacker_moves and self.function("paired")(board, room, effort, AT_START) >= 0:
            return True
        until = self.nodes + most
        search = self.function("search")
        while self.nodes < until:
            self.limits.check()
            self._grow()
            step = min(SLICE, until - self.nodes)
            if search(self.board, self.room, self.effort, self.state, step):
                return self.state.dn == 0
            self.limits.progress(f"{self.nodes} positions expanded, {self.effort.zones} zones")
        return None

    def _grow(self) -> None:
        """Room for what so many expansions may add."""
        effort, cells, index = self.effort, self.problem.cells, self.board.places
        zones, images = SLICE * AT_ONCE, len(self.problem.symmetries)
        nodes, leaves = index.used.tolist()
        (rows,) = self.room.table
        if 2 * (effort.pairings + self.nodes) > len(rows) and len(rows) < 1 << self.bits:
            larger = (zeros((4 * len(rows), rows.shape[1]), rows.dtype),)
            self.function("take_over")(self.room, larger)
            self.room = self.room._replace(table=larger)
        self.board = self.board._replace(
            zone=grown(self.board.zone, effort.zones, zones),
            ends=grown(self.board.ends, effort.zones, zones),
            pair=grown(self.board.pair, effort.pairs, SLICE * (cells + 8 * AT_ONCE)),
            answer=grown(self.board.answer, effort.answers, SLICE * (cells + 16 * AT_ONCE)),
            part=grown(self.board.part, effort.parts, SLICE),
            places=index._replace(
                node=grown(index.node, nodes, 4 * SLICE * images),
                placed=grown(index.placed, AT_A_LEAF * leaves, 2 * AT_A_LEAF * SLICE * images),
            ),
        )

    def zones(self) -> Zones:
        """What held the position that was asked about, once it was found held. O(all zones)."""
        by = np.zeros(3, np.int64)
        self.function("root")(self.board, self.room, self.effort, by)
        root, turn, cell = by.tolist()
        n = root + 1
        needed = np.zeros(n, np.uint8)
        self.function("needed")(self.board, needed)
        keep = np.flatnonzero(needed)
        number = np.cumsum(needed, dtype=np.int32) - 1
        lists: dict[str, tuple[Ints, NDArray[np.signedinteger]]] = {}
        words = self.board.zone[keep, self.words :].astype("<u8").view(np.uint8)
        owner, stones = np.nonzero(np.unpackbits(words, axis=1, bitorder="little"))
        lists["stones"] = _ends(np.bincount(owner, minlength=len(keep))), stones.astype(np.int16)
        board = self.board
        columns: tuple[tuple[str, NDArray[np.signedinteger]], ...] = (
            ("pairs", board.pair), ("answers", board.answer), ("parts", board.part),
        )  # fmt: skip
        for i, (name, rows) in enumerate(columns):
            ends = self.board.ends[:n, i]
            counts = np.diff(ends, prepend=0)
            chosen = rows[: ends[-1]][np.repeat(needed, counts).astype(bool)]
            if name != "pairs":
                chosen[:, -2] = number[chosen[:, -2]]
            lists[name] = _ends(counts[keep]), chosen
        return Zones(lists, turn, -1 if self.problem.attacker_to_move else cell)

    def _position(self, a: int, d: int) -> NDArray[np.uint64]:
        return native.words_of((a, d), self.words)[None]


def grown(rows: NDArray[Any], used: int, more: int) -> NDArray[Any]:
    """Rows with room for so many more than are used. Raises ``LimitReached``."""
    if used + more <= len(rows):
        return rows
    larger = zeros((2 * used + 2 * more, rows.shape[1]), rows.dtype)
    larger[:used] = rows[:used]
    return larger


def zeros(shape: tuple[int, int], dtype: np.dtype[Any]) -> NDArray[Any]:
    """An array of zeros. Raises ``LimitReached`` where there is no memory for it."""
    try:
        return np.zeros(shape, dtype)
    except MemoryError:
        raise LimitReached("memory") from None


def _ends(counts: NDArray[np.signedinteger]) -> Ints:
    return np.cumsum(np.concatenate([[0], counts]), dtype=np.int32)


def joined(words: NDArray[np.uint64]) -> int:
    """Words as one number."""
    found: int = sum(word << 64 * i for i, word in enumerate(words.tolist()))
    return found


def searched(
    problem: Achievement, limits: Limits, most: int, bits: int = TABLE_BITS
) -> HoldingSearch | None:
    """The search that found the problem held within ``most`` expansions, if it did.

    The problem has no plies and no barred cells and at most ``MOST_CELLS`` cells. Raises
    ``LimitReached``.
    """
    if problem.plies is not None or problem.barred:
        raise ValueError("plies are not counted here, and no cell is barred")
    search = HoldingSearch(problem, limits, bits=bits)
    a, d, moving = problem.attacker, problem.defender, problem.attacker_to_move
    return search if search.holds(a, d, moving, most) else None
