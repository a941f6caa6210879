"""Sums of impartial games by the Grundy values of their components."""

from __future__ import annotations

from gameproof.certificates.equal_games import EqualGames
from gameproof.encodings.impartial import SPRAGUE_GRUNDY, grundy_table, table_methods
from gameproof.encodings.method import Export, Finding, Method, Options
from gameproof.games.game import BadInput
from gameproof.games.sum import Position
from gameproof.solvers.limits import Limits


def equal(position: Position, limits: Limits, options: Options) -> Finding:
    """Compare two components through their sum."""
    if len(position.components) != 2:
        raise BadInput("two components are compared", "games")
    table = grundy_table(position, limits)
    total = 0
    values = []
    for component, name in zip(position.components, position.names, strict=True):
        value = 0
        for part in Position((name,), (component,)).parts():
            value ^= table[str(part)]
        values.append(value)
        total ^= value
    return Finding(
        "no" if total else "yes", EqualGames(table), {"positions": len(table)}, {"values": values}
    )


METHODS = (
    *table_methods(),
    Method("equal", "grundy-table", equal, f"G = H iff G + H is P; {SPRAGUE_GRUNDY}"),
)

EXPORTS: tuple[Export, ...] = ()
