"""Connect Four and its family by search."""

from __future__ import annotations

from gameproof.encodings.method import Method
from gameproof.encodings.variants.owning import Attack, methods
from gameproof.games.positional_turns import PLAYERS
from gameproof.games.variants.gravity import GravityPosition
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.owning import LARGEST, OwningSearch


def _attack(position: GravityPosition, attacker: str, limits: Limits) -> Attack[GravityPosition]:
    board = position.board
    cells = range(board.cells)
    last = board.shape[-1]
    mirror = [c - c % last + last - 1 - c % last for c in cells]
    sets = [tuple(row) for row in board.first_sets.sets()]
    kept = {frozenset(mirror[c] for c in row) for row in sets} == set(map(frozenset, sets))
    search = OwningSearch(
        board.cells,
        [(row, ()) for row in sets],
        PLAYERS.index(attacker),
        limits,
        below=[position.below(cell) for cell in cells],
        images=[list(cells), mirror] if kept else [list(cells)],
    )
    return Attack(position, attacker, search, [abs(2 * (c % last) - last + 1) for c in cells])


def _applies(position: GravityPosition) -> bool:
    return position.board.cells <= LARGEST and position.board.same_sets


METHODS: tuple[Method[GravityPosition], ...] = methods(
    _attack, _applies, f"boards of at most {LARGEST} cells"
)
