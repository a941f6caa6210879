"""Values of Snort and Col positions, with a proof of every step.

A position is handed to ``solvers.values.placement`` as two sets of open vertices. Its canonical
form is the answer; the certificate lists the value of every component that play can
reach together with the sums it needs, so that each is checked by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from gameproof.certificates.values.games import Games
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.short_games import (
    CANONICAL,
    LONG,
    answer_by_value,
    describe,
    game_asked_about,
    same_value,
)
from gameproof.encodings.snort.value_bounds import searched_bounds, value_bounds
from gameproof.games.graph import neighbour_masks
from gameproof.games.short.game_notation import LONGEST
from gameproof.games.short.value_questions import VALUES
from gameproof.games.snort import Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.automorphisms import automorphisms
from gameproof.solvers.values.canonical_form import Value
from gameproof.solvers.values.game_graph_values import ValueRows
from gameproof.solvers.values.placement import (
    explicit_components,
    placement_value,
)
from gameproof.solvers.values.value_rows import evaluate_with_rows, without_reflections

#: Bits of a vertex set in one entry of ``Games.components``.
WORD = 32
#: More components than this are proved only when an explicit certificate is asked for.
PROVED_COMPONENTS = 150_000
#: Seconds to check the row of a component, at most; an answer is not risked for its proof.
CHECKING = 3e-4
#: Positions with more open vertices than this are first compared by their bounds.
QUICK = 16
PROVED_BY_BOUNDS = "the bounds have no certificate here: '-q bounds' finds and proves them"
#: Of positions with more open vertices than this bounds are searched for before the value,
#: which may not be found.
BOUNDED = 22


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


def _by_value(question: str) -> Callable[[Position, Limits, Options], Finding]:
    def run(position: Position, limits: Limits, options: Options) -> Finding:
        if question == "equals":
            game_asked_about(options)  # a wrong argument is an error at once
        # Before the search: once the limit is passed, the watch may interrupt at any time.
        low, high = value_bounds(*closures(position), position.red_free, position.blue_free)
        bounds = {"bounds": f"{low} <= G <= {high}"}
        try:
            if (position.red_free | position.blue_free).bit_count() > BOUNDED:
                low, high = searched_bounds(position, low, high, limits)
                bounds = {"bounds": f"{low} <= G <= {high}"}
            value, certificate = _proved_value(position, limits, options)
            found = answer_by_value(question, value, options)
            if question != "value":
                told: dict[str, object] = {"value": str(value)} if len(str(value)) <= LONG else {}
                return Finding(found, certificate, value.stats, told)
            if len(str(value)) > LONGEST:
                certificate = None
                value.stats["unproved"] = f"more than {LONGEST} characters to read"
            follows = partial(describe, value, options.explicit)
            return Finding(found, certificate, value.stats, follows=follows)
        except LimitReached as reached:
            detail = {**bounds, "reason": reached.reason}
            return Finding(UNKNOWN, None, {}, detail, note=PROVED_BY_BOUNDS)

    return run


def _apart(position: Position, _limits: Limits, options: Options) -> Finding:
    """``no`` when the bounds of the position exclude the stops of the other game."""
    other = game_asked_about(options)
    low, high = value_bounds(*closures(position), position.red_free, position.blue_free)
    detail: dict[str, object] = {
        "bounds": f"{low} <= G <= {high}",
        "stops_of_the_game": [str(other.left_stop), str(other.right_stop)],
    }
    apart = other.right_stop < low or other.left_stop > high
    return Finding(False if apart else UNKNOWN, None, {}, detail)


def _large(position: Position) -> bool:
    return (position.red_free | position.blue_free).bit_count() > QUICK


def proved_value(
    position: Position, limits: Limits, most: int | None
) -> tuple[Value, Games] | None:
    """The value with its proof, ``None`` beyond ``most`` components; raises ``LimitReached``."""
    same, other = closures(position)
    a, b = position.red_free, position.blue_free
    images = automorphisms(neighbour_masks(position.graph))
    listed = explicit_components(same, other, a, b, limits, most, images=images)
    if listed is None:
        return None
    graph, total, nodes = listed
    found, rows = evaluate_with_rows(graph, total, limits)
    return Value(found.store, found.value, found.stats), _proof(
        rows, nodes, images, position.graph.n
    )


def _proved_value(
    position: Position, limits: Limits, options: Options
) -> tuple[Value, Games | None]:
    if options.certificate:
        most = None if options.explicit else PROVED_COMPONENTS
        found = proved_value(position, limits, most)
        if found is not None:
            value, proof = found
            if len(proof.components) * CHECKING > limits.remaining():
                value.stats["unproved"] = "no time left to check the certificate"
                return value, None
            return value, proof
    value = position_value(position, limits)
    if options.certificate:
        value.stats["unproved"] = f"more than {PROVED_COMPONENTS} components to prove"
    return value, None


def _proof(
    rows: ValueRows, nodes: list[tuple[int, int]], images: Sequence[Sequence[int]], n: int
) -> Games:
    """The certificate, with the components that the nodes stand for."""
    words = (n + WORD - 1) // WORD
    components = np.array(
        [[[s >> (WORD * i) & (1 << WORD) - 1 for i in range(words)] for s in p] for p in nodes],
        dtype=np.int64,
    ).reshape(len(nodes), 2, words)
    return Games(
        rows.numerators,
        rows.exponents,
        rows.counts,
        rows.options,
        without_reflections(rows.sums, rows.negatives),
        negatives=rows.negatives,
        components=components,
        component_values=rows.values,
        symmetries=np.array(images, dtype=np.int32).reshape(len(images), n),
    )


METHODS: tuple[Method[Position], ...] = (
    Method(
        "equals",
        "integer-bounds",
        _apart,
        "a game that is at least the integer n has a right stop of at least n, and equal games "
        "have equal stops (Siegel, Combinatorial Game Theory, II.3)",
        _large,
    ),
    *(
        Method(question.name, "canonical-form", _by_value(question.name), CANONICAL)
        for question in VALUES
    ),
)
SAME_ANSWER = {"value": same_value}
