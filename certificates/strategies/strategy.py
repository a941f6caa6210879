"""A winning or drawing strategy for any game, as an acyclic graph of positions.

Node 0, 1, 2, ... stand for positions; every edge is a move. Where the proved side is
to move a node has one edge, its reply; where anybody else is to move it has one edge
for every legal move; where the game is over it has none. Edges lead to larger node
numbers, so no play goes on for ever. Positions are not stored: the checker plays the
moves from the start and compares where two plays meet. What is proved is what the rules
say of the last positions: the results that occur, and the length of the longest play.

In impartial games the players are ``next`` and ``previous``, as they stand at the start.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import opponent
from gameproof.games.meaning.position import AnyPosition, EitherStarts, Position
from gameproof.games.meaning.statement import Forces, Prevents, only

Move = TypeVar("Move")
# A position takes and gives moves, so only Any stands for those of every game.
P = TypeVar("P", bound=Position[Any])


class Strategy(Certificate, frozen=True, tag="strategy"):
    """``proofs``: rows (player who starts, proved side, node of the start).

    ``starts`` (nodes + 1) delimits each node's edges in ``moves`` (numbers of
    ``texts``, the moves' notation) and ``children`` (node numbers). ``keys`` holds for
    each node where the proved side is to move a 63-bit digest of the position's key,
    else 0; the checker does not use it, :func:`reply` finds positions by it.
    """

    proofs: list[tuple[str, str, int]]
    texts: list[str]
    starts: np.ndarray
    moves: np.ndarray
    children: np.ndarray
    keys: np.ndarray


@dataclass(frozen=True, slots=True)
class Proved:
    """What the strategy of ``side`` achieves when ``starter`` starts: every play ends in one
    of ``results``, after at most ``plies`` moves of both players."""

    starter: str
    side: str
    results: frozenset[str]
    plies: int

    def statement(self) -> Forces:
        """The same as a statement."""
        return Forces(self.starter, only(self.side), self.results, self.plies)

    def misere(self, position: AnyPosition) -> Forces:
        """The same of misere play, where whoever loses normal play wins: the plays are the same."""
        turned = frozenset(opponent(position, result) for result in self.results)
        return Forces(self.starter, only(self.side), turned, self.plies, "misere")


@dataclass(slots=True)
class _Node:
    """A node that was reached: its position, who is to move there, for which side it is
    played, and the longest play from each root (number of the proof) to it."""

    position: AnyPosition
    mover: str
    side: str
    plies: dict[int, int] = field(default_factory=dict)


def key(position: Position[Move]) -> int:
    """A 63-bit digest of the position's key, never 0."""
    digest = hashlib.blake2b(position.key().encode(), digest_size=8).digest()
    return (int.from_bytes(digest, "little") >> 1) or 1


def build(
    goals: Iterable[tuple[P, str]],
    reply: Callable[[P], Hashable],
    *,
    identity: Callable[[P], Hashable] = lambda position: position.key(),
    tick: Callable[[], None] = lambda: None,
) -> Strategy:
    """The certificate of the strategy ``reply`` for each (start, side) of ``goals``.

    ``reply(position)`` gives the side's move; it is asked once for each position the
    strategy reaches, positions being the same when their ``identity`` is. ``tick`` is
    called now and then (for limits). Raises :class:`ValueError` when the strategy can
    repeat a position. O(nodes + edges) calls of the rules, no recursion.
    """
    proofs: list[tuple[str, str, _Name]] = []
    numbers: dict[_Name, int] = {}
    finished: list[tuple[_Name, list[tuple[str, _Name]], int]] = []
    edges_of: dict[_Name, list[tuple[str, _Name]]] = {}
    done: set[_Name] = set()
    for start, side in goals:
        root = (side, start.to_move, identity(start))
        proofs.append((start.to_move, side, root))
        stack: list[tuple[_Name, P | None]] = [(root, start)]
        while stack:
            name, position = stack.pop()
            if position is None:  # all that follows this node is finished
                done.add(name)
                finished.append((name, edges_of[name], numbers[name]))
                continue
            if name in edges_of:
                if name not in done:  # still open, so an ancestor
                    raise ValueError("the strategy repeats a position")
                continue
            if len(edges_of) % 1024 == 0:
                tick()
            edges, children, digest = _expand(name[1], position, side, reply, identity)
            edges_of[name], numbers[name] = edges, digest
            stack.append((name, None))
            stack.extend(pair for pair in children if pair[0] not in done)
    finished.reverse()
    number = {name: i for i, (name, _, _) in enumerate(finished)}
    texts: dict[str, int] = {}
    starts, moves, targets = [0], [], []
    for _, edges, _ in finished:
        for text, child in edges:
            moves.append(texts.setdefault(text, len(texts)))
            targets.append(number[child])
        starts.append(len(moves))
    return Strategy(
        proofs=[(starter, side, number[root]) for starter, side, root in proofs],
        texts=list(texts),
        starts=np.array(starts, dtype=np.int64),
        moves=np.array(moves, dtype=np.int64),
        children=np.array(targets, dtype=np.int64),
        keys=np.array([digest for _, _, digest in finished], dtype=np.int64),
    )


_Name = tuple[str, str, Hashable]
"""A node while it is built: proved side, who is to move, identity of the position."""


def _expand(
    mover: str,
    position: P,
    side: str,
    reply: Callable[[P], Hashable],
    identity: Callable[[P], Hashable],
) -> tuple[list[tuple[str, _Name]], list[tuple[_Name, P]], int]:
    """A node's edges (move text, child), its children's positions, and its key."""
    if position.result() is not None:
        return [], [], 0
    own = mover == side
    edges: list[tuple[str, _Name]] = []
    children: list[tuple[_Name, P]] = []
    for move in [reply(position)] if own else position.moves():
        after = position.play(move)
        child = (side, _mover_after(mover, after), identity(after))
        edges.append((position.move_text(move), child))
        children.append((child, after))
    return edges, children, key(position) if own else 0


def _mover_after(mover: str, after: AnyPosition) -> str:
    """Who is to move after a move of ``mover``; the players of impartial games change seats."""
    return opponent(after, mover) if Law.IMPARTIAL in after.laws else after.to_move


def walk(position: AnyPosition, certificate: Strategy) -> tuple[list[Proved], int]:
    """What each proof of the certificate achieves from ``position``, and the nodes seen.

    Raises :class:`Rejected`. O(nodes + edges) calls of the rules; keeps the positions
    of nodes that were reached and not yet expanded.
    """
    starts, moves, children = _shape(certificate)
    nodes = len(starts) - 1
    reached: dict[int, _Node] = {}
    asked: list[tuple[str, str]] = []
    for number, (starter, side, root) in enumerate(_rows(certificate)):
        if starter not in position.players or side not in position.players:
            raise Rejected(f"the players are {position.players}, not {starter!r} and {side!r}")
        if not 0 <= root < nodes:
            raise Rejected(f"root {root} is not a node")
        if starter == position.to_move:
            start: AnyPosition = position
        elif Law.EITHER_STARTS in position.laws and isinstance(position, EitherStarts):
            start = position.turn(starter)
        else:
            raise Rejected(f"{starter} does not start this position")
        _meet(reached, root, start, starter, side, {number: 0})
        asked.append((starter, side))
    results: list[set[str]] = [set() for _ in asked]
    longest = [0] * len(asked)
    for node in range(nodes):
        here = reached.pop(node, None)
        if here is None:
            raise Rejected(f"node {node} is never reached")
        low, high = starts[node], starts[node + 1]
        result = here.position.result()
        if result is not None:
            if low != high:
                raise Rejected(f"node {node} has moves although the game is over")
            if Law.IMPARTIAL in here.position.laws:
                result = opponent(here.position, here.mover)
            for number, plies in here.plies.items():
                results[number].add(result)
                longest[number] = max(longest[number], plies)
            continue
        further = {number: plies + 1 for number, plies in here.plies.items()}
        for text, child, after in _successors(here, node, certificate, moves, children, low, high):
            if child <= node or child >= nodes:
                raise Rejected(f"the move {text} at node {node} leads to node {child}, not forward")
            _meet(reached, child, after, _mover_after(here.mover, after), here.side, further)
    proved = [
        Proved(starter, side, frozenset(results[number]), longest[number])
        for number, (starter, side) in enumerate(asked)
    ]
    if any(not p.results for p in proved):
        # redundant: a node has an edge forward, or the game is over there
        raise Rejected("a play has no end")
    return proved, nodes


def _meet(
    reached: dict[int, _Node],
    node: int,
    position: AnyPosition,
    mover: str,
    side: str,
    plies: dict[int, int],
) -> None:
    """A play has come to ``node``; raises :class:`Rejected` unless all find the same there."""
    seen = reached.get(node)
    if seen is None:
        reached[node] = _Node(position, mover, side, dict(plies))
        return
    if (seen.side, seen.mover) != (side, mover) or seen.position != position:
        raise Rejected(f"node {node} stands for two positions")
    for number, length in plies.items():
        seen.plies[number] = max(seen.plies.get(number, 0), length)


def _successors(
    here: _Node,
    node: int,
    certificate: Strategy,
    moves: list[int],
    children: list[int],
    low: int,
    high: int,
) -> Iterable[tuple[str, int, AnyPosition]]:
    """The edges of a node whose game goes on: (text, child, position), all legal and,
    for the opposing side, complete."""
    texts = certificate.texts
    position = here.position
    if here.mover == here.side:
        if high - low != 1:
            raise Rejected(f"node {node} has {high - low} replies, not one")
        text = texts[moves[low]]
        try:
            after = position.play(position.parse_move(text))
        except BadInput as problem:
            raise Rejected(f"the reply {text!r} at node {node} is illegal: {problem}") from None
        return [(text, children[low], after)]
    given = {texts[moves[edge]]: children[edge] for edge in range(low, high)}
    found = []
    for move in position.moves():
        text = position.move_text(move)
        child = given.pop(text, None)
        if child is None:
            raise Rejected(f"no answer to the move {text} at node {node}")
        found.append((text, child, position.play(move)))
    if given or len(found) != high - low:
        raise Rejected(f"node {node} answers moves that do not exist")
    if not found:
        raise Rejected(f"node {node} has no move and no result")
    return found


def _shape(certificate: Strategy) -> tuple[list[int], list[int], list[int]]:
    """The edge lists as Python integers; raises :class:`Rejected` when they do not fit."""
    lists = []
    for name in ("starts", "moves", "children"):
        array = np.asarray(getattr(certificate, name))
        if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
            raise Rejected(f"{name} is not a list of integers")
        lists.append([int(value) for value in array.tolist()])
    starts, moves, children = lists
    texts = certificate.texts
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Rejected("texts is not a list of strings")
    if not starts or starts[0] != 0 or starts[-1] != len(moves) or len(moves) != len(children):
        raise Rejected("the lists of edges do not fit together")
    if any(a > b for a, b in itertools.pairwise(starts)):
        raise Rejected("starts is not ascending")
    if any(not 0 <= move < len(texts) for move in moves):
        raise Rejected("a move is not in the list of texts")
    return starts, moves, children


def _rows(certificate: Strategy) -> list[tuple[str, str, int]]:
    rows = []
    for row in certificate.proofs:
        if not (isinstance(row, (list, tuple)) and len(row) == 3):
            raise Rejected("a proof is not (starter, side, node)")
        starter, side, root = row
        if not (isinstance(starter, str) and isinstance(side, str) and type(root) is int):
            raise Rejected("a proof is not (starter, side, node)")
        rows.append((starter, side, root))
    return rows


def conclude(goal: Goal[AnyPosition], certificate: Strategy) -> Conclusion:
    """Who forces which results, within how many plies, for each proof of the certificate."""
    proved, nodes = walk(goal.position, certificate)
    if not proved:
        raise Rejected("the certificate holds no proof")
    forced = [p.statement() for p in proved]
    if Law.NORMAL_PLAY in goal.position.laws:
        turned = [p.misere(goal.position) for p in proved]
        told = turned if goal.question == "misere-outcome" else forced
    else:
        turned, told = [], forced
    said = ", ".join(
        f"{p.side} forces {' or '.join(sorted(f.results))} when {p.starter} starts"
        for p, f in zip(proved, told, strict=True)
    )
    plies = max(p.plies for p in proved)
    return Conclusion(
        (*forced, *turned),
        f"{said} ({nodes} positions, at most {plies} plies)",
    )


def reply(position: AnyPosition, certificate: Strategy) -> Hashable | None:
    """The strategy's move at ``position``, ``None`` where it has none. O(nodes)."""
    if position.result() is not None:
        return None
    try:
        starts, moves, _ = _shape(certificate)
    except Rejected:
        return None
    for node in np.flatnonzero(np.asarray(certificate.keys) == key(position)).tolist():
        if node + 1 < len(starts) and starts[node + 1] - starts[node] == 1:
            try:
                move = position.parse_move(certificate.texts[moves[starts[node]]])
                position.play(move)
            except BadInput:
                continue
            return move
    return None


KIND = Kind(
    record=Strategy,
    scope=Scope(derives=(Forces, Prevents)),
    theorem="a strategy is what it does against every play of the others (Zermelo 1913); misere "
    "play has the same plays, and the other wins each",
    evidence="one reply for each position in which the proved side is to move",
    conclude=conclude,
    reply=reply,
)
