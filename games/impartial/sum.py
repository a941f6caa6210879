"""Sums of impartial games: move in one of the components; whoever cannot move loses.

A component is written ``game:board`` without blanks::

    nim:3,4,5    subtraction:1,2,3,4:10,11    even-odd:7    rook:3,5    wythoff:3,5
    take-away:2*x:10    take-away:2*x:10:3    hackenbush:ground-a,a-b,a-c
    node-kayles:0-1,1-2    arc-kayles:0-1,1-2

Two games are equal iff their sum is a P-position (Sprague 1935; Grundy 1939; Weimer, lemma 3).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import cast

from gameproof.games.game import Game
from gameproof.games.graph import Graph
from gameproof.games.impartial import (
    even_odd,
    hackenbush,
    hackenbush_words,
    kayles,
    nim,
    rook,
    subtraction,
    take_away,
    wythoff,
)
from gameproof.games.impartial.heaps import size
from gameproof.games.impartial.impartial import MISERE, QUESTIONS, Impartial
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL, Law
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import Arguments, Question
from gameproof.games.meaning.statement import Is, Statement, quantity

Component = Impartial[Hashable]
"""A component: a position of any impartial game."""


@dataclass(frozen=True)
class Position(Impartial[tuple[int, Hashable]]):
    """``names`` are the components' words, for people; ``numbers`` tell the boards that the
    sum began with apart (equal words share one)."""

    names: tuple[str, ...]
    components: tuple[Component, ...]
    numbers: tuple[int, ...]

    @property
    def laws(self) -> frozenset[Law]:
        """Those that all components obey."""
        return IMPARTIAL_NORMAL.intersection(*(part.laws for part in self.components))

    def moves(self) -> Iterator[tuple[int, Hashable]]:
        """Pairs (number of the component, a move of it)."""
        for index, component in enumerate(self.components):
            for move in component.moves():
                yield index, move

    def play(self, move: tuple[int, Hashable], /) -> Position:
        """Move in one component; raises :class:`BadInput`."""
        index, inner = move
        if not 0 <= index < len(self.components):
            raise BadInput(f"there is no component number {index + 1}")
        after = self.components[index].play(inner)
        row = (*self.components[:index], after, *self.components[index + 1 :])
        return replace(self, components=row)

    def parts(self) -> tuple[Position, ...]:
        """The parts of all components, each by itself."""
        return tuple(
            Position((name,), (part,), (number,))
            for name, component, number in zip(
                self.names, self.components, self.numbers, strict=True
            )
            for part in component.parts()
        )

    def key(self) -> str:
        """For each component the number of its board, the length of its key, and the key: a
        text that can be read in one way only."""
        keys = [component.key() for component in self.components]
        return " ".join(
            f"{number}:{len(key)}:{key}" for number, key in zip(self.numbers, keys, strict=True)
        )

    def move_text(self, move: tuple[int, Hashable], /) -> str:
        """``2/move``: the component, counted from 1, and the move in its own notation."""
        index, inner = move
        return f"{index + 1}/{self.components[index].move_text(inner)}"

    def parse_move(self, text: str, /) -> tuple[int, Hashable]:
        """Read :meth:`move_text`; raises :class:`BadInput`."""
        left, slash, inner = text.strip().partition("/")
        number = size(left)
        if not slash or number is None or not 0 < number <= len(self.components):
            raise BadInput(f"expected a move like 2/..., not {text[:60]!r}")
        return number - 1, self.components[number - 1].parse_move(inner)

    def __str__(self) -> str:
        return " + ".join(
            f"{name}[{component}]"
            for name, component in zip(self.names, self.components, strict=True)
        )


def _numbers(text: str, count: int | None = None) -> tuple[int, ...]:
    found = [size(word) for word in text.split(",")]
    numbers = tuple(n for n in found if n is not None)
    if len(numbers) != len(found) or (count is not None and len(found) != count):
        amount = "numbers" if count is None else f"{count} numbers"
        raise BadInput(f"expected {amount} like 3,4, not {text[:60]!r}", "games")
    return numbers


def _graph(text: str) -> Graph:
    """The graph of edges like ``0-1,1-2``: its vertices are those that are named, in order."""
    words = [w.split("-") for w in text.split(",")]
    ends = [(size(w[0]), size(w[1])) for w in words if len(w) == 2]
    pairs = [(a, b) for a, b in ends if a is not None and b is not None]
    if len(pairs) != len(words):
        raise BadInput(f"expected edges like 0-1,1-2, not {text[:60]!r}", "games")
    named = sorted({v for pair in pairs for v in pair})
    place = {v: k for k, v in enumerate(named)}
    names = None if named == list(range(len(named))) else tuple(map(str, named))
    return Graph.of(len(named), [(place[a], place[b]) for a, b in pairs], names=names)


def component(word: str) -> Component:
    """The position that a word like ``nim:3,4`` stands for; raises :class:`BadInput`."""
    if not word.isprintable() or word.split() != [word]:
        raise BadInput(f"{word[:60]!r} is no component: it has blanks", "games")
    return cast(Component, _component(word))


def _component(word: str) -> object:
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
        raise BadInput(f"{word[:60]!r} is no component; games that can be added: {known}", "games")
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
        lines = hackenbush_words.typed(board)
        if lines is None:
            raise BadInput(f"expected lines like ground-a,a-b, not {board[:60]!r}", "games")
        position = hackenbush.make(lines)
        if not isinstance(position, hackenbush.Position):
            raise BadInput("only green Hackenbush is impartial", "games")
        return position
    graph = _graph(board)
    return kayles.node_kayles(graph) if kind == "node-kayles" else kayles.arc_kayles(graph)


def make(games: tuple[str, ...]) -> Position:
    """The sum of the components; raises :class:`BadInput`."""
    words = tuple(games)
    boards = {word: component(word) for word in words}
    numbers = tuple(words.index(word) for word in words)
    return Position(words, tuple(boards[word] for word in words), numbers)


def two_components(position: Position) -> tuple[Component, Component]:
    """The components that are compared; raises :class:`BadInput` unless there are two."""
    if len(position.components) != 2:
        raise BadInput("two components are compared", "games")
    return position.components[0], position.components[1]


def _equal(position: Position, answer: Value, _arguments: Arguments) -> tuple[Statement, ...]:
    two_components(position)
    return (Is(quantity("equal"), answer),)


def _is_zero(position: object, _arguments: Arguments) -> bool:
    from gameproof.games.meaning.definitions import grundy

    return grundy(cast(AnyPosition, position)) == 0


GAMES = (
    Game(
        name="sum",
        rule="move in one of the components; whoever cannot move loses",
        parameters=(Parameter("games", "words", "components like nim:3,4 or wythoff:3,5"),),
        questions=(
            *QUESTIONS,
            MISERE,
            Question(
                "equal",
                "Are the two components equal (is their sum a P-position)?",
                ("yes", "no"),
                means=_equal,
                defined_by=_is_zero,
            ),
        ),
        make=make,
        source="Weimer, lemmas 1 to 3; Frieze, Combinatorial Games (sums of games)",
        examples=(
            "sum hackenbush:ground-a,a-b,a-c nim:1 -q equal",
            "sum wythoff:3,4 even-odd:7 nim:2",
        ),
    ),
)
