"""Plays of paper soccer counted ply by ply, and counted again by the checker.

The checker merges plays that meet in one position and carries their number along; it
shares nothing with an enumeration of single histories.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.paper_soccer import Position

MOST = 2_000_000
"""Positions of one ply that the checker is ready to hold."""

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


class PlayLayers(Certificate, frozen=True, tag="play-layers"):
    """``counts[k]``: what the question counts, after k plies (``longest``: histories;
    ``positions``: edge sets with the ball in no goal; ``acyclic-twins``: acyclic edge sets
    with two histories)."""

    counts: list[int]


def check(position: Any, claim: Claim, certificate: PlayLayers) -> str:
    """The claim about plays from the position, from the rules alone."""
    if not isinstance(position, Position):
        raise Rejected("this certificate is about paper soccer")
    question = claim.question
    if question not in (*BY_PLY, *COMPLETE, TWINS):
        raise Rejected(f"counts of plays say nothing about {question!r}")
    ended = question in COMPLETE
    # Complete plays are followed one ply beyond the certificate's, which must have none left.
    plies = len(certificate.counts) if ended else claim.arguments.get("plies", 4)
    if type(plies) is not int or plies < 0:
        raise Rejected("plies is a number from 0")
    counts = count_layers(position, question, plies)
    if ended and counts.pop():
        raise Rejected("the count stops while games go on")
    if counts != certificate.counts:
        raise Rejected(f"the counts by ply are {counts}")
    answer, sentence = told(question, counts)
    if claim.answer != answer:
        raise Rejected(f"the counts say {answer}")
    return sentence


def told(question: str, counts: list[int]) -> tuple[str, str]:
    """The answer that the counts give, and the sentence that says so."""
    last = len(counts) - 1
    if question == "longest":
        answer = str(max(k for k, n in enumerate(counts) if n))
        return answer, f"the longest game has {answer} plies"
    if question == "positions":
        return str(sum(counts)), f"{sum(counts)} edge sets with the ball in no goal"
    if question == TWINS:
        answer = "yes" if any(counts) else "no"
        return answer, f"acyclic positions with two histories up to ply {last}: {answer}"
    answer = " ".join(map(str, counts))
    return answer, f"{question} by ply 0 to {last}: {answer}"


def count_layers(position: Position, question: str, plies: int) -> list[int]:
    """The counts from ply 0 to ``plies``.

    Raises :class:`Rejected` when a ply has more than ``MOST`` positions.
    """
    layer: Counter[Position] = Counter({position: 1})
    counts = [_quantity(position, question, layer, 0)]
    while len(counts) <= plies:
        after: Counter[Position] = Counter()
        special = 0
        for one, number in layer.items():
            component = _component(one) if question == "bounce-exceptions" else set()
            for move in one.moves():
                following = one.play(move)
                after[following] += number
                bounce = following.mover == one.mover
                if question == "bounces":
                    special += number * bounce
                elif question == "bounce-exceptions":
                    special += number * (bounce != (move in component))
        if len(after) > MOST:
            raise Rejected(f"a ply with more than {MOST} positions is not counted again")
        layer = after
        if question in ("bounces", "bounce-exceptions"):
            counts.append(special)
        else:
            counts.append(_quantity(position, question, layer, len(counts)))
    return counts


def _quantity(start: Position, question: str, layer: Counter[Position], ply: int) -> int:
    """What the question counts among the positions of one ply (with their histories)."""
    if question in ("histories", "longest"):
        return sum(layer.values())
    if question == "positions":
        return len({one.drawn for one in layer if not start.pitch.goal[one.ball]})
    if question == "parity-exceptions":
        right = start.mover if ply % 2 == 0 else 3 - start.mover
        return sum(number for one, number in layer.items() if one.mover != right)
    if question == "visited-exceptions":
        old = _visited(start)
        return sum(
            number
            for one, number in layer.items()
            if (one.mover != start.mover) != (len(_visited(one) - old) % 2 == 1)
        )
    sets: Counter[int] = Counter()
    states: dict[int, set[tuple[int, int]]] = {}
    for one, number in layer.items():
        sets[one.drawn] += number
        states.setdefault(one.drawn, set()).add((one.ball, one.mover))
    if question == "classes":
        return len(sets)
    if question == "largest-class":
        return max(sets.values(), default=0)
    if question == "split-classes":
        return sum(len(rows) > 1 for rows in states.values())
    if question == TWINS:
        return sum(n > 1 and acyclic(start, drawn) for drawn, n in sets.items())
    if question == "cyclic-singles":
        return sum(n == 1 and not acyclic(start, drawn) for drawn, n in sets.items())
    return 0  # bounces: no ply has been made


def _visited(position: Position) -> set[int]:
    """Points on drawn lines, and the ball's."""
    ends = (e for k, e in enumerate(position.pitch.edges) if position.drawn >> k & 1)
    return {position.ball, *(v for edge in ends for v in edge)}


def _component(position: Position) -> set[int]:
    """Points joined to the ball by drawn lines: a line to one of them closes a new cycle."""
    found, todo = {position.ball}, [position.ball]
    while todo:
        for e, v in position.pitch.steps[todo.pop()]:
            if position.drawn >> e & 1 and v not in found:
                found.add(v)
                todo.append(v)
    return found


def acyclic(position: Position, drawn: int) -> bool:
    """Do the drawn lines form a forest?"""
    root = list(range(len(position.pitch.points)))

    def find(v: int) -> int:
        while root[v] != v:
            root[v] = root[root[v]]
            v = root[v]
        return v

    for e, (u, v) in enumerate(position.pitch.edges):
        if drawn >> e & 1:
            if find(u) == find(v):
                return False
            root[find(u)] = find(v)
    return True
