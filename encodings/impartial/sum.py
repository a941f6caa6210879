"""Sums of impartial games by the Grundy values of their components."""

from __future__ import annotations

from dataclasses import replace

from gameproof.certificates.values.mex import Mex
from gameproof.encodings.impartial.impartial import (
    SPRAGUE_GRUNDY,
    grundy_table,
    misere_methods,
    table_methods,
    value_in,
)
from gameproof.encodings.method import Encoding, Finding, Method, Options
from gameproof.games.impartial.sum import Position, two_components
from gameproof.solvers.limits import Limits


def equal(position: Position, limits: Limits, _options: Options) -> Finding:
    """Compare two components through their sum."""
    two_components(position)
    table = grundy_table(position, limits)
    one, other = (
        value_in(
            table,
            replace(
                position,
                names=position.names[k : k + 1],
                components=position.components[k : k + 1],
                numbers=position.numbers[k : k + 1],
            ),
        )
        for k in (0, 1)
    )
    stats, detail = {"positions": len(table)}, {"values": [one, other]}
    return Finding(one == other, Mex(table), stats, detail)


ENCODING: Encoding[Position] = Encoding(
    methods=(
        *table_methods(),
        *misere_methods(),
        Method("equal", "grundy-table", equal, f"G = H iff G + H is P; {SPRAGUE_GRUNDY}"),
    )
)
