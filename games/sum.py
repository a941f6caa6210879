"""Sums of impartial games: move in one of the components; whoever cannot move loses.

A component is written ``game:board`` without blanks::

    nim:3,4,5    subtraction:1,2,3,4:10,11    even-odd:7    rook:3,5    wythoff:3,5
    take-away:2*x:10    take-away:2*x:10:3    hackenbush:ground-a,a-b,a-c
    node-kayles:0-1,1-2    arc-kayles:0-1,1-2

Two games are equal iff their sum is a P-position (source document 001, lemma 3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gameproof.games import (
    even_odd,
    hackenbush,
    kayles,
    nim,
    rook,
    subtraction,
    take_away,
    wythoff,
)
from gameproof.games.game import BadInput, Game, Parameter, Question
from gameproof.games.graph import Graph
from gameproof.games.impartial import QUESTIONS, Impartial


@dataclass(frozen=True)
class Position(Impartial):
    """``names`` tells the components apart, ``components`` are positions."""

    names: tuple[str, ...]
    components: tuple[Any, ...]

    def moves(self) -> Iterator[tuple[int, Any]]:
        """Pairs (number of the component, a move of it)."""
        for index, component in enumerate(self.components):
            for move in component.moves():
                yield index, move

    def play(self, move: tuple[int, Any]) -> Position:
        """Move in one component; raises :class:`BadInput`."""
        index, inner = move
        if not 0 <= index < len(self.components):
            raise BadInput(f"there is no component number {index + 1}")
        after = self.components[index].play(inner)
        row = (*self.components[:index], after, *self.components[index + 1 :])
        return Position(self.names, row)

    def parts(self) -> tuple[Position, ...]:
        """The parts of all components, each by itself."""
        return tuple(
            Position((name,), (part,))
            for name, component in zip(self.names, self.components, strict=True)
            for part in component.parts()
        )

    def move_text(self, move: tuple[int, Any]) -> str:
        """``2/move``: the component, counted from 1, and the move in its own notation."""
        index, inner = move
        return f"{index + 1}/{self.components[index].move_text(inner)}"

    def parse_move(self, text: str) -> tuple[int, Any]:
        """Read :meth:`move_text`; raises :class:`BadInput`."""
        number, slash, inner = text.strip().partition("/")
        if not slash or not number.isdecimal() or not 0 < int(number) <= len(self.components):
            raise BadInput(f"expected a move like 2/..., not {text!r}")
        return int(number) - 1, self.components[int(number) - 1].parse_move(inner)

    def __str__(self) -> str:
        return " + ".join(
            f"{name}[{component}]"
            for name, component in zip(self.names, self.components, strict=True)
        )


def _numbers(text: str, count: int | None = None) -> tuple[int, ...]:
    words = text.split(",")
    if not all(w.isdecimal() for w in words) or (count is not None and len(words) != count):
        amount = "numbers" if count is None else f"{count} numbers"
        raise BadInput(f"expected {amount} like 3,4, not {text!r}", "games")
    return tuple(int(w) for w in words)


def _graph(text: str) -> Graph:
    edges = [w.split("-") for w in text.split(",")]
    if not all(len(e) == 2 and all(v.isdecimal() for v in e) for e in edges):
        raise BadInput(f"expected edges like 0-1,1-2, not {text!r}", "games")
    pairs = [(int(a), int(b)) for a, b in edges]
    if max(max(p) for p in pairs) > 10_000:
        raise BadInput("vertices are numbered up to 10000 here", "games")
    return Graph.of(1 + max(max(p) for p in pairs), pairs)


def component(word: str) -> Any:
    """The position that a word like ``nim:3,4`` stands for; raises :class:`BadInput`."""
    kind, *fields = word.split(":")
    shapes = {
        "nim": 1, "subtraction": 2, "even-odd": 1, "rook": 1, "wythoff": 1, "hackenbush": 1,
        "node-kayles": 1, "arc-kayles": 1,
    }  # fmt: skip
    if kind == "take-away" and len(fields) in (2, 3):
        x = _numbers(fields[2], 1)[0] if len(fields) == 3 else None
        return take_away.make(fields[0], _numbers(fields[1], 1)[0], x)
    if shapes.get(kind) != len(fields):
        known = ", ".join([*shapes, "take-away"])
        raise BadInput(f"{word!r} is no component; games that can be added: {known}", "games")
    board = fields[0]
    if kind == "nim":
        return nim.make(_numbers(board))
    if kind == "subtraction":
        return subtraction.make(_numbers(board), _numbers(fields[1]))
    if kind == "even-odd":
        return even_odd.make(_numbers(board))
    if kind == "rook":
        return rook.make(*_numbers(board, 2))
    if kind == "wythoff":
        return wythoff.make(*_numbers(board, 2))
    if kind == "hackenbush":
        lines = board.replace(",", "\n").replace("-", " ")
        position = hackenbush.make(lines)
        if not isinstance(position, hackenbush.Position):
            raise BadInput("only green Hackenbush is impartial", "games")
        return position
    graph = _graph(board)
    every = (1 << graph.n) - 1
    if kind == "node-kayles":
        return kayles.NodePosition(graph, every)
    return kayles.ArcPosition(graph, every)


def make(games: tuple[str, ...]) -> Position:
    """The sum of the components; raises :class:`BadInput`."""
    words = tuple(games)
    return Position(words, tuple(component(word) for word in words))


GAMES = (
    Game(
        name="sum",
        rule="move in one of the components; whoever cannot move loses",
        parameters=(Parameter("games", "words", "components like nim:3,4 or wythoff:3,5"),),
        questions=(
            *QUESTIONS,
            Question(
                "equal", "Are the two components equal (is their sum a P-position)?", ("yes", "no")
            ),
        ),
        make=make,
        source="source document 001, lemmas 1 to 3; source document 004, slides 13 to 25",
        examples=(
            "sum hackenbush:ground-a,a-b,a-c nim:1 -q equal",
            "sum wythoff:3,4 even-odd:7 nim:2",
        ),
    ),
)
