"""The rows of a value's certificate: by the engine as by the store in Python, and true as games."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from gameproof.encodings.snort.value import closures
from gameproof.games.graph import Graph
from gameproof.games.snort import COL, SNORT, Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.exact_rows import exact_rows
from gameproof.solvers.values.game_graph_values import ValueRows, evaluate_exactly
from gameproof.solvers.values.placement import explicit_components
from gameproof.solvers.values.short_games import Store
from gameproof.solvers.values.value_rows import evaluate_with_rows


def board(seed: int) -> Position:
    """A sparse random graph of nine vertices, some of them open to one player only."""
    rng = random.Random(seed)
    edges = [(a, b) for a in range(9) for b in range(a) if rng.random() < 0.25]
    red, blue = (sum(1 << v for v in range(9) if rng.random() < 0.15) for _ in range(2))
    return Position((SNORT, COL)[seed % 2], Graph.of(9, edges), only_red=red, only_blue=blue)


def games(store: Store, rows: ValueRows) -> list[int]:
    """The games of the rows, each made anew by the definition."""
    found: list[int] = []
    at = 0
    for x, e, (left, right) in zip(
        rows.numerators.tolist(), rows.exponents.tolist(), rows.counts.tolist(), strict=True
    ):
        if e >= 0:
            found.append(store.number_game(Fraction(x, 1 << e)))
            continue
        options = [found[o] for o in rows.options[at : at + left + right].tolist()]
        found.append(store.game(options[:left], options[left:]))
        at += left + right
    assert at == len(rows.options)
    assert len(set(found)) == len(found)
    return found


@pytest.mark.parametrize("seed", range(10))
def test_rows_by_the_engine_are_true_and_no_more_than_the_exact_ones(seed: int) -> None:
    position = board(seed)
    same, other = closures(position)
    listed = explicit_components(same, other, position.red_free, position.blue_free, Limits())
    assert listed is not None
    graph, total, _ = listed
    plain, nodes = evaluate_exactly(graph, total, Limits())
    expected = exact_rows(plain.store, nodes, graph, total, Limits())
    found, rows = evaluate_with_rows(graph, total, Limits())
    store = plain.store
    assert store.adopt(found.store, found.value) == plain.value
    known = games(store, rows)
    assert [known[g] for g in rows.values.tolist()] == [nodes[v] for v in range(len(graph.pointer))]
    for g, h, w in rows.sums.tolist():
        assert g <= h
        assert store.add(known[g], known[h]) == known[w]
    for g, h in enumerate(rows.negatives.tolist()):
        assert h < 0 or store.negative(known[g]) == known[h]
    for name in ("numerators", "options", "sums"):
        assert len(getattr(rows, name)) == len(getattr(expected, name))
    assert np.count_nonzero(rows.negatives >= 0) == np.count_nonzero(expected.negatives >= 0)


def test_limits_stop_the_rows() -> None:
    position = Position(SNORT, Graph.of(20, [(i, i + 1) for i in range(19)]))
    same, other = closures(position)
    everything = (1 << 20) - 1
    listed = explicit_components(same, other, everything, everything, Limits())
    assert listed is not None
    with pytest.raises(LimitReached, match="memory"):
        evaluate_with_rows(*listed[:2], Limits(memory_limit=1 << 20))
