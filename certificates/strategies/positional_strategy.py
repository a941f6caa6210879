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
  below 1/2 before the attacker's (Erdős, Selfridge, On a combinatorial game, 1973). Or the
  node has pairs, disjoint and of free cells, of which each live set of the attacker's holds
  one: from there on the defender answers in the pair (Hales, Jewett 1963). Beside its edges
  a node may have answers, each with pairs of its own: the defender answers so any move that
  is neither the answer nor in one of its pairs, and in the pairs from then on.

A set is *live* for its owner without a stone of the other, and, where plies are counted,
if his remaining moves can fill it. Cells that lie in no live set of anybody, or only in
sets that their owner has lost, are *dead*: positions that differ in dead cells are the
same node, and moves there need no answer, because a player who passes is at most as well
off as after any other move: the other may imagine a live cell taken instead, and a stone that
exists only in imagination hinders its owner nowhere.

The checker knows the sets from the rules and shares nothing with the search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec
import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import MOST_BITS, MOST_CELLS, cannot_win, small
from gameproof.certificates.strategies.positional_checker import (
    UNLIMITED,
    Checker,
    attacker_moves,
    fewer,
)
from gameproof.certificates.strategies.positional_table import Table, pairs_from, table_from
from gameproof.games.meaning.statement import Forces, Prevents, Statement, only
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_questions import completes
from gameproof.games.sets.stealing import strategy_stealing

Row = tuple[str, str, int, int, int]
EMPTY = np.zeros(0, np.int64)


class Boxed(Certificate, frozen=True, kw_only=True):
    """``box``: the part of the board that the strategy is played in, its least coordinates and its
    size along each axis, where it is not the board."""

    box: tuple[list[int], list[int]] | None = None


class PositionalStrategy(Boxed, frozen=True, tag="positional-strategy"):
    """``proofs``: rows (attacker, ``forces`` or ``prevents``, opening move or -1, node or -1,
    symmetry): the proved player's move when he is to move, and where it leads; node -1 when
    nothing is left to prove.

    ``edge_ends`` and ``line_ends`` (nodes + 1) delimit each node's edges (``moves``,
    ``replies``, ``children`` or -1 when the game is over, ``symmetries``) and sequences;
    ``cell_ends`` (sequences + 1) delimits the attacker's moves of each in ``cells``.
    ``permutations`` (symmetries, cells) takes cells to cells. ``pair_ends`` (nodes + 1; none
    where there are no pairs) delimits each node's rows of ``pairs``, two cells each. A row with
    one cell twice is an answer; the rows after it, up to the next such row, are the pairs that
    serve then. The start (``first``, ``second``, ``to_move``) is there for replies; the checker
    takes the goal's. In a box one player forces a set, wherever the other plays; cells are then the
    numbers of ``zone_board``.
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
    MOST_CELLS: ClassVar[int] = MOST_CELLS
    MOST_BITS: ClassVar[int] = MOST_BITS
    pair_ends: np.ndarray = msgspec.field(default_factory=EMPTY.copy)
    pairs: np.ndarray = msgspec.field(default_factory=EMPTY.copy)


def conclude(goal: Goal[Position], certificate: PositionalStrategy) -> Conclusion:
    """What each proof shows: that a player forces a set, or that the other keeps him from it,
    within the plies that the certificate names. O(nodes * (free cells + sets + total length
    of the sequences)) operations on words of a bit a cell, and a test of each symmetry."""
    position = goal.position
    if position.result() is not None:
        raise Rejected("the game is over")
    if certificate.box is not None:
        return _in_box(position, certificate, *certificate.box)
    table = table_of(small(position), certificate)
    statements: list[Statement] = []
    said = []
    mover, plies = position.to_move, certificate.plies
    within = "" if plies is None else f" within {plies} plies"
    for attacker, what, opening, root, symmetry in proof_rows(certificate):
        result = completes(position.rule, attacker)
        if result is None:
            raise Rejected("Breaker wants no set, so nobody forces or prevents one of his")
        checker = checker_of(position, attacker, table)
        if what == "forces":
            seen = forces(checker, position, attacker, plies, (opening, root, symmetry))
            statements.append(Forces(mover, only(attacker), only(result), plies))
            said.append(f"the {attacker} player forces a set{within} ({seen} nodes)")
            continue
        seen = prevents(checker, position, attacker, plies, (opening, root, symmetry))
        defender = OTHER[attacker]
        statements.append(Prevents(mover, only(defender), only(result), plies))
        if position.rule == "weak" and plies is None:
            statements.append(Forces(mover, only(defender), only("breaker")))
        said.append(f"the {attacker} player completes no set{within} ({seen} nodes)")
    if not said:
        raise Rejected("the certificate holds no proof")
    for player in position.players:
        held = any(isinstance(statement, Prevents) for statement in statements)
        if held and strategy_stealing(position, player):
            statements.extend(cannot_win(position, player))
            said.append(f"nor (stealing) can the {player} player win")
    return Conclusion(tuple(statements), ", ".join(said))


def _in_box(
    position: Position, certificate: PositionalStrategy, low: list[int], size: list[int]
) -> Conclusion:
    """That the attacker forces a set there. The cost is that of a board of the box's cells."""
    from gameproof.certificates.strategies.positional_box import checker_of
    from gameproof.games.sets.zone_board import zone_board

    rows = proof_rows(certificate)
    other = certificate.plies is not None or np.size(certificate.pairs)
    if [row[1] for row in rows] != ["forces"] or other:
        raise Rejected("inside a box one player forces a set, within any number of plies")
    attacker, _, *start = rows[0]
    result = completes(position.rule, attacker)
    if result is None:
        raise Rejected("Breaker wants no set, so he forces none")
    zone = zone_board(position, attacker, low, size)
    words, moving = (zone.attacker, zone.defender, UNLIMITED), position.to_move == attacker
    opening, root, symmetry = start
    seen = forced_from(checker_of(zone, certificate), words, moving, (opening, root, symmetry))
    cells = " x ".join(map(str, size))
    return Conclusion(
        (Forces(position.to_move, only(attacker), only(result)),),
        f"the {attacker} player forces a set inside {cells} cells, wherever the other plays "
        f"({seen} nodes)",
    )


def forces(
    checker: Checker,
    position: Position,
    attacker: str,
    plies: int | None,
    start: tuple[int, int, int],
) -> int:
    """Check that the attacker forces a set; the nodes seen. ``start``: opening, root, symmetry."""
    a, d = (_word(position.stones(player)) for player in (attacker, OTHER[attacker]))
    r = attacker_moves(position, attacker, plies)
    return forced_from(checker, (a, d, r), position.to_move == attacker, start)


def forced_from(
    checker: Checker, words: tuple[int, int, int], moving: bool, start: tuple[int, int, int]
) -> int:
    """The same from the words of both players and the attacker's number of moves; ``moving``:
    is he to move?"""
    opening, root, symmetry = start
    a, d, r = words
    if moving:
        if r < 1:
            raise Rejected("the attacker has no move left")
        a |= _opening(checker.own_moves(checker.board & ~(a | d)), opening)
        if checker.attack.owns(a, d, opening):
            return 0
        r = fewer(r)
    elif opening != -1:
        raise Rejected("an opening move, although the other player is to move")
    return _walk(checker, (a, d, r), root, symmetry, checker.forced)


def prevents(
    checker: Checker,
    position: Position,
    attacker: str,
    plies: int | None,
    start: tuple[int, int, int],
) -> int:
    """Check that the defender keeps the attacker from every set; the nodes seen."""
    opening, root, symmetry = start
    a, d = (_word(position.stones(player)) for player in (attacker, OTHER[attacker]))
    r = attacker_moves(position, attacker, plies)
    whole = 1 << checker.attack.longest
    if position.to_move == OTHER[attacker]:
        if checker.attack.potential(a, d, r) < whole:
            return 0
        d |= _opening(checker.board & ~(a | d), opening)
        if checker.defend.owns(d, a, opening):
            return 0
    elif opening != -1:
        raise Rejected("an opening move, although the other player is to move")
    if 2 * checker.attack.potential(a, d, r) < whole:
        return 0
    return _walk(checker, (a, d, r), root, symmetry, checker.prevented)


def _walk(
    checker: Checker,
    start: tuple[int, int, int],
    root: int,
    symmetry: int,
    check: Callable[[int], None],
) -> int:
    """Every node that is reached from ``start``, each checked once; how many they are."""
    if not 0 <= symmetry < len(checker.table.permutations):
        raise Rejected(f"no symmetry {symmetry}")
    if root < 0:
        raise Rejected("the proof has no node")
    checker.reach(root, symmetry, *start, -1)
    seen = 0
    for node in range(root, len(checker.table.edge_ends) - 1):
        if not checker.nodes:
            break
        if node not in checker.nodes:
            raise Rejected(f"node {node} is never reached")
        seen += 1
        check(node)
    return seen


def _opening(free: int, opening: int) -> int:
    """The proved player's first move, one of the ``free`` cells, as a word."""
    if opening < 0 or not free >> opening & 1:
        raise Rejected(f"the opening move {opening} is not possible")
    return 1 << opening


def _word(stones: frozenset[int]) -> int:
    return sum(1 << cell for cell in stones)


def proof_rows(certificate: PositionalStrategy) -> list[Row]:
    """The rows of ``proofs``, of the right types, no two about the same."""
    rows: dict[tuple[str, str], Row] = {}
    if not isinstance(certificate.proofs, list):
        raise Rejected("proofs is not a list")
    for row in certificate.proofs:
        good = isinstance(row, (list, tuple)) and len(row) == 5
        if not good or not all(type(value) is int for value in row[2:]):
            raise Rejected("a proof is not (attacker, what, opening, node, symmetry)")
        attacker, what, opening, root, symmetry = row
        if attacker not in ("first", "second") or what not in ("forces", "prevents"):
            raise Rejected("a proof is about first or second, and what he forces or prevents")
        if (attacker, what) in rows:
            raise Rejected(f"two proofs that the {attacker} player {what} something")
        rows[attacker, what] = attacker, what, opening, root, symmetry
    return list(rows.values())


def table_of(position: Position, certificate: PositionalStrategy) -> Table:
    """The arrays, checked: shapes, ranges, and that the permutations keep both families."""
    plies = certificate.plies
    if plies is not None and (type(plies) is not int or plies < 0):
        raise Rejected("plies is not a number")
    families = [position.sets("first").sets()]
    if position.sets("second") is not position.sets("first"):
        families.append(position.sets("second").sets())
    cells = position.board.cells
    table = table_from(certificate, cells, families)
    if np.size(certificate.pair_ends) == np.size(certificate.pairs) == 0:
        return table
    return pairs_from(certificate.pair_ends, certificate.pairs, cells, table)


def checker_of(position: Position, attacker: str, table: Table) -> Checker:
    """The checker of the proofs about ``attacker``."""
    attack, defend = (position.sets(player).sets() for player in (attacker, OTHER[attacker]))
    return Checker(attack, defend, position.board.cells, table)


KIND = Kind(
    record=PositionalStrategy,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="a strategy answers every move (Zermelo 1913); threats must be answered (Allis 1994); "
    "the potential of Erdős, Selfridge, J. Combin. Theory A 14 (1973); pairs (Hales, Jewett, "
    "Trans. AMS 106 (1963)); a further stone does no harm; strategy stealing (Nash 1949; Hales, "
    "Jewett 1963) for the second player; who completes a set inside a box, the other's moves "
    "outside counted and taken for any cells there, does so on every board that holds the box "
    "(null moves and relevance zones: Thomsen, Lambda-search in game trees, 2000)",
    evidence="for each position up to symmetry and dead cells, replies to the opponent's moves, "
    "sequences of threats, or pairs that serve at once or after an answer; and the box, if any",
    conclude=conclude,
)
