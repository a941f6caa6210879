"""Clauses that follow from a position, written here so that no solver need be trusted.

A refutation shows that clauses cannot hold together. Which clauses, is decided by the
small modules ``clauses_<question>`` beside this one: each defines
``formula(position, claim) -> Formula`` from the rules alone, with the reason why
unsatisfiable clauses prove the claim. The encodings use the same formulas.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gameproof.certificates.certificate import Claim, Rejected


@dataclass(slots=True)
class Formula:
    """Clauses over variables 1..``variables``; ``meaning`` is what their contradiction says."""

    meaning: str
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


def formula(position: Any, claim: Claim) -> Formula:
    """The clauses whose contradiction proves the claim; raises :class:`Rejected`."""
    name = str(claim.question).replace("-", "_")
    if not name.isidentifier():
        raise Rejected(f"no question {claim.question!r}")
    try:
        module = importlib.import_module(f"gameproof.certificates.clauses_{name}")
    except ModuleNotFoundError:
        raise Rejected(f"no clauses are defined for the question {claim.question!r}") from None
    made: Formula = module.formula(position, claim)
    return made
