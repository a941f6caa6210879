"""Lemmas that prove a clause by splitting on variables, as a refutation can quote them.

Engines find refutations by themselves; where the reason of a contradiction is known, a
few variables at a time prove one clause after another, and the proof grows with the
formula instead of exponentially. Each lemma follows from the clauses and the lemmas
before it by unit propagation (RUP), so :func:`gameproof.solvers.sat.drat.to_lrat` accepts it.
"""

from __future__ import annotations

from collections.abc import Sequence


def by_cases(
    clauses: Sequence[Sequence[int]], order: Sequence[int], target: Sequence[int]
) -> list[list[int]]:
    """Lemmas that end with ``target``, which follows from ``clauses``.

    Splits on the variables in ``order``, the true case first. Raises ``ValueError`` where
    the target does not follow once all of them are known. O(2^len(order) * size) at worst.
    """
    found: list[list[int]] = []

    def split(known: frozenset[int], chosen: list[int]) -> None:
        # ``chosen`` are the true cases alone: a false case is implied by the lemma of its
        # true case, so it needs no literal in the lemmas below it.
        closed = _propagated(clauses, known)
        if closed is None:
            return
        open_variables = [v for v in order if v not in closed and -v not in closed]
        if not open_variables:
            raise ValueError(f"{list(target)} does not follow")
        on = open_variables[0]
        split(closed | {on}, [*chosen, on])
        found.append([*target, *(-v for v in chosen), -on])
        split(closed | {-on}, chosen)

    split(frozenset(-literal for literal in target), [])
    found.append(list(target))
    return found


def _propagated(clauses: Sequence[Sequence[int]], known: frozenset[int]) -> frozenset[int] | None:
    """All literals that follow by unit propagation, ``None`` at a conflict."""
    true = set(known)
    again = True
    while again:
        again = False
        for clause in clauses:
            if any(literal in true for literal in clause):
                continue
            free = [literal for literal in clause if -literal not in true]
            if not free:
                return None
            if len(free) == 1:
                true.add(free[0])
                again = True
    return frozenset(true)
