"""Games on digraphs: peeling from the sinks, retrograde analysis, and kernels by SAT.

The P-positions of an acyclic digraph are its unique kernel: a set with no arc
inside that every other vertex has an arc into (von Neumann, Morgenstern 1944).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.values.digraph_values import DigraphValues
from gameproof.certificates.values.retrograde_table import RetrogradeTable
from gameproof.encodings.impartial.impartial import (
    QUESTIONS,
    SPRAGUE_GRUNDY,
    check_arguments,
    finding,
    moves_to_zero,
)
from gameproof.encodings.method import UNKNOWN, Encoding, Export, Finding, Method, Options
from gameproof.games.graph import Graph
from gameproof.games.impartial.digraph import Position, vertex_list
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.listed import moves_text, unmistakable
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat.model import Group, Model
from gameproof.solvers.search.retrograde import DRAWN, retrograde
from gameproof.solvers.values.sprague_grundy import DagValues, dag_values, nim_sum

ZERMELO = "Zermelo (1913): label backwards from the lost positions, the rest is drawn"


def _values(graph: Graph, limits: Limits) -> DagValues:
    indptr, heads, _ = graph.csr
    return dag_values(indptr, heads, limits)


def _need_token(position: Position) -> None:
    if not position.tokens:
        raise BadInput("say where the token stands: --start V", "start")


def by_peeling(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer for tokens from which no cycle can be reached."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        _need_token(position)
        check_arguments(question, options)
        values = _values(position.graph, limits)
        stats = {"vertices": position.graph.n, "arcs": position.graph.m}
        stuck = [v for v in position.tokens if values.grundy[v] < 0]
        if stuck:
            label = position.graph.label(stuck[0])
            return Finding(UNKNOWN, None, stats, {"reason": f"a cycle can be reached from {label}"})
        certificate = DigraphValues(values.grundy, values.number)

        def value(of: Position) -> int:
            return nim_sum(int(values.grundy[v]) for v in of.tokens)

        return finding(
            position,
            question,
            options,
            lambda: value(position),
            lambda: moves_to_zero(position, value),
            certificate,
            stats,
        )

    return run


def by_retrograde(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer with draws: label every position that the tokens can reach together."""

    def run(position: Position, limits: Limits, _options: Options) -> Finding:
        _need_token(position)
        number: dict[Position, int] = {position: 0}
        order = [position]
        heads: list[int] = []
        indptr = [0]
        for here in order:
            if len(indptr) % 1024 == 0:
                limits.check()
            for move in here.moves():
                child = here.play(move)
                if child not in number:
                    number[child] = len(order)
                    order.append(child)
                heads.append(number[child])
            indptr.append(len(heads))
        labels = retrograde(
            np.array(indptr, dtype=np.int64), np.array(heads, dtype=np.int32), limits
        )
        certificate = RetrogradeTable({p.key(): int(labels.plies[k]) for k, p in enumerate(order)})
        stats = {"positions": len(order), "moves": len(heads)}
        wins = [move for move in position.moves() if labels.label[number[position.play(move)]] == 0]
        if question == "winning-moves":
            return Finding(moves_text(map(position.move_text, wins)), certificate, stats)
        found = ("P", "N", "draw")[labels.label[0]]
        detail = {} if labels.label[0] == DRAWN else {"plies": int(labels.plies[0])}
        return Finding(found, certificate, stats, detail, winning_moves=tuple(wins[:1]))

    return run


def labelled(position: Position, limits: Limits, _options: Options) -> Finding:
    """The P-positions of a digraph in which play may go on for ever: every vertex labelled."""
    graph = position.graph
    indptr, heads, _ = graph.csr
    labels = retrograde(indptr, heads, limits)
    certificate = RetrogradeTable({str(v): int(labels.plies[v]) for v in range(graph.n)})
    found = vertex_list(graph, np.flatnonzero(labels.label == 0))
    return Finding(found, certificate, {"vertices": graph.n, "arcs": graph.m})


def whole(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Number and label all vertices; a directed cycle leaves only ``acyclic`` answered."""

    def run(position: Position, limits: Limits, _options: Options) -> Finding:
        graph = position.graph
        values = _values(graph, limits)
        stats = {"vertices": graph.n, "arcs": graph.m}
        if values.cycle is not None:
            names = [unmistakable(graph.label(v), " ") for v in values.cycle]
            if question == "acyclic":
                return Finding(False, Definition.of([values.cycle]), stats, {"cycle": names})
            return Finding(UNKNOWN, None, stats, {"reason": "a directed cycle", "cycle": names})
        certificate = DigraphValues(values.grundy, values.number)
        if question == "acyclic":
            order = [unmistakable(graph.label(int(v)), " ") for v in np.argsort(values.number)]
            return Finding(True, certificate, stats, {"order": order} if graph.n <= 100 else {})
        if question == "p-positions":
            found = vertex_list(graph, np.flatnonzero(values.grundy == 0))
        else:
            found = graph.by_vertex(map(str, values.grundy.tolist()), " ")
        return Finding(found, certificate, stats)

    return run


def kernel_model(graph: Graph) -> tuple[Model, Group]:
    """The kernels of a digraph as a CNF: ``p(v)`` iff no out-neighbour w has ``p(w)``.

    The model of an acyclic digraph is unique and is its set of P-positions.
    """
    model = Model(
        f"kernel of a digraph with {graph.n} vertices", "P-positions of the game on the digraph"
    )
    p = model.group("p", range(graph.n))
    for v in range(graph.n):
        options = sorted(set(graph.neighbours(v)))
        for w in options:
            model.clause([-p[v], -p[w]])
        model.clause([p[v], *(p[w] for w in options)])
    return model, p


def by_kernel_model(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """A second opinion: the P-positions as the model of a CNF, found by a SAT solver."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        from gameproof.solvers.sat.sat import solve

        graph = position.graph
        values = _values(graph, limits)
        if values.cycle is not None:
            return Finding(UNKNOWN, None, {}, {"reason": "a directed cycle"})
        model, p = kernel_model(graph)
        result = solve(model, limits, engine=options.engine)
        stats: dict[str, Value] = {**model.summary(), **result.stats}
        if result.status == "unknown":
            raise LimitReached(result.reason or "time")
        if result.values is None:
            raise RuntimeError("an acyclic digraph has a kernel, but the SAT solver found none")
        member = [v for v in range(graph.n) if result.values[p[v]]]
        certificate = DigraphValues(values.grundy, values.number)
        if question == "outcome":
            _need_token(position)
            if len(position.tokens) > 1:
                reason = "the P-positions alone do not solve a sum"
                return Finding(UNKNOWN, None, stats, {"reason": reason})
            return Finding("P" if position.tokens[0] in member else "N", certificate, stats)
        return Finding(vertex_list(graph, np.array(member, dtype=np.int64)), certificate, stats)

    return run


def kernel_finding(
    position: Position, _model: Model, values: Sequence[bool], _options: Options
) -> Finding:
    """The P-positions of an assignment of :func:`kernel_model`."""
    graph = position.graph
    known = _values(graph, Limits())
    if known.cycle is not None:
        return Finding(UNKNOWN, note="a directed cycle: a kernel need not be the P-positions")
    _, p = kernel_model(graph)
    member = np.array([v for v in range(graph.n) if values[p[v]]], dtype=np.int64)
    return Finding(vertex_list(graph, member), DigraphValues(known.grundy, known.number))


ENCODING: Encoding[Position] = Encoding(
    methods=(
        *(
            Method(question, "peeling", by_peeling(question), SPRAGUE_GRUNDY)
            for question in QUESTIONS
        ),
        *(
            Method(
                question,
                "retrograde",
                by_retrograde(question),
                ZERMELO,
            )
            for question in ("outcome", "winning-moves")
        ),
        *(
            Method(
                question,
                "peeling",
                whole(question),
                "a finite digraph is acyclic iff it has a topological numbering (Kahn 1962)",
            )
            for question in ("acyclic", "p-positions", "grundy-numbers")
        ),
        *(
            Method(
                question,
                "kernel-sat",
                by_kernel_model(question),
                "an acyclic digraph has exactly one kernel (von Neumann, Morgenstern 1944)",
            )
            for question in ("p-positions", "outcome")
        ),
        Method("p-positions", "retrograde", labelled, ZERMELO),
    ),
    exports=(
        Export(
            "p-positions",
            lambda position, _options: kernel_model(position.graph)[0],
            "the kernel of the digraph as a CNF; its model is the set of P-positions",
            finding=kernel_finding,
        ),
    ),
)
