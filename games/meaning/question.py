"""Questions, the words of their answers, and what each answer means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from gameproof.games.meaning.answers import Form, Value, form_of
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import Is, Quantity, Statement, quantity

P = TypeVar("P", contravariant=True)

Arguments = Mapping[str, Value]
"""The question's own parameters, by name with underscores."""

Means = Callable[[P, Value, Arguments], tuple[Statement, ...]]
"""What an answer says of a position; raises :class:`BadInput` for an answer that makes no
sense there."""

Defines = Callable[[P, Arguments], Value]
"""The answer by definition, slow on purpose; raises :class:`BadInput` where there is none."""

Rows = Sequence[Sequence[int]]
"""An object, as rows of numbers 0, 1, 2, ..."""


@dataclass(frozen=True)
class Example(Generic[P]):
    """What one object shows of a quantity: that it is, or is at least, or at most, the object's
    value. ``value`` is the definition for one object, which the question's takes over all of them;
    it raises :class:`BadInput` for what is no such object. ``sentence`` may hold ``{value}``.
    """

    sentence: str
    value: Callable[[P, Arguments, Rows], Value]
    shows: Callable[[Quantity, Any], Statement] = Is


@dataclass(frozen=True)
class Question(Generic[P]):
    """A question one may ask of a position, the words of its answers, and their meaning.

    ``answers`` is empty when the answer is free (a value, a count); ``spelling`` then says
    how it is written (any text if not given). Without ``means``, an answer says that the
    quantity of the question's name has that value. ``defined_by`` is what the quantity is:
    the answer, worked out as plainly as in a textbook; where the answers say who can force what,
    that is definition enough (``gameproof.games.meaning.definitions``). ``example``: what
    one object shows of the quantity.
    """

    name: str
    text: str
    answers: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    spelling: Form | None = None
    means: Means[P] | None = None
    defined_by: Defines[P] | None = None
    example: Example[P] | None = None

    @property
    def form(self) -> Form:
        """How answers are read and written."""
        return self.spelling or form_of(self.answers)

    def meaning(self, position: P, answer: Value, arguments: Arguments) -> tuple[Statement, ...]:
        """The statements that ``answer`` makes about ``position``; raises :class:`BadInput`."""
        known = {p.name.replace("-", "_") for p in self.parameters}
        for name in arguments:
            if name not in known:
                raise BadInput(f"the question {self.name} has no argument {name!r}", name)
        if self.means is not None:
            return self.means(position, answer, arguments)
        return (Is(quantity(self.name, arguments), answer),)


AnyQuestion = Question[AnyPosition]
"""A question of a game that is known only while the program runs."""
