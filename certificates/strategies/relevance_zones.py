"""Zones of cells in which one player stops every set of the other, built from pairs upwards.

A node says: where the blocking player owns the node's *stones*, the other owns no cell of
its *zone*, and the other is to move, every set is stopped, whoever owns the rest. So one
node serves many positions. A leaf has disjoint pairs of cells, its zone; every set holds
a pair or one of its stones. Another node has answers, each a cell and an earlier node: after
any move outside of that cell and of the zone of that node, the answer is played and that
node goes on. Its stones and zone follow:

    stones = those listed, and those of its answers' nodes without the answers themselves;
    zone   = the answers and the zones of their nodes, without the stones;

and it holds when no cell of the zone lies in all of its answers' zones, each taken with its
answer: whatever the other takes, one answer serves. An answer's node may be turned by a
symmetry of the sets (Hsu, Ko, Chen, Wei, Hsueh, Wu, Theoretical Computer Science 815 (2020);
in Hex the must-play region, Hayward).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import or_

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import blocker, integers, listed, stops
from gameproof.certificates.strategies.positional_table import ends_of, keeping
from gameproof.games.meaning.statement import Forces, Prevents
from gameproof.games.positional import OTHER, Position

BYTE = 8


class RelevanceZones(Certificate, frozen=True, tag="relevance-zones"):
    """``stone_ends``, ``pair_ends`` and ``answer_ends`` (nodes + 1 each) delimit each node's
    entries of ``stones`` (cells), ``pairs`` (two cells each) and ``answers``: cell, earlier node,
    and the row of ``permutations`` that takes this node to its place here. The last node, taken
    to its place by the row ``turn``, is about the position. ``player`` blocks; if he is to move
    there, he takes the cell ``opening`` first (else -1)."""

    permutations: np.ndarray
    stone_ends: np.ndarray
    stones: np.ndarray
    pair_ends: np.ndarray
    pairs: np.ndarray
    answer_ends: np.ndarray
    answers: np.ndarray
    player: str = "second"
    turn: int = 0
    opening: int = -1


class _Turns:
    """The permutations of the certificate on sets of cells, kept as bits of integers."""

    def __init__(self, rows: Sequence[Sequence[int]], cells: int) -> None:
        self.bytes = (cells + BYTE - 1) // BYTE
        self.images: list[list[list[int]]] = []
        for to in rows:
            table: list[list[int]] = []
            for low in range(0, cells, BYTE):
                bits = [1 << to[cell] for cell in range(low, min(low + BYTE, cells))]
                images = [0]
                for bit in bits:
                    images += [image | bit for image in images]
                table.append(images)
            self.images.append(table)

    def image(self, number: int, word: int) -> int:
        """The cells of the word, each taken where the permutation takes it. O(cells / 8)."""
        found = 0
        octets = word.to_bytes(self.bytes, "little")
        for images, octet in zip(self.images[number], octets, strict=True):
            found |= images[octet]
        return found


@dataclass(frozen=True, slots=True)
class _Nodes:
    """What was read: the turns, and each node's (zone, stones) and pairs."""

    turns: _Turns
    known: list[tuple[int, int]]
    pairs: list[list[list[int]]]


def _nodes(position: Position, certificate: RelevanceZones, other: str) -> _Nodes:
    """The nodes, each one checked; there is one at least."""
    board, sets = position.board, position.sets(other).sets()
    rows = integers(certificate.permutations, "permutations", 2, 0, board.cells)
    turns = _Turns(keeping(rows, board.cells, [sets]), board.cells)
    stones = _parts(certificate, "stones", 1, board.cells)
    pairs = _parts(certificate, "pairs", 2, board.cells)
    answers = _parts(certificate, "answers", 3, 1 << 40)
    if not len(stones) == len(pairs) == len(answers):
        raise Rejected("the lists of nodes have different lengths")
    through = [0] * board.cells
    for number, members in enumerate(sets):
        for cell in members:
            through[cell] |= 1 << number
    known: list[tuple[int, int]] = []
    for node, (own, held, replies) in enumerate(zip(stones, pairs, answers, strict=True)):
        start = reduce(or_, (1 << row[0] for row in own), 0)
        if replies:
            if held:
                raise Rejected(f"node {node} has both pairs and answers")
            known.append(_answered(node, start, replies, known, turns, board.cells))
        else:
            known.append(_paired(node, start, held, through, len(sets)))
    if not known:
        raise Rejected("there is no node")
    return _Nodes(turns, known, pairs)


def conclude(goal: Goal[Position], certificate: RelevanceZones) -> Conclusion:
    """That ``player`` stops every set of the other.

    O(symmetries * total size of the sets + entries * (sets + cells)).
    """
    position, player = listed(goal.position), blocker(certificate.player)
    other = OTHER[player]
    theirs = sum(1 << cell for cell in position.stones(other))
    mine = sum(1 << cell for cell in position.stones(player))
    opening, turn = certificate.opening, certificate.turn
    if type(opening) is not int or type(turn) is not int:
        raise Rejected("opening and turn are integers")
    if opening != -1:
        if position.to_move != player:
            raise Rejected(f"the {player} player is not to move")
        if not 0 <= opening < position.board.cells or (mine | theirs) >> opening & 1:
            raise Rejected("the opening is no free cell")
        mine |= 1 << opening
    nodes = _nodes(position, certificate, other)
    if not 0 <= turn < len(nodes.turns.images):
        raise Rejected("there is no such turn")
    zone, stones = (nodes.turns.image(turn, word) for word in nodes.known[-1])
    if zone & theirs:
        raise Rejected(f"the {other} player has a stone in the zone of the last node")
    if stones & ~mine:
        raise Rejected(f"the {player} player lacks a stone of the last node")
    stopped = stops(position, player)
    return Conclusion(
        stopped.statements, f"{stopped.sentence}, by {len(nodes.known)} zones from pairs upwards"
    )


def reply(position: Position, certificate: RelevanceZones) -> int | None:
    """The strategy's move at ``position``, ``None`` where it has none. Looks through all zones."""
    player = blocker(certificate.player)
    if position.to_move != player or position.result() is not None:
        return None
    other = OTHER[player]
    theirs = sum(1 << cell for cell in position.stones(other))
    mine = sum(1 << cell for cell in position.stones(player))
    if certificate.opening in position.moves():
        return certificate.opening
    nodes = _nodes(position, certificate, other)
    for turn in range(len(nodes.turns.images)):
        for (zone, stones), pairs in zip(nodes.known, nodes.pairs, strict=True):
            missing = nodes.turns.image(turn, stones) & ~mine
            if missing & theirs or missing & (missing - 1):
                continue
            if not nodes.turns.image(turn, zone) & theirs:
                return missing.bit_length() - 1 if missing else min(position.moves(), default=None)
            open_ = 0
            for pair in pairs if not missing else ():
                both = nodes.turns.image(turn, 1 << pair[0] | 1 << pair[1])
                if both & theirs and not both & mine:
                    open_ |= both & ~theirs if both & ~theirs else -1
            if pairs and not missing and open_ >= 0 and not open_ & (open_ - 1):
                return open_.bit_length() - 1 if open_ else min(position.moves(), default=None)
    return None


def _paired(
    node: int, stones: int, pairs: list[list[int]], through: list[int], sets: int
) -> tuple[int, int]:
    """Zone and stones of a leaf; every set holds a stone or a pair."""
    zone = served = 0
    for one, two in pairs:
        both = 1 << one | 1 << two
        if one == two or both & (zone | stones):
            raise Rejected(f"the pairs and stones of node {node} share a cell")
        zone |= both
        served |= through[one] & through[two]
    for cell, held in enumerate(through):
        if stones >> cell & 1:
            served |= held
    if served != (1 << sets) - 1:
        raise Rejected(f"a set has no pair and no stone of node {node}")
    return zone, stones


def _answered(
    node: int,
    stones: int,
    answers: list[list[int]],
    known: list[tuple[int, int]],
    turns: _Turns,
    cells: int,
) -> tuple[int, int]:
    """Zone and stones of a node with answers; each of the other's moves has one that serves."""
    union, unserved = 0, -1
    for cell, child, turn in answers:
        if cell >= cells or child >= node or turn >= len(turns.images):
            raise Rejected(f"an answer of node {node} names no cell, earlier node or permutation")
        zone, owned = known[child]
        here = turns.image(turn, zone) | 1 << cell
        stones |= turns.image(turn, owned) & ~(1 << cell)
        union |= here
        unserved &= here
    if unserved & ~stones:
        raise Rejected(f"a move in the zone of node {node} has no answer")
    return union & ~stones, stones


def _parts(certificate: RelevanceZones, name: str, width: int, high: int) -> list[list[list[int]]]:
    """The rows of an array, node by node."""
    rows = integers(getattr(certificate, name), name, min(width, 2), 0, high)
    if rows.size and width > 1 and rows.shape[1] != width:
        raise Rejected(f"a row of {name} has {width} entries")
    table: list[list[int]] = rows.reshape(-1, width).tolist()
    label = f"{name.removesuffix('s')}_ends"
    ends = ends_of(getattr(certificate, label), label, len(table))
    return [table[a:b] for a, b in pairwise(ends)]


KIND = Kind(
    record=RelevanceZones,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="what a player holds inside a zone he holds whoever owns the rest, so one answer "
    "serves every move outside of its zone (Hsu, Ko, Chen, Wei, Hsueh, Wu, TCS 815 (2020)), and "
    "pairs hold theirs (Hales, Jewett, Trans. AMS 106 (1963))",
    evidence="nodes: pairs and stones, or answers with earlier nodes, turned by symmetries of the "
    "sets",
    conclude=conclude,
    reply=reply,
)
