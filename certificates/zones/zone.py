"""A win inside a zone of the board, whatever the opponent does elsewhere.

The attacker plays in the zone alone and completes a set there before the defender completes
one anywhere. What the zone does not see is treated at its worst (``zone_board``): a move of
the defender outside is counted on its side of the zone, and a set of his that has j free
cells on a side is whole, as far as that side goes, after any j moves there; a set outside
altogether after as many moves as it has cells, on any sides. Neither is the attacker ever
allowed to take a cell outside, nor does it help him that there may be no such set.

Why a win in the zone is one on the board: the attacker answers a move in the zone as the
strategy does, and a move outside as the next count on its side. Whatever set the defender
completes on the board, he has completed there too, so he has completed none before the
attacker does. A side's counts do not run out: whoever has made all of them completes a set by
any other move outside, and no position of the strategy leaves the defender such a move. (With
one side only there are enough to complete a set by themselves.) So a small proof serves every
board around the zone that has cells on the same sides of it.

The strategy is that of ``positional-strategy``, and so is its checker, node by node.
"""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.positional_checker import UNLIMITED, Checker
from gameproof.certificates.strategies.positional_strategy import forced_from
from gameproof.certificates.strategies.positional_table import table_from
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import Position
from gameproof.games.positional_questions import completes
from gameproof.games.sets.zone_board import ZoneBoard, zone_board


class Zone(Certificate, frozen=True, tag="zone"):
    """``attacker`` wins in the cells from ``low`` on, ``size`` many along each axis. ``opening``
    is his first move if he is to move, else -1; ``root`` the node that follows, turned by
    ``symmetry``, or -1. The arrays are those of ``positional-strategy``, about the numbers of
    ``zone_board``. The start (``first``, ``second``: places of stones) is there for :func:`reply`;
    the checker takes the goal's."""

    attacker: str
    low: list[int]
    size: list[int]
    first: list[list[int]]
    second: list[list[int]]
    to_move: str
    opening: int
    root: int
    symmetry: int
    permutations: np.ndarray
    edge_ends: np.ndarray
    moves: np.ndarray
    replies: np.ndarray
    children: np.ndarray
    symmetries: np.ndarray
    line_ends: np.ndarray
    cell_ends: np.ndarray
    cells: np.ndarray


def conclude(goal: Goal[Position], certificate: Zone) -> Conclusion:
    """That the attacker forces a set. The cost is that of ``positional-strategy`` on a board of
    the zone's cells."""
    position = goal.position
    if position.result() is not None:
        raise Rejected("the game is over")
    attacker = certificate.attacker
    if attacker not in position.players:
        raise Rejected("the attacker is first or second")
    result = completes(position.rule, attacker)
    if result is None:
        raise Rejected("Breaker wants no set, so he forces none")
    zone = zone_board(position, attacker, certificate.low, certificate.size)
    seen = forced_from(
        checker_of(zone, certificate),
        (zone.attacker, zone.defender, UNLIMITED),
        position.to_move == attacker,
        (certificate.opening, certificate.root, certificate.symmetry),
    )
    size = " x ".join(map(str, certificate.size))
    return Conclusion(
        (Forces(position.to_move, only(attacker), only(result)),),
        f"the {attacker} player forces a set inside {size} cells, wherever the other plays "
        f"({seen} nodes)",
    )


def checker_of(zone: ZoneBoard, certificate: Zone) -> Checker:
    """The checker of the strategy; the permutations keep sets and sides."""
    table = table_from(certificate, zone.cells, (zone.attack, zone.defend))
    for number, permutation in enumerate(table.permutations):
        if not zone.keeps_sides(permutation):
            raise Rejected(f"symmetry {number} does not keep the sides")
    return Checker(zone.attack, zone.defend, zone.cells, table, zone.barred)


KIND = Kind(
    record=Zone,
    scope=Scope(derives=(Forces,), positions=(Position,)),
    theorem="who completes a set inside a zone, the other's moves outside counted and taken for "
    "any cells there, does so on every board that holds the zone (null moves and relevance zones: "
    "Thomsen, Lambda-search in game trees, 2000); threats must be answered (Allis 1994)",
    evidence="the zone, and a strategy in it as in positional-strategy",
    conclude=conclude,
)
