"""The moves of a play of Tetris, replayed from the rules.

They show that the board can be cleared or the sequence survived, and that so many rows or
tetrises can be had. Counting cells gives bounds from above: p pieces and f filled cells make
at most (f + 4 p) / columns full rows, a quarter of that many tetrises, and one for each I.
"""

from __future__ import annotations

from dataclasses import replace

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, Statement, quantity
from gameproof.games.tetris import Move, Position, vanish

ROWS, TETRISES = "max-rows", "max-tetrises"


class TetrisPlay(Certificate, frozen=True, tag="tetris-play"):
    """``moves`` in the game's notation, ``J1-C4``; they may end before the sequence does
    where rows or tetrises are counted."""

    moves: list[str]


def conclude(goal: Goal[Position], certificate: TetrisPlay) -> Conclusion:
    """What the play reaches, and what counting cells allows. O(moves x cells)."""
    start = goal.position
    no_full_row(start)
    last = replay(start, certificate.moves)
    rows, tetrises = last.cleared - start.cleared, last.tetrises - start.tetrises
    derived: list[Statement] = [
        AtLeast(quantity(ROWS), rows),
        AtLeast(quantity(TETRISES), tetrises),
        AtMost(quantity(ROWS), most_rows(start)),
        AtMost(quantity(TETRISES), most_tetrises(start)),
    ]
    said = [
        f"after {len(certificate.moves)} moves {rows} rows and {tetrises} tetrises are cleared "
        f"(at most {most_rows(start)} and {most_tetrises(start)} by counting cells)"
    ]
    if last.pieces:
        said.append(f"{len(last.pieces)} pieces are not placed")
    else:
        derived.append(Is(quantity("survive"), True))
        if last.board:
            said.append(f"{last.filled} filled cells are left")
        else:
            derived.append(Is(quantity("clear"), True))
            said.append("the board is empty")
    return Conclusion(tuple(derived), ", ".join(said))


def most_rows(position: Position) -> int:
    """How many rows the cells can fill at most."""
    return (position.filled + 4 * len(position.pieces)) // position.columns


def most_tetrises(position: Position) -> int:
    """How many tetrises the cells and the I allow: no other piece reaches four rows."""
    return min(most_rows(position) // 4, position.pieces.count("I"))


def counted_part(position: Position, question: str) -> Position:
    """The pieces that matter: after the last I no four rows vanish at once any more."""
    if question != TETRISES:
        return position
    return replace(position, pieces=position.pieces[: position.pieces.rfind("I") + 1])


def no_full_row(position: Position) -> None:
    """Raise :class:`Rejected` where a row is full from the start.

    Boards of the game have none; rows that vanish are then those that the last piece filled,
    which the bounds and the clauses rest on.
    """
    if vanish(position.rows, position.columns, position.board)[1]:
        raise Rejected("a full row would have vanished")


def replay(position: Position, moves: list[str]) -> Position:
    """The position after the moves; raises :class:`Rejected` at the first illegal one."""
    last = position
    for number, text in enumerate(moves, 1):
        try:
            last = last.play(last.parse_move(text))
        except BadInput as error:
            raise Rejected(f"move {number} ({text}): {error.message}") from None
    return last


def written(position: Position, moves: list[Move]) -> list[str]:
    """Moves in notation, played one after the other."""
    texts = []
    for move in moves:
        texts.append(position.move_text(move))
        position = position.play(move)
    return texts


KIND = Kind(
    record=TetrisPlay,
    scope=Scope(derives=("clear", "survive", ROWS, TETRISES), positions=(Position,)),
    theorem="an example; from above, p pieces and f filled cells fill at most (f + 4p) / columns "
    "rows, and only an I fills four at once",
    evidence="the moves of a play",
    conclude=conclude,
)
