"""Grundy values: every part that play can reach is worth the least number that no move leaves.

Parts are named (``Impartial.name``): by their keys, or by what they are up to an isomorphism, so
that one row stands for all copies. A part that is a heap of a take-and-break game has its value
from a table of heaps, which may repeat for ever (``heap_tables``).

Where there are too many parts some have no value but numbers that their values are not: in a
sum of which all other parts are known that tells that the sum is not k. So a part has the value v
when for each smaller number some move leaves a sum of that value, and every move leaves one whose
value is another than v; and it has not the value k when some move leaves a sum of the value k.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Generic, NamedTuple

import msgspec
import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.impartial_answers import (
    MISERE,
    conclude_misere,
    conclude_values,
    whole,
)
from gameproof.games.impartial.closed_form import bound_of
from gameproof.games.impartial.impartial import Genus, Impartial, Move, tame_sum
from gameproof.games.meaning.answers import digits
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL
from gameproof.games.meaning.outcomes import OF_GRUNDY_VALUES
from gameproof.games.meaning.statement import Is, quantity

if TYPE_CHECKING:
    from gameproof.certificates.values.heap_tables import HeapTable

MOST_MOVES = 1 << 20
"""Of a position whose winning moves are listed."""


class Mex(Certificate, frozen=True, tag="mex", omit_defaults=True):
    """``values`` gives the Grundy value of every part that play can reach, by its name;
    ``excluded`` numbers that the values of others are not. ``heaps`` gives those of the heaps 0,
    1, ...; from ``preperiod`` on they repeat with ``period`` (0: nothing is claimed beyond the
    table). For misere play ``misere`` gives the misere value of every part too."""

    values: dict[str, int]
    heaps: np.ndarray = msgspec.field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    preperiod: int = 0
    period: int = 0
    excluded: dict[str, list[int]] = msgspec.field(default_factory=dict)
    misere: dict[str, int] | None = None


def conclude(goal: Goal[Impartial[Hashable]], certificate: Mex) -> Conclusion:
    """Verify what the answer rests on, and what that rests on, a part of each name once.
    Proportional to the moves of one part of each name, and the work of the table of heaps."""
    position, question = goal.position, goal.question
    rows: Rows[Hashable] = Rows(position, certificate)
    if rows.heaps is not None:
        rows.heaps.verify()
        if question == "period":
            found = rows.heaps.period_text()
            return Conclusion((Is(quantity("period"), found),), f"the Grundy values have {found}")
        if question == "no-period":
            to = bound_of(goal.arguments)
            is_late = rows.heaps.repeats_late(to)
            said = (
                f"the Grundy values have {'no' if is_late else 'a'} period that is, with what is "
            )
            said += f"before it, at most {digits(to)} long"
            return Conclusion((Is(quantity(question, goal.arguments), is_late),), said)
    if question == "equal":
        return _equal(position, rows)
    if question == MISERE:
        return conclude_misere(goal, rows.misere(position))

    def value() -> int:  # of an outcome only whether it is 0
        if question == "outcome":
            return int(not rows.equals(position, 0))
        return rows.total(position)

    return conclude_values(
        goal,
        value,
        lambda: rows.winning(position),
        ", by the proved period" if rows.heaps is not None and rows.heaps.period else "",
    )


def _equal(whole: Impartial[Hashable], rows: Rows[Hashable]) -> Conclusion:
    """Are the two components of a sum equal?"""
    from gameproof.games.impartial import sum as sums

    position: object = whole
    if not isinstance(position, sums.Position):
        raise Rejected("two components of a sum are compared")
    sums.two_components(position)
    same = rows.equals(whole, 0)
    one, other = position.names
    said = f"{one} and {other} are{'' if same else ' not'} equal"
    return Conclusion((Is(quantity("equal"), same),), said)


class Row(NamedTuple, Generic[Move]):
    """What a row says of a part: its value (``None``), or a ``number`` that its value is not."""

    part: Impartial[Move]
    name: str
    number: int | None


class Rows(Generic[Move]):
    """The rows of a certificate, and those that are verified."""

    def __init__(self, position: Impartial[Move], certificate: Mex) -> None:
        self.certificate = certificate
        self.heaps: HeapTable | None = None
        if certificate.heaps.size and certificate.misere is None:  # the table is of normal play
            from gameproof.certificates.values.heap_tables import HeapTable

            self.heaps = HeapTable(
                position.heap_code(), certificate.heaps, certificate.preperiod, certificate.period
            )
        # By the keys of parts; a heap of the table has no name.
        self.stated: dict[str, tuple[str | None, Genus | None]] = {}
        self.verified: set[tuple[str, int | None]] = set()

    def total(self, position: Impartial[Move]) -> int:
        """The value of a position, after what it rests on is verified; raises :class:`Rejected`
        also where some part has no value."""
        total, rows = self.rests_on(position, None)
        self._verify(rows)
        return 0 if total is None else total[0]

    def equals(self, position: Impartial[Move], k: int) -> bool:
        """Is the value ``k``, after what tells it is verified? Raises :class:`Rejected` where
        the rows leave it open."""
        total, rows = self.rests_on(position, k)
        self._verify(rows)
        return total is not None and total[0] == k

    def misere(self, position: Impartial[Move]) -> Genus:
        """The genus of a tame position, after those of its parts are verified."""
        if self.certificate.misere is None:
            raise Rejected("the table says nothing of misere play")
        total, rows = self.rests_on(position, None)
        self._verify(rows)
        return total or (0, 1)

    def winning(self, position: Impartial[Move]) -> list[str]:
        """The moves that leave a position of value 0."""
        moves = list(islice(position.moves(), MOST_MOVES + 1))
        if len(moves) > MOST_MOVES:
            raise Rejected(f"more than {MOST_MOVES} moves are not listed")
        return [position.move_text(m) for m in moves if self.equals(position.play(m), 0)]

    def value(self, part: Impartial[Move]) -> tuple[str | None, Genus | None]:
        """The name of a part, ``None`` for a heap of the table, and what its row states, with a 0
        where nothing is said of misere play; ``None`` without a row."""
        key = part.key()
        found = self.stated.get(key)
        if found is None:
            heap = None if self.heaps is None else part.heap()
            if heap is not None and self.heaps is not None:
                found = None, (self.heaps.value(heap), 0)
            else:
                name = part.name()
                found = name, self._row(name)
            self.stated[key] = found
        return found

    def _row(self, name: str) -> Genus | None:
        if name not in self.certificate.values:
            return None
        value, other = whole(f"value of {name[:60]}", self.certificate.values[name]), 0
        if self.certificate.misere is not None:
            other = whole(f"misere value of {name[:60]}", self.certificate.misere.get(name))
        return value, other

    def summed(self, values: Iterable[Genus]) -> Genus:
        """What follows for a sum of parts."""
        if self.certificate.misere is not None:
            return tame_sum(values)
        total = 0
        for value, _ in values:
            total ^= value
        return total, 0

    def rests_on(
        self, position: Impartial[Move], k: int | None
    ) -> tuple[Genus | None, Sequence[Row[Move]]]:
        """The value of a sum by the rows, ``None`` where they only say that it is not ``k``; and
        the rows that say so. Raises :class:`Rejected` where none do."""
        parts = position.parts()
        if not parts and position.result() is None:
            raise Rejected("a position without parts still has moves")
        known, values, unknown = [], [], dict[str, Row[Move]]()
        for part in parts:
            name, value = self.value(part)
            if value is not None:
                values.append(value)
                if name is not None:
                    known.append(Row(part, name, None))
            elif name in unknown and self.certificate.misere is None:
                del unknown[name]  # G + G = 0
            elif name is not None:
                unknown[name] = Row(part, name, None)
        total = self.summed(values)
        if not unknown:
            return total, known
        part, name, _ = next(iter(unknown.values()))
        if len(unknown) == 1 and k is not None and self.certificate.misere is None:
            number = total[0] ^ k
            if number in self.certificate.excluded.get(name, ()):
                return None, [*known, Row(part, name, number)]
        raise Rejected(f"no value for the position {name[:60]!r}")

    def _verify(self, rows: Iterable[Row[Move]]) -> None:
        """Verify rows, and all that they rest on. Every move leads on and no play goes on for
        ever, so no argument is circular, in whatever order they are looked at."""
        waiting = list(rows)
        while waiting:
            row = waiting.pop()
            if row[1:] not in self.verified:
                self.verified.add(row[1:])
                waiting += self._mex(row) if row.number is None else self._option(row)

    def _mex(self, row: Row[Move]) -> list[Row[Move]]:
        """The rows by which the value of a part is the mex over its moves."""
        part, name, _ = row
        claimed = self.value(part)[1]
        if claimed is None:
            # redundant: only rows with a value are asked for without a number
            raise Rejected(f"no value for the position {name[:60]!r}")
        seen: set[Genus | None] = set()
        needed = []
        for move in part.unlike_moves():
            total, rows = self.rests_on(part.play(move), claimed[0])
            seen.add(total)
            needed += [row for row in rows if row[1:] not in self.verified]
        after = [genus for genus in seen if genus is not None]
        least, other = _mex({value for value, _ in after}), 0
        if self.certificate.misere is not None:
            other = _mex({value for _, value in after}) if after else 1
        if (least, other) != claimed:
            misere = "" if self.certificate.misere is None else f", of misere play {other}"
            says = claimed[0] if self.certificate.misere is None else claimed
            raise Rejected(
                f"position {name[:60]!r}: the mex is {least}{misere}, the table says {says}"
            )
        return needed

    def _option(self, row: Row[Move]) -> Sequence[Row[Move]]:
        """The rows by which some move in a part leaves a sum of this value."""
        part, name, number = row
        for move in part.unlike_moves():
            with suppress(Rejected):  # what the move leaves has no value
                total, rows = self.rests_on(part.play(move), None)
                if total is not None and total[0] == number:
                    return rows
        raise Rejected(f"position {name[:60]!r}: no move leaves {number}, which is excluded")


def _mex(values: set[int]) -> int:
    return next(k for k in range(len(values) + 1) if k not in values)


KIND: Kind[Impartial[Hashable], Mex] = Kind(
    record=Mex,
    scope=Scope(
        derives=(*OF_GRUNDY_VALUES, "equal", "period", "no-period"),
        positions=(Impartial,),
        laws=IMPARTIAL_NORMAL,
    ),
    theorem="a position is equal to the Nim heap of the mex of its options' values, a sum to that "
    "of their XOR (Sprague 1935; Grundy 1939); two games are equal iff their sum is a P-position; "
    "isomorphic graphs have equal values, and paths of Kayles are the heaps of 0.137 and 0.07 "
    "(Winning Ways, chapter 4); values of heaps that repeat long enough repeat for ever (Guy, "
    "Smith 1956; Siegel, Combinatorial Game Theory, theorem IV.2.7); in misere play tame games add "
    "up as those of Nim (Conway, On Numbers and Games, chapter 12)",
    evidence="the Grundy value of each part that play can reach, for misere play the misere value "
    "too; of some parts only what it is not, by a move to that value; of heaps a table with its "
    "period; every value is checked as a mex",
    conclude=conclude,
)
