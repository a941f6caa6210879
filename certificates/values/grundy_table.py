"""A table of Grundy values, every one of them checked as a mex from the rules alone."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.impartial_answers import (
    DERIVES,
    conclude_values,
    whole,
    winning_texts,
)
from gameproof.games.impartial import sum as sums
from gameproof.games.impartial.impartial import Impartial
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL
from gameproof.games.meaning.position import Decomposes
from gameproof.games.meaning.statement import Is, quantity

Move = TypeVar("Move", bound=Hashable)


class GrundyTable(Certificate, frozen=True, tag="grundy-table"):
    """``values`` gives the Grundy value of every part that play can reach, by its key."""

    values: dict[str, int]


def conclude(goal: Goal[Impartial[Move]], certificate: GrundyTable) -> Conclusion:
    """Walk everything below the position and verify each value.

    The value of a part is the mex over its moves of the XOR of the parts that
    the move leaves; a missing part, a wrong mex or a play that returns to an
    earlier part is rejected. Proportional to the moves of all parts reached, which are
    all in the table.
    """
    position = goal.position
    if not isinstance(position, Decomposes):
        # redundant: Law.SUM promises it
        raise Rejected("the position does not say what its parts are")
    table = _Table(certificate)

    def value() -> int:
        return table.total(position)

    if goal.question == "equal" and isinstance(position, sums.Position):
        sums.two_components(position)
        same = value() == 0
        one, other = position.names
        return Conclusion(
            (Is(quantity("equal"), same),), f"{one} and {other} are{'' if same else ' not'} equal"
        )
    return conclude_values(
        goal,
        value,
        lambda: winning_texts(position, lambda move: table.total(position.play(move))),
    )


class _Table:
    """The table, and the keys of the parts whose values are verified."""

    def __init__(self, certificate: GrundyTable) -> None:
        self.values = certificate.values
        self.verified: set[str] = set()

    def stated(self, key: str) -> int:
        """What the table says of a part; raises :class:`Rejected`."""
        if key not in self.values:
            raise Rejected(f"no Grundy value for the position {key[:60]!r}")
        return whole(f"value of {key[:60]}", self.values[key])

    def total(self, position: Impartial[Move]) -> int:
        """The XOR of the parts' values, after they are verified."""
        parts = position.parts()
        if not parts and position.result() is None:
            raise Rejected("a position without parts still has moves")
        total = 0
        for part in parts:
            self._verify(part)
            total ^= self.values[part.key()]
        return total

    def _verify(self, root: Impartial[Move]) -> None:
        """Depth-first through the parts below ``root``."""
        opened: set[str] = set()
        stack: list[tuple[str, Impartial[Move]]] = [(root.key(), root)]
        while stack:
            key, part = stack[-1]
            if key in self.verified:
                stack.pop()
                continue
            claimed = self.stated(key)
            seen: set[int] = set()
            waiting: dict[str, Impartial[Move]] = {}
            for move in part.moves():
                total = 0
                for child in part.play(move).parts():
                    name = child.key()
                    # Asked at once: the moves of a heap are more than any table holds.
                    total ^= self.stated(name)
                    if name in opened or name == key:
                        # redundant: the scope asks that plays end; else this would not
                        raise Rejected(f"the play can return to the position {name[:60]!r}")
                    if name not in self.verified:
                        waiting[name] = child
                seen.add(total)
            if waiting:
                opened.add(key)
                stack.extend(waiting.items())
                continue
            least = 0
            while least in seen:
                least += 1
            if least != claimed:
                raise Rejected(
                    f"position {key[:60]!r}: the mex is {least}, the table says {claimed}"
                )
            self.verified.add(key)
            opened.discard(key)
            stack.pop()


def reply(position: Impartial[Move], certificate: GrundyTable) -> Move | None:
    """A move to a P-position by the table, ``None`` where it gives none."""
    table = certificate.values
    for move in position.moves():
        values = [table.get(part.key()) for part in position.play(move).parts()]
        total = 0
        for value in values:
            total ^= value or 0
        if total == 0 and None not in values:
            return move
    return None


KIND = Kind(
    record=GrundyTable,
    scope=Scope(derives=(*DERIVES, "equal"), laws=IMPARTIAL_NORMAL),
    theorem="a position is equal to the Nim heap of the mex of its options' values, a sum to that "
    "of their XOR (Sprague 1935; Grundy 1939); two games are equal iff their sum is a P-position",
    evidence="the Grundy value of each part that play can reach; every one is checked as a mex",
    conclude=conclude,
    reply=reply,
)
