"""What an encoding module declares: the methods that answer a game's questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gameproof.certificates.certificate import Certificate
from gameproof.solvers.limits import Limits

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Options:
    """What a person asked for beside the question itself.

    ``engine`` names a SAT/CP-SAT back-end; ``proof`` is where a solver's proof
    goes; ``explicit`` asks for a full witness where a compact one would do;
    ``certificate`` is false when no certificate is wanted; ``arguments`` are the
    question's own parameters.
    """

    engine: str | None = None
    proof: Path | None = None
    explicit: bool = False
    certificate: bool = True
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Finding:
    """What one method found out.

    ``answer`` is one of the question's words or ``unknown``; ``stats`` counts
    work (nodes, conflicts, seconds of a kernel); ``detail`` holds what a person
    may want beside the answer (a winning move, bounds proved so far). Both hold
    plain JSON values.
    """

    answer: str
    certificate: Certificate | None = None
    stats: dict[str, Any] = field(default_factory=dict)
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Method:
    """One way to answer one question; methods are tried in the order of the table.

    ``applies(position)`` is cheap. ``run(position, limits, options)`` returns a
    :class:`Finding`, ``unknown`` when the method does not decide; it may raise
    ``LimitReached``, after which the prover asks no further method.
    ``theorem`` names the theorem and source the method stands on. A method that is
    ``only_by_name`` is no rung of the ladder: it runs when a person names it.
    """

    question: str
    name: str
    run: Callable[[Any, Limits, Options], Finding]
    theorem: str
    applies: Callable[[Any], bool] = lambda position: True
    only_by_name: bool = False


@dataclass(frozen=True, slots=True)
class Export:
    """A question as a file for other programs: ``build(position, options)`` returns a
    ``gameproof.solvers.model.Model`` (see there for the formats it can be written in).

    ``quantified`` models go into .qdimacs and .qcir files only. ``arguments`` are the names
    of options of the file itself, beside the question's, that ``build`` reads.
    """

    question: str
    build: Callable[[Any, Options], Any]
    description: str
    quantified: bool = False
    arguments: tuple[str, ...] = ()
