"""Forged streams of the rules ``places``, ``family``, ``most`` and ``example``.

Oracle: the answers that the plain checker has accepted, of which the others are false, and for
drawn boards the lines that are listed here. The evidence is genuine, or spoilt at random.
"""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from formal.test_formal import built
from formal.test_starts import told

from gameproof.certificates.files import unseal
from gameproof.instances.instance import read
from gameproof.prover.formal.numbers import row
from gameproof.prover.formal.translate import claimed
from gameproof.prover.prove import prove_with_certificate
from gameproof.solvers.limits import Limits

__all__ = ["built"]

DATA = Path(__file__).parents[2] / "instances" / "data"
STARTS, FAMILY, MOST, EXAMPLE, DRAWN = 3, 15, 16, 18, 10


def others_of_starts(said: list[int]) -> list[list[int]]:
    """The claim with a vertex on the other side, or on none."""
    for at in range(len(said) - 1, 0, -1):
        winning = said[at] if said[at - 1] == STARTS else len(said)
        if at + winning + 1 < len(said) and at + winning + said[at + winning + 1] + 2 == len(said):
            break
    won, lost = said[at + 1 : at + 1 + winning], said[at + winning + 2 :]
    assert [*said[:at], *row(won), *row(lost)] == said
    pairs = [(sorted([*won, v]), [w for w in lost if w != v]) for v in lost]
    pairs += [([w for w in won if w != v], sorted([*lost, v])) for v in won]
    pairs += [(lost, won), (won, lost[1:]), (won[1:], lost)]
    return [[*said[:at], *row(a), *row(b)] for a, b in pairs if (a, b) != (won, lost)]


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("geography/directed-edge-cycle-6", 14), ("geography/directed-edge-figure-eight", 14),
        ("digraph/eight-vertices-p", FAMILY), ("take-away/losing-sizes-2x", FAMILY),
        ("tetris/overhang-drop", MOST), ("tetris/overhang-slide", MOST),
    ],
)  # fmt: skip
def test_false_claims_are_not_proved(built: Path, name: str, rule: int) -> None:
    assert built.is_dir()
    found = prove_with_certificate(read(DATA / f"{name}.json"), Limits(60))
    assert found.sealed is not None
    said, steps = claimed(unseal(found.sealed))
    [step] = steps()
    assert step[0] == rule
    assert told([*said, 1, *step]) is not None
    if rule == MOST:
        false = [[*said[:-1], said[-1] + 1], [*said[:-1], said[-1] + 10**9]]
        false += [[*said[:-1], k] for k in range(said[-1])]
    elif rule == FAMILY:
        false = [[*said[:-1], 1 - said[-1]]]
    else:
        false = others_of_starts(said)
    assert false
    chance = random.Random(9)
    for claim in false[:8]:
        assert told([*claim, 0]) is None
        assert told([*claim, 1, *step]) is None
        assert told([*claim, 2, *step, *step]) is None
        for _ in range(25):
            spoilt = list(step)
            for _ in range(chance.randint(1, 3)):
                at = chance.randrange(1, len(spoilt))
                spoilt[at] = max(0, chance.choice([spoilt[at] + chance.choice([-1, 1]), 0, 1]))
            assert told([*claim, 1, *spoilt], 5.0) is None
        if rule == MOST:  # for as many rows, or one more, as the claim has
            for many in (claim[-1], claim[-1] + 1):
                assert told([*claim, 1, rule, many, *step[2:]]) is None
            assert told([*claim, 1, rule, claim[-1], 0, 0]) is None


LINES = [
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
]  # fmt: skip


@pytest.mark.parametrize("starter", [None, 0, 1])
def test_only_drawn_boards_are_examples(built: Path, starter: int | None) -> None:
    """Of [3]^2 with two stones; of [2]^2, where there is none, any cells."""
    assert built.is_dir()
    by = [0] if starter is None else [starter + 1]
    chance, true = random.Random(10), 0
    for cells in product((False, True), repeat=9):
        own = {cell for cell in range(9) if cells[cell]}
        drawn = not any(line <= own or not line & own for line in LINES)
        shared = starter is None or len(own) == (5 if starter == 0 else 4)
        good = drawn and shared and 4 in own and 0 not in own
        if not good and chance.random() < 0.8:
            continue
        true += good
        board = [0, 0, 3, 2, 0, *row([4]), *row([0])]
        step = [EXAMPLE, *by, *row(sorted(own))]
        assert (told([*board, 1, DRAWN, *by, 1, *step]) is not None) == good, own
    assert true > 2
    for cells in product((False, True), repeat=4):
        own = {cell for cell in range(4) if cells[cell]}
        claim = [0, 0, 2, 2, 0, 0, 0, 1, DRAWN, *by]
        assert told([*claim, 1, EXAMPLE, *by, *row(sorted(own))]) is None
