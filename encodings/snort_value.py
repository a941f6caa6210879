"""Values of Snort and Col positions, with a proof of every step.

A position is handed to ``solvers.placement`` as two sets of open vertices. Its canonical
form is the answer; the certificate lists the value of every component that play can
reach together with the sums it needs, so that each is checked by itself.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gameproof.certificates.value import WORD, ValueProof
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.snort_value_bounds import value_bounds
from gameproof.games.game import BadInput
from gameproof.games.snort import Position, neighbour_masks
from gameproof.solvers.canonical_form import Value, parse_value
from gameproof.solvers.game_graph_values import GameGraph, evaluate
from gameproof.solvers.game_notation import NotationError
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.placement import explicit_components, placement_value
from gameproof.solvers.short_games import Store

#: More components than this are proved only when an explicit certificate is asked for.
PROVED_COMPONENTS = 6_000
#: Positions with more open vertices than this are first compared by their bounds.
QUICK = 16

THEOREM = (
    "Every short game has one canonical form, without dominated and reversible options "
    "(Conway, On Numbers and Games, theorem 69; Siegel, Combinatorial Game Theory, II.2)"
)


def closures(position: Position) -> tuple[list[int], list[int]]:
    """For each vertex v the vertices that a piece on v closes to its own player and to the
    opponent, as bit masks: {v} and N[v] in Snort, N[v] and {v} in Col."""
    neighbours = neighbour_masks(position.graph)
    alone = [1 << v for v in range(position.graph.n)]
    around = [bit | near for bit, near in zip(alone, neighbours, strict=True)]
    return (around, alone) if position.rules.forbidden == "own" else (alone, around)


def position_value(position: Position, limits: Limits) -> Value:
    """The value of a position, Red being Left; raises ``LimitReached``."""
    same, other = closures(position)
    found = placement_value(same, other, position.red_free, position.blue_free, limits)
    return Value(found.store, found.value, found.stats)


def _value(position: Position, limits: Limits, options: Options) -> Finding:
    # Before the search: once the limit is passed, the watch may interrupt at any time.
    low, high = value_bounds(*closures(position), position.red_free, position.blue_free)
    bounds = {"bounds": f"{low} <= G <= {high}"}
    try:
        value, certificate = _proved_value(position, limits, options)
        return Finding(str(value), certificate, value.stats, describe(value, options.explicit))
    except LimitReached as reached:
        return Finding(UNKNOWN, None, {}, {**bounds, "reason": reached.reason})


def _asked(options: Options) -> Value:
    try:
        return parse_value(str(options.arguments.get("game", "")))
    except NotationError as error:
        raise BadInput(str(error), "game") from None


def _apart(position: Position, limits: Limits, options: Options) -> Finding:
    """``no`` when the bounds of the position exclude the stops of the other game."""
    other = _asked(options)
    low, high = value_bounds(*closures(position), position.red_free, position.blue_free)
    detail: dict[str, Any] = {
        "bounds": f"{low} <= G <= {high}",
        "stops": f"{other.left_stop} and {other.right_stop} for the game asked about",
    }
    apart = other.right_stop < low or other.left_stop > high
    return Finding("no" if apart else UNKNOWN, None, {}, detail)


def _equals(position: Position, limits: Limits, options: Options) -> Finding:
    other = _asked(options)
    bounds = {} if _large(position) else _apart(position, limits, options).detail
    try:
        value, certificate = _proved_value(position, limits, options)
    except LimitReached as reached:
        return Finding(UNKNOWN, None, {}, {**bounds, "reason": reached.reason})
    answer = "yes" if value == other else "no"
    return Finding(answer, certificate, value.stats, {"value": str(value)})


def _large(position: Position) -> bool:
    return (position.red_free | position.blue_free).bit_count() > QUICK


def _proved_value(
    position: Position, limits: Limits, options: Options
) -> tuple[Value, ValueProof | None]:
    same, other = closures(position)
    red, blue = position.red_free, position.blue_free
    if options.certificate:
        most = None if options.explicit else PROVED_COMPONENTS
        listed = explicit_components(same, other, red, blue, limits, most)
        if listed is not None:
            graph, total, nodes = listed
            found = evaluate(graph, total, limits, compiled=False)
            value = Value(found.store, found.value, found.stats)
            proof = _proof(found.store, graph, total, nodes, found.nodes, position.graph.n, limits)
            return value, proof
    value = position_value(position, limits)
    if options.certificate:
        value.stats["unproved"] = f"more than {PROVED_COMPONENTS} components to prove"
    return value, None


def describe(value: Value, explicit: bool = False) -> dict[str, Any]:
    """Stops, mean, temperature, thermograph, birthday and outcome, as JSON values.

    The reduced canonical form may cost more than the value itself and is given only for
    values of moderate size or when asked for explicitly.
    """
    graph = value.thermograph

    def corners(points: tuple[tuple[Fraction, Fraction], ...]) -> list[list[str]]:
        return [[str(t), str(x)] for t, x in points]

    detail: dict[str, Any] = {
        "left_stop": str(value.left_stop),
        "right_stop": str(value.right_stop),
        "mean": str(value.mean),
        "temperature": str(value.temperature),
        "birthday": value.birthday,
        "outcome": value.outcome,
        "thermograph": {
            "left": corners(graph.left.corners),
            "right": corners(graph.right.corners),
        },
    }
    if explicit or len(str(value)) <= 2000:
        detail["reduced"] = str(value.reduced)
    return detail


def _proof(
    store: Store,
    graph: GameGraph,
    total: tuple[int, list[int]],
    nodes: list[tuple[int, int]],
    values: dict[int, int],
    n: int,
    limits: Limits,
) -> ValueProof:
    """The certificate: values of all components, the sums and games they need."""
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

    def sum_of(terms: tuple[int, list[int]]) -> None:
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

    for v in range(len(nodes)):
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
    return _written(store, sums, negated, nodes, values, n)


def _written(
    store: Store,
    sums: dict[tuple[int, int], int],
    negated: set[int],
    nodes: list[tuple[int, int]],
    values: dict[int, int],
    n: int,
) -> ValueProof:
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
    for g, h in negatives.items():
        negative_row[place[g]] = place[h]
    rows = sorted((*sorted((place[g], place[h])), place[w]) for (g, h), w in sums.items())
    words = (n + WORD - 1) // WORD
    components = np.array(
        [[[s >> (WORD * i) & (1 << WORD) - 1 for i in range(words)] for s in p] for p in nodes],
        dtype=np.int64,
    ).reshape(len(nodes), 2, words)
    return ValueProof(
        numerators,
        exponents,
        counts,
        np.array(options_row, dtype=np.int32),
        negative_row,
        np.array(rows, dtype=np.int32).reshape(-1, 3),
        components,
        np.array([place[values[v]] for v in range(len(nodes))], dtype=np.int32),
    )


def same_value(expected: str, answer: str) -> bool:
    """Do two texts denote equal games? Raises :class:`BadInput` when ``expected`` does not
    denote one."""
    try:
        return parse_value(expected) == parse_value(answer)
    except NotationError as error:
        raise BadInput(f"not a value: {error}", "expected") from None


METHODS = (
    Method("value", "canonical-form", _value, THEOREM),
    Method(
        "equals",
        "integer-bounds",
        _apart,
        "a game that is at least the integer n has a right stop of at least n, and equal games "
        "have equal stops (Siegel, Combinatorial Game Theory, II.3)",
        _large,
    ),
    Method("equals", "canonical-form", _equals, THEOREM),
)
SAME_ANSWER = {"value": same_value}
