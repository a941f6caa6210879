"""Threats, and the answers of a win by force."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.zones.force import Force, claims_of
from gameproof.certificates.zones.force_nodes import ANY, Graph
from gameproof.games.bit_sets import mask_of
from gameproof.games.positional import OTHER, Position

MOST_STATES = 1 << 17
"""Plays along the nodes that :func:`reply` looks at."""


def reply(position: Position, certificate: Force) -> int | None:
    """The strategy's move at ``position``, ``None`` where it has none.

    The play that led there is looked for along the nodes: the defender's stones in every order
    that the replies allow. Whichever order is found, its node's claim held before the last move.
    """
    attacker = certificate.attacker
    if position.result() is not None or position.to_move != attacker:
        return None
    begin = frozenset(certificate.second if attacker == "first" else certificate.first)
    own, new = position.stones(attacker), position.stones(OTHER[attacker]) - begin
    try:
        claims, _ = claims_of(position, certificate)
    except Rejected:
        return None
    for cells in claims.attack:
        left = cells & ~mask_of(own)
        if left.bit_count() == 1 and left.bit_length() - 1 in position.moves():
            return left.bit_length() - 1
    if certificate.to_move == attacker and certificate.opening not in own:
        return certificate.opening if certificate.opening in position.moves() else None
    turns: list[list[int]] = np.asarray(certificate.permutations).tolist()
    found = _played(claims.graph, turns, certificate.root, own, new)
    if found is None:
        return None
    # A cell that he owns already leaves him any move.
    return found if found in position.moves() else min(position.moves(), default=None)


def _played(
    graph: Graph, turns: list[list[int]], root: int, own: frozenset[int], new: frozenset[int]
) -> int | None:
    """The reply at the end of a play along the nodes in which the defender makes the moves ``new``
    and the attacker's replies before it are among ``own``. Of each node it is known where its
    cells lie, if it was turned."""
    todo: list[tuple[int, frozenset[int], tuple[int, ...]]] = [(root, new, ())]
    seen: set[tuple[int, frozenset[int], tuple[int, ...]]] = set()
    while todo and len(seen) < MOST_STATES:
        node, left, to = here = todo.pop()
        if here in seen or not 0 <= node < graph.nodes or not left:
            continue
        seen.add(here)
        low, high = graph.ends[node], graph.ends[node + 1]
        edges = {graph.moves[edge]: edge for edge in range(low, high)}
        for cell in left:
            edge = edges.get(to.index(cell) if to else cell, edges.get(ANY))
            if edge is None or graph.replies[edge] == ANY:
                continue
            reply = to[graph.replies[edge]] if to else graph.replies[edge]
            if len(left) == 1:
                return reply
            if reply in own and graph.children[edge] < node:
                turn = graph.turns[edge]
                placed = to
                if turn >= 0:
                    placed = tuple(to[place] if to else place for place in turns[turn])
                todo.append((graph.children[edge], left - {cell}, placed))
    return None
