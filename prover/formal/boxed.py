"""Rule ``answers`` for strategies that are played in a box of the board.

The plain checker counts the other player's moves outside of the box, by its sides. Here each is a
cell: a node is written once for every set of cells outside that he may own when it is reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from gameproof.certificates.strategies.positional_box import checker_of
from gameproof.certificates.strategies.positional_checker import UNLIMITED
from gameproof.certificates.strategies.positional_strategy import proof_rows
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.boards.positional_shapes import cell_at, place
from gameproof.games.positional import Position
from gameproof.games.sets.zone_board import Box, zone_board
from gameproof.prover.formal.numbers import NotCovered, Numbers
from gameproof.prover.formal.written_strategy import Node, Writer, sequences, words_of

MOST = 20_000
"""Nodes."""
Key = tuple[int, int]


def of_box(position: Position, certificate: Any) -> Numbers:
    """The step; raises :class:`NotCovered` for too many nodes, and for symmetries."""
    ((attacker, _, opening, root, _),) = proof_rows(certificate)
    low, size = certificate.box
    zone = zone_board(position, attacker, low, size)
    checker = checker_of(zone, certificate)
    table = checker.table
    if any(to != [*range(zone.cells)] for to in table.permutations):
        raise NotCovered("symmetries of a box")
    where = Cells(position, low, size, zone.barred)
    writer = Writer(position, attacker)
    start = writer.start()
    a, d = zone.attacker, zone.defender
    if opening != -1:
        a |= 1 << opening
        cell = where.real[opening]
        if whole := writer.whole(start.least | 1 << cell, cell):
            return writer.step(True, cell, [], [whole, 0])
        start = Node(start.most, start.least | 1 << cell, start.open & ~writer.through[cell])
    checker.reach(root, 0, a, d, UNLIMITED, -1)
    outside = start.most & ~where.inside
    met: dict[Key, int] = {(root, outside): start.open}
    after: dict[Key, list[tuple[int, int, Key | int]]] = {}
    words = words_of(checker, root, wins=True)
    keys: dict[int, list[int]] = {root: [outside]}
    for node, (a, d) in words.items():
        own = where.mask(a & ~d)
        for taken in keys.get(node, []):
            told = after[node, taken] = []
            for edge in table.edges_of(node):
                reply = where.real[table.replies[edge]]
                whole = writer.whole(own | 1 << reply, reply)
                left = met[node, taken] & ~writer.through[reply]
                for move in where.cells(table.moves[edge], taken):
                    if whole is not None:
                        told.append((move, reply, whole))
                        continue
                    key = (table.children[edge], taken | 1 << move & ~where.inside)
                    if key not in met:
                        keys.setdefault(key[0], []).append(key[1])
                    met[key] = met.get(key, 0) | left
                    told.append((move, reply, key))
            if len(met) > MOST:
                raise NotCovered(f"a strategy of more than {MOST} positions")
    number: dict[Key, int] = {}
    for node, (a, d) in reversed(words.items()):
        edges = mask_of(table.moves[edge] for edge in table.edges_of(node))
        asked = checker.answers(checker.board & ~(a | d)) & ~edges
        beaten = sequences(checker, a, d, table.lines_of(node), asked)
        for taken in keys.get(node, []):
            here = Node(where.mask(d & where.box) | taken, where.mask(a & ~d), met[node, taken])
            number[node, taken] = writer.add(
                here,
                [
                    [move, reply, to if isinstance(to, int) else 2 * number[to], 0]
                    for move, reply, to in after[node, taken]
                ],
                [
                    (
                        [x for move in moves for x in where.cells(move, taken)],
                        tuple((where.real[c], where.real[y]) for c, y in line),
                    )
                    for moves, line in beaten
                ],
            )
    first = -1 if opening == -1 else where.real[opening]
    return writer.step(True, first, [], [2 * number[root, outside], 0])


class Cells:
    """Which cells of the board the zone's are."""

    def __init__(
        self, position: Position, low: list[int], size: list[int], barred: Iterable[int]
    ) -> None:
        box, board = Box(position, low, size), position.board
        self.real: list[int] = []
        for one in box.number:
            cell = cell_at(board, one)
            if cell is None:  # redundant: a box is a part of the board
                raise NotCovered("a box with places that are no cells")
            self.real.append(cell)
        self.box = (1 << len(self.real)) - 1
        self.inside = mask_of(self.real)
        sides: dict[int, int] = dict.fromkeys(box.sides(), 0)
        for cell in range(board.cells):
            if not self.inside >> cell & 1:
                sides[box.side(place(board, cell))] |= 1 << cell
        self.sides = [*zip(barred, sides.values(), strict=False)]

    def mask(self, word: int) -> int:
        """The cells of the box among these, as cells of the board."""
        return mask_of(self.real[cell] for cell in members(word & self.box))

    def cells(self, move: int, taken: int) -> Iterator[int]:
        """The cells of the board that a move of the zone may be, where these are taken outside."""
        if self.box >> move & 1:
            yield self.real[move]
            return
        for counters, side in self.sides:
            if counters >> move & 1:
                yield from members(side & ~taken)
