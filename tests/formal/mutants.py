"""Mutated certificates of all kinds through the plain checker and the proved one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from pages.corrupted import corrupted, documents
from reference.alarm import within
from soundness.edges import Mutants

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import Sealed
from gameproof.cli import formal as program
from gameproof.cli.guard import TimeOut
from gameproof.games.meaning.bad_input import BadInput
from gameproof.prover.formal.numbers import NotCovered
from gameproof.prover.formal.translate import translate
from gameproof.prover.verify import verify_sealed

SECONDS = 1.0
MEMORY = 1 << 32
ACCEPTED, REFUSED, NOT_COVERED, BEYOND = "accepted", "refused", "not covered", "beyond a limit"
"""Verdicts; the last two are none."""


def covered(document: Any) -> bool:
    """May the proved checker cover it? What has no rule of its own may be worked out anew."""
    try:
        return isinstance(document["steps"][-1]["kind"], str)
    except (TypeError, KeyError, IndexError):
        return False


def mutants(seed: int, arena: Path) -> Iterator[bytes]:
    """By turns: what the arena holds and what the page is tested on with something wrong
    anywhere, and the latter with something wrong in its evidence or its board."""
    genuine = [json.loads(path.read_text()) for path in sorted(arena.glob("*.json"))]
    anywhere = iter(Mutants(seed, [d for d in [*genuine, *documents()] if covered(d)]))
    while True:
        seed += 1
        for text in corrupted(seed, 1000):
            yield next(anywhere)
            try:
                if covered(json.loads(text)):
                    yield text
            except ValueError:
                yield text


def plain(text: bytes) -> tuple[str, str]:
    """The verdict of the checker in Python, and why."""
    try:
        return ACCEPTED, str(within(SECONDS, partial(verify_sealed, Sealed(text))).claim)
    except (Rejected, BadInput) as reason:
        return REFUSED, str(reason)
    except (TimeOut, MemoryError):
        return BEYOND, ""


def proved(text: bytes) -> tuple[str, str]:
    """The verdict of the checker that is proved, and why."""
    try:
        numbers = within(SECONDS, partial(translate, Sealed(text)))
        return ACCEPTED, program.run(program.program(), numbers, SECONDS, MEMORY)
    except NotCovered as reason:
        return NOT_COVERED, str(reason)
    except (TimeOut, MemoryError):
        return BEYOND, ""
    except Exception as reason:  # what makes the translation stumble is refused, as in the command
        return REFUSED, f"{type(reason).__name__}: {reason}"


def compared(
    texts: Iterator[bytes], count: int
) -> tuple[Counter[tuple[str, str]], list[tuple[str, str, bytes]]]:
    """How often each pair of verdicts occurs (the plain checker's first), and the mutants that one
    accepts and the other refuses, with what both say."""
    seen: Counter[tuple[str, str]] = Counter()
    differ: list[tuple[str, str, bytes]] = []
    for _ in range(count):
        text = next(texts)
        (one, why), (other, because) = plain(text), proved(text)
        seen[one, other] += 1
        if {one, other} == {ACCEPTED, REFUSED}:
            differ.append((f"plain {one}: {why}", f"proved {other}: {because}", text))
    return seen, differ
