"""Paper soccer: a win within so many turns, by search, and as a quantified formula.

Which player chooses a ply is not known in advance, because of bounces. So every ply has
three existential bits (the attacker's direction) and three universal ones (the
defender's); the bits of the player whose ply it is are used. A player who names no legal
ply loses, which is the rule for a stuck player and costs a player with legal plies nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.certificates.certificate import Use
from gameproof.certificates.strategies.together import Together
from gameproof.encodings.method import UNKNOWN, Export, Finding, Method, Options
from gameproof.encodings.plays import build
from gameproof.games.counts.soccer_counts import COUNTDOWN, Countdown, countdown
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.paper_soccer import COMPASS, PLAYERS, Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import qbf
from gameproof.solvers.sat.model import Group, Model
from gameproof.solvers.search.bounded_search import BoundedSearch

LONGEST = 400
"""Undrawn lines of the largest position searched."""


def start_of(position: Position, options: Options) -> Countdown:
    """The countdown game that is asked about; raises ``BadInput``."""
    try:
        return countdown(position, {"turns": 1, **options.arguments})
    except BadInput as error:
        raise BadInput(error.message, "arguments") from None


def by_search(position: Position, limits: Limits, options: Options) -> Finding:
    """Depth-first search of the countdown game with a table, positions told by their lines."""
    start = start_of(position, options)
    side = position.to_move

    def moves(at: Countdown) -> list[int]:
        return sorted(at.moves(), key=lambda v: not at.position.pitch.goal[v])

    search: BoundedSearch[Countdown] = BoundedSearch(
        lambda at: map(at.play, moves(at)),
        lambda at: None if at.result() is None else at.result() == side,
        lambda at: at.to_move == side,
        limits,
    )
    answer = search.wins(start)
    stats = {"nodes": search.nodes}
    if not options.certificate:
        return Finding(answer, None, stats)

    def good(at: Countdown) -> int:
        return next(move for move in moves(at) if search.wins(at.play(move)) == answer)

    winner = side if answer else next(other for other in PLAYERS if other != side)
    strategy = build([(start, winner)], good, tick=limits.check)
    return Finding(answer, Together(uses=(Use(strategy, COUNTDOWN),)), stats)


@dataclass(frozen=True)
class Steps:
    """Undrawn lines as steps: ``rows[k]`` is (from, to, line, number of the direction)."""

    rows: list[tuple[int, int, int, int]]
    lines: list[int]


def steps_of(position: Position) -> Steps:
    """Both directions of each undrawn line, but none out of a goal."""
    place = position.pitch
    number = {step: d for d, step in enumerate(COMPASS.values())}
    rows = []
    for u, near in enumerate(place.steps):
        for e, v in near:
            if not place.goal[u] and not position.drawn >> e & 1:
                (x, y), (a, b) = place.points[u], place.points[v]
                rows.append((u, v, e, number[a - x, b - y]))
    return Steps(rows, sorted({e for _, _, e, _ in rows}))


def win_within_model(position: Position, options: Options) -> Model:
    """True iff the player to move wins within the turns asked for (and within ``plies``
    plies of both players, where that many are given). O(plies * lines) clauses."""
    start = start_of(position, options)
    turns = start.turns
    steps = steps_of(position)
    last = min(start.plies, len(steps.lines))
    model = Model(f"{position.to_move} wins within {turns} turns", str(position))
    bits = []
    for i in range(last):
        own = [model.variable(f"attacker(bit {k},{i + 1})") for k in range(3)]
        other = [model.variable(f"defender(bit {k},{i + 1})") for k in range(3)]
        model.quantify("exists", own)
        model.quantify("forall", other)
        bits.append((own, other))
    _play(model, position, steps, turns, bits)
    bound = {v for _, block in model.prefix for v in block}
    model.quantify("exists", [v for v in range(1, model.variables + 1) if v not in bound])
    return model


def _named(bits: list[int], direction: int) -> list[int]:
    """Literals that say the bits spell the direction."""
    return [b if direction >> k & 1 else -b for k, b in enumerate(bits)]


def _play(
    model: Model,
    position: Position,
    steps: Steps,
    turns: int,
    bits: list[tuple[list[int], list[int]]],
) -> None:
    """The states after each ply; ``alive`` while the attacker has not won."""
    place, last = position.pitch, len(bits)
    points = range(len(place.points))
    ply = range(last + 1)
    alive = model.group("alive", ply)
    attacks = model.group("attacker moves", ply)
    at = model.group("ball", ((i, v) for i in ply for v in points))
    drawn = model.group("drawn", ((i, e) for i in ply for e in steps.lines))
    seen = model.group("seen", ((i, v) for i in ply for v in points))
    ended = model.group("ended", ((i, k) for i in ply for k in range(turns + 1)))
    step = model.group("step", ((i, u, v) for i in range(last) for u, v, _, _ in steps.rows))
    for literal in (alive[0], attacks[0], at[0, position.ball], -alive[last]):
        model.clause([literal])
    for e in steps.lines:
        model.clause([-drawn[0, e]])
    for v in points:
        model.clause([seen[0, v] if position.degree(v) else -seen[0, v]])
    for i in ply:
        model.at_most(1, (at[i, v] for v in points))
        model.clause([ended[i, 0]])
        # No turn left: only a defender who is stuck has lost all the same.
        over = [-alive[i], -ended[i, turns]]
        model.clause([*over, -attacks[i]])
        for u, _, e, _ in steps.rows:
            model.clause([*over, -at[i, u], drawn[i, e]])
    for i, (own, other) in enumerate(bits):
        lines: dict[int, list[int]] = {e: [] for e in steps.lines}
        for u, v, e, direction in steps.rows:
            here = step[i, u, v]
            lines[e].append(here)
            for literal in (alive[i], at[i, u], -drawn[i, e]):
                model.clause([-here, literal])
            for literal in _named(own, direction):
                model.clause([-here, -attacks[i], literal])
            named = [-literal for literal in _named(other, direction)]
            model.clause([-alive[i], attacks[i], -at[i, u], drawn[i, e], *named, here])
            for literal in _named(other, direction):
                model.clause([-here, attacks[i], literal])
            _land(model, position, i, here, v, (alive, attacks, at, seen, ended), turns)
        model.clause([-alive[i], -attacks[i], *(step[i, u, v] for u, v, _, _ in steps.rows)])
        for e, uses in lines.items():
            model.clause([-drawn[i, e], drawn[i + 1, e]])
            model.clause([-drawn[i + 1, e], drawn[i, e], *uses])
            for use in uses:
                model.clause([-use, drawn[i + 1, e]])
        for v in points:
            model.clause([-seen[i, v], seen[i + 1, v]])
            model.clause([-at[i, v], seen[i + 1, v]])
            model.clause([-seen[i + 1, v], seen[i, v], at[i, v]])
        for k in range(turns + 1):
            model.clause([-ended[i, k], ended[i + 1, k]])


def _land(
    model: Model,
    position: Position,
    i: int,
    here: int,
    v: int,
    groups: tuple[Group, Group, Group, Group, Group],
    turns: int,
) -> None:
    """What follows from the step ``here`` onto the point v at ply i."""
    place = position.pitch
    alive, attacks, at, seen, ended = groups
    if place.goal[v]:
        if place.goal[v] != position.mover:
            model.clause([-here])
        return
    model.clause([-here, alive[i + 1]])
    model.clause([-here, at[i + 1, v]])
    fresh = [] if place.bounces[v] else [-seen[i, v]]
    model.clause([-here, *fresh, -attacks[i], attacks[i + 1]])
    model.clause([-here, *fresh, attacks[i], -attacks[i + 1]])
    if place.bounces[v]:
        return
    model.clause([-here, seen[i, v], attacks[i], attacks[i + 1]])
    model.clause([-here, seen[i, v], -attacks[i], -attacks[i + 1]])
    for k in range(turns):
        model.clause([-here, seen[i, v], -ended[i, k], ended[i + 1, k + 1]])


def by_solver(position: Position, limits: Limits, options: Options) -> Finding:
    """The verdict of a QBF solver named as the engine; without a name ``unknown``, because
    the verdict has no certificate and must not stand in for a proof."""
    if options.engine not in qbf.SOLVERS:
        return Finding(UNKNOWN, note="name a QBF solver as the engine")
    result = qbf.solve(win_within_model(position, options), limits, engine=options.engine)
    if result.status == "unknown":
        raise LimitReached(result.reason or "time")
    stats = result.stats | {"engine": result.engine}
    return Finding(result.status == "sat", None, stats)


def _shallow(position: Position) -> bool:
    undrawn = len(position.pitch.edges) - position.drawn.bit_count()
    return position.result() is not None or undrawn <= LONGEST


WITHIN: tuple[Method[Position], ...] = (
    Method("win-within", "search", by_search, "search of the countdown game", _shallow),
    Method(
        "win-within",
        "qbf",
        by_solver,
        "verdict of a QBF solver",
        lambda p: p.result() is None and _shallow(p),
    ),
)
WITHIN_EXPORT = Export("win-within", win_within_model, "quantified: a win within some turns")
