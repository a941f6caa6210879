"""Questions of clauses about boards, divided into cubes: full boards without a whole set, and
pairings in which one pair may serve several sets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from gameproof.certificates.clauses.pairing import pairs_of
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.encodings import cubes
from gameproof.encodings.method import Division, Method
from gameproof.encodings.positional import colouring, sat_pairing
from gameproof.encodings.positional.divided import in_turn
from gameproof.games.positional import Position, Positional
from gameproof.games.positional_shapes import listable


def _pairing(position: Position, values: Sequence[bool]) -> Pairing:
    """The pairing of an assignment."""
    return sat_pairing.finish(position, list(compress(pairs_of(position), values[1:])))


def _in_cubes(method: Method[Position], witness: cubes.Witness[Position]) -> Division[Positional]:
    """The division that takes the place of a method."""

    def applies(position: Position) -> bool:
        return listable(position.board) and method.applies(position)

    about = cubes.Clauses(method.question, method.name, applies, witness)
    made = cubes.division(about)
    return in_turn(
        made.question, made.method, made.applies, made.claims, made.splitting, made.finding
    )


DIVISIONS: tuple[Division[Positional], ...] = tuple(
    _in_cubes(method, witness)
    for methods, witness in (
        (colouring.METHODS, colouring.colouring),
        (sat_pairing.METHODS, _pairing),
    )
    for method in methods
    if (method.question, method.name) in (("drawn-position", "sat"), ("pairing", "sat"))
)
