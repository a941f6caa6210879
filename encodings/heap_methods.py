"""Methods shared by the games on separate heaps: laws, tables, mexes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.heap_laws import law_of
from gameproof.certificates.heap_table import HeapTable
from gameproof.certificates.heap_values import HeapValues, answer, reply
from gameproof.certificates.nim_value import QUESTIONS
from gameproof.encodings.impartial import claim_of, table_methods
from gameproof.encodings.method import Finding, Method, Options
from gameproof.games.game import BadInput
from gameproof.solvers.limits import Limits

TABLE_LIMIT = 2000
"""Heaps up to this total are also evaluated from the rules alone, as a second opinion."""


def by_law(question: str) -> Callable[[Any, Limits, Options], Finding]:
    """Answer by the closed form of the heaps' values, in time that does not grow with them."""

    def run(position: Any, limits: Limits, options: Options) -> Finding:
        law = law_of(position)
        if law is None:
            raise BadInput("no closed form is known for this game")
        values = [law.value(n) for n in position.heaps]
        certificate = HeapValues([str(value) for value in values])
        truth = answer(position, claim_of(question, options), values, law.lower)
        detail = {"values": certificate.values}
        move = reply(position, certificate) if truth == "N" else None
        if move is not None:
            detail["winning move"] = position.move_text(move)
        return Finding(truth, certificate, {}, detail)

    return run


def bound_of(options: Options, largest: int) -> int:
    """The bound ``--to``, checked; raises :class:`BadInput`."""
    to = options.arguments.get("to", 1000)
    if isinstance(to, bool) or not isinstance(to, int) or not 0 <= to <= largest:
        raise BadInput(f"a size from 0 to {largest} is needed, not {to}", "to")
    return to


def closed_form(
    table: Callable[[Any, int, Limits], NDArray[Any]], largest: int
) -> Callable[[Any, Limits, Options], Finding]:
    """Test the law on the table that ``table(position, to, limits)`` computes."""

    def run(position: Any, limits: Limits, options: Options) -> Finding:
        to = bound_of(options, largest)
        law = law_of(position)
        if law is None:
            raise BadInput("no closed form is known for this game")
        values = table(position, to, limits)
        if values.ndim == 2:
            axis = np.arange(to + 1)
            stated = axis[:, None] ^ axis[None, :]
        else:
            stated = np.array([law.value(n) for n in range(to + 1)])
        wrong = np.argwhere(values != stated)
        detail = {"law": law.name}
        if len(wrong):
            detail["fails at"] = " ".join(map(str, wrong[0].tolist()))
        return Finding(
            "no" if len(wrong) else "yes", HeapTable(values), {"entries": values.size}, detail
        )

    return run


def growing_classes(
    position: Any, to: int, limits: Limits, smallest: Callable[[int], int]
) -> NDArray[np.int32]:
    """Values when heap n may become every smaller size of its class.

    ``smallest(n)`` is 0 when every smaller size is an option; otherwise the sizes of
    the parity of n from there on, and 0 as well for odd n. One growing set of values
    for each class, so O(to) in all.
    """
    values = np.zeros(to + 1, dtype=np.int32)
    seen: dict[int, set[int]] = {0: set(), 1: {0}, 2: set()}
    least = {0: 0, 1: 0, 2: 0}
    for n in range(to + 1):
        if n % 65536 == 0:
            limits.check()
        low = smallest(n)
        if n > 0:
            while least[low] in seen[low]:
                least[low] += 1
            values[n] = least[low]
        if low == 0 or n > 0:
            seen[low].add(int(values[n]))
    return values


def law_methods(theorem: str, applies: Callable[[Any], bool]) -> tuple[Method, ...]:
    """The law, then mexes from the rules alone for small heaps."""
    return (
        *(Method(question, "law", by_law(question), theorem, applies) for question in QUESTIONS),
        *table_methods(applies=lambda position: sum(position.heaps) <= TABLE_LIMIT),
    )
