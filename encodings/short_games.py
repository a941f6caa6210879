"""Short games for encodings: what proves their values, what is told of them, comparison."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gameproof.encodings.method import Options
from gameproof.games.meaning.answers import Value as Answer
from gameproof.games.meaning.answers import rational_text
from gameproof.games.meaning.bad_input import BadInput
from gameproof.solvers.limits import Limits
from gameproof.solvers.values.canonical_form import Value, parse_value
from gameproof.solvers.values.game_graph_values import Evaluation, GameGraph
from gameproof.solvers.values.game_notation import NotationError
from gameproof.solvers.values.short_games import Store
from gameproof.solvers.values.value_rows import ValueRows

CANONICAL = (
    "Every short game has one canonical form, without dominated and reversible options "
    "(Conway, On Numbers and Games, theorem 69; Siegel, Combinatorial Game Theory, II.2)"
)

LONG = 2000
"""Characters: longer values stand beside no other answer."""


def game_asked_about(options: Options) -> Value:
    """The argument ``game`` of a question; raises :class:`BadInput`."""
    try:
        return parse_value(str(options.arguments.get("game", "")))
    except NotationError as error:
        raise BadInput(str(error), "game") from None


def answer_by_value(question: str, value: Value, options: Options) -> Answer:
    """The answer to one of the questions ``games.partizan.VALUES``; raises :class:`BadInput`
    for an argument that denotes no game."""
    if question == "value":
        return str(value)
    if question == "equals":
        return value == game_asked_about(options)
    if question == "thermograph":
        return value.thermograph.left.corners, value.thermograph.right.corners
    return value.mean if question == "mean" else value.temperature


def answer_by_number(question: str, number: Fraction, options: Options) -> Answer:
    """As :func:`answer_by_value`, of a number of any length."""
    if question == "value":
        return rational_text(number)
    if question == "equals":
        return game_asked_about(options).number == number
    if question == "thermograph":
        return (((Fraction(0), number),),) * 2
    return number if question == "mean" else Fraction(-1, number.denominator)


def describe(value: Value, explicit: bool = False) -> dict[str, object]:
    """Stops, mean, temperature, thermograph, birthday and outcome, as JSON values.

    The reduced canonical form may cost more than the value itself and is given only for
    values of moderate size or when asked for explicitly.
    """
    graph = value.thermograph

    def corners(points: tuple[tuple[Fraction, Fraction], ...]) -> list[list[str]]:
        return [[str(t), str(x)] for t, x in points]

    detail: dict[str, object] = {
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
    if explicit or len(str(value)) <= LONG:
        detail["reduced"] = str(value.reduced)
    return detail


def game_rows(
    found: Evaluation, graph: GameGraph, total: tuple[int, list[int]], limits: Limits
) -> ValueRows:
    """The games that prove the values of all nodes of a graph, and the sums they need."""
    store, values = found.store, found.nodes
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


def same_value(expected: str, answer: str) -> bool:
    """Do two texts denote equal games? Raises :class:`BadInput` when ``expected`` does not
    denote one."""
    try:
        return parse_value(expected) == parse_value(answer)
    except NotationError as error:
        raise BadInput(f"not a value: {error}", "expected") from None
