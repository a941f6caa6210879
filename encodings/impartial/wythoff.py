"""Wythoff's game by the golden ratio in integers, and the theorem by a table."""

from __future__ import annotations

from collections.abc import Callable

from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.values.closed_form import ClosedForm
from gameproof.encodings.impartial.heap_methods import counted
from gameproof.encodings.impartial.impartial import (
    SPRAGUE_GRUNDY,
    check_arguments,
    finding,
    misere_methods,
    table_methods,
)
from gameproof.encodings.method import Encoding, Finding, Method, Options
from gameproof.games.impartial.closed_form import LARGEST_WYTHOFF
from gameproof.games.impartial.impartial import heap_of
from gameproof.games.impartial.laws.wythoff_pairs import is_p_position, winning_moves
from gameproof.games.impartial.wythoff import LARGEST_TABLE, Position
from gameproof.solvers.limits import Limits

WYTHOFF = "Wythoff (1907): the P-positions are (floor(k phi), floor(k phi) + k)"
TABLE_LIMIT = 1500
"""Boards with up to this many cells are also evaluated from the rules alone."""
REACH = f"boards of at most {TABLE_LIMIT} positions (A + 1) (B + 1)"


def by_theorem(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer by integer square roots, at any size."""

    def run(position: Position, _limits: Limits, options: Options) -> Finding:
        return finding(
            position,
            question,
            options,
            lambda: int(not is_p_position(position.a, position.b)),
            lambda: winning_moves(position.a, position.b),
            ClosedForm(),
            {},
        )

    return run


def by_mexes(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer by the values of all smaller positions, which whoever checks works out again."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        check_arguments(question, options)
        limits.check()
        value = position.value()
        found = value if question == "grundy" else value == heap_of(options.arguments)
        return Finding(found, Definition(), {"positions": (position.a + 1) * (position.b + 1)})

    return run


def _small(position: Position) -> bool:
    return (position.a + 1) * (position.b + 1) <= TABLE_LIMIT


def _counted(position: Position) -> bool:
    return (position.a + 1) * (position.b + 1) <= LARGEST_TABLE


ENCODING: Encoding[Position] = Encoding(
    methods=(
        *(
            Method(question, "theorem", by_theorem(question), WYTHOFF)
            for question in ("outcome", "winning-moves")
        ),
        *table_methods(applies=_small, reach=REACH),
        *misere_methods(_small, REACH),
        *(
            Method(
                question,
                "mex-table",
                by_mexes(question),
                SPRAGUE_GRUNDY,
                _counted,
                reach=f"boards of at most {LARGEST_TABLE} positions (A + 1) (B + 1)",
            )
            for question in ("grundy", "equivalent")
        ),
        Method(
            "closed-form",
            "p-table",
            counted(LARGEST_WYTHOFF, lambda _position: WYTHOFF),
            "the P-positions are the only kernel (von Neumann, Morgenstern 1944)",
        ),
    )
)
