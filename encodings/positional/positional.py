"""Methods for positional games, cheapest proof first.

They live in modules of their own; this one puts them in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from gameproof.certificates.certificate import Use
from gameproof.certificates.strategies.together import Together
from gameproof.encodings.each_move import winning_moves
from gameproof.encodings.method import Encoding, Export, Finding, Method, Options
from gameproof.encodings.positional import (
    census,
    colouring,
    connections,
    counts,
    forced,
    hex_laws,
    holding,
    kept_proofs,
    opening,
    qbf,
    search,
    static_proofs,
    sub_boards,
    turns,
)
from gameproof.encodings.positional.division import connections as connections_divided
from gameproof.encodings.positional.division import openings as opening_divided
from gameproof.encodings.positional.division import parts as parts_divided
from gameproof.encodings.positional.division import sets as divided
from gameproof.encodings.positional.pairings import hall as pairing
from gameproof.encodings.positional.pairings import orbits
from gameproof.encodings.positional.pairings import shared as sat_pairing
from gameproof.encodings.positional.pairings import tilings as tiles
from gameproof.encodings.positional.pairings import toric as torus
from gameproof.encodings.variants import avoid, owning
from gameproof.games.boards.positional_sizes import listable
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position, Positional
from gameproof.games.positional import in_turn as in_turn_again
from gameproof.games.positional_turns import TurnsPosition
from gameproof.games.sets.of_the_board import IN_TURN as PLAYED
from gameproof.games.sets.of_the_board import OF_THE_BOARD
from gameproof.games.variants.avoid import AvoidPosition
from gameproof.games.variants.exact import ExactPosition
from gameproof.games.variants.gravity import GravityPosition
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.model import Model


def where_listed(method: Method[Position]) -> Method[Position]:
    """The method, only for boards whose sets can be listed or counted."""
    applies = method.applies
    return replace(method, applies=lambda position: listable(position.board) and applies(position))


LISTING: tuple[Method[Position], ...] = (
    *pairing.METHODS,
    *orbits.METHODS,
    *sat_pairing.METHODS,
    *static_proofs.QUICK,
    *holding.METHODS,
    *static_proofs.METHODS[len(static_proofs.QUICK) :],
    *opening.METHODS,
    *search.METHODS,
    *colouring.METHODS,
    *torus.METHODS,
    *qbf.METHODS,
    *counts.METHODS,
    *census.METHODS,
)
"""Methods that list the sets of the board, or count them."""


P = TypeVar("P", Position, TurnsPosition, AvoidPosition, GravityPosition, ExactPosition)


def only_for(positions: type[P], otherwise: str, method: Method[P]) -> Method[Positional]:
    """The method, for the positions of one class; others raise :class:`BadInput`, saying
    ``otherwise``."""

    def applies(position: Positional) -> bool:
        return isinstance(position, positions) and method.applies(position)

    def concerns(position: Positional) -> bool:
        return isinstance(position, positions) and method.concerns(position)

    def run(position: Positional, limits: Limits, options: Options) -> Finding:
        if not isinstance(position, positions):
            raise BadInput(otherwise)
        return method.run(position, limits, options)

    return Method(
        method.question,
        method.name,
        run,
        method.theorem,
        applies,
        method.only_by_name,
        method.reach,
        concerns,
    )


def in_turn(method: Method[Position]) -> Method[Positional]:
    """The method, for players who move in turn."""
    return only_for(Position, NOT_IN_TURN, method)


def by_list(method: Method[TurnsPosition]) -> Method[Positional]:
    """The method, for players whose plies a list gives."""
    return only_for(TurnsPosition, "the players of this game move in turn", method)


def without_turns(method: Method[Position]) -> Method[TurnsPosition]:
    """The method, for a question to which it does not matter whose each ply is."""

    def run(position: TurnsPosition, limits: Limits, options: Options) -> Finding:
        if options.arguments.get("even"):
            raise BadInput("evenly shared boards are those of players who alternate", "even")
        found = method.run(in_turn_again(position), limits, options)
        if found.certificate is not None:
            found.certificate = Together(uses=(Use(found.certificate, PLAYED),))
        return found

    return Method(
        method.question,
        method.name,
        run,
        method.theorem,
        lambda position: method.applies(in_turn_again(position)),
        reach=method.reach,
    )


def exported(export: Export[Position]) -> Export[Positional]:
    """The file, for players who move in turn."""

    def build(position: Positional, options: Options) -> Model:
        if not isinstance(position, Position):
            raise BadInput(NOT_IN_TURN)
        return export.build(position, options)

    def finding(
        position: Positional, model: Model, values: Sequence[bool], options: Options
    ) -> Finding:
        if not isinstance(position, Position) or export.finding is None:
            raise BadInput(NOT_IN_TURN)
        return export.finding(position, model, values, options)

    read = None if export.finding is None else finding
    return Export(
        export.question, build, export.description, export.quantified, export.arguments, read
    )


FREE = "the stones of this game do not fall"
SETS = "the sets of this game are whole whatever stands beside them"
WANTED = "the players of this game want their sets"
NOT_IN_TURN = "the method needs players who alternate and want their sets"

IN_TURN: tuple[Method[Position], ...] = (
    *hex_laws.METHODS,
    *connections.METHODS,
    *tiles.METHODS,
    *sub_boards.METHODS,
    *kept_proofs.METHODS,
    *forced.METHODS,
    *(where_listed(method) for method in LISTING),
    *forced.LAST,
)
"""Methods for players who move in turn, those last that look at the moves one by one."""

ENCODING: Encoding[Positional] = Encoding(
    methods=(
        *(in_turn(method) for method in IN_TURN),
        in_turn(winning_moves(lambda: [m for m in IN_TURN if m.question == "outcome"])),
        *(only_for(AvoidPosition, WANTED, method) for method in avoid.METHODS),
        *(only_for(GravityPosition, FREE, m) for m in owning.methods(GravityPosition)),
        *(only_for(ExactPosition, SETS, m) for m in owning.methods(ExactPosition)),
        *(by_list(method) for method in (*owning.methods(TurnsPosition), *turns.METHODS)),
        by_list(winning_moves(lambda: owning.methods(TurnsPosition)[:2])),
        *(
            by_list(without_turns(method))
            for method in IN_TURN
            if method.question in OF_THE_BOARD and not method.only_by_name
        ),
    ),
    exports=(
        *(
            exported(export)
            for export in (*pairing.EXPORTS, *sat_pairing.EXPORTS, *colouring.EXPORTS)
        ),
        *qbf.EXPORTS,
    ),
    divisions=(
        *connections_divided.DIVISIONS,
        *opening_divided.DIVISIONS,
        *divided.DIVISIONS,
        *parts_divided.DIVISIONS,
    ),
)
