"""Paper soccer: outcomes by search with strategies, turns by reachability, plays counted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cache

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.recounts.recount import Recount
from gameproof.certificates.recounts.soccer_facts import centred, relation
from gameproof.certificates.recounts.soccer_plays import BY_PLY, COMPLETE, TWINS
from gameproof.certificates.strategies.each_move import gather
from gameproof.certificates.strategies.soccer_turn import SoccerTurn, goes_on
from gameproof.certificates.strategies.strategy import Strategy, build
from gameproof.encodings.method import UNKNOWN, Encoding, Export, Finding, Method, Options
from gameproof.encodings.paper_soccer import counts
from gameproof.encodings.paper_soccer.within import WITHIN, WITHIN_EXPORT
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.paper_soccer import PLAYERS, Pitch, Position, Rules, pitch
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.model import Model
from gameproof.solvers.search.trail_game import Trail, TrailSearch

ZERMELO = "backward induction: a play draws a new line each ply (Zermelo 1913)"
SIMPLE = "points that bounce before the turn do so during it: a trail to the goal is a path"
OWN_TURN = 6
"""The rank of going on among ends of turns; tried on pitches up to 4 x 5."""
LARGEST_STRATEGY = 200_000
"""Positions; larger strategies are not written, and the answer is then not verified."""


UNWRITTEN = f"not verified: the strategy has more than {LARGEST_STRATEGY} positions"


class _TooLarge(Exception):
    """The strategy has more positions than are written."""


def trail(place: Pitch) -> Trail:
    """The pitch as a trail game, with its mirror image where left and right are alike."""
    image = [place.number.get((place.width - x, y), -1) for x, y in place.points]
    alike = all(
        v >= 0 and place.goal[v] == place.goal[u] and place.bounces[v] == place.bounces[u]
        for u, v in enumerate(image)
    )
    return Trail(
        len(place.points), place.edges, place.goal, place.bounces, tuple(image) if alike else None
    )


def outcome(position: Position, limits: Limits, options: Options) -> Finding:
    """The winner, with his strategy where it has at most ``LARGEST_STRATEGY`` positions."""
    over = position.result()
    if over is not None:
        return Finding(over, build([(position, over)], _no_reply))
    search = TrailSearch(trail(position.pitch), limits)
    winner = search.winner(position.drawn, position.ball, position.mover)
    side = PLAYERS[winner - 1]
    nodes = search.nodes
    best: tuple[int, ...] = ()
    if winner == position.mover:
        best = (_winning_ply(search, position),)
    certificate: Strategy | None = None
    note = None
    if options.certificate:
        try:
            certificate = _strategy(search, position, side, limits)
        except _TooLarge:
            note = UNWRITTEN
    return Finding(side, certificate, {"nodes": nodes}, winning_moves=best, note=note)


def _no_reply(position: Position) -> int:
    raise RuntimeError(f"the game is over: {position}")


Order = Callable[[Position, Position, int], tuple[int, int]]


def _nearest(position: Position, after: Position, move: int) -> tuple[int, int]:
    """Going on before ending the turn, nearer the goal before farther."""
    ended = int(after.mover != position.mover)
    return ended, _distance(position.pitch, move, position.mover)


def _narrowest(position: Position, after: Position, _move: int) -> tuple[int, int]:
    """Few points in reach of the turn after the ply; going on ranks between."""
    width = len(_reach(after))
    return (width, 0) if after.mover != position.mover else (OWN_TURN + width // 4, 0)


ORDERS: tuple[Order, ...] = (_nearest, _narrowest)
"""Ways to choose among winning plies; which strategy is smaller differs by the pitch."""


def _winning_ply(search: TrailSearch, position: Position, order: Order = _nearest) -> int:
    """A ply after which the mover still wins: on a walk to the goal, else the first by order."""
    before = _reach(position)
    goals = [v for v in before if position.pitch.goal[v] == position.mover]
    if goals:
        return min((_walk(before, v) for v in goals), key=len)[0]
    following = [(move, position.play(move)) for move in position.moves()]
    for move, after in sorted(following, key=lambda row: order(position, row[1], row[0])):
        if search.winner(after.drawn, after.ball, after.mover) == position.mover:
            return move
    raise ValueError("the mover does not win here")


def _strategy(search: TrailSearch, position: Position, side: str, limits: Limits) -> Strategy:
    """The winner's strategy by the first order that makes it small enough, or ``_TooLarge``."""
    for order in ORDERS:
        try:
            return _strategy_by(order, search, position, side, limits)
        except _TooLarge:
            continue
    raise _TooLarge


def _strategy_by(
    order: Order, search: TrailSearch, position: Position, side: str, limits: Limits
) -> Strategy:
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        ticks += 1
        limits.check()
        if ticks * 1024 > LARGEST_STRATEGY:
            raise _TooLarge

    return build([(position, side)], lambda p: _winning_ply(search, p, order), tick=tick)


def winning_plies(position: Position, limits: Limits, options: Options) -> Finding:
    """Every ply of the mover decided by search, each with the winner's strategy after it."""
    search = TrailSearch(trail(position.pitch), limits)
    good = []
    decided: list[tuple[str, Certificate]] = []
    note = None
    complete = options.certificate
    for move in position.moves():
        after = position.play(move)
        winner = search.winner(after.drawn, after.ball, after.mover)
        text = position.move_text(move)
        if winner == position.mover:
            good.append(f"({text})")
        if complete:
            side = PLAYERS[winner - 1]
            try:
                decided.append((text, _strategy(search, after, side, limits)))
            except _TooLarge:
                complete = False
                note = UNWRITTEN
    certificate = gather(decided) if complete else None
    stats = {"nodes": search.nodes}
    return Finding(" ".join(sorted(good)) or "none", certificate, stats, note=note)


def _bouncing(position: Position) -> set[int]:
    """Points from which the mover goes on: they bounce now, so they do all through the turn."""
    return {v for v in range(len(position.pitch.points)) if goes_on(position, v)}


def _reach(position: Position) -> dict[int, int]:
    """Points that this turn can come to, each with the point before it. O(points + lines)."""
    before = {position.ball: -1}
    if position.result() is not None:
        return before
    on = _bouncing(position)
    queue = deque([position.ball])
    while queue:
        v = queue.popleft()
        for e, w in position.pitch.steps[v]:
            if not position.drawn >> e & 1 and w not in before:
                before[w] = v
                if w in on:
                    queue.append(w)
    return before


def goal_this_turn(position: Position, _limits: Limits, _options: Options) -> Finding:
    """Breadth-first search over the points that bounce."""
    before = _reach(position)
    place = position.pitch
    goals = [v for v in before if place.goal[v] == position.mover and v != position.ball]
    if not goals:
        inside = [v for v in before if v in _bouncing(position) or v == position.ball]
        return Finding(False, SoccerTurn([], sorted(inside)))
    walk = _walk(before, goals[0])
    shown = " ".join(position.move_text(v) for v in walk)
    return Finding(True, SoccerTurn([walk], []), detail={"walk": shown})


def turn_ends(position: Position, _limits: Limits, _options: Options) -> Finding:
    """Points on which the turn can end: fresh ones and goals, each with a walk there."""
    on = _bouncing(position) | {position.ball}
    before = _reach(position)
    walks = {v: _walk(before, v) for v in sorted(before) if v not in on}
    shown = " ".join(f"({position.move_text(v)})" for v in walks)
    certificate = SoccerTurn(list(walks.values()), sorted(on & set(before)))
    return Finding(len(walks), certificate, detail={"points": shown})


def _walk(before: dict[int, int], end: int) -> list[int]:
    """The points of the walk found to ``end``, without the start."""
    walk = [end]
    while before[walk[-1]] >= 0:
        walk.append(before[walk[-1]])
    return walk[-2::-1]


def best_effort(position: Position) -> tuple[int, str]:
    """A ply for ``play`` where nothing is proved: this turn's ends are compared by whether
    the other player can answer with a goal, then by the distances to both goals.

    O(ends * (points + lines)). The second part says how far the choice looks.
    """
    before = _reach(position)
    place = position.pitch
    choices = []
    for end in before:
        if end == position.ball or (end in _bouncing(position)):
            continue
        walk = _walk(before, end)
        after = position
        for point in walk:
            after = after.play(point)
        if place.goal[end] == position.mover:
            return walk[0], "reaches the goal this turn"
        lost = place.goal[end] or any(place.goal[v] == after.mover for v in _reach(after))
        gap = _distance(place, end, position.mover) - _distance(place, end, 3 - position.mover)
        choices.append((bool(lost), gap, len(walk), walk[0]))
    if not choices:
        return position.moves()[0], "not proved; this turn ends nowhere"
    return min(choices)[3], "best effort, not proved: this turn and goals in answer to it"


def _distance(place: Pitch, point: int, player: int) -> int:
    """King's steps to the nearest point where ``player`` wins."""
    x, y = place.points[point]
    goals = [place.points[v] for v, owner in enumerate(place.goal) if owner == player]
    return min(max(abs(x - a), abs(y - b)) for a, b in goals)


def turn_model(position: Position, _options: Options) -> Model:
    """The walk to the goal as a flow of one unit along undrawn lines between bouncing points."""
    place = position.pitch
    on = _bouncing(position) | {position.ball}
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
    """The same by SAT or CP-SAT; "no" has the certificate of the search."""
    model = turn_model(position, options)
    result = sat.solve(model, limits, engine=options.engine or sat.DEFAULT_ENGINE)
    if result.status == "unknown":
        return Finding(UNKNOWN, stats=result.stats)
    if result.status == "unsat":
        return Finding(False, goal_this_turn(position, limits, options).certificate, result.stats)
    go = model.groups["go"]
    after = {u: v for u, v in go if result.true(go[u, v])}
    walk = [after[position.ball]]
    while not position.pitch.goal[walk[-1]]:
        walk.append(after[walk[-1]])
    return Finding(True, SoccerTurn([walk], []), result.stats)


def equivalent(position: Position, _limits: Limits, options: Options) -> Finding:
    """Hoivik's definitions 2.7 to 2.9 for this game and another one; raises :class:`BadInput`
    where no other one is named (one of no plies is named by ``--other ""``)."""
    other = options.arguments.get("other")
    if other is None:
        raise BadInput("--other, the plies of the game to compare with, is missing", "other")
    return Finding(relation(position, str(other)), Recount())


def lines(position: Position, _limits: Limits, _options: Options) -> Finding:
    """The number of lines of the empty pitch."""
    return Finding(len(position.pitch.edges), Recount())


def is_centred(position: Position, _limits: Limits, _options: Options) -> Finding:
    """Is the ball's first point the centre?"""
    return Finding(centred(position), Recount())


MOST_LINES = 40
"""Lines of a pitch whose plays are all counted."""


@cache
def _small(width: int, length: int, rules: Rules) -> bool:
    return len(pitch(width, length, rules).edges) <= MOST_LINES


def _counting(question: str) -> Method[Position]:
    """The method of a question about counts."""
    if question in COMPLETE:

        def merged(position: Position, limits: Limits, options: Options) -> Finding:
            return counts.complete(position, question, limits, options)

        return Method(
            question,
            "enumeration",
            merged,
            ZERMELO,
            lambda p: _small(*p.field_),
            reach=f"pitches of at most {MOST_LINES} lines",
        )

    def walked(position: Position, limits: Limits, options: Options) -> Finding:
        return counts.by_ply(position, question, limits, options)

    return Method(question, "enumeration", walked, "Hoivik, definitions 2.4 to 2.9")


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
            counts.no_twins,
            "Hoivik, theorem 3.5: clauses that contradict each other",
            lambda p: not p.drawn,
        ),
        Method("lines", "count", lines, "4mn + m + n (Hoivik, definition 2.1)"),
        Method("centred", "count", is_centred, "Hoivik, definition 2.2"),
        Method("equivalent", "replay", equivalent, "Hoivik, definitions 2.7 to 2.9"),
    ),
    exports=(
        Export("goal-this-turn", turn_model, "a turn that ends in the goal, as a flow"),
        WITHIN_EXPORT,
    ),
    best_effort=best_effort,
)
