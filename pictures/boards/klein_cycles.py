"""Two players on a glued board: the tilted board with its repeated border and a winning loop."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.games.klein_cycles import OWN, Position
from gameproof.pictures.boards.glued_board import LARGEST, draw_board, shortest_loop
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines

NAMES = {"klein": "klein-cycles", "torus": "torus-hex"}


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The board; marked is a shortest winning walk when somebody has won."""
    walk: list[int] = []
    captions = []
    small = len(position.stones) <= LARGEST
    winner = position.result() if small else None
    if winner is not None:
        own = OWN[position.surface][winner]
        found = shortest_loop(position, winner, lambda parity: parity in own, modulus=2)
        if found is not None:
            walk, (p, q) = found
            captions.append(f"loop of parity ({p}, {q}), {len(walk)} cells")
    captions.append(f"{position.to_move} to move" if winner is None else f"{winner} wins")
    signs = {position.parse_move(move): "!" for move in shown_moves(position, certificate, detail)}
    captions += strategy_lines(position, certificate, detail)
    return draw_board(position, walk, captions, NAMES[position.surface], signs)


PICTURE = Depiction(draw)
