"""Questions about boards that are divided without play: clauses into cubes (full boards without
a whole set, pairings in which one pair may serve several sets), counts into parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from gameproof.certificates.pairings.pairing import Pairing
from gameproof.encodings import counted, cubes
from gameproof.encodings.method import Division, Method
from gameproof.encodings.positional import colouring
from gameproof.encodings.positional.division.in_turn import in_turn
from gameproof.encodings.positional.pairings import shared as sat_pairing
from gameproof.encodings.positional.pairings import toric as torus
from gameproof.games.boards.positional_sizes import listable
from gameproof.games.clauses.pairs import pairs_of
from gameproof.games.positional import Position, Positional


def _pairing(position: Position, values: Sequence[bool]) -> Pairing:
    """The pairing of an assignment."""
    return sat_pairing.finish(position, list(compress(pairs_of(position), values[1:])))


def _in_cubes(method: Method[Position], witness: cubes.Witness[Position]) -> Division[Position]:
    """The division that takes the place of a method."""
    about = cubes.Clauses(method.question, method.name, method.applies, witness)
    return cubes.division(about)


def _listed(made: Division[Position]) -> Division[Positional]:
    """The division, for boards whose sets can be listed and players who move in turn."""
    return in_turn(
        made.question,
        made.method,
        lambda position: listable(position.board) and made.applies(position),
        made.claims,
        made.splitting,
        made.finding,
    )


DIVISIONS: tuple[Division[Positional], ...] = (
    *(
        _listed(_in_cubes(method, witness))
        for methods, witness in (
            (colouring.METHODS, colouring.colouring),
            (sat_pairing.METHODS, _pairing),
        )
        for method in methods
        if (method.question, method.name) in (("drawn-position", "sat"), ("pairing", "sat"))
    ),
    _listed(counted.division(colouring.COUNT)),
    _listed(counted.division(torus.COUNT)),
)
