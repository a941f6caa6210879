"""Clauses and their refutations as other programs write them: DIMACS and LRAT."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.clauses.lrat import check_refutation

NUMBER = re.compile(r"-?[0-9]{1,18}")
"""A number of a text file; those of clauses in long proofs pass 32 bits."""


def read_dimacs(lines: Iterable[str]) -> list[list[int]]:
    """The clauses of a DIMACS file; raises :class:`Rejected`, also for ``p wcnf`` and others."""
    numbers: list[int] = []
    for line in lines:
        if line.startswith("p") and line.split()[:2] != ["p", "cnf"]:
            raise Rejected(f"not a file of clauses: {line.strip()[:60]!r}")
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
    """The numbers of a line, in the digits that every reader of such files takes for the same."""
    words = line.split()
    if not all(NUMBER.fullmatch(word) for word in words):
        raise Rejected(f"expected numbers: {line.strip()[:60]!r}")
    return [int(word) for word in words]


def _flatten(clauses: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    ends = np.zeros(len(clauses) + 1, dtype=np.int64)
    np.cumsum([len(clause) for clause in clauses], out=ends[1:])
    flat = np.fromiter((x for clause in clauses for x in clause), dtype=np.int64)
    return flat, ends
