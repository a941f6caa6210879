"""Clauses: two different histories of up to k plies with one acyclic set of lines.

A play whose lines have no cycle never comes back to a point (the line that returned would
close one), so both histories are walks without repeated points. Both start at the ball,
stop after the same number of plies and draw the same lines; at some ply they differ.
Their contradiction proves theorem 3.5 of T. Hoivik, "Experiments in Paper Soccer", up to
k plies.
"""

from __future__ import annotations

import itertools

from gameproof.games.clauses.clauses import Asked, Formula
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.paper_soccer import Pitch, Position

QUESTION = "acyclic-twins"
MOST = 3_000_000
"""Clauses that are written."""

Steps = list[dict[int, int]]


def formula(goal: Asked, _bound: int | None = None) -> Formula:
    """Contradictory only when no acyclic position within the plies has two histories.

    Raises :class:`BadInput` for games under way, and where there are too many clauses.
    """
    position, plies = goal.position, goal.arguments.get("plies")
    if goal.question != QUESTION or not isinstance(position, Position) or position.drawn:
        raise BadInput("the clauses are about games of paper soccer from the empty pitch")
    if type(plies) is not int or plies < 0:
        raise BadInput("say up to which ply: 0, 1, 2, ...")
    # A walk without repeated points is shorter than their number.
    plies = min(plies, len(position.pitch.points) - 1)
    answer = Is(quantity(QUESTION, goal.arguments), False)
    made = Formula(f"no acyclic position has two histories, up to ply {plies}", (answer,))
    place = position.pitch
    reached = _reached(place, position.ball, plies)
    active = [made.fresh() for _ in range(plies + 1)]  # is there a ply of this number?
    made.add([active[0]])
    for before, after in itertools.pairwise(active):
        made.add([-after, before])
    walks = [_walk(made, place, reached, active) for _ in range(2)]
    lines = [_lines(made, place, walk) for walk in walks]
    for e in sorted(set(lines[0]) | set(lines[1])):
        made.agree(lines[0][e], lines[1][e], 0)
    apart = []
    for one, two in zip(*walks, strict=True):
        for v in one:
            differ = made.fresh()
            made.add([-differ, one[v]])
            made.add([-differ, -two[v]])
            apart.append(differ)
    made.add(apart)
    return made


def _reached(place: Pitch, start: int, plies: int) -> list[list[int]]:
    """Points that can be reached after 0, 1, ... plies; goals are not left."""
    layers = [{start}]
    clauses = 0
    for _ in range(plies):
        inner = (v for v in layers[-1] if not place.goal[v])
        layers.append({w for v in inner for _, w in place.steps[v]})
        # two walks, no two points of a ply, no two plies of a point, eight steps from it
        clauses += len(layers[-1]) * (len(layers[-1]) + len(layers) + 50)
        if clauses > MOST:
            raise BadInput(f"more than {MOST} clauses: too many to be written")
    return [sorted(layer) for layer in layers]


def _walk(made: Formula, place: Pitch, reached: list[list[int]], active: list[int]) -> Steps:
    """``at[i][v]``: the ball is at v after i plies; no point twice, nothing after a goal."""
    at: Steps = [{v: made.fresh() for v in layer} for layer in reached]
    made.add([at[0][v] for v in at[0]])
    for i, row in enumerate(at):
        made.add([-active[i], *row.values()])
        made.at_most_one(list(row.values()))
        for literal in row.values():
            made.add([-literal, active[i]])
        if i + 1 == len(at):
            break
        for v, literal in row.items():
            if place.goal[v]:
                made.add([-literal, -active[i + 1]])
            else:
                near = [at[i + 1][w] for _, w in place.steps[v]]
                made.add([-literal, -active[i + 1], *near])
    times: dict[int, list[int]] = {}
    for row in at:
        for v, literal in row.items():
            times.setdefault(v, []).append(literal)
    for literals in times.values():
        made.at_most_one(literals)
    return at


def _lines(made: Formula, place: Pitch, at: Steps) -> dict[int, int]:
    """``drawn[e]``: the walk uses line e, defined by the steps along it."""
    uses: dict[int, list[int]] = {}
    for before, after in itertools.pairwise(at):
        for v, literal in before.items():
            for e, w in place.steps[v]:
                if w in after:
                    step = made.fresh()
                    made.add([-step, literal])
                    made.add([-step, after[w]])
                    made.add([step, -literal, -after[w]])
                    uses.setdefault(e, []).append(step)
    drawn = {}
    for e, steps in sorted(uses.items()):
        drawn[e] = made.fresh()
        made.add([-drawn[e], *steps])
        for step in steps:
            made.add([drawn[e], -step])
    return drawn
