"""Rules ``stealing`` and ``pairs``: whoever answers in the pair.

The evidence of ``pairs``: who starts, who answers, the pairs, and for each live set of the other
the number of its pair, unless that is the order of the pairs. Where each set is to have a pair of
its own, rule ``own-pairs`` reads them too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.positional import OTHER, Position
from gameproof.prover.formal import own_pairs
from gameproof.prover.formal.numbers import PLAYERS, Numbers, Steps, row
from gameproof.prover.formal.own_pairs import OWN

STEALING, PAIRS = 1, 2


def stealing(position: Position) -> list[Numbers]:
    """The step where strategies can be stolen; none elsewhere."""
    mover = position.to_move
    if Law.SAME_SETS not in position.laws or position.stones(OTHER[mover]):
        return []
    return [[STEALING, PLAYERS[mover]]]


def of_stealing(goal: Goal[Position], _certificate: Any) -> list[Numbers]:
    """The step, which holds no evidence, and no pairs against whom no set is left."""
    position = goal.position
    starter = PLAYERS[position.to_move]
    try:
        lost = [player for player in OTHER if not len(position.live_numbers(player))]
    except BadInput:  # too many sets to be looked through
        lost = []
    return [
        *stealing(position),
        *([PAIRS, starter, PLAYERS[OTHER[player]], 0, 0, 0] for player in lost),
    ]


def of_pairing(goal: Goal[Position], certificate: Any) -> list[Numbers]:
    """The pairs, and stealing where it makes a draw of them."""
    position = goal.position
    pairs = np.asarray(certificate.pairs).reshape(-1, 2).tolist()
    owner = None if certificate.owner is None else np.asarray(certificate.owner).tolist()
    sets = len(position.live_numbers(OTHER[certificate.player]))
    if len(pairs if owner is None else owner) != sets:
        raise Rejected("not as many pairs as live sets")
    if any(cell >= position.board.cells for pair in pairs for cell in pair):
        raise Rejected("a cell outside the board")
    step = [
        PAIRS,
        PLAYERS[position.to_move],
        PLAYERS[certificate.player],
        len(pairs),
        *(x for pair in pairs for x in pair),
        int(owner is not None),
        *row(owner or []),
    ]
    if goal.question == OWN:
        if owner is not None and not all(0 <= number < len(pairs) for number in owner):
            raise Rejected("there is no such pair")
        each = pairs if owner is None else [pairs[number] for number in owner]
        return [step, own_pairs.shown(OTHER[certificate.player], each)]
    return [step, *stealing(position)]


STEPS: Steps = {"strategy-stealing": of_stealing, "pairing": of_pairing}
