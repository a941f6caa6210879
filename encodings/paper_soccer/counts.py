"""Paper soccer: plays counted, history by history as Hoivik's definitions 2.4 to 2.9 do.

Histories are walked one at a time, with nothing merged; who counts again merges positions
instead. Only the questions about complete games merge here too, by edge set,
ball and mover, for their histories are too many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.refute import refute
from gameproof.games.counts.soccer_counts import STEPS_EACH, asked_plies, trees
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.steps import STEPS
from gameproof.games.paper_soccer import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.model import ModelError

BY_PLY = (
    "histories",
    "classes",
    "largest-class",
    "split-classes",
    "bounces",
    "bounce-exceptions",
    "parity-exceptions",
    "visited-exceptions",
    "cyclic-singles",
)
"""Questions whose answer is the list of counts."""
COMPLETE = ("longest", "positions")
"""Questions about all plays to their end."""
TWINS = "acyclic-twins"


@dataclass(frozen=True, slots=True)
class Play:
    """One history: the points after the start, with the edge set, the mover, whether the last
    ply bounced, and whether it joined two points that drawn lines joined before."""

    points: tuple[int, ...]
    drawn: int
    mover: int
    bounced: bool = False
    closed: bool = False


def plays(position: Position, plies: int, limits: Limits, cycles: bool = False) -> Iterator[Play]:
    """Every history of at most ``plies`` further plies, the empty one first.

    ``cycles`` asks for ``closed``. Finished games are not continued. Time in the number
    of histories, memory O(plies).
    """
    place = position.pitch
    degree = [position.degree(v) for v in range(len(place.points))]
    stack = [Play((), position.drawn, position.mover)]
    ticks = 0
    while stack:
        ticks += 1
        if ticks % 4096 == 0:
            limits.check()
        play = stack.pop()
        yield play
        if len(play.points) == plies:
            continue
        walk = (position.ball, *play.points)
        ball = walk[-1]
        if place.goal[ball]:
            continue
        old = set(walk)
        near = _joined(position, play.drawn, ball) if cycles else set()
        for e, v in place.steps[ball]:
            if play.drawn >> e & 1:
                continue
            # The start has no line before the first ply, and the ball never lands on its own place.
            again = place.bounces[v] or degree[v] > 0 or v in old
            mover = play.mover if again else 3 - play.mover
            stack.append(Play((*play.points, v), play.drawn | 1 << e, mover, again, v in near))


def _joined(position: Position, drawn: int, ball: int) -> set[int]:
    """Points that drawn lines join to the ball, by growing sets along the edges."""
    edges = [pair for e, pair in enumerate(position.pitch.edges) if drawn >> e & 1]
    found = {ball}
    grown = True
    while grown:
        fresh = {w for pair in edges if found & set(pair) for w in pair} - found
        grown = bool(fresh)
        found |= fresh
    return found


@dataclass(slots=True)
class Tally:
    """What one ply holds: histories, those that are special, and per edge set the number of
    histories and the (ball, mover) pairs."""

    histories: int = 0
    special: int = 0
    sets: dict[int, int] = field(default_factory=dict)
    states: dict[int, set[tuple[int, int]]] = field(default_factory=dict)


def by_ply(position: Position, question: str, limits: Limits, options: Options) -> Finding:
    """The question's count for every ply up to the one asked for."""
    plies = asked_plies(options.arguments)
    rows = [Tally() for _ in range(plies + 1)]
    old = {v for v in range(len(position.pitch.points)) if position.degree(v)} | {position.ball}
    first: tuple[int, ...] = ()
    for play in plays(position, plies, limits, cycles=question == "bounce-exceptions"):
        row = rows[len(play.points)]
        row.histories += 1
        if is_special(question, play, position, old):
            row.special += 1
            if not first or len(play.points) < len(first):
                first = play.points
        row.sets[play.drawn] = row.sets.get(play.drawn, 0) + 1
        ball = play.points[-1] if play.points else position.ball
        row.states.setdefault(play.drawn, set()).add((ball, play.mover))
    counts = [quantity(question, row, position) for row in rows]
    detail = {}
    if question.endswith("exceptions") and first:
        detail["shortest"] = " ".join(f"({position.point_text(v)})" for v in first)
    answer: Value = any(counts) if question == TWINS else tuple(counts)
    positions = sum(len(pairs) for r in rows for pairs in r.states.values())
    return _counted(
        answer,
        positions,
        STEPS // (STEPS_EACH * (4 if question.startswith("bounce") else 1)),
        detail,
    )


def _counted(
    answer: Value, positions: int, most: int, detail: dict[str, str] | None = None
) -> Finding:
    """The answer, to be counted again where that is not too much."""
    if positions > most:
        note = "not verified: too many positions to count again"
        return Finding(answer, None, {"positions": positions}, dict(detail or {}), note=note)
    return Finding(answer, Definition(), {"positions": positions}, dict(detail or {}))


def no_twins(position: Position, limits: Limits, options: Options) -> Finding:
    """``acyclic-twins`` as a contradiction of clauses, with the solver's proof.

    ``unknown`` when the clauses can hold: the enumeration then tells the histories.
    """
    goal = Goal(position, TWINS, {"plies": asked_plies(options.arguments)})
    try:
        proof = refute(goal, limits, options)
    except (ModelError, Rejected) as reason:
        return Finding(UNKNOWN, note=str(reason))
    return Finding(False, proof, {"lemmas": len(proof.lemma_ends) - 1})


def is_special(question: str, play: Play, start: Position, old: set[int]) -> bool:
    """Is the history one of those that the question counts? ``old``: points visited before."""
    if question == "bounces":
        return play.bounced
    if question == "bounce-exceptions":
        return play.bounced != play.closed
    changed = play.mover != start.mover
    if question == "parity-exceptions":
        return changed != (len(play.points) % 2 == 1)
    if question == "visited-exceptions":
        return changed != (len(set(play.points) - old) % 2 == 1)
    return False


def quantity(question: str, row: Tally, position: Position) -> int:
    """The count of one ply."""
    if question == "histories":
        return row.histories
    if question == "classes":
        return len(row.sets)
    if question == "largest-class":
        return max(row.sets.values(), default=0)
    if question == "split-classes":
        return sum(len(states) > 1 for states in row.states.values())
    if question == TWINS:
        return sum(n > 1 and trees(position.pitch, drawn) for drawn, n in row.sets.items())
    if question == "cyclic-singles":
        return sum(n == 1 and not trees(position.pitch, drawn) for drawn, n in row.sets.items())
    return row.special


def complete(position: Position, question: str, limits: Limits, _options: Options) -> Finding:
    """``longest`` and ``positions``: plays to their end, positions merged ply by ply."""
    place = position.pitch
    layer = {(position.drawn, position.ball, position.mover)}
    counts = []
    merged = 0
    visited = {position.drawn: _points(position, position.drawn)}
    while True:
        going: set[int] = set()
        following: set[tuple[int, int, int]] = set()
        following_visited: dict[int, frozenset[int]] = {}
        for number, (drawn, ball, mover) in enumerate(layer):
            if number % 4096 == 0:
                limits.check()
            if place.goal[ball]:
                continue
            going.add(drawn)
            seen = visited[drawn]
            for e, v in place.steps[ball]:
                if drawn >> e & 1:
                    continue
                after = drawn | 1 << e
                again = place.bounces[v] or v in seen
                following.add((after, v, mover if again else 3 - mover))
                following_visited[after] = seen | {ball, v}
        counts.append(len(going))
        merged += len(layer)
        if not layer:
            break
        layer, visited = following, following_visited
    # The last ply counted is one that no play has.
    answer = len(counts) - 2 if question == "longest" else sum(counts)
    return _counted(
        answer, merged, STEPS // (STEPS_EACH * (4 if question.startswith("bounce") else 1))
    )


def _points(position: Position, drawn: int) -> frozenset[int]:
    ends = (pair for e, pair in enumerate(position.pitch.edges) if drawn >> e & 1)
    return frozenset(v for pair in ends for v in pair)
