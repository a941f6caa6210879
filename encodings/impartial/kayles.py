"""Node and arc Kayles by Grundy values of connected graphs, each evaluated once for all copies.

Where there are too many graphs to evaluate all, only those that the question needs are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

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
from gameproof.games.bit_sets import members
from gameproof.games.graph_names import name_of, shape_of, twins
from gameproof.games.impartial.impartial import Move
from gameproof.games.impartial.kayles import Kayles, NodePosition, components
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.nimber_search import NimberSearch
from gameproof.solvers.values.sprague_grundy import TooMany, search

State = str | int
"""The name of a connected graph, or the size of a Nim heap for a path."""

SYMMETRY = (
    "who always answers on the image of the last move under a symmetry moves last "
    "(Tweedledum-Tweedledee: Winning Ways, chapter 1)"
)
THEOREM = f"{SPRAGUE_GRUNDY}; isomorphic graphs have equal values, paths are octal heaps"


MOST_GRAPHS = 3000
"""Where play can leave more graphs (or paths) than this, not all are evaluated."""


class _Graphs:
    """Connected vertex sets of one board by what they are, and the moves in one of each name."""

    def __init__(self, near: Sequence[int], node: bool, paths: HeapValues) -> None:
        self.near, self.node, self.paths = near, node, paths
        self.states: dict[int, State] = {}
        self.copies: dict[str, int] = {}

    def state(self, mask: int) -> State:
        """What a connected set is; paths are heaps at once."""
        found = self.states.get(mask)
        if found is None:
            shape = shape_of(self.near, mask)
            if shape.kind == "path":
                found = self.paths.value(shape.n)
            else:
                found = name_of(self.near, mask)
                self.copies.setdefault(found, mask)
            self.states[mask] = found
        return found

    def options(self, state: State) -> Iterator[tuple[State, ...]]:
        """The moves from a state, each as the states whose sum it leaves."""
        if isinstance(state, int):
            yield from ((smaller,) for smaller in range(state))
        else:
            yield from (tuple(map(self.state, parts)) for parts in self.parts(state))

    def parts(self, state: State) -> Iterator[tuple[int, ...]]:
        """The moves in a graph, each as the connected sets that it leaves."""
        if isinstance(state, int):
            raise TypeError("a heap has no vertices")
        mask = self.copies[state]
        return (tuple(components(self.near, mask & ~gone)) for gone in self.gone(mask))

    def gone(self, mask: int) -> Iterable[int]:
        """What the moves take away, twins once, and in a cycle one move for all."""
        if shape_of(self.near, mask).kind == "cycle":
            a = (mask & -mask).bit_length() - 1
            near = self.near[a] & mask
            return [1 << a | (near if self.node else near & -near)]
        first = twins(self.near, mask)
        if self.node:
            return [self.near[v] | 1 << v for v in sorted(set(first.values()))]
        edges: dict[tuple[int, int], int] = {}
        for u in members(mask):
            for v in members(self.near[u] & mask & ~((2 << u) - 1)):
                a, b = first[u], first[v]
                edges.setdefault((min(a, b), max(a, b)), 1 << u | 1 << v)
        return edges.values()


def component_values(
    position: Kayles[Move], question: str, limits: Limits, most: int = MOST_GRAPHS
) -> Mex:
    """The values of all connected graphs that play can leave, or where there are more than
    ``most`` of those that answer the question; raises ``LimitReached``. Exponential in general,
    though not on paths, cycles, combs and other graphs with few connected pieces."""
    near = position.graph.near
    paths = octal_certificate(code_of(position), position.left.bit_count(), limits)
    if paths is None:
        raise RuntimeError("the values of paths repeat early")
    graphs = _Graphs(near, isinstance(position, NodePosition), HeapValues(paths))

    def left(reached: Kayles[Move]) -> list[int]:
        return [part.left for part in reached.parts()]

    try:
        values = search(map(graphs.state, left(position)), graphs.options, limits, most)
        excluded: dict[State, set[int]] = {}
    except TooMany:
        needed = NimberSearch(graphs.parts, graphs.state, _heap, int.bit_count, limits)
        if question == "outcome":
            needed.equals(left(position), 0)
        elif question == "winning-moves":
            for move in position.moves():
                needed.equals(left(position.play(move)), 0)
        else:
            needed.value(left(position))
        values, excluded = needed.values, needed.excluded
    return Mex(
        {name: value for name, value in values.items() if isinstance(name, str)},
        paths.heaps,
        paths.preperiod,
        paths.period,
        {name: sorted(others) for name, others in excluded.items() if isinstance(name, str)},
    )


def _heap(state: State) -> int | None:
    return state if isinstance(state, int) else None


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
