"""Threats, and the answers of a win by force."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.zones.force import Force, claims_of, part_of
from gameproof.certificates.zones.force_nodes import ANY, Graph
from gameproof.games.bit_sets import members
from gameproof.games.boards.positional_shapes import cell_at, place
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.zone_board import Box, ZoneBoard

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
        claims, seen = claims_of(part, certificate), Seen(start, certificate, part)
    except (BadInput, Rejected, TypeError, ValueError):
        return None
    own, other = (seen.stones(position, player) for player in (attacker, OTHER[attacker]))
    cells, stones = position.board.cells, position.first | position.second

    def free(cell: int) -> int | None:
        found = seen.real(cell)
        return None if found is None or found in stones or not 0 <= found < cells else found

    for wanted in claims.attack:
        left = [cell for cell in members(wanted) if cell not in own]
        if len(left) == 1 and (move := free(left[0])) is not None:
            return move
    if certificate.to_move == attacker and certificate.opening not in own:
        return free(certificate.opening)
    turns: list[list[int]] = np.asarray(certificate.permutations).tolist()
    new = frozenset(other - {*members(part.defender)})
    passed = len(position.stones(OTHER[attacker]) - start.stones(OTHER[attacker])) - len(new)
    found = _played(claims.graph, turns, certificate.root, frozenset(own), (new, passed))
    if found is None:
        return None
    # A cell that he owns already leaves him any move.
    move = free(found)
    return next((c for c in range(cells) if c not in stones), None) if move is None else move


class Seen:
    """Cells of the board as the part that is played on numbers them."""

    def __init__(self, start: Position, certificate: Force, part: ZoneBoard) -> None:
        self.start, self.part, self.attacker = start, part, certificate.attacker
        self.box = None if certificate.box is None else Box(start, *certificate.box)
        self.cells = [] if self.box is None else list(self.box.number)

    def real(self, cell: int) -> int | None:
        """The cell of the board; ``None`` where it only counts moves."""
        if self.box is None:
            return cell
        return cell_at(self.start.board, self.cells[cell]) if cell < len(self.cells) else None

    def stones(self, position: Position, player: str) -> set[int]:
        """Those of a player: in the box as they lie, elsewhere as many counters as he has made
        moves on a side."""
        if self.box is None:
            return {*position.stones(player)}
        attacker = player == self.attacker
        found = {*members(self.part.attacker if attacker else self.part.defender)}
        sides, counted = self.box.sides(), dict[int, int]()
        for cell in position.stones(player) - self.start.stones(player):
            where = place(position.board, cell)
            if where in self.box.number:
                found.add(self.box.number[where])
            elif not attacker and self.part.barred:
                side = sides.index(self.box.side(where))
                counted[side] = counted.get(side, 0) + 1
        for side, count in counted.items():
            found |= {*list(members(self.part.barred[side]))[:count]}
        return found


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
