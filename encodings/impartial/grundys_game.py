"""Grundy's game: the values of its heaps, as far as the table can be looked at."""

from __future__ import annotations

from collections.abc import Callable

from gameproof.encodings.impartial.impartial import (
    QUESTIONS,
    SPRAGUE_GRUNDY,
    check_arguments,
    finding,
    misere_methods,
)
from gameproof.encodings.impartial.octal import (
    MOST_LISTED,
    MOST_OBJECTS,
    REACH,
    TOGETHER,
    HeapValues,
    by_window,
    code_of,
    heap_table,
)
from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.games.impartial.grundys_game import Position
from gameproof.games.impartial.heaps import nim_sum
from gameproof.solvers.limits import LimitReached, Limits


def by_table(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer by the table of the heaps up to the largest."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        check_arguments(question, options)
        heaps = position.heaps
        if question == "winning-moves" and sum(heaps) > MOST_LISTED:
            return Finding(UNKNOWN, note=f"more than {MOST_LISTED} objects: moves are not listed")
        try:
            certificate = heap_table(code_of(position), max(heaps, default=0), limits)
        except LimitReached as reached:
            return Finding(UNKNOWN, None, {}, {"reason": reached.reason})
        if certificate is None:
            return Finding(UNKNOWN, None, {}, {"reason": "the table would take long to check"})
        values = HeapValues(certificate)
        total = nim_sum(map(values.value, heaps))
        return finding(
            position,
            question,
            options,
            lambda: total,
            lambda: (
                (index, small)
                for index, small in position.moves()
                if total
                ^ values.value(heaps[index])
                ^ values.value(small)
                ^ values.value(heaps[index] - small)
                == 0
            ),
            certificate,
            {"heaps": len(certificate.heaps)},
        )

    return run


ENCODING: Encoding[Position] = Encoding(
    (
        *(
            Method(
                question,
                "heap-table",
                by_table(question),
                SPRAGUE_GRUNDY,
                lambda position: max(position.heaps, default=0) < REACH,
                reach=f"heaps below {REACH}",
            )
            for question in QUESTIONS
        ),
        *misere_methods(lambda position: sum(position.heaps) <= MOST_OBJECTS, TOGETHER),
        Method("no-period", "window", by_window, "what repeats is the same a period before"),
    )
)
