"""An object of which the definition says what it shows.

Each question that may be answered so says in ``games/`` what its objects are, when one is an object
at all, and what value it has (``Question.example``): a full board without a whole set, the moves of
a play, a closed walk. Nothing else is known here of any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.definitions import STEPS, question_of, within
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import Rows
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, quantity

LARGEST = 1 << 31
"""Numbers of objects are smaller."""


class Example(Certificate, frozen=True, tag="example"):
    """The object, rows of numbers: row i is ``numbers[ends[i]:ends[i + 1]]``."""

    numbers: np.ndarray
    ends: np.ndarray

    @classmethod
    def of(cls, rows: Iterable[Sequence[int]]) -> Example:
        """The certificate of these rows."""
        each = [list(map(int, row)) for row in rows]
        flat = [number for row in each for number in row]
        ends = np.cumsum([0, *map(len, each)], dtype=np.int32)
        return cls(np.array(flat, dtype=np.min_scalar_type(max(flat, default=0))), ends)

    def rows(self) -> Rows:
        """The rows; raises :class:`Rejected`. O(size)."""
        numbers = integers(self.numbers, "numbers", 1, 0, LARGEST).tolist()
        ends = integers(self.ends, "ends", 1, 0, len(numbers) + 1).tolist()
        if not ends or ends[0] or ends[-1] != len(numbers) or ends != sorted(ends):
            raise Rejected("the ends of the rows do not rise from 0 to the number of numbers")
        return [numbers[a:b] for a, b in pairwise(ends)]


def conclude(goal: Goal[AnyPosition], certificate: Example) -> Conclusion:
    """What the object shows of the quantity that is asked for. The cost is the definition's, for
    this one object."""
    question = question_of(goal.position, goal.question)
    if question is None or question.example is None:
        raise Rejected(f"no object answers {goal.question[:60]!r} of such a position")
    with within(STEPS):
        value = question.example.value(goal.position, goal.arguments, certificate.rows())
    shown = question.example.shows(quantity(question.name, goal.arguments), value)
    return Conclusion((shown,), question.example.sentence.format(value=value))


KIND = Kind(
    record=Example,
    scope=Scope(derives=(Is, AtLeast, AtMost)),
    theorem="the definition of the quantity: an example, a counterexample, or one of those whose "
    "least, greatest or number is asked for",
    evidence="the object, rows of numbers",
    conclude=conclude,
)
