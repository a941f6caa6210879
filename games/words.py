"""Word geography: each word begins with the letter that ended the one before.

The players name words of a list in turn, none twice; the first word is free. Whoever
finds no word loses. It is directed edge geography on the letters, each word an arc from
its first letter to its last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from gameproof.games import geography
from gameproof.games.game import Game
from gameproof.games.graph import Graph
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.listed import unmistakable
from gameproof.games.meaning.outcomes import next_or_previous
from gameproof.games.meaning.parameter import Inline, Parameter
from gameproof.games.meaning.question import Arguments, Question

PLAYERS = geography.PLAYERS
QUOTES = '"\u201c\u201d\u201e\u00ab\u00bb'
LAWS = frozenset({Law.TURNS, Law.FINITE, Law.NORMAL_PLAY, Law.NO_DRAWS})


@dataclass(frozen=True)
class Position:
    """``words``: the list, without repeats. ``said``: the words named so far, in order."""

    words: tuple[str, ...]
    said: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, str]:
        """``first`` names the first word."""
        return PLAYERS

    @property
    def laws(self) -> frozenset[Law]:
        """Normal play; every word is named once at most."""
        return LAWS

    def key(self) -> str:
        """The numbers of the words said, and that of the last one (its letter counts)."""
        number = {word: i for i, word in enumerate(self.words)}
        said = sorted(number[word] for word in self.said)
        last = ord(self.said[-1][-1]) if self.said else 0
        return f"{last}:{' '.join(map(str, said))}"

    @property
    def to_move(self) -> str:
        """``first`` or ``second``."""
        return PLAYERS[len(self.said) % 2]

    def moves(self) -> list[str]:
        """The words that may be named now, in the order of the list."""
        letter = self.said[-1][-1] if self.said else None
        gone = set(self.said)
        return [w for w in self.words if w not in gone and letter in (None, w[0])]

    def play(self, move: str) -> Position:
        """The position after ``move`` is named; raises :class:`BadInput`."""
        if move not in self.words:
            raise BadInput(f"{move!r} is not in the list")
        if move in self.said:
            raise BadInput(f"{move!r} was named before")
        if self.said and move[0] != self.said[-1][-1]:
            raise BadInput(f"{move!r} does not begin with {self.said[-1][-1]!r}")
        return replace(self, said=(*self.said, move))

    def result(self) -> str | None:
        """The winner's name when no word is left to name, else ``None``."""
        return None if self.moves() else PLAYERS[(len(self.said) + 1) % 2]

    def parse_move(self, text: str) -> str:
        """A word of the list, letters' case disregarded."""
        word = " ".join(text.lower().split())
        if word not in self.words:
            raise BadInput(f"{text.strip()!r} is not in the list")
        return word

    def move_text(self, move: str) -> str:
        """The word."""
        return move

    def of_moves(self, question: str, moves: Iterable[str], /) -> Value:
        """The words, where the question asks which of them win."""
        return moves_text(moves) if question == "winning-moves" else None

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters that begin or end a word, ascending."""
        return tuple(sorted({end for word in self.words for end in (word[0], word[-1])}))

    @cached_property
    def graph(self) -> Graph:
        """The letters as vertices, each word an arc, in the order of the list."""
        place = {letter: i for i, letter in enumerate(self.letters)}
        arcs = [(place[word[0]], place[word[-1]]) for word in self.words]
        return Graph.of(len(self.letters), arcs, directed=True, names=self.letters)

    def as_geography(self) -> geography.Position | None:
        """The same game as a walk on the letters; ``None`` before the first word."""
        if not self.said:
            return None
        token = self.letters.index(self.said[-1][-1])
        number = {word: i for i, word in enumerate(self.words)}
        return geography.Position(
            self.graph, True, token, frozenset(number[word] for word in self.said)
        )

    def __eq__(self, other: object) -> bool:
        """The same list, the same words gone, the same last letter: the same game."""
        return isinstance(other, Position) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple[tuple[str, ...], frozenset[str], str]:
        return self.words, frozenset(self.said), self.said[-1][-1] if self.said else ""

    def __str__(self) -> str:
        """``said ab bc, first to move``, the words in ascending order and the last letter."""
        said = " ".join(sorted(self.said)) or "nothing"
        letter = f", now {self.said[-1][-1]}" if self.said else ""
        return f"said {said}{letter}, {self.to_move} to move"


def moves_text(moves: Iterable[str]) -> str:
    """The answer to ``winning-moves``: words in the order of the list, or ``none``. Blanks
    divide them, commas where one of them holds a blank."""
    words = list(moves)
    sign = ", " if any(" " in word for word in words) else " "
    return sign.join(unmistakable(word, sign) for word in words) or "none"


def read_list(text: str) -> tuple[str, ...]:
    """The words of a list, in small letters, each once.

    A word a line, or words divided by commas or semicolons; a blank belongs to its word, but
    where the whole list is one line without these signs, blanks divide it. ``#`` starts a
    comment. Raises :class:`BadInput` with the line for what may be no word: numbering, quotation
    marks, columns, a beginning or an end that is no letter (on these ends the game rests).
    """
    lines = [
        (number, line.split("#", 1)[0].replace(";", ",").strip())
        for number, line in enumerate(text.splitlines(), 1)
    ]
    filled = [(number, line) for number, line in lines if line]
    if len(filled) == 1 and "," not in filled[0][1]:
        filled = [(filled[0][0], ",".join(filled[0][1].split()))]
    words: dict[str, None] = {}
    for number, line in filled:
        for part in line.split(","):
            if part.strip():
                words[_word(part.strip(), f"line {number}")] = None
    return tuple(words)


def _word(text: str, where: str) -> str:
    """One entry of a list as a word."""
    if not text.isprintable() or any(sign in text for sign in QUOTES):
        raise BadInput(f"columns and quotation marks are not read: {text[:60]!r}", where)
    parts = text.split()
    if re.match(r"[0-9]+[.):]", text) or (len(parts) > 1 and any(p.isdecimal() for p in parts)):
        raise BadInput(f"a word with a number beside it may be numbered: {text[:60]!r}", where)
    word = " ".join(text.lower().split())
    if not (word[0].isalnum() and word[-1].isalnum()):
        raise BadInput(f"a word begins and ends with a letter, not as {text[:60]!r}", where)
    return word


def typed(word: str) -> str | None:
    """The list that one word with commas is, as ``England,France``."""
    return word.replace(",", "\n") if "," in word else None


def make(file: str, first: str | None = None) -> Position:
    """The position with the words of the text ``file`` (see :func:`read_list`), after
    ``first`` was named."""
    position = Position(read_list(file))
    if first is not None:
        position = position.play(position.parse_move(first))
    return position


def _winning_moves(position: Position, _arguments: Arguments) -> Value:
    from gameproof.games.meaning.definitions import winning

    return moves_text(winning(position))


GAMES = (
    Game(
        name="words",
        rule="Each word begins with the letter that ended the one before; none twice",
        parameters=(
            Parameter(
                "file",
                "file",
                "the list of words, one a line or divided by commas",
                inline=Inline(typed, (",",), "England,France,Estonia"),
            ),
            Parameter("first", "text", "a first word already named", True, False),
        ),
        questions=(
            Question(
                "outcome",
                "Does the next player (N) or the previous one (P) win?",
                ("N", "P"),
                means=next_or_previous,
            ),
            Question(
                "winning-moves", "Which words leave the opponent lost?", defined_by=_winning_moves
            ),
        ),
        make=make,
        source="Frieze, *Combinatorial Games* (Game 3)",
        examples=("words England,France,Estonia", "words England,France --first France"),
    ),
)
