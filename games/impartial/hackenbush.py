"""Hackenbush: cut a line; what is no longer connected to the ground falls off.

Green lines may be cut by both players, red ones by Red (Left) only, blue ones by
Blue (Right) only; whoever cannot cut loses. A board is a text with one line for
each line of the drawing, ``u v`` or ``u v red``; the ground is the point called
``ground``, and a first line ``points a b ...`` makes further names mean the ground.
Lines ``at u X Y`` place a point for the drawing. ``#`` starts a comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gameproof.games.bit_sets import members
from gameproof.games.game import COLOURS as PLAYERS
from gameproof.games.game import Game
from gameproof.games.impartial.hackenbush_words import COLOURS, typed
from gameproof.games.impartial.impartial import EQUIVALENT, GRUNDY, WINNING_MOVES, Impartial
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.listed import moves_text
from gameproof.games.meaning.outcomes import left_right, next_or_previous
from gameproof.games.meaning.parameter import Inline, Parameter
from gameproof.games.meaning.question import Arguments, Question
from gameproof.games.meaning.statement import Statement
from gameproof.games.short.value_questions import VALUES

GREEN, RED, BLUE = 0, 1, 2
GROUND = 0
"""The ground is point number 0 of every board."""
PARTIZAN = frozenset(
    {
        Law.TURNS, Law.FINITE, Law.NORMAL_PLAY, Law.NO_DRAWS, Law.SUM, Law.EITHER_STARTS,
    }
)  # fmt: skip
"""The laws of boards with red or blue lines."""


@dataclass(frozen=True, eq=False)
class Board:
    """``ends`` is the (m, 2) int32 array of the lines' points, ``colours`` their colours.

    ``places`` gives coordinates of points for the drawing.
    """

    names: tuple[str, ...]
    ends: NDArray[np.int32]
    colours: NDArray[np.int8]
    places: dict[int, tuple[float, float]] = field(default_factory=dict, repr=False)

    @property
    def n(self) -> int:
        """Number of points."""
        return len(self.names)

    @property
    def m(self) -> int:
        """Number of lines."""
        return len(self.ends)

    @cached_property
    def lines_at(self) -> list[list[tuple[int, int]]]:
        """For each point the pairs (other point, line); a loop appears once."""
        at: list[list[tuple[int, int]]] = [[] for _ in self.names]
        for number, (u, v) in enumerate(self.ends.tolist()):
            at[u].append((v, number))
            if u != v:
                at[v].append((u, number))
        return at

    @cached_property
    def line_names(self) -> list[str]:
        """``u-v``, with ``#2``, ``#3``, ... for further lines between the same points."""
        count: dict[str, int] = {}
        names = []
        for u, v in self.ends.tolist():
            name = f"{self.names[u]}-{self.names[v]}"
            count[name] = count.get(name, 0) + 1
            names.append(name if count[name] == 1 else f"{name}#{count[name]}")
        return names

    def standing(self, lines: int) -> int:
        """The lines of the bit mask that are connected to the ground within it. O(n + m)."""
        # A mask of a million bits is read and written as text: single bits would be quadratic.
        stands = f"{lines:0{self.m}b}"[::-1]
        kept = bytearray(b"0") * (self.m + 1)
        reached = {GROUND}
        stack = [GROUND]
        at = self.lines_at
        while stack:
            for other, number in at[stack.pop()]:
                if stands[number] == "1":
                    kept[~number] = ord("1")
                    if other not in reached:
                        reached.add(other)
                        stack.append(other)
        return int(kept, 2)

    def separate(self, lines: int) -> list[int]:
        """The lines of a mask in groups that meet at the ground only; for small boards."""
        groups = []
        left = lines
        at = self.lines_at
        while left:
            first = (left & -left).bit_length() - 1
            group = 1 << first
            stack = [p for p in self.ends[first].tolist() if p != GROUND]
            reached = set(stack)
            while stack:
                for other, number in at[stack.pop()]:
                    if left >> number & 1:
                        group |= 1 << number
                        if other != GROUND and other not in reached:
                            reached.add(other)
                            stack.append(other)
            groups.append(group)
            left &= ~group
        return groups


@dataclass(frozen=True, slots=True)
class Position(Impartial[int]):
    """Green Hackenbush: the lines that stand, as a bit mask."""

    board: Board
    lines: int

    def moves(self) -> Iterator[int]:
        """The lines that stand."""
        return members(self.lines)

    def play(self, move: int, /) -> Position:
        """Cut a line; raises :class:`BadInput`."""
        if move < 0 or not self.lines >> move & 1:
            shown = self.move_text(move) if 0 <= move < self.board.m else move
            raise BadInput(f"the line {shown} does not stand")
        return Position(self.board, self.board.standing(self.lines & ~(1 << move)))

    def parts(self) -> tuple[Position, ...]:
        """The pieces that meet at the ground only."""
        return tuple(Position(self.board, group) for group in self.board.separate(self.lines))

    def move_text(self, move: int, /) -> str:
        """The line's name, ``u-v``."""
        return self.board.line_names[move]

    def parse_move(self, text: str, /) -> int:
        """The standing line of this name; raises :class:`BadInput`."""
        return _line(self.board, self.lines, text)

    def key(self) -> str:
        """The lines that stand, in base 16."""
        return f"{self.lines:x}"

    def __str__(self) -> str:
        return f"{self.lines:x}"


@dataclass(frozen=True, slots=True)
class Coloured:
    """Hackenbush with red, blue and perhaps green lines; Red is Left."""

    board: Board
    lines: int
    to_move: str

    @property
    def players(self) -> tuple[str, str]:
        """Red, who is Left, and Blue."""
        return PLAYERS

    @property
    def laws(self) -> frozenset[Law]:
        """Normal play of two players, either of whom may start; every cut takes a line."""
        return PARTIZAN

    def key(self) -> str:
        """The lines that stand, in base 16, and the number of the player to move."""
        return f"{self.lines:x} {PLAYERS.index(self.to_move)}"

    def cuts(self, player: str) -> Iterator[int]:
        """The standing lines that ``player`` may cut."""
        own = RED if player == "red" else BLUE
        return (k for k in members(self.lines) if self.board.colours[k] in (own, GREEN))

    def moves(self) -> Iterator[int]:
        """The standing lines that the player to move may cut."""
        return self.cuts(self.to_move)

    def play(self, move: int, /) -> Coloured:
        """Cut a line; raises :class:`BadInput`."""
        if move < 0 or not self.lines >> move & 1 or move not in self.moves():
            shown = self.move_text(move) if 0 <= move < self.board.m else move
            raise BadInput(f"{self.to_move} cannot cut {shown}")
        lines = self.board.standing(self.lines & ~(1 << move))
        return Coloured(self.board, lines, _other(self.to_move))

    def after(self, move: int) -> Coloured:
        """The board after cutting a line, with the same player to move."""
        return Coloured(self.board, self.board.standing(self.lines & ~(1 << move)), self.to_move)

    def parts(self) -> tuple[Coloured, ...]:
        """The pieces that meet at the ground only, with the same player to move."""
        groups = self.board.separate(self.lines)
        return tuple(Coloured(self.board, group, self.to_move) for group in groups)

    def turn(self, player: str, /) -> Coloured:
        """The same lines with ``player`` to move; raises :class:`BadInput`."""
        if player not in PLAYERS:
            raise BadInput(f"no player {player[:60]!r}; red or blue")
        return Coloured(self.board, self.lines, player)

    def result(self) -> str | None:
        """The other player when the player to move cannot cut."""
        return None if any(True for _ in self.moves()) else _other(self.to_move)

    def of_moves(self, question: str, moves: Iterable[int], /) -> Value:
        """The lines, where the question asks which cuts win."""
        return moves_text(map(self.move_text, moves)) if question == "winning-moves" else None

    def move_text(self, move: int, /) -> str:
        """The line's name, ``u-v``."""
        return self.board.line_names[move]

    def parse_move(self, text: str, /) -> int:
        """The line of this name that may be cut; raises :class:`BadInput`."""
        move = _line(self.board, self.lines, text)
        if move not in self.moves():
            raise BadInput(f"{self.to_move} cannot cut {text}")
        return move

    def __str__(self) -> str:
        return f"{self.lines:x} {self.to_move}"


def _other(player: str) -> str:
    return "blue" if player == "red" else "red"


def _line(board: Board, lines: int, text: str) -> int:
    wanted = text.strip()
    try:
        move = board.line_names.index(wanted)
    except ValueError:
        raise BadInput(f"no line is called {wanted[:60]!r}") from None
    if not lines >> move & 1:
        raise BadInput(f"the line {wanted} does not stand any more")
    return move


def parse_board(text: str) -> Board:
    """A board from its text; raises :class:`BadInput` naming the line. O(length)."""
    number = {"ground": GROUND}
    names = ["ground"]
    tails: list[int] = []
    heads: list[int] = []
    colours: list[int] = []
    places: dict[int, tuple[float, float]] = {}
    for place, row in enumerate(text.splitlines(), 1):
        words = row.split("#", 1)[0].split()
        if not words:
            continue
        where = f"board, line {place}"
        if words[0] == "at":
            if len(words) != 4:
                raise BadInput("expected 'at POINT X Y'", where)
            try:
                at = (float(words[2]), float(words[3]))
            except ValueError:
                raise BadInput(f"{words[2]!r}, {words[3]!r} are not coordinates", where) from None
            places[_point(words[1], number, names)] = at
            continue
        if words[0] == "points":  # further names of the ground
            for name in words[1:]:
                if name in number and number[name] != GROUND:
                    raise BadInput(f"{name} is used before it is made ground", where)
                number[name] = GROUND
            continue
        if len(words) not in (2, 3) or (len(words) == 3 and words[2] not in COLOURS):
            raise BadInput("expected 'u v' or 'u v colour' (green, red, blue)", where)
        tails.append(_point(words[0], number, names))
        heads.append(_point(words[1], number, names))
        colours.append(COLOURS.index(words[2]) if len(words) == 3 else GREEN)
    ends = np.array([tails, heads], dtype=np.int32).T.copy()
    return Board(tuple(names), ends, np.array(colours, dtype=np.int8), places)


def _point(name: str, number: dict[str, int], names: list[str]) -> int:
    if name not in number:
        number[name] = len(names)
        names.append(name)
    return number[name]


def of_lines(lines: Sequence[tuple[int, int]], colours: Sequence[int] = ()) -> Board:
    """A board from pairs of points 0, 1, 2, ..., 0 being the ground; green by default."""
    ends = np.array(lines, dtype=np.int32).reshape(-1, 2)
    n = int(ends.max(initial=0)) + 1
    tints = np.array(colours, dtype=np.int8) if len(colours) else np.zeros(len(ends), dtype=np.int8)
    return Board(("ground", *map(str, range(1, n))), ends, tints)


def whole(board: Board, to_move: str = "red") -> Position | Coloured:
    """The position with all lines; raises :class:`BadInput` when one hangs in the air."""
    every = (1 << board.m) - 1
    loose = every & ~board.standing(every)
    if loose:
        name = board.line_names[(loose & -loose).bit_length() - 1]
        raise BadInput(f"the line {name} is not connected to the ground", "board")
    if (board.colours == GREEN).all():
        return Position(board, every)
    return Coloured(board, every, to_move)


def make(board: str, to_move: str = "red") -> Position | Coloured:
    """The position described by the text of a board; raises :class:`BadInput`."""
    return whole(parse_board(board), to_move)


_by_colour = left_right(*PLAYERS)


def _outcome(
    position: Position | Coloured, answer: Value, arguments: Arguments
) -> tuple[Statement, ...]:
    """A green board is impartial; with other lines either player may be the one to start."""
    if isinstance(position, Position):
        return next_or_previous(position, answer, arguments)
    return _by_colour(position, answer, arguments)


GAMES = (
    Game(
        name="hackenbush",
        rule="cut a line of your colour (green: anybody's); what is not connected to the "
        "ground falls off; whoever cannot cut loses",
        parameters=(
            Parameter(
                "board",
                "file",
                "lines 'u v [colour]'; the ground is called ground",
                inline=Inline(typed, (",", "-"), "ground-a,a-b:red or lrlrr"),
            ),
            Parameter(
                "to-move",
                "choice",
                "who cuts first on a coloured board",
                option=True,
                required=False,
                default="red",
                choices=PLAYERS,
            ),
        ),
        questions=(
            Question(
                "outcome",
                "Who wins: the next player (N), the previous one (P), Left = Red (L) or "
                "Right = Blue (R) whoever starts?",
                ("N", "P", "L", "R"),
                means=_outcome,
            ),
            GRUNDY,
            WINNING_MOVES,
            EQUIVALENT,
            *VALUES,
        ),
        make=make,
        source="Berlekamp, Conway, Guy, Winning Ways, chapters 2 and 7; Weimer",
        examples=(
            "hackenbush ground-a,a-b",
            "hackenbush ground-a,a-b:red -q value",
            "hackenbush lrlrr",
        ),
    ),
)
