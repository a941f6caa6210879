"""The games and sums that prove the values of a game graph, with numbers of any size.

In Python because only numbers that the engine of ``value_rows`` does not hold come here.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gameproof.solvers.limits import Limits
from gameproof.solvers.values.game_graph_values import GameGraph, Total, ValueRows
from gameproof.solvers.values.short_games import Store


def exact_rows(
    store: Store, values: dict[int, int], graph: GameGraph, total: Total, limits: Limits
) -> ValueRows:
    """The rows of the values of all nodes in a store, whose numbers may be
    of any size."""
    sums: dict[tuple[int, int], int] = {}
    negated: set[int] = set()
    wanted: list[tuple[int, int]] = []

    def add(g: int, h: int) -> int:
        """g + h; its row is wanted unless the checker adds it by itself."""
        x, y = store.number(g), store.number(h)
        result = store.add(g, h)
        if (x is None and y != 0) or (y is None and x != 0):
            wanted.append((g, h) if g <= h else (h, g))
        return result

    def sum_of(terms: Total) -> None:
        whole, references = terms
        result = store.number_game(0)
        for reference in references:
            g = values[reference >> 1]
            if reference & 1:
                negated.add(g)
                g = store.negative(g)
            result = add(result, g)
        if whole:
            add(result, store.number_game(whole))

    for v in range(len(graph.pointer)):
        if v % 64 == 0:
            limits.check()
        left, right = graph.options(v)
        for terms in left + right:
            sum_of(terms)
    sum_of(total)
    while wanted:
        pair = wanted.pop()
        if pair in sums:
            continue
        if len(sums) % 256 == 0:
            limits.check()
        g, h = pair
        sums[pair] = store.add(g, h)
        for mine, other in ((g, h), (h, g)):
            if store.number(mine) is None:
                for option in store.left(mine) + store.right(mine):
                    add(option, other)
    return _written(store, sums, negated, len(graph.pointer), values)


def _written(
    store: Store,
    sums: dict[tuple[int, int], int],
    negated: set[int],
    nodes: int,
    values: dict[int, int],
) -> ValueRows:
    """Number the games that are needed anew, numbers first, and fill the arrays."""
    needed = set(values.values()) | {g for row in sums.items() for g in (*row[0], row[1])}
    negatives: dict[int, int] = {}
    waiting = list(negated)
    while waiting:
        g = waiting.pop()
        if g not in negatives:
            negatives[g] = store.negative(g)
            waiting.extend(store.left(g) + store.right(g) if store.number(g) is None else ())
    needed |= set(negatives) | set(negatives.values())
    numbers: set[Fraction] = set()
    games: dict[int, None] = {}  # in an order with options first
    stack = sorted(needed)
    while stack:
        g = stack[-1]
        x = store.number(g)
        if x is not None:
            numbers.add(x)
        if x is not None or g in games:
            stack.pop()
            continue
        options = store.left(g) + store.right(g)
        missing = [o for o in options if o not in games and store.number(o) is None]
        if missing:
            stack.extend(missing)
            continue
        numbers.update(y for o in options if (y := store.number(o)) is not None)
        if store.left_stop(g) == store.right_stop(g):
            numbers.add(store.left_stop(g))  # the checker compares g with this number
        games[g] = None
        stack.pop()
    listed = sorted(numbers)
    place = {store.number_game(x): i for i, x in enumerate(listed)}
    for g in games:
        place[g] = len(place)
    counts = np.zeros((len(place), 2), dtype=np.int32)
    options_row: list[int] = []
    numerators = np.zeros(len(place), dtype=np.int64)
    exponents = np.full(len(place), -1, dtype=np.int32)
    for i, x in enumerate(listed):
        numerators[i], exponents[i] = x.numerator, x.denominator.bit_length() - 1
    for g in games:
        left, right = store.left(g), store.right(g)
        counts[place[g]] = len(left), len(right)
        options_row += [place[o] for o in left + right]
    negative_row = np.full(len(place), -1, dtype=np.int32)
    for g, h in store.opposites(place).items():
        negative_row[place[g]] = place.get(h, -1)
    rows = sorted((*sorted((place[g], place[h])), place[w]) for (g, h), w in sums.items())
    return ValueRows(
        numerators,
        exponents,
        counts,
        np.array(options_row, dtype=np.int32),
        negative_row,
        np.array(rows, dtype=np.int32).reshape(-1, 3),
        np.array([place[values[v]] for v in range(nodes)], dtype=np.int32),
    )
