"""Writes down how sets are held: the nodes of a ``hold`` certificate, from pairs upwards.

What a checker would have to find out is written out here: how a small region is held, move by
move until pairs hold the rest, and which answers serve which moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.narrow import small
from gameproof.games.sets.region_play import Region, dangerous, minimal, own_pairs
from gameproof.solvers.bit_sets import bits

Ints = NDArray[np.signedinteger]
NOBODY, SPARE = -1, -2
MOST_TURNS = 1 << 11
"""In larger groups no region is looked for among the images of those written."""


@dataclass(frozen=True, slots=True)
class Node:
    """What the certificate lists of a node; ``owners``: a number a cell, as bytes."""

    stones: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    parts: tuple[tuple[int, int], ...] = ()
    answers: tuple[tuple[int, int, int], ...] = ()
    owners: bytes = b""


class HoldWriter:
    """The nodes written so far; of each its zone and core, cells as bits."""

    def __init__(
        self,
        cells: int,
        sets: Sequence[Sequence[int]],
        group: Ints | None = None,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.cells, self.tick = cells, tick
        self.masks = [sum(1 << cell for cell in one) for one in sets]
        self.group = np.arange(cells)[None, :] if group is None else group
        self.rows: list[list[int]] = self.group.tolist()
        self.nodes: list[Node] = []
        self.zone: list[int] = []
        self.core: list[int] = []
        self.known: dict[Node, int] = {}
        self.regions: dict[frozenset[int], int] = {}
        self.placed: dict[frozenset[int], tuple[int, int]] = {}
        self.play = Region(tick=tick)

    # -- nodes -------------------------------------------------------------------------------

    def leaf(
        self,
        stones: Iterable[int] = (),
        pairs: Iterable[tuple[int, int]] = (),
        parts: Iterable[tuple[int, int]] = (),
        owners: Ints | None = None,
    ) -> int:
        """A node of pairs, of parts (node, turn) and of sets that own cells."""
        stones, pairs, parts = tuple(sorted(stones)), tuple(pairs), tuple(parts)
        node = Node(stones, pairs, parts, (), b"" if owners is None else owners.tobytes())
        zone = word(cell for pair in pairs for cell in pair)
        core = zone
        for child, turn in parts:
            zone |= self.turned(self.zone[child], turn)
            core |= self.turned(self.core[child], turn)
        if owners is not None:
            owned, reached = self.exchange(owners)
            zone, core = zone | owned, core | owned & ~reached
        free = ~word(stones)
        return self._add(node, zone & free, core & free)

    def exchange(self, owners: Ints) -> tuple[int, int]:
        """The cells that sets own or spare, and those of them that can be done without."""
        reached = word(np.flatnonzero(owners == SPARE).tolist())
        own: dict[int, int] = {}
        for cell in np.flatnonzero(owners >= 0).tolist():
            number = int(owners[cell])
            own[number] = own.get(number, 0) | 1 << cell
        zone = reduce(or_, own.values(), reached)
        waiting = list(own)
        while True:
            still = []
            for number in waiting:
                if self.masks[number] & reached:
                    reached |= own[number]
                else:
                    still.append(number)
            if len(still) == len(waiting):
                return zone, reached
            waiting = still

    def answered(self, answers: Iterable[tuple[int, int, int]]) -> int:
        """A node of answers (cell, node, turn) that together serve every move; of two that serve
        the same moves the first is kept."""
        kept: list[tuple[int, int, int]] = []
        zone, core = 0, -1
        for cell, child, turn in answers:
            left = core & (self.turned(self.core[child], turn) | 1 << cell)
            if left != core:
                kept.append((cell, child, turn))
                zone |= self.turned(self.zone[child], turn) | 1 << cell
                core = left
        if core & zone:
            raise RuntimeError("a move has no answer; please report this question")
        return self._add(Node(answers=tuple(kept)), zone, zone)

    def _add(self, node: Node, zone: int, core: int) -> int:
        if node not in self.known:
            self.known[node] = len(self.nodes)
            self.nodes.append(node)
            self.zone.append(zone)
            self.core.append(core)
        return self.known[node]

    def turned(self, mask: int, turn: int) -> int:
        """The cells, taken where the row of the group takes them."""
        if turn == 0:
            return mask
        to = self.rows[turn]
        return word(to[cell] for cell in bits(mask))

    # -- regions -----------------------------------------------------------------------------

    def region(self, traces: Iterable[int]) -> tuple[int, int]:
        """A node that stops every set with one of these traces inside, and a turn; the other is to
        move and completes none of them. Raises ``TooLarge``."""
        traces = frozenset(traces)
        if traces not in self.placed:
            self.placed[traces] = self._placed(traces)
        return self.placed[traces]

    def _placed(self, traces: frozenset[int]) -> tuple[int, int]:
        if not 1 < len(self.group) <= MOST_TURNS:
            return self.held(traces), 0
        cells = list(bits(reduce(or_, traces, 0)))
        images = np.sort(self.group[:, cells], axis=1)
        order = np.lexsort(images.T[::-1])
        least = [g for g in order.tolist() if (images[g] == images[order[0]]).all()]
        turn = min(least, key=lambda g: sorted(self.turned(trace, g) for trace in traces))
        node = self.held(frozenset(self.turned(trace, turn) for trace in traces))
        return node, self.inverse(turn)

    def inverse(self, turn: int) -> int:
        """The row that takes back what this one does."""
        back = np.argsort(self.group[turn])
        return int(np.flatnonzero((self.group == back).all(axis=1))[0])

    def held(self, traces: frozenset[int]) -> int:
        """A node that stops these traces on their own cells."""
        traces = minimal(traces)
        if traces in self.regions:
            return self.regions[traces]
        pairs = own_pairs(traces)
        if pairs is not None:
            found = self.leaf(pairs=pairs)
        else:
            self.tick()
            found = self.answered(self._answers(traces))
        self.regions[traces] = found
        return found

    def _answers(self, traces: frozenset[int]) -> list[tuple[int, int, int]]:
        """Answers for every move, the moves in many and small traces first."""
        answers: list[tuple[int, int, int]] = []
        left = -1
        for bit in dangerous(traces):
            if not left & bit:
                continue
            after = minimal(trace & ~bit for trace in traces)
            reply = self.play.answer(after)
            if reply is None:
                raise RuntimeError("a region does not hold; please report this question")
            reply = reply or dangerous(after)[0]  # none is needed: any cell helps
            child = self.held(frozenset(trace for trace in after if not trace & reply))
            answers.append((reply.bit_length() - 1, child, 0))
            left &= self.core[child] | reply
        return answers

    def absorbed(self, piece: Hold) -> int:
        """The last node of a certificate about these sets, whose nodes are written here too. O(its
        size)."""
        turns = {row.tobytes(): number for number, row in enumerate(self.group.astype(np.int64))}
        used = [turns[row.tobytes()] for row in piece.permutations.astype(np.int64)]
        owners = np.cumsum(piece.owners, axis=0, dtype=piece.owners.dtype).astype(np.int64)
        rows = dict(zip(piece.owned.tolist(), owners, strict=True))
        nodes: list[int] = []
        for number in range(len(piece.stone_ends) - 1):
            stones, pairs, parts, answers = (
                getattr(piece, f"{name}s")[slice(*getattr(piece, f"{name}_ends")[number:][:2])]
                for name in ("stone", "pair", "part", "answer")
            )
            if len(answers):
                new = [(cell, nodes[child], used[turn]) for cell, child, turn in answers.tolist()]
                nodes.append(self.answered(new))
                continue
            placed = [(nodes[child], used[turn]) for child, turn in parts.tolist()]
            two = [(one, other) for one, other in pairs.tolist()]
            nodes.append(self.leaf(stones.tolist(), two, placed, rows.get(number)))
        return nodes[-1]

    # -- the certificate ---------------------------------------------------------------------

    def certificate(self, player: str, root: int, opening: int = -1) -> Hold:
        """That the root serves the position, as arrays. O(size)."""
        nodes = self.nodes[: root + 1]
        used = {0: 0}
        for node in nodes:
            for *_, turn in (*node.parts, *node.answers):
                used.setdefault(turn, len(used))
        parts = [[(child, used[turn]) for child, turn in node.parts] for node in nodes]
        answers = [[(*row, used[turn]) for *row, turn in node.answers] for node in nodes]
        owned = [number for number, node in enumerate(nodes) if node.owners]
        kind = np.dtype(np.int16 if len(self.masks) < 1 << 15 else np.int32)
        owners = np.array(
            [np.frombuffer(nodes[number].owners, np.int64) for number in owned], kind
        ).reshape(len(owned), self.cells)
        return Hold(
            self.group[list(used)].astype(np.int16),
            *_listed([node.stones for node in nodes], 1),
            *_listed([node.pairs for node in nodes], 2),
            *_listed(answers, 3),
            player=player,
            opening=opening,
            part_ends=_listed(parts, 2)[0],
            parts=_listed(parts, 2)[1],
            owned=small(owned),
            owners=np.diff(owners, axis=0, prepend=np.zeros((1, self.cells), kind)),
        )


def _listed(rows: Sequence[Sequence[object]], width: int) -> tuple[Ints, Ints]:
    """Where the entries of each node end, and the entries."""
    ends = np.cumsum([0, *map(len, rows)])
    flat = np.array([entry for row in rows for entry in row], np.int64)
    return small(ends), small(flat.reshape(-1, width) if width > 1 else flat)


def word(cells: Iterable[int]) -> int:
    """Cells as bits."""
    return sum(1 << cell for cell in cells)
