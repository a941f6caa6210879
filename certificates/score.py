"""Minimax of the evaluation |Red's vertices| - |Blue's| (+ 1/2 on Blue's turn), row by row."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.short_game_table import integers
from gameproof.games.snort import Position, members, neighbour_masks

WORD = 32  # bits of a vertex set in one entry of ``open_to``


class Score(Certificate, frozen=True, tag="score"):
    """Row i: ``open_to[i]`` the vertices open to Red and to Blue (32 to a word),
    ``reds_turn[i]``, and ``twice[i]`` = twice the score."""

    open_to: np.ndarray
    reds_turn: np.ndarray
    twice: np.ndarray


def check(position: Any, claim: Claim, certificate: Score) -> str:
    """Each row must be the score of a terminal position or the best of its moves, whose
    rows are in the table too. O(rows * moves)."""
    if not isinstance(position, Position) or claim.question != "score":
        raise Rejected("this certificate is about the score of Snort or Col")
    n = position.graph.n
    words = (n + WORD - 1) // WORD
    sets = integers(certificate.open_to, 3, "open_to")
    turns = integers(certificate.reds_turn, 1, "reds_turn").tolist()
    twice = integers(certificate.twice, 1, "twice").tolist()
    if sets.shape[1:] != (2, words) or not len(sets) == len(turns) == len(twice):
        raise Rejected("the arrays do not fit each other or the graph")
    whole = (1 << n) - 1
    table: dict[tuple[int, int, bool], int] = {}
    for (red_words, blue_words), turn, score in zip(sets.tolist(), turns, twice, strict=True):
        red, blue = _join(red_words), _join(blue_words)
        if red < 0 or blue < 0 or (red | blue) & ~whole or turn not in (0, 1):
            raise Rejected("a row leaves the graph")
        table[red, blue, bool(turn)] = score
    for key, score in table.items():
        found = _score(position, table, *key)
        if found != score:
            raise Rejected(f"the score at {key} is {found}/2, not {score}/2")
    root = table.get((position.red_free, position.blue_free, position.to_move == "red"))
    if root is None:
        raise Rejected("the position itself is not in the table")
    if claim.answer != str(Fraction(root, 2)):
        raise Rejected(f"the score is {Fraction(root, 2)}, not {claim.answer}")
    return f"minimax of the evaluation gives {position} the score {claim.answer}"


def _score(
    position: Position, table: dict[tuple[int, int, bool], int], red: int, blue: int, reds: bool
) -> int:
    """Twice the score, from the rows of the positions after a move."""
    near = neighbour_masks(position.graph)
    own = position.rules.forbidden == "own"
    contested = red & blue
    for v in members(red):
        contested |= near[v] & (red if own else blue)
    for v in members(blue):
        contested |= near[v] & (blue if own else red)
    if not contested:
        return 2 * (red.bit_count() - blue.bit_count()) + (0 if reds else 1)
    scores = []
    for v in members(red if reds else blue):
        bit = 1 << v
        closed_red = bit | (near[v] if reds == own else 0)
        closed_blue = bit | (near[v] if reds != own else 0)
        child = table.get((red & ~closed_red, blue & ~closed_blue, not reds))
        if child is None:
            raise Rejected("the position after a move is not in the table")
        scores.append(child)
    if not scores:
        raise Rejected("the player to move cannot move in a position that is not terminal")
    return max(scores) if reds else min(scores)


def _join(words: list[int]) -> int:
    if any(not 0 <= word < 1 << WORD for word in words):
        return -1
    return sum(word << (WORD * i) for i, word in enumerate(words))
