"""Snort and Col as a binary constraint satisfaction problem, after Borje.

Variables are the vertices; a vertex finally holds Red, Blue or nothing. The label of an
empty vertex is its domain without "nothing": A = {Red, Blue}, R, B or U = {}. A piece fixes
its vertex, and arc consistency over the edges then leaves exactly the legal moves:
because "nothing" is compatible with everything, no removal is ever passed on, so one
round of forward checking from the pieces reaches the closure.
"""

from __future__ import annotations

from gameproof.certificates.definitions.definition import Definition
from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.snort.evaluation import METHODS as PAPER_METHODS
from gameproof.encodings.snort.value import closures, position_value
from gameproof.games.bit_sets import members
from gameproof.games.counts.snort_counts import NOT_TERMINAL
from gameproof.games.snort import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.arc_consistency import (
    BinaryProblem,
    Closure,
    Constraint,
    arc_consistency,
    forward_checking,
)
from gameproof.solvers.values.placement import binding, components

NOTHING, RED, BLUE = range(3)
_ANY = 0b111
#: Largest component that ``terminal`` plays out where counting does not decide.
PLAYED_OUT = 16


def as_csp(position: Position) -> BinaryProblem:
    """The position as a problem: domains {Nothing, Red, Blue} less what pieces and
    reserved vertices fix, one constraint for each edge. O(n + m)."""
    domains = []
    for v in range(position.graph.n):
        if position.red >> v & 1:
            domains.append(1 << RED)
        elif position.blue >> v & 1:
            domains.append(1 << BLUE)
        else:
            closed_to_red = position.only_blue >> v & 1
            closed_to_blue = position.only_red >> v & 1
            domains.append(_ANY & ~(closed_to_red << RED) & ~(closed_to_blue << BLUE))
    if position.rules.forbidden == "own":
        allowed = (_ANY, _ANY & ~(1 << RED), _ANY & ~(1 << BLUE))
    else:
        allowed = (_ANY, _ANY & ~(1 << BLUE), _ANY & ~(1 << RED))
    edges = [Constraint(a, b, allowed) for a, b in position.graph.edges.tolist()]
    return BinaryProblem(tuple(domains), tuple(edges))


def labels_of(position: Position, closure: Closure) -> str:
    """The labels A, R, B, U that a closure leaves; vertices with pieces are U."""
    pieces = position.red | position.blue
    marks = "URBA"
    return "".join(
        "U" if pieces >> v & 1 else marks[domain >> RED & 3]
        for v, domain in enumerate(closure.domains)
    )


def paper_labels(position: Position) -> str:
    """The labels by Borje's procedure: forward checking from the pieces only."""
    pieces = list(members(position.red | position.blue))
    return labels_of(position, forward_checking(as_csp(position), pieces))


def live_edges(position: Position) -> list[tuple[int, int]]:
    """The edges whose ends can still close one another to somebody."""
    same, other = closures(position)
    a, b = position.red_free, position.blue_free
    pairs = {(min(e), max(e)) for e in map(tuple, position.graph.edges.tolist())}
    return sorted(e for e in pairs if binding(same, other, e[0], a, b) >> e[1] & 1)


def paper_edges(position: Position) -> list[tuple[int, int]]:
    """The edges that Borje keeps: both ends labelled A, or exactly one. This loses
    edges between an R and a B, which still bind: whoever plays one end closes the other."""
    both = position.red_free & position.blue_free
    one = position.red_free ^ position.blue_free
    pairs = {(min(e), max(e)) for e in map(tuple, position.graph.edges.tolist())}
    return sorted(
        (u, v) for u, v in pairs if both >> u & (both | one) >> v & 1 or both >> v & one >> u & 1
    )


def _labels(position: Position, limits: Limits, _options: Options) -> Finding:
    closure = arc_consistency(as_csp(position), limits)
    labels = labels_of(position, closure)
    called = position.graph.called
    same, other = closures(position)
    parts = list(components(same, other, position.red_free, position.blue_free))
    detail: dict[str, object] = {
        "moves": {
            "red": [called(v) for v in members(position.red_free)],
            "blue": [called(v) for v in members(position.blue_free)],
        },
        "edges": [[called(a), called(b)] for a, b in live_edges(position)],
        "components": [[called(v) for v in members(part)] for part in parts],
    }
    stats = {"revisions": closure.revisions, "removals": len(closure.removals)}
    return Finding(labels, Definition(), stats, detail)


def _terminal(position: Position, limits: Limits, _options: Options) -> Finding:
    """Answer ``red`` or ``blue`` (the winner by counting) or ``no`` (not terminal)."""
    red, blue = position.red_free, position.blue_free
    alone_red, alone_blue = (red & ~blue).bit_count(), (blue & ~red).bit_count()
    edges, called = live_edges(position), position.graph.called
    score = alone_red - alone_blue + (0.5 if position.to_move == "blue" else 0)
    detail: dict[str, object] = {
        "reserved": {"red": alone_red, "blue": alone_blue},
        "score": score,
        "edges": [[called(a), called(b)] for a, b in edges],
    }
    if position.rules.forbidden == "opponent":
        kept = paper_edges(position)
        paper_terminal = not red & blue and not kept
        detail["paper"] = {
            "terminal": paper_terminal,
            "edges": [[called(a), called(b)] for a, b in kept],
            "verdict": ("red" if score > 0 else "blue") if paper_terminal else None,
        }
    if not red & blue and not edges:
        return Finding("red" if score > 0 else "blue", Definition(), detail=detail)
    if not red & blue:
        detail["play"] = _played_out(position, limits)
    return Finding(NOT_TERMINAL, Definition(), detail=detail)


def _played_out(position: Position, limits: Limits) -> dict[str, str]:
    """Where only R-B edges are contested: the value, and who wins, by play itself."""
    same, other = closures(position)
    parts = components(same, other, position.red_free, position.blue_free)
    if any(part.bit_count() > PLAYED_OUT for part in parts):
        return {"note": f"a component has more than {PLAYED_OUT} vertices; ask for the value"}
    value = position_value(position, limits)
    mover = "red" if position.to_move == "red" else "blue"
    waiter = "blue" if mover == "red" else "red"
    winner = {"N": mover, "P": waiter, "L": "red", "R": "blue"}[value.outcome]
    return {"value": str(value), "outcome": value.outcome, "winner": winner}


METHODS: tuple[Method[Position], ...] = (
    Method(
        "labels",
        "arc-consistency",
        _labels,
        "The arc-consistent closure is unique (Mackworth 1977; Borje, section 2.1)",
    ),
    Method(
        "terminal",
        "counting",
        _terminal,
        "With nothing contested the larger stock of private moves wins, equal stocks lose for "
        "the player to move (Borje, section 2.2, with the edges between R and B restored)",
    ),
    *PAPER_METHODS,
)
