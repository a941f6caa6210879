"""Moves of a win inside a box."""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.positional_box import checker_of
from gameproof.certificates.strategies.positional_checker import UNLIMITED
from gameproof.certificates.strategies.positional_strategy import PositionalStrategy, proof_rows
from gameproof.games.boards.positional_shapes import cell_at, place
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.zone_board import Box, zone_board
from gameproof.replies.strategies.positional_play import Player


def reply(
    position: Position, certificate: PositionalStrategy, low: list[int], size: list[int]
) -> int | None:
    """The strategy's move at ``position``, ``None`` where it has none."""
    try:
        ((attacker, _, opening, root, symmetry),) = proof_rows(certificate)
        if position.to_move != attacker:
            return None
        first, second = frozenset(certificate.first), frozenset(certificate.second)
        start = Position(position.board, first, second, certificate.to_move, position.rule)
        zone = zone_board(start, attacker, low, size)
        checker = checker_of(zone, certificate)
        box = Box(start, low, size)
    except (BadInput, Rejected, TypeError, ValueError):
        return None
    own, other = zone.attacker, zone.defender
    counted = [0] * len(zone.barred)
    sides = box.sides()
    for cell in position.stones(attacker) - start.stones(attacker):
        number = box.number.get(place(position.board, cell))
        if number is not None:
            own |= 1 << number
    for cell in position.stones(OTHER[attacker]) - start.stones(OTHER[attacker]):
        where = place(position.board, cell)
        if where in box.number:
            other |= 1 << box.number[where]
        elif counted:
            counted[sides.index(box.side(where))] += 1
    for word, count in zip(zone.barred, counted, strict=True):
        for _ in range(count):
            other |= word & ~other & -(word & ~other)
    player = Player(checker, True, (own, other), (zone.attacker, zone.defender), UNLIMITED)
    move = player.move(opening, root, symmetry)
    cells = list(box.number)
    if move is None or not 0 <= move < len(cells):
        return None
    found = cell_at(position.board, cells[move])
    taken = position.first | position.second
    return found if found is not None and found not in taken else None
