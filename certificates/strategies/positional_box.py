"""A positional strategy inside a box of the board, whatever the opponent does elsewhere.

The attacker plays in the box alone and completes a set there before the defender completes
one anywhere. What the box does not see is treated at its worst (``zone_board``): a move of
the defender outside is counted on its side of the box, and a set of his that has j free
cells on a side is whole, as far as that side goes, after any j moves there; a set outside
altogether after as many moves as the smallest set has cells, on any sides. Neither is the
attacker ever allowed to take a cell outside, nor does it help him that there may be no such set.

Why a win in the box is one on the board: the attacker answers a move in the box as the
strategy does, and a move outside as the next count on its side. Whatever set the defender
completes on the board, he has completed there too, so he has completed none before the
attacker does. A side's counts do not run out: whoever has made all of them completes a set by
any other move outside, and no position of the strategy leaves the defender such a move. (With
one side only there are enough to complete a set by themselves.) So a small proof serves every
board around the box that has cells on the same sides of it.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.positional_checker import Checker
from gameproof.certificates.strategies.positional_table import Arrays, table_from
from gameproof.games.sets.zone_board import ZoneBoard


def checker_of(zone: ZoneBoard, arrays: Arrays) -> Checker:
    """The checker of a strategy in the numbers of a zone's board; the permutations keep sets and
    sides. Raises :class:`Rejected`."""
    table = table_from(arrays, zone.cells, (zone.attack, zone.defend))
    for number, permutation in enumerate(table.permutations):
        if not zone.keeps_sides(permutation):
            raise Rejected(f"symmetry {number} does not keep the sides")
    return Checker(zone.attack, zone.defend, zone.cells, table, zone.barred)
