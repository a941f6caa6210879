"""Node and arc Kayles by Grundy values of connected graphs, each evaluated once for all copies.

Where there are too many graphs to evaluate all, only those that the question needs are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

import numpy as np

from gameproof.certificates.values.mex import Mex
from gameproof.encodings.impartial.impartial import (
    QUESTIONS,
    SPRAGUE_GRUNDY,
    check_arguments,
    finding,
    misere_methods,
)
from gameproof.encodings.impartial.kayles_symmetry import mirror, worth_a_look
from gameproof.encodings.impartial.octal import HeapValues, code_of, octal_certificate
from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.games.graph_names import name_of
from gameproof.games.impartial.impartial import Move
from gameproof.games.impartial.kayles import ArcPosition, Kayles
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.nimber_search import KaylesProblem, NimberSearch
from gameproof.solvers.values.sprague_grundy import TooMany

SYMMETRY = (
    "who always answers on the image of the last move under a symmetry moves last "
    "(Tweedledum-Tweedledee: Winning Ways, chapter 1)"
)
THEOREM = f"{SPRAGUE_GRUNDY}; isomorphic graphs have equal values, paths are octal heaps"


MOST_GRAPHS = 3000
"""Where play can leave more graphs (or paths) than this, not all are evaluated."""


def component_values(
    position: Kayles[Move], question: str, limits: Limits, most: int = MOST_GRAPHS
) -> Mex:
    """The values of all connected graphs that play can leave, or where there are more than
    ``most`` of those that answer the question; raises ``LimitReached``. Exponential in general,
    though not on paths, cycles, combs and other graphs with few connected pieces."""
    graph = position.graph
    paths = octal_certificate(code_of(position), position.left.bit_count(), limits)
    if paths is None:
        raise RuntimeError("the values of paths repeat early")
    search = NimberSearch(_problem(position, HeapValues(paths)), limits)

    def left(reached: Kayles[Move]) -> list[int]:
        return [part.left for part in reached.parts()]

    try:
        rows = search.everything(left(position), most)
    except TooMany:
        if question == "outcome":
            search.equals(left(position), 0)
        elif question == "winning-moves":
            for move in position.moves():
                search.equals(left(position.play(move)), 0)
        else:
            search.value(left(position))
        rows = search.proof()
    values: dict[str, int] = {}
    excluded: dict[str, list[int]] = {}
    for row in rows:
        limits.check()  # a name takes a while where many vertices are alike
        name = name_of(graph.near, row.part)
        if row.value is None:
            excluded[name] = list(row.excluded)
        else:
            values[name] = row.value
    return Mex(values, paths.heaps, paths.preperiod, paths.period, excluded)


def _problem(position: Kayles[Move], paths: HeapValues) -> KaylesProblem:
    graph = position.graph
    apart = graph.edges[graph.edges[:, 0] != graph.edges[:, 1]].astype(np.int64)
    pairs = np.unique(np.concatenate([apart, apart[:, ::-1]]), axis=0)
    start = np.zeros(graph.n + 1, np.int64)
    np.cumsum(np.bincount(pairs[:, 0], minlength=graph.n), out=start[1:])
    return KaylesProblem(
        start,
        np.ascontiguousarray(pairs[:, 1], dtype=np.int32),
        isinstance(position, ArcPosition),
        np.array([paths.value(n) for n in range(graph.n + 1)], np.int64),
    )


def by_components(question: str) -> Callable[[Kayles[Hashable], Limits, Options], Finding]:
    """Answer ``question`` by the values of connected graphs below."""

    def run(position: Kayles[Hashable], limits: Limits, options: Options) -> Finding:
        check_arguments(question, options)
        certificate = component_values(position, question, limits)
        paths = HeapValues(certificate)
        stated: dict[int, tuple[str, int | None]] = {}

        def known(of: Kayles[Hashable]) -> int | None:
            """The value of a sum, ``None`` where some part has none; equal parts cancel."""
            total, without = 0, set[str]()
            for part in of.parts():
                if part.left not in stated:
                    heap = part.heap()
                    name = part.name() if heap is None else ""
                    found = certificate.values.get(name) if heap is None else paths.value(heap)
                    stated[part.left] = name, found
                name, value = stated[part.left]
                total ^= value or 0
                without ^= set() if value is not None else {name}
            return None if without else total

        def value() -> int:
            """Where it is not known, the outcome alone is asked for, and it is not 0."""
            found = known(position)
            return 1 if found is None else found

        def winning() -> Iterator[Hashable]:
            return (move for move in position.moves() if known(position.play(move)) == 0)

        return finding(
            position,
            question,
            options,
            value,
            winning,
            certificate,
            {"components": len(certificate.values), "excluded": len(certificate.excluded)},
        )

    return run


def by_symmetry(question: str) -> Callable[[Kayles[Hashable], Limits, Options], Finding]:
    """Answer ``question`` where a symmetry of the board does; a tenth of the time is for it."""

    def run(position: Kayles[Hashable], limits: Limits, options: Options) -> Finding:
        check_arguments(question, options)
        try:
            found = mirror(position, limits.share(0.1), moves=question == "outcome")
        except LimitReached:
            limits.check()
            return Finding(UNKNOWN)
        if found is None:
            return Finding(UNKNOWN)
        ((_, _, ends, pairs),) = found.rows
        first = tuple(ends)
        return finding(
            position,
            question,
            options,
            lambda: int(bool(first)),
            lambda: (move for move in position.moves() if position.ends(move) == first),
            found,
            {"pairs": len(pairs) // 2},
        )

    return run


ENCODING: Encoding[Kayles[Hashable]] = Encoding(
    methods=(
        *(
            Method(question, "symmetry", by_symmetry(question), SYMMETRY, worth_a_look)
            for question in QUESTIONS
        ),
        *(
            Method(question, "components", by_components(question), THEOREM)
            for question in QUESTIONS
        ),
        *misere_methods(),
    )
)
