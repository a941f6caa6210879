"""Hex: virtual connections, deduced one from another down to that of a player's two sides.

A *full connection* of two ends x and y (cells, or the player's sides) with carrier C and stones
T says: wherever the player owns T beside his stones of the start, and the opponent owns no cell
of C, the player can join x and y inside the stones, T and C although the opponent moves next.
A *semi-connection* says so when the player moves next. Four rules:

``0`` **all**: full connections whose carriers are disjoint, apart from stones, hold together:
the player answers where the opponent intrudes. With cells that touch they join whatever is
joined by them; x and y must be.

``1`` **play**: a full connection that needs the stone t is a semi-connection without it: the
player places t. Its carrier gains t.

``2`` **any**: semi-connections of the same ends without a cell common to all carriers make a
full one: whatever cell the opponent takes, one of them is untouched, and the player goes on
with it. Its carrier is their union.

``3`` **pair**: two free cells a and b outside of the carrier are *captured* if the opponent's
taking one is answered by the other, and then the lost one does not matter: all cells that touch
it and that the player has, assumes or may get touch what is joined to the other by stones, or
belong to it. A connection that takes a and b for stones holds without them; its carrier gains
both. For the player keeps to its carrier and answers in the pair when the opponent intrudes
there; whichever cell of the pair he gets, a way through the lost one has a detour through the
other. Neither may be an end of the connection. Further stones may be assumed for the detours.

Carriers hold free cells only, because a cell enters one by ``play`` or ``pair``, and what is
played was free, and a pair must be. The number of the player's moves adds up under ``all``, is
the largest under ``any`` and grows by one under ``play`` and ``pair``. Who joins his sides has
won: the other's cannot be joined as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.boards.hex_board import neighbours, sides
from gameproof.games.boards.positional_shapes import hex_cells
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_questions import aim_of

ALL, PLAY, ANY, PAIR = 0, 1, 2, 3

MOST_NUMBERS = 1 << 30
MOST_CELLS = 1 << 10
"""Cells of the largest board that is looked at."""


class Connection(Certificate, frozen=True, tag="connection"):
    """``player`` joins his sides; at the start he owns ``stones``, which only :func:`reply` reads.
    Step i is ``numbers[ends[i] : ends[i + 1]]``, its rule first:

    ``0, x, y, p, p premises, stones``; ``1, premise, stone``; ``2, premises``; ``3, premise, a, b,
    stones``. Premises are numbers of earlier steps; the last step is the proof. Cells have their
    numbers, the player's sides (top and bottom, or left and right) the two numbers after the last
    cell; the cells of a file's board are numbered as on the Hex board that it describes.
    """

    player: str
    stones: list[int]
    ends: np.ndarray
    numbers: np.ndarray

    def steps(self) -> Iterator[list[int]]:
        """The numbers of each step; raises :class:`Rejected`."""
        numbers = integers(self.numbers, "numbers", 1, 0, MOST_NUMBERS)
        ends = integers(self.ends, "ends", 1, 0, MOST_NUMBERS)
        if len(ends) < 2:
            raise Rejected("a proof has one step at least")
        if ends[0] != 0 or ends[-1] != len(numbers) or (np.diff(ends) < 2).any():
            raise Rejected("ends does not divide the numbers into steps")
        whole, at = numbers.tolist(), ends.tolist()
        return (whole[start:end] for start, end in pairwise(at))


class Link:
    """What a step has proved; a full connection or a semi-connection."""

    __slots__ = ("carrier", "full", "moves", "stones", "x", "y")

    def __init__(self, full: bool, x: int, y: int, carrier: int, stones: int, moves: int) -> None:
        self.full, self.x, self.y = full, min(x, y), max(x, y)
        self.carrier, self.stones, self.moves = carrier, stones, moves


class Board:
    """The cells that the player owns or may own, as bits; his sides are the bits after them."""

    def __init__(self, position: Position, player: str) -> None:
        if position.board.cells > MOST_CELLS:
            raise Rejected(f"a board of more than {MOST_CELLS} cells")
        found = hex_cells(position.board, position.second)
        if found is None or (position.board.kind != "hex" and position.rule != "weak"):
            raise Rejected("not a Hex board")
        (m, n), self.numbers = found
        self.cells = m * n
        self.ends = (self.cells, self.cells + 1)
        self.own = mask_of(self.numbers[cell] for cell in position.stones(player))
        self.own |= 3 << self.cells
        self.gone = mask_of(self.numbers[cell] for cell in position.stones(OTHER[player]))
        self.near = [0] * (self.cells + 2)
        for cell in range(self.cells):
            for other in neighbours(m, n, cell):
                self.near[cell] |= 1 << other
        for end, side in zip(self.ends, sides(m, n, player == "second"), strict=True):
            for cell in side:
                self.near[end] |= 1 << cell
                self.near[cell] |= 1 << end


def links(board: Board, certificate: Connection) -> list[Link]:
    """Each step's connection. O(total length * cells); raises :class:`Rejected`."""
    found: list[Link] = []
    for number, step in enumerate(certificate.steps()):
        try:
            found.append(_link(board, found, step))
        except Rejected as error:
            raise Rejected(f"step {number}: {error}") from None
    return found


def _link(board: Board, found: list[Link], step: list[int]) -> Link:
    rule, rest = step[0], step[1:]
    if rule == ALL:
        return _all(board, found, rest)
    if rule == PLAY:
        if len(rest) != 2:
            raise Rejected("expected a premise and a stone")
        link, stone = _premise(found, rest[0]), rest[1]
        if not 0 <= stone < board.cells or not link.stones >> stone & 1:
            raise Rejected(f"the connection does not wait for stone {stone}")
        if not link.full:
            raise Rejected("a stone is placed in a full connection")
        bit = 1 << stone
        return Link(False, link.x, link.y, link.carrier | bit, link.stones & ~bit, link.moves + 1)
    if rule == ANY:
        return _any([_premise(found, number) for number in rest])
    if rule == PAIR:
        return _pair(board, found, rest)
    raise Rejected(f"there is no rule {rule}")


def _premise(found: list[Link], number: int) -> Link:
    if not 0 <= number < len(found):
        raise Rejected(f"{number} is no earlier step")
    return found[number]


def _all(board: Board, found: list[Link], rest: list[int]) -> Link:
    if len(rest) < 3 or rest[2] < 0 or len(rest) < 3 + rest[2]:
        raise Rejected("expected two ends, the number of premises, premises and stones")
    x, y, count = rest[:3]
    parts = [_premise(found, number) for number in rest[3 : 3 + count]]
    stones = 0
    for cell in rest[3 + count :]:
        if not 0 <= cell < board.cells:
            raise Rejected(f"there is no cell {cell}")
        stones |= 1 << cell
    if stones & board.gone:
        raise Rejected("a stone of the opponent")
    for part in parts:
        if not part.full:
            raise Rejected("a semi-connection does not hold by itself")
        stones |= part.stones
    stones &= ~board.own
    carrier = moves = 0
    for part in parts:
        if carrier & part.carrier & ~stones:
            raise Rejected("two carriers share a cell")
        carrier |= part.carrier
        moves += part.moves
    if not _joined(board, board.own | stones, parts, x, y):
        raise Rejected(f"{x} and {y} are not joined")
    return Link(True, x, y, carrier & ~stones, stones, moves)


def _joined(board: Board, owned: int, parts: list[Link], x: int, y: int) -> bool:
    """Do touching owned cells and the given connections join x and y?"""
    last = board.cells + 2
    if not (0 <= x < last and 0 <= y < last and owned >> x & 1 and owned >> y & 1):
        return False
    reached, fresh = 1 << x, 1 << x
    while fresh:
        around = 0
        for cell in members(fresh):
            around |= board.near[cell]
        around &= owned
        for part in parts:
            if (reached | around) >> part.x & 1:
                around |= 1 << part.y
            if (reached | around) >> part.y & 1:
                around |= 1 << part.x
        fresh = around & ~reached
        reached |= fresh
    return bool(reached >> y & 1)


def _any(parts: list[Link]) -> Link:
    if not parts:
        # redundant: every step has a number beside its rule
        raise Rejected("any of nothing")
    first = parts[0]
    stones = carrier = 0
    for part in parts:
        if part.full or (part.x, part.y) != (first.x, first.y):
            raise Rejected("expected semi-connections of the same ends")
        stones |= part.stones
        carrier |= part.carrier
    common = -1
    for part in parts:
        common &= part.carrier & ~stones
    if common:
        raise Rejected("the opponent can take a cell that lies in every carrier")
    return Link(
        True, first.x, first.y, carrier & ~stones, stones, max(part.moves for part in parts)
    )


def _pair(board: Board, found: list[Link], rest: list[int]) -> Link:
    if len(rest) < 3:
        raise Rejected("expected a premise, two cells and stones")
    link = _premise(found, rest[0])
    for cell in rest[1:]:
        if not 0 <= cell < board.cells:
            raise Rejected(f"there is no cell {cell}")
    one, other = rest[1:3]
    pair, stones = 1 << one | 1 << other, link.stones | mask_of(rest[3:])
    if one == other or pair & (board.own | board.gone | link.carrier):
        raise Rejected("the cells of a captured pair are two, free and outside of the carrier")
    if link.x in (one, other) or link.y in (one, other):
        raise Rejected("an end of the connection is in the captured pair")
    stones &= ~(board.own | pair)
    if stones & (board.gone | link.carrier):
        raise Rejected("a stone of the opponent or of the carrier")
    for lost, kept in ((one, other), (other, one)):
        owned = board.own | stones | 1 << kept
        reached = _chain(board, owned, kept)
        around = board.near[lost] & (owned | link.carrier)
        for cell in members(reached):
            around &= ~board.near[cell]
        if around & ~reached:
            raise Rejected(f"cell {lost} can matter although {kept} is the player's")
    return Link(link.full, link.x, link.y, link.carrier | pair, stones, link.moves + 1)


def _chain(board: Board, owned: int, start: int) -> int:
    """The owned cells and sides that touching cells join with an owned one."""
    chain, fresh = 1 << start, 1 << start
    while fresh:
        around = 0
        for cell in members(fresh):
            around |= board.near[cell]
        fresh = around & owned & ~chain
        chain |= fresh
    return chain


def conclude(goal: Goal[Position], certificate: Connection) -> Conclusion:
    """That the player wins, and within how many plies. O(total length * cells)."""
    position, player = goal.position, certificate.player
    if player not in position.players:
        raise Rejected(f"the players are {', '.join(position.players)}")
    board = Board(position, player)
    proof = links(board, certificate)[-1]
    if (proof.x, proof.y) != board.ends or proof.stones:
        raise Rejected("the last step does not join the player's sides from his stones alone")
    moves = proof.moves
    if position.to_move == player:
        plies = max(2 * moves - 1, 0)
    elif proof.full:
        plies = 2 * moves
    else:
        raise Rejected("the opponent moves next, and the last step is a semi-connection")
    # Under the weak rule Breaker's result needs a full board.
    counted = player == "first" or position.rule == "strong"
    winner = aim_of(position.rule, player)
    return Conclusion(
        (Forces(position.to_move, only(player), only(winner), plies if counted else None),),
        f"the {player} player joins his sides within {moves} moves of his own: "
        f"{len(certificate.ends) - 1} connections",
    )


KIND = Kind(
    record=Connection,
    scope=Scope(derives=(Forces,), positions=(Position,)),
    theorem="virtual connections and their and- and or-rules (Anshelevich, A hierarchical "
    "approach to computer Hex, Artificial Intelligence 134 (2002)); captured cells (Hayward, van "
    "Rijswijck, Hex and combinatorics, Discrete Math. 306 (2006)); both players' sides are never "
    "joined at once (Gale, Amer. Math. Monthly 86 (1979))",
    evidence="the deductions: which connections hold together, which stone is played, which "
    "choice the opponent cannot spoil, which pair is captured; carriers are recomputed",
    conclude=conclude,
)
