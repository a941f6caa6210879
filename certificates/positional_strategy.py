"""Strategies of positional games: who completes a set, or keeps the other from it.

A proof is about one player, the *attacker*: either he ``forces`` one of his sets
before the other, the *defender*, completes one of his own (and within ``plies`` plies
if the certificate names a number), or the defender ``prevents`` that.

*Positions* are nodes where the player whom the proof is not for is to move. A node's
edges are his moves with the proved player's reply and the node that follows, turned
by a symmetry of the board. Moves without an edge must be answered otherwise:

- the attacker forces: one of the node's sequences of threats wins after the move. In
  such a sequence each of his moves leaves him one cell that completes a set, which the
  defender must take, and the last leaves him two; when the defender in turn is one cell
  short, the attacker's next move must be that cell;
- the defender prevents: he completes a set himself, or the potential, the sum of
  2^-(free cells) over the attacker's live sets, is below 1 before the defender's move or
  below 1/2 before the attacker's (Erdős, Selfridge, On a combinatorial game, 1973).

A set is *live* for its owner without a stone of the other, and, where plies are counted,
if his remaining moves can fill it. Cells that lie in no live set of anybody, or only in
sets that their owner has lost, are *dead*: positions that differ in dead cells are the
same node, and moves there need no answer, because a player who passes is at most as well
off as after any other move: the other may imagine a live cell taken instead, and a stone that
exists only in imagination hinders its owner nowhere.

The checker knows the sets from the rules and shares nothing with the search.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gameproof.certificates.blocking import integers, positional, strategy_stealing
from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.positional import OTHER, Position

UNLIMITED = 1 << 30
COMPILED_FROM = 3000
"""Certificates with as many nodes are checked by the compiled twin of this checker."""


class PositionalStrategy(Certificate, frozen=True, tag="positional-strategy"):
    """``proofs``: rows (attacker, ``forces`` or ``prevents``, opening move or -1, node or -1,
    symmetry): the proved player's move when he is to move, and where it leads; node -1 when
    nothing is left to prove.

    ``edge_ends`` and ``line_ends`` (nodes + 1) delimit each node's edges (``moves``,
    ``replies``, ``children`` or -1 when the game is over, ``symmetries``) and sequences;
    ``cell_ends`` (sequences + 1) delimits the attacker's moves of each in ``cells``.
    ``permutations`` (symmetries, cells) takes cells to cells. The start (``first``,
    ``second``, ``to_move``) is there for :func:`reply`; the checker takes the claimed one.
    """

    first: list[int]
    second: list[int]
    to_move: str
    plies: int | None
    proofs: list[tuple[str, str, int, int, int]]
    permutations: np.ndarray
    edge_ends: np.ndarray
    moves: np.ndarray
    replies: np.ndarray
    children: np.ndarray
    symmetries: np.ndarray
    line_ends: np.ndarray
    cell_ends: np.ndarray
    cells: np.ndarray


@dataclass(frozen=True, slots=True)
class Table:
    """The certificate's arrays, known to have the right shapes and ranges."""

    permutations: list[list[int]]
    edge_ends: list[int]
    moves: list[int]
    replies: list[int]
    children: list[int]
    symmetries: list[int]
    line_ends: list[int]
    cell_ends: list[int]
    cells: list[int]


class Side:
    """A player's sets as bit masks."""

    def __init__(self, position: Position, player: str) -> None:
        self.masks = [sum(1 << cell for cell in row) for row in position.sets(player).sets()]
        self.through: list[list[int]] = [[] for _ in range(position.board.cells)]
        for row, mask in zip(position.sets(player).sets(), self.masks, strict=True):
            for cell in row:
                self.through[cell].append(mask)
        self.longest = max(1, 1, *(mask.bit_count() for mask in self.masks))

    def completing(self, own: int, other: int, cell: int | None = None) -> int:
        """The free cells that complete a set (through ``cell``, if given)."""
        found = 0
        for mask in self.masks if cell is None else self.through[cell]:
            if not mask & other:
                rest = mask & ~own
                if not rest & (rest - 1):
                    found |= rest
        return found

    def live(self, own: int, other: int, moves: int) -> tuple[int, int]:
        """The cells of the live sets, and the potential times 2^longest."""
        cells = potential = 0
        for mask in self.masks:
            if not mask & other:
                free = (mask & ~own).bit_count()
                if free <= moves:
                    cells |= mask
                    potential += 1 << (self.longest - free)
        return cells, potential

    def owns(self, own: int, other: int, cell: int) -> bool:
        """Does a set through the cell lie in ``own``? (Dead cells are in both words.)"""
        return any(not mask & ~own and not mask & other for mask in self.through[cell])


class Checker:
    """Checks the nodes of one proof; ``nodes[i]`` becomes (a, d, r) once node i is reached."""

    def __init__(self, position: Position, attacker: str, table: Table) -> None:
        self.attack = Side(position, attacker)
        self.defend = Side(position, OTHER[attacker])
        self.board = (1 << position.board.cells) - 1
        self.table = table
        self.nodes: dict[int, tuple[int, int, int]] = {}

    def reduced(self, a: int, d: int, r: int) -> tuple[int, int]:
        """The position with its dead cells in both words."""
        live_a, _ = self.attack.live(a, d, r)
        live_d, _ = self.defend.live(d, a, r)
        alive = (a & ~d & live_a) | (d & ~a & live_d) | (~(a | d) & (live_a | live_d))
        dead = self.board & ~alive
        return a | dead, d | dead

    def reach(self, child: int, symmetry: int, a: int, d: int, r: int, parent: int) -> None:
        """Note that the position, turned by the symmetry, is node ``child``."""
        if not parent < child < len(self.table.edge_ends) - 1:
            raise Rejected(f"node {parent} leads to node {child}, not forward")
        a, d = self.reduced(a, d, r)
        to = self.table.permutations[symmetry]
        here = (_moved(a, to), _moved(d, to), r)
        if self.nodes.setdefault(child, here) != here:
            raise Rejected(f"node {child} stands for two positions")

    def edges(self, node: int, free: int) -> dict[int, int]:
        """The node's edges by move; moves and replies must be on free live cells."""
        found: dict[int, int] = {}
        for edge in range(self.table.edge_ends[node], self.table.edge_ends[node + 1]):
            move, reply = self.table.moves[edge], self.table.replies[edge]
            if move in found or not free >> move & 1:
                raise Rejected(f"node {node} answers the move {move}, which is not possible")
            if reply == move or not free >> reply & 1:
                raise Rejected(f"node {node} answers {move} by {reply}, which is not possible")
            found[move] = edge
        return found

    def forced(self, node: int) -> None:
        """The attacker wins at this node whatever the defender plays."""
        a, d, r = self.nodes.pop(node)
        free = self.board & ~(a | d)
        edges = self.edges(node, free)
        if r < 1:
            raise Rejected(f"the attacker has no move left at node {node}")
        for move in _cells(free):
            after = d | 1 << move
            if self.defend.owns(after, a, move):
                raise Rejected(f"the defender completes a set by {move} at node {node}")
            edge = edges.get(move)
            if edge is None:
                if not self.threatens(a, after, r, node):
                    raise Rejected(f"no answer to the move {move} at node {node}")
                continue
            reply = self.table.replies[edge]
            if self.attack.owns(a | 1 << reply, after, reply):
                continue
            child, symmetry = self.table.children[edge], self.table.symmetries[edge]
            self.reach(child, symmetry, a | 1 << reply, after, _fewer(r), node)

    def threatens(self, a: int, d: int, r: int, node: int) -> bool:
        """Does one of the node's sequences win here, the attacker to move?"""
        if self.attack.completing(a, d):
            return True
        must = self.defend.completing(d, a)
        for line in range(self.table.line_ends[node], self.table.line_ends[node + 1]):
            low, high = self.table.cell_ends[line], self.table.cell_ends[line + 1]
            if high - low < r and self.replay(a, d, must, self.table.cells[low:high]):
                return True
        return False

    def replay(self, a: int, d: int, must: int, sequence: list[int]) -> bool:
        """Does the sequence of threats win? ``must``: where the defender is one cell short."""
        for cell in sequence:
            bit = 1 << cell
            if (a | d) & bit or must & ~bit:
                return False
            a |= bit
            answer = self.attack.completing(a, d, cell)
            if answer & (answer - 1):
                return True
            if not answer:
                return False
            d |= answer
            must = self.defend.completing(d, a, answer.bit_length() - 1)
        return False

    def prevented(self, node: int) -> None:
        """The attacker, to move at this node, completes no set."""
        a, d, r = self.nodes.pop(node)
        free = self.board & ~(a | d)
        edges = self.edges(node, free)
        half = 1 << self.attack.longest >> 1
        if r < 1 or self.attack.live(a, d, r)[1] < half:
            return
        after = _fewer(r)
        for move in _cells(free):
            grown = a | 1 << move
            if self.attack.owns(grown, d, move):
                raise Rejected(f"the attacker completes a set by {move} at node {node}")
            if after == 0 or self.defend.completing(d, grown):
                continue
            edge = edges.get(move)
            if edge is None:
                if self.attack.live(grown, d, after)[1] >= 2 * half:
                    raise Rejected(f"no answer to the move {move} at node {node}")
                continue
            stones = d | 1 << self.table.replies[edge]
            if self.attack.live(grown, stones, after)[1] >= half:
                child, symmetry = self.table.children[edge], self.table.symmetries[edge]
                self.reach(child, symmetry, grown, stones, after, node)


def _fewer(r: int) -> int:
    return r if r == UNLIMITED else r - 1


def _moved(word: int, to: list[int]) -> int:
    image = 0
    for cell in _cells(word):
        image |= 1 << to[cell]
    return image


def _cells(word: int) -> Iterable[int]:
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low


def attacker_moves(position: Position, attacker: str, plies: int | None) -> int:
    """How many of the next ``plies`` moves are the attacker's (``UNLIMITED`` without a bound)."""
    if plies is None:
        return UNLIMITED
    r = (plies + 1) // 2 if position.to_move == attacker else plies // 2
    return min(r, UNLIMITED - 1)


def verify(position: Position, attacker: str, what: str, certificate: PositionalStrategy) -> int:
    """Check that the attacker ``forces`` a set, or the defender ``prevents`` it.

    Returns the number of nodes seen. Raises :class:`Rejected`. O(nodes * free cells *
    (sequences * their length + sets)) on machine words.
    """
    table = table_of(position, certificate)
    proof = next((row for row in proof_rows(certificate) if row[:2] == (attacker, what)), None)
    if proof is None:
        raise Rejected(f"no proof that the {attacker} player {what} anything")
    if position.result() is not None:
        raise Rejected("the game is over")
    _, _, opening, root, symmetry = proof
    checker = Checker(position, attacker, table)
    a = sum(1 << cell for cell in position.stones(attacker))
    d = sum(1 << cell for cell in position.stones(OTHER[attacker]))
    r = attacker_moves(position, attacker, certificate.plies)
    proved = attacker if what == "forces" else OTHER[attacker]
    harmless = r < 1 or checker.attack.live(a, d, r)[1] < 1 << checker.attack.longest
    if what == "prevents" and position.to_move == proved and harmless:
        return 0
    if position.to_move == proved:
        if not 0 <= opening < position.board.cells or (a | d) >> opening & 1:
            raise Rejected(f"the opening move {opening} is not possible")
        if what == "forces":
            a |= 1 << opening
            if r < 1:
                raise Rejected("the attacker has no move left")
            if checker.attack.owns(a, d, opening):
                return 0
            r = _fewer(r)
        else:
            d |= 1 << opening
            if checker.defend.owns(d, a, opening):
                return 0
    elif opening != -1:
        raise Rejected("an opening move, although the other player is to move")
    if what == "prevents" and (
        r < 1 or checker.attack.live(a, d, r)[1] < 1 << checker.attack.longest >> 1
    ):
        return 0
    if not 0 <= symmetry < len(table.permutations):
        raise Rejected(f"no symmetry {symmetry}")
    if root < 0:
        raise Rejected("the proof has no node")
    checker.reach(root, symmetry, a, d, r, -1)
    nodes = len(table.edge_ends) - 1
    if nodes - root >= COMPILED_FROM and position.board.cells <= 64:
        return _compiled(checker, what == "forces", root)
    seen = 0
    for node in range(root, nodes):
        if not checker.nodes:
            break
        if node not in checker.nodes:
            raise Rejected(f"node {node} is never reached")
        seen += 1
        if what == "forces":
            checker.forced(node)
        else:
            checker.prevented(node)
    return seen


def _compiled(checker: Checker, forces: bool, root: int) -> int:
    """The rest of :func:`verify` by the compiled twin of :class:`Checker`."""
    kernel: Any = importlib.import_module("gameproof.certificates.positional_strategy_kernel")
    table = checker.table
    numbers = {name: np.array(getattr(table, name), dtype=np.int64) for name in Table.__slots__}
    a, d, r = checker.nodes[root]
    node, cell, reason, seen = kernel.check_nodes(
        checker.attack.masks, checker.defend.masks, checker.board, numbers, (a, d, r), root, forces
    )
    if reason:
        raise Rejected(f"node {node}: {kernel.REASONS[reason]} ({cell})")
    return int(seen)


def proof_rows(certificate: PositionalStrategy) -> list[tuple[Any, ...]]:
    """The rows of ``proofs``, of the right types."""
    rows: list[tuple[Any, ...]] = []
    if not isinstance(certificate.proofs, list):
        raise Rejected("proofs is not a list")
    for row in certificate.proofs:
        good = isinstance(row, (list, tuple)) and len(row) == 5
        if not good or not all(type(value) is int for value in row[2:]):
            raise Rejected("a proof is not (attacker, what, opening, node, symmetry)")
        rows.append(tuple(row))
    return rows


def table_of(position: Position, certificate: PositionalStrategy) -> Table:
    """The arrays, checked: shapes, ranges, and that the permutations keep both families."""
    cells = position.board.cells
    plies = certificate.plies
    if plies is not None and (type(plies) is not int or plies < 0):
        raise Rejected("plies is not a number")
    most = 1 << 40
    permutations = integers(certificate.permutations, "permutations", 2, 0, cells)
    moves = integers(certificate.moves, "moves", 1, 0, cells)
    replies = integers(certificate.replies, "replies", 1, 0, cells)
    children = integers(certificate.children, "children", 1, -1, most)
    symmetries = integers(certificate.symmetries, "symmetries", 1, 0, len(permutations))
    sequence = integers(certificate.cells, "cells", 1, 0, cells)
    if not len(moves) == len(replies) == len(children) == len(symmetries):
        raise Rejected("the lists of edges have different lengths")
    cell_ends = _ends(certificate.cell_ends, "cell_ends", len(sequence))
    line_ends = _ends(certificate.line_ends, "line_ends", len(cell_ends) - 1)
    edge_ends = _ends(certificate.edge_ends, "edge_ends", len(moves))
    if len(edge_ends) != len(line_ends):
        raise Rejected("edge_ends and line_ends have different lengths")
    if len(permutations) and permutations.shape[1] != cells:
        raise Rejected("a permutation has the wrong length")
    for player in ("first", "second"):
        rows = position.sets(player).sets()
        family = {frozenset(row) for row in rows}
        for number, to in enumerate(permutations.tolist()):
            if len(set(to)) != cells:
                raise Rejected(f"symmetry {number} is not a permutation")
            if any(frozenset(to[cell] for cell in row) not in family for row in rows):
                raise Rejected(f"symmetry {number} does not keep the {player} player's sets")
    return Table(
        permutations.tolist(), edge_ends, moves.tolist(), replies.tolist(), children.tolist(),
        symmetries.tolist(), line_ends, cell_ends, sequence.tolist(),
    )  # fmt: skip


def _ends(value: Any, name: str, total: int) -> list[int]:
    ends = integers(value, name, 1, 0, total + 1)
    if len(ends) == 0 or ends[0] != 0 or ends[-1] != total or (np.diff(ends) < 0).any():
        raise Rejected(f"{name} does not delimit its list")
    found: list[int] = ends.tolist()
    return found


def check(position: Any, claim: Claim, certificate: PositionalStrategy) -> str:
    """The proved claim (``outcome`` or ``win-within``) as a sentence."""
    position = positional(position)
    plies = certificate.plies
    if claim.question == "win-within":
        asked = claim.arguments.get("plies", position.horizon)
        if type(asked) is not int:
            raise Rejected("the claim names no number of plies")
        if claim.answer == "yes":
            if plies is None or plies > asked:
                raise Rejected(f"the certificate is not about {asked} plies")
            seen = verify(position, "first", "forces", certificate)
            return f"the first player completes a set within {plies} plies ({seen} nodes)"
        if claim.answer != "no":
            raise Rejected(f"win-within has no answer {claim.answer!r}")
        if plies is not None and plies < asked:
            raise Rejected(f"the certificate is about {plies} plies only")
        seen = verify(position, "first", "prevents", certificate)
        return f"the first player completes no set within {asked} plies ({seen} nodes)"
    if claim.question != "outcome":
        raise Rejected(f"a positional strategy does not answer {claim.question!r}")
    winner = {"strong": {"first": "first", "second": "second"}, "weak": {"maker": "first"}}
    attacker = winner[position.rule].get(claim.answer)
    if attacker is not None:
        seen = verify(position, attacker, "forces", certificate)
        within = "" if plies is None else f" within {plies} plies"
        return f"the {attacker} player forces a set{within} ({seen} nodes)"
    if plies is not None:
        raise Rejected("a proof about a number of plies does not decide the outcome")
    if (position.rule, claim.answer) == ("weak", "breaker"):
        seen = verify(position, "first", "prevents", certificate)
        return f"Breaker keeps Maker from every set ({seen} nodes)"
    if (position.rule, claim.answer) != ("strong", "draw"):
        raise Rejected(f"the outcome cannot be {claim.answer!r}")
    seen = verify(position, "first", "prevents", certificate)
    if strategy_stealing(position):
        return (
            f"a draw: the first player completes no set ({seen} nodes), nor (stealing) the second"
        )
    more = verify(position, "second", "prevents", certificate)
    return f"a draw: neither player can force a set ({seen} and {more} nodes)"


def reply(position: Any, certificate: PositionalStrategy) -> int | None:
    """The strategy's move at ``position``, ``None`` where it has none."""
    module: Any = importlib.import_module("gameproof.certificates.positional_play")
    move: int | None = module.reply(positional(position), certificate)
    return move
