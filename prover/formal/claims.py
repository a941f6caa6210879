"""What a certificate file claims as numbers: the instance, and statements about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gameproof.certificates.certificate import Rejected
from gameproof.games import geography
from gameproof.games import tetris as tetris_rules
from gameproof.games.meaning.listed import moves_text
from gameproof.games.meaning.position import Listed
from gameproof.games.meaning.statement import AtLeast, AtMost, Forces, Is, Prevents, Statement
from gameproof.prover.formal import counted, tetris
from gameproof.prover.formal.numbers import (
    PLAYERS,
    RESULTS,
    NotCovered,
    Numbers,
    Said,
    code,
    flat,
    maybe,
    row,
)
from gameproof.prover.formal.own_pairs import OWN
from gameproof.prover.formal.positions import in_order, instance, plain, state, tetris_instance
from gameproof.prover.formal.solved import FAMILIES, WINNING, members_of, winning
from gameproof.prover.formal.written_games import asked_game, forms_of, written_form

PAIRINGS = ("pairing", OWN)


def every_start(said: Statement) -> bool:
    """Is it about all starts of geography?"""
    return isinstance(said, Is) and said.quantity.name == "all" and not said.quantity.arguments


def lost_starts(position: geography.Position, text: str) -> list[bool]:
    """Which vertices the answer to the question ``all`` calls lost; raises :class:`NotCovered`
    where it counts them only, and ``Rejected`` for what is no such answer."""
    count = position.graph.n
    if count > geography.LETTERS:
        raise NotCovered("starts that are counted, not told")
    won, lost = (geography.all_starts_text(position, [p] * count) for p in (False, True))
    places = [at for at, (a, b) in enumerate(zip(won, lost, strict=True)) if a != b]
    losing = [False] * count
    for vertex, at in zip(position.vertices(), places, strict=True):
        losing[vertex] = text[at : at + 1] == "P"
    # One reading only: the text is what these vertices are written as.
    if geography.all_starts_text(position, losing) != text:
        raise Rejected("not a letter for each start that is left")
    return losing


def winning_moves(position: Any, question: str, text: str) -> Numbers:
    """The moves that the answer calls winning, by their numbers. Raises ``Rejected`` for what does
    not name those that win, and :class:`NotCovered`."""
    wins = winning(position)
    moves = in_order(position)
    good = [move for move, won in zip(moves, wins, strict=True) if won]
    found = position.of_moves(question, good) if isinstance(position, Listed) else None
    if found is None:
        found = moves_text(map(position.move_text, good))
    if found != text:
        raise Rejected("not the moves that win")
    return [
        Said.MOVES, code(PLAYERS, position.to_move),
        *row(k for k, won in enumerate(wins) if won),
        *row(k for k, won in enumerate(wins) if not won),
    ]  # fmt: skip


def statement(position: Any, said: Statement) -> Numbers:
    """One statement; raises :class:`NotCovered`."""
    match said:
        case Forces() | Prevents():
            return [
                Said.FORCE if isinstance(said, Forces) else Said.PREVENT,
                code(PLAYERS, said.starter),
                *row(sorted(code(PLAYERS, name) for name in said.side)),
                *row(sorted(code(RESULTS, name) for name in said.results)),
                *maybe(said.plies),
            ]
        case Is() if said.quantity.name in PAIRINGS and not said.quantity.arguments:
            own = said.quantity.name == OWN
            return [Said.PAIRED, 0, int(own), int(said.value is True)]
        case Is() if every_start(said):
            losing = lost_starts(position, str(said.value))
            left = position.vertices()
            return [
                Said.STARTS,
                *row(v for v in left if not losing[v]),
                *row(v for v in left if losing[v]),
            ]
        case Is() if said.quantity.name == "matching" and type(said.value) is int:
            if not (isinstance(position, geography.Position) and plain(position)):
                raise NotCovered("matchings but of undirected graphs, in the vertex form")
            return [Said.LARGEST, said.value]
        case Is() if said.quantity.name == "grundy" and type(said.value) is int:
            return [Said.HEAP, said.value]
        case Is() if said.quantity.name == "equivalent" and said.value is True:
            heap = dict(said.quantity.arguments).get("heap")
            if isinstance(heap, int):
                return [Said.HEAP, heap]
            raise NotCovered("a heap that is not told")
        case Is() if said.quantity.name == "equal" and said.value is True:
            return [Said.HEAP, 0]
        case Is() if said.quantity.name in WINNING:
            return winning_moves(position, said.quantity.name, str(said.value))
        case Is() if said.quantity.name in FAMILIES:
            members = members_of(position, said)
            return [Said.FAMILY, *flat([*state(one), int(won)] for one, won in members)]
        case Is() if counted.knows(position, said):
            return counted.statement(position, said)
        case Is() if isinstance(position, tetris_rules.Position):
            return tetris.statement(said)
        case Is() if said.quantity.name in ("value", "equals"):
            return [Said.VALUE, *written_form(forms_of(asked_game(said)))]
        case Is() | AtLeast() | AtMost():
            raise NotCovered(f"the quantity {said.quantity.name!r}")


def claim(position: Any, wanted: Sequence[Statement]) -> Numbers:
    """The instance, and the statements that are claimed of it."""
    plays = {said.play for said in wanted if isinstance(said, Forces | Prevents)}
    if len(plays) > 1:
        raise NotCovered("normal and misere play together")
    put = position
    if isinstance(position, geography.Position) and all(map(every_start, wanted)):
        # The token may be in the hand; where it is, is nothing to this question.
        put = replace(position, token=position.token or 0)
    if isinstance(position, tetris_rules.Position):
        (asked,) = (said for said in wanted if isinstance(said, Is))
        goal = (0, 0) if counted.knows(position, asked) else tetris.goal_of(asked)
        written = tetris_instance(position, *goal)
    else:
        written = instance(put, plays == {"misere"})
    said = [x for one in wanted for x in statement(position, one)]
    return [*written, len(wanted), *said]
