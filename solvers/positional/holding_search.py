"""Does the defender keep the attacker from every set, with pairs in the end?

A search for that alone: the defender's own sets count for nothing, every leaf is a position in
which disjoint pairs stop the attacker, and only the defender's best moves are tried. So it finds
no win of the attacker, but it holds boards on which a search for either answer is lost: 7 x 7
for five in a row takes some 20 000 positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.positional.achievement import UNLIMITED, Achievement
from gameproof.solvers.positional.pair_room import PairRoom, pair_room
from gameproof.solvers.positional.positional_search import (
    Edges,
    Rules,
    Strategy,
    Words,
    Written,
    moved,
    write,
)
from gameproof.solvers.positional.row_pairs import Lines, rows_room

MOST_CELLS = 128
MANY_SETS = 60
"""With more sets than that a search is long, and more effort at each position makes it shorter, as
long as zones leave moves out."""
WIDTHS = (20, 32)
"""The defender's moves that are tried at a position, with few sets and with many."""
PAIRINGS = (60, 600)
"""Steps of a search for pairs, likewise; at the start it may take ``AT_START``."""
ROW_PAIRING = 150
"""The same where the sets are rows on lines and more than ``FEW_ROWS``. With fewer, pairs sought
line by line make the search longer: four on 4 x 7, five on 5 x 9."""
FEW_ROWS = 50
AT_START = 20_000
MOST_ZONED = 100
"""With more sets of the attacker's every move of his is searched: what zones leave out is searched
anew when the strategy is written, and there that takes longer than it saved."""
SLICE = 1024
"""Expansions between two looks at the limits: some 50 ms."""
TABLE_BITS = 21

_engine = native.engine("holding")
BREAKER, MAKER = _engine.constant("BREAKER"), _engine.constant("MAKER")


class _Board(NamedTuple):
    """As in ``holding.cpp``."""

    sets: NDArray[np.uint64]
    cells: NDArray[np.uint64]
    images: NDArray[np.uint8]
    inverse: NDArray[np.uint8]
    room: PairRoom
    lines: Lines
    table: tuple[NDArray[np.uint64]]
    path: NDArray[np.uint64]
    children: NDArray[np.uint64]


class _Effort(native.Numbers):
    width: int
    pairing: int
    zoned: int
    pairings: int
    budget: int


class _State(native.Numbers):
    row: int
    step: int
    pn: int
    dn: int
    expanded: int


class HoldingSearch:
    """The search for one problem and its table; ``nodes`` counts expanded positions."""

    def __init__(
        self, problem: Achievement, limits: Limits, width: int | None = None, bits: int = TABLE_BITS
    ) -> None:
        if problem.cells > MOST_CELLS:
            raise ValueError(f"a board of more than {MOST_CELLS} cells")
        self.problem, self.limits = problem, limits
        masks, cells = problem.masks("attack"), problem.cells
        self.many = MANY_SETS < len(masks) <= MOST_ZONED
        self.width = WIDTHS[self.many] if width is None else width
        words = self.words = 1 if cells <= 64 else 2
        lines = rows_room(masks if len(masks) > FEW_ROWS else (), cells)
        self.pairing = ROW_PAIRING if len(lines.start) else PAIRINGS[self.many]
        self.state = _State()
        self.effort = _Effort(self.width, self.pairing, len(masks) <= MOST_ZONED)
        row, node, child = (
            _engine.constant(f"{name}_{words}") for name in ("row", "node", "child")
        )
        images = problem.symmetries.astype(np.uint8)
        self.board = _Board(
            np.array([self.split(mask) for mask in masks], np.uint64).reshape(-1, words),
            np.array([self.split((1 << cells) - 1)], np.uint64),
            images,
            np.argsort(images, axis=1).astype(np.uint8),
            pair_room(len(masks), words),
            lines,
            (np.zeros((1 << bits, row), np.uint64),),
            np.zeros((cells + 2, node), np.uint64),
            np.zeros(((cells + 2) * cells, child), np.uint64),
        )
        #: A position as the engine takes it; calls are packed once.
        self.position = np.zeros((1, 2, words), np.uint64)
        self._stopping_pairs = self.function("pairs").bind(self.board, self.effort, self.position)
        self._canonical_form = self.function("canonical").bind(self.board, self.position)
        self._reply = self.function("reply").bind(self.board, self.effort, self.position)

    def function(self, name: str) -> native.Function:
        """A function of the engine, for the width of the board."""
        return _engine.function(f"{name}_{self.words}")

    def _size(self, record: str) -> int:
        """The words of a record of the engine."""
        return _engine.constant(f"{record}_{self.words}")

    @property
    def nodes(self) -> int:
        """Expanded positions so far."""
        return self.state.expanded

    def held(self) -> Iterator[tuple[int, int, bool, int]]:
        """The held positions that the table knows: attacker's cells, those that count no more,
        is the attacker to move, and the zone."""
        (rows,) = self.board.table
        turn = 2 * self.words
        disproof, zone = turn + 3, turn + 4
        for row in rows[(rows[:, turn + 1] > 0) & (rows[:, disproof] == 0)]:
            a, d = row[: self.words], row[self.words : turn]
            yield joined(a), joined(d), int(row[turn]) == MAKER, joined(row[zone:])

    def pairs(self, a: int, d: int, budget: int) -> list[tuple[int, int]]:
        """Disjoint pairs of which each live set of the attacker's holds one; none if none were
        found. Sought where the search seeks them, in the position's canonical form."""
        symmetry = self._canonical(a, d)
        self.effort.budget = budget
        found = self._stopping_pairs()
        back = np.argsort(self.problem.symmetries[symmetry]).tolist()
        ends = [[back[cell] for cell in bits(pair)] for pair in self._pairs(found)]
        return [(min(pair), max(pair)) for pair in ends]

    def _pairs(self, count: int) -> list[int]:
        """The pairs found last, as words of two bits."""
        return [joined(row) for row in self.board.room.pairs[: max(count, 0)]]

    def holds(self, a: int, d: int, attacker_moves: bool, most: int) -> bool | None:
        """Was it found that the defender holds? ``None`` when ``most`` expansions did not tell."""
        self._canonical(a, d)
        turn = MAKER if attacker_moves else BREAKER
        self.function("begin")(self.board, self.state, self.position, turn)
        until = self.nodes + most
        while self.nodes < until:
            self.limits.check()
            step = min(SLICE, until - self.nodes)
            if self.function("search")(self.board, self.effort, self.state, step):
                return self.state.dn == 0
            self.limits.progress(f"{self.nodes} positions expanded")
        return None

    def served(self, a: int, d: int, moves: int) -> tuple[int, list[tuple[int, int]]]:
        """The attacker's ``moves`` that an answer and pairs serve, and those: for each answer
        a row with it twice, then its pairs."""
        symmetry = self._canonical(a, d)
        to = self.problem.symmetries[symmetry].tolist()
        back = np.argsort(to).tolist()
        left = np.array([self.split(moved(moves, to))], np.uint64)
        cover = self.function("cover")
        answers: list[tuple[int, list[tuple[int, int]]]] = []
        for cell in sorted(to[move] for move in bits(moves)):
            if not joined(left[0]) >> cell & 1:
                continue
            found = cover(self.board, self.effort, self.position, cell, left)
            if found >= 0:
                ends = [bits(pair) for pair in self._pairs(found >> 8)]
                rows = [(back[found & 255], back[found & 255])]
                rows += [(back[one], back[two]) for one, two in ends]
                answers.append((moves & ~_union(rows), rows))
        served = moves & ~moved(joined(left[0]), back)
        kept: list[tuple[int, int]] = []
        missing = served
        while missing:  # greedily, the answer first that serves most
            word, rows = max(answers, key=lambda one: (one[0] & missing).bit_count())
            missing &= ~word
            kept += rows
        return served, kept

    def reply(self, a: int, d: int) -> int:
        """The defender's move at a position that he holds, as the search looked at it.

        Raises ``LimitReached`` where the moves that the search tries hold it no more: a move
        that an answer's zone left out may need one that is not among them.
        """
        symmetry = self._canonical(a, d)
        move = self._reply()
        if move < 0 and self.holds(a, d, attacker_moves=False, most=1 << 40):
            # The table had lost what it knew; not so again at once.
            move = self._reply()
        if move < 0:
            raise LimitReached("search width")
        return int(self.problem.symmetries[symmetry].tolist().index(move))

    def _canonical(self, a: int, d: int) -> int:
        """Set ``position`` to the canonical form of this one; by which symmetry."""
        self.position[0] = self.split(a), self.split(d)
        return self._canonical_form()

    def split(self, word: int) -> tuple[int, ...]:
        """A set of cells as the engine's words."""
        return tuple(word >> 64 * i & (1 << 64) - 1 for i in range(self.words))


def joined(words: NDArray[np.uint64]) -> int:
    """Words as one number."""
    found: int = sum(word << 64 * i for i, word in enumerate(words.tolist()))
    return found


def _union(rows: list[tuple[int, int]]) -> int:
    """The cells of the rows as a word."""
    found = 0
    for one, two in rows:
        found |= 1 << one | 1 << two
    return found


class _Writer:
    """Writes down the strategy that a search has found.

    The positions are those of the checker of ``positional-strategy``: without the cells that
    are dead for both players.
    """

    def __init__(self, search: HoldingSearch) -> None:
        self.search = search
        self.rules = Rules(search.problem)
        self.symmetries = search.problem.symmetries.tolist()
        self.begun = False

    def turned(self, a: int, d: int) -> tuple[Words, int]:
        """The position without its dead cells, turned into its least image, and by which
        symmetry."""
        a, d = self.rules.alive(a, d, UNLIMITED)
        images = [(moved(a, to), moved(d, to)) for to in self.symmetries]
        least = min(images)
        return least, images.index(least)

    def write(self, a: int, d: int, attacker_moves: bool) -> Strategy:
        """The strategy from a position that the search holds."""
        result = Strategy(False)
        whole, attack = self.rules.whole, self.rules.attack
        if not attacker_moves:
            if attack.scan(a, d, UNLIMITED)[2] < whole:
                return result
            result.opening = self.search.reply(a, d)
            d |= 1 << result.opening
        if 2 * attack.scan(a, d, UNLIMITED)[2] < whole:
            return result
        root, result.symmetry = self.turned(a, d)
        write(result, root, self.expand, self.search.limits)
        return result

    def expand(self, a: int, d: int) -> Written:
        """The defender's answers to every move of the attacker that needs one."""
        budget, self.begun = self.search.pairing if self.begun else AT_START, True
        pairs = self.search.pairs(a, d, budget)
        if pairs:
            return [], [], pairs
        attack, whole = self.rules.attack, self.rules.whole
        ends = self.rules.defend.completing(d, a)
        asked = 0
        for move in bits(self.rules.board & ~(a | d)):
            if not ends & ~(1 << move) and attack.scan(a | 1 << move, d, UNLIMITED)[2] >= whole:
                asked |= 1 << move
        served, rows = self.search.served(a, d, asked)
        edges: Edges = []
        for move in bits(asked & ~served):
            grown = a | 1 << move
            reply = self.search.reply(grown, d)
            stones = d | 1 << reply
            if 2 * attack.scan(grown, stones, UNLIMITED)[2] < whole:
                edges.append((move, reply, None, 0))
                continue
            child, symmetry = self.turned(grown, stones)
            edges.append((move, reply, child, symmetry))
        return edges, [], rows


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
    if (moving and search.pairs(a, d, AT_START)) or search.holds(a, d, moving, most):
        return search
    return None


def hold(
    problem: Achievement, limits: Limits, most: int, bits: int = TABLE_BITS
) -> Strategy | None:
    """The defender's strategy, if one is found within ``most`` expansions; it ends in pairs.
    As :func:`searched`."""
    search = searched(problem, limits, most, bits)
    return None if search is None else written(search)


def written(search: HoldingSearch) -> Strategy:
    """The strategy of a search that found its problem held. Raises ``LimitReached``."""
    problem = search.problem
    strategy = _Writer(search).write(problem.attacker, problem.defender, problem.attacker_to_move)
    strategy.stats = {"nodes": search.nodes, "pairings": search.effort.pairings}
    return strategy
