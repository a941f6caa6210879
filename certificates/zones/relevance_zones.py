"""Zones of cells in which one player stops sets of the other, built from pairs upwards.

A node says: where the blocking player owns the node's *stones*, the other owns no cell of
its *zone*, and the other is to move, the node's *sets* are stopped, whoever owns the rest. So
one node serves many positions. A leaf has disjoint pairs of cells and *parts*, earlier nodes
whose zones share no cell with the pairs or with each other, so that each is played by itself:

    stones = those listed, and those of its parts;
    zone   = the pairs and the zones of its parts, without the stones;
    sets   = those with a pair or with a stone listed, and those of its parts.

Another node has answers, each a cell and an earlier node: after any move outside of that cell
and of the zone of that node, the answer is played and that node goes on:

    stones = those listed, and those of its answers' nodes without the answers themselves;
    zone   = the answers and the zones of their nodes, without the stones;
    sets   = those that all its answers' nodes stop;

and it holds when no cell of the zone lies in all of its answers' zones, each taken with its
answer: whatever the other takes, one answer serves. A part and an answer's node may be turned
by a symmetry of the sets. The last node stops all sets (Hsu, Ko, Chen, Wei, Hsueh, Wu, Theoretical
Computer Science 815 (2020); in Hex the must-play region, Hayward).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import blocker, integers, listed, stops
from gameproof.certificates.strategies.positional_strategy import small
from gameproof.certificates.strategies.positional_table import ends_of, keeping
from gameproof.certificates.zones.zone_nodes import (
    Evidence,
    Lists,
    Nodes,
    entries,
    flags_of,
    words_of,
)
from gameproof.games.meaning.statement import Forces, Prevents
from gameproof.games.positional import OTHER, Position

EMPTY = np.zeros(0, np.int64)


class RelevanceZones(Certificate, frozen=True, tag="relevance-zones"):
    """``stone_ends``, ``pair_ends``, ``answer_ends`` and ``part_ends`` (nodes + 1 each) delimit
    each node's entries of ``stones`` (cells), ``pairs`` (two cells each), ``answers`` (cell,
    earlier node, and the row of ``permutations`` that takes this node to its place here) and
    ``parts`` (earlier node and row; both lists may be empty). The last node, taken to its place
    by the row ``turn``, is about the position. ``player`` blocks; if he is to move there, he takes
    the cell ``opening`` first (else -1)."""

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
    part_ends: np.ndarray = msgspec.field(default_factory=EMPTY.copy)
    parts: np.ndarray = msgspec.field(default_factory=EMPTY.copy)


def evidence(certificate: RelevanceZones, cells: int) -> Evidence:
    """The lists, read; one node at least, each a leaf or one with answers."""
    stones = _lists(certificate, "stones", 1, cells)
    pairs = _lists(certificate, "pairs", 2, cells)
    answers = _lists(certificate, "answers", 3, 1 << 40)
    if np.size(certificate.part_ends) == np.size(certificate.parts) == 0:
        parts = Lists(np.zeros_like(stones.ends), EMPTY.reshape(0, 2))
    else:
        parts = _lists(certificate, "parts", 2, 1 << 40)
    if len({len(lists.ends) for lists in (stones, pairs, parts, answers)}) > 1:
        raise Rejected("the lists of nodes have different lengths")
    if len(stones.ends) < 2:
        raise Rejected("there is no node")
    answered = np.diff(answers.ends) > 0
    for name, lists in (("pairs", pairs), ("parts", parts)):
        both = np.flatnonzero(answered & (np.diff(lists.ends) > 0))
        if len(both):
            raise Rejected(f"node {int(both[0])} has both {name} and answers")
    return Evidence(stones, pairs, parts, answers)


def _lists(certificate: RelevanceZones, name: str, width: int, high: int) -> Lists:
    """An array of the certificate, and where the entries of each node end."""
    rows = integers(getattr(certificate, name), name, min(width, 2), 0, high)
    if rows.size and width > 1 and rows.shape[1] != width:
        raise Rejected(f"a row of {name} has {width} entries")
    rows = rows.reshape(-1, width) if width > 1 else rows
    label = f"{name.removesuffix('s')}_ends"
    return Lists(np.array(ends_of(getattr(certificate, label), label, len(rows))), rows)


def _nodes(position: Position, certificate: RelevanceZones, other: str) -> Nodes:
    """The nodes, each one checked."""
    board, sets = small(position).board, position.sets(other).sets()
    rows = integers(certificate.permutations, "permutations", 2, 0, board.cells)
    turns = keeping(rows, board.cells, [sets])
    return Nodes(board.cells, sets, turns, evidence(certificate, board.cells))


def conclude(goal: Goal[Position], certificate: RelevanceZones) -> Conclusion:
    """That ``player`` stops every set of the other.

    O(symmetries * total size of the sets + entries * (sets + cells) / 64).
    """
    position, player = listed(goal.position), blocker(certificate.player)
    other = OTHER[player]
    theirs, mine = set(position.stones(other)), set(position.stones(player))
    opening, turn = certificate.opening, certificate.turn
    if type(opening) is not int or type(turn) is not int:
        raise Rejected("opening and turn are integers")
    if opening != -1:
        if position.to_move != player:
            raise Rejected(f"the {player} player is not to move")
        if not 0 <= opening < position.board.cells or opening in mine | theirs:
            raise Rejected("the opening is no free cell")
        mine.add(opening)
    nodes = _nodes(position, certificate, other)
    if not 0 <= turn < len(nodes.permutations):
        raise Rejected("there is no such turn")
    if not nodes.whole[-1]:
        raise Rejected("the last node does not stop every set")
    turns = np.array([turn])
    zone, stones = (nodes.turned(words[-1:], turns)[0] for words in (nodes.zone, nodes.stones))
    if (zone & _word(nodes, theirs)).any():
        raise Rejected(f"the {other} player has a stone in the zone of the last node")
    if (stones & ~_word(nodes, mine)).any():
        raise Rejected(f"the {player} player lacks a stone of the last node")
    stopped = stops(position, player)
    return Conclusion(
        stopped.statements, f"{stopped.sentence}, by {len(nodes.zone)} zones from pairs upwards"
    )


def _word(nodes: Nodes, cells: set[int]) -> np.ndarray:
    """A set of cells as words."""
    flags = np.zeros((1, nodes.cells), bool)
    flags[0, list(cells)] = True
    found: np.ndarray = words_of(flags)[0]
    return found


def reply(position: Position, certificate: RelevanceZones) -> int | None:
    """The strategy's move at ``position``, ``None`` where it has none. Looks through all zones."""
    player = blocker(certificate.player)
    if position.to_move != player or position.result() is not None:
        return None
    if certificate.opening in position.moves():
        return certificate.opening
    play = _Play(position, certificate, OTHER[player])
    found = next(play.served(), None)
    if found is None:
        found = next(play.met(), None)
    return min(position.moves(), default=None) if found == NOTHING else found


NOTHING = -1
"""Nothing has to be answered."""


class _Play:
    """The nodes beside a position in which the other has just moved."""

    def __init__(self, position: Position, certificate: RelevanceZones, other: str) -> None:
        self.nodes = _nodes(position, certificate, other)
        self.theirs, self.mine = position.stones(other), position.stones(OTHER[other])

    def served(self) -> Iterator[int]:
        """Answers after which a node serves the position as it is."""
        for to, theirs, missing in self.turned():
            clear = ~((self.nodes.zone | missing) & theirs).any(axis=1) & self.nodes.whole
            for node in np.flatnonzero(clear & ((missing != 0).sum(axis=1) < 2)).tolist():
                cells = self.cells(missing[node])
                if len(cells) < 2:
                    yield int(to[cells[0]]) if cells else NOTHING

    def met(self) -> Iterator[int]:
        """Answers in a pair or a part of a leaf that had served before the other moved."""
        pairs, parts = self.nodes.evidence.pairs.ends, self.nodes.evidence.parts.ends
        leaves = (np.diff(pairs) > 0) | (np.diff(parts) > 0)
        for to, _, missing in self.turned():
            here = leaves & self.nodes.whole & ~missing.any(axis=1)
            for node in np.flatnonzero(here).tolist():
                found = self.open(node, to)
                if found is not None:
                    yield found

    def turned(self) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """For each permutation: it, the other's stones and each node's missing ones as the node
        sees them."""
        for to in self.nodes.permutations:
            back = np.argsort(to)
            theirs, mine = (
                _word(self.nodes, set(back[list(stones)].tolist()))
                for stones in (self.theirs, self.mine)
            )
            yield to, theirs, self.nodes.stones & ~mine

    def open(self, node: int, to: np.ndarray) -> int | None:
        """The one cell that has to be taken so that the node, turned, is kept; ``NOTHING``, or
        ``None`` if it cannot be kept by one."""
        nodes, evidence = self.nodes, self.nodes.evidence
        missing = {int(to[cell]) for cell in self.cells(nodes.stones[node])} - self.mine
        if missing & self.theirs or len(missing) > 1:
            return None
        if not {int(to[cell]) for cell in self.cells(nodes.zone[node])} & self.theirs:
            return min(missing, default=NOTHING)
        if evidence.answers.ends[node] < evidence.answers.ends[node + 1]:
            return None
        asked = set(missing)
        for pair in entries(evidence.pairs, node):
            cells = set(to[pair].tolist())
            if cells & self.theirs and not cells & self.mine:
                if cells <= self.theirs:
                    return None
                asked |= cells - self.theirs
        for child, turn in entries(evidence.parts, node).tolist():
            found = self.kept(child, to[nodes.permutations[turn]])
            if found is None:
                return None
            asked |= {found} - {NOTHING}
        return None if len(asked) > 1 else min(asked, default=NOTHING)

    def kept(self, node: int, to: np.ndarray) -> int | None:
        """The same for a part that may have been played on: of what follows from it, the first
        that asks for no move, else the first that asks for one."""
        found, seen, todo = None, set(), [(node, to)]
        while todo:
            node, to = todo.pop()
            if (node, key := to.tobytes()) in seen:
                continue
            seen.add((node, key))
            here = self.open(node, to)
            if here == NOTHING:
                return NOTHING
            found = here if found is None else found
            answers = entries(self.nodes.evidence.answers, node)
            todo += [(child, to[self.nodes.permutations[turn]]) for _, child, turn in answers]
        return found

    def cells(self, word: np.ndarray) -> list[int]:
        """The cells of a row of words."""
        found: list[int] = np.flatnonzero(flags_of(word[None, :], self.nodes.cells)[0]).tolist()
        return found


KIND = Kind(
    record=RelevanceZones,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="what a player holds inside a zone he holds whoever owns the rest, so one answer "
    "serves every move outside of its zone (Hsu, Ko, Chen, Wei, Hsueh, Wu, TCS 815 (2020)), and "
    "pairs hold theirs (Hales, Jewett, Trans. AMS 106 (1963))",
    evidence="nodes: pairs, stones and earlier nodes as parts, or answers with earlier nodes, "
    "turned by symmetries of the sets",
    conclude=conclude,
    reply=reply,
)
