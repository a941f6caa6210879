"""Node and arc Kayles by the values of components, each stated once for all its copies.

Rows are named by graphs (``graph_names``). Paths and cycles need no rows: a path of n vertices
is a heap of n, in node Kayles under the octal code 0.137, in arc Kayles under 0.07, and all
moves in a cycle leave the same path.

Where there are too many components some have no value but numbers that their values are not:
in a sum of which all other parts are known that tells that the sum is not k. So a component has
the value v when for each smaller number some move leaves a sum of that value, and every move
leaves one whose value is another than v; and it has not the value k when some move leaves a sum
of the value k.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from typing import Generic

import msgspec
import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.graph_names import name_of, shape_of, twins
from gameproof.certificates.values.impartial_answers import (
    DERIVES,
    conclude_values,
    whole,
    winning_texts,
)
from gameproof.certificates.values.octal_tables import OctalTable
from gameproof.games.graph import neighbourhoods
from gameproof.games.impartial.impartial import Move
from gameproof.games.impartial.kayles import Kayles, NodePosition
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL

NODE_CODE, ARC_CODE = (0, 1, 3, 7), (0, 0, 7)
"""What a move takes from a path of n vertices: an end with what is next to it, or three in a
row (one, where there is but one); two in a row."""


class ComponentValues(Certificate, frozen=True, tag="component-values", omit_defaults=True):
    """``values`` gives the Grundy values of components that play can reach, up to isomorphism,
    by their names; ``excluded`` numbers that the values of others are not. Those of paths are
    the heaps of the octal game: ``paths``, with a ``period`` from ``preperiod`` on as in a
    certificate of the kind ``octal-values``."""

    values: dict[str, int]
    paths: np.ndarray
    preperiod: int
    period: int
    excluded: dict[str, list[int]] = msgspec.field(default_factory=dict)


Row = tuple[Kayles[Move], int | None]
"""What a row says of a component: its value (``None``), or a number that its value is not."""


def code_of(position: Kayles[Move]) -> tuple[int, ...]:
    """The octal code of paths."""
    return NODE_CODE if isinstance(position, NodePosition) else ARC_CODE


def conclude(goal: Goal[Kayles[Move]], certificate: ComponentValues) -> Conclusion:
    """Verify what the answer rests on, and what that rests on, a component of each name once.
    Proportional to the moves of one component of each name."""
    table = Components(goal.position, certificate)
    return conclude_values(goal, lambda: table.answer(goal.question), table.winning)


class Components(Generic[Move]):
    """The rows, and those that are verified."""

    def __init__(
        self, position: Kayles[Move], certificate: ComponentValues, *, trusted: bool = False
    ) -> None:
        """Verify the table of paths; what is ``trusted``, for play, is only read."""
        self.position, self.trusted = position, trusted
        self.near = neighbourhoods(position.graph)
        self.node = isinstance(position, NodePosition)
        self.paths = OctalTable(
            code_of(position),
            certificate.paths,
            certificate.preperiod,
            certificate.period,
            trusted=trusted,
        )
        self.values, self.excluded = certificate.values, certificate.excluded
        self.rows: dict[int, tuple[str, int | None]] = {}  # names and values by vertices
        self.verified: set[tuple[str, int | None]] = set()  # values (None), excluded numbers

    def answer(self, question: str) -> int:
        """The value of the position; of an outcome only whether it is 0."""
        if question == "outcome":
            return int(not self.equals(self.position, 0))
        return self.total(self.position)

    def winning(self) -> list[str]:
        """The moves that leave a position of value 0."""
        after = self.position.play
        return winning_texts(self.position, lambda move: int(not self.equals(after(move), 0)))

    def total(self, position: Kayles[Move]) -> int:
        """The XOR of the components' values, after they are verified; raises :class:`Rejected`
        also where one has no value."""
        total, rows = self._rests_on(position, None)
        self._verify(rows)
        return total or 0

    def equals(self, position: Kayles[Move], k: int) -> bool:
        """Is the XOR of the components' values ``k``, after what tells it is verified? Raises
        :class:`Rejected` where the rows leave it open."""
        total, rows = self._rests_on(position, k)
        self._verify(rows)
        return total == k

    def value(self, part: Kayles[Move]) -> int | None:
        """The value that the rows give to a component, not verified; ``None`` without one."""
        return self._row(part)[1]

    def _row(self, part: Kayles[Move]) -> tuple[str, int | None]:
        """The name of a component, ``""`` for a path or cycle, and its value by the rows."""
        row = self.rows.get(part.left)
        if row is None:
            shape = shape_of(self.near, part.left)
            if shape.kind == "path":
                row = "", self.paths.value(shape.n)
            elif shape.kind == "cycle":
                row = "", int(self.paths.value(shape.n - (3 if self.node else 2)) == 0)
            else:
                name = name_of(self.near, part.left)
                row = name, self.values.get(name)
                if row[1] is not None:
                    whole(f"value of {name[:60]}", row[1])
            self.rows[part.left] = row
        return row

    def _sum(self, parts: Iterable[Kayles[Move]]) -> tuple[int, list[Kayles[Move]]]:
        """The XOR of the values that the rows give, and the components without one."""
        total, unknown = 0, []
        for part in parts:
            value = self._row(part)[1]
            if value is None:
                unknown.append(part)
            else:
                total ^= value
        return total, unknown

    def _rests_on(
        self, position: Kayles[Move], k: int | None
    ) -> tuple[int | None, list[Row[Move]]]:
        """The value of a sum by the rows, ``None`` where they only say that it is not ``k``; and
        the rows that say so. Raises :class:`Rejected` where none do."""
        parts = position.parts()
        total, unknown = self._sum(parts)
        if not unknown:
            return total, [(part, None) for part in parts]
        name = self._row(unknown[0])[0]
        if k is None or len(unknown) > 1 or total ^ k not in self.excluded.get(name, ()):
            raise Rejected(f"no value for the component {name[:60]!r}")
        known = [(part, None) for part in parts if part is not unknown[0]]
        return None, [*known, (unknown[0], total ^ k)]

    def _verify(self, rows: Iterable[Row[Move]]) -> None:
        """Verify rows, and all that they rest on. Each is about fewer vertices than those that
        rest on it, so no argument is circular, in whatever order they are looked at."""
        waiting = list(rows)
        while waiting and not self.trusted:
            part, number = row = waiting.pop()
            if self._open(row):
                self.verified.add((self._row(part)[0], number))
                waiting += self._mex(part) if number is None else self._option(part, number)

    def _mex(self, part: Kayles[Move]) -> list[Row[Move]]:
        """The rows by which the value of a component is the mex over its moves."""
        name, claimed = self._row(part)
        seen: set[int | None] = set()
        needed = []
        for move in _moves(part, self.near):
            total, rows = self._rests_on(part.play(move), claimed)
            seen.add(total)
            needed += [row for row in rows if self._open(row)]
        found = next(k for k in range(len(seen) + 1) if k not in seen)
        if found != claimed:
            raise Rejected(f"component {name[:60]!r}: the mex is {found}, the table says {claimed}")
        return needed

    def _open(self, row: Row[Move]) -> bool:
        """Is a row still to be verified? Paths and cycles have none."""
        part, number = row
        name = self._row(part)[0]
        return name != "" and (name, number) not in self.verified

    def _option(self, part: Kayles[Move], number: int) -> list[Row[Move]]:
        """The rows by which some move in a component leaves a sum of this value."""
        for move in _moves(part, self.near):
            parts = part.play(move).parts()
            if self._sum(parts) == (number, []):
                return [(part, None) for part in parts]
        name = self._row(part)[0]
        raise Rejected(f"component {name[:60]!r}: no move leaves {number}, which is excluded")


def _moves(part: Kayles[Move], near: Sequence[int]) -> Iterable[Move]:
    """The moves, of those that an exchange of twins carries into one another the first."""
    first = twins(near, part.left)
    found: dict[tuple[int, ...], Move] = {}
    for move in part.moves():
        found.setdefault(tuple(sorted(first[v] for v in part.ends(move))), move)
    return found.values()


def reply(position: Kayles[Move], certificate: ComponentValues) -> Move | None:
    """A move to a P-position by the table, ``None`` where it gives none."""
    table = Components(position, certificate, trusted=True)
    for move in position.moves():
        with suppress(Rejected):  # what the move leaves is none of the table's
            if table.equals(position.play(move), 0):
                return move
    return None


KIND: Kind[Kayles[Hashable], ComponentValues] = Kind(
    record=ComponentValues,
    scope=Scope(derives=DERIVES, positions=(Kayles,), laws=IMPARTIAL_NORMAL),
    theorem="a position is equal to the Nim heap of the mex of its options' values, a sum to that "
    "of their XOR (Sprague 1935; Grundy 1939); isomorphic graphs have equal values; paths are "
    "the heaps of 0.137 and 0.07 (Winning Ways, chapter 4; periods: Guy, Smith 1956)",
    evidence="the Grundy value of each component up to isomorphism, and of paths with a period; "
    "every one is checked as a mex; of some only what it is not, by a move to that value",
    conclude=conclude,
    reply=reply,
)
