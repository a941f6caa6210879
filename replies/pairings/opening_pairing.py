"""Breaker's replies by an opening pairing.

Helper of :mod:`gameproof.certificates.pairings.opening_pairing`. A reply is given when after it
every line that Breaker has not met has a pair of its own or lies in a region that Breaker
holds: that proves the reply by itself, whichever way the stones came about. Before a
pairing exists the stones are looked up in the certificate's tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gameproof.certificates.pairings.opening_pairing_tables import (
    Content,
    Integers,
    Node,
    Tables,
    after,
    bits,
    breaker_wins,
    mask_of,
    read,
    stabiliser,
)
from gameproof.games.positional import OTHER, Position


@dataclass(frozen=True, slots=True)
class Placed:
    """A region turned to the board: its cells and its lines, as bit masks over cells."""

    cells: int
    lines: tuple[int, ...]


def reply(position: Position, certificate: Content) -> int | None:
    """Breaker's cell, or ``None`` when he is not to move or the stones left the strategy.

    O(orders of Maker's stones in the tree * branches * pairing) at worst.
    """
    maker = _maker(position, certificate)
    breaker = OTHER[maker]
    if position.to_move != breaker or position.result() is not None:
        return None
    begun = {"first": set(certificate.first), "second": set(certificate.second)}
    stones = Node(position.stones(maker), position.stones(breaker))
    if not begun[maker] <= stones.maker or not begun[breaker] <= stones.breaker:
        return None
    tables = read(position, maker, certificate)
    found = _reply(tables, stones, ())
    if found is not None:
        return found
    root = Node(frozenset(begun[maker]), frozenset(begun[breaker]))
    if certificate.start != -1:
        if stones == root:
            return int(certificate.start)
        root = after(tables, root, None, certificate.start)
    return next(_looked_up(tables, 0, root, stones, np.arange(tables.cells)), None)


def _maker(position: Position, certificate: Content) -> str:
    """Whoever was to move at the root, or the other one if the certificate starts with Breaker."""
    played = len(position.first) + len(position.second)
    played -= len(certificate.first) + len(certificate.second)
    began = position.to_move if played % 2 == 0 else OTHER[position.to_move]
    return began if certificate.start == -1 else OTHER[began]


def _reply(
    tables: Tables, stones: Node, regions: tuple[Placed, ...], only: int | None = None
) -> int | None:
    """A cell after which pairs and these regions hold all lines; ``only`` that cell, if given."""
    closed = mask_of(stones.breaker)
    free = ((1 << tables.cells) - 1) & ~closed & ~mask_of(stones.maker)
    open_lines = [mask for mask in tables.masks if not mask & closed]
    meets = {cell: sum(mask >> cell & 1 for mask in open_lines) for cell in bits(free)}
    cells = sorted(meets, key=lambda cell: (-meets[cell], cell)) if only is None else [only]
    broken = [region for region in regions if not _held(region, free, closed)]
    if len(broken) > 1:
        return None
    inside = 0
    for region in regions:
        inside |= region.cells
    covered = {line for region in regions for line in region.lines}
    for cell in cells:
        bit = 1 << cell
        if broken and not _held(broken[0], free & ~bit, closed | bit):
            continue
        outside = free & ~inside & ~bit
        rest = [m & outside for m in open_lines if not m & bit and m not in covered]
        if 2 * len(rest) <= outside.bit_count() and _has_pairing(rest):
            return cell
    return None


def _held(region: Placed, free: int, closed: int) -> bool:
    """Maker to move: does Breaker get a cell of each line of the region that he lacks?"""
    place = {cell: k for k, cell in enumerate(bits(region.cells))}
    return breaker_wins(
        frozenset(
            sum(1 << place[cell] for cell in bits(line & region.cells & free))
            for line in region.lines
            if not line & closed
        )
    )


def _has_pairing(lines: list[int]) -> bool:
    """Can every line (a mask of free cells) be given two cells of its own?"""
    owner: dict[int, int] = {}
    for line in range(len(lines)):
        for _ in range(2):
            asked: dict[int, tuple[int, int]] = {line: (-1, -1)}
            queue = [line]
            for at in queue:
                loose = next((c for c in bits(lines[at]) if c not in owner), None)
                if loose is not None:
                    while at >= 0:
                        owner[loose] = at
                        loose, at = asked[at]
                    break
                for cell in bits(lines[at]):
                    if owner[cell] not in asked:
                        asked[owner[cell]] = (cell, at)
                        queue.append(owner[cell])
            else:
                return False
    return True


def _looked_up(
    tables: Tables, number: int, node: Node, stones: Node, to: Integers
) -> Iterator[int]:
    """Replies that the tree below a node gives; ``to`` takes the node's cells to the board's.

    Every order of Maker's stones is tried, as far as Breaker's replies are on the board.
    """
    known = {int(to[cell]) for cell in node.maker}
    last = len(known) + 1 == len(stones.maker)
    elements = stabiliser(tables, node)
    for branch in range(tables.branches[number], tables.branches[number + 1]):
        answer = tables.answers[branch]
        for turned in _different(to[elements], answer):
            cell = None if answer == -1 else int(turned[answer])
            if cell is not None and cell not in stones.breaker:
                if not last or cell in stones.maker:
                    continue
                found = _reply(tables, stones, _placed(tables, branch, turned), cell)
            else:
                found = _reply(tables, stones, _placed(tables, branch, turned))
            if found is not None:
                yield found
    for child in range(tables.children[number], tables.children[number + 1]):
        move, answer = tables.moves[child], tables.replies[child]
        for stone in sorted(stones.maker - known):
            for element in elements[to[elements[:, move]] == stone]:
                turned = to[element]
                cell = int(turned[answer])
                if last:
                    if cell not in stones.maker and cell not in stones.breaker:
                        yield cell
                elif cell in stones.breaker:
                    below = after(tables, node, move, answer)
                    yield from _looked_up(tables, child + 1, below, stones, turned)


def _different(rows: Integers, answer: int) -> Iterator[Integers]:
    """The rows without repetition; one row where the branch serves every move (answer -1)."""
    seen = set()
    for row in rows:
        key = row.tobytes() if answer != -1 else b""
        if key not in seen:
            seen.add(key)
            yield row


def _placed(tables: Tables, branch: int, to: Integers) -> tuple[Placed, ...]:
    placed = []
    for number in tables.used[tables.used_ends[branch] : tables.used_ends[branch + 1]]:
        region = tables.regions[number]
        lines = tuple(_turned(tables.masks[line], to) for line in bits(region.lines))
        placed.append(Placed(_turned(region.cells, to), lines))
    return tuple(placed)


def _turned(mask: int, to: Integers) -> int:
    return sum(1 << int(to[cell]) for cell in bits(mask))
