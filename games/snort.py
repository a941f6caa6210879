"""Snort and Col: pieces on a graph that no opponent's (or own) piece may touch.

Red (Left) and Blue (Right) put pieces of their colour on empty vertices in turn;
who cannot move loses. In Snort a piece may not be next to an opponent's piece, in
Col not next to a piece of its own colour. (S. Norton; C. Vout; see Berlekamp,
Conway, Guy, *Winning Ways*, chapter 5.) Vertices may be reserved: ``only_red``
vertices are closed to Blue from the start, ``only_blue`` ones to Red, vertices in
both to everybody.

Notation, one string for a position: ``snort path R..b red``, ``col cycle ..... blue``,
``snort grid .../.R. red``, ``snort graph 0-1,1-2,0-2 ..R blue``: the ruleset, the
shape, a character for each vertex (``.`` empty, ``R`` and ``B`` pieces, ``r`` only Red
may play here, ``b`` only Blue, ``x`` nobody; grid rows divided by ``/``), the player to
move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

from gameproof.games.game import BadInput, Game, Parameter, Question
from gameproof.games.graph import Graph

Colour = Literal["red", "blue"]
COLOURS: tuple[Colour, Colour] = ("red", "blue")


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


def members(mask: int) -> Iterator[int]:
    """The vertices in a bit mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(vertices: Iterable[int]) -> int:
    """The bit mask of some vertices."""
    mask = 0
    for v in vertices:
        mask |= 1 << v
    return mask


@lru_cache(maxsize=256)
def neighbour_masks(graph: Graph) -> tuple[int, ...]:
    """For each vertex the bit mask of its neighbours. O(n + m)."""
    masks = [0] * graph.n
    for a, b in graph.edges.tolist():
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    return tuple(masks)


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
        neighbours = neighbour_masks(self.graph)
        for v in members(theirs):
            closed |= neighbours[v]
        return ((1 << self.graph.n) - 1) & ~closed

    def moves(self) -> list[int]:
        """The vertices where the player to move may play."""
        return list(members(self.free(self.to_move)))

    def play(self, move: int) -> Position:
        """The position after the player to move plays on vertex ``move``."""
        in_range = isinstance(move, int) and 0 <= move < self.graph.n
        if not in_range or not self.free(self.to_move) >> move & 1:
            raise BadInput(f"{self.to_move} may not play on vertex {move}")
        if self.to_move == "red":
            return replace(self, red=self.red | 1 << move, to_move="blue")
        return replace(self, blue=self.blue | 1 << move, to_move="red")

    def turn(self, player: Colour) -> Position:
        """The same position with ``player`` to move."""
        return self if player == self.to_move else replace(self, to_move=player)

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
        """A vertex by its number or name."""
        return self.graph.vertex(text.strip())

    def move_text(self, move: int) -> str:
        """The vertex's name or number."""
        return self.graph.label(move)

    def _mark(self, v: int) -> str:
        if (self.red | self.blue) >> v & 1:
            return "R" if self.red >> v & 1 else "B"
        return ".rbx"[(self.only_red >> v & 1) + 2 * (self.only_blue >> v & 1)]

    def __str__(self) -> str:
        shape, width = _shape(self.graph)
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
        graph = _graph_of(words[1], words[2:-1], rows)
        marks = "".join(rows)
        if bad := set(marks) - set(".RBrbx"):
            raise BadInput(f"no such mark: {min(bad)!r}; use . R B r b x", "position")

        def where(wanted: str) -> int:
            return mask_of(v for v, mark in enumerate(marks) if mark in wanted)

        position = cls(rules, graph, to_move, where("R"), where("B"), where("rx"), where("bx"))
        return _legal(position)


def _legal(position: Position) -> Position:
    """The position itself; raises :class:`BadInput` when its pieces break the rules."""
    neighbours = neighbour_masks(position.graph)
    if position.red & position.blue:
        v = next(members(position.red & position.blue))
        raise BadInput(f"vertex {v} cannot hold a red and a blue piece")
    own = position.rules.forbidden == "own"
    for mine, theirs in ((position.red, position.blue), (position.blue, position.red)):
        for v in members(mine):
            touched = neighbours[v] & (mine if own else theirs)
            if touched:
                u = next(members(touched))
                raise BadInput(f"the pieces on {min(u, v)} and {max(u, v)} may not touch")
    return position


def _grid_edges(rows: int, columns: int) -> set[tuple[int, int]]:
    across = {
        (r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)
    }
    return across | {(v, v + columns) for v in range((rows - 1) * columns)}


def _path_edges(n: int) -> set[tuple[int, int]]:
    return _grid_edges(1, n)


def _cycle_edges(n: int) -> set[tuple[int, int]]:
    return _path_edges(n) | {(0, n - 1)} if n > 2 else _path_edges(n)


@lru_cache(maxsize=256)
def _shape(graph: Graph) -> tuple[str, int]:
    """The graph's words in the notation and the width of a row (0: one row)."""
    edges = {(min(a, b), max(a, b)) for a, b in graph.edges.tolist()}
    n = graph.n
    if edges == _path_edges(n):
        return "path", 0
    if n > 2 and edges == _cycle_edges(n):
        return "cycle", 0
    for columns in range(2, n):
        if n % columns == 0 and edges == _grid_edges(n // columns, columns):
            return "grid", columns
    return "graph " + (",".join(f"{a}-{b}" for a, b in sorted(edges)) or "-"), 0


def _graph_of(shape: str, words: list[str], rows: list[str]) -> Graph:
    """The graph of a position's shape words and its rows of marks."""
    n = sum(map(len, rows))
    if shape != "graph" and words:
        raise BadInput(f"unexpected word {words[0]!r} after {shape}", "position")
    if shape == "grid":
        if len({len(row) for row in rows}) > 1:
            raise BadInput("the rows of a grid must have one length", "position")
        return Graph.of(n, sorted(_grid_edges(len(rows), len(rows[0]))))
    if len(rows) > 1:
        raise BadInput(f"a {shape} has one row of marks", "position")
    if shape == "path":
        return Graph.of(n, sorted(_path_edges(n)))
    if shape == "cycle":
        return Graph.of(n, sorted(_cycle_edges(n)))
    if shape != "graph" or len(words) != 1:
        raise BadInput(f"no shape {shape!r}; use path, cycle, grid or graph EDGES", "position")
    edges = []
    for pair in [] if words[0] == "-" else words[0].split(","):
        ends = pair.split("-")
        if len(ends) != 2 or not all(end.isdecimal() for end in ends) or ends[0] == ends[1]:
            raise BadInput(f"{pair!r} is no edge; write 0-1,1-2,...", "position")
        edges.append((int(ends[0]), int(ends[1])))
    return Graph.of(n, edges)


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
    if graph.directed:
        raise BadInput(f"{rules.name} is played on an undirected graph", "graph")
    loops = [i for i, (a, b) in enumerate(graph.edges.tolist()) if a == b]
    if loops:
        raise BadInput(f"{rules.name} allows no loops", f"graph.edges[{loops[0]}]")
    if to_move not in COLOURS:
        raise BadInput(f"no player {to_move!r}; red or blue", "to_move")
    sets = {"red": red, "blue": blue, "only_red": only_red, "only_blue": only_blue}
    masks = {}
    for name, vertices in sets.items():
        listed = list(vertices)
        for v in listed:
            if not 0 <= v < graph.n:
                raise BadInput(f"no vertex {v}; vertices are 0..{graph.n - 1}", name)
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
QUESTIONS = (
    Question("outcome", "Who wins: N whoever starts, P whoever does not, L Red, R Blue?", OUTCOMES),
    Question("winner", "Who wins when the player to move starts?", COLOURS),
    Question("misere-outcome", "The outcome when who cannot move wins?", OUTCOMES),
    Question("labels", "Which labels A, R, B, U are left after arc consistency?"),
    Question("score", "What does minimax of |R| - |B| (+1/2 on Blue's turn) give?"),
    Question("terminal", "Is the position terminal, and who wins it by counting?"),
    Question("value", "The canonical value of the position (Red is Left)?"),
    Question(
        "equals",
        "Is the value this game, in any notation?",
        ("yes", "no"),
        (Parameter("game", "text", "a short game such as {2|-2} or ±{2|1}"),),
    ),
)

GAMES = (
    Game(
        "snort",
        "put a piece where no opponent's piece is next to it; who cannot move loses",
        PARAMETERS,
        QUESTIONS,
        make_snort,
        source="S. Norton; source document 002 (Borje, Combinatorial Game Representation "
        "and Analysis of Snort)",
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
