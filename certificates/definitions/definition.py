"""The definition of a quantity, evaluated: of everything, or of one object.

The certificate only says that the definition decides; whoever checks it evaluates the definition
of the question (``Question.defined_by``), within a bound on its steps. For a few quantities that
people ask for on larger boards a faster program stands beside this module, with its theorem. Some
of these are told in which parts to count, and by what symmetries parts are alike: that saves work,
and is believed no more than the number.

Or it holds an object. Each question that may be answered so says in ``games/`` what its objects
are, when one is an object at all, and what value it has (``Question.example``): a full board
without a whole set, the moves of a play, a closed walk. Nothing else is known here of any of them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import cast

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.definitions import answer, question_of
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import Rows
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, quantity
from gameproof.games.meaning.steps import STEPS, within

LARGEST = 1 << 31
"""Numbers of objects are smaller."""

_HERE = __package__
FASTER = {
    "count-drawn": f"{_HERE}.full_boards",
    "count-pairings": f"{_HERE}.full_boards",
    "drawn-position": f"{_HERE}.full_boards",
    "fewest-crosses": f"{_HERE}.full_boards",
    "goal-this-turn": "gameproof.games.counts.soccer_turns",
    "shortest-loop": "gameproof.games.counts.torus_walks",
    "turn-ends": "gameproof.games.counts.soccer_turns",
    "closed-form": f"{_HERE}.closed_forms",
    "equivalent": f"{_HERE}.closed_forms",
    "grundy": f"{_HERE}.closed_forms",
    "unique-representation": f"{_HERE}.closed_forms",
}
"""The modules whose ``faster(position, question, arguments)`` works out a quantity by a theorem,
and returns the value in a tuple, or none for positions that it is not about."""

IN_PARTS = ("count-drawn", "count-pairings")
"""The quantities whose modules have ``in_parts(position, question, arguments, parts, symmetries)``
too, which works them out part by part."""

Faster = Callable[[object, str, Mapping[str, Value]], tuple[Value] | None]
InParts = Callable[[object, str, Mapping[str, Value], list[int], NDArray[np.int64]], Value]


class Definition(Certificate, frozen=True, tag="definition"):
    """Nothing: the definition decides. Or an object, rows of numbers: row i is
    ``numbers[ends[i]:ends[i + 1]]``. Or how to count: the part of each cell, and symmetries, each
    a row with the image of every cell in every colour, the colours of a cell side by side."""

    numbers: np.ndarray | None = None
    ends: np.ndarray | None = None
    parts: np.ndarray | None = None
    symmetries: np.ndarray | None = None

    @classmethod
    def of(cls, rows: Iterable[Sequence[int]]) -> Definition:
        """The certificate of an object."""
        each = [list(map(int, row)) for row in rows]
        flat = [number for row in each for number in row]
        ends = np.cumsum([0, *map(len, each)], dtype=np.int32)
        return cls(np.array(flat, dtype=np.min_scalar_type(max(flat, default=0))), ends)

    @property
    def has_object(self) -> bool:
        """Does it hold an object?"""
        return self.numbers is not None or self.ends is not None

    @property
    def direction(self) -> str:
        """Which of the three it is."""
        if self.has_parts:
            return "parts"
        return "object" if self.has_object else ""

    @property
    def has_parts(self) -> bool:
        """Does it say in which parts to count?"""
        return self.parts is not None or self.symmetries is not None

    def rows(self) -> Rows:
        """The rows of its object, none where it holds none; raises :class:`Rejected`. O(size)."""
        if not self.has_object:
            return []
        numbers = integers(self.numbers, "numbers", 1, 0, LARGEST).tolist()
        ends = integers(self.ends, "ends", 1, 0, len(numbers) + 1).tolist()
        if not ends or ends[0] or ends[-1] != len(numbers) or ends != sorted(ends):
            raise Rejected("the ends of the rows do not rise from 0 to the number of numbers")
        return [numbers[a:b] for a, b in pairwise(ends)]


def conclude(goal: Goal[AnyPosition], certificate: Definition) -> Conclusion:
    """The answer by definition, or what the object shows of the quantity that is asked for. At most
    :data:`STEPS` steps of the definition, some seconds."""
    if certificate.has_parts:
        return _in_parts(goal, certificate)
    return _shown(goal, certificate) if certificate.has_object else _counted(goal)


def _in_parts(goal: Goal[AnyPosition], certificate: Definition) -> Conclusion:
    question = question_of(goal.position, goal.question)
    if question is None or question.defined_by is None or goal.question not in IN_PARTS:
        raise Rejected(f"{goal.question[:60]!r} is not counted in parts for such a position")
    if certificate.has_object:
        raise Rejected("who says in which parts to count shows no object")
    parts = integers(certificate.parts, "parts", 1, 0, LARGEST).tolist()
    symmetries = integers(certificate.symmetries, "symmetries", 2, 0, LARGEST)
    module = importlib.import_module(FASTER[goal.question])
    in_parts = cast(InParts, module.in_parts)
    with within(STEPS):
        found = in_parts(goal.position, goal.question, goal.arguments, parts, symmetries)
    statements = question.meaning(goal.position, found, goal.arguments)
    many = 1 + max(parts, default=0)
    return Conclusion(statements, f"verified by counting again in {many} parts")


def _counted(goal: Goal[AnyPosition]) -> Conclusion:
    question = question_of(goal.position, goal.question)
    if question is None or question.defined_by is None:
        raise Rejected(f"{goal.question!r} is not defined for such a position")
    found = None
    if goal.question in FASTER:
        module = importlib.import_module(FASTER[goal.question])
        faster = cast(Faster, module.faster)
        found = faster(goal.position, goal.question, goal.arguments)
    if found is None:
        with within(STEPS):
            found = (answer(goal.position, question, goal.arguments),)
    statements = question.meaning(goal.position, found[0], goal.arguments)
    return Conclusion(statements, "verified by counting again")


def _shown(goal: Goal[AnyPosition], certificate: Definition) -> Conclusion:
    question = question_of(goal.position, goal.question)
    if question is None or question.example is None:
        raise Rejected(f"no object answers {goal.question[:60]!r} of such a position")
    with within(STEPS):
        value = question.example.value(goal.position, goal.arguments, certificate.rows())
    shown = question.example.shows(quantity(question.name, goal.arguments), value)
    return Conclusion((shown,), question.example.sentence.format(value=value))


KIND = Kind(
    record=Definition,
    scope=Scope(derives=(Is, AtLeast, AtMost)),
    theorem="the definition of each quantity; an object that it speaks of is an example, a "
    "counterexample, or one of those whose least, greatest or number is asked for; of full boards, "
    "closed forms, turns and walks, the theorems in whose modules they are worked out faster",
    evidence="none: everything is counted again from the rules; or an object, rows of numbers; or "
    "the parts and symmetries by which it is counted again sooner",
    conclude=conclude,
)
