"""The proof-number searches, above all with weak numbers, against play of every game to its end."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from reference.often import often
from reference.positional import forces

from gameproof.certificates.kernel import Goal, conclude
from gameproof.encodings.positional.search import as_achievement, as_certificate
from gameproof.games.positional import Position
from gameproof.instances.instance import from_words, resolve
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.positional import set_search
from gameproof.solvers.positional.achievement import UNLIMITED, Achievement
from gameproof.solvers.positional.positional_search import ATTACKER, DEFENDER, Rules
from gameproof.solvers.positional.proof_number import INFINITE, ProofNumberSearch
from gameproof.solvers.positional.strategy_writer import strategy

Sets = list[tuple[int, ...]]


def rows(sets: Sets) -> tuple[np.ndarray, np.ndarray]:
    ends = np.cumsum([0, *(len(one) for one in sets)], dtype=np.int64)
    return ends, np.array([cell for one in sets for cell in one], np.int64)


def problem(cells: int, attack: Sets, defend: Sets, a: int, d: int, turn: int) -> Achievement:
    identity = np.arange(cells, dtype=np.int64)[None, :]
    return Achievement(cells, rows(attack), rows(defend), identity, a, d, turn == ATTACKER)


def family(chance: random.Random, cells: int, sizes: tuple[int, ...]) -> Sets:
    every = [one for size in sizes for one in combinations(range(cells), size)]
    return chance.sample(every, chance.randrange(1, min(len(every), 15) + 1))


@pytest.mark.parametrize(("weak", "apart"), [(False, 1), (True, 1), (False, 20), (True, 11)])
def test_against_play_of_every_game(weak: bool, apart: int) -> None:
    """Sets of one to five cells, the same for both players, others for each, or none for the
    defender; with stones, and with either player to move. The engine has them on larger boards
    too, of which only every so manieth cell is in a set."""
    chance = random.Random(5)
    found = {True: 0, False: 0}
    searched = 0
    for _ in range(often(200)):
        cells = chance.randrange(3, 10)
        sizes = tuple(size for size in chance.choice([(3,), (2, 3), (3, 4), (1, 4), (4,), (4, 5)])
                      if size <= cells)  # fmt: skip
        if not sizes:
            continue
        attack = family(chance, cells, sizes)
        defend = chance.choice([attack, family(chance, cells, sizes), []])
        order = chance.sample(range(cells), chance.choice([0, 0, 2, 3]))
        a, d = (sum(1 << c for c in order[i::2]) for i in (0, 1))
        turn = chance.choice([ATTACKER, DEFENDER])
        over = [one for one in attack if all(a >> c & 1 for c in one)]
        over += [one for one in defend if all(d >> c & 1 for c in one)]
        if over:
            continue
        masks, others = ([sum(1 << c for c in one) for one in sets] for sets in (attack, defend))
        truth = forces(masks, others, cells, a, d, turn == ATTACKER)
        far, away = ([tuple(apart * c for c in one) for one in sets] for sets in (attack, defend))
        a, d = (sum(1 << apart * c for c in range(cells) if word >> c & 1) for word in (a, d))
        asked = problem(apart * cells, far, away, a, d, turn)
        search = ProofNumberSearch(asked, Limits(), bits=6, weak=weak)
        answer = search.wins(*Rules(asked).alive(a, d, asked.moves), asked.moves, turn)
        assert answer == truth, (attack, defend, a, d, turn)
        found[answer] += 1
        searched += search.nodes > 0
    assert min(found.values()) > 25
    assert searched > 10


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("mnk 4 5 4", False),
        ("mnk 5 5 4", False),  # a draw: Uiterwijk, van den Herik 2000
        ("mnk 5 6 4", True),  # the first player's
        ("mnk 5 5 4 --rule weak", True),
        ("mnk 4 6 4 --rule weak", False),
        ("torus-row 5 5 4", True),
    ],
)
def test_strategies_are_accepted(words: str, answer: bool) -> None:
    """On boards of rows, with the strategy of whoever succeeds, read by the checker."""
    position = Position.parse(words)
    asked = as_achievement(position, "first")
    search = ProofNumberSearch(asked, Limits(), bits=16, weak=True)
    found = strategy(search)
    assert found.forces == answer
    conclude(Goal(position, "outcome"), as_certificate(position, {"first": found}))


def test_long_searches_go_on_with_weak_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where sets are of few cells; the answer stays what it was."""
    position = Position.parse("mnk 4 6 4 --rule weak")
    asked = as_achievement(position, "first")
    monkeypatch.setattr(set_search, "LONG", 100)
    found = set_search.solve(asked, Limits())
    assert not found.forces
    assert found.stats["weak numbers"] == 1
    conclude(Goal(position, "outcome"), as_certificate(position, {"first": found}))


def test_plies_are_not_counted() -> None:
    asked = as_achievement(Position.parse("mnk 4 4 3"), "first", 5)
    with pytest.raises(ValueError, match="plies"):
        ProofNumberSearch(asked, Limits(), weak=True)


def test_it_stops_at_a_limit() -> None:
    asked = as_achievement(Position.parse("mnk 4 8 4"), "first")
    search = ProofNumberSearch(asked, Limits(0.001), bits=10, weak=True)
    with pytest.raises(LimitReached):
        search.wins(0, 0, asked.moves, ATTACKER)


@pytest.mark.parametrize("effort", [1, 40, 10**6])
def test_a_search_within_bounds_goes_on_from_what_it_knows(effort: int) -> None:
    """4 x 4: a draw, found in slices, each of which ends at its bounds or its effort."""
    position: Any = resolve(from_words(["mnk", "4", "4", "4"], "outcome")).position
    search = ProofNumberSearch(as_achievement(position, "first"), Limits(), weak=True)
    bounds, numbers = (2, 2), (1, 1)
    for _ in range(10_000):
        before = search.nodes
        numbers = search.attempt_within(0, 0, UNLIMITED, ATTACKER, effort, bounds)
        spent = search.nodes - before
        assert numbers == search.numbers(0, 0, UNLIMITED, ATTACKER)
        if 0 in numbers:
            break
        reached = numbers[0] >= bounds[0] or numbers[1] >= bounds[1]
        assert reached or spent >= effort
        bounds = (2 * bounds[0], 2 * bounds[1]) if reached else bounds
    assert numbers == (INFINITE, 0)
