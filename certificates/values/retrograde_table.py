"""Won, lost and drawn positions of an impartial game whose play may go on for ever."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.impartial_answers import in_words
from gameproof.games.impartial import digraph
from gameproof.games.impartial.digraph import vertex_list
from gameproof.games.impartial.impartial import Impartial
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.listed import moves_text
from gameproof.games.meaning.outcomes import next_or_previous
from gameproof.games.meaning.statement import Forces, Is, Prevents, quantity

Move = TypeVar("Move", bound=Hashable)

DRAW = -1


class RetrogradeTable(Certificate, frozen=True, tag="retrograde-table"):
    """For every position that play can reach, by its key: the plies left for N (odd)
    and P (even) positions, -1 for draws."""

    plies: dict[str, int]


def conclude(goal: Goal[Impartial[Move]], certificate: RetrogradeTable) -> Conclusion:
    """Verify the label of every position below the given one.

    P with r plies: every move leads to an N-position with fewer plies. N with r
    plies: some move leads to a P-position with fewer. Draw: no move leads to a
    P-position, some move leads to a draw; so neither player can be forced to lose.
    Proportional to the moves of the positions reached, which are all in the table.
    """
    position = goal.position
    table = certificate.plies
    stack = _starts(position) if goal.question == "p-positions" else [position]
    reached = {start.key() for start in stack}
    while stack:
        here = stack.pop()
        own = _label(table, here.key())
        some_lost, all_won, some_drawn = False, True, False
        for move in here.moves():
            child = here.play(move)
            name = child.key()
            after = _label(table, name)
            some_lost |= _lost(after) and (own == DRAW or after < own)
            all_won &= after != DRAW and not _lost(after) and after < own
            some_drawn |= after == DRAW
            if name not in reached:
                reached.add(name)
                stack.append(child)
        follows = some_drawn and not some_lost
        if own != DRAW:
            follows = all_won if _lost(own) else some_lost
        if not follows:
            raise Rejected(
                f"the label {own} of position {here.key()[:60]!r} does not follow from its moves"
            )
    seen = f" ({len(reached)} positions)"
    if goal.question == "outcome":
        own = table[position.key()]
        found = "draw" if own == DRAW else "P" if _lost(own) else "N"
        statements = next_or_previous(position, found, goal.arguments)
        said = "draw: neither player can be forced to lose" if found == "draw" else ""
        return Conclusion(statements, (said or in_words("outcome", found, {})) + seen)
    if goal.question == "winning-moves":
        text = moves_text(
            position.move_text(move)
            for move in position.moves()
            if _lost(table[position.play(move).key()])
        )
        return Conclusion(
            (Is(quantity("winning-moves"), text),), in_words("winning-moves", text, {}) + seen
        )
    if goal.question == "p-positions" and isinstance(position, digraph.Position):
        graph = position.graph
        text = vertex_list(graph, np.flatnonzero([_lost(table[str(v)]) for v in range(graph.n)]))
        return Conclusion(
            (Is(quantity("p-positions"), text),), in_words("p-positions", text, {}) + seen
        )
    raise Rejected(f"labels do not answer the question {goal.question!r}")


def _starts(position: Impartial[Move]) -> list[Any]:
    """A token on each vertex of a digraph."""
    if not isinstance(position, digraph.Position):
        raise Rejected("only a digraph has vertices that are P-positions")
    return [replace(position, tokens=(v,)) for v in range(position.graph.n)]


def _label(table: dict[str, int], key: str) -> int:
    value = table.get(key)
    if type(value) is not int or value < DRAW:
        raise Rejected(f"no label for the position {key[:60]!r}")
    return value


def _lost(plies: int) -> bool:
    """Is this the label of a position that the player to move loses?"""
    return plies >= 0 and plies % 2 == 0


KIND: Kind[Impartial[Hashable], RetrogradeTable] = Kind(
    record=RetrogradeTable,
    scope=Scope(
        derives=(Forces, Prevents, "winning-moves", "p-positions"),
        laws=frozenset({Law.TURNS, Law.IMPARTIAL, Law.NORMAL_PLAY}),
    ),
    theorem="backward induction (Zermelo 1913); what cannot be decided in finitely many moves is a "
    "draw by endless play",
    evidence="for each position that play can reach: lost, won within so many plies, or drawn; "
    "each label is checked against those of the options",
    conclude=conclude,
)
