"""A checker for refutations with hints (LRAT restricted to RUP), sharing no code with solvers.

Clauses are numbered from 0: the formula's first, then the lemmas. Lemma ``i`` names
clauses known before it; taking its literals as false, each hint in turn must be unit
(its literal then counts as true) or wholly false, which ends the lemma's proof. So
every lemma follows from the formula, and the last lemma is empty: the formula is
unsatisfiable. One pass, O(total size of the clauses named).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected

COMPILE_FROM = 20_000
"""Hints from which the compiled pass is worth its half second of loading."""

SLICE = 200_000
"""Lemmas between two chances for Ctrl-C."""

_compiled: list[Any] = []


def check_refutation(
    clauses: Sequence[Sequence[int]],
    literals: Any,
    ends: Any,
    hints: Any,
    hint_ends: Any,
) -> None:
    """Accept, or raise :class:`Rejected` with the first reason.

    ``clauses`` is the formula. Lemma ``i`` is ``literals[ends[i]:ends[i + 1]]`` with
    the hints ``hints[hint_ends[i]:hint_ends[i + 1]]``; these four may hold anything.
    """
    lemma_numbers = _numbers(literals, "lemmas")
    lemma_ends = _ends(ends, len(lemma_numbers), "lemma")
    hint_numbers = _numbers(hints, "hints")
    hint_stops = _ends(hint_ends, len(hint_numbers), "hint")
    count = len(lemma_ends) - 1
    if len(hint_stops) - 1 != count:
        raise Rejected(f"{count} lemmas come with {len(hint_stops) - 1} rows of hints")
    if count == 0 or lemma_ends[-1] != lemma_ends[-2]:
        raise Rejected("the last lemma is not the empty clause")
    formula = _flatten(clauses)
    everything = np.concatenate([formula[0], lemma_numbers])
    if (everything == 0).any():
        raise Rejected("a lemma holds the literal 0")
    bounds = np.concatenate([formula[1], lemma_ends[1:] + len(formula[0])])
    # Numbers of variables are only names: make them dense, so a huge one costs nothing.
    _, dense = np.unique(np.abs(everything), return_inverse=True)
    codes = (2 * dense + (everything < 0)).astype(np.int64)
    known = len(clauses)
    mark = np.zeros(2 * (int(dense.max(initial=0)) + 1), dtype=np.int64)
    for start in range(0, count, SLICE):
        stop = min(start + SLICE, count)
        args = (codes, bounds, known, hint_numbers, hint_stops, mark, start, stop)
        if len(hint_numbers) >= COMPILE_FROM:
            failed = int(_compile()(*args))
        else:
            failed = first_bad_lemma(
                codes.tolist(),
                bounds.tolist(),
                known,
                hint_numbers.tolist(),
                hint_stops.tolist(),
                mark.tolist(),
                start,
                stop,
            )
        if failed >= 0:
            raise Rejected(f"lemma {failed} of {count} does not follow from its hints")


def first_bad_lemma(
    codes: Any,
    bounds: Any,
    known: int,
    hints: Any,
    hint_ends: Any,
    mark: Any,
    start: int,
    stop: int,
) -> int:
    """The first lemma in ``start..stop`` that its hints do not prove, or -1.

    ``mark[code]`` is the number (from 1) of the last lemma under which the literal
    was true. Runs as plain Python on lists and, compiled, on arrays.
    """
    for lemma in range(start, stop):
        stamp = lemma + 1
        clause = known + lemma
        for place in range(bounds[clause], bounds[clause + 1]):
            mark[codes[place] ^ 1] = stamp
        proved = False
        for row in range(hint_ends[lemma], hint_ends[lemma + 1]):
            hint = hints[row]
            if hint < 0 or hint >= clause:
                return lemma
            free = 0
            unit = -1
            for place in range(bounds[hint], bounds[hint + 1]):
                if mark[codes[place] ^ 1] != stamp:
                    if codes[place] != unit:
                        free += 1
                    unit = codes[place]
            if free == 0:
                proved = True
                break
            if free > 1:
                return lemma
            mark[unit] = stamp
        if not proved:
            return lemma
    return -1


def _compile() -> Any:
    """The same pass, compiled (kept on disk after the first time)."""
    if not _compiled:
        from numba import njit

        _compiled.append(njit(cache=True)(first_bad_lemma))
    return _compiled[0]


def _numbers(values: Any, what: str) -> NDArray[np.int64]:
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


def _ends(values: Any, size: int, what: str) -> NDArray[np.int64]:
    """Ends of rows: from 0 to ``size``, never falling."""
    array = _numbers(values, f"{what} ends")
    if len(array) == 0 or array[0] != 0 or array[-1] != size or (np.diff(array) < 0).any():
        raise Rejected(f"the {what} ends do not divide the {what}s into rows")
    return array


def _flatten(clauses: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    ends = np.zeros(len(clauses) + 1, dtype=np.int64)
    np.cumsum([len(clause) for clause in clauses], out=ends[1:])
    flat = np.fromiter((x for clause in clauses for x in clause), dtype=np.int64)
    return flat, ends


def read_dimacs(lines: Iterable[str]) -> list[list[int]]:
    """The clauses of a DIMACS file; raises :class:`Rejected`."""
    numbers: list[int] = []
    for line in lines:
        if line.startswith(("c", "p")) or not line.strip():
            continue
        numbers.extend(_integers(line))
    clauses: list[list[int]] = [[]]
    for number in numbers:
        if number:
            clauses[-1].append(number)
        else:
            clauses.append([])
    if clauses.pop():
        raise Rejected("the last clause of the file has no closing 0")
    return clauses


def check_lrat_text(clauses: Sequence[Sequence[int]], lines: Iterable[str]) -> str:
    """Check an LRAT file's lines against a formula; a sentence, or :class:`Rejected`.

    Deletion lines are skipped: what was proved stays proved.
    """
    place = {number + 1: number for number in range(len(clauses))}
    lemmas: list[list[int]] = []
    hints: list[list[int]] = []
    for line in lines:
        words = line.split()
        if not words or words[0] == "c" or (len(words) > 1 and words[1] == "d"):
            continue
        numbers = _integers(line)
        if numbers.count(0) != 2 or numbers[-1] != 0 or numbers[0] in place or numbers[0] <= 0:
            raise Rejected(f"not a line of an LRAT proof: {line.strip()[:60]!r}")
        middle = numbers.index(0)
        try:
            hints.append([place[hint] for hint in numbers[middle + 1 : -1]])
        except KeyError as error:
            raise Rejected(f"clause {numbers[0]} names the unknown clause {error}") from None
        lemmas.append(numbers[1:middle])
        place[numbers[0]] = len(clauses) + len(lemmas) - 1
        if not lemmas[-1]:
            break
    if not lemmas or lemmas[-1]:
        raise Rejected("the proof never reaches the empty clause")
    flat, ends = _flatten(lemmas)
    hint_flat, hint_ends = _flatten(hints)
    check_refutation(clauses, flat, ends, hint_flat, hint_ends)
    return f"the {len(clauses)} clauses are unsatisfiable: {len(lemmas)} lemmas checked"


def _integers(line: str) -> list[int]:
    try:
        return [int(word) for word in line.split()]
    except ValueError:
        raise Rejected(f"expected numbers: {line.strip()[:60]!r}") from None
