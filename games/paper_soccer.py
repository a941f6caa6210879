"""Paper soccer in two rulesets over one engine.

*Document rules* (T. Hoivik, "Experiments in Paper Soccer"): points
(0..m) x (0..n), the ball starts at (ceil(m/2), ceil(n/2)); a ply draws an undrawn king's
step inside the grid; landing on a point that has another line bounces, the same player
goes on; landing on g1 = (ceil(m/2), n) wins for player 2, on g2 = (ceil(m/2), 0) for player
1; whoever must move and cannot loses. Borders do not bounce.

*Standard rules*: an even number of squares each way, goals two squares wide and one deep
behind both ends; border segments cannot be drawn and border points bounce; the goal mouth
is open, its centre point bounces only by option; from a post only the diagonal to the
middle of the goal leads in, from the mouth's centre all three. Player 1 attacks upwards.

A position is keyed by its drawn edges, the ball and the player to move. The player to move
follows from the number of distinct points visited, not from the parity of plies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Literal

from gameproof.games.counts import soccer_counts as counts
from gameproof.games.game import Game
from gameproof.games.meaning.answers import WHOLE, Form, Value, whole
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.elsewhere import Elsewhere, elsewhere
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import winner
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Defines, Example, Question

Point = tuple[int, int]
Rules = Literal["document", "standard", "standard-mouth"]

COMPASS: dict[str, Point] = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
POINT = re.compile(r"\(?(-?[0-9]{1,9}),(-?[0-9]{1,9})\)?")
NAMES = {step: name for name, step in COMPASS.items()}
LARGEST = 1 << 12
PLAYERS = ("first", "second")
LAWS = frozenset({Law.FINITE, Law.NO_DRAWS})
"""A ply draws a line; a turn may have several plies, so the players do not alternate."""


@dataclass(frozen=True, eq=False)
class Pitch:
    """Points, edges, goals and bouncing points of a field; points and edges are numbered.

    ``goal[v]`` is the player who wins when the ball lands there (0 elsewhere),
    ``bounces[v]`` tells whether v bounces without any line on it.
    """

    width: int
    length: int
    rules: Rules
    points: tuple[Point, ...]
    edges: tuple[tuple[int, int], ...]
    start: int
    goal: tuple[int, ...]
    bounces: tuple[bool, ...]
    number: dict[Point, int] = field(repr=False)

    @cached_property
    def steps(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each point its ``(edge, other point)``, in the order of edges."""
        near: list[list[tuple[int, int]]] = [[] for _ in self.points]
        for e, (u, v) in enumerate(self.edges):
            near[u].append((e, v))
            near[v].append((e, u))
        return tuple(tuple(row) for row in near)


@cache
def pitch(width: int, length: int, rules: Rules) -> Pitch:
    """The field of a size and ruleset; raises :class:`BadInput`."""
    if min(width, length) < 1 or width * length > LARGEST:
        raise BadInput(f"a pitch has 1 to {LARGEST} squares, not {width} x {length}")
    inside = [(x, y) for y in range(length + 1) for x in range(width + 1)]
    king = [(1, 0), (0, 1), (1, 1), (-1, 1)]
    points = set(inside)
    grid = {(p, q) for p in inside for dx, dy in king if (q := (p[0] + dx, p[1] + dy)) in points}
    if rules == "document":
        centre = (width + 1) // 2, (length + 1) // 2
        wins = {(centre[0], length): 2, (centre[0], 0): 1}
        return _numbered(width, length, rules, inside, grid, centre, wins, set())
    if width % 2 or length % 2 or width < 2:
        raise BadInput("the standard pitch has an even number of squares each way")
    middle = width // 2
    border = {p for p in inside if p[0] in (0, width) or p[1] in (0, length)}
    along = {
        (p, q) for p, q in grid if p in border and q in border and _same_side(p, q, width, length)
    }
    goals = {(middle + k, y): 1 if y > 0 else 2 for k in (-1, 0, 1) for y in (length + 1, -1)}
    mouth = {(middle, 0), (middle, length)}
    lines = grid - {(p, q) for p, q in along if p not in mouth and q not in mouth}
    for y, behind in ((0, -1), (length, length + 1)):
        for k in (-1, 0, 1):
            lines.add(((middle, y), (middle + k, behind)))
        for k in (-1, 1):
            lines.add(((middle + k, y), (middle, behind)))
    bounce = border if rules == "standard-mouth" else border - mouth
    everywhere = [*inside, *sorted(goals)]
    return _numbered(width, length, rules, everywhere, lines, (middle, length // 2), goals, bounce)


def _same_side(p: Point, q: Point, width: int, length: int) -> bool:
    return (p[0] == q[0] and p[0] in (0, width)) or (p[1] == q[1] and p[1] in (0, length))


def _numbered(
    width: int,
    length: int,
    rules: Rules,
    points: list[Point],
    lines: set[tuple[Point, Point]],
    start: Point,
    goals: dict[Point, int],
    bounces: set[Point],
) -> Pitch:
    number = {p: k for k, p in enumerate(points)}
    edges = sorted(tuple(sorted((number[p], number[q]))) for p, q in lines)
    return Pitch(
        width,
        length,
        rules,
        tuple(points),
        tuple((a, b) for a, b in edges),
        number[start],
        tuple(goals.get(p, 0) for p in points),
        tuple(p in bounces for p in points),
        number,
    )


@dataclass(frozen=True)
class Position:
    """``drawn`` is a bit set of edges, ``ball`` a point, ``mover`` 1 or 2.

    ``history`` lists the points the ball has visited in this game; it takes no part
    in equality and ``key``, which are those of rules, edges, ball and mover: nothing that
    is still to come depends on the order in which the lines were drawn.
    """

    field_: tuple[int, int, Rules]
    drawn: int
    ball: int
    mover: int
    history: tuple[int, ...] = field(default=(), compare=False)

    @property
    def pitch(self) -> Pitch:
        """The field."""
        return pitch(*self.field_)

    @property
    def players(self) -> tuple[str, str]:
        """``first`` (player 1) and ``second``."""
        return PLAYERS

    @property
    def laws(self) -> frozenset[Law]:
        """Lines are finite in number; a stuck player loses, so nothing is drawn."""
        return LAWS

    def key(self) -> str:
        """The ball's point, the mover, and the drawn edges as a hexadecimal number."""
        return f"{self.ball}:{self.mover}:{self.drawn:x}"

    @property
    def to_move(self) -> str:
        """``first`` (player 1, who attacks g2 or upwards) or ``second``."""
        return PLAYERS[self.mover - 1]

    def degree(self, point: int) -> int:
        """Number of drawn lines at a point."""
        return sum(self.drawn >> e & 1 for e, _ in self.pitch.steps[point])

    def moves(self) -> list[int]:
        """The points that the next ply can lead to; none when the game is over."""
        if self.pitch.goal[self.ball]:
            return []
        return [v for e, v in self.pitch.steps[self.ball] if not self.drawn >> e & 1]

    def play(self, move: int) -> Position:
        """Draw the line to a point; raises :class:`BadInput`. The mover stays on a bounce."""
        if move not in self.moves():
            raise BadInput(f"no undrawn line from {self.point_text(self.ball)} leads there")
        edge = next(e for e, v in self.pitch.steps[self.ball] if v == move)
        bounce = self.pitch.bounces[move] or self.degree(move) > 0
        mover = self.mover if bounce else 3 - self.mover
        return Position(self.field_, self.drawn | 1 << edge, move, mover, (*self.history, move))

    def result(self) -> str | None:
        """``first`` (player 1), ``second`` (player 2) or ``None`` while the game goes on."""
        winner = self.pitch.goal[self.ball]
        if not winner and not self.moves():
            winner = 3 - self.mover
        return None if not winner else PLAYERS[winner - 1]

    def parse_move(self, text: str) -> int:
        """A compass direction (``ne``) or a point (``3,4``); raises :class:`BadInput`."""
        x, y = self.pitch.points[self.ball]
        if text.lower() in COMPASS:
            dx, dy = COMPASS[text.lower()]
            target = x + dx, y + dy
        else:
            match = POINT.fullmatch(text)
            if match is None:
                raise BadInput(
                    f"a ply is a direction ({', '.join(COMPASS)}) or a point x,y, not {text!r}"
                )
            target = int(match[1]), int(match[2])
        if target not in self.pitch.number:
            raise BadInput(f"({target[0]},{target[1]}) is not on the pitch")
        return self.pitch.number[target]

    def of_moves(self, question: str, moves: Iterable[int], /) -> Value:
        """The points that they lead to, where the question asks which plies win."""
        names = sorted(f"({self.move_text(move)})" for move in moves)
        return (" ".join(names) or "none") if question == "winning-plies" else None

    def move_text(self, move: int) -> str:
        """The landing point as ``x,y``."""
        return self.point_text(move)

    def point_text(self, point: int) -> str:
        """``x,y``."""
        x, y = self.pitch.points[point]
        return f"{x},{y}"

    def __str__(self) -> str:
        width, length, rules = self.field_
        trail = " ".join(self.point_text(v) for v in self.history)
        return f"{width}x{length} {rules}, {self.to_move} to move: {trail}"


def make(
    m: int,
    n: int,
    rules: Rules = "document",
    history: str | None = None,
    first: str = "1",
) -> Position:
    """The position after ``history`` (directions or points), player ``first`` beginning."""
    place = pitch(m, n, rules)
    position = Position((m, n, rules), 0, place.start, int(first), (place.start,))
    plies = (history or "").replace(";", " ").split()
    for number, text in enumerate(plies, 1):
        try:
            position = position.play(position.parse_move(text))
        except BadInput as error:
            raise BadInput(f"ply {number} ({text}): {error.message}", "history") from None
    return position


def _read_counts(text: str) -> Value:
    return tuple(whole(word) for word in text.split(" "))


def _write_counts(value: Value) -> str:
    if not isinstance(value, tuple) or not value:
        raise ValueError("no counts")
    return " ".join(WHOLE.write(number) for number in value)


COUNTS = Form("whole numbers for ply 0, 1, 2, ...", _read_counts, _write_counts)
"""``1 8 56``: a tuple of ``int``."""

PLIES = (Parameter("plies", "integer", "up to this ply", option=True, default=4),)
YES_NO = ("yes", "no")


def _by_ply(name: str, text: str, count: Defines[Position]) -> Question[Position]:
    return Question(name, text + ", by ply", (), PLIES, COUNTS, defined_by=count)


def _relation(position: Position, arguments: Arguments) -> Value:
    """``equal`` (one history), ``strong`` (lines and ball), ``weak`` (lines) or ``different``
    (Hoivik, definitions 2.7 to 2.9), where ``other`` lists the plies of another game from the
    pitch's first point. Two positions that are equal may have different histories."""
    other = arguments.get("other") or ""
    if not isinstance(other, str):
        raise BadInput("the other game is a text", "other")
    if position.history[:1] != (position.pitch.start,):
        raise BadInput("the position has no history from the pitch's first point")
    second = make(*position.field_, other)
    if second.history == position.history:
        return "equal"
    if second.drawn != position.drawn:
        return "different"
    return "strong" if second.ball == position.ball else "weak"


def _centred(position: Position, _arguments: Arguments) -> Value:
    """Do both mirror images of the pitch fix the ball's first point (definition 2.2)?"""
    x, y = position.pitch.points[position.pitch.start]
    return (2 * x, 2 * y) == (position.pitch.width, position.pitch.length)


@elsewhere.register
def _within(_position: Position, question: str) -> Elsewhere[Position] | None:
    within: Elsewhere[Position] = counts.WITHIN
    return within if question == "win-within" else None


def _winning_plies(position: Position, _arguments: Arguments) -> Value:
    from gameproof.games.meaning.definitions import winning

    return position.of_moves("winning-plies", winning(position))


GAMES: tuple[Game[Position], ...] = (
    Game(
        "paper-soccer",
        "draw king's steps from the ball, bounce on drawn points; reach the opponent's goal",
        (
            Parameter("m", "integer", "squares across"),
            Parameter("n", "integer", "squares from goal to goal"),
            Parameter("rules", "choice", "ruleset; in standard-mouth the mouth's centre bounces",
                      True, False, "document", ("document", "standard", "standard-mouth")),
            Parameter("history", "text", "plies played: 'ne n 3,4'", True, False, between=" "),
            Parameter("first", "choice", "the player who begins", True, False, "1", ("1", "2")),
        ),
        (
            Question("outcome", "which player wins?", PLAYERS, means=winner),
            Question("winning-plies", "which first plies win for the player to move?",
                     defined_by=_winning_plies),
            Question("goal-this-turn", "can the mover reach the goal he attacks this turn?",
                     YES_NO, defined_by=counts.goal_this_turn,
                     example=Example("a turn ends in the goal", counts.reaches_goal)),
            Question("win-within", "does the mover win within this and the next turns?", YES_NO,
                     (Parameter("turns", "integer", "turns of both players", option=True,
                                default=1),
                      Parameter("plies", "integer", "plies of both players at most",
                                option=True, required=False)), defined_by=counts.win_within),
            Question("turn-ends", "how many points can this turn end on?", spelling=WHOLE,
                     defined_by=lambda position, _: len(counts.turn_ends(position))),
            Question("histories", "histories by ply; finished games are not continued", (), PLIES,
                     COUNTS, defined_by=counts.by_ply(counts.histories)),
            Question("classes", "weak classes (edge sets) by ply", (), PLIES, COUNTS,
                     defined_by=counts.by_ply(counts.classes)),
            _by_ply("largest-class", "most histories of one weak class",
                    counts.by_ply(counts.largest_class)),
            _by_ply("split-classes", "weak classes with two balls or two movers",
                    counts.by_ply(counts.split_classes)),
            _by_ply("bounces", "histories whose last ply bounces",
                    counts.last_plies(counts.bounces)),
            _by_ply("bounce-exceptions",
                    "plies that bounce but close no new cycle, or the reverse",
                    counts.last_plies(counts.bounce_exception)),
            _by_ply("parity-exceptions",
                    "histories where the plies' parity names the wrong mover",
                    counts.by_ply(counts.parity_exceptions)),
            _by_ply("visited-exceptions",
                    "histories where the points visited name the wrong mover",
                    counts.by_ply(counts.visited_exceptions)),
            _by_ply("cyclic-singles", "weak classes with a cycle and one history only",
                    counts.by_ply(counts.cyclic_singles)),
            Question("acyclic-twins",
                     "is there an acyclic position with two histories?", YES_NO, PLIES,
                     defined_by=counts.acyclic_twins),
            Question("longest", "how many plies has the longest game?", spelling=WHOLE,
                     defined_by=counts.longest),
            Question("positions", "how many edge sets have the ball in no goal?", spelling=WHOLE,
                     defined_by=counts.positions),
            Question("lines", "how many lines has the pitch?", spelling=WHOLE,
                     defined_by=lambda position, _: len(position.pitch.edges)),
            Question("centred", "does the ball start in the centre of the pitch?", YES_NO,
                     defined_by=_centred),
            Question("equivalent", "how far do this game and another one agree?",
                     ("equal", "strong", "weak", "different"),
                     (Parameter("other", "text", "the other game's plies", option=True),),
                     defined_by=_relation),
        ),
        make,
        "T. Hoivik, Experiments in Paper Soccer; standard rules as commonly published",
        ("paper-soccer 3 3", "paper-soccer 2 4 --rules standard"),
    ),
)  # fmt: skip
