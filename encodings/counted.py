"""Counts, divided: the parts of what is to be counted are counted apart and added up.

The claim is that everything was counted; each piece brings the number of its part. A number has
no certificate, so the numbers of workers are believed, as that of the undivided count is: the
answer is not verified by them, only by what may be counted again as a whole. A piece without a
number is refused.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.encodings.division import Estimates, Found, Outcome, Place, one_claim, spent
from gameproof.encodings.method import Division, Finding
from gameproof.solvers.limits import Limits

P = TypeVar("P")

CLAIM = "everything is counted"
START = "all"
NOTHING = "nothing"
PIECES = 256
"""At most so many pieces: enough for some dozens of workers, each long beside its order."""

Part = tuple[int, ...]
"""Numbers that say what is to be counted."""


@dataclass(frozen=True, slots=True)
class Count(Generic[P]):
    """A question that asks for a number, in place of a method.

    ``parts(position, limits)`` are the parts, each with how often it counts; ``count`` is the
    number of one part. ``finding`` makes the answer of the sum.
    """

    question: str
    method: str
    applies: Callable[[P], bool]
    parts: Callable[[P, Limits], Sequence[tuple[Part, int]]]
    count: Callable[[P, Part, Limits], int]
    finding: Callable[[P, int], Finding]


class CountClaim(Generic[P]):
    """The claim that everything was counted; a
    :class:`Splitting <gameproof.encodings.division.Splitting>`."""

    def __init__(self, position: P, about: Count[P]) -> None:
        self.position = position
        self.about = about

    def start(self) -> Place:
        """As :class:`Splitting` says: all parts together, which is too much for one piece."""
        return Place(START, START, False, job=False)

    def follow(self, place: Place, estimates: Estimates) -> list[Place]:  # noqa: ARG002 (none made)
        """As :class:`Splitting` says: the parts in turn, dealt out to the pieces; those of a
        piece that came back without a number are dealt out to two. Raises :class:`Rejected`
        for a single part, which is counted to its end."""
        if place.text == START:
            parts = self.about.parts(self.position, Limits())
            words = [",".join(map(str, (often, *part))) for part, often in parts]
            hands = max(1, min(PIECES, len(words)))  # one piece counts nothing if nothing is there
        else:
            words, hands = place.text.split(), 2
            if len(words) < hands:
                raise Rejected("a part of a count comes with a number")
        texts = (" ".join(words[hand::hands]) for hand in range(hands))
        return [Place(text or NOTHING, text, False) for text in texts]

    def search(self, place: Place, effort: int, limits: Limits) -> Found:  # noqa: ARG002 (to its end)
        """As :class:`Splitting` says; a part is counted to its end."""
        began, total = time.thread_time(), 0
        for word in place.text.split():
            often, *part = map(int, word.split(","))
            total += often * self.about.count(self.position, tuple(part), limits)
        return Found(True, count=total, work=spent(began))

    def says(self, place: Place, verdict: bool, certificate: Certificate | None) -> None:  # noqa: ARG002
        """As :class:`Splitting` says: a number has no certificate."""
        if not verdict or certificate is not None:
            raise Rejected("a part of a count is counted, and has no certificate")


def division(about: Count[P]) -> Division[P]:
    """How a count is divided, in place of the method of the same name."""

    def finding(position: P, outcomes: Mapping[str, Outcome], _limits: Limits) -> Finding:
        decided = outcomes[CLAIM].decided

        def number(key: str) -> int:
            here = decided[key]
            return sum(map(number, here.children)) if here.count is None else here.count

        return about.finding(position, number(START))

    return Division(
        about.question,
        about.method,
        about.applies,
        one_claim(CLAIM),
        lambda position, _claim, _options: CountClaim(position, about),
        finding,
    )
