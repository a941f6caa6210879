"""Forged evidence of the rules ``answers`` and ``timed``: what is accepted is true.

Oracle: all play on small boards, by sets of cells that are listed here. The evidence is put
together at random: no node, nodes that say too much, pairs, weights, threats and replies that may
be right or wrong.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from formal.test_formal import built
from formal.test_starts import told

from gameproof.certificates.files import unseal
from gameproof.instances.instance import read
from gameproof.prover.formal.numbers import flat, maybe, row, rows
from gameproof.prover.formal.translate import claimed
from gameproof.prover.prove import prove_with_certificate
from gameproof.solvers.limits import Limits

__all__ = ["built"]

Sets = tuple[tuple[int, ...], ...]
CELLS = 5
DATA = Path(__file__).parents[2] / "instances" / "data"


@cache
def best(sets: Sets, first: frozenset[int], second: frozenset[int], mover: int) -> frozenset[int]:
    """The results that ``first`` (0) can keep the play to, as the best one for him: 0 where he
    wins, 2 for a draw, 1 where he loses; both want the same sets."""
    for number, own in enumerate((first, second)):
        if any(own.issuperset(one) for one in sets):
            return frozenset({number})
    free = [cell for cell in range(CELLS) if cell not in first | second]
    if not free:
        return frozenset({2})
    after: set[int] = set()
    for cell in free:
        stones = (first | {cell}, second) if mover == 0 else (first, second | {cell})
        after |= best(sets, *stones, 1 - mover)
    order = (0, 2, 1) if mover == 0 else (1, 2, 0)
    return frozenset({next(one for one in order if one in after)})


def node(chance: random.Random, sets: Sets, me: frozenset[int], it: frozenset[int]) -> list[int]:
    """A node that may say anything."""

    def cells() -> list[int]:
        return [cell for cell in range(CELLS) if chance.random() < 0.4]

    def pairs() -> list[list[int]]:
        return [
            [chance.randrange(CELLS), chance.randrange(CELLS)] for _ in range(chance.randint(0, 2))
        ]

    most = sum(1 << c for c in it) | (sum(1 << c for c in cells()) if chance.random() < 0.4 else 0)
    least = sum(1 << c for c in me) if chance.random() < 0.7 else 0
    left = (1 << len(sets)) - 1 if chance.random() < 0.8 else chance.randrange(1 << len(sets))
    edges = [
        [x, chance.randrange(CELLS), chance.randrange(6), 0]
        for x in cells()
        if chance.random() < 0.3
    ]
    lines = [[*row(cells()), *flat(pairs())] for _ in range(int(chance.random() < 0.2))]
    whole = chance.choice([[0], [1], [1], [2, *flat(pairs())]])
    answers = [[chance.randrange(CELLS), *flat(pairs())] for _ in range(int(chance.random() < 0.3))]
    weighed = [*range(CELLS)] if chance.random() < 0.3 else []
    return [most, least, left, *flat(edges), *flat(lines), *whole, *flat(answers), *row(weighed)]


@pytest.mark.slow
def test_forged_answers_prove_nothing_false(built: Path) -> None:
    assert built.is_dir()
    chance, accepted, refused = random.Random(19), 0, 0
    for _ in range(1000):
        sets: Sets = tuple(
            tuple(sorted(chance.sample(range(CELLS), chance.randint(2, 3))))
            for _ in range(chance.randint(1, 4))
        )
        cells = chance.sample(range(CELLS), chance.randint(0, 2))
        first, second = frozenset(cells[::2]), frozenset(cells[1::2])
        if any({*one} <= own for one in sets for own in (first, second)):
            continue
        starter, me, wins = chance.randrange(2), chance.randrange(2), chance.randrange(2)
        own, other = (first, second)[:: 1 if me == 0 else -1]
        results = [me] if wins else [me, 2]
        opening = chance.randrange(CELLS) if starter == me else None
        nodes = [node(chance, sets, own, other) for _ in range(chance.choice((0, 1, 1, 1, 2)))]
        root = 2 * len(nodes) - 2 if nodes and chance.random() < 0.7 else chance.randrange(8)
        step = [
            19, starter, me, wins, *maybe(opening), 0, root, 0, *flat(nodes),
        ]  # fmt: skip
        board = [
            0,
            3,
            CELLS,
            *rows(sets),
            *rows(sets),
            0,
            *row(sorted(first)),
            *row(sorted(second)),
        ]
        claim = [1, 0, starter, *row([me]), *row(sorted(results)), 0]
        if told([*board, *claim, 1, *step]) is None:
            refused += 1
            continue
        accepted += 1
        assert best(sets, first, second, starter) <= {*results}, (sets, first, second, step)
    assert accepted > 10
    assert refused > 100


@cache
def completed(sets: Sets, first: frozenset[int], second: frozenset[int], mover: int, n: int) -> int:
    """In how many of the next n plies ``first`` (0) can complete a set before the other, n + 1
    where he cannot."""
    for own, plies in ((first, 0), (second, n + 1)):
        if any(own.issuperset(one) for one in sets):
            return plies
    free = [cell for cell in range(CELLS) if cell not in first | second]
    if not free or n == 0:
        return n + 1
    after = [
        completed(sets, first | {x}, second, 1, n - 1)
        if mover == 0
        else completed(sets, first, second | {x}, 0, n - 1)
        for x in free
    ]
    return 1 + (min(after) if mover == 0 else max(after))


def timed_node(
    chance: random.Random,
    sets: Sets,
    me: frozenset[int],
    it: frozenset[int],
    plies: int,
    wins: bool,
) -> list[int]:
    """A node with plies that may say anything."""

    def some(share: float) -> list[int]:
        return [cell for cell in range(CELLS) if chance.random() < share]

    most = sum(1 << c for c in it) | (
        sum(1 << c for c in some(0.4)) if chance.random() < 0.3 else 0
    )
    least = sum(1 << c for c in me) if chance.random() < 0.8 else 0
    live = sum(1 << k for k, one in enumerate(sets) if not me & {*one})
    left = live if chance.random() < 0.8 else chance.randrange(1 << len(sets))
    edges = [
        [x, chance.randrange(CELLS), chance.randrange(8)] for x in some(chance.choice((0, 0, 0.5)))
    ]
    stop = chance.choice([[0], [0], [1], [2, 1, *chance.sample(range(CELLS), 2)], [2, 0]])
    longer = plies + chance.choice((0, 0, 0, 1, 2))
    weighed = some(0.7) if chance.random() < (0.1 if wins else 0.5) else []
    return [longer, most, least, left, *flat(edges), *row(weighed), *stop]


@pytest.mark.slow
def test_forged_plies_prove_nothing_false(built: Path) -> None:
    assert built.is_dir()
    chance = random.Random(21)
    accepted = {True: 0, False: 0}
    refused = 0
    for _ in range(1500):
        sets: Sets = tuple(
            tuple(sorted(chance.sample(range(CELLS), chance.choice((2, 2, 3)))))
            for _ in range(chance.randint(1, 5))
        )
        wins = chance.random() < 0.7
        most = 1 if wins else 3
        cells = chance.sample(range(CELLS), chance.randint(0, most))
        first, second = frozenset(cells[::2]), frozenset(cells[1::2])
        if any({*one} <= own for one in sets for own in (first, second)):
            continue
        starter, me, n = chance.randrange(2), chance.randrange(2), chance.randint(0, 5)
        own, other = (first, second)[:: 1 if me == 0 else -1]
        opening = chance.choice([c for c in range(CELLS) if c not in cells])
        starts = starter == me if chance.random() < 0.95 else starter != me
        there = own | {opening} if starts else own
        left = max(n - starts, 0)
        nodes = [
            timed_node(chance, sets, there, other, left, wins)
            for _ in range(chance.choice((0, 1, 2)))
        ]
        root = (len(nodes) - 1 if nodes else 0) * (2 if starts else 1)
        if starts and chance.random() < 0.3:
            root = chance.randrange(8)
        step = [
            23, starter, me, int(wins), n, *maybe(opening if starts else None), root, *flat(nodes),
        ]  # fmt: skip
        board = [
            0, 3, CELLS, *rows(sets), *rows(sets), 0, *row(sorted(first)), *row(sorted(second)),
        ]  # fmt: skip
        result = me if wins else 1 - me
        claim = [1, int(not wins), starter, *row([me]), *row([result]), *maybe(n)]
        if told([*board, *claim, 1, *step]) is None:
            refused += 1
            continue
        accepted[wins] += 1
        stones = (first, second) if result == 0 else (second, first)
        mover = int(starter != result)
        assert (completed(sets, *stones, mover, n) <= n) == wins, (sets, first, second, n, step)
    assert min(accepted.values()) > 5, accepted
    assert refused > 100


def test_no_evidence_proves_nothing(built: Path) -> None:
    """No node, no round, a set that does not exist, another rule's evidence, another game."""
    assert built.is_dir()
    board = [0, 1, 3, 3, 3, 0, 0, 0]
    for side, results in ((0, [0]), (1, [1]), (1, [1, 2])):
        claim = [1, 0, 0, *row([side]), *row(results), 0]
        for target in (0, 1, 2, 100):
            assert told([*board, *claim, 1, 19, 0, side, 1, 0, 0, target, 0, 0]) is None
            assert told([*board, *claim, 1, 19, 0, side, 0, 1, 0, target, 0, 0]) is None
        assert told([*board, *claim, 1, 20, 0, 1, side, 0, 0, 0]) is None
        assert told([*board, *claim, 0]) is None
    falling = [23, 1, 3, 3, 3, 3, 2, 1, 0, 1, 0]
    claim = [1, 0, 0, *row([1]), *row([1]), 0]
    assert told([*falling, *claim, 1, 20, 0, 1, 1, 1, 0, 0]) is None
    assert told([*falling, *claim, 1, 19, 0, 1, 1, 0, 0, 0, 0, 0]) is None
    # Stones that fall by no column stand nowhere.
    assert told([23, 1, 3, 3, 3, 0, 2, 1, 0, 1, 0, *claim, 1, 20, 0, 1, 1, 0, 0, 0]) is None


@pytest.mark.parametrize("name", ["win-within-5-4-4-3", "win-within-9-6-5-4"])
def test_plies_are_proved_and_not_one_more(built: Path, name: str) -> None:
    assert built.is_dir()
    found = prove_with_certificate(read(DATA / "mnk" / f"{name}.json"), Limits(60))
    assert found.sealed is not None
    said, steps = claimed(unseal(found.sealed))
    step = steps()[0]
    rule, starter, me, wins, plies, opening, root, *nodes = step
    assert told([*said, 1, *step]) is not None
    assert said[-1] == plies + 1
    worse = plies - 1 if wins else plies + 1
    forged = [
        [*said[:-1], worse + 1, 1, *step],  # claimed alone
        [*said[:-1], worse + 1, 1, rule, starter, me, wins, worse, opening, root, *nodes],
        [*said, 1, rule, starter, 1 - me, wins, plies, opening, root, *nodes],
        [*said, 1, rule, 1 - starter, me, wins, plies, opening, root, *nodes],
        [*said, 1, rule, starter, me, 1 - wins, plies, opening, root, *nodes],
        [*said, 1, rule, starter, me, wins, plies, opening, root, 0],
        [*said, 1, rule, starter, me, wins, plies, opening, root + 2, *nodes],
    ]
    smaller = list(said)
    smaller[2] -= 1  # a row less
    forged.append([*smaller, 1, *step])
    for numbers in forged:
        assert told(numbers) is None, numbers[:30]
