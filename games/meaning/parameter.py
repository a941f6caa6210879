"""The words of games and questions: their names and kinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gameproof.games.meaning.answers import Value

WordKind = Literal[
    "integer",  # 3
    "integers",  # 3 4 5
    "graph",  # path 7 | grid 3 4 | FILE | -      -> gameproof.games.graph.Graph
    "digraph",  # FILE | path 4 ...                -> gameproof.games.graph.Graph, directed
    "vertex",  # a vertex of the graph, by number or by the name its file gave
    "vertices",  # V,V,...
    "text",  # one word
    "words",  # all the words that remain
    "choice",  # one of ``choices``
    "flag",  # present or absent
    "file",  # the text of a file              -> (str) its content
]


@dataclass(frozen=True, slots=True)
class Inline:
    """A file's content that can be typed as one word, or given as a list.

    ``text(word)`` is the file's text, ``None`` for a word that cannot be such a board; it
    raises ``BadInput`` for one that is written wrongly. ``signs`` divide the entries of a list
    in the word, the outer ones first.
    """

    text: Callable[[str], str | None]
    signs: tuple[str, ...]
    example: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """One word (or, with ``option``, one ``--name``) of a game or a question.

    ``name`` is also the keyword that ``Game.make`` receives and the key in an
    instance file (dashes become underscores there). ``between`` is the sign between the
    entries of a text that is a list: said twice, such an option means all of them. ``inline``
    is how a file can be typed.
    """

    name: str
    kind: WordKind
    help: str = ""
    option: bool = False
    required: bool = True
    default: Value = None
    choices: tuple[str, ...] = ()
    between: str = ""
    inline: Inline | None = None

    @property
    def on_graph(self) -> bool:
        """Is its value a graph, with arrows or without?"""
        return self.kind in ("graph", "digraph")
