"""Closed forms tested against the rules: tables of values, every entry verified."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.heap_laws import law_of
from gameproof.certificates.nim_value import integer_argument
from gameproof.games import even_odd, nim, rook, subtraction


class HeapTable(Certificate, frozen=True, tag="heap-table"):
    """Grundy values of the heaps 0, ..., ``to`` (for the rook: of all pairs, row by row)."""

    values: np.ndarray


def check(position: Any, claim: Claim, certificate: HeapTable) -> str:
    """Verify every value as a mex by the rule, then compare the table with the law.

    ``yes`` is proved for all sizes up to ``to``; ``no`` is proved by the first
    difference. O(to x amounts) for heaps, O(to^2) words of ``to`` bits for the rook.
    """
    if claim.question != "closed-form":
        raise Rejected(f"a table of values does not answer the question {claim.question!r}")
    to = integer_argument(claim, "to")
    law = law_of(position)
    if law is None:
        raise Rejected("no closed form is known for this game")
    values = certificate.values
    shape = (to + 1, to + 1) if isinstance(position, rook.Position) else (to + 1,)
    if not isinstance(values, np.ndarray) or values.shape != shape or values.dtype.kind not in "iu":
        raise Rejected(f"expected {' x '.join(map(str, shape))} integers")
    if isinstance(position, rook.Position):
        verify_rook(values)
        axis = np.arange(to + 1)
        wrong = np.argwhere(values != axis[:, None] ^ axis[None, :])
        first = ", ".join(map(str, wrong[0].tolist())) if len(wrong) else None
    else:
        if isinstance(position, subtraction.Position):
            verify_subtraction(values, position.allowed)
        elif isinstance(position, nim.Position):
            verify_runs(values, lambda n: 0)
        elif isinstance(position, even_odd.Position):
            verify_runs(values, lambda n: 1 if n % 2 else 2)
        else:
            raise Rejected("no verification is known for this game's table")
        stated = values.tolist()
        first = next((str(n) for n in range(to + 1) if stated[n] != law.value(n)), None)
    truth = "yes" if first is None else "no"
    if truth != claim.answer:
        raise Rejected(f"the answer is {truth}, not {claim.answer}")
    if first is None:
        return f"{law.name} holds for all sizes up to {to}"
    return f"{law.name} fails at {first}"


def verify_subtraction(values: NDArray[Any], amounts: tuple[int, ...]) -> None:
    """Is every entry the mex of the entries ``amounts`` before it? Raises ``Rejected``.

    No option may have the entry's own value, and the options must show every
    smaller one: the number of different smaller values must be the entry itself.
    """
    n = len(values)
    numbers = values.astype(np.int64)
    if n and (numbers.min() < 0 or numbers.max() > len(amounts)):
        raise Rejected(f"a value lies outside 0..{len(amounts)}")
    for s in amounts:
        equal = np.flatnonzero(numbers[s:] == numbers[: max(n - s, 0)])
        if len(equal):
            at = int(equal[0]) + s
            raise Rejected(f"the heap {at} and its option {at - s} have equal values")
    if len(amounts) < 63:
        shown_bits = np.zeros(n, dtype=np.int64)
        for s in amounts:
            shown_bits[s:] |= np.left_shift(1, numbers[: max(n - s, 0)])
        below = np.left_shift(1, numbers) - 1
        _all_shown((shown_bits & below) == below)
        return
    for value in range(int(numbers.max(initial=0))):
        shown = np.zeros(n, dtype=bool)
        for s in amounts:
            shown[s:] |= numbers[: max(n - s, 0)] == value
        _all_shown(shown | (numbers <= value))


def _all_shown(good: NDArray[np.bool_]) -> None:
    missing = np.flatnonzero(~good)
    if len(missing):
        raise Rejected(f"the heap {int(missing[0])} lacks an option of some smaller value")


def verify_runs(values: NDArray[Any], smallest: Any) -> None:
    """Tables whose heap n may become any smaller size of its class.

    ``smallest(n)`` is 0 when n may become every smaller size; otherwise sizes of the
    parity of n from ``smallest(n)`` on, and 0 too for odd n. The option sets only
    grow along a class, so one growing set for each class gives all mexes. O(n).
    """
    seen: dict[int, set[int]] = {}
    least: dict[int, int] = {}
    stated = values.tolist()
    for n, value in enumerate(stated):
        low = smallest(n)
        if low not in seen:
            seen[low] = {stated[0]} if low == 1 else set()
            least[low] = 0
        while least[low] in seen[low]:
            least[low] += 1
        truth = least[low] if n > 0 else 0
        if value != truth:
            raise Rejected(f"the heap {n}: the mex is {truth}, the table says {value}")
        if low == 0 or n > 0:
            seen[low].add(value)


def verify_rook(values: NDArray[Any]) -> None:
    """Is every entry the mex of the entries before it in its row and column?

    The values seen in a row or column are the bits of an integer.
    """
    columns = [0] * values.shape[1]
    for a, row in enumerate(values.tolist()):
        seen = 0
        for b, value in enumerate(row):
            options = seen | columns[b]
            truth = (~options & (options + 1)).bit_length() - 1
            if value != truth:
                raise Rejected(f"the cell ({a}, {b}): the mex is {truth}, the table says {value}")
            seen |= 1 << value
            columns[b] |= 1 << value
