"""The three-player connection game on a hexagonal torus.

Rules (A. Schepler's posting of February 2004, source document 003): the players
V, H and D place in turn a stone of either colour, x or o, on an empty cell of a
rhombus of hexagons whose opposite edges are glued. The first stone that closes
an essential loop of its colour ends the game; the loop's class decides who wins.

Cell (r, c) has the neighbours (0, +-1), (+-1, 0), (1, -1), (-1, 1). On the torus
the class (x, y) of a closed path counts signed crossings of the right edge (x)
and of the top edge (y); (x, y) and (-x, -y) are one class.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Literal

from gameproof.games.game import BadInput, Game, Parameter, Question

Class = tuple[int, int]
Move = tuple[int, str]  # cell, colour
Method = Literal["parity", "sextant"]

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
PLAYERS = ("V", "H", "D")
COLOURS = ("x", "o")
LARGEST = 1 << 24


def normal(x: int, y: int) -> Class:
    """The representative of {(x, y), (-x, -y)} with x > 0, or x = 0 and y >= 0."""
    return (x, y) if x > 0 or (x == 0 and y >= 0) else (-x, -y)


def hex_norm(x: int, y: int) -> int:
    """Length of a shortest cycle of the class on an n x n torus, divided by n."""
    return max(abs(x), abs(y), abs(x - y))


def parity_owner(x: int, y: int) -> str:
    """Owner of a primitive class by the parity method: V if x is even, H if y is, else D."""
    if x % 2 == 0:
        return "V"
    return "H" if y % 2 == 0 else "D"


def sextant_owner(x: int, y: int) -> str:
    """Owner of a primitive class by the sextant method, as the posting's diagram has it.

    V: x = 0, or x and y - x have the same sign. H: y = 0, or x and y have opposite
    signs. D: x = y, or y and x - y have the same sign. (The posting's text gives
    12 of its 36 printed vectors two or three owners.)
    """
    if x == 0 or x * (y - x) > 0:
        return "V"
    return "H" if y == 0 or x * y < 0 else "D"


OWNERS = {"parity": parity_owner, "sextant": sextant_owner}


@dataclass(frozen=True)
class Position:
    """``stones`` is a string of ``x``, ``o`` and ``.``, row by row.

    ``mover`` is the index of the player to move; ``last`` is the last move, which
    alone can have ended the game.
    """

    rows: int
    columns: int
    stones: str
    mover: int = 0
    method: Method = "parity"
    last: Move | None = None

    @property
    def to_move(self) -> str:
        """``V``, ``H`` or ``D``."""
        return PLAYERS[self.mover]

    def neighbours(self, cell: int) -> Iterator[tuple[int, int, int]]:
        """``(cell, x, y)`` for the six neighbours, with the crossings of the step."""
        r, c = divmod(cell, self.columns)
        for dr, dc in STEPS:
            row, column = r + dr, c + dc
            x, y = column // self.columns, -(row // self.rows)
            yield (row % self.rows) * self.columns + column % self.columns, x, y

    def moves(self) -> list[Move]:
        """Either colour on any empty cell; none when the game is over."""
        if self.result() is not None:
            return []
        return [(i, k) for i, stone in enumerate(self.stones) if stone == "." for k in COLOURS]

    def play(self, move: Move) -> Position:
        """Put the stone; raises :class:`BadInput` on a taken cell or after the end."""
        cell, colour = move
        if not 0 <= cell < len(self.stones) or self.stones[cell] != ".":
            raise BadInput(f"cell {self.cell_text(cell)} is not empty")
        if colour not in COLOURS:
            raise BadInput(f"a stone is x or o, not {colour!r}")
        if self.result() is not None:
            raise BadInput("the game is over")
        stones = self.stones[:cell] + colour + self.stones[cell + 1 :]
        mover = (self.mover + 1) % 3
        return Position(self.rows, self.columns, stones, mover, self.method, move)

    def completed(self, cell: int, colour: str) -> frozenset[Class]:
        """The classes of loops that a stone on ``cell`` closes.

        Two neighbours of its colour that were connected before close a loop through
        the new stone; its class is the difference of their potentials. O(cells).
        """
        seen: dict[int, tuple[int, int, int]] = {}
        near = [(n, x, y) for n, x, y in self.neighbours(cell) if self.stones[n] == colour]
        ends: dict[int, list[tuple[int, int]]] = {}
        for group, (start, _, _) in enumerate(near):
            if start in seen:
                continue
            seen[start] = (group, 0, 0)
            queue = deque([start])
            while queue:
                at = queue.popleft()
                _, px, py = seen[at]
                for to, x, y in self.neighbours(at):
                    if to != cell and self.stones[to] == colour and to not in seen:
                        seen[to] = (group, px + x, py + y)
                        queue.append(to)
        for n, x, y in near:
            group, px, py = seen[n]
            ends.setdefault(group, []).append((px - x, py - y))
        closed = {
            normal(ax - bx, ay - by)
            for places in ends.values()
            for k, (ax, ay) in enumerate(places)
            for bx, by in places[:k]
        }
        # A board with one row or column makes a cell its own neighbour.
        closed |= {normal(x, y) for n, x, y in self.neighbours(cell) if n == cell}
        return frozenset(closed - {(0, 0)})

    def owner(self, classes: frozenset[Class], mover: str) -> str:
        """Who wins by closing ``classes``: the owner of the only one, the mover of several."""
        if len(classes) > 1:
            return mover
        ((x, y),) = classes
        return OWNERS[self.method](x, y)

    @cached_property
    def _result(self) -> str | None:
        if self.last is not None:
            cell, colour = self.last
            bare = Position(
                self.rows, self.columns, self.stones[:cell] + "." + self.stones[cell + 1 :]
            )
            classes = bare.completed(cell, colour)
            if classes:
                return self.owner(classes, PLAYERS[(self.mover - 1) % 3])
        elif self.loops("x") or self.loops("o"):
            classes = self.loops("x") | self.loops("o")
            ((x, y), *more) = sorted(classes)
            return "several" if more else OWNERS[self.method](x, y)
        return "none" if "." not in self.stones else None

    def result(self) -> str | None:
        """``V``, ``H`` or ``D``; ``several`` for a given board with loops of several classes,
        whose last stone is not known; ``none`` for a full board without a loop (there is none);
        ``None`` while the game goes on."""
        return self._result

    def loops(self, colour: str) -> frozenset[Class]:
        """Classes of the colour's loops: none, the only one, or two that generate the rest.

        Spanning trees with potentials; every further edge closes a loop. O(cells).
        """
        seen: dict[int, tuple[int, int]] = {}
        found: set[Class] = set()
        for start, stone in enumerate(self.stones):
            if stone != colour or start in seen:
                continue
            seen[start] = (0, 0)
            queue = deque([start])
            while queue:
                at = queue.popleft()
                px, py = seen[at]
                for to, x, y in self.neighbours(at):
                    if self.stones[to] != colour:
                        continue
                    if to not in seen:
                        seen[to] = (px + x, py + y)
                        queue.append(to)
                    else:
                        found.add(normal(px + x - seen[to][0], py + y - seen[to][1]))
        return frozenset(generators(found - {(0, 0)}))

    def cell_text(self, cell: int) -> str:
        """``D4``: column letter and row number, row 1 on top."""
        r, c = divmod(cell, self.columns)
        name = ""
        c += 1
        while c:
            c, letter = divmod(c - 1, 26)
            name = chr(65 + letter) + name
        return f"{name}{r + 1}"

    def parse_cell(self, text: str) -> int:
        """The cell named ``D4`` (or by its number); raises :class:`BadInput`."""
        if text.isdecimal() and int(text) < len(self.stones):
            return int(text)
        letters = text.rstrip("0123456789")
        digits = text[len(letters) :]
        if letters.isalpha() and letters.isascii() and digits:
            column = 0
            for letter in letters.upper():
                column = 26 * column + ord(letter) - 64
            if 1 <= column <= self.columns and 1 <= int(digits) <= self.rows:
                return (int(digits) - 1) * self.columns + column - 1
        raise BadInput(f"no cell {text!r}; cells are A1 to {self.cell_text(len(self.stones) - 1)}")

    def parse_move(self, text: str) -> Move:
        """``D4x`` or ``D4 o``; raises :class:`BadInput`."""
        text = text.replace(" ", "")
        if text[-1:].lower() not in COLOURS:
            raise BadInput(f"a move is a cell and a colour, as D4x, not {text!r}")
        return self.parse_cell(text[:-1]), text[-1].lower()

    def move_text(self, move: Move) -> str:
        """``D4x``."""
        return self.cell_text(move[0]) + move[1]

    def grid(self) -> str:
        """The stones as rows."""
        k = self.columns
        return "\n".join(self.stones[r * k : (r + 1) * k] for r in range(self.rows))

    def __str__(self) -> str:
        last = "" if self.last is None else f" after {self.move_text(self.last)}"
        return f"{self.grid()}\n{self.to_move} to move{last}"


def generators(classes: set[Class]) -> set[Class]:
    """A basis of the lattice that the classes span: none, one normal vector, or two.

    Hermite form: Euclid on the second coordinate leaves multiples of (g, 0) and one vector more.
    """
    across, pivot = 0, (0, 0)
    for vector in classes:
        a, b = pivot, vector
        while b[1]:
            q = a[1] // b[1]
            a, b = b, (a[0] - q * b[0], a[1] - q * b[1])
        pivot, across = a, gcd(across, b[0])
        if pivot[1] == 0:
            pivot, across = (0, 0), gcd(across, pivot[0])
    basis = {(across, 0)} if across else set()
    if pivot != (0, 0):
        x, y = pivot if pivot[1] > 0 else (-pivot[0], -pivot[1])
        basis.add((x % across, y) if across else normal(x, y))
    return basis


def make(
    n: int,
    m: int | None = None,
    position: str | None = None,
    owners: Method = "parity",
    to_move: str = "V",
    played: str | None = None,
    file: str | None = None,
) -> Position:
    """The position from the command line's or a file's words."""
    columns = n if m is None else m
    if n < 1 or columns < 1 or n * columns > LARGEST:
        raise BadInput(f"a board has 1 to {LARGEST} cells, not {n} x {columns}")
    stones = "." * (n * columns)
    drawn, where = (position, "position") if file is None else (file, "file")
    if drawn is not None:
        rows = drawn.replace("/", "\n").split()
        stones = "".join(rows).lower()
        if len(rows) == n and any(len(row) != columns for row in rows):
            raise BadInput(f"a row has not {columns} characters", where)
        if len(stones) != n * columns or set(stones) - set("xo."):
            raise BadInput(f"expected {n} rows of {columns} characters x, o or .", where)
    result = Position(n, columns, stones, PLAYERS.index(to_move), owners)
    for text in (played or "").replace(",", " ").split():
        result = result.play(result.parse_move(text))
    return result


YES_NO = ("yes", "no")
LOOP_FREE = Parameter("loop-free", "flag", "the stones hold no essential loop", True, False, False)
CLASS = Parameter("class", "text", "a class as X,Y", option=True)

GAMES = (
    Game(
        "torus-cycles",
        "place x or o on a hexagonal torus; the class of the first essential loop names the winner",
        (
            Parameter("n", "integer", "rows"),
            Parameter("m", "integer", "columns; as many as rows by default", required=False),
            Parameter("position", "text", "rows of x, o, . joined by /", True, False),
            Parameter("file", "file", "rows of x, o, . from a file", True, False),
            Parameter("owners", "choice", "who owns which class", True, False, "parity",
                      ("parity", "sextant")),
            Parameter("to-move", "choice", "the player to move", True, False, "V", PLAYERS),
            Parameter("played", "text", "moves as D4x,E3o,...", True, False),
        ),
        (
            Question("winner", "whose loop stands on the board?",
                     ("V", "H", "D", "several", "none")),
            Question("threats", "which stones would close a loop, and for whom?"),
            Question("outcome", "which single player can force a win against the other two?",
                     ("V", "H", "D", "nobody")),
            Question("classes", "how many classes fit on the board?", (),
                     (Parameter("kind", "choice", "simple or chordless cycles", True, False,
                                "simple", ("simple", "chordless")),)),
            Question("cycle", "does a cycle of this class fit on the board?", YES_NO,
                     (CLASS, Parameter("kind", "choice", "simple or chordless cycle", True, False,
                                       "simple", ("simple", "chordless")))),
            Question("full-board", "has every full board an essential loop, rank x + rank o = 2?",
                     YES_NO),
            Question("blocked", "do the stones of colour o keep the class from being formed by x?",
                     YES_NO, (CLASS,)),
            Question("smallest-block", "how few more stones of colour o block the class?", (),
                     (CLASS, LOOP_FREE)),
            Question("shortest-loop", "length of a shortest closed walk of the class without o", (),
                     (CLASS,)),
            Question("colourings", "full boards counted by the ranks of the two colours"),
            Question("three-colours", "boards in three colours without a loop of one colour"),
        ),
        make,
        "A. Schepler, pbmserv-dev mailing list, February 2004 (source document 003)",
        ("torus-cycles 6 --position x.x.../xx..../.xxx../....xx/x.x..x/x.x... -q threats",
         "torus-cycles 3 -q outcome"),
    ),
)  # fmt: skip
