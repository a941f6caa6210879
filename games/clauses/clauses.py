"""Questions in clauses, written from the rules, so that no solver need be trusted.

A refutation shows that clauses cannot hold together. Which clauses, is decided by the module that
:data:`FORMULAS` names for the question: its ``formula(goal, bound)`` writes them from the rules
alone, and in ``Formula.refutes`` the statements that follow from their contradiction. Where a
theorem says that there is nothing to be looked for, it writes the empty clause.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Protocol

from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Statement


class Asked(Protocol):
    """What clauses are about: a position, the question asked of it by name, and its arguments."""

    @property
    def position(self) -> object:
        """The position."""

    @property
    def question(self) -> str:
        """The question's name."""

    @property
    def arguments(self) -> Mapping[str, Value]:
        """The question's arguments."""


@dataclass(slots=True)
class Formula:
    """Clauses over variables 1..``variables``; ``meaning`` says in words, and ``refutes`` in
    statements, what their contradiction proves."""

    meaning: str
    refutes: tuple[Statement, ...] = ()
    variables: int = 0
    clauses: list[list[int]] = field(default_factory=list)

    def fresh(self) -> int:
        """A new variable."""
        self.variables += 1
        return self.variables

    def add(self, literals: Iterable[int]) -> None:
        """At least one of the literals is true."""
        self.clauses.append(list(literals))

    def at_most_one(self, literals: Sequence[int]) -> None:
        """No two of the literals are true: a clause for every two."""
        for place, one in enumerate(literals):
            for two in literals[place + 1 :]:
                self.add((-one, -two))

    def agree(self, one: int, two: int, change: int, *, unless: Sequence[int] = ()) -> None:
        """Two variables are equal, with ``change`` unequal, unless one of the literals is true."""
        sign = -1 if change else 1
        self.add((*unless, -one, sign * two))
        self.add((*unless, one, -sign * two))

    def defined(self, inputs: Sequence[int], function: Callable[..., int]) -> int:
        """A variable that is true iff ``function`` of the inputs, each 0 or 1, is not 0.

        Every assignment of the inputs extends to it in exactly one way, so it adds nothing.
        Inputs are read from the first on, no further than the value depends on. At most
        2^len(inputs) clauses.
        """
        variable = self.fresh()

        def state(before: tuple[int, ...]) -> None:
            rest = product((0, 1), repeat=len(inputs) - len(before))
            values = {bool(function(*before, *after)) for after in rest}
            if len(values) == 2:
                state((*before, 0))
                state((*before, 1))
                return
            unless = (-v if bit else v for v, bit in zip(inputs, before, strict=False))
            self.add([*unless, variable if values.pop() else -variable])

        state(())
        return variable

    def counter(self, literals: Sequence[int], up_to: int) -> list[int]:
        """Variables ``s[j]``, j = 1..up_to, defined as "at least j of the literals are true".

        ``s(i, j) = s(i - 1, j) or (literal i and s(i - 1, j - 1))`` in both directions:
        every assignment of the literals extends to these variables in exactly one way,
        so they add nothing. ``s[0]`` is unused. O(n up_to) clauses.
        """
        before = [0] * (up_to + 1)  # 0 stands for "false": more than there are literals so far
        for number, literal in enumerate(literals, 1):
            now = [0] * (up_to + 1)
            for j in range(1, min(number, up_to) + 1):
                now[j] = self.fresh()
                both = [literal] if j == 1 else [literal, before[j - 1]]
                self.add([*(-x for x in both), now[j]])
                for x in both:
                    self.add([-now[j], x, *([before[j]] if before[j] else [])])
                if before[j]:
                    self.add([-before[j], now[j]])
            before = now
        return before

    def exactly(self, count: int, literals: Sequence[int]) -> None:
        """Exactly ``count`` of the literals are true."""
        self.at_least(count, literals)
        self.at_most(count, literals)

    def at_least(self, count: int, literals: Sequence[int]) -> None:
        """At least ``count`` of the literals are true."""
        if count > len(literals):
            self.add([])
        elif count > 0:
            self.add([self.counter(literals, count)[count]])

    def at_most(self, count: int, literals: Sequence[int]) -> None:
        """At most ``count`` of the literals are true."""
        if count < 0:
            self.add([])
        elif count < len(literals):
            self.add([-self.counter(literals, count + 1)[count + 1]])


FORMULAS = {
    "acyclic-twins": "acyclic_twins",
    "blocked": "cycles",
    "classes": "cycles",
    "clear": "tetris_plays",
    "cycle": "cycles",
    "drawn-position": "drawn_boards",
    "even-kernel": "even_kernels",
    "fewest-crosses": "drawn_boards",
    "full-board": "full_board",
    "max-rows": "tetris_plays",
    "max-tetrises": "tetris_plays",
    "one-winner": "one_winner",
    "pairing": "pairs",
    "survive": "tetris_plays",
}
"""The modules that write the clauses of each question whose answers a refutation may decide."""
BOUNDED = frozenset({"classes", "fewest-crosses", "max-rows", "max-tetrises"})
"""Questions whose clauses may be about a number."""


def formula(goal: Asked, bound: int | None = None) -> Formula:
    """The clauses of the goal's question; ``bound`` is a number they are about, if they are.

    Raises :class:`BadInput` where there are none for such a position. Imports one module.
    """
    if goal.question not in FORMULAS:
        raise BadInput(f"no clauses are defined for the question {goal.question[:60]!r}")
    if bound is not None and goal.question not in BOUNDED:
        raise BadInput(f"the clauses of {goal.question!r} are about no number")
    module = importlib.import_module(f"{__package__}.{FORMULAS[goal.question]}")
    made: Formula = module.formula(goal, bound)
    if not made.refutes:
        raise BadInput(f"the clauses of {goal.question!r} prove nothing here")
    return made
