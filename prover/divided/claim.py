"""A claim while it is decided: its tree, what is under way, and how long the rest may take."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Future
from dataclasses import dataclass, field

from gameproof.prover.divided.pieces import Order
from gameproof.prover.divided.tree import Node, Tree

ESTIMATED = 5.0  # seconds between two looks at how much of the tree is proved
LEAST = 0.02
"""Share of the tree that a run has proved before it says how long the rest may take."""


@dataclass(slots=True)
class Claim:
    """A claim that is being decided."""

    name: str
    tree: Tree
    waiting: dict[Future[str], tuple[Node, Order]] = field(default_factory=dict)
    failed: Counter[str] = field(default_factory=Counter)
    starved: Counter[str] = field(default_factory=Counter)
    searched: set[str] = field(default_factory=set)
    began: float = 0.0
    before: float = 0.0
    share: float = 0.0
    looked: float = -ESTIMATED

    def rest(self, now: float) -> str:
        """What is proved of the tree, and how long the rest takes if it goes on like this."""
        if now - self.looked >= ESTIMATED:
            self.looked, self.share = now, self.tree.share()
        text = f", {self.share:.0%} proved"
        gained = self.share - self.before
        if gained < LEAST or self.share >= 1:
            return text
        left = (now - self.began) * (1 - self.share) / gained
        return f"{text}, about {_length(left)} left"


def _length(seconds: float) -> str:
    """A duration for people."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.0f} h"
