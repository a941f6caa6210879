"""A smaller board inside the board: what is proved of it carries over.

Every set of the smaller board, put into the board, holds a whole set of the board's. Then

* a full board without a whole set would give one on the smaller board: if there is none
  there, there is none here, and by strategy stealing the player to move wins (Nash 1949;
  Hales, Jewett, Trans. AMS 106 (1963));
* Maker's win carries over: he plays on the smaller board alone, and takes moves of Breaker
  elsewhere for moves somewhere on it. His win may also be one of the strong game there. (A
  win of the strong game does not carry: elsewhere the other one may make threats.)

Boards as large as can be named are allowed: their sets are not listed.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import convert
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.kernel import conclude as conclude_part
from gameproof.certificates.strategies.blocking import strategy_stealing
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import (
    Forces,
    Is,
    Statement,
    entails,
    only,
    quantity,
    wins,
)
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_board import Board
from gameproof.games.positional_shapes import cell_at, holds_a_set, most_members

MOST_TEXT = 1 << 16
MOST_MEMBERS = 1 << 14
"""Total size of the sets of the smaller board."""
MOST_STONES = 1 << 6
"""Stones of the first player's on the board."""
MOST_WORK = 1 << 27
"""Steps of looking for a set inside the places of another board's sets, some seconds."""


class SubBoard(Certificate, frozen=True, tag="sub-board"):
    """``board``: the smaller board without stones, in words. ``places[i]``: the coordinates on
    the board (from 0) of its cell i. ``part`` proves ``question`` of it: ``drawn-position``
    (there is none), or ``outcome`` (Maker wins)."""

    board: str
    places: list[list[int]]
    question: str
    part: dict[str, object]


def smaller(text: str) -> Position:
    """The board of these words, without stones and small enough to list its sets."""
    if len(text) > MOST_TEXT:
        raise Rejected("the text of the other board is too long")
    inner = Position.parse(text)
    if inner.first or inner.second:
        raise Rejected("the other board has stones")
    return inner


def images(position: Position, places: list[list[int]], cells: int) -> list[int]:
    """The cells of ``position`` at the places: as many as ``cells``, no two the same."""
    if len(places) != cells:
        raise Rejected(f"{len(places)} places for {cells} cells")
    found = [cell_at(position.board, tuple(place)) for place in places]
    kept = [cell for cell in found if cell is not None]
    if len(kept) != len(found):
        raise Rejected(f"place {found.index(None)} is not on the board")
    if len(set(kept)) != len(kept):
        raise Rejected("two cells have the same place")
    return kept


def affordable(board: Board, number: int, largest: int) -> None:
    """Refuse to look ``number`` times for a set of the board among ``largest`` cells where that
    takes too long (``holds_a_set`` says how long once does)."""
    if board.kind == "tictactoe":
        each = largest**2 * len(board.shape)
    elif board.kind in ("sets", "hex"):
        each = most_members(board) + len(board.first_sets)
    else:
        each = largest * max(64, 4 * largest, sum(map(len, board.forms)))
    if number * each > MOST_WORK:
        raise Rejected("the sets of the two boards are too many to be compared")


def conclude(goal: Goal[Position], certificate: SubBoard) -> Conclusion:
    """What carries over from the smaller board; see the module."""
    position = goal.position
    inner = smaller(certificate.board)
    placed = images(position, certificate.places, inner.board.cells)
    if most_members(inner.board) > MOST_MEMBERS:
        raise Rejected("the sets of the smaller board are too many")
    if len(position.first) > MOST_STONES:
        raise Rejected(f"more than {MOST_STONES} stones of the first player's")
    if certificate.question == "drawn-position":
        return _no_draw(position, inner, placed, certificate)
    if certificate.question == "outcome":
        return _maker(position, inner, placed, certificate)
    raise Rejected(f"nothing carries over from the question {certificate.question[:60]!r}")


def _sets_inside(position: Position, inner: Position, placed: list[int], own: bool) -> None:
    """Every set of the smaller board must hold one of the board, with the first player's stones
    if ``own``."""
    family = inner.board.first_sets
    stones = len(position.first) if own else 0
    affordable(position.board, 2 * len(family), int(family.sizes.max(initial=0)) + stones)
    for members in inner.board.first_sets.sets():
        put = {placed[cell] for cell in members}
        if not holds_a_set(position.board, put) and not (
            own and holds_a_set(position.board, put | position.first)
        ):
            where = ", ".join(inner.board.label(cell) for cell in members)
            raise Rejected(f"the place of the smaller board's set {{{where}}} holds no set")


def _no_draw(
    position: Position, inner: Position, placed: list[int], certificate: SubBoard
) -> Conclusion:
    for one in (position, inner):
        if Law.SAME_SETS not in one.laws:
            raise Rejected(f"on {one.board.words} the players do not fight for the same sets")
    _sets_inside(position, inner, placed, own=False)
    part = conclude_part(Goal(inner, "drawn-position"), convert(certificate.part))
    if not entails(part.statements, Is(quantity("drawn-position"), False)):
        raise Rejected("that no drawn board exists is not what the part proves")
    even = {"even": True}
    found: list[Statement] = [
        Is(quantity("drawn-position"), False),
        Is(quantity("drawn-position", even), False),
        Is(quantity("count-drawn"), 0),
        Is(quantity("count-drawn", even), 0),
        Is(quantity("fewest-crosses"), None),
    ]
    sentence = f"every full board holds a whole set on the cells of {inner}"
    mover = position.to_move
    if strategy_stealing(position, OTHER[mover]):
        found.append(wins(mover, mover))
        sentence += f", and the {OTHER[mover]} player cannot win (strategy stealing)"
    return Conclusion(tuple(found), f"{sentence}; {part.sentence}")


def _maker(
    position: Position, inner: Position, placed: list[int], certificate: SubBoard
) -> Conclusion:
    mover = position.to_move
    if position.rule != "weak":
        raise Rejected("a win on a smaller board carries over under the weak rule only")
    if inner.to_move != mover:
        raise Rejected(f"the {mover} player is to move, but not on the smaller board")
    if not (position.first | position.second).isdisjoint(placed):
        raise Rejected("a place of the smaller board is taken")
    _sets_inside(position, inner, placed, own=True)
    aim = only("maker" if inner.rule == "weak" else "first")
    part = conclude_part(Goal(inner, "outcome"), convert(certificate.part))
    found = tuple(
        Forces(mover, only("first"), only("maker"), one.plies)
        for one in part.statements
        if isinstance(one, Forces) and entails((one,), Forces(mover, only("first"), aim))
    )
    if not found:
        raise Rejected("that the first player wins is not what the part proves")
    return Conclusion(found, f"Maker plays on the cells of {inner} alone; {part.sentence}")


KIND = Kind(
    record=SubBoard,
    scope=Scope(
        derives=(Forces, "drawn-position", "count-drawn", "fewest-crosses"),
        positions=(Position,),
    ),
    theorem="a board that holds, on some of its cells, every set of a smaller one: no full board "
    "without a whole set if there is none there, and Maker wins if he wins there; with the same "
    "sets for both and no draws the player to move wins (strategy stealing: Nash 1949; Hales, "
    "Jewett, Trans. AMS 106 (1963))",
    evidence="the smaller board, the place of each of its cells, and a certificate about it",
    conclude=conclude,
)
