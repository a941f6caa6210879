"""Threats, and the answers of a win by force."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.zones.force import Force, claims_of, part_of
from gameproof.certificates.zones.force_nodes import ANY, Graph
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import OTHER, Position
from gameproof.replies.boxed import Boxed

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
    try:
        first, second = frozenset(certificate.first), frozenset(certificate.second)
        start = Position(position.board, first, second, certificate.to_move, position.rule)
        part = part_of(start, certificate)
        claims = claims_of(part, certificate)
        boxed = None
        if certificate.box is not None:
            boxed = Boxed(start, attacker, part, certificate.box)
    except (BadInput, Rejected, TypeError, ValueError):
        return None
    if boxed is not None:
        own, other = boxed.stones(position)
    else:
        own, other = (mask_of(position.stones(player)) for player in (attacker, OTHER[attacker]))
    cells, stones = position.board.cells, position.first | position.second

    def free(cell: int) -> int | None:
        found = cell if boxed is None else boxed.real(cell)
        return None if found is None or found in stones or not 0 <= found < cells else found

    for wanted in claims.attack:
        left = wanted & ~own
        if left.bit_count() == 1 and (move := free(left.bit_length() - 1)) is not None:
            return move
    opening = certificate.opening
    if certificate.to_move == attacker and (opening < 0 or not own >> opening & 1):
        return free(opening)
    turns: list[list[int]] = np.asarray(certificate.permutations).tolist()
    new = frozenset(members(other & ~part.defender))
    passed = len(position.stones(OTHER[attacker]) - start.stones(OTHER[attacker])) - len(new)
    found = _played(claims.graph, turns, certificate.root, frozenset(members(own)), (new, passed))
    if found is None:
        return None
    # A cell that he owns already leaves him any move.
    move = free(found)
    return next((c for c in range(cells) if c not in stones), None) if move is None else move


def _played(
    graph: Graph,
    turns: list[list[int]],
    root: int,
    own: frozenset[int],
    moves: tuple[frozenset[int], int],
) -> int | None:
    """The reply at the end of a play along the nodes in which the defender makes these moves, and
    so many that nothing is known of, and the attacker's replies before it are among ``own``. Of
    each node it is known where its cells lie, if it was turned."""
    todo: list[tuple[int, frozenset[int], int, tuple[int, ...]]] = [(root, *moves, ())]
    seen: set[tuple[int, frozenset[int], int, tuple[int, ...]]] = set()
    while todo and len(seen) < MOST_STATES:
        node, left, passed, to = here = todo.pop()
        if here in seen or not 0 <= node < graph.nodes:
            continue
        seen.add(here)
        low, high = graph.ends[node], graph.ends[node + 1]
        edges = {graph.moves[edge]: edge for edge in range(low, high)}
        for cell in [*[ANY] * (passed > 0), *left]:
            listed = ANY if cell == ANY else to.index(cell) if to else cell
            edge = edges.get(listed, edges.get(ANY))
            if edge is None or graph.replies[edge] == ANY:
                continue
            reply = to[graph.replies[edge]] if to else graph.replies[edge]
            if len(left) + passed == 1:
                return reply
            if reply in own and graph.children[edge] < node:
                turn = graph.turns[edge]
                placed = to
                if turn >= 0:
                    placed = tuple(to[place] if to else place for place in turns[turn])
                rest = passed - (cell == ANY)
                todo.append((graph.children[edge], left - {cell}, rest, placed))
    return None
