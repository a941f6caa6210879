"""A checker for refutations with hints (LRAT restricted to RUP), sharing no code with solvers.

Clauses are numbered from 0: the formula's first, then the lemmas. Lemma ``i`` names
clauses known before it; taking its literals as false, each hint in turn must be unit
(its literal then counts as true) or wholly false, which ends the lemma's proof. So
every lemma follows from the formula, and the last lemma is empty: the formula is
unsatisfiable. One pass, O(total size of the clauses named), which is known, and bounded, before
it begins: a short file may name a long clause very often.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected

SLICE = 4096
"""Lemmas that are read at a time: lists of numbers take ten times the room of arrays."""

MOST_LITERALS = 1 << 30
"""Literals that are looked at, once for every hint that names their clause: half a minute."""

FORGOTTEN = frozenset((0, 1 << 62))
"""In place of a clause that no lemma names any more: no literal of it is ever false."""


def check_refutation(
    clauses: Sequence[Sequence[int]],
    literals: object,
    ends: object,
    hints: object,
    hint_ends: object,
    *,
    most_literals: int = MOST_LITERALS,
    at_a_time: int = SLICE,
) -> None:
    """Accept, or raise :class:`Rejected` with the first reason.

    ``clauses`` is the formula. Lemma ``i`` is ``literals[ends[i]:ends[i + 1]]`` with
    the hints ``hints[hint_ends[i]:hint_ends[i + 1]]``; these four may hold anything.
    """
    lemmas = _numbers(literals, "lemmas")
    stops = _ends(ends, len(lemmas), "lemma")
    named = _numbers(hints, "hints")
    hint_stops = _ends(hint_ends, len(named), "hint")
    count = len(stops) - 1
    if len(hint_stops) - 1 != count:
        raise Rejected(f"{count} lemmas come with {len(hint_stops) - 1} rows of hints")
    if count == 0 or stops[-1] != stops[-2]:
        raise Rejected("the last lemma is not the empty clause")
    if (lemmas == 0).any() or any(0 in clause for clause in clauses):
        raise Rejected("a lemma holds the literal 0")
    number = np.repeat(np.arange(count), np.diff(hint_stops))
    beyond = (named < 0) | (named >= len(clauses) + number)
    if beyond.any():
        failed = int(number[np.argmax(beyond)])
        raise Rejected(f"lemma {failed} of {count} names a clause that is not known before it")
    work = literals_named(clauses, stops, named)
    if work > most_literals:
        raise Rejected(f"the hints name {work} literals, more than {most_literals}")
    # A clause is forgotten after the last lemma that names it.
    last = np.full(len(clauses) + count, -1, dtype=np.int64)
    np.maximum.at(last, named, number)
    known = [frozenset(clause) for clause in clauses]
    for start in range(0, count, at_a_time):
        stop = min(start + at_a_time, count)
        of, by = stops[start : stop + 1].tolist(), hint_stops[start : stop + 1].tolist()
        words = lemmas[of[0] : of[-1]].tolist()
        rows = named[by[0] : by[-1]].tolist()
        dying = (last[named[by[0] : by[-1]]] == number[by[0] : by[-1]]).tolist()
        used = (last[len(clauses) + start : len(clauses) + stop] >= 0).tolist()
        for i in range(stop - start):
            lemma = frozenset(words[of[i] - of[0] : of[i + 1] - of[0]])
            low, high = by[i] - by[0], by[i + 1] - by[0]
            if not follows(lemma, known, rows, low, high):
                raise Rejected(f"lemma {start + i} of {count} does not follow from its hints")
            for place in range(low, high):
                if dying[place]:
                    known[rows[place]] = FORGOTTEN
            known.append(lemma if used[i] else FORGOTTEN)


def literals_named(
    clauses: Sequence[Sequence[int]], ends: NDArray[np.int64], hints: NDArray[np.integer]
) -> int:
    """The total size of the clauses that the hints name. O(clauses + lemmas + hints)."""
    formula = np.fromiter(map(len, clauses), dtype=np.int64, count=len(clauses))
    sizes = np.concatenate([formula, np.diff(ends)])
    return int((np.bincount(hints, minlength=len(sizes)) * sizes).sum())


def follows(
    lemma: frozenset[int], known: list[frozenset[int]], hints: list[int], low: int, high: int
) -> bool:
    """Do the clauses ``hints[low:high]`` show the lemma by unit propagation?"""
    false = set(lemma)
    for place in range(low, high):
        free = known[hints[place]] - false
        if not free:
            return True
        if len(free) > 1:
            return False
        for literal in free:
            false.add(-literal)
    return False


def _numbers(values: object, what: str) -> NDArray[np.int64]:
    """A flat array of integers, or Rejected."""
    if isinstance(values, list) and not values:
        return np.zeros(0, dtype=np.int64)
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, OverflowError):
        raise Rejected(f"the {what} are not a row of integers") from None
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise Rejected(f"the {what} are not a row of integers")
    if array.size and (int(array.max()) > 2**31 or int(array.min()) < -(2**31)):
        raise Rejected(f"the {what} hold a number beyond 32 bits")
    return array.astype(np.int64)


def _ends(values: object, size: int, what: str) -> NDArray[np.int64]:
    """Ends of rows: from 0 to ``size``, never falling."""
    array = _numbers(values, f"{what} ends")
    if len(array) == 0 or array[0] != 0 or array[-1] != size or (np.diff(array) < 0).any():
        raise Rejected(f"the {what} ends do not divide the {what}s into rows")
    return array
