"""Rule ``force``: a set is completed by force, by claims that say what they rely on.

The evidence: who starts, the attacker, his opening move where he is to move, symmetries (cells
there and back, the defender's sets there and back), where the root is, and the nodes: the default,
the moves that are listed, and the cells that the defender must own already. Where an edge leads is
twice the number of a node, or twice that of a set and one more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal
from gameproof.certificates.zones.force import claims_of, part_of
from gameproof.games.positional import OTHER, Position
from gameproof.prover.formal.numbers import PLAYERS, NotCovered, Numbers, Steps, maybe, row
from gameproof.prover.formal.positions import images_of, sets_of

RULE = 4
NO_TURN = 0


def of_force(goal: Goal[Position], certificate: Any) -> list[Numbers]:
    """The step; raises :class:`NotCovered` for what is played in a box."""
    if certificate.box is not None:
        raise NotCovered("a win by force in a box")
    position = goal.position
    # The plain checker's own reading: it looks at the numbers of every node, at those too that
    # the root does not lead to and that are not written here.
    claims, attacker = claims_of(part_of(position, certificate), certificate), certificate.attacker
    graph = claims.graph
    ends, moves, replies = graph.ends, graph.moves, graph.replies
    children, turns = graph.children, graph.turns
    permutations = np.asarray(certificate.permutations).tolist()
    opening = certificate.opening
    if (position.to_move == attacker) == (opening == -1):
        raise Rejected("an opening move belongs to the attacker who is to move")
    goals = sets_of(position, attacker)
    whole = [2 * i + 1 for i, one in enumerate(goals) if opening in one
             and set(one) <= {*position.stones(attacker), opening}]  # fmt: skip
    root = whole[0] if whole else 2 * certificate.root
    count = 0 if whole else certificate.root + 1
    nodes: list[Numbers] = []
    for first, last in list(pairwise(ends))[:count]:
        edges = range(first, last)
        if moves[first] != -1 or any(moves[e] < 0 for e in edges[1:]):
            raise Rejected("the first edge, and no other, is the default")
        if any(replies[e] == -1 and (children[e], turns[e]) != (-1, -1) for e in edges[1:]):
            raise Rejected("a cell that is taken leads to no node")
        if len({*moves[first:last]}) != len(edges):
            raise Rejected("a node lists a cell twice")
        if any(children[e] < 0 and replies[e] not in goals[-1 - children[e]]
               for e in edges if replies[e] != -1):  # fmt: skip
            raise Rejected("a reply is no cell of the set that it completes")
        listed = [e for e in edges[1:] if replies[e] != -1]
        taken = [moves[e] for e in edges[1:] if replies[e] == -1]
        leads = [
            [max(moves[e], 0), replies[e], target(children[e]), turns[e] + 1]
            for e in (first, *listed)
        ]
        nodes.append([*leads[0], len(listed), *(x for one in leads[1:] for x in one), *row(taken)])
    return [[
        RULE, PLAYERS[position.to_move], PLAYERS[attacker],
        *maybe(None if opening == -1 else opening),
        *symmetries(position, OTHER[attacker], permutations),
        root, NO_TURN, len(nodes), *(x for one in nodes for x in one),
    ]]  # fmt: skip


def symmetries(position: Position, defender: str, permutations: Sequence[Sequence[int]]) -> Numbers:
    """How many there are, and each."""
    found = [len(permutations)]
    images_each = images_of(sets_of(position, defender), permutations)
    for to, images in zip(permutations, images_each, strict=True):
        found += [*row(to), *row(inverse(to)), *row(images), *row(inverse(images))]
    return found


def inverse(to: Sequence[int]) -> list[int]:
    """The permutation back."""
    found = [0] * len(to)
    for place, image in enumerate(to):
        found[image] = place
    return found


def target(child: int) -> int:
    """Where an edge leads."""
    return 2 * child if child >= 0 else 2 * (-1 - child) + 1


STEPS: Steps = {"force": of_force}
