"""Moves of a win inside a box."""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.positional_box import checker_of
from gameproof.certificates.strategies.positional_checker import UNLIMITED
from gameproof.certificates.strategies.positional_strategy import PositionalStrategy, proof_rows
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position
from gameproof.games.sets.zone_board import zone_board
from gameproof.replies.boxed import Boxed
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
        boxed = Boxed(start, attacker, zone, (low, size))
    except (BadInput, Rejected, TypeError, ValueError):
        return None
    stones = boxed.stones(position)
    player = Player(checker, True, stones, (zone.attacker, zone.defender), UNLIMITED)
    move = player.move(opening, root, symmetry)
    found = None if move is None else boxed.real(move)
    taken = position.first | position.second
    return found if found is not None and found not in taken else None
