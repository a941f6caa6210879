"""The torus game: the tilted board with its repeated border, a loop and its class."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.strategies.together import Together, parts
from gameproof.certificates.torus.blocking_set import BlockingSet
from gameproof.games.boards.glued_board import COLOURS
from gameproof.games.torus_classes import OWNERS, normal
from gameproof.games.torus_cycles import Position
from gameproof.pictures.boards.glued_board import LARGEST, draw_board, shortest_loop
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The board; marked is a loop of the certificate, or a shortest one on the board, the cells
    of a blocking set (``#``), and the cell of a proved move (``!``)."""
    captions = []
    signs = {}
    if isinstance(certificate, BlockingSet):
        signs = dict.fromkeys(certificate.cells, "#")
        captions.append(f"# {len(certificate.cells)} cells that block the class, fewest possible")
    for move in shown_moves(position, certificate, detail):
        signs[position.parse_move(move)[0]] = "!"
    walk, told = _given(position, certificate)
    if told is None and len(position.stones) <= LARGEST:
        walk, told = _found(position)
    if told is not None:
        x, y = told
        owner = OWNERS[position.method](x, y)
        captions.append(f"loop of class ({x}, {y}), {len(walk)} cells: {owner} ({position.method})")
    classes = (detail or {}).get("classes")
    if isinstance(classes, str):
        captions.append(f"classes with a chordless cycle: {classes}")
    result = position.result() if len(position.stones) <= LARGEST else None
    captions.append(f"{position.to_move} to move" if result is None else f"result: {result}")
    captions += strategy_lines(position, certificate, detail)
    return draw_board(position, walk, captions, "torus-cycles", signs)


def _given(
    position: Position, certificate: object | None
) -> tuple[list[int], tuple[int, int] | None]:
    walks: list[list[int]] = []
    if isinstance(certificate, Together):
        certificate = parts(certificate)[0]
    if isinstance(certificate, Definition) and certificate.has_object:
        walks = list(map(list, certificate.rows()))
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


PICTURE = Depiction(draw)
