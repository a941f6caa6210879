"""Sets of one board inside sets of another: what is proved of the other board carries over.

``inside``: a smaller board inside the board. Every set of the smaller board, put into the board,
holds a whole set of the board's. Then

* a full board without a whole set would give one on the smaller board: if there is none
  there, there is none here, and by strategy stealing the player to move wins (Nash 1949;
  Hales, Jewett, Trans. AMS 106 (1963));
* Maker's win carries over: he plays on the smaller board alone, and takes moves of Breaker
  elsewhere for moves somewhere on it. His win may also be one of the strong game there. (A
  win of the strong game does not carry: elsewhere the other one may make threats.)

``around``: a larger board around the board, on which Breaker wins. The free cells of the board
are put on different cells of the larger one, so that every live set, its free cells alone, holds
there a whole set of Maker's. Breaker imagines the larger board: he answers as he does there, and
where the answer is no cell of this board, or already his, he takes any other; a further stone
never hurts. Maker completes nothing there, so nothing here. A draw of the strong game carries
over as little as a win does: on the larger board the blocking player may live by threats.

Boards as large as can be named are allowed where their sets need not be listed.
"""

from __future__ import annotations

from typing import ClassVar

from gameproof.certificates.certificate import Certificate, Composite, Key, Rejected, Use
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import listed, stops
from gameproof.games.boards.positional_shapes import cell_at, holds_a_set
from gameproof.games.boards.positional_sizes import most_members
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import (
    Forces,
    Is,
    Prevents,
    Statement,
    entails,
    only,
    quantity,
    wins,
)
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_board import Board
from gameproof.games.sets.board_stones import free_cells
from gameproof.games.sets.stealing import strategy_stealing

INSIDE, AROUND = "inside", "around"
MOST_TEXT = 1 << 16
MOST_LIVE = 1 << 18
"""Total size of the live sets of the board inside a larger one."""
MOST_STONES = 1 << 6
"""Stones of the first player's on the board."""
MOST_WORK = 1 << 27
"""Steps of looking for a set inside the places of another board's sets, some seconds."""


class Map(Composite, frozen=True, tag="map"):
    """``direction``, of the other board. ``inside``: ``places[i]`` are the coordinates on the board
    (from 0) of cell i of the other; used is, by its notation, that it has no ``drawn-position``,
    or its ``outcome``: Maker wins. ``around``: ``places[i]`` are those of the i-th free cell on the
    other, under the weak rule; used is, by its notation, its ``outcome``: Breaker wins."""

    MOST_MEMBERS: ClassVar[int] = 1 << 14
    """Total size of the sets of a smaller board."""

    direction: str
    places: list[list[int]]

    @classmethod
    def inside(cls, board: str, places: list[list[int]], question: str, known: Certificate) -> Map:
        """The record, from a certificate of the question about the smaller board."""
        return cls(INSIDE, places, uses=(Use(known, f"{question} {board}"),))

    @classmethod
    def around(cls, board: str, places: list[list[int]], known: Certificate) -> Map:
        """The record, from a certificate that Breaker wins on the larger board."""
        return cls(AROUND, places, uses=(Use(known, f"outcome {board}"),))


def board_of(certificate: Composite) -> str:
    """The notation of the other board that a certificate uses."""
    return str(certificate.uses[0].key).partition(" ")[2]


def part(_goal: Goal[Position], key: Key) -> Goal[Position]:
    """A question about a board without stones, in its notation."""
    question, _, board = str(key).partition(" ")
    return Goal(smaller(board), question)


def other(goal: Goal[Position]) -> Position:
    """The one other board of which something is known; :func:`part` says that it has no stones."""
    if len(goal.known) != 1 or not isinstance(goal.known[0].goal.position, Position):
        raise Rejected("one theorem about another board is needed")
    return goal.known[0].goal.position


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


def conclude(goal: Goal[Position], certificate: Map) -> Conclusion:
    """What carries over from the other board; see the module."""
    if certificate.direction == INSIDE:
        return _from_inside(goal, certificate)
    if certificate.direction != AROUND:
        raise Rejected(f"the direction is {INSIDE} or {AROUND}")
    return _from_around(goal, certificate)


def _from_inside(goal: Goal[Position], certificate: Map) -> Conclusion:
    position = goal.position
    inner = other(goal)
    placed = images(position, certificate.places, inner.board.cells)
    if most_members(inner.board) > Map.MOST_MEMBERS:
        raise Rejected("the sets of the smaller board are too many")
    if len(position.first) > MOST_STONES:
        raise Rejected(f"more than {MOST_STONES} stones of the first player's")
    if entails(goal.of(inner), Is(quantity("drawn-position"), False)):
        return _no_draw(goal, inner, placed)
    return _maker(goal, inner, placed)


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


def _no_draw(goal: Goal[Position], inner: Position, placed: list[int]) -> Conclusion:
    position = goal.position
    for one in (position, inner):
        if Law.SAME_SETS not in one.laws:
            raise Rejected(f"on {one.board.words} the players do not fight for the same sets")
    _sets_inside(position, inner, placed, own=False)
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
    return Conclusion(tuple(found), f"{sentence}; {goal.known[0].sentence}")


def _maker(goal: Goal[Position], inner: Position, placed: list[int]) -> Conclusion:
    position = goal.position
    mover = position.to_move
    if position.rule != "weak":
        raise Rejected("a win on a smaller board carries over under the weak rule only")
    if inner.to_move != mover:
        raise Rejected(f"the {mover} player is to move, but not on the smaller board")
    if not (position.first | position.second).isdisjoint(placed):
        raise Rejected("a place of the smaller board is taken")
    _sets_inside(position, inner, placed, own=True)
    aim = only("maker" if inner.rule == "weak" else "first")
    found = tuple(
        Forces(mover, only("first"), only("maker"), one.plies)
        for one in goal.of(inner)
        if isinstance(one, Forces) and entails((one,), Forces(mover, only("first"), aim))
    )
    if not found:
        raise Rejected("neither that the first player wins nor that no drawn board exists is known")
    return Conclusion(found, f"Maker plays on the cells of {inner} alone; {goal.known[0].sentence}")


def _from_around(goal: Goal[Position], certificate: Map) -> Conclusion:
    """That the second player stops every set of the first. O(total size of the live sets)."""
    if goal.position.board.cells > MOST_LIVE:
        raise Rejected("the board has too many cells to be put on another one")
    position = listed(goal.position)
    outer = other(goal)
    if outer.rule != "weak":
        raise Rejected("only a win of Breaker's carries over to boards with fewer sets")
    mover = position.to_move
    if outer.to_move != mover:
        raise Rejected(f"the {mover} player is to move, but not on the larger board")
    free = free_cells(position)
    placed = dict(zip(free, images(outer, certificate.places, len(free)), strict=True))
    live = position.live("first")
    if len(live.members) > MOST_LIVE:
        raise Rejected("the live sets are too large")
    affordable(outer.board, len(live), int(live.sizes.max(initial=0)))
    for members in live.sets():
        if not holds_a_set(outer.board, {placed[cell] for cell in members}):
            where = ", ".join(position.board.label(cell) for cell in members)
            raise Rejected(f"the live set {{{where}}} holds no set of the larger board")
    if not entails(goal.of(outer), Forces(mover, only("second"), only("breaker"))):
        raise Rejected("that Breaker wins is not known")
    stopped = stops(position, "second")
    return Conclusion(
        stopped.statements,
        f"each of {len(live)} live sets holds a set of {outer}: {stopped.sentence}; "
        f"{goal.known[0].sentence}",
    )


KIND = Kind(
    record=Map,
    scope=Scope(
        derives=(Forces, Prevents, "drawn-position", "count-drawn", "fewest-crosses"),
        positions=(Position,),
    ),
    theorem="a board that holds, on some of its cells, every set of a smaller one: no full board "
    "without a whole set if there is none there, and Maker wins if he wins there; with the same "
    "sets for both and no draws the player to move wins (strategy stealing: Nash 1949; Hales, "
    "Jewett, Trans. AMS 106 (1963)); Breaker's win carries to every board whose sets each contain "
    "one of the sets of a board on which he wins (Beck, Combinatorial Games: Tic-Tac-Toe Theory "
    "(2008))",
    evidence="the direction, and the place of each cell of the board inside on the one around it; "
    "of the other board a theorem is known",
    conclude=conclude,
    part=part,
)
