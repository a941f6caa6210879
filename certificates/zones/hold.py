"""Zones of cells in which one player stops sets of the other, built from pairs upwards.

A node says: where the blocking player owns the node's *stones*, the other owns no cell of
its *zone*, and the other is to move, the node's *sets* are stopped, whoever owns the rest. So
one node serves many positions. A leaf has disjoint pairs of cells, and *parts*, earlier nodes
whose zones share no cell with the pairs or with each other, so that each is played by itself:

    stones = those listed, and those of its parts;
    zone   = the pairs and the zones of its parts, without the stones;
    sets   = those with a pair or with a stone listed, and those of its parts.

In a leaf sets may also *own* two of their cells each, beside *spare* cells that none owns: pairs
that can be exchanged. A set takes a spare cell of its own and lets go one that it owned, which
then is spare for others. So the leaf can do without any one cell that such a path reaches from
a spare one, and without any one spare cell; its *core* are the other cells of its zone.

Another node has answers, each a cell and an earlier node: after any move outside of that cell
and of the core of that node, the answer is played and that node goes on:

    stones = those listed, and those of its answers' nodes without the answers themselves;
    zone   = the answers and the zones of their nodes, without the stones;
    sets   = those that each of its answers has or its node stops;

and it holds when no cell of the zone lies in all of its answers' cores, each taken with its
answer: whatever the other takes, one answer serves. A part and an answer's node may be turned
by a symmetry of the sets. The last node stops all sets.

Sources: pairs: Hales, Jewett, Trans. AMS 106 (1963). Parts: Uiterwijk, Set matching, Advances in
Computer Games (2017). Zones: Hsu, Ko, Chen, Wei, Hsueh, Wu, Theoretical Computer Science 815
(2020); in Hex the must-play region, Hayward. Exchange: Dulmage, Mendelsohn, Canad. J. Math. 10
(1958), the cells that some largest matching leaves out.
"""

from __future__ import annotations

import msgspec
import numpy as np

from gameproof.certificates.arrays import ends_of, integers
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import STEALING, blocker, listed, small, stops
from gameproof.certificates.zones.hold_nodes import (
    SPARE,
    Evidence,
    Lists,
    Nodes,
    words_of,
)
from gameproof.certificates.zones.turned_sets import Ints
from gameproof.games.meaning.statement import Forces, Prevents
from gameproof.games.positional import OTHER, Position

EMPTY = np.zeros(0, np.int64)


class Hold(Certificate, frozen=True, tag="hold"):
    """``stone_ends``, ``pair_ends``, ``answer_ends`` and ``part_ends`` (nodes + 1 each) delimit
    each node's entries of ``stones`` (cells), ``pairs`` (two cells each), ``answers`` (cell,
    earlier node, and the row of ``permutations`` that takes this node to its place here) and
    ``parts`` (earlier node and row; both lists may be empty). The last node, taken to its place
    by the row ``turn``, is about the position. ``player`` blocks; if he is to move there, he takes
    the cell ``opening`` first (else -1). ``owned`` are the leaves whose sets have cells of their
    own, ascending, with a row of ``owners`` each: the set that owns each cell, by its number in
    the order of the rules, -2 if the cell is spare, -1 if it is not the leaf's. Rows are
    differences to the row before, modulo 2 to the bits of their type: neighbours differ little."""

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
    owned: np.ndarray = msgspec.field(default_factory=EMPTY.copy)
    owners: np.ndarray = msgspec.field(default_factory=EMPTY.copy)


def evidence(certificate: Hold, cells: int, sets: int) -> Evidence:
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
    owned, owners = _owners(certificate, cells, sets, len(answered))
    for name, listed_ in (("pairs", np.diff(pairs.ends)), ("parts", np.diff(parts.ends)),
                          ("owners", np.bincount(owned, minlength=len(answered)))):  # fmt: skip
        both = np.flatnonzero(answered & (listed_ > 0))
        if len(both):
            raise Rejected(f"node {int(both[0])} has both {name} and answers")
    return Evidence(stones, pairs, parts, answers, owned, owners)


def _owners(certificate: Hold, cells: int, sets: int, nodes: int) -> tuple[Ints, Ints]:
    """The nodes whose sets own cells, and for each the owner of every cell."""
    owned, rows = integers(certificate.owned, "owned", 1, 0, nodes), np.asarray(certificate.owners)
    if (np.diff(owned) <= 0).any():
        raise Rejected("owned is not ascending")
    if not len(owned) and not rows.size:
        return owned, EMPTY.reshape(0, cells)
    if rows.dtype.kind != "i" or rows.shape != (len(owned), cells):
        raise Rejected("owners does not hold a number for each of the owned nodes and cells")
    owners = np.cumsum(rows, axis=0, dtype=rows.dtype).astype(np.int64)
    if owners.min() < SPARE or owners.max() >= sets:
        raise Rejected("a cell is owned by a set that does not exist")
    return owned, owners


def _lists(certificate: Hold, name: str, width: int, high: int) -> Lists:
    """An array of the certificate, and where the entries of each node end."""
    rows = integers(getattr(certificate, name), name, min(width, 2), 0, high)
    if rows.size and width > 1 and rows.shape[1] != width:
        raise Rejected(f"a row of {name} has {width} entries")
    rows = rows.reshape(-1, width) if width > 1 else rows
    label = f"{name.removesuffix('s')}_ends"
    return Lists(np.array(ends_of(getattr(certificate, label), label, len(rows))), rows)


def nodes_of(position: Position, certificate: Hold, other: str) -> Nodes:
    """The nodes, each one checked."""
    board, sets = small(position).board, position.sets(other).sets()
    rows = integers(certificate.permutations, "permutations", 2, 0, board.cells)
    if len(rows) and rows.shape[1] != board.cells:
        raise Rejected("a permutation has the wrong length")
    rows = rows.reshape(len(rows), board.cells)
    return Nodes(board.cells, sets, rows, evidence(certificate, board.cells, len(sets)))


def conclude(goal: Goal[Position], certificate: Hold) -> Conclusion:
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
    nodes = nodes_of(position, certificate, other)
    if not 0 <= turn < len(nodes.permutations):
        raise Rejected("there is no such turn")
    if not nodes.whole[-1]:
        raise Rejected("the last node does not stop every set")
    turns = np.array([turn])
    zone, stones = (nodes.turned(words[-1:], turns)[0] for words in (nodes.zone, nodes.stones))
    if (zone & word(nodes, theirs)).any():
        raise Rejected(f"the {other} player has a stone in the zone of the last node")
    if (stones & ~word(nodes, mine)).any():
        raise Rejected(f"the {player} player lacks a stone of the last node")
    stopped = stops(position, player)
    return Conclusion(
        stopped.statements, f"{stopped.sentence}, by {len(nodes.zone)} zones from pairs upwards"
    )


def word(nodes: Nodes, cells: set[int]) -> np.ndarray:
    """A set of cells as words."""
    flags = np.zeros((1, nodes.cells), bool)
    flags[0, list(cells)] = True
    found: np.ndarray = words_of(flags)[0]
    return found


KIND = Kind(
    record=Hold,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="what a player holds inside a zone he holds whoever owns the rest, so one answer "
    "serves every move outside of its zone (Hsu, Ko, Chen, Wei, Hsueh, Wu, TCS 815 (2020)); "
    "pairs (Hales, Jewett, Trans. AMS 106 (1963)) and parts apart from each other (Uiterwijk "
    "2017) hold theirs; alternating paths exchange pairs (Dulmage, Mendelsohn 1958); "
    f"{STEALING}",
    evidence="nodes: stones, pairs, cells that sets own, and earlier nodes as parts; or answers "
    "with earlier nodes; turned by symmetries of the sets",
    conclude=conclude,
)
