"""Rule ``hold``: zones in which one player stops the other's sets, from pairs upwards.

The evidence: who starts, whose sets are stopped, the opening move where there is one, symmetries
(cells, and lines), and the nodes: pairs, parts and sets with cells of their own, or answers.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal
from gameproof.certificates.strategies.blocking import small
from gameproof.certificates.zones.hold import evidence
from gameproof.certificates.zones.hold_nodes import Lists, depths
from gameproof.certificates.zones.turned_sets import Ints
from gameproof.games.positional import OTHER, Position
from gameproof.prover.formal.numbers import PLAYERS, Numbers, Steps, maybe, row
from gameproof.prover.formal.pairs import stealing
from gameproof.prover.formal.positions import images_of, sets_of

RULE = 3
TOGETHER, ANSWERS = 0, 1
SPARE = -2


def of_hold(goal: Goal[Position], certificate: Any) -> list[Numbers]:
    """The step, and stealing where it makes a draw of it."""
    position, player = small(goal.position), certificate.player
    other = OTHER[player]
    sets = sets_of(position, other)
    read = evidence(certificate, position.board.cells, len(sets))
    stones, pairs, parts, answers = map(_split, (read.stones, read.pairs, read.parts, read.answers))
    turns = np.asarray(certificate.permutations).tolist()
    depths(position.board.cells, len(stones), read.parts, read.answers, len(turns))
    if any(len(set(listed)) < len(listed) for listed in stones):
        raise Rejected("a stone of a node is listed twice")
    if any(sorted(turn) != list(range(position.board.cells)) for turn in turns):
        raise Rejected("a symmetry is no permutation of the cells")
    if not 0 <= certificate.turn < len(turns):
        raise Rejected("there is no such turn")
    through = np.zeros((len(sets), position.board.cells), bool)
    for number, cells in enumerate(sets):
        through[number, list(cells)] = True
    owned = {
        node: _spreading(row, through)
        for node, row in zip(read.owned.tolist(), read.owners, strict=True)
    }
    nodes: list[Numbers] = []
    for node in range(len(stones)):
        if answers[node]:
            told = [x for r, k, t in answers[node] for x in (r, k, t + 1)]
            nodes.append([ANSWERS, *row(stones[node]), len(answers[node]), *told])
            continue
        lines, spare = owned.get(node, ([], []))
        nodes.append([
            TOGETHER, *row(stones[node]),
            len(pairs[node]), *(x for pair in pairs[node] for x in pair),
            len(parts[node]), *(x for k, t in parts[node] for x in (k, t + 1)),
            len(lines), *(x for line in lines for x in line), *row(spare),
        ])  # fmt: skip
    whole = [len(nodes) - 1, certificate.turn + 1]
    nodes.append([TOGETHER, 0, 0, 1, *whole, 0, 0])
    symmetries = [
        [*row(turn), *row(images)]
        for turn, images in zip(turns, images_of(sets, turns), strict=True)
    ]
    step = [
        RULE, PLAYERS[position.to_move], PLAYERS[other],
        *maybe(None if certificate.opening == -1 else certificate.opening),
        len(symmetries), *(x for one in symmetries for x in one),
        len(nodes), *(x for one in nodes for x in one),
    ]  # fmt: skip
    return [step, *stealing(position)]


def _split(lists: Lists) -> list[list[Any]]:
    """The rows of each node."""
    rows = lists.rows.tolist()
    return [rows[a:b] for a, b in pairwise(lists.ends.tolist())]


def _spreading(owners: Ints, through: NDArray[np.bool_]) -> tuple[list[list[int]], list[int]]:
    """The sets with their cells, each after the spare cells and sets from which it is reached, then
    those that nothing reaches; and the spare cells. ``through``: sets x cells."""
    held = np.flatnonzero(owners >= 0)
    held = held[np.argsort(owners[held], kind="stable")]
    numbers, starts = np.unique(owners[held], return_index=True)
    free = owners == SPARE
    order: list[int] = []
    left = np.arange(len(numbers))
    while len(left):
        near = through[np.ix_(numbers[left], free)].any(axis=1)
        order += left[near].tolist()
        if not near.any():
            break
        free = np.isin(owners, numbers[left[near]])
        left = left[~near]
    order += left.tolist()
    cells, ends = held.tolist(), [*starts.tolist(), len(held)]
    sets = numbers.tolist()
    return [[sets[k], *cells[ends[k] : ends[k + 1]]] for k in order], np.flatnonzero(
        owners == SPARE
    ).tolist()


STEPS: Steps = {"hold": of_hold}
