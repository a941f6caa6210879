"""Hex without borders: two players, two colours, on a hexagonal Klein bottle or torus.

The players x and o place stones of their own colour in turn on a rhombus of hexagons whose
opposite edges are glued. A closed walk over stones of one colour has a *parity* (p, q): how
often it crosses the left and right edge, and how often the top and bottom edge, modulo 2.
Who has a closed walk (stones may be used twice) of one of his own parities wins.

``torus-hex``: x owns (1, 0), o owns (0, 1) and (1, 1).
``klein-cycles``: both own (0, 1), and o owns (1, 0) too. The bottom edge is glued to the
top edge turned over: (r, c) and (r + rows, -c - r) are one cell. A loop of parity (0, 1) or
(1, 1) runs along a Moebius strip; two strips of different parity can lie side by side, of
the same parity they cross. So the Moebius loops are split: the straight ones (0, 1) win for
whoever makes one, the crooked ones (1, 1) win for nobody; the loops (1, 0) across the
board, which nobody can have while the other has a straight one, are o's, who moves second.

Every full board has exactly one winner. At most one: parities own by x and by o have the
intersection number 1 on the surface (torus: (p, q).(r, s) = ps + qr; Klein bottle:
ps + qr + qs), so walks of both would share a cell. At least one: the closed walks of a
colour that lacks its parities lie in the kernel of a functional that is 1 on them; that no
colouring gives both colours such kernels is the refutation of question ``one-winner``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from gameproof.games.boards.glued_board import COLOURS, STEPS, GluedBoard, read_stones
from gameproof.games.counts.torus_counts import full_boards, told
from gameproof.games.game import Game
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import winner
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Question

Parity = tuple[int, int]
Surface = Literal["torus", "klein"]

LAWS = frozenset({Law.TURNS, Law.FINITE, Law.NO_DRAWS})
OTHER = {"x": "o", "o": "x"}
LARGEST = 1 << 16
OWN: dict[Surface, dict[str, frozenset[Parity]]] = {
    "torus": {"x": frozenset({(1, 0)}), "o": frozenset({(0, 1), (1, 1)})},
    "klein": {"x": frozenset({(0, 1)}), "o": frozenset({(0, 1), (1, 0)})},
}


@dataclass(frozen=True)
class Position(GluedBoard):
    """``stones`` is a string of ``x``, ``o`` and ``.``, row by row; ``mover`` is 0 for x."""

    surface: Surface
    rows: int
    columns: int
    stones: str
    mover: int = 0

    @property
    def players(self) -> tuple[str, str]:
        """``x`` and ``o``."""
        return COLOURS

    @property
    def laws(self) -> frozenset[Law]:
        """A stone a move; every full board has one winner."""
        return LAWS

    def key(self) -> str:
        """The mover and the stones."""
        return f"{self.mover} {self.stones}"

    @property
    def to_move(self) -> str:
        """``x`` or ``o``."""
        return COLOURS[self.mover]

    def neighbours(self, cell: int) -> Iterator[tuple[int, int, int]]:
        """``(cell, p, q)`` for the six neighbours, with the parity of the step."""
        r, c = divmod(cell, self.columns)
        for dr, dc in STEPS:
            row, column = r + dr, c + dc
            q = 0
            if not 0 <= row < self.rows:
                q = 1
                if self.surface == "klein":
                    # Undo the glide (r, c) -> (r + rows, -c - r), or do it.
                    column = -column - row + (self.rows if row >= self.rows else 0)
                row %= self.rows
            p, column = divmod(column, self.columns)
            yield row * self.columns + column, p % 2, q

    def parities(self, colour: str) -> frozenset[Parity]:
        """Parities of the colour's closed walks, (0, 0) left out. O(cells)."""
        found: set[Parity] = set()
        seen: dict[int, Parity] = {}
        for start, stone in enumerate(self.stones):
            if stone != colour or start in seen:
                continue
            seen[start] = (0, 0)
            span = {(0, 0)}
            stack = [start]
            while stack:
                at = stack.pop()
                p, q = seen[at]
                for to, sp, sq in self.neighbours(at):
                    if self.stones[to] != colour:
                        continue
                    there = ((p + sp) % 2, (q + sq) % 2)
                    if to not in seen:
                        seen[to] = there
                        stack.append(to)
                    else:
                        a, b = seen[to]
                        loop = ((there[0] + a) % 2, (there[1] + b) % 2)
                        span |= {((x + loop[0]) % 2, (y + loop[1]) % 2) for x, y in span}
            found |= span
        return frozenset(found - {(0, 0)})

    def winners(self) -> tuple[str, ...]:
        """The colours that have a walk of an own parity: one on every full board."""
        return tuple(k for k in COLOURS if self.parities(k) & OWN[self.surface][k])

    @cached_property
    def _result(self) -> str | None:
        winners = self.winners()
        return winners[0] if winners else None

    def result(self) -> str | None:
        """``x`` or ``o``, ``None`` while nobody has won."""
        return self._result

    def moves(self) -> list[int]:
        """The empty cells; none when the game is over."""
        if self.result() is not None:
            return []
        return [v for v, stone in enumerate(self.stones) if stone == "."]

    def play(self, move: int) -> Position:
        """Put a stone; raises :class:`BadInput` on a taken cell or after the end."""
        stones = self.with_stone(move, self.to_move)
        if self.result() is not None:
            raise BadInput("the game is over")
        return Position(self.surface, self.rows, self.columns, stones, 1 - self.mover)

    def parse_move(self, text: str) -> int:
        """The cell named ``D4``; raises :class:`BadInput`."""
        return self.parse_cell(text)

    def move_text(self, move: int) -> str:
        """``D4``."""
        return self.cell_text(move)

    def __str__(self) -> str:
        return f"{self.grid()}\n{self.to_move} to move"


def _maker(surface: Surface) -> Callable[..., Position]:
    def make(
        n: int, m: int | None = None, position: str | None = None, to_move: str = "x"
    ) -> Position:
        columns = n if m is None else m
        stones = read_stones(n, columns, LARGEST, position)
        if to_move not in COLOURS:
            raise BadInput(f"x or o is to move, not {to_move!r}", "to_move")
        made = Position(surface, n, columns, stones, COLOURS.index(to_move))
        if len(made.winners()) > 1:
            raise BadInput("both colours have won: no play comes here", "position")
        return made

    return make


def _one_winner(position: Position, _arguments: Arguments) -> Value:
    return all(len(full.winners()) == 1 for full in full_boards(position))


def _census(position: Position, _arguments: Arguments) -> Value:
    """Full boards by the parities of both colours, exchanged ones counted once."""
    kinds = (
        parities_text(full.parities("x"), full.parities("o"))
        for full in full_boards(position)
        if full.stones[0] == "x"
    )
    return told(Counter(kinds))


def parities_text(one: frozenset[Parity], two: frozenset[Parity]) -> str:
    """``none + 01/10/11``: the parities of both colours, the colours in either order."""
    words = ("/".join(f"{p}{q}" for p, q in sorted(part)) or "none" for part in (one, two))
    return " + ".join(sorted(words, key=lambda w: (w != "none", w)))


PARAMETERS = (
    Parameter("n", "integer", "rows"),
    Parameter("m", "integer", "columns; as many as rows by default", required=False),
    Parameter("position", "text", "rows of x, o, . joined by /", True, False),
    Parameter("to-move", "choice", "the player to move", True, False, "x", COLOURS),
)
QUESTIONS: tuple[Question[Position], ...] = (
    Question("outcome", "who wins?", COLOURS, means=winner),
    Question(
        "winner",
        "who has won on the board as it stands?",
        (*COLOURS, "none"),
        defined_by=lambda p, _: p.result() or "none",
    ),
    Question(
        "one-winner",
        "has every full board exactly one winner?",
        ("yes", "no"),
        defined_by=_one_winner,
    ),
    Question(
        "census", "full boards counted by the parities of the two colours", defined_by=_census
    ),
)
GAMES = (
    Game(
        "klein-cycles",
        "x and o on a Klein bottle of hexagons: a straight Moebius loop wins, a loop across for o",
        PARAMETERS,
        QUESTIONS,
        _maker("klein"),
        "an answer to the homework in A. Schepler's posting (pbmserv-dev, February 2004)",
        ("klein-cycles 3", "klein-cycles 5 -q one-winner"),
    ),
    Game(
        "torus-hex",
        "x and o on a torus of hexagons: a loop of an own parity wins",
        PARAMETERS,
        QUESTIONS,
        _maker("torus"),
        "two players on the board of A. Schepler's posting (pbmserv-dev, February 2004)",
        ("torus-hex 3", "torus-hex 5 -q one-winner"),
    ),
)
