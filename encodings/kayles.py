"""Node and arc Kayles by Grundy values of connected vertex sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gameproof.certificates.grundy_table import GrundyTable, reply
from gameproof.certificates.nim_value import QUESTIONS
from gameproof.encodings.impartial import SPRAGUE_GRUNDY, claim_of, finding
from gameproof.encodings.method import Export, Finding, Method, Options
from gameproof.games.graph import Graph
from gameproof.games.kayles import ArcPosition, NodePosition, components, members, neighbour_masks
from gameproof.solvers.limits import Limits
from gameproof.solvers.sprague_grundy import search

Kayles = NodePosition | ArcPosition


def node_options(graph: Graph) -> Callable[[int], Iterator[tuple[int, ...]]]:
    """The moves from a vertex set in node Kayles: the components that stay."""
    near = neighbour_masks(graph)

    def options(left: int) -> Iterator[tuple[int, ...]]:
        for v in members(left):
            yield tuple(components(near, left & ~(near[v] | 1 << v)))

    return options


def arc_options(graph: Graph) -> Callable[[int], Iterator[tuple[int, ...]]]:
    """The moves from a vertex set in arc Kayles: the components with an edge."""
    near = neighbour_masks(graph)

    def options(left: int) -> Iterator[tuple[int, ...]]:
        for u in members(left):
            for v in members(near[u] & left & ~((2 << u) - 1)):
                rest = components(near, left & ~(1 << u | 1 << v))
                yield tuple(part for part in rest if part & (part - 1))

    return options


def by_components(question: str) -> Callable[[Kayles, Limits, Options], Finding]:
    """Grundy values of all connected sets that play can leave. Exponential in general,
    quadratic on paths."""

    def run(position: Kayles, limits: Limits, options: Options) -> Finding:
        claim_of(question, options)
        moves = (
            node_options(position.graph)
            if isinstance(position, NodePosition)
            else arc_options(position.graph)
        )
        values = search((part.left for part in position.parts()), moves, limits)
        certificate = GrundyTable({f"{left:x}": value for left, value in values.items()})

        def value(of: Any) -> int:
            total = 0
            for part in of.parts():
                total ^= values[part.left]
            return total

        return finding(
            position,
            question,
            options,
            value,
            certificate,
            {"positions": len(values)},
            lambda of: reply(of, certificate),
        )

    return run


METHODS = tuple(
    Method(question, "components", by_components(question), SPRAGUE_GRUNDY)
    for question in QUESTIONS
)

EXPORTS: tuple[Export, ...] = ()
