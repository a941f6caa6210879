"""Wythoff's game: the P-positions by exact integer arithmetic, and their proof by table.

With phi the golden ratio the P-positions are (a, a + k) and (a + k, a) for
``a = floor(k phi)`` (Wythoff 1907). Since ``k phi = (k + sqrt(5 k^2)) / 2``, the
number ``a`` is ``(k + isqrt(5 k^2)) // 2`` without any rounding.
"""

from __future__ import annotations

from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.nim_value import integer_argument, moves_text, sentence
from gameproof.games.wythoff import Position

LONGEST = 4000
"""Characters of a move that is read."""


def pair(k: int) -> tuple[int, int]:
    """The k-th P-position (a, b), a <= b, k = 0, 1, 2, ... Exact for all integers."""
    a = (k + isqrt(5 * k * k)) // 2
    return a, a + k


def is_p_position(a: int, b: int) -> bool:
    """Is (a, b) a P-position? One integer square root."""
    low, high = (a, b) if a <= b else (b, a)
    return pair(high - low)[0] == low


def partner(c: int) -> int:
    """The only d with (c, d) a P-position. A few integer square roots.

    If c = floor(k phi) then k is the only integer in (c / phi, (c + 1) / phi), that
    is ``k = floor((c + 1) / phi)`` for c > 0; if not, c = floor(k phi) + k for
    ``k = floor((c + 1) / phi^2)``. Both quotients come from 1 / phi = phi - 1.
    """
    if c == 0:
        return 0
    # floor((c + 1) / phi) = floor(((c + 1) sqrt(5) - (c + 1)) / 2)
    k = (isqrt(5 * (c + 1) * (c + 1)) - (c + 1)) // 2
    if pair(k)[0] == c:
        return c + k
    # floor((c + 1) / phi^2) = floor((3 (c + 1) - (c + 1) sqrt(5)) / 2); sqrt is irrational
    k = (3 * (c + 1) - isqrt(5 * (c + 1) * (c + 1)) - 1) // 2
    return c - k


def winning_moves(a: int, b: int) -> list[tuple[int, int]]:
    """All moves to a P-position: at most one in the row, the column and the diagonal."""
    moves = []
    if partner(a) < b:
        moves.append((0, b - partner(a)))
    if partner(b) < a:
        moves.append((a - partner(b), 0))
    low = min(a, b)
    target = pair(abs(a - b))[0]
    if target < low:
        moves.append((low - target, low - target))
    return moves


class WythoffPosition(Certificate, frozen=True, tag="wythoff-position"):
    """``index`` (decimal) of the P-position: the position itself, or the one that the
    move ``move`` leads to when it is not empty."""

    index: str
    move: str


class WythoffTable(Certificate, frozen=True, tag="wythoff-table"):
    """For c = 0, ..., ``to`` the d <= ``to`` with (c, d) a P-position, or -1."""

    partners: np.ndarray


def check(position: Position, claim: Claim, certificate: WythoffPosition | WythoffTable) -> str:
    """By the theorem (one position, a few integer square roots) or by table (O(to^2)).

    The table's set is verified from the rules: no move leads from one of its
    positions to another, and every other position has a move into it. Such a set
    is unique, so it holds the P-positions; then it is compared with the theorem.
    """
    if isinstance(certificate, WythoffTable):
        return _check_table(claim, certificate)
    if claim.question not in ("outcome", "winning-moves"):
        raise Rejected(f"Wythoff's theorem does not answer the question {claim.question!r}")
    text = certificate.index
    if not isinstance(text, str) or not (text.isdecimal() and text.isascii()):
        raise Rejected("the index is not a number")
    if not isinstance(certificate.move, str):
        raise Rejected("the move is not text")
    here = position
    if certificate.move:
        here = position.play(_legal(position, certificate.move))
    low, high = sorted((here.a, here.b))
    if len(text) > len(str(high)) + 1 or (low, high) != pair(int(text)):
        raise Rejected(f"({here.a}, {here.b}) is not the P-position number {text[:40]}")
    if claim.question == "outcome":
        truth = "N" if certificate.move else "P"
    else:
        moves = [position.move_text(m) for m in winning_moves(position.a, position.b)]
        truth = moves_text(moves)
    if truth != claim.answer:
        raise Rejected(f"the answer is {truth}, not {claim.answer}")
    return sentence(claim) + ", by Wythoff's theorem"


def reply(position: Position, certificate: WythoffPosition | WythoffTable) -> Any | None:
    """A move to a P-position, ``None`` where there is none."""
    moves = winning_moves(position.a, position.b)
    return moves[0] if moves else None


def _legal(position: Position, text: str) -> tuple[int, int]:
    left, _, right = text.partition("+")
    if not (left.isdecimal() and right.isdecimal() and left.isascii() and right.isascii()):
        raise Rejected(f"{text[:40]!r} is not a move")
    if len(text) > LONGEST:
        raise Rejected(f"a move of {len(text)} characters")
    x, y = int(left), int(right)
    if not (x <= position.a and y <= position.b and x + y > 0 and (x == 0 or y in (0, x))):
        raise Rejected(f"the move {text[:40]!r} is not legal")
    return x, y


def _check_table(claim: Claim, certificate: WythoffTable) -> str:
    if claim.question != "closed-form":
        raise Rejected(f"a table does not answer the question {claim.question!r}")
    to = integer_argument(claim, "to")
    partners = certificate.partners
    if (
        not isinstance(partners, np.ndarray)
        or partners.shape != (to + 1,)
        or partners.dtype.kind not in "iu"
    ):
        raise Rejected(f"expected {to + 1} integers")
    verify_kernel(partners.astype(np.int64))
    stated = partners.tolist()
    for c in range(to + 1):
        d = partner(c)
        if stated[c] != (d if d <= to else -1):
            if claim.answer != "no":
                raise Rejected(f"the theorem fails at ({c}, {d})")
            return f"Wythoff's theorem fails at ({c}, {d})"
    if claim.answer != "yes":
        raise Rejected("the theorem agrees with the table")
    return f"Wythoff's theorem holds for all pairs up to {to}"


def verify_kernel(partners: NDArray[np.int64]) -> None:
    """Is {(c, partners[c])} the set of P-positions of the square? Raises ``Rejected``."""
    size = len(partners)
    axis = np.arange(size)
    inside = partners >= 0
    if ((partners < -1) | (partners >= size)).any():
        raise Rejected("a partner lies outside the table")
    if (partners[partners[inside]] != axis[inside]).any():
        raise Rejected("the partners do not come in pairs")
    # One P-position in a row and column by the shape; on a diagonal too:
    difference = (partners - axis)[inside]
    if len(np.unique(difference)) != len(difference):
        raise Rejected("two of the positions lie on one diagonal")
    beyond = np.where(inside, partners, size)
    diagonal = np.full(2 * size, size)  # by d - c + size: the smaller c of the pair there
    diagonal[difference + size] = np.minimum(axis[inside], partners[inside])
    for c in range(size):
        reached = (
            (axis > beyond[c])
            | (c > beyond)
            | (np.minimum(axis, c) > diagonal[axis - c + size])
            | (axis == partners[c])
        )
        if not reached.all():
            d = int(np.flatnonzero(~reached)[0])
            raise Rejected(f"the position ({c}, {d}) has no move into the set")
