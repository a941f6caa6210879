"""The three-player connection game on a hexagonal torus.

Rules (A. Schepler, posting to the mailing list pbmserv-dev, February 2004): the players
V, H and D place in turn a stone of either colour, x or o, on an empty cell of a
rhombus of hexagons whose opposite edges are glued. The first stone that closes
an essential loop of its colour ends the game; the loop's class decides who wins.

Cell (r, c) has the neighbours (0, +-1), (+-1, 0), (1, -1), (-1, 1). On the torus
the class (x, y) of a closed path counts signed crossings of the right edge (x)
and of the top edge (y); (x, y) and (-x, -y) are one class.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from gameproof.games.boards.glued_board import COLOURS, STEPS, GluedBoard, read_stones
from gameproof.games.counts import torus_counts as counts
from gameproof.games.counts.torus_counts import (
    CLASS,
    KIND,
    LOOP_FREE,
    asked_class,
    asked_kind,
    asked_loop_free,
)
from gameproof.games.game import Game
from gameproof.games.meaning.answers import WHOLE, Form, Value, whole_or
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Example, Means, Question
from gameproof.games.meaning.statement import (
    AtLeast,
    AtMost,
    Is,
    Prevents,
    Statement,
    only,
    quantity,
    wins,
)
from gameproof.games.meaning.steps import tried
from gameproof.games.torus_classes import OWNERS, Class, generators, normal

Move = tuple[int, str]  # cell, colour
Method = Literal["parity", "sextant"]

PLAYERS = ("V", "H", "D")
LAWS = frozenset({Law.FINITE})
LARGEST = 1 << 24


@dataclass(frozen=True)
class Position(GluedBoard):
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
    def players(self) -> tuple[str, str, str]:
        """``V``, ``H``, ``D``, in the order of their turns."""
        return PLAYERS

    @property
    def laws(self) -> frozenset[Law]:
        """A stone a move; three players."""
        return LAWS

    def blocked_by(self, cells: Iterable[int]) -> Position:
        """The board with further stones of colour o; raises :class:`BadInput` on a taken cell."""
        stones = list(self.stones)
        for v in cells:
            if type(v) is not int or not 0 <= v < len(stones) or stones[v] != ".":
                raise BadInput("a blocking stone needs an empty cell")
            stones[v] = "o"
        return replace(self, stones="".join(stones), last=None)

    def key(self) -> str:
        """The mover, the last move and the stones."""
        last = "" if self.last is None else f"{self.last[0]}{self.last[1]}"
        return f"{self.mover} {last} {self.stones}"

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
        if colour not in COLOURS:
            raise BadInput(f"a stone is x or o, not {colour!r}")
        stones = self.with_stone(cell, colour)
        if self.result() is not None:
            raise BadInput("the game is over")
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

        O(cells).
        """
        found = set[Class]().union(*(loops for _, loops in self.components(colour)))
        return frozenset(generators(found))

    def components(self, colours: str) -> Iterator[tuple[list[int], set[Class]]]:
        """The joined cells whose stones are among ``colours``, and classes that generate those of
        their loops: potentials along a spanning tree, and what every further step closes. O(cells).
        """
        seen: dict[int, tuple[int, int]] = {}
        for start, stone in enumerate(self.stones):
            if stone not in colours or start in seen:
                continue
            part, loops = [start], set[Class]()
            seen[start] = (0, 0)
            for at in part:  # which grows
                px, py = seen[at]
                for to, x, y in self.neighbours(at):
                    if self.stones[to] not in colours:
                        continue
                    if to not in seen:
                        seen[to] = (px + x, py + y)
                        part.append(to)
                    else:
                        loops.add(normal(px + x - seen[to][0], py + y - seen[to][1]))
            yield part, loops - {(0, 0)}

    def parse_move(self, text: str) -> Move:
        """``D4x`` or ``D4 o``; raises :class:`BadInput`."""
        text = text.replace(" ", "")
        if text[-1:].lower() not in COLOURS:
            raise BadInput(f"a move is a cell and a colour, as D4x, not {text!r}")
        return self.parse_cell(text[:-1]), text[-1].lower()

    def move_text(self, move: Move) -> str:
        """``D4x``."""
        return self.cell_text(move[0]) + move[1]

    def __str__(self) -> str:
        last = "" if self.last is None else f" after {self.move_text(self.last)}"
        return f"{self.grid()}\n{self.to_move} to move{last}"


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
    if position is not None and file is not None:
        raise BadInput("the stones are given twice, by position and by file", "position")
    drawn, where = (position, "position") if file is None else (file, "file")
    stones = read_stones(n, columns, LARGEST, drawn, where)
    if to_move not in PLAYERS or owners not in OWNERS:
        raise BadInput("expected one of V, H, D to move, and owners by parity or sextant")
    result = Position(n, columns, stones, PLAYERS.index(to_move), owners)
    for text in (played or "").replace(",", " ").split():
        result = result.play(result.parse_move(text))
    return result


def _about_cycles(_position: Position, answer: Value, arguments: Arguments) -> tuple[Is]:
    asked_kind(arguments)
    return (Is(quantity("classes", arguments), answer),)


def _about_class(name: str) -> Means[Position]:
    """The quantity ``name``, of a class that is one."""

    def means(_position: Position, answer: Value, arguments: Arguments) -> tuple[Is]:
        asked_class(arguments)
        asked_kind(arguments)
        asked_loop_free(arguments)
        return (Is(quantity(name, arguments), answer),)

    return means


def single_winner(
    position: Position, answer: Value, _arguments: Arguments
) -> tuple[Statement, ...]:
    """A player: he forces his win against the other two. ``nobody``: any two together keep the
    third from winning. Raises :class:`BadInput` where the winner stands on the board and only
    the last stone, which is not known, could tell who it is."""
    if position.result() == "several":
        raise BadInput("loops of several classes stand there: who won depends on the last stone")
    mover = position.to_move
    if answer in PLAYERS:
        return (wins(mover, str(answer)),)
    if answer != "nobody":
        raise BadInput(f"{answer!r} is no outcome here", "answer")
    everybody = only(*PLAYERS)
    return tuple(Prevents(mover, everybody - only(p), only(p)) for p in PLAYERS)


def _threats(position: Position, _arguments: Arguments) -> Value:
    """Stones that close a loop, for each player those that win for him."""
    won = Counter(
        position.owner(classes, position.to_move)
        for cell, colour in tried(position.moves(), len(position.stones))
        if (classes := position.completed(cell, colour))
    )
    return tuple(won[player] for player in PLAYERS)


def _read_threats(text: str) -> Value:
    counts = []
    for player, part in zip(PLAYERS, text.split(", "), strict=True):
        name, _, number = part.partition(" ")
        if name != player or not (number.isascii() and number.isdecimal()) or len(number) > 12:
            raise ValueError(text)
        counts.append(int(number))
    return tuple(counts)


def _write_threats(value: Value) -> str:
    if not isinstance(value, tuple):
        raise ValueError("not a count for each player")
    return ", ".join(f"{p} {k}" for p, k in zip(PLAYERS, value, strict=True))


THREATS = Form("a number for each player, as V 2, H 0, D 1", _read_threats, _write_threats)
YES_NO = ("yes", "no")
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
            Parameter("played", "text", "moves as D4x,E3o,...", True, False, between=","),
        ),
        (
            Question("winner", "whose loop stands on the board?",
                     ("V", "H", "D", "several", "none"),
                     defined_by=lambda p, _: p.result() or "none"),
            Question("threats", "how many stones would end the game now, by the player they win "
                     "for?", spelling=THREATS, defined_by=_threats),
            Question("outcome", "which single player can force a win against the other two?",
                     ("V", "H", "D", "nobody"), means=single_winner),
            Question("classes", "how many classes fit on the board?", (), (KIND,), WHOLE,
                     _about_cycles, counts.classes,
                     Example("{value} classes of cycles fit", counts.cycle_classes, AtLeast)),
            Question("cycle", "does a cycle of this class fit on the board?", YES_NO,
                     (CLASS, KIND), None, _about_class("cycle"), counts.cycle,
                     Example("a cycle of the class fits", counts.is_cycle)),
            Question("full-board", "has every full board an essential loop, rank x + rank o = 2?",
                     YES_NO, defined_by=counts.full_board),
            Question("blocked", "do the stones of colour o keep the class from being formed by x?",
                     YES_NO, (CLASS,), None, _about_class("blocked"), counts.blocked,
                     Example("a cycle of the class avoids the stones of colour o",
                             counts.open_cycle)),
            Question("smallest-block", "how few more stones of colour o block the class?", (),
                     (CLASS, LOOP_FREE), whole_or("impossible"), _about_class("smallest-block"),
                     counts.smallest_block),
            Question("shortest-loop", "length of a shortest closed walk of the class without o", (),
                     (CLASS,), whole_or("none"), _about_class("shortest-loop"),
                     counts.shortest_loop,
                     Example("a closed walk of the class has {value} cells", counts.walk_length,
                             AtMost)),
            Question("colourings", "full boards counted by the ranks of the two colours",
                     defined_by=counts.colourings),
            Question("three-colours", "boards in three colours without a loop of one colour",
                     defined_by=counts.three_colours),
        ),
        make,
        "A. Schepler, pbmserv-dev mailing list, February 2004",
        ("torus-cycles 6 --position x.x.../xx..../.xxx../....xx/x.x..x/x.x... -q threats",
         "torus-cycles 3 -q outcome"),
    ),
)  # fmt: skip
