"""Rule ``play``: tables of replies, for what one player forces by a ``play``.

The evidence: who starts, the side, the results, and the entries, each after those that it leads
to: a position, the number of the reply among the legal moves, and the entries that follow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal
from gameproof.certificates.strategies.play import edges_of
from gameproof.games.meaning.laws import Law
from gameproof.prover.formal.numbers import (
    PLAYERS,
    RESULTS,
    NotCovered,
    Numbers,
    Steps,
    code,
    flat,
    row,
)
from gameproof.prover.formal.positions import in_order, moved, place, turned

RULE = 0


def of_play(goal: Goal[Any], certificate: Any) -> list[Numbers]:
    """One step for each proof; raises :class:`NotCovered` for results that are avoided, and for
    several players together."""
    ends, moves, children = edges_of(certificate)
    found = []
    reached: set[Any] = set()
    for proof in certificate.proofs:
        if proof.avoids or len(proof.side) != 1:
            raise NotCovered("proofs of what is avoided, or of several players")
        if proof.plies is not None:
            raise Rejected("plies say for how long results are avoided")
        starter, (side,), root = proof.starter, proof.side, proof.root
        if not {starter, side} <= {*goal.position.players} or not 0 <= root < len(ends) - 1:
            raise Rejected("there is no such player, or no such node")
        start = turned(goal.position, starter)

        def follow(position: Any, node: int, own: bool) -> list[tuple[Any, int]]:
            edges = range(ends[node], ends[node + 1])
            if position.result() is not None:
                if edges:
                    raise Rejected("moves although the game is over")
                return []
            if any(children[e] <= node for e in edges):
                raise Rejected("a move leads to a node that is not later")
            named = {certificate.texts[moves[e]]: children[e] for e in edges}
            legal = in_order(position)
            if len(named) != (1 if own else len(legal)) or len(named) != len(edges):
                raise Rejected("not one reply, or not an edge for each move")
            if own:  # a reply may be spelt in other ways than the moves are written
                ((text, child),) = named.items()
                reply = position.parse_move(text)
                return [(m, child) for m in legal if m == reply]
            return [(m, named[position.move_text(m)]) for m in legal]

        misere = goal.question == "misere-outcome"
        step, nodes = table(start, starter, side, root, follow, misere)
        found.append(step)
        reached |= nodes
    if len(reached) != len(ends) - 1:
        raise Rejected("a node is never reached")
    return found


def table(
    start: Any,
    starter: str,
    side: str,
    root: Any,
    follow: Callable[[Any, Any, bool], list[tuple[Any, Any]]],
    misere: bool,
) -> tuple[Numbers, set[Any]]:
    """The step for one start, and its nodes: ``follow`` gives the moves at a node, the side's own
    reply alone, with the node that each leads to."""
    own, first = code(PLAYERS, side), code(PLAYERS, starter)
    numbers: dict[Any, int] = {}
    entries: list[Numbers] = []
    results: set[int] = set()
    stack: list[tuple[Any, Any, int, list[tuple[Any, Any]] | None]] = [(start, root, first, None)]
    while stack:
        position, node, mover, edges = stack.pop()
        if node in numbers:
            continue
        if edges is None:
            edges = follow(position, node, mover == own)
            stack.append((position, node, mover, edges))
            for move, child in edges:
                after, mover_after = moved(position, mover, move)
                stack.append((after, child, mover_after, None))
            continue
        choice = 0
        if not edges:
            results.add(ended(position, mover, misere))
        elif mover == own:
            choice = in_order(position).index(edges[0][0])
        entries.append([*place(position, mover), choice, *row(numbers[c] for _, c in edges)])
        numbers[node] = len(entries) - 1
    return [RULE, first, *row([own]), *row(sorted(results)), *flat(entries)], {*numbers}


def ended(position: Any, mover: int, misere: bool) -> int:
    """The number of the result of a finished play."""
    if Law.NORMAL_PLAY in position.laws:
        return mover if misere else 1 - mover
    result = position.result()
    if result is None:
        raise NotCovered("a play without an end")
    return code(RESULTS, result)


STEPS: Steps = {"play": of_play}
