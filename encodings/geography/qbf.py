"""Geography as a quantified formula: true iff the next player wins.

Plies alternate between the next player (existential, one variable for each arc) and the
opponent (universal, the binary number of an arc out of the token's vertex). An opponent's
number that names no legal arc ends the play and satisfies the formula: his other numbers
are all tried as well. No play is longer than the edges (vertices) that are left.

As PSPACE-completeness of the directed forms suggests (Schaefer 1978; Lichtenstein and
Sipser 1980), this is a second opinion and an export; search decides faster.
"""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.encodings import game_graph_qbf
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.games.geography import Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import qbf
from gameproof.solvers.sat.model import Group, Model

LARGEST = 60  # edges; the formula grows with their square
QBF = "true iff the next player can always answer within the edges that are left"


@dataclass(frozen=True, slots=True)
class Arc:
    """One way along a live edge; ``deletes`` is what its use takes away, ``needs`` what
    must still be there: the edge itself, or the vertices at its ends."""

    tail: int
    head: int
    deletes: int
    needs: int
    number: int


def arcs_of(position: Position) -> list[Arc]:
    """The live arcs, numbered from 0 at each vertex. One of several parallel ones in the
    vertex form; loops in the edge form only."""
    graph = position.graph
    found: list[Arc] = []
    count = [0] * graph.n
    seen: set[tuple[int, int]] = set()
    for k, (u, v) in enumerate(graph.edges.tolist()):
        if position.edge and k in position.gone:
            continue
        if not position.edge and ({u, v} & position.gone or u == v):
            continue
        for x, y in [(u, v)] if graph.directed or u == v else [(u, v), (v, u)]:
            if position.edge or (x, y) not in seen:
                seen.add((x, y))
                deletes, needs = (k, k) if position.edge else (x, y)
                found.append(Arc(x, y, deletes, needs, count[x]))
                count[x] += 1
    return found


def small(position: Position) -> bool:
    """Is the formula of a size that may be written?"""
    return position.token is not None and position.graph.m <= LARGEST


def outcome_model(position: Position, options: Options) -> Model:
    """The formula. O(plies * arcs) clauses; without a token, from the graph of positions."""
    if position.token is None:
        return game_graph_qbf.outcome_model(position, options)
    model = Model("the next player wins", str(position))
    arcs = arcs_of(position)
    things = sorted({a.deletes for a in arcs} | {a.needs for a in arcs})
    plies = len({a.needs for a in arcs})
    places = sorted({a.head for a in arcs} | {position.token})
    width = max(1, max((a.number for a in arcs), default=0).bit_length())
    choice: dict[int, list[int]] = {}
    bits: dict[int, list[int]] = {}
    for t in range(1, plies + 1):
        if t % 2:
            choice[t] = [model.variable(f"move({_name(position, a)},{t})") for a in arcs]
            model.quantify("exists", choice[t])
        else:
            bits[t] = [model.variable(f"reply(bit {i},{t})") for i in range(width)]
            model.quantify("forall", bits[t])
    bound = model.variables
    take = model.group("take", ((i, t) for t in bits for i in range(len(arcs))))
    at = model.group("at", ((v, t) for t in range(plies + 1) for v in places))
    gone = model.group("gone", ((x, t) for t in range(plies + 1) for x in things))
    for v in places:
        model.clause([at[v, 0] if v == position.token else -at[v, 0]])
    for x in things:
        model.clause([-gone[x, 0]])
    for t in range(1, plies + 1):
        used = choice[t] if t % 2 else [take[i, t] for i in range(len(arcs))]
        if t % 2:
            _own_move(model, arcs, used, at, gone, t, places)
        else:
            _reply(model, arcs, used, bits[t], at, gone, t)
        _step(model, arcs, used, at, gone, t)
    if plies % 2 == 0:
        # Everything is used up: the next player, to move, would have lost.
        for v in places:
            model.clause([-at[v, plies]])
    model.quantify("exists", range(bound + 1, model.variables + 1))
    return model


def _name(position: Position, arc: Arc) -> str:
    return f"{position.graph.label(arc.tail)}-{position.graph.label(arc.head)}"


def _may_use(arc: Arc, at: Group, gone: Group, t: int) -> list[int]:
    """Literals that all hold iff the arc may be used at ply t."""
    stands = at.get((arc.tail, t - 1), 0)
    return [stands, -gone[arc.needs, t - 1]]


def _own_move(
    model: Model,
    arcs: list[Arc],
    used: list[int],
    at: Group,
    gone: Group,
    t: int,
    places: list[int],
) -> None:
    """While the play goes on the next player uses exactly one legal arc."""
    model.at_most(1, used)
    for v in places:
        model.clause([-at[v, t - 1], *(used[i] for i, a in enumerate(arcs) if a.tail == v)])
    for arc, variable in zip(arcs, used, strict=True):
        for literal in _may_use(arc, at, gone, t):
            model.clause([-variable, literal] if literal else [-variable])


def _reply(
    model: Model,
    arcs: list[Arc],
    used: list[int],
    digits: list[int],
    at: Group,
    gone: Group,
    t: int,
) -> None:
    """The opponent uses the arc with his number at the token's vertex, where it is legal."""
    for arc, variable in zip(arcs, used, strict=True):
        named = [d if arc.number >> k & 1 else -d for k, d in enumerate(digits)]
        conditions = [*named, *_may_use(arc, at, gone, t)]
        if 0 in conditions:
            model.clause([-variable])
            continue
        for literal in conditions:
            model.clause([-variable, literal])
        model.implies(conditions, [variable])


def _step(model: Model, arcs: list[Arc], used: list[int], at: Group, gone: Group, t: int) -> None:
    """Where the token stands and what is gone after ply t, in both directions."""
    for v, time in at:
        if time == t:
            into = [used[i] for i, a in enumerate(arcs) if a.head == v]
            model.clause([-at[v, t], *into])
            for literal in into:
                model.clause([-literal, at[v, t]])
    for x, time in gone:
        if time == t:
            deleted = [used[i] for i, a in enumerate(arcs) if a.deletes == x]
            model.clause([-gone[x, t], gone[x, t - 1], *deleted])
            for literal in [gone[x, t - 1], *deleted]:
                model.clause([-literal, gone[x, t]])


def by_solver(position: Position, limits: Limits, options: Options) -> Finding:
    """The verdict of the QBF solver named as the engine, without a certificate."""
    if options.engine not in qbf.SOLVERS:
        return Finding(UNKNOWN, note="name a QBF solver as the engine")
    result = qbf.solve(outcome_model(position, options), limits, engine=options.engine)
    if result.status == "unknown":
        raise LimitReached(result.reason or "time")
    return Finding("N" if result.status == "sat" else "P", None, dict(result.stats))
