"""Paper soccer: outcomes by search with strategies, turns by reachability, plays counted."""

from __future__ import annotations

from functools import cache

from gameproof.certificates.definitions.definition import Definition
from gameproof.encodings.by_definition import by_definition
from gameproof.encodings.method import UNKNOWN, Encoding, Export, Finding, Method, Options
from gameproof.encodings.paper_soccer.counts import BY_PLY, COMPLETE, TWINS, counting, no_twins
from gameproof.encodings.paper_soccer.divided import DIVISIONS
from gameproof.encodings.paper_soccer.search import ZERMELO, outcome, winning_plies
from gameproof.encodings.paper_soccer.turns import distance, walk_to
from gameproof.encodings.paper_soccer.within import WITHIN, WITHIN_EXPORT
from gameproof.games.counts import soccer_turns
from gameproof.games.counts.soccer_turns import bouncing, reach
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.paper_soccer import Position, Rules, pitch
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.model import Model

SIMPLE = "points that bounce before the turn do so during it: a trail to the goal is a path"


def goal_this_turn(position: Position, _limits: Limits, _options: Options) -> Finding:
    """Breadth-first search over the points that bounce."""
    before = reach(position)
    place = position.pitch
    goals = [v for v in before if place.goal[v] == position.mover and v != position.ball]
    if not goals:
        return Finding(False, Definition())
    walk = walk_to(before, goals[0])
    shown = " ".join(position.move_text(v) for v in walk)
    return Finding(True, Definition.of([walk]), detail={"walk": shown})


def turn_ends(position: Position, _limits: Limits, _options: Options) -> Finding:
    """Points on which the turn can end: fresh ones and goals."""
    ends = sorted(soccer_turns.turn_ends(position))
    shown = " ".join(f"({position.move_text(v)})" for v in ends)
    return Finding(len(ends), Definition(), detail={"points": shown})


def best_effort(position: Position) -> tuple[int, str]:
    """A ply for ``play`` where nothing is proved: this turn's ends are compared by whether
    the other player can answer with a goal, then by the distances to both goals.

    O(ends * (points + lines)). The second part says how far the choice looks.
    """
    before = reach(position)
    place = position.pitch
    choices = []
    for end in before:
        if end == position.ball or (end in bouncing(position)):
            continue
        walk = walk_to(before, end)
        after = position
        for point in walk:
            after = after.play(point)
        if place.goal[end] == position.mover:
            return walk[0], "reaches the goal this turn"
        lost = place.goal[end] or any(place.goal[v] == after.mover for v in reach(after))
        gap = distance(place, end, position.mover) - distance(place, end, 3 - position.mover)
        choices.append((bool(lost), gap, len(walk), walk[0]))
    if not choices:
        return position.moves()[0], "not proved; this turn ends nowhere"
    return min(choices)[3], "best effort, not proved: this turn and goals in answer to it"


def turn_model(position: Position, _options: Options) -> Model:
    """The walk to the goal as a flow of one unit along undrawn lines between bouncing points."""
    place = position.pitch
    on = bouncing(position) | {position.ball}
    goals = {v for v, player in enumerate(place.goal) if player == position.mover}
    model = Model("a turn that ends in the mover's goal")
    arcs = [
        (u, v)
        for u in sorted(on)
        for e, v in place.steps[u]
        if not position.drawn >> e & 1 and (v in on or v in goals)
    ]
    go = model.group("go", arcs)
    for v in sorted(on):
        out = [go[a] for a in arcs if a[0] == v]
        into = [go[a] for a in arcs if a[1] == v]
        if v == position.ball:
            model.exactly(1, out)
            model.at_most(0, into)
            continue
        model.at_most(1, out)
        model.linear([(1, x) for x in out] + [(-1, x) for x in into], "==", 0)
    return model


def by_sat(position: Position, limits: Limits, options: Options) -> Finding:
    """The same by SAT or CP-SAT."""
    model = turn_model(position, options)
    result = sat.solve(model, limits, engine=options.engine or sat.DEFAULT_ENGINE)
    if result.status == "unknown":
        return Finding(UNKNOWN, stats=result.stats)
    if result.status == "unsat":
        return Finding(False, Definition(), result.stats)
    go = model.groups["go"]
    after = {u: v for u, v in go if result.true(go[u, v])}
    walk = [after[position.ball]]
    while not position.pitch.goal[walk[-1]]:
        walk.append(after[walk[-1]])
    return Finding(True, Definition.of([walk]), result.stats)


def equivalent(position: Position, limits: Limits, options: Options) -> Finding:
    """Hoivik's definitions 2.7 to 2.9 for this game and another one; raises :class:`BadInput`
    where no other one is named (one of no plies is named by ``--other ""``)."""
    if options.arguments.get("other") is None:
        raise BadInput("--other, the plies of the game to compare with, is missing", "other")
    return by_definition("equivalent")(position, limits, options)


MOST_LINES = 40
"""Lines of a pitch whose plays are all counted."""


@cache
def _small(width: int, length: int, rules: Rules) -> bool:
    return len(pitch(width, length, rules).edges) <= MOST_LINES


def _counting(question: str) -> Method[Position]:
    """The method of a question about counts."""
    run = counting(question)
    if question in COMPLETE:
        return Method(
            question,
            "enumeration",
            run,
            ZERMELO,
            lambda p: _small(*p.field_),
            reach=f"pitches of at most {MOST_LINES} lines",
        )
    return Method(question, "enumeration", run, "Hoivik, definitions 2.4 to 2.9")


def _going(position: Position) -> bool:
    return position.result() is None


ENCODING = Encoding(
    methods=(
        Method("outcome", "search", outcome, ZERMELO),
        Method("winning-plies", "search", winning_plies, ZERMELO),
        Method("goal-this-turn", "reachability", goal_this_turn, SIMPLE),
        Method("goal-this-turn", "sat", by_sat, SIMPLE, _going),
        Method("turn-ends", "reachability", turn_ends, SIMPLE),
        *WITHIN,
        *map(_counting, (*BY_PLY, TWINS, *COMPLETE)),
        Method(
            TWINS,
            "sat",
            no_twins,
            "Hoivik, theorem 3.5: clauses that contradict each other",
            lambda p: not p.drawn,
        ),
        Method("lines", "count", by_definition("lines"), "4mn + m + n (Hoivik, definition 2.1)"),
        Method("centred", "count", by_definition("centred"), "Hoivik, definition 2.2"),
        Method("equivalent", "replay", equivalent, "Hoivik, definitions 2.7 to 2.9"),
    ),
    exports=(
        Export("goal-this-turn", turn_model, "a turn that ends in the goal, as a flow"),
        WITHIN_EXPORT,
    ),
    best_effort=best_effort,
    divisions=DIVISIONS,
)
