"""A side's replies, for any game: what they force, or keep away from.

A graph says how a side plays. Nodes 0, 1, 2, ... stand for positions, edges are moves. Where
one of the side is to move a node has one edge, its reply; where anybody else is, it has one for
every legal move; where the game is over it has none. Positions are not stored: the checker plays
the moves from the start and compares where two plays meet. A side is one player, or several who
act together. Of a game whose boards have parts that can change places, the position that stands
for all of a kind is meant.

A proof either says which results are forced: then edges lead to larger numbers, so that no play
goes on for ever, and what is proved is what the rules say of the last positions, and the length
of the longest play. Or it says which results are avoided, for so many plies or for ever: for ever,
edges may lead back, and plies that are asked for end the play when they have been made.

In impartial games the players are ``next`` and ``previous``, as they stand at the start.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
import numpy as np

from gameproof.certificates.arrays import ends_of, integers
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import mover_after, opponent
from gameproof.games.meaning.position import (
    AnyPosition,
    EitherStarts,
    out_of_reach,
    simplest,
)
from gameproof.games.meaning.statement import Forces, Prevents, Statement


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When ``starter`` moves first, at node ``root``, ``side`` (names, ascending) avoids the
    results ``avoids`` (ascending), in the next ``plies`` plies or for ever; where it names
    none, it forces those that occur."""

    starter: str
    side: list[str]
    avoids: list[str]
    plies: int | None
    root: int

    @property
    def endless(self) -> bool:
        """May plays of this proof go on for ever?"""
        return bool(self.avoids) and self.plies is None


class Play(Certificate, frozen=True, tag="play"):
    """``starts`` (nodes + 1) delimits each node's edges in ``moves`` (numbers of
    ``texts``, the moves' notation) and ``children`` (node numbers). ``keys`` holds for
    each node where the side is to move a 63-bit digest of the position's key, else 0;
    the checker does not use it, positions are found by it (:func:`reply`)."""

    proofs: list[Proof]
    texts: list[str]
    starts: np.ndarray
    moves: np.ndarray
    children: np.ndarray
    keys: np.ndarray


@dataclass(slots=True)
class _Node:
    """A node that was reached: its position, who is to move there, for which side it is played,
    and for each proof (by number) the fewest and the most plies that lead to it."""

    position: AnyPosition
    mover: str
    side: frozenset[str]
    plies: dict[int, tuple[int, int]]


def conclude(goal: Goal[AnyPosition], certificate: Play) -> Conclusion:
    """What each proof of the certificate shows. O(nodes + edges) calls of the rules; keeps the
    positions of nodes that were reached and not yet expanded, or of all if a proof is for ever."""
    position, proofs = goal.position, certificate.proofs
    starts, moves, children = edges_of(certificate)
    nodes = len(starts) - 1
    reached: dict[int, _Node] = {}
    for number, proof in enumerate(proofs):
        start = _Node(_begun(position, proof), proof.starter, frozenset(proof.side),
                      {number: (0, 0)})  # fmt: skip
        if not 0 <= proof.root < nodes:
            raise Rejected(f"root {proof.root} is not a node")
        _meet(reached, proof.root, start)
    if not proofs:
        raise Rejected("the certificate holds no proof")
    results: list[set[str]] = [set() for _ in proofs]
    longest = [0] * len(proofs)
    kept = any(proof.endless for proof in proofs)
    for node in range(nodes):
        here = reached.get(node) if kept else reached.pop(node, None)
        if here is None:
            raise Rejected(f"node {node} is never reached")
        low, high = starts[node], starts[node + 1]
        result = _result(here)
        if result is not None:
            if low != high:
                raise Rejected(f"node {node} has moves although the game is over")
            for number, (fewest, most) in here.plies.items():
                proof = proofs[number]
                if result in proof.avoids and (proof.plies is None or fewest <= proof.plies):
                    raise Rejected(f"the play ends in {result} at node {node}")
                results[number].add(result)
                longest[number] = max(longest[number], most)
            continue
        if low == high and all(
            _stops(proofs[number], fewest, here.position)
            for number, (fewest, _) in here.plies.items()
        ):
            continue
        further = {number: (few + 1, many + 1) for number, (few, many) in here.plies.items()}
        edges = zip(moves[low:high], children[low:high], strict=True)
        given = [(certificate.texts[move], child) for move, child in edges]
        for text, child, after in _successors(here, node, given):
            if not 0 <= child < nodes:
                raise Rejected(f"there is no node {child}")
            if child <= node and not (
                all(proofs[number].endless for number in further)
                and further.keys() <= reached[child].plies.keys()
            ):
                raise Rejected(f"the move {text} at node {node} leads to node {child}, not forward")
            _meet(reached, child, _Node(after, mover_after(here.mover, after), here.side, further))
    statements, said = [], []
    for proof, ends, most_plies in zip(proofs, results, longest, strict=True):
        statements.append(_statement(proof, ends, most_plies))
        said.append(_told(proof, ends))
    if Law.NORMAL_PLAY in position.laws and len(position.players) == 2:
        # Misere play has the same plays, and whoever loses normal play wins.
        statements += [_misere(s, position) for s in statements if isinstance(s, Forces)]
    within = "" if any(p.avoids for p in proofs) else f", at most {max(longest)} plies"
    return Conclusion(tuple(statements), f"{', '.join(said)} ({nodes} positions{within})")


def _begun(position: AnyPosition, proof: Proof) -> AnyPosition:
    """The start of a proof; raises :class:`Rejected` where there is no such start or side."""
    for names in (proof.side, proof.avoids):
        if names != sorted(set(names)):
            raise Rejected("names stand once each, in ascending order")
    if not proof.side or not {proof.starter, *proof.side} <= set(position.players):
        raise Rejected(f"the players are {', '.join(position.players)}")
    if proof.plies is not None and not (proof.avoids and proof.plies >= 0):
        raise Rejected("plies say for how long results are avoided")
    if proof.starter == position.to_move:
        start: AnyPosition = position
    elif Law.EITHER_STARTS in position.laws and isinstance(position, EitherStarts):
        start = position.turn(proof.starter)
    else:
        raise Rejected(f"{proof.starter} does not start this position")
    return simplest(start)  # type: ignore[no-any-return]


def _result(here: _Node) -> str | None:
    """The result where the game is over, by the players' names at the start."""
    result = here.position.result()
    if result is None or Law.IMPARTIAL not in here.position.laws:
        return result
    return here.mover if result == here.position.to_move else opponent(here.position, here.mover)


def _stops(proof: Proof, fewest: int, position: AnyPosition) -> bool:
    """Have the plies been made that were asked for, or do the rules say that the play cannot
    end as it must not?"""
    if proof.plies is not None and fewest >= proof.plies:
        return True
    return out_of_reach(position, proof.avoids)


def _meet(reached: dict[int, _Node], number: int, node: _Node) -> None:
    """A play has come to a node; raises :class:`Rejected` unless all find the same there."""
    seen = reached.setdefault(number, node)
    if seen is node:
        return
    if (seen.side, seen.mover) != (node.side, node.mover) or seen.position != node.position:
        raise Rejected(f"node {number} stands for two positions")
    for proof, (fewest, most) in node.plies.items():
        few, many = seen.plies.get(proof, (fewest, most))
        seen.plies[proof] = min(few, fewest), max(many, most)


def _successors(
    here: _Node, node: int, edges: list[tuple[str, int]]
) -> Iterable[tuple[str, int, AnyPosition]]:
    """The edges of a node whose game goes on: (text, child, position), all legal and,
    for the others, complete."""
    position = here.position
    if here.mover in here.side:
        if len(edges) != 1:
            raise Rejected(f"node {node} has {len(edges)} replies, not one")
        ((text, child),) = edges
        try:
            return [(text, child, simplest(position.play(position.parse_move(text))))]
        except BadInput as problem:
            raise Rejected(f"the reply {text!r} at node {node} is illegal: {problem}") from None
    given = dict(edges)
    found = []
    for move in position.moves():
        text = position.move_text(move)
        if text not in given:
            raise Rejected(f"no answer to the move {text} at node {node}")
        found.append((text, given.pop(text), simplest(position.play(move))))
    if given or len(found) != len(edges):
        raise Rejected(f"node {node} answers moves that do not exist")
    if not found:
        raise Rejected(f"node {node} has no move and no result")
    return found


def edges_of(certificate: Play) -> tuple[list[int], list[int], list[int]]:
    """The edge lists as Python integers; raises :class:`Rejected` when they do not fit."""
    moves = integers(certificate.moves, "moves", 1, 0, len(certificate.texts))
    children = integers(certificate.children, "children", 1)
    if len(moves) != len(children):
        raise Rejected("moves and children are not of one length")
    return ends_of(certificate.starts, "starts", len(moves)), moves.tolist(), children.tolist()


def _statement(proof: Proof, results: set[str], plies: int) -> Statement:
    side = frozenset(proof.side)
    if proof.avoids:
        return Prevents(proof.starter, side, frozenset(proof.avoids), proof.plies)
    return Forces(proof.starter, side, frozenset(results), plies)


def _misere(forced: Forces, position: AnyPosition) -> Forces:
    turned = frozenset(opponent(position, result) for result in forced.results)
    return Forces(forced.starter, forced.side, turned, forced.plies, "misere")


def _told(proof: Proof, results: set[str]) -> str:
    side, when = "+".join(proof.side), f"when {proof.starter} starts"
    if not proof.avoids:
        return f"{side} forces {' or '.join(sorted(results))} {when}"
    time = "for ever" if proof.plies is None else f"for {proof.plies} plies"
    return f"{side} keeps the play {time} from the result {' or '.join(proof.avoids)} {when}"


KIND = Kind(
    record=Play,
    scope=Scope(derives=(Forces, Prevents)),
    theorem="a strategy is what it does against every play of the others (Zermelo 1913); who act "
    "together are one player against all others; misere play has the same plays, and the other "
    "wins each",
    evidence="one reply for each position in which one of the side is to move, until the game is "
    "over, the plies asked for are made, or the rules say that what is avoided is out of reach",
    conclude=conclude,
)
