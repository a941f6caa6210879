"""Wythoff's game by the golden ratio in integers, and the theorem by a table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.nim_value import moves_text
from gameproof.certificates.wythoff_pairs import (
    WythoffPosition,
    WythoffTable,
    is_p_position,
    partner,
    winning_moves,
)
from gameproof.encodings.heap_methods import bound_of
from gameproof.encodings.impartial import table_methods
from gameproof.encodings.method import Export, Finding, Method, Options
from gameproof.games.wythoff import Position
from gameproof.solvers.limits import Limits

WYTHOFF = "Wythoff (1907): the P-positions are (floor(k phi), floor(k phi) + k)"
TABLE_LIMIT = 1500
"""Boards with up to this many cells are also evaluated from the rules alone."""


def by_theorem(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer by integer square roots, at any size."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        moves = winning_moves(position.a, position.b)
        if is_p_position(position.a, position.b):
            certificate = WythoffPosition(str(abs(position.a - position.b)), "")
        else:
            after = position.play(moves[0])
            certificate = WythoffPosition(str(abs(after.a - after.b)), position.move_text(moves[0]))
        if question == "winning-moves":
            text = moves_text([position.move_text(move) for move in moves])
            return Finding(text, certificate)
        detail = {"winning move": certificate.move} if certificate.move else {}
        return Finding("N" if certificate.move else "P", certificate, {}, detail)

    return run


def partners_up_to(to: int, limits: Limits) -> NDArray[np.int64]:
    """The P-positions (c, partner) of a square by the rule "smallest number not used".

    Slide 44 of source document 004: a_k is the smallest number not yet used and
    b_k = a_k + k. O(to).
    """
    partners = np.full(to + 1, -1, dtype=np.int64)
    used = bytearray(2 * to + 2)
    a = k = 0
    while a <= to:
        if k % 65536 == 0:
            limits.check()
        b = a + k
        used[a] = 1
        if b <= to:
            used[b] = 1
            partners[a], partners[b] = b, a
        k += 1
        a = used.index(0, a)
    return partners


def closed_form(position: Position, limits: Limits, options: Options) -> Finding:
    """Test the golden-ratio formula on the table of a square."""
    to = bound_of(options, 20_000)
    partners = partners_up_to(to, limits)
    stated = [d if (d := partner(c)) <= to else -1 for c in range(to + 1)]
    answer = "yes" if stated == partners.tolist() else "no"
    return Finding(answer, WythoffTable(partners), {"entries": (to + 1) ** 2}, {"law": WYTHOFF})


METHODS = (
    *(
        Method(question, "theorem", by_theorem(question), WYTHOFF)
        for question in ("outcome", "winning-moves")
    ),
    *table_methods(applies=lambda position: (position.a + 1) * (position.b + 1) <= TABLE_LIMIT),
    Method("closed-form", "p-table", closed_form, "the P-positions are the only kernel"),
)

EXPORTS: tuple[Export, ...] = ()
