"""Writes down what a search for the defender has found, as zones built from pairs upwards.

A *zone* with *stones* says: where the defender owns the stones, the attacker no cell of the
zone, and the attacker is to move, the defender stops every set, whoever owns the rest. So what
was written for one position serves others, turned by a symmetry too, and before anything is
written for a position the zones known are looked through: one that needs one stone more is an
answer there, and only the attacker's moves that no answer serves are asked of the search.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import reduce
from operator import and_, or_

import numpy as np

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.positional.holding_search import AT_START, HoldingSearch
from gameproof.solvers.positional.positional_search import moved

ROOM = 1 << 12


@dataclass(slots=True)
class Zone:
    """A node: its zone and stones, and its pairs or its answers (cell, node, symmetry)."""

    zone: int
    stones: int
    pairs: list[tuple[int, int]] = field(default_factory=list)
    answers: list[tuple[int, int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Answer:
    """The cell, the node and its symmetry; the node's zone with the cell, its stones without."""

    cell: int
    node: int
    symmetry: int
    zone: int
    stones: int


class ZoneWriter:
    """The zones written so far, and all their images: zone, stones, the node's number
    and the symmetry's."""

    def __init__(self, search: HoldingSearch) -> None:
        self.search = search
        problem = search.problem
        self.board = (1 << problem.cells) - 1
        self.symmetries: list[list[int]] = problem.symmetries.tolist()
        self.through = [0] * problem.cells
        masks = problem.masks("attack")
        for number, mask in enumerate(masks):
            for cell in bits(mask):
                self.through[cell] |= 1 << number
        self.sets = (1 << len(masks)) - 1
        self.zones: list[Zone] = []
        self.images: list[tuple[int, int, int, int]] = []
        self.rows = np.zeros((ROOM, 2, search.words), np.uint64)
        self.found = np.zeros((ROOM, 2), np.int64)
        self.position = np.zeros((1, 2, search.words), np.uint64)
        self._bind()

    def _bind(self) -> None:
        search = self.search
        self.serving = search.function("serving").bind(
            search.effort, self.rows, self.position, self.found
        )

    def write(self, a: int, d: int) -> tuple[int, int]:
        """A node, and the symmetry that takes it to where it serves the position, which the
        search holds with the attacker to move."""
        serves, answers = self.known(a, d)
        if serves is not None:
            return serves
        pairs = self.search.pairs(a, d, self.search.pairing if self.zones else AT_START)
        if pairs or self.stopped(d) == self.sets:
            return self.leaf(d, pairs), 0
        free = self.board & ~(a | d)
        while left := free & _common(answers):
            if len(self.zones) % 64 == 0:
                self.search.limits.check()
                self.search.limits.progress(f"writing zones, {len(self.zones)} so far")
            grown = a | left & -left
            self.write(grown, d | 1 << self.search.reply(grown, d))
            # What has been written for the answer may serve without it.
            serves, answers = self.known(a, d)
            if serves is not None:
                return serves
        return self.joined(free, d, answers), 0

    def stopped(self, d: int) -> int:
        """The sets with one of these cells, a bit each."""
        return reduce(or_, (self.through[cell] for cell in bits(d)), 0)

    def leaf(self, d: int, pairs: list[tuple[int, int]]) -> int:
        """A zone of pairs, with as few of the stones and then of the pairs as serve."""
        serves = {pair: self.through[pair[0]] & self.through[pair[1]] for pair in pairs}
        needy = self.sets & ~reduce(or_, serves.values(), 0)
        for cell in sorted(bits(d), key=lambda cell: (self.through[cell] & needy).bit_count()):
            if not needy & ~self.stopped(d & ~(1 << cell)):
                d &= ~(1 << cell)
        needy = self.sets & ~self.stopped(d)
        for pair in pairs:
            if not needy & ~reduce(or_, (serves[p] for p in serves if p != pair), 0):
                del serves[pair]
        zone = sum(1 << one | 1 << two for one, two in serves)
        return self.add(Zone(zone, d, pairs=list(serves)))

    def joined(self, free: int, d: int, answers: list[_Answer]) -> int:
        """A zone from answers that together serve every move: greedily, the answer first that
        leaves the fewest moves and adds least."""
        left, zone, stones = free, 0, 0
        chosen: list[_Answer] = []
        while left:
            answers = [one for one in answers if left & ~one.zone]
            costs = [
                8 * (left & one.zone).bit_count()
                + 2 * (one.zone & free & ~zone).bit_count()
                + 3 * (one.stones & ~stones).bit_count()
                for one in answers
            ]
            best = answers[costs.index(min(costs))]
            chosen.append(best)
            left &= best.zone
            zone |= best.zone
            stones |= best.stones
        for one in list(chosen):
            rest = [other for other in chosen if other is not one]
            if rest and not free & _common(rest):
                chosen = rest
        zone = reduce(or_, (one.zone for one in chosen))
        # A cell in every zone is one of the defender's: there is no move on it.
        stones = reduce(or_, (one.stones for one in chosen)) | _common(chosen) & d
        rows = [(one.cell, one.node, one.symmetry) for one in chosen]
        return self.add(Zone(zone & ~stones, stones, answers=rows))

    def add(self, zone: Zone) -> int:
        """Keep a zone and its images; its number."""
        node = len(self.zones)
        self.zones.append(zone)
        while len(self.images) + len(self.symmetries) > len(self.rows):
            self.rows = np.concatenate([self.rows, np.zeros_like(self.rows)])
            self.found = np.zeros((len(self.rows), 2), np.int64)
            self._bind()
        for number, to in enumerate(self.symmetries):
            z, s = moved(zone.zone, to), moved(zone.stones, to)
            self.rows[len(self.images)] = self.search.split(z), self.search.split(s)
            self.images.append((z, s, node, number))
        return node

    def known(self, a: int, d: int) -> tuple[tuple[int, int] | None, list[_Answer]]:
        """A node with its symmetry that serves the position itself, else all answers whose nodes
        serve after them. O(images)."""
        self.position[0] = self.search.split(a), self.search.split(d)
        self.search.effort.budget = len(self.images)
        count = self.serving()
        if count < 0:
            return self.images[-1 - count][2:], []
        found: list[_Answer] = []
        for place, cell in self.found[:count].tolist():
            zone, stones, node, number = self.images[place]
            found.append(_Answer(cell, node, number, zone | 1 << cell, stones & d))
        return None, found


def _common(answers: list[_Answer]) -> int:
    """The cells on which no answer serves a move."""
    return reduce(and_, (one.zone for one in answers), -1)


@dataclass(frozen=True, slots=True)
class Zones:
    """The defender's strategy: he begins with ``opening`` if he is to move (else -1), and the last
    of the zones, taken to its place by the symmetry ``turn``, serves from there on."""

    zones: list[Zone]
    turn: int
    opening: int


def zones_of(search: HoldingSearch) -> Zones:
    """The zones of a search that found its problem held. Raises ``LimitReached``."""
    problem = search.problem
    a, d, opening = problem.attacker, problem.defender, -1
    if not problem.attacker_to_move and (1 << problem.cells) - 1 & ~(a | d):
        opening = search.reply(a, d)
        d |= 1 << opening
    writer = ZoneWriter(search)
    root, turn = writer.write(a, d)
    return Zones(needed(writer.zones, root), turn, opening)


def needed(zones: list[Zone], root: int) -> list[Zone]:
    """The zones that the root needs, numbered anew, the root last. O(size)."""
    reached = {root}
    for node in range(root, -1, -1):
        if node in reached:
            reached.update(child for _, child, _ in zones[node].answers)
    number = {node: i for i, node in enumerate(sorted(reached))}
    return [
        replace(one, answers=[(cell, number[child], g) for cell, child, g in one.answers])
        for node, one in enumerate(zones)
        if node in reached
    ]
