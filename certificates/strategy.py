"""A winning or drawing strategy for any game, as an acyclic graph of positions.

Node 0, 1, 2, ... stand for positions; every edge is a move. Where the proved side is
to move a node has one edge, its reply; where anybody else is to move it has one edge
for every legal move; where the game is over it has none. Edges lead to larger node
numbers, so no play goes on for ever. Positions are not stored: the checker plays the
moves from the start and compares where two plays meet. It needs the rules and nothing
else, and takes no account of who made the certificate.

The words of an outcome mean: a player's own name, that player wins; ``draw``, each
player at least draws; ``N`` and ``P``, the player to move and the other player win;
``L`` and ``R``, Left (red) and Right (blue) win whoever starts. In games whose
positions offer ``turn(player)`` (the players' moves differ) ``N`` and ``P`` too are
about both starts. ``win-within`` with the argument ``plies`` (answer ``yes``) asks that
the player to move wins in at most so many moves of both players together.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.game import BadInput

LEFT = frozenset({"red", "left"})
DRAW = "draw"


class Strategy(Certificate, frozen=True, tag="strategy"):
    """``proofs``: rows (player who starts, proved side, node of the start).

    ``starts`` (nodes + 1) delimits each node's edges in ``moves`` (numbers of
    ``texts``, the moves' notation) and ``children`` (node numbers). ``keys`` holds for
    each node where the proved side is to move a 63-bit digest of the position's text,
    else 0; the checker does not use it, :func:`reply` finds positions by it.
    """

    proofs: list[tuple[str, str, int]]
    texts: list[str]
    starts: np.ndarray
    moves: np.ndarray
    children: np.ndarray
    keys: np.ndarray


@dataclass(frozen=True, slots=True)
class Checked:
    """What a strategy was found to hold: ``plies``, the longest play under it (both
    players' moves), and the number of ``nodes`` seen."""

    plies: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Goal:
    """``side`` is to win (or with ``draw_suffices`` at least to draw) when ``starter`` starts."""

    starter: str
    side: str
    draw_suffices: bool = False


def key(position: Any) -> int:
    """A 63-bit digest of the position's text, never 0."""
    digest = hashlib.blake2b(str(position).encode(), digest_size=8).digest()
    return (int.from_bytes(digest, "little") >> 1) or 1


def build(
    goals: Iterable[tuple[Any, str]],
    reply: Callable[[Any], Any],
    *,
    identity: Callable[[Any], Hashable] = lambda position: position,
    tick: Callable[[], None] = lambda: None,
) -> Strategy:
    """The certificate of the strategy ``reply`` for each (start, side) of ``goals``.

    ``reply(position)`` gives the side's move; it is asked once for each position the
    strategy reaches, positions being the same when their ``identity`` is. ``tick`` is
    called now and then (for limits). Raises :class:`ValueError` when the strategy can
    repeat a position. O(nodes + edges) calls of the rules, no recursion.
    """
    proofs: list[tuple[str, str, Hashable]] = []
    numbers: dict[Hashable, int] = {}
    finished: list[tuple[Hashable, list[tuple[str, Hashable]], int]] = []
    edges_of: dict[Hashable, list[tuple[str, Hashable]]] = {}
    done: set[Hashable] = set()
    for start, side in goals:
        root = (side, identity(start))
        proofs.append((start.to_move, side, root))
        stack: list[tuple[Hashable, Any]] = [(root, start)]
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
            edges, children, digest = _expand(position, side, reply, identity)
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


def _expand(
    position: Any,
    side: str,
    reply: Callable[[Any], Any],
    identity: Callable[[Any], Hashable],
) -> tuple[list[tuple[str, Hashable]], list[tuple[Hashable, Any]], int]:
    """A node's edges (move text, child), its children's positions, and its key."""
    if position.result() is not None:
        return [], [], 0
    own = position.to_move == side
    edges: list[tuple[str, Hashable]] = []
    children: list[tuple[Hashable, Any]] = []
    for move in [reply(position)] if own else position.moves():
        after = position.play(move)
        child = (side, identity(after))
        edges.append((position.move_text(move), child))
        children.append((child, after))
    return edges, children, key(position) if own else 0


def verify(position: Any, goals: Iterable[Goal], certificate: Strategy) -> Checked:
    """Check that ``certificate`` reaches every goal from ``position``.

    Raises :class:`Rejected`. O(nodes + edges) calls of the rules; keeps the positions
    of nodes that were reached and not yet expanded.
    """
    starts, moves, children = _shape(certificate)
    nodes = len(starts) - 1
    proofs = {}
    for row in _rows(certificate):
        proofs[row[0], row[1]] = row[2]
    reached: dict[int, tuple[Any, str, bool, int]] = {}
    for goal in goals:
        root = proofs.get((goal.starter, goal.side))
        if root is None:
            raise Rejected(f"no strategy for {goal.side} when {goal.starter} starts")
        if not 0 <= root < nodes:
            raise Rejected(f"root {root} is not a node")
        if goal.starter == position.to_move:
            start = position
        elif hasattr(position, "turn"):
            start = position.turn(goal.starter)
        else:
            raise Rejected(f"{goal.starter} does not start this position")
        entry = (start, goal.side, goal.draw_suffices, 0)
        if root in reached and reached[root][:3] != entry[:3]:
            raise Rejected(f"node {root} stands for two positions")
        reached[root] = entry
    longest = 0
    for node in range(min(reached, default=nodes), nodes):
        if node not in reached:
            raise Rejected(f"node {node} is never reached")
        here, side, draw_suffices, plies = reached.pop(node)
        longest = max(longest, plies)
        low, high = starts[node], starts[node + 1]
        result = here.result()
        if result is not None:
            if result != side and not (draw_suffices and result == DRAW):
                raise Rejected(f"the play to node {node} ends with {result}, not with {side}")
            if low != high:
                raise Rejected(f"node {node} has moves although the game is over")
            continue
        for text, child, after in _successors(
            here, side, node, certificate, moves, children, low, high
        ):
            if child <= node or child >= nodes:
                raise Rejected(f"the move {text} at node {node} leads to node {child}, not forward")
            seen = reached.get(child)
            if seen is None:
                reached[child] = (after, side, draw_suffices, plies + 1)
            elif seen[1] != side or seen[2] != draw_suffices or seen[0] != after:
                raise Rejected(f"node {child} stands for two positions")
            elif seen[3] <= plies:
                reached[child] = (after, side, draw_suffices, plies + 1)
    return Checked(plies=longest, nodes=nodes)


def _successors(
    here: Any,
    side: str,
    node: int,
    certificate: Strategy,
    moves: list[int],
    children: list[int],
    low: int,
    high: int,
) -> Iterable[tuple[str, int, Any]]:
    """The edges of a node whose game goes on: (text, child, position), all legal and,
    for the opposing side, complete."""
    texts = certificate.texts
    if here.to_move == side:
        if high - low != 1:
            raise Rejected(f"node {node} has {high - low} replies, not one")
        text = texts[moves[low]]
        try:
            after = here.play(here.parse_move(text))
        except BadInput as problem:
            raise Rejected(f"the reply {text} at node {node} is illegal: {problem}") from None
        return [(text, children[low], after)]
    given = {texts[moves[edge]]: children[edge] for edge in range(low, high)}
    found = []
    for move in here.moves():
        text = here.move_text(move)
        child = given.pop(text, None)
        if child is None:
            raise Rejected(f"no answer to the move {text} at node {node}")
        found.append((text, child, here.play(move)))
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


def goals_of(position: Any, answer: str, sides: Iterable[str]) -> list[Goal]:
    """What an outcome word asks to be proved; ``sides`` are the players' names.

    Raises :class:`Rejected` when the word does not fit the players.
    """
    mover = position.to_move
    names = sorted({mover, *sides})
    if len(names) > 2:
        raise Rejected(f"this kind of certificate is for two players, not for {names}")
    if answer == DRAW:
        if len(names) != 2:
            raise Rejected("a draw needs a strategy for each player")
        return [Goal(mover, name, draw_suffices=True) for name in names]
    if answer in names:
        return [Goal(mover, answer)]
    starters = names if hasattr(position, "turn") else [mover]
    if len(names) != 2 and answer in ("P", "L", "R"):
        raise Rejected("the other player is not named")
    if len(starters) == 1 and hasattr(position, "turn"):
        raise Rejected("both players must start once")
    goals = []
    for starter in starters:
        other = next((name for name in names if name != starter), "")
        if answer == "N":
            goals.append(Goal(starter, starter))
        elif answer == "P":
            goals.append(Goal(starter, other))
        elif answer in ("L", "R"):
            chosen = [name for name in names if (name in LEFT) == (answer == "L")]
            if len(starters) != 2 or len(chosen) != 1:
                raise Rejected(f"the answer {answer} does not fit the players {names}")
            goals.append(Goal(starter, chosen[0]))
        else:
            raise Rejected(f"a strategy does not prove the answer {answer!r}")
    return goals


def check(position: Any, claim: Claim, certificate: Strategy) -> str:
    """The proved claim (an outcome, a winner, or a win within plies) as a sentence."""
    sides = {name for starter, side, _ in _rows(certificate) for name in (starter, side)}
    if claim.question == "win-within":
        plies = claim.arguments.get("plies")
        if claim.answer != "yes" or type(plies) is not int:
            raise Rejected("a strategy proves only the answer yes to win-within PLIES")
        mover = position.to_move
        checked = verify(position, [Goal(mover, mover)], certificate)
        if checked.plies > plies:
            raise Rejected(f"the longest play takes {checked.plies} plies, not {plies}")
        return f"{mover} wins within {checked.plies} plies ({checked.nodes} positions)"
    if claim.question not in ("outcome", "winner"):
        raise Rejected(f"a strategy does not answer the question {claim.question!r}")
    goals = goals_of(position, claim.answer, sides)
    checked = verify(position, goals, certificate)
    said = ", ".join(
        f"{goal.side} {'at least draws' if goal.draw_suffices else 'wins'}"
        f" when {goal.starter} starts"
        for goal in goals
    )
    return f"{said} ({checked.nodes} positions, at most {checked.plies} plies)"


def reply(position: Any, certificate: Strategy) -> Any | None:
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
