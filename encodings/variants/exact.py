"""Rows of exactly k by search up to the board's symmetries."""

from __future__ import annotations

from gameproof.encodings.method import Method
from gameproof.encodings.variants.owning import Attack, methods
from gameproof.games.positional_turns import PLAYERS
from gameproof.games.variants.exact import ExactPosition, rows_of
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.owning import LARGEST, OwningSearch


def symmetries(m: int, n: int) -> list[list[int]]:
    """The symmetries of a board of m rows and n columns as permutations, the identity first."""
    places = [divmod(cell, n) for cell in range(m * n)]
    found = []
    for down in (False, True):
        for across in (False, True):
            turned = [(m - 1 - r if down else r, n - 1 - c if across else c) for r, c in places]
            found.append([r * n + c for r, c in turned])
            if m == n:
                found.append([c * n + r for r, c in turned])
    return found


def _attack(position: ExactPosition, attacker: str, limits: Limits) -> Attack[ExactPosition]:
    m, n = position.board.shape
    search = OwningSearch(
        m * n,
        [(sorted(row.cells), sorted(row.beside)) for row in rows_of(position.board)],
        PLAYERS.index(attacker),
        limits,
        images=symmetries(m, n),
    )
    far = [max(abs(2 * (c // n) - m + 1), abs(2 * (c % n) - n + 1)) for c in range(m * n)]
    return Attack(position, attacker, search, far)


def _applies(position: ExactPosition) -> bool:
    return position.board.cells <= LARGEST


METHODS: tuple[Method[ExactPosition], ...] = methods(
    _attack, _applies, f"boards of at most {LARGEST} cells"
)
