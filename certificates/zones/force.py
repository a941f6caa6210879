"""A set is completed by force, by claims that say what they rely on.

A node is about positions in which the defender is to move. It claims (A, T, Z, m): *wherever the
attacker owns the cells A and the defender the cells T and no cell of Z, and each set S of the
defender without a stone of the attacker lacks m(S) cells at least, the attacker completes a set
before the defender does.* m(S) is 2 or more, so the defender's next move completes none. What is
elsewhere does not matter, and so one node serves many positions: a position with many answers
that miss the point needs one edge for all of them.

An edge (x, r, c) says that after the defender's move x the attacker takes r, and that this
completes his set s (c = -1 - s), or that the claim (A', T', Z', m') of the earlier node c holds
then, turned by a symmetry of both players' sets where the edge names one. A set that is completed
counts as A' = s, T' = Z' = none, no levels. The edge asks for A' - r to be the attacker's, for no
cell of Z' + r to be the defender's, for T' - x to be his, and for m'(S) cells, one more where x is
in S, of the sets S that A' + r leaves alive; x is not r and in neither A' nor Z'. The first edge of
a node is its *default* (x = -1), for all moves that are not listed: so Z' + r must be listed or in
A, T' is asked for as it is, and one cell more is asked for of the sets with a cell that is neither
listed nor in T. A listed cell may be *taken* instead (r = c = -1): it is in T, so the defender
cannot move there. Then A, T and Z are all that the edges ask for (Z without A), neither A nor Z
shares a cell with T, and m(S) is the largest number asked.

Why it is true, by induction along the nodes. Let a position be as the node says, without a set
of the attacker, and let the defender take x, if a cell is free; he completes nothing. If x is not
listed it is outside of A, T, Z' and r. In each case r is not the defender's: the attacker takes
it, or, if he owns it, any free cell, for every condition stays true with more stones of his (m
is asked only of sets without them, and the defender's claims are about cells that he owns
already). Then the conditions of c hold, each set of the defender having lost at most the cell x;
or the set s is whole. If no cell is free, before or after x, then all cells of Z are the
attacker's, the conditions of the default's child hold without a move, and so on down to a set
that is whole; each step leads to an earlier node.

In a *box* the cells are the numbers of ``zone_board``: those of a part of the board, where the
attacker plays alone, and on each of its sides counters of the defender's moves beyond it, any of
which serve as the cells that a set of his has there; a set outside altogether takes as many moves
as the smallest set has cells. No reply is a counter, so A and Z hold none. A move outside of the
box is one on the next counter of its side: there is one, for who has made all of them, or all but
one where there are several sides, lacks at most one cell of such a set, and every set lacks two.
Where nothing is counted (no set fits, or he wants none) it is no move at all, and the conditions
stay true without one. Whatever set he completes on the board he has completed there too. So a small
proof serves every board around the box that has cells on the same sides of it.

Zones of this kind: Thomsen, Lambda-search in game trees (2000); Wu, Lin, Relevance-zone-oriented
proof search for Connect6 (2010).
"""

from __future__ import annotations

import msgspec
import numpy as np

from gameproof.certificates.arrays import ends_of, integers
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import small
from gameproof.certificates.zones.force_nodes import Claims, Graph
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_questions import completes
from gameproof.games.sets.forced_claim import Claim
from gameproof.games.sets.zone_board import ZoneBoard, zone_board

EMPTY = np.zeros(0, np.int64)


class Force(Certificate, frozen=True, tag="force"):
    """``attacker`` completes a set. ``opening`` is his first move if he is to move, else -1;
    ``root`` the node about the position after it (not read where the opening completes a set).

    ``edge_ends`` (nodes + 1) delimits each node's edges: ``moves`` (cells; -1 for the default,
    which comes first), ``replies`` (cells; -1 where the move's cell is taken) and ``children``
    (earlier nodes, or -1 - number of the attacker's set that the reply completes; -1 where the
    cell is taken). ``turns`` is the row of ``permutations`` that takes the child to its place, -1
    for none; where no node is turned both are empty. The start (``first``, ``second``,
    ``to_move``) is there for :func:`reply`; the checker takes the goal's. ``box``: the part of the
    board that the attacker plays in, its least coordinates and its size along each axis, where it
    is not the board; cells are then the numbers of ``zone_board``.
    """

    attacker: str
    first: list[int]
    second: list[int]
    to_move: str
    opening: int
    root: int
    edge_ends: np.ndarray
    moves: np.ndarray
    replies: np.ndarray
    children: np.ndarray
    permutations: np.ndarray = msgspec.field(default_factory=EMPTY.copy)
    turns: np.ndarray = msgspec.field(default_factory=EMPTY.copy)
    box: tuple[list[int], list[int]] | None = None


def conclude(goal: Goal[Position], certificate: Force) -> Conclusion:
    """That the attacker completes a set.

    O(edges * sets * levels / 64 + nodes * cells * sets / 64), the levels being at most as many as
    a set of the defender has cells.
    """
    position = goal.position
    if position.result() is not None:
        raise Rejected("the game is over")
    part = part_of(position, certificate)
    claims, attacker = claims_of(part, certificate), certificate.attacker
    result = completes(position.rule, attacker)
    if result is None:
        raise Rejected("Breaker wants no set, so he forces none")
    own, other = part.attacker, part.defender
    opening, root = certificate.opening, certificate.root
    if type(opening) is not int or type(root) is not int:
        raise Rejected("opening and root are integers")
    won = False
    if position.to_move == attacker:
        if not 0 <= opening < part.cells or (own | other | counters(part)) >> opening & 1:
            raise Rejected("the opening is no free cell")
        own |= 1 << opening
        won = any(not cells & ~own for cells in claims.attack)
    elif opening != -1:
        raise Rejected("an opening move, although the other player is to move")
    if not won:
        claim = claims.root(root)
        _demand(claim, own, other)
        if not claim.holds(own, other, [mask_of(cells) for cells in part.defend]):
            raise Rejected("a set of the defender lacks too few cells")
    inside = ""
    if certificate.box is not None:
        cells = " x ".join(map(str, box_of(certificate)[1]))
        inside = f" inside {cells} cells, wherever the other plays"
    return Conclusion(
        (Forces(position.to_move, only(attacker), only(result)),),
        f"the {attacker} player forces a set{inside}, by {0 if won else root + 1} nodes that say "
        "what they rely on",
    )


def part_of(position: Position, certificate: Force) -> ZoneBoard:
    """What is played on: the board, or its part in the box. Raises ``Rejected``, ``BadInput``."""
    attacker = certificate.attacker
    if not isinstance(attacker, str) or attacker not in OTHER:
        raise Rejected("the attacker is first or second")
    if certificate.box is not None:
        return zone_board(position, attacker, *box_of(certificate))
    players = (attacker, OTHER[attacker])
    attack, defend = (list(position.sets(player).sets()) for player in players)
    own, other = (mask_of(position.stones(player)) for player in players)
    return ZoneBoard(small(position).board.cells, attack, defend, own, other, ())


def box_of(certificate: Force) -> tuple[list[int], list[int]]:
    """The least coordinates of the box and its size. Raises ``Rejected``."""
    box = certificate.box
    if type(box) is not tuple or [type(one) for one in box] != [list, list]:
        raise Rejected("a box is two lists of numbers")
    return box


def counters(part: ZoneBoard) -> int:
    """The cells that count moves elsewhere."""
    return sum(part.barred)


def claims_of(part: ZoneBoard, certificate: Force) -> Claims:
    """The arrays, read for what is played on. Raises ``Rejected``."""
    cells = part.cells
    rows = integers(certificate.permutations, "permutations", 2, 0, cells)
    if len(rows) and rows.shape[1] != cells:
        raise Rejected("a permutation has the wrong length")
    moves = integers(certificate.moves, "moves", 1, -1, cells)
    replies = integers(certificate.replies, "replies", 1, -1, cells)
    children = integers(certificate.children, "children", 1, -len(part.attack), 1 << 40)
    turns = integers(certificate.turns, "turns", 1, -1, len(rows))
    if not len(rows) and not len(turns):
        turns = np.full(len(moves), -1)
    if not len(moves) == len(replies) == len(children) == len(turns):
        raise Rejected("the lists of edges have different lengths")
    ends = ends_of(certificate.edge_ends, "edge_ends", len(moves))
    barred = list(members(counters(part)))
    if np.isin(replies, barred).any():
        raise Rejected("a reply is a cell that counts moves of the other player")
    graph = Graph(ends, moves.tolist(), replies.tolist(), children.tolist(), turns.tolist())
    claims = Claims(cells, part.attack, part.defend, graph, rows.reshape(-1, cells))
    if not all(part.keeps_sides(row) for row in rows.tolist()):
        raise Rejected("a symmetry does not keep the sides")
    return claims


def _demand(claim: Claim, own: int, other: int) -> None:
    if claim.own & ~own:
        raise Rejected("the attacker lacks a stone that the root relies on")
    if claim.other & ~other:
        raise Rejected("the defender lacks a stone that the root relies on")
    if claim.zone & other:
        raise Rejected("the defender has a stone in the zone of the root")


KIND = Kind(
    record=Force,
    scope=Scope(derives=(Forces,), positions=(Position,)),
    theorem="what a win by force does not rely on may be anything, so one answer serves all moves "
    "elsewhere (null moves and relevance zones: Thomsen, Lambda-search in game trees, 2000)",
    evidence="nodes: for moves of the defender, and for all others together, a reply and the set "
    "that it completes or an earlier node, turned by symmetries of the sets; and the box, if any",
    conclude=conclude,
)
