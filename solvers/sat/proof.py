"""Refutations as arrays: DRAT as an engine writes it, LRAT with the clauses that prove each lemma.

Text is read and written here and nowhere else; in between a proof is two arrays of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.sat.cnf import Cnf


class ProofError(Exception):
    """The proof does not refute the formula; the message names the first bad line."""

    exit_status = 2


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of integers: row ``i`` is ``numbers[ends[i]:ends[i + 1]]``."""

    numbers: NDArray[np.int32]
    ends: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ends) - 1

    def __iter__(self) -> Iterator[list[int]]:
        flat, ends = self.numbers.tolist(), self.ends.tolist()
        return (flat[ends[i] : ends[i + 1]] for i in range(len(self)))

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many numbers each row holds."""
        return np.diff(self.ends)

    def choose(self, rows: NDArray[np.int64]) -> Rows:
        """These rows, in this order. O(size)."""
        starts, ends = self.ends[rows], _ends(self.lengths[rows])
        places = np.arange(ends[-1]) + np.repeat(starts - ends[:-1], np.diff(ends))
        return Rows(self.numbers[places], ends)

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Rows:
        """Rows from any nested sequence. O(size)."""
        lengths = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
        return cls(np.array([x for row in rows for x in row], dtype=np.int32), _ends(lengths))


def _numbers(text: str) -> NDArray[np.int32]:
    """All numbers of a text that should hold nothing else, in a few passes over it."""
    signs = sum(text.count(blank + "-") for blank in " \n") + text.startswith("-")
    lone = any(sign in text for sign in ("--", "- ", "-\n")) or text.endswith("-")
    if text.translate(_ALLOWED) or signs != text.count("-") or lone:
        raise ProofError("the proof holds something that is no number")
    if not text:  # NumPy reads a number there
        return np.zeros(0, dtype=np.int32)
    found = np.fromstring(text, dtype=np.int64, sep=" ")  # any blanks
    if found.max(initial=0) >= 1 << 31 or found.min(initial=0) <= -1 << 31:
        raise ProofError("the proof holds a number that is too large")
    return found.astype(np.int32)


_ALLOWED = str.maketrans("", "", "-0123456789 \n")


def _ends(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    ends = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=ends[1:])
    return ends


@dataclass(frozen=True, slots=True)
class Drat:
    """The lemmas that an engine added, and the clauses that it deleted, in its order."""

    clauses: Rows
    deleted: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.clauses)

    @classmethod
    def read(cls, lines: Sequence[str]) -> Drat:
        """The proof in DRAT's text form; raises :class:`ProofError`. O(size)."""
        deleted = np.fromiter((line.startswith("d") for line in lines), np.bool_, len(lines))
        flat = _numbers("\n".join(line.removeprefix("d") for line in lines))
        stops = np.flatnonzero(flat == 0)
        if len(stops) != len(lines) or not all(f" {line}".endswith(" 0") for line in lines):
            raise ProofError("every line of a proof must end with its only 0")
        lengths = np.diff(stops, prepend=-1) - 1
        return cls(Rows(flat[flat != 0], _ends(lengths)), deleted)

    def closed(self) -> Drat:
        """The proof with the empty clause at its end, which some engines leave unsaid."""
        if len(self) and not self.deleted[-1] and self.clauses.lengths[-1] == 0:
            return self
        ends = np.append(self.clauses.ends, self.clauses.ends[-1])
        return Drat(Rows(self.clauses.numbers, ends), np.append(self.deleted, False))

    def lines(self) -> Iterator[str]:
        """The proof in DRAT's text form."""
        for row, deleted in zip(self.clauses, self.deleted.tolist(), strict=True):
            yield ("d " if deleted else "") + " ".join(map(str, (*row, 0)))


@dataclass(frozen=True, slots=True)
class Lrat:
    """A refutation with hints. Clause numbers count from 0: first the formula's, then
    the lemmas in order; the last lemma is empty."""

    formula: int
    lemmas: Rows
    hints: Rows

    @classmethod
    def read(cls, cnf: Cnf, lines: Sequence[str]) -> Lrat:
        """An LRAT proof of ``cnf`` as far as its first empty clause; deletions are left out.

        Nothing is checked here beyond the form; raises :class:`ProofError`. O(size).
        """
        place = {number + 1: number for number in range(len(cnf.clauses))}
        lemmas: list[list[int]] = []
        hints: list[list[int]] = []
        for number, line in enumerate(lines, 1):
            words = line.split()
            if not words or (len(words) > 1 and words[1] == "d"):
                continue
            try:
                numbers = [int(word) for word in words]
                middle = numbers.index(0)
                hints.append([place[hint] for hint in numbers[middle + 1 : -1]])
            except (ValueError, KeyError):
                raise ProofError(f"proof line {number} is not LRAT") from None
            lemmas.append(numbers[1:middle])
            place[numbers[0]] = len(cnf.clauses) + len(lemmas) - 1
            if not lemmas[-1]:
                return cls(len(cnf.clauses), Rows.of(lemmas), Rows.of(hints))
        raise ProofError("the proof ends without the empty clause")

    def trimmed(self) -> Lrat:
        """The same without the lemmas that the empty clause does not need. O(size)."""
        needed = np.zeros(len(self.lemmas), dtype=np.bool_)
        needed[-1] = True
        flat, ends = self.hints.numbers - self.formula, self.hints.ends.tolist()
        for index in range(len(needed) - 1, -1, -1):
            if needed[index]:
                used = flat[ends[index] : ends[index + 1]]
                needed[used[used >= 0]] = True
        return self.kept(needed)

    def kept(self, needed: NDArray[np.bool_]) -> Lrat:
        """The same with these lemmas alone, which name none of the others. O(size)."""
        rows = np.flatnonzero(needed)
        hints = self.hints.choose(rows)
        new = np.concatenate([np.arange(self.formula), self.formula + np.cumsum(needed) - 1])
        renamed = Rows(new[hints.numbers].astype(np.int32), hints.ends)
        return Lrat(self.formula, self.lemmas.choose(rows), renamed)

    def literals_named(self, clauses: Sequence[Sequence[int]]) -> int:
        """The literals of all clauses that the hints name, each as often as it is named: what
        following them takes. ``clauses`` is the formula. O(size)."""
        sizes = np.array([*map(len, clauses), *self.lemmas.lengths], dtype=np.int64)
        return int(sizes[self.hints.numbers].sum())

    def drat(self) -> Drat:
        """The lemmas alone, which are a DRAT proof."""
        return Drat(self.lemmas, np.zeros(len(self.lemmas), dtype=np.bool_))

    def lines(self) -> Iterator[str]:
        """The proof in LRAT's text form (clause numbers from 1 there)."""
        for number, (lemma, hints) in enumerate(zip(self.lemmas, self.hints, strict=True), 1):
            named = (hint + 1 for hint in hints)
            yield " ".join(map(str, (self.formula + number, *lemma, 0, *named, 0)))


@dataclass(frozen=True, slots=True)
class Proof:
    """A solver's refutation of ``cnf``."""

    cnf: Cnf
    steps: Drat | Lrat
