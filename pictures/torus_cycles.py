"""The torus game: the tilted board with its repeated border, a loop and its class."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.torus_cycle import TorusCycle
from gameproof.certificates.torus_loops import TorusLoops
from gameproof.games.torus_cycles import COLOURS, OWNERS, Position, normal
from gameproof.pictures.glued_board import LARGEST, draw_board, shortest_loop
from gameproof.pictures.picture import Picture


def draw(position: Position, certificate: Any | None = None, detail: Any | None = None) -> Picture:
    """The board; marked is a loop of the certificate, or a shortest one on the board."""
    captions = []
    walk, told = _given(position, certificate)
    if told is None and len(position.stones) <= LARGEST:
        walk, told = _found(position)
    if told is not None:
        x, y = told
        owner = OWNERS[position.method](x, y)
        captions.append(f"loop of class ({x}, {y}), {len(walk)} cells: {owner} ({position.method})")
    result = position.result() if len(position.stones) <= LARGEST else None
    captions.append(f"{position.to_move} to move" if result is None else f"result: {result}")
    return draw_board(position, walk, captions, "torus-cycles")


def _given(position: Position, certificate: Any | None) -> tuple[list[int], tuple[int, int] | None]:
    walks: list[list[int]] = []
    if isinstance(certificate, TorusLoops):
        walks = certificate.walks
    elif isinstance(certificate, TorusCycle):
        walks = certificate.cycles
    return (walks[0], _class(position, walks[0])) if walks else ([], None)


def _found(position: Position) -> tuple[list[int], tuple[int, int] | None]:
    for colour in COLOURS:
        if position.loops(colour):
            found = shortest_loop(position, colour, lambda crossings: crossings != (0, 0))
            if found is not None:
                return found[0], normal(*found[1])
    return [], None


def _class(position: Position, walk: list[int]) -> tuple[int, int]:
    """Crossings of the closed walk, all steps being between neighbours."""
    x = y = 0
    for at, to in zip(walk, [*walk[1:], *walk[:1]], strict=True):
        for neighbour, sx, sy in position.neighbours(at):
            if neighbour == to:
                x, y = x + sx, y + sy
                break
    return normal(x, y)
