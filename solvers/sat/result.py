"""What a Boolean back-end answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from gameproof.solvers.limits import note
from gameproof.solvers.sat.proof import Proof

Status = Literal["sat", "unsat", "unknown"]


@dataclass(frozen=True, slots=True)
class Result:
    """``status`` with its witness: ``values`` (indexed by variable, entry 0 unused)
    when satisfiable, ``proof`` when unsatisfiable and asked for, ``core`` (the
    assumptions used) when unsatisfiable under assumptions.

    With an objective, ``objective`` is the cost of ``values`` and ``bound`` what no
    assignment can beat; the optimum is proved when they are equal. ``unknown`` has
    its ``reason``: ``time`` or ``memory``.
    """

    status: Status
    engine: str
    values: Sequence[bool] | None = None
    objective: int | None = None
    bound: int | None = None
    core: tuple[int, ...] | None = None
    proof: Proof | None = None
    reason: str | None = None
    stats: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        note(self.engine)

    def true(self, literal: int) -> bool:
        """Is the literal true in the witness?"""
        if self.values is None:
            raise ValueError(f"a {self.status} result has no assignment")
        return self.values[abs(literal)] == (literal > 0)
