"""The moves of a play of Tetris, replayed from the rules.

They show that the board can be cleared or the sequence survived. They also show the most
rows or tetrises where counting cells allows no more: p pieces and f filled cells give at
most (f + 4 p) / columns full rows, a quarter of that many tetrises, and one for each I.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.game import BadInput
from gameproof.games.tetris import Move, Position


class TetrisPlay(Certificate, frozen=True, tag="tetris-play"):
    """``moves`` in the game's notation, ``J1-C4``; they may end before the sequence does
    where rows or tetrises are counted."""

    moves: list[str]


def check(position: Any, claim: Claim, certificate: TetrisPlay) -> str:
    """Replay, then compare with the claim. O(moves x cells)."""
    last = replay(position, certificate.moves)
    if claim.question == "clear" and claim.answer == "yes":
        if last.pieces or last.board:
            raise Rejected(f"{len(last.pieces)} pieces and {last.filled} filled cells are left")
        return f"after {len(certificate.moves)} moves the board is empty"
    if claim.question == "survive" and claim.answer == "yes":
        if last.pieces:
            raise Rejected(f"{len(last.pieces)} pieces are not placed")
        return f"all {len(certificate.moves)} pieces are placed"
    got, most = scored(position, last, claim)
    if got != most:
        raise Rejected(f"the moves reach {got}, counting cells allows {most}")
    return f"the moves reach {got}, and counting cells allows no more"


def scored(position: Position, last: Position, claim: Claim) -> tuple[int, int]:
    """What the play reached, checked against the claim, and the bound from counting cells."""
    rows = most_rows(position)
    if claim.question == "max-rows":
        got, most = last.cleared - position.cleared, rows
    elif claim.question == "max-tetrises":
        got, most = last.tetrises - position.tetrises, min(rows // 4, position.pieces.count("I"))
    else:
        raise Rejected(f"moves do not prove {claim.question!r} {claim.answer!r}")
    if claim.answer != str(got):
        raise Rejected(f"the moves reach {got}")
    return got, most


def counted_part(position: Position, question: str) -> Position:
    """The pieces that matter: after the last I no four rows vanish at once any more."""
    if question != "max-tetrises":
        return position
    return replace(position, pieces=position.pieces[: position.pieces.rfind("I") + 1])


def most_rows(position: Position) -> int:
    """How many rows the cells can fill at most."""
    return (position.filled + 4 * len(position.pieces)) // position.columns


def tetris(position: Any) -> Position:
    """The position where it is one of Tetris; raises :class:`Rejected`."""
    if not isinstance(position, Position):
        raise Rejected("this certificate is about Tetris")
    return position


def replay(position: Any, moves: list[str]) -> Position:
    """The position after the moves; raises :class:`Rejected` at the first illegal one."""
    last = tetris(position)
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


def reply(position: Any, certificate: Any) -> Move | None:
    """The next move of the play whose ``moves`` the certificate holds, where ``position`` is on
    its way."""
    moves = certificate.moves
    if not isinstance(position, Position) or position.placed >= len(moves):
        return None
    try:
        move = position.parse_move(moves[position.placed])
    except BadInput:
        return None
    return move if move in position.moves() else None
