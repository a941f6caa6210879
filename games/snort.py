"""Snort and Col: pieces on a graph that no opponent's (or own) piece may touch.

Red (Left) and Blue (Right) put pieces of their colour on empty vertices in turn;
who cannot move loses. In Snort a piece may not be next to an opponent's piece, in
Col not next to a piece of its own colour. (S. Norton; C. Vout; see Berlekamp,
Conway, Guy, *Winning Ways*, chapter 5.) Vertices may be reserved: ``only_red``
vertices are closed to Blue from the start, ``only_blue`` ones to Red, vertices in
both to everybody. Parallel edges are as good as one; loops are refused.

Notation, one string for a position: ``snort path R..b red``, ``col cycle ..... blue``,
``snort grid .../.R. red``, ``snort graph 0-1,1-2,0-2 ..R blue``: the ruleset, the
shape, a character for each vertex (``.`` empty, ``R`` and ``B`` pieces, ``r`` only Red
may play here, ``b`` only Blue, ``x`` nobody; grid rows divided by ``/``), the player to
move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

from gameproof.games.bit_sets import LARGEST, mask_of, members
from gameproof.games.game import COLOURS, Colour, Game
from gameproof.games.graph import Graph, neighbour_masks
from gameproof.games.meaning.answers import Form, Value, choice
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.elsewhere import Elsewhere, elsewhere
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.listed import named_moves
from gameproof.games.meaning.outcomes import left_right, winner
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Defines, Question
from gameproof.games.short.value_questions import BOUNDS, COMPARED, VALUES

LAWS = frozenset({Law.TURNS, Law.FINITE, Law.NORMAL_PLAY, Law.NO_DRAWS, Law.EITHER_STARTS})
"""A piece takes a vertex for good, so every play ends; either player may be to move."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A ruleset of the family: no piece may be next to ``forbidden`` pieces."""

    name: str
    forbidden: Literal["opponent", "own"]


SNORT = Rules("snort", forbidden="opponent")
COL = Rules("col", forbidden="own")
RULES = {rules.name: rules for rules in (SNORT, COL)}


def opponent(player: Colour) -> Colour:
    """The other player."""
    return "blue" if player == "red" else "red"


@dataclass(frozen=True)
class Position:
    """``red`` and ``blue`` are the bit masks of the pieces, ``only_red`` and
    ``only_blue`` of the vertices closed to the other player from the start."""

    rules: Rules
    graph: Graph
    to_move: Colour = "red"
    red: int = 0
    blue: int = 0
    only_red: int = 0
    only_blue: int = 0

    @property
    def players(self) -> tuple[Colour, Colour]:
        """Red, who is Left, and Blue."""
        return COLOURS

    @property
    def laws(self) -> frozenset[Law]:
        """Normal play of two players, either of whom may start."""
        return LAWS

    def key(self) -> str:
        """The two sets of pieces in base 16 and the player to move: reserved vertices stay
        as they were at the start."""
        return f"{self.red:x}/{self.blue:x}/{self.to_move}"

    @cached_property
    def red_free(self) -> int:
        """The vertices where Red may play (a bit mask). O(n)."""
        return self._free("red")

    @cached_property
    def blue_free(self) -> int:
        """The vertices where Blue may play (a bit mask). O(n)."""
        return self._free("blue")

    def free(self, player: Colour) -> int:
        """The vertices where ``player`` may play, as a bit mask."""
        return self.red_free if player == "red" else self.blue_free

    def _free(self, player: Colour) -> int:
        reserved, theirs = self.only_blue, self.blue
        if player == "blue":
            reserved, theirs = self.only_red, self.red
        if self.rules.forbidden == "own":
            theirs = self.red if player == "red" else self.blue
        closed = self.red | self.blue | reserved
        if theirs:  # an empty board needs no masks, which take n x n bits
            neighbours = neighbour_masks(self.graph)
            for v in members(theirs):
                closed |= neighbours[v]
        return ((1 << self.graph.n) - 1) & ~closed

    def moves(self) -> list[int]:
        """The vertices where the player to move may play."""
        return list(members(self.free(self.to_move)))

    def play(self, move: int) -> Position:
        """The position after the player to move plays on vertex ``move``."""
        in_range = type(move) is int and 0 <= move < self.graph.n
        if not in_range or not self.free(self.to_move) >> move & 1:
            where = self.graph.label(move) if in_range else move
            raise BadInput(f"{self.to_move} may not play on vertex {where}")
        if self.to_move == "red":
            return replace(self, red=self.red | 1 << move, to_move="blue")
        return replace(self, blue=self.blue | 1 << move, to_move="red")

    def turn(self, player: str) -> Position:
        """The same position with ``player`` to move; raises :class:`BadInput`."""
        for colour in COLOURS:
            if colour == player:
                return self if player == self.to_move else replace(self, to_move=colour)
        raise BadInput(f"no player {player!r}; red or blue")

    def result(self) -> str | None:
        """The winner when the player to move has no move, else ``None``."""
        return None if self.free(self.to_move) else opponent(self.to_move)

    def label(self, v: int) -> str:
        """Who may still play on ``v``: ``A`` both, ``R``, ``B``, or ``U`` nobody."""
        red, blue = self.red_free >> v & 1, self.blue_free >> v & 1
        return "URBA"[red + 2 * blue]

    def labels(self) -> str:
        """The labels of all vertices, in order."""
        return "".join(self.label(v) for v in range(self.graph.n))

    def parse_move(self, text: str) -> int:
        """A vertex by its name or number."""
        return self.graph.vertex(text)

    of_moves = named_moves

    def move_text(self, move: int) -> str:
        """The vertex's name or number."""
        return self.graph.label(move)

    def _mark(self, v: int) -> str:
        if (self.red | self.blue) >> v & 1:
            return "R" if self.red >> v & 1 else "B"
        return ".rbx"[(self.only_red >> v & 1) + 2 * (self.only_blue >> v & 1)]

    def __str__(self) -> str:
        from gameproof.games.graph_notation import shape_of

        shape, width = shape_of(self.graph)
        marks = "".join(self._mark(v) for v in range(self.graph.n))
        cells = "/".join(marks[i : i + width] for i in range(0, len(marks), width or 1))
        return f"{self.rules.name} {shape} {cells if width else marks or '-'} {self.to_move}"

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position in this notation; raises :class:`BadInput`."""
        words = text.split()
        rules = RULES.get(words[0]) if words else None
        if rules is None:
            raise BadInput(f"a position begins with one of {', '.join(RULES)}", "position")
        to_move: Colour = "red"
        if words[-1] in COLOURS:
            to_move = "blue" if words.pop() == "blue" else "red"
        if len(words) < 3:
            raise BadInput("a position needs a shape and a character for each vertex", "position")
        rows = ("" if words[-1] == "-" else words[-1]).split("/")
        from gameproof.games.graph_notation import graph_of

        graph = graph_of(words[1], words[2:-1], rows)
        marks = "".join(rows)
        if bad := set(marks) - set(".RBrbx"):
            raise BadInput(f"no such mark: {min(bad)!r}; use . R B r b x", "position")

        def where(wanted: str) -> int:
            return mask_of(v for v, mark in enumerate(marks) if mark in wanted)

        position = cls(rules, graph, to_move, where("R"), where("B"), where("rx"), where("bx"))
        return _legal(position)


@elsewhere.register
def _compared(_position: Position, question: str) -> Elsewhere[Position] | None:
    if question not in ("bounds", "at-most", "at-least"):
        return None
    from gameproof.games.counts.snort_counts import BOUNDS

    return BOUNDS


def _legal(position: Position) -> Position:
    """The position itself; raises :class:`BadInput` when its pieces break the rules."""
    if not position.red | position.blue:
        return position
    neighbours, label = neighbour_masks(position.graph), position.graph.label
    if position.red & position.blue:
        v = next(members(position.red & position.blue))
        raise BadInput(f"vertex {label(v)} cannot hold a red and a blue piece")
    own = position.rules.forbidden == "own"
    for mine, theirs in ((position.red, position.blue), (position.blue, position.red)):
        for v in members(mine):
            touched = neighbours[v] & (mine if own else theirs)
            if touched:
                u = next(members(touched))
                one, other = label(min(u, v)), label(max(u, v))
                raise BadInput(f"the pieces on {one} and {other} may not touch")
    return position


def make(
    rules: Rules,
    graph: Graph,
    to_move: Colour = "red",
    red: Iterable[int] = (),
    blue: Iterable[int] = (),
    only_red: Iterable[int] = (),
    only_blue: Iterable[int] = (),
    played: Iterable[int] = (),
) -> Position:
    """The position on ``graph`` with these pieces and reserved vertices, after the moves
    ``played`` in turn, ``to_move`` beginning; raises :class:`BadInput`."""
    graph = graph.suited(rules.name, directed=False, loops=False, parallel=False)
    if graph.n > LARGEST:
        raise BadInput(f"a board of {rules.name} has at most {LARGEST} vertices", "graph")
    if to_move not in COLOURS:
        raise BadInput(f"no player {to_move!r}; red or blue", "to_move")
    sets = {"red": red, "blue": blue, "only_red": only_red, "only_blue": only_blue}
    masks = {}
    for name, vertices in sets.items():
        listed = list(vertices)
        for v in listed:
            if not 0 <= v < graph.n:
                raise BadInput(f"no vertex {v}; vertices are 0..{graph.n - 1}", name)
        if len(set(listed)) < len(listed):
            twice = next(v for v in listed if listed.count(v) > 1)
            raise BadInput(f"the vertex {graph.label(twice)} is named twice", name)
        masks[name] = mask_of(listed)
    position = _legal(Position(rules, graph, to_move, **masks))
    for v in played:
        position = position.play(v)
    return position


def make_snort(graph: Graph, **words: object) -> Position:
    """A Snort position; see :func:`make`."""
    return make(SNORT, graph, **words)  # type: ignore[arg-type]


def make_col(graph: Graph, **words: object) -> Position:
    """A Col position; see :func:`make`."""
    return make(COL, graph, **words)  # type: ignore[arg-type]


def _option(name: str, text: str) -> Parameter:
    return Parameter(name, "vertices", text, option=True, required=False, default=())


PARAMETERS = (
    Parameter("graph", "graph", "the board"),
    Parameter("to-move", "choice", "who begins", True, False, "red", COLOURS),
    _option("red", "vertices with red pieces"),
    _option("blue", "vertices with blue pieces"),
    _option("only-red", "empty vertices where Blue may not play"),
    _option("only-blue", "empty vertices where Red may not play"),
    _option("played", "moves played in turn from there"),
)

OUTCOMES = ("N", "P", "L", "R")


def _halves(text: str) -> Fraction:
    if not re.fullmatch(r"-?[0-9]{1,12}(/2)?", text):
        raise ValueError(text)
    return Fraction(text)


def _write_halves(value: Value) -> str:
    if not isinstance(value, Fraction) or value.denominator > 2:
        raise ValueError("no number of halves")
    return str(value)


HALVES = Form("a number of halves as 3, -1/2 or 7/2", _halves, _write_halves)


def _counted(quantity: str) -> Defines[Position]:
    """What ``snort_counts`` says that the answer is; it is entered when it is asked."""

    def define(position: Position, arguments: Arguments) -> Value:
        from gameproof.games.counts import snort_counts

        found: Value = getattr(snort_counts, quantity)(position, arguments)
        return found

    return define


QUESTIONS: tuple[Question[Position], ...] = (
    Question(
        "outcome",
        "Who wins: N whoever starts, P whoever does not, L Red, R Blue?",
        OUTCOMES,
        means=left_right(*COLOURS),
    ),
    Question("winner", "Who wins when the player to move starts?", COLOURS, means=winner),
    Question(
        "winning-moves",
        "Which moves of the player to move win?",
        defined_by=_counted("winning_moves"),
    ),
    Question(
        "misere-outcome",
        "The outcome when who cannot move wins?",
        OUTCOMES,
        means=left_right(*COLOURS, play="misere"),
    ),
    Question(
        "labels",
        "Which labels A, R, B, U are left after arc consistency?",
        defined_by=lambda position, _: position.labels(),
    ),
    Question(
        "score",
        "What does minimax of |R| - |B| (+1/2 on Blue's turn) give?",
        spelling=HALVES,
        defined_by=_counted("score"),
    ),
    Question(
        "terminal",
        "Is the position terminal, and who wins it by counting?",
        spelling=choice(*COLOURS, "no"),
        defined_by=_counted("terminal"),
    ),
    *VALUES,
    BOUNDS,
    *COMPARED,
)

GAMES = (
    Game(
        "snort",
        "put a piece where no opponent's piece is next to it; who cannot move loses",
        PARAMETERS,
        QUESTIONS,
        make_snort,
        source="S. Norton; Borje, Combinatorial Game Representation and Analysis of Snort",
        examples=("snort path 7", "snort cycle 6", "snort path 4 --played 0,3"),
    ),
    Game(
        "col",
        "put a piece where no piece of your own is next to it; who cannot move loses",
        PARAMETERS,
        QUESTIONS,
        make_col,
        source="C. Vout; Berlekamp, Conway, Guy, Winning Ways",
        examples=("col path 7", "col grid 3 3 --red 4"),
    ),
)
