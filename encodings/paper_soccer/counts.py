"""Paper soccer: plays counted, as Hoivik's definitions 2.4 to 2.9 say.

The definitions merge plays that meet in one position, and are evaluated here as by whoever counts
again; what takes more steps than he takes is answered without a certificate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal
from gameproof.encodings.by_definition import by_definition, defined
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.refute import refute
from gameproof.games.counts import soccer_counts
from gameproof.games.counts.soccer_counts import asked_plies
from gameproof.games.paper_soccer import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.model import ModelError

BY_PLY = (
    "histories",
    "classes",
    "largest-class",
    "split-classes",
    "bounces",
    "bounce-exceptions",
    "parity-exceptions",
    "visited-exceptions",
    "cyclic-singles",
)
"""Questions whose answer is the list of counts."""
COMPLETE = ("longest", "positions")
"""Questions about all plays to their end."""
TWINS = "acyclic-twins"
UNBOUNDED = 1 << 62
"""Steps, where the limits alone end what is counted."""


def counting(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """The method that counts; of exceptions it shows one."""
    run = by_definition(question)

    def counted(position: Position, limits: Limits, options: Options) -> Finding:
        finding = run(position, limits, options)
        if finding.answer is UNKNOWN and question != TWINS:  # which has a method more
            answer = defined(position, question, options.arguments, limits, UNBOUNDED)
            finding = Finding(answer, note="not verified: too many positions to count again")
        if question.endswith("exceptions") and isinstance(finding.answer, tuple):
            ply = next((ply for ply, count in enumerate(finding.answer) if count), None)
            if ply is not None:
                shown = next(_exceptions(position, question, ply, limits))
                finding.detail["shortest"] = " ".join(f"({position.point_text(v)})" for v in shown)
        return finding

    return counted


def _exceptions(
    position: Position, question: str, plies: int, limits: Limits
) -> Iterator[tuple[int, ...]]:
    """Histories of so many plies that the question counts, as the points after the start."""
    of_states = {
        "parity-exceptions": soccer_counts.parity_exceptions,
        "visited-exceptions": soccer_counts.visited_exceptions,
    }
    stack: list[tuple[Position, tuple[int, ...]]] = [(position, ())]
    while stack:
        limits.check()
        here, points = stack.pop()
        if len(points) == plies:
            if of_states[question](position, Counter({here: 1}), plies):
                yield points
            continue
        for move in here.moves():
            after = here.play(move)
            if question in of_states or len(points) + 1 < plies:
                stack.append((after, (*points, move)))
            elif soccer_counts.bounce_exception(here, move, after):
                yield (*points, move)


def no_twins(position: Position, limits: Limits, options: Options) -> Finding:
    """``acyclic-twins`` as a contradiction of clauses, with the solver's proof.

    ``unknown`` when the clauses can hold: the enumeration then tells the histories.
    """
    goal = Goal(position, TWINS, {"plies": asked_plies(options.arguments)})
    try:
        proof = refute(goal, limits, options)
    except (ModelError, Rejected) as reason:
        return Finding(UNKNOWN, note=str(reason))
    return Finding(False, proof, {"lemmas": len(proof.lemma_ends) - 1})
