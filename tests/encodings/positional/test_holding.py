"""Breaker's wins and draws by the search that ends in pairs."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.positional_strategy import PositionalStrategy
from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.positional import holding
from gameproof.encodings.positional.search import as_achievement, as_certificate
from gameproof.games.meaning.statement import Forces, nobody_wins, only
from gameproof.games.positional import PLAYERS, Position
from gameproof.replies.strategies.positional_strategy import reply
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional import holding_search
from gameproof.solvers.positional.achievement import Achievement, identity
from gameproof.solvers.positional.holding_search import HoldingSearch, searched
from gameproof.solvers.positional.proof_number import ProofNumberSearch
from gameproof.solvers.positional.strategy_writer import strategy


def held(position: Position, finding: Finding) -> None:
    """The certificate must say what was found: that nobody wins, or that Breaker holds."""
    assert finding.certificate is not None
    derived = conclude(Goal(position, "outcome"), finding.certificate).statements
    mover = position.to_move
    wanted = (
        nobody_wins(mover, PLAYERS)
        if finding.answer == "draw"
        else [Forces(mover, only("second"), only("breaker"))]
    )
    assert set(wanted) <= set(derived)


def run(words: str) -> int | None:
    """The zones found, their certificate accepted."""
    position = Position.parse(words)
    (method,) = holding.METHODS
    assert method.applies(position)
    finding = method.run(position, Limits(), Options())
    if finding.answer is UNKNOWN:
        return None
    held(position, finding)
    return int(finding.stats["zones"])


@pytest.mark.parametrize(
    "words",
    [
        "mnk 6 6 5",  # Uiterwijk, van den Herik 2000
        "mnk 6 7 5 --rule weak",
        "mnk 8 8 6",
        "mnk 9 9 7 --rule weak",
        "mnk 6 6 5 --rule weak --to-move second",
        "mnk 6 6 5 --rule weak --first c3 --second d4",
        "polyomino y5 5 5 --rule weak",  # smaller than Harary's board of 7 x 7
        "polyomino l5 5 5",
        "mnk 7 7 5",  # Hsu, Ko, Chen, Wei, Hsueh, Wu 2020
        "mnk 6 8 5 --rule weak",
    ],
)
def test_held(words: str) -> None:
    assert run(words)


@pytest.mark.parametrize("words", ["mnk 4 6 4", "mnk 5 8 5", "mnk 7 7 5"])
def test_rows_that_pairs_leave_over_are_played_out(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As parts of zones; the checker knows of each which sets it stops."""
    monkeypatch.setattr(holding_search, "FEW_ROWS", 0)
    position = Position.parse(words)
    finding = holding.outcome(position, Limits(), Options())
    assert isinstance(finding.certificate, Hold)
    assert len(finding.certificate.parts)
    held(position, finding)


def test_nothing_is_claimed_where_maker_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holding, "MOST", 2_000)
    assert run("mnk 5 6 4 --rule weak") is None  # a first player's win (docs/maps.md), so Maker's
    assert run("mnk 5 6 4") is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["mnk 7 8 5", "mnk 6 9 5 --rule weak", "mnk 5 11 5", "mnk 6 10 5"]
)
def test_larger_boards_are_held(words: str) -> None:
    assert run(words)


def test_the_answers_of_a_search_are_played() -> None:
    """Random moves against the whole strategy, which has edges, answers and pairs."""
    start = Position.parse("mnk 4 5 4 --rule weak")
    found = strategy(ProofNumberSearch(as_achievement(start, "first"), Limits(), bits=14))
    assert any(found.edges)
    assert any(one == two for node in found.pairs for one, two in node)
    certificate = as_certificate(start, {"first": found})
    rng = random.Random(5)
    for _ in range(30):
        position = start
        while position.result() is None:
            position = position.play(rng.choice(position.moves()))
            if position.result() is None:
                assert isinstance(certificate, PositionalStrategy)
                move = reply(position, certificate)
                assert move is not None
                position = position.play(move)
        assert position.result() == "breaker"


@st.composite
def families(draw: st.DrawFn) -> tuple[int, list[tuple[int, ...]]]:
    cells = draw(st.integers(2, 8))
    every = [s for size in (2, 3, 4) for s in combinations(range(cells), size)]
    return cells, draw(st.lists(st.sampled_from(every), min_size=1, max_size=12, unique=True))


def maker_wins(sets: list[tuple[int, ...]], cells: int, moving: bool) -> bool:
    """By brute force."""
    words = [frozenset(s) for s in sets]

    @cache
    def wins(maker: frozenset[int], free: frozenset[int], moving: bool) -> bool:
        if any(s <= maker for s in words):
            return True
        if moving:
            return any(wins(maker | {c}, free - {c}, False) for c in free)
        return bool(free) and all(wins(maker, free - {c}, True) for c in free)

    return wins(frozenset(), frozenset(range(cells)), moving)


@settings(max_examples=150)
@given(families(), st.booleans(), st.sampled_from([0, 57, 62]))
def test_against_brute_force(
    family: tuple[int, list[tuple[int, ...]]], moving: bool, shift: int
) -> None:
    """The search with every answer decides as brute force does, also across words of 64 cells."""
    cells, sets = family
    shifted = [[c + shift for c in s] for s in sets]
    problem = Achievement(
        cells=cells + shift,
        attack=(
            np.cumsum([0] + [len(s) for s in sets]),
            np.array([c for s in shifted for c in s]),
        ),
        defend=(np.zeros(1, np.int64), np.zeros(0, np.int64)),
        symmetries=identity(cells + shift),
        attacker=0,
        defender=0,
        attacker_to_move=moving,
    )
    search = HoldingSearch(problem, Limits(), width=128, bits=12)
    held = not maker_wins(sets, cells, moving)
    assert search.holds(0, 0, moving, 1 << 20) == held
    assert (searched(problem, Limits(), 1 << 20, bits=12) is not None) == held


def test_pairs_lie_in_every_set() -> None:
    position = Position.parse("mnk 9 9 8 --rule weak")
    problem = as_achievement(position, "first")
    search = HoldingSearch(problem, Limits(), bits=10)
    pairs = search.pairs(0, 0, 20_000)
    cells = [cell for pair in pairs for cell in pair]
    assert len(cells) == len(set(cells))
    assert all(any(set(pair) <= set(s) for pair in pairs) for s in position.sets("first").sets())
