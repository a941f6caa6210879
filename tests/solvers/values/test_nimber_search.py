"""Grundy values of sums as far as they are needed, against those of all states."""

from __future__ import annotations

import random

import pytest

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.nimber_search import NimberSearch
from gameproof.solvers.values.sprague_grundy import TooMany, nim_sum, search

Rules = list[list[tuple[int, ...]]]


def random_rules(source: random.Random, states: int) -> Rules:
    """For each state its moves, sums of up to three smaller ones."""
    return [
        [
            tuple(source.randrange(state) for _ in range(source.randrange(4)))
            for _ in range(source.randrange(5) if state else 0)
        ]
        for state in range(states)
    ]


def test_values_and_comparisons_are_those_of_a_full_search() -> None:
    source = random.Random(3)
    for _ in range(60):
        rules = random_rules(source, 25)
        full = search(range(25), rules.__getitem__, Limits())
        heaps = {s: full[s] for s in range(25) if source.random() < 0.2}
        engine = NimberSearch(rules.__getitem__, int, heaps.get, int, Limits())
        for _ in range(20):
            total = [source.randrange(25) for _ in range(source.randrange(5))]
            value, k = nim_sum(full[s] for s in total), source.randrange(5)
            assert engine.equals(total, k) == (value == k)
        for state, others in engine.excluded.items():
            assert full[state] not in others
        assert all(full[state] == value for state, value in engine.values.items())
        total = [source.randrange(25) for _ in range(4)]
        assert engine.value(total) == nim_sum(full[s] for s in total)


def test_deep_parts_need_no_recursion() -> None:
    engine = NimberSearch(lambda n: [(n - 1,)] if n else [], int, lambda _n: None, int, Limits())
    assert engine.value([3000]) == 0
    assert engine.value([3001]) == 1


def test_limits() -> None:
    rules = random_rules(random.Random(5), 40)
    engine = NimberSearch(rules.__getitem__, int, lambda _s: None, int, Limits(time_limit=0))
    with pytest.raises(LimitReached):
        engine.value(range(40))
    with pytest.raises(TooMany, match="more than 10 states"):
        search(range(40), rules.__getitem__, Limits(), 10)
