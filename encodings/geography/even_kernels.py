"""Undirected edge geography by even kernels: GF(2) on bipartite graphs, SAT on others.

On a bipartite graph the position with the token on row i of the incidence matrix of
the two sides is P iff row i is a sum of other rows (Fraenkel, Scheinerman, Ullman 1993);
the rows of such a sum are an even kernel, and otherwise the columns that sum to the
unit vector of i are one after a move into them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.kernel import Goal
from gameproof.certificates.strategies.even_kernel import EvenKernel
from gameproof.encodings.each_move import gather
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.refute import refute
from gameproof.games.geography import Position, all_starts_text
from gameproof.solvers.algebra.gf2 import Elimination, eliminate
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import cpsat, sat
from gameproof.solvers.sat.model import Model

BIPARTITE = (
    "bipartite undirected edge geography: P iff the start's row is in the GF(2) span of "
    "the others (Fraenkel, Scheinerman, Ullman 1993)"
)
KERNEL = (
    "an even kernel with the token in it proves P (Fraenkel, Scheinerman, Ullman 1993; "
    "Frieze, Combinatorial Games)"
)

Ones = NDArray[np.int64]
"""Places of the ones of a matrix: rows (row, column)."""


def one_start(
    n: int, start: int, move: int, members: NDArray[np.int64], direction: str = "kernels"
) -> EvenKernel:
    """The certificate of one start: it stands in the set, or ``move`` leads into it, or the set
    shows that no kernel holds it."""
    inside = np.zeros(n, dtype=bool)
    inside[members] = True
    packed = np.packbits(inside, bitorder="little").reshape(1, -1)
    return EvenKernel(direction, packed, np.array([start]), np.array([0]), np.array([move]))


def undirected_edge(position: Position) -> bool:
    """Is it the undirected edge form?"""
    return position.edge and not position.graph.directed


def bipartite(position: Position) -> bool:
    """Is it the undirected edge form, with no odd cycle in reach of the token, and a vertex
    where it can stand? O(n + m)."""
    if not undirected_edge(position) or position.graph.n == 0:
        return False
    return component(position, position.token).side is not None


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the graph: its vertices by side and its edges. ``side`` is None where
    an odd cycle spoils the two sides."""

    vertices: NDArray[np.int64]
    edges: NDArray[np.int32]
    side: NDArray[np.int8] | None


def component(position: Position, start: int | None) -> Part:
    """What can be reached from ``start`` (everything for ``None``), two-coloured by
    breadth-first search. O((n + m) * depth) at worst, vectorised by layers."""
    n, edges = position.graph.n, position.live_edges()
    side = np.full(n, -1, dtype=np.int8)
    order = np.argsort(np.concatenate([edges[:, 0], edges[:, 1]]), kind="stable")
    ends = np.concatenate([edges[:, 1], edges[:, 0]])[order]
    degree = np.bincount(edges.ravel(), minlength=n)
    indptr = np.concatenate([[0], np.cumsum(degree)])
    for root in range(n) if start is None else (start,):
        if side[root] >= 0:
            continue
        side[root] = 0
        layer = np.array([root])
        while len(layer):
            counts = degree[layer]
            offset = np.repeat(indptr[layer] - np.cumsum(counts) + counts, counts)
            near = ends[offset + np.arange(int(counts.sum()))]
            fresh = np.unique(near[side[near] < 0])
            side[fresh] = 1 - side[layer[0]]
            layer = fresh
    inside = side >= 0
    rows = edges[inside[edges[:, 0]]]
    proper = not (side[rows[:, 0]] == side[rows[:, 1]]).any()
    return Part(np.flatnonzero(inside), rows, side if proper else None)


def _matrix(part: Part, row_side: int) -> tuple[NDArray[np.int64], NDArray[np.int64], Ones]:
    """Vertices of the rows, of the columns, and the ones of the incidence matrix."""
    assert part.side is not None
    rows = part.vertices[part.side[part.vertices] == row_side]
    columns = part.vertices[part.side[part.vertices] != row_side]
    index = np.zeros(int(part.vertices.max(initial=-1)) + 1, dtype=np.int64)
    index[rows], index[columns] = np.arange(len(rows)), np.arange(len(columns))
    swap = part.side[part.edges[:, 0]] != row_side
    tail = np.where(swap, part.edges[:, 1], part.edges[:, 0])
    head = np.where(swap, part.edges[:, 0], part.edges[:, 1])
    return rows, columns, np.stack([index[tail], index[head]], axis=1)


def line_up(
    part: Part, row_side: int, limits: Limits
) -> tuple[Elimination, NDArray[np.int64], NDArray[np.int64]]:
    """The eliminated incidence matrix with the vertices of its rows and columns."""
    rows, columns, ones = _matrix(part, row_side)
    return eliminate(len(rows), len(columns), ones, limits), rows, columns


def decide_bipartite(position: Position, limits: Limits, _options: Options) -> Finding:
    """The outcome by linear algebra, ``unknown`` when an odd cycle can be reached."""
    part = component(position, position.token)
    if part.side is None:
        return Finding(UNKNOWN)
    if position.token is None:
        return _decide_free(position, part, limits)
    matrix, rows, columns = line_up(part, int(part.side[position.token]), limits)
    stats = {"rows": len(rows), "columns": len(columns), "rank": matrix.rank}
    at = int(np.searchsorted(rows, position.token))
    relation = matrix.relation(at)
    if relation is not None:
        kernel = rows[relation]
        return Finding("P", _inside(position, kernel), stats, {"kernel_size": len(kernel)})
    unit = matrix.unit(at)
    assert unit is not None
    kernel = columns[unit]
    inside = set(kernel.tolist())
    move = next(m for m in position.moves() if m in inside)
    return _into(position, move, kernel, stats)


def _inside(position: Position, kernel: NDArray[np.int64]) -> EvenKernel:
    """The token stands in the kernel, or may be put on its first vertex."""
    start = int(kernel[0]) if position.token is None else position.token
    return one_start(position.graph.n, start, -1, kernel)


def _table(position: Position, part: Part, limits: Limits) -> EvenKernel:
    """A kernel for every start, by two eliminations (one for each side's starts)."""
    n = position.graph.n
    sets: list[NDArray[np.uint8]] = []
    choice, move = np.zeros(n, dtype=np.int64), np.full(n, -1, dtype=np.int64)

    def keep(members: NDArray[np.int64]) -> int:
        inside = np.zeros(n, dtype=bool)
        inside[members] = True
        sets.append(np.packbits(inside, bitorder="little"))
        return len(sets) - 1

    for row_side in (0, 1):
        matrix, rows, columns = line_up(part, row_side, limits)
        waiting = dict.fromkeys(range(len(rows)))
        while waiting:
            limits.check()
            at = next(iter(waiting))
            relation = matrix.relation(at)
            if relation is not None:
                row = keep(rows[relation])
                for i in np.flatnonzero(relation).tolist():
                    if i in waiting:
                        del waiting[i]
                        choice[rows[i]] = row
                continue
            del waiting[at]
            unit = matrix.unit(at)
            assert unit is not None
            v = int(rows[at])
            choice[v] = keep(columns[unit])
            inside = set(columns[unit].tolist())
            move[v] = next(w for w in position.play(v).moves() if w in inside)
    packed = np.array(sets, dtype=np.uint8).reshape(len(sets), (n + 7) // 8)
    return EvenKernel("kernels", packed, np.arange(n), choice, move)


def _decide_free(position: Position, part: Part, limits: Limits) -> Finding:
    table = _table(position, part, limits)
    losing = np.flatnonzero(table.move < 0)
    if not len(losing):
        return Finding("P", table, {"kernels": len(table.sets)})
    start = int(losing[0])
    return Finding("N", _row(table, start), winning_moves=(start,))


def _row(table: EvenKernel, start: int) -> EvenKernel:
    """What a table of all starts says of one."""
    kernel = table.sets[int(table.choice[start])]
    move = table.move[start : start + 1]
    return EvenKernel("kernels", kernel.reshape(1, -1), np.array([start]), np.array([0]), move)


def decide_all_bipartite(position: Position, limits: Limits, _options: Options) -> Finding:
    """N or P for every start of a bipartite graph."""
    start = position.free()
    part = component(start, None)
    if part.side is None:
        return Finding(UNKNOWN)
    table = _table(start, part, limits)
    losing = table.move < 0
    detail = {"P": int(losing.sum()), "N": int((~losing).sum())}
    return Finding(all_starts_text(start, losing), table, {"kernels": len(table.sets)}, detail)


def winning_moves_bipartite(position: Position, limits: Limits, options: Options) -> Finding:
    """The moves into even kernels; every other move is refuted by a kernel of the
    other side that the opponent enters."""
    part = component(position, position.token)
    if part.side is None:
        return Finding(UNKNOWN)
    if position.token is None:
        starts = decide_all_bipartite(position, limits, options).certificate
        assert isinstance(starts, EvenKernel)
        losing = np.flatnonzero(starts.move < 0).tolist()
        each = [(position.move_text(v), _row(starts, v)) for v in range(position.graph.n)]
        return Finding(position.of_moves("winning-moves", losing), gather(each))
    matrix, rows, columns = line_up(part, int(part.side[position.token]), limits)
    at = int(np.searchsorted(rows, position.token))
    unit, relation = matrix.unit(at), matrix.relation(at)
    decided: list[tuple[str, EvenKernel]] = []
    winning: list[int] = []
    n = position.graph.n
    for move in position.moves():
        limits.check()
        column = int(np.searchsorted(columns, move))
        kernel = None if unit is None else _unit_with(matrix, unit, column)
        if kernel is not None:
            winning.append(move)
            decided.append((position.move_text(move), one_start(n, move, -1, columns[kernel])))
            continue
        # The rows that sum to the column's unit vector (or, from a P-position, to zero
        # before the move): an even kernel for the opponent once he has entered it.
        against = relation if relation is not None else matrix.row_combination(column)
        answer = rows[against]
        inside = set(answer.tolist())
        back = next(w for w in position.play(move).moves() if w in inside)
        decided.append((position.move_text(move), one_start(n, move, back, answer)))
    return Finding(
        position.of_moves("winning-moves", winning), gather(decided), {"rank": matrix.rank}
    )


def _unit_with(
    matrix: Elimination, unit: NDArray[np.bool_], column: int
) -> NDArray[np.bool_] | None:
    """Columns, ``column`` among them, with the same sum as ``unit``."""
    if unit[column]:
        return unit
    null = matrix.null_with(column)
    return None if null is None else unit ^ null


def kernel_model(position: Position, vertex: int | None) -> Model:
    """Even kernels as a model: a variable for each vertex, no edge inside the set, an
    even number of edges into it from every vertex. With ``vertex`` in it, else any.

    A vertex of the set has no edge into it, so one parity serves all vertices.
    """
    model = Model("even kernel", str(position))
    chosen = model.group("in", range(position.graph.n))
    near: list[list[int]] = [[] for _ in range(position.graph.n)]
    for u, v in position.live_edges().tolist():
        model.clause([-chosen[u], -chosen[v]])
        near[u].append(v)
        near[v].append(u)
    for neighbours in near:
        if neighbours:
            model.xor([chosen[w] for w in neighbours], parity=False)
    model.clause([chosen[vertex]] if vertex is not None else list(chosen.values()))
    return model


def find_kernel(
    position: Position, vertex: int | None, limits: Limits, engine: str | None
) -> NDArray[np.int64] | None:
    """An even kernel (with ``vertex`` in it), ``None`` when there is none.

    Raises ``LimitReached``.
    """
    model = kernel_model(position, vertex)
    if engine == cpsat.ENGINE:
        result = cpsat.solve(model, limits)
    else:
        result = sat.solve(model, limits, engine=engine)
    if result.status == "unknown":
        raise LimitReached(result.reason or "time")
    if result.status == "unsat":
        return None
    return np.array(model.groups["in"].true(result.values or ()), dtype=np.int64)


def symmetric(position: Position, limits: Limits) -> Elimination:
    """The eliminated adjacency matrix of the graph without its loops."""
    edges = position.live_edges().astype(np.int64)
    edges = edges[edges[:, 0] != edges[:, 1]]
    n = position.graph.n
    return eliminate(n, n, np.concatenate([edges, edges[:, ::-1]]), limits)


def kernel_by_gf2(position: Position, limits: Limits, _options: Options) -> Finding:
    """The question even-kernel by linear algebra: "no" when already the parities have no
    solution, "yes" on a bipartite graph, else ``unknown``."""
    if position.token is None:
        return Finding(UNKNOWN)
    part = component(position, position.token)
    if part.side is not None:
        matrix, rows, _ = line_up(part, int(part.side[position.token]), limits)
        relation = matrix.relation(int(np.searchsorted(rows, position.token)))
        if relation is not None:
            return Finding(True, _inside(position, rows[relation]))
    unit = symmetric(position, limits).unit(position.token)
    if unit is None:
        return Finding(UNKNOWN)
    members = np.flatnonzero(unit)
    return Finding(False, one_start(position.graph.n, position.token, -1, members, "none"))


def kernel_by_sat(position: Position, limits: Limits, options: Options) -> Finding:
    """The question even-kernel by SAT; "no" with the solver's refutation."""
    kernel = find_kernel(position, position.token, limits, options.engine)
    if kernel is not None:
        return Finding(True, _inside(position, kernel), {}, {"kernel_size": len(kernel)})
    return Finding(False, refute(Goal(position, "even-kernel"), limits, options))


def decide_by_kernel(position: Position, limits: Limits, options: Options) -> Finding:
    """P by an even kernel round the token, N by a move into one, else ``unknown``.

    May take half of the time that is left; positions without a kernel need search.
    """
    try:
        return _by_kernel(position, limits.share(0.5), options)
    except LimitReached as limit:
        limits.check()
        return Finding(UNKNOWN, note=f"even kernel: {limit.reason} limit reached")


def _by_kernel(position: Position, limits: Limits, options: Options) -> Finding:
    token = position.token
    if token is None:
        kernel = find_kernel(position, None, limits, options.engine)
        if kernel is None:
            return Finding(UNKNOWN)
        start, size = int(kernel[0]), {"kernel_size": len(kernel)}
        return Finding("N", _inside(position, kernel), {}, size, winning_moves=(start,))
    # Parities first: either the token's row is a sum of others, and only an even kernel
    # round the token is possible, or the unit vector is, and only a move into one.
    matrix = symmetric(position, limits)
    if matrix.relation(token) is not None:
        kernel = find_kernel(position, token, limits, options.engine)
        if kernel is None:
            return Finding(UNKNOWN)
        return Finding("P", _inside(position, kernel), {}, {"kernel_size": len(kernel)})
    unit = matrix.unit(token)
    assert unit is not None
    for move in position.moves():
        if move == token or _unit_with(matrix, unit, move) is None:
            continue
        kernel = find_kernel(position.play(move), move, limits, options.engine)
        if kernel is not None:
            return _into(position, move, kernel)
    return Finding(UNKNOWN)


def _into(
    position: Position, move: int, kernel: NDArray[np.int64], stats: dict[str, int] | None = None
) -> Finding:
    """N by a move of the token into the kernel."""
    assert position.token is not None
    certificate = one_start(position.graph.n, position.token, move, kernel)
    size = {"kernel_size": len(kernel)}
    return Finding("N", certificate, stats or {}, size, winning_moves=(move,))


def export_kernel(position: Position, _options: Options) -> Model:
    """The question even-kernel as a model for other programs."""
    return kernel_model(position, position.token)
