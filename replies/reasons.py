"""Why a proved move is the answer: the pair, the region, the image, the value that it leaves."""

from __future__ import annotations

from typing import cast

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.kernel import kind_of
from gameproof.certificates.pairings.maximum_matching import MaximumMatching
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.certificates.pairings.tiling import Tiling
from gameproof.certificates.strategies.images import Images
from gameproof.certificates.strategies.potential import BECK, Potential
from gameproof.certificates.strategies.together import Together, parts
from gameproof.games.impartial.kayles import Kayles
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.positional import Position as Board
from gameproof.games.sets.tiles import Copies
from gameproof.replies.replies import reply

VALUES = frozenset({
    "closed-form", "digraph-values", "dynamic-table", "mex",
})  # fmt: skip
SAID = {
    "play": "the file answers every move after it, to the end",
    "ply-by-ply": "the file answers every move after it, or answers in the same column do",
    "each-move": "after it the opponent loses",
    "games": "after it whoever is to move does not win, by the values of the file",
    "retrograde-table": "to a position that the table says is won",
    "snort-refutations": "the refutation that the file lists",
    "snort-strategy": "what the values of the parts ask for",
    "even-kernel": "into the even kernel",
    "hold": "what has to be stopped is stopped after it",
    "potential": "the cell of greatest danger",
}


def reason(
    position: AnyPosition, move_text: str, last: str | None, certificate: Certificate
) -> str:
    """Why the certificate makes the move in the position; ``last`` is the opponent's move
    before, ``None`` when there was none. Moves are in the game's notation."""
    part = _part(position, move_text, certificate)
    if last is not None:
        shared = _shared(position, move_text, last, part)
        if shared:
            return f"{move_text} answers {last}: {shared}"
    tag = kind_of(part).tag
    if tag in VALUES and Law.IMPARTIAL in position.laws:
        return "it leaves a position of value 0"
    if isinstance(part, MaximumMatching):
        free = getattr(position, "token", None) is None
        return "a vertex that the matching leaves" if free else "along the maximum matching"
    if isinstance(part, Pairing | Tiling):
        return "no pair or region asks for an answer: any cell will do"
    if isinstance(part, Potential) and part.theorem == BECK:
        return "the cell of greatest worth to Maker"
    return SAID.get(tag, f"the proof's move ({tag})")


def _image(position: AnyPosition, move_text: str, last: str, part: Images) -> str:
    """Is the answer the image of the move, under the opposition of the player to move?"""
    if isinstance(cast(object, position), Kayles):
        return "what it leaves is symmetric"
    move, before = position.parse_move(move_text), position.parse_move(last)
    pairs = {(int(v), int(u)) for row in part.rows for v, u in row[3]}
    return "its image under the opposition" if (before, move) in pairs else ""


def _part(position: AnyPosition, move_text: str, certificate: Certificate) -> Certificate:
    """The part of a composite certificate that makes the move."""
    if not isinstance(certificate, Together):
        return certificate
    for part in parts(certificate):
        move = reply(position, part)
        if move is not None and position.move_text(move) == move_text:
            return part
    return certificate


def _shared(position: AnyPosition, move_text: str, last: str, part: Certificate) -> str:
    """What the two moves have in common, empty where it is nothing."""
    if isinstance(part, Images):
        return _image(position, move_text, last, part)
    board: object = position
    if not isinstance(board, Board):
        return ""
    cells = {board.parse_move(move_text), board.parse_move(last)}
    if isinstance(part, Pairing):
        return "their pair" if any(cells == set(map(int, pair)) for pair in part.pairs) else ""
    if isinstance(part, Tiling):
        copies = Copies(board, part.tile)
        found = {copies.over(cell) for cell in cells}
        return "their region of the tile" if len(found) == 1 and None not in found else ""
    return ""
