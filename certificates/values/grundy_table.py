"""A table of Grundy values, every one of them checked as a mex from the rules alone."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.impartial_answers import (
    DERIVES,
    MISERE,
    Genus,
    conclude_misere,
    conclude_values,
    tame_sum,
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
    """``values`` gives the Grundy value of every part that play can reach, by its key; for
    misere play ``misere`` gives its misere value too."""

    values: dict[str, int]
    misere: dict[str, int] | None = None


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
    if goal.question == MISERE:
        return conclude_misere(goal, table.misere(position))
    return conclude_values(
        goal,
        value,
        lambda: winning_texts(position, lambda move: table.total(position.play(move))),
    )


class _Table:
    """The table, and the keys of the parts whose values are verified."""

    def __init__(self, certificate: GrundyTable) -> None:
        self.values = certificate.values
        self.other = certificate.misere
        self.verified: set[str] = set()

    def stated(self, key: str) -> Genus:
        """What the table says of a part, the second number being of misere play, or 0 where
        nothing is said of that; raises :class:`Rejected`."""
        if key not in self.values:
            raise Rejected(f"no Grundy value for the position {key[:60]!r}")
        value = whole(f"value of {key[:60]}", self.values[key])
        if self.other is None:
            return value, 0
        if key not in self.other:
            raise Rejected(f"no misere value for the position {key[:60]!r}")
        return value, whole(f"misere value of {key[:60]}", self.other[key])

    def summed(self, genera: list[Genus]) -> Genus:
        """What follows for a sum of parts."""
        if self.other is not None:
            return tame_sum(genera)
        total = 0
        for value, _ in genera:
            total ^= value
        return total, 0

    def total(self, position: Impartial[Move]) -> int:
        """The XOR of the parts' values, after they are verified."""
        return self._genus(position)[0]

    def misere(self, position: Impartial[Move]) -> Genus:
        """The genus of a tame position, after those of its parts are verified."""
        if self.other is None:
            raise Rejected("the table says nothing of misere play")
        return self._genus(position)

    def _genus(self, position: Impartial[Move]) -> Genus:
        parts = position.parts()
        if not parts and position.result() is None:
            raise Rejected("a position without parts still has moves")
        for part in parts:
            self._verify(part)
        return self.summed([self.stated(part.key()) for part in parts])

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
            seen: set[Genus] = set()
            waiting: dict[str, Impartial[Move]] = {}
            for move in part.moves():
                genera = []
                for child in part.play(move).parts():
                    name = child.key()
                    # Asked at once: the moves of a heap are more than any table holds.
                    genera.append(self.stated(name))
                    if name in opened or name == key:
                        # redundant: the scope asks that plays end; else this would not
                        raise Rejected(f"the play can return to the position {name[:60]!r}")
                    if name not in self.verified:
                        waiting[name] = child
                seen.add(self.summed(genera))
            if waiting:
                opened.add(key)
                stack.extend(waiting.items())
                continue
            least = _mex({value for value, _ in seen})
            other = 0 if self.other is None else _mex({value for _, value in seen}) if seen else 1
            if (least, other) != claimed:
                misere = "" if self.other is None else f", of misere play {other}"
                says = claimed[0] if self.other is None else claimed
                raise Rejected(
                    f"position {key[:60]!r}: the mex is {least}{misere}, the table says {says}"
                )
            self.verified.add(key)
            opened.discard(key)
            stack.pop()


def _mex(values: set[int]) -> int:
    least = 0
    while least in values:
        least += 1
    return least


def reply(position: Impartial[Move], certificate: GrundyTable) -> Move | None:
    """A move to a P-position by the table, ``None`` where it gives none. Of normal play."""
    table = certificate.values
    if certificate.misere is not None:
        return None
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
    "of their XOR (Sprague 1935; Grundy 1939); two games are equal iff their sum is a P-position; "
    "in misere play tame games add up as those of Nim (Conway, On Numbers and Games, chapter 12)",
    evidence="the Grundy value of each part that play can reach, for misere play the misere value "
    "too; every one is checked as a mex",
    conclude=conclude,
    reply=reply,
)
