"""What random nodes claim is compared with full search: zones, stones, stopped sets, cores."""

from __future__ import annotations

import itertools
import random
from functools import cache

import numpy as np
from reference.often import often

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.zones.hold_nodes import (
    NOBODY,
    SPARE,
    Evidence,
    Lists,
    Nodes,
    flags_of,
)

Rows = list[list[tuple[int, ...]]]


def held(cells: int, sets: tuple[int, ...], mine: int, theirs: int) -> bool:
    """The other to move: does the blocker get a cell of every set? Words of cells."""

    @cache
    def stops(mine: int, theirs: int) -> bool:
        if any(not one & ~theirs for one in sets):
            return False
        free = [1 << c for c in range(cells) if not (mine | theirs) >> c & 1]
        return all(answered(mine, theirs | move, [c for c in free if c != move]) for move in free)

    def answered(mine: int, theirs: int, free: list[int]) -> bool:
        if any(not one & ~theirs for one in sets):
            return False
        return not free or any(stops(mine | cell, theirs) for cell in free)

    return stops(mine, theirs)


def listed(rows: Rows, width: int) -> Lists:
    flat = np.array([entry for row in rows for entry in row], np.int64).reshape(-1, width)
    return Lists(np.cumsum([0, *map(len, rows)]), flat if width > 1 else flat.ravel())


def drawn(chance: random.Random) -> tuple[int, list[tuple[int, ...]], np.ndarray, Evidence]:
    """A small board, symmetries of its sets, and nodes on it, most of them with something wrong."""
    cells = chance.randint(3, 6)
    many = range(chance.randint(1, 4))
    sets = [*{tuple(sorted(chance.sample(range(cells), chance.randint(1, 3)))) for _ in many}]
    turns = [tuple(range(cells))]
    for _ in range(20):
        to = chance.sample(range(cells), cells)
        if {tuple(sorted(to[c] for c in one)) for one in sets} == {*sets}:
            turns.append(tuple(to))
    nodes = chance.randint(1, 4)
    lists: list[Rows] = [[[] for _ in range(nodes)] for _ in range(4)]
    stones, pairs, parts, answers = lists
    owned: list[int] = []
    owners: list[list[int]] = []
    for node in range(nodes):
        left = chance.sample(range(cells), cells)
        if chance.random() < 0.4:
            stones[node].append((left.pop(),))
        kind = chance.choice(("leaf", "owners", "answers", "parts") if node else ("leaf", "owners"))
        earlier = range(node)
        if kind == "answers":
            answers[node] = [
                (chance.randrange(cells), chance.choice(earlier), chance.randrange(len(turns)))
                for _ in range(chance.randint(1, 3))
            ]
            continue
        if kind == "parts":
            parts[node] = [
                (chance.choice(earlier), chance.randrange(len(turns)))
                for _ in range(chance.randint(1, 2))
            ]
        if len(left) > 1 and chance.random() < 0.6:
            pairs[node].append((left.pop(), left.pop()))
        if kind == "owners":
            row = [NOBODY] * cells
            for number, one in enumerate(sets):
                inside = [c for c in left if c in one][:2]
                if len(inside) == 2:
                    left = [c for c in left if c not in inside]
                    row[inside[0]] = row[inside[1]] = number
            for c in left:
                row[c] = chance.choice((SPARE, NOBODY))
            if chance.random() < 0.1:
                row[chance.randrange(cells)] = chance.randrange(-2, len(sets))
            owned.append(node)
            owners.append(row)
    evidence = Evidence(
        listed(stones, 1), listed(pairs, 2), listed(parts, 2), listed(answers, 3),
        np.array(owned, np.int64), np.array(owners, np.int64).reshape(len(owned), cells),
    )  # fmt: skip
    return cells, sets, np.array(turns), evidence


def test_what_nodes_claim_is_true() -> None:
    """At its worst: whatever is in neither zone nor stones is the other's, and any one cell of the
    zone that is not of the core."""
    chance, claims, exchanged = random.Random(8), 0, 0
    for _ in range(often(900)):
        cells, sets, turns, evidence = drawn(chance)
        try:
            nodes = Nodes(cells, sets, turns, evidence)
        except Rejected:
            continue
        words = (nodes.zone, nodes.core, nodes.stones)
        for node in range(len(nodes.zone)):
            zone, core, stones = (
                sum(1 << int(c) for c in np.flatnonzero(flags_of(one[node : node + 1], cells)[0]))
                for one in words
            )
            numbers = np.flatnonzero(flags_of(nodes.stopped[node : node + 1], len(sets))[0])
            stopped = tuple(sum(1 << c for c in nodes.sets[i]) for i in numbers.tolist())
            theirs = (1 << cells) - 1 & ~(zone | stones)
            assert not core & ~zone
            assert held(cells, stopped, stones, theirs), (sets, evidence, turns)
            claims += bool(stopped)
            for c in itertools.compress(range(cells), map(int, f"{zone & ~core:b}"[::-1])):
                assert held(cells, stopped, stones, theirs | 1 << c), (c, sets, evidence, turns)
                exchanged += 1
    assert claims > 280
    assert exchanged > 100
