"""Moves that make the XOR of Grundy values zero, by the rows of a certificate."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.heap_tables import HeapTable
from gameproof.certificates.values.mex import Mex, Rows
from gameproof.games.impartial import octal
from gameproof.games.impartial.impartial import Impartial, Move


def reply(position: Impartial[Move], certificate: Mex) -> Move | tuple[int, ...] | None:
    """A move to a P-position by the table, ``None`` where it gives none. Of normal play."""
    if certificate.misere is not None:
        return None
    rows = Rows(position, certificate)
    if rows.heaps is not None and isinstance(position, octal.Position):
        return next(_breaks(position, rows.heaps), None)
    for move in position.moves():
        with suppress(Rejected):  # what the move leaves is none of the table's
            total, _ = rows.rests_on(position.play(move), 0)
            if total is not None and total[0] == 0:
                return move
    return None


def _breaks(position: octal.Position, table: HeapTable) -> Iterator[octal.Break]:
    """Those whose smaller heap lies within the first period: there is one if there is any."""
    values = [table.value(n) for n in position.heaps]
    total = 0
    for value in values:
        total ^= value
    most = max(table.start, 1) + table.period if table.period else None
    for index, (n, value) in enumerate(zip(position.heaps, values, strict=True)):
        for taken, small in position.breaks(n, most) if total else ():
            if table.value(small) ^ table.value(n - taken - small) == total ^ value:
                yield index, taken, small
