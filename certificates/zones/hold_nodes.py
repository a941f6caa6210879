"""The nodes of ``hold``: zone, stones and stopped sets of each, level by level.

Helper of :mod:`gameproof.certificates.zones.hold`, which says what a node claims.
Sets of cells, and sets of the blocked player's sets, are rows of 64-bit words. What comes from the
node itself is worked out for all nodes at once, what comes from earlier nodes for all nodes that
lie equally deep.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.zones.turned_sets import AT_ONCE, Ints, sets_turned

WORD = 64
MOST_WORDS = 1 << 27
"""A gigabyte; nodes of which nothing is listed take no room in a file."""
DEEPEST = 4
"""Times the number of cells: every proof is shallower, and a level has its cost."""

MOST_PLACES = 1 << 26
"""Cells times sets of the largest board on which sets own cells."""
NOBODY, SPARE = -1, -2
"""Cells that are none of a node's, and those of its cells that no set owns."""

BITS_OF_OCTETS = np.array([number.bit_count() for number in range(256)], np.uint8)

Words = NDArray[np.uint64]


@dataclass(frozen=True)
class Lists:
    """Entries of all nodes, one node after the other: node i has ``rows[ends[i]:ends[i + 1]]``."""

    ends: Ints
    rows: Ints

    @cached_property
    def owners(self) -> Ints:
        """The node of each row."""
        return np.repeat(np.arange(len(self.ends) - 1), np.diff(self.ends))


def entries(lists: Lists, node: int) -> Ints:
    """The rows of one node."""
    return lists.rows[int(lists.ends[node]) : int(lists.ends[node + 1])]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a certificate lists: stones (cells), pairs (two cells each), parts (node, permutation)
    and answers (cell, node, permutation); the nodes ``owned``, and for each a row of ``owners``:
    the set that owns each cell, ``SPARE`` or ``NOBODY``."""

    stones: Lists
    pairs: Lists
    parts: Lists
    answers: Lists
    owned: Ints
    owners: Ints


class Nodes:
    """Zone, stones and stopped sets of every node, as words; and its ``core``, the cells of its
    zone that no exchange leaves to the other."""

    def __init__(
        self,
        cells: int,
        sets: Sequence[Sequence[int]],
        permutations: Ints,
        evidence: Evidence,
    ) -> None:
        """Raises ``Rejected``. O(entries * (cells + sets) / 64 + turned partial nodes * sets)."""
        self.cells, self.evidence = cells, evidence
        if len(evidence.stones.ends) * (2 * cells + len(sets)) > WORD * MOST_WORDS:
            raise Rejected("there are too many nodes for a board of this size")
        self.permutations = permutations
        if (np.sort(permutations, axis=1) != np.arange(cells)).any():
            raise Rejected("a symmetry is not a permutation")
        self.units = words_of(np.eye(cells, dtype=bool))
        self.given = sets
        self.sets = sorted({tuple(sorted(one)) for one in sets})
        place = {one: i for i, one in enumerate(self.sets)}
        self.order = np.array([place[tuple(sorted(one))] for one in sets], np.int64)
        self.set_permutations = sets_turned(permutations, self.sets)
        if (self.set_permutations < 0).any():
            raise Rejected("a symmetry does not keep the sets")
        through = np.zeros((cells, len(self.sets)), bool)
        for number, members in enumerate(self.sets):
            through[list(members), number] = True
        self.through = words_of(through)
        self.every = words_of(np.ones((1, len(self.sets)), bool))[0]
        self._own()
        self._levels()

    @property
    def whole(self) -> NDArray[np.bool_]:
        """Which nodes stop all sets."""
        found: NDArray[np.bool_] = (self.stopped == self.every).all(axis=1)
        return found

    def _own(self) -> None:
        """What the nodes have of themselves: their stones and pairs."""
        stones, pairs = self.evidence.stones, self.evidence.pairs
        self.stones = gathered(self.units, stones.rows, stones.ends)
        self.zone = gathered(self.units, pairs.rows.ravel(), 2 * pairs.ends)
        many = np.diff(stones.ends) + 2 * np.diff(pairs.ends)
        shared = sizes(self.zone | self.stones) != many
        if shared.any():
            node = int(np.flatnonzero(shared)[0])
            raise Rejected(f"the pairs and stones of node {node} share a cell")
        self.stopped = gathered(self.through, stones.rows, stones.ends)
        self.stopped |= gathered(self.through, pairs.rows, pairs.ends)
        self.core = self.zone
        nodes, owners = self.evidence.owned, self.evidence.owners
        if len(nodes):
            if self.cells * len(self.sets) > MOST_PLACES:
                raise Rejected("the board is too large for sets that own cells")
            self.core = self.zone.copy()
            step = 16 * AT_ONCE // self.cells + 1
            for low in range(0, len(nodes), step):
                at = slice(low, low + step)
                self._exchange(nodes[at], owners[at])

    def _exchange(self, nodes: Ints, owners: Ints) -> None:
        """Sets with two cells of their own each. Whoever owns a cell that can be reached from a
        spare one, a set taking a cell of its own and letting go one, can do without it."""
        mine = owners != NOBODY
        zone = words_of(mine)
        shared = (zone & (self.zone[nodes] | self.stones[nodes])).any(axis=1)
        if shared.any():
            raise Rejected(f"the cells of node {int(nodes[shared][0])} are listed twice")
        row, cell = np.nonzero(owners >= 0)
        own = self.order[owners[row, cell]]
        if not inside(self.through[cell], own).all():
            raise Rejected("a set owns a cell that is not its own")
        counts = np.bincount(row * len(self.sets) + own, minlength=len(nodes) * len(self.sets))
        if ((counts != 0) & (counts != 2)).any():
            raise Rejected("a set does not own two cells")
        reached = owners == SPARE
        fresh, touched = (
            np.nonzero(reached),
            np.zeros((len(nodes), self.through.shape[1]), np.uint64),
        )
        while len(fresh[0]):
            at, starts = np.unique(fresh[0], return_index=True)
            touched[at] |= np.bitwise_or.reduceat(self.through[fresh[1]], starts, axis=0)
            new = inside(touched[row], own)
            fresh = row[new], cell[new]
            reached[fresh] = True
            row, cell, own = row[~new], cell[~new], own[~new]
        self.zone[nodes] |= zone
        self.core[nodes] |= words_of(mine & ~reached)
        self.stopped[nodes] |= words_of(counts.reshape(len(nodes), -1) == 2)

    def _levels(self) -> None:
        """Parts and answers, the nodes that need no later level first."""
        parts, answers = self.evidence.parts, self.evidence.answers
        deep = depths(self.cells, len(self.zone), parts, answers, len(self.permutations))
        deepest = int(deep.max(initial=0))
        levels = []
        for lists in (parts, answers):
            level = deep[lists.owners]
            order = np.argsort(level, kind="stable")
            ends = np.searchsorted(level[order], np.arange(1, deepest + 2))
            levels.append([order[low:high] for low, high in pairwise(ends)])
        for joined, answered in zip(*levels, strict=True):
            self._join(joined)
            self._answer(answered)

    def _join(self, rows: Ints) -> None:
        """Leaves with parts: all that the parts hold beside each other."""
        owners = self.evidence.parts.owners[rows]
        own, starts = np.unique(owners, return_index=True)
        ends = np.append(starts, len(rows))
        for low, high in blocks(ends):
            at, nodes = slice(int(ends[low]), int(ends[high])), own[low:high]
            child, turn = self.evidence.parts.rows[rows[at]].T
            within = ends[low : high + 1] - ends[low]
            zone = core = self.turned(self.zone[child], turn)
            if (self.core[child] != self.zone[child]).any():
                core = self.turned(self.core[child], turn)
            many = sizes(self.zone[nodes]) + np.add.reduceat(sizes(zone), within[:-1])
            self.zone[nodes] |= reduced(np.bitwise_or, zone, within)
            shared = sizes(self.zone[nodes]) != many
            if shared.any():
                raise Rejected(f"the parts of node {int(nodes[shared][0])} share a cell")
            stones = self.turned(self.stones[child], turn)
            self.stones[nodes] |= reduced(np.bitwise_or, stones, within)
            self.stopped[nodes] |= reduced(np.bitwise_or, self.turned_sets(child, turn), within)
            self.zone[nodes] &= ~self.stones[nodes]
            if self.core is not self.zone:
                self.core[nodes] |= reduced(np.bitwise_or, core, within)
                self.core[nodes] &= ~self.stones[nodes]

    def _answer(self, rows: Ints) -> None:
        """Nodes with answers: every move has one that does without it."""
        owners = self.evidence.answers.owners[rows]
        own, starts = np.unique(owners, return_index=True)
        ends = np.append(starts, len(rows))
        for low, high in blocks(ends):
            at = slice(int(ends[low]), int(ends[high]))
            cell, child, turn = self.evidence.answers.rows[rows[at]].T
            nodes, within = own[low:high], ends[low : high + 1] - ends[low]
            here = self.turned(self.zone[child], turn) | self.units[cell]
            core = here
            if self.core is not self.zone:
                core = self.turned(self.core[child], turn) | self.units[cell]
            needed = self.turned(self.stones[child], turn) & ~self.units[cell]
            stones = self.stones[nodes] | reduced(np.bitwise_or, needed, within)
            unserved = (reduced(np.bitwise_and, core, within) & ~stones).any(axis=1)
            if unserved.any():
                raise Rejected(
                    f"a move in the zone of node {int(nodes[unserved][0])} has no answer"
                )
            self.zone[nodes] = reduced(np.bitwise_or, here, within) & ~stones
            self.core[nodes] = self.zone[nodes]
            self.stones[nodes] = stones
            held = self.turned_sets(child, turn) | self.through[cell]
            self.stopped[nodes] = reduced(np.bitwise_and, held, within)

    def turned(self, words: Words, turns: Ints) -> Words:
        """Sets of cells, each taken where its permutation takes it."""
        return turned(words, turns, self.permutations)

    def turned_sets(self, child: Ints, turns: Ints) -> Words:
        """What the nodes stop where the permutations take them. A permutation keeps the sets, so
        who stops all of them does so everywhere."""
        found: Words = self.stopped[child]
        some = np.flatnonzero((found != self.every).any(axis=1))
        if len(some):
            found[some] = turned(found[some], turns[some], self.set_permutations)
        return found


def inside(words: Words, numbers: Ints) -> NDArray[np.bool_]:
    """Is the number of each row in its set?"""
    bits = words[np.arange(len(numbers)), numbers // WORD] >> (numbers % WORD).astype(np.uint64)
    found: NDArray[np.bool_] = (bits & np.uint64(1)).astype(bool)
    return found


def words_of(flags: NDArray[np.bool_]) -> Words:
    """Rows of truth values as rows of words, at least one word each. O(size)."""
    octets = np.packbits(flags, axis=1, bitorder="little")
    width = max(1, -(-octets.shape[1] // 8)) * 8
    padded = np.zeros((len(flags), width), np.uint8)
    padded[:, : octets.shape[1]] = octets
    return padded.view("<u8").astype(np.uint64)


def flags_of(words: Words, size: int) -> NDArray[np.bool_]:
    """Rows of words as rows of truth values. O(rows * size)."""
    octets = np.ascontiguousarray(words.astype("<u8")).view(np.uint8)
    return np.unpackbits(octets, axis=1, count=size, bitorder="little").astype(bool)


def sizes(words: Words) -> Ints:
    """How many there are in each row. O(size)."""
    found: Ints = BITS_OF_OCTETS[words.view(np.uint8)].sum(axis=1, dtype=np.int64)
    return found


def turned(words: Words, turns: Ints, permutations: Ints) -> Words:
    """Each row taken where the permutation of its number takes it. O(rows * size)."""
    size = permutations.shape[1]
    found = words.copy()
    some = np.flatnonzero(words.any(axis=1))
    some = some[np.argsort(turns[some], kind="stable")]
    starts = np.flatnonzero(np.diff(turns[some], prepend=-1))
    for rows in np.split(some, starts[1:]) if len(some) else []:
        to = permutations[turns[rows[0]]]
        if (to == np.arange(size)).all():
            continue
        back = np.argsort(to)
        for low in range(0, len(rows), AT_ONCE):
            at = rows[low : low + AT_ONCE]
            found[at] = words_of(flags_of(words[at], size)[:, back])
    return found


def blocks(ends: Ints) -> list[tuple[int, int]]:
    """Ranges of nodes with some ``AT_ONCE`` entries each, or a single node."""
    found, low, last = [], 0, len(ends) - 1
    while low < last:
        high = int(np.searchsorted(ends, ends[low] + AT_ONCE, side="right")) - 1
        high = min(max(high, low + 1), last)
        found.append((low, high))
        low = high
    return found


def reduced(operation: np.ufunc, rows: Words, ends: Ints) -> Words:
    """The rows of each node under "and" or "or"; none where a node has no row."""
    found = np.zeros((len(ends) - 1, rows.shape[1]), np.uint64)
    some = ends[1:] > ends[:-1]
    if some.any():
        found[some] = operation.reduceat(rows, ends[:-1][some], axis=0)
    return found


def gathered(table: Words, rows: Ints, ends: Ints) -> Words:
    """For each node what its rows name in the table, together; of a row that names two what is in
    both. Some rows at a time."""
    found = np.zeros((len(ends) - 1, table.shape[1]), np.uint64)
    for low, high in blocks(ends):
        at = table[rows[int(ends[low]) : int(ends[high])]]
        named = at[:, 0] & at[:, 1] if rows.ndim > 1 else at
        found[low:high] = reduced(np.bitwise_or, named, ends[low : high + 1] - ends[low])
    return found


def depths(cells: int, nodes: int, parts: Lists, answers: Lists, permutations: int) -> Ints:
    """How deep each node lies: 0 without parts and answers. Raises ``Rejected`` unless both name
    earlier nodes, and for so many parts or so deep a node that the work would have no bound.
    O(entries)."""
    if np.diff(parts.ends).max(initial=0) > cells:
        raise Rejected("a node has more parts than the board has cells")
    bad = (parts.rows[:, 0] >= parts.owners) | (parts.rows[:, 1] >= permutations)
    if bad.any():
        node = int(parts.owners[bad][0])
        raise Rejected(f"a part of node {node} names no earlier node or permutation")
    cell, child, turn = answers.rows.T
    bad = (cell >= cells) | (child >= answers.owners) | (turn >= permutations)
    if bad.any():
        node = int(answers.owners[bad][0])
        raise Rejected(f"an answer of node {node} names no cell, earlier node or permutation")
    owners = np.concatenate([parts.owners, answers.owners])
    children = np.concatenate([parts.rows[:, 0], answers.rows[:, 1]])
    order = np.argsort(owners, kind="stable")
    found = [0] * nodes
    for owner, child in zip(owners[order].tolist(), children[order].tolist(), strict=True):
        if found[child] >= found[owner]:
            found[owner] = found[child] + 1
    if max(found, default=0) > DEEPEST * cells:
        raise Rejected("parts and answers are nested too deep")
    return np.array(found, np.int64)
