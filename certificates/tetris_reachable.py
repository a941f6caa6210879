"""All boards that a sequence of tetrominoes can lead to, found again by the checker.

A breadth-first search over boards, one layer for each piece: how the board came about is
of no concern, and the cells tell how many rows are gone. This is the dynamic program of the
document for boards of bounded size. It is repeated here from the rules, so nothing but the
moves of a best play is in the certificate; beyond ``MOST`` boards it proves nothing.

Where the board is to be empty at the end, every row with a filled cell must still vanish,
and the cells say how many rows will: boards with more such rows are left out.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.tetris_play import counted_part, replay, scored, tetris
from gameproof.certificates.tetris_play import reply as reply
from gameproof.games.tetris import Position, fixed, placements

MOST = 60_000
"""Boards of all layers together that the checker is ready to visit."""


class TetrisReachable(Certificate, frozen=True, tag="tetris-reachable"):
    """``moves`` of a play with the most rows or tetrises; none for the answer no."""

    moves: list[str]


def check(position: Any, claim: Claim, certificate: TetrisReachable) -> str:
    """Repeat the search; O(boards x cells) up to ``MOST`` boards."""
    start = tetris(position)
    if claim.question in ("clear", "survive") and claim.answer == "no":
        if certificate.moves:
            raise Rejected("no move can show that there is none")
        if claim.question == "clear" and (start.filled + 4 * len(start.pieces)) % start.columns:
            return "the cells do not fill whole rows"
        layers, visited = search(start, claim.question == "clear")
        if claim.question == "survive":
            if layers[-1]:
                raise Rejected("the sequence can be survived")
            return f"no play places all pieces ({visited} boards)"
        if 0 in layers[-1]:
            raise Rejected("the board can be cleared")
        return f"no play clears the board ({visited} boards)"
    got, _ = scored(start, replay(start, certificate.moves), claim)
    layers, visited = search(counted_part(start, claim.question), False)
    if claim.question == "max-tetrises":
        best = max(max(layer.values(), default=0) for layer in layers)
    else:
        best = max(
            (start.filled + 4 * k - board.bit_count()) // start.columns
            for k, layer in enumerate(layers)
            for board in layer
        )
    if best > got:
        raise Rejected(f"a play reaches {best}")
    return f"the moves reach {got}, and no play more ({visited} boards)"


def search(start: Position, clearing: bool) -> tuple[list[dict[int, int]], int]:
    """For each number of pieces placed, the boards with their most tetrises; boards visited."""
    layers = [{start.board: 0}]
    visited = 1
    rows, columns = start.rows, start.columns
    for k, piece in enumerate(start.pieces, 1):
        layer: dict[int, int] = {}
        for board, tetrises in layers[-1].items():
            for move in placements(rows, columns, board, piece, start.rotation):
                after, gone = fixed(rows, columns, board, piece, move)
                layer[after] = max(layer.get(after, 0), tetrises + (gone == 4))
        if clearing:
            left = 4 * (len(start.pieces) - k)
            layer = {b: n for b, n in layer.items() if can_still_clear(b, columns, left)}
        layers.append(layer)
        visited += len(layer)
        if visited > MOST:
            raise Rejected(f"more than {MOST} boards: too many to search again")
    return layers, visited


def can_still_clear(board: int, columns: int, cells: int) -> bool:
    """Do the rows that are to vanish number at least those with a filled cell?"""
    full = (1 << columns) - 1
    vanishing = (board.bit_count() + cells) // columns
    while board:
        vanishing -= bool(board & full)
        board >>= columns
    return vanishing >= 0
