"""A portfolio of methods of a test's own, in place of every game's."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.prover import batch
from gameproof.prover import prove as proving
from gameproof.prover.results import Record
from gameproof.prover.tasks import Stores, Task, solve_task
from gameproof.solvers.limits import Limits

STEP = "ENDLESS_STEP"
"""Tells worker processes what their methods do."""


@dataclass
class Portfolio:
    """Stands for the registry's entry of any game."""

    own: list[Method[Any]]

    @property
    def encoding(self) -> Encoding[Any]:
        return Encoding(tuple(self.own))

    def methods(self, question: str) -> list[Method[Any]]:
        return self.own

    portfolio = methods


def look(limits: Limits) -> None:
    """An engine that looks at its limits."""
    limits.check()


def deaf(limits: Limits) -> None:
    """One that never does."""


def endless(step: Callable[[Limits], None]) -> Method[Any]:
    """A method that says on standard error that it is at work, and works for ever."""

    def run(position: Any, limits: Limits, options: Options) -> Finding:
        sys.stderr.write("at work\n")  # at once: two workers may say it
        sys.stderr.flush()
        while True:
            step(limits)

    return Method("outcome", "endless", run, "none")


def command(step: str) -> None:
    """The command line, where every question takes for ever."""
    from gameproof.cli.main import main

    known = Finding(UNKNOWN, detail={"known": 1})
    bounds: Method[Any] = Method("outcome", "bounds", lambda p, li, o: known, "")
    stub = Portfolio([bounds, endless({"look": look, "deaf": deaf}[step])])
    setattr(proving, "entry", lambda name: stub)  # noqa: B010
    os.environ[STEP] = step
    setattr(batch, "solve_task", task_of_a_worker)  # noqa: B010
    main()


def task_of_a_worker(task: Task, context: Limits | None, stores: Stores | None) -> Record:
    """In a worker process: ``a.json`` is answered, every other instance takes for ever."""
    if task.name.endswith("a.json"):
        return {"type": "answer", "file": task.name, "answer": "N", "agrees": None}
    step = {"look": look, "deaf": deaf}[os.environ[STEP]]
    setattr(proving, "entry", lambda name: Portfolio([endless(step)]))  # noqa: B010
    return solve_task(task, context, stores)
