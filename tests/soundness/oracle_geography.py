"""Geography by walking: every start, every move, every matching, every set of vertices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations

from reference.matching import largest

from gameproof.games import geography, words
from gameproof.games.geography import Position
from gameproof.games.meaning.bad_input import BadInput
from soundness.rules_oracle import TooLarge

Arguments = Mapping[str, object]


@cache
def won(position: Position | words.Position) -> bool:
    """Does the player to move win?"""
    return any(not won(position.play(move)) for move in position.moves())  # type: ignore[arg-type]


def all_starts(position: Position, arguments: Arguments) -> object:
    """A letter for each vertex on which the token may stand now; the others have none."""
    letters = ""
    for v in range(position.graph.n):
        try:
            start = replace(position, token=None).play(v)
        except BadInput:
            letters += "-"
            continue
        letters += "N" if won(start) else "P"
    return letters


def winning_moves(position: Position, arguments: Arguments) -> object:
    good = [move for move in position.moves() if not won(position.play(move))]
    return " ".join(position.move_text(move) for move in sorted(good)) or "none"


def live_edges(position: Position) -> list[tuple[int, int]]:
    """The edges that are left; in the vertex form those between vertices that are left."""
    edges = [(int(u), int(v)) for u, v in position.graph.edges]
    if position.edge:
        return [edge for number, edge in enumerate(edges) if number not in position.gone]
    return [edge for edge in edges if not position.gone & set(edge)]


def matching(position: Position, arguments: Arguments) -> object:
    return largest(position.graph.n, live_edges(position))


def even_kernel(position: Position, arguments: Arguments) -> object:
    """A set round the token without an edge inside, into which every vertex has an even
    number of edges (Fraenkel, Scheinerman, Ullman 1993)."""
    if not position.edge or position.graph.directed:
        return None
    n, edges = position.graph.n, live_edges(position)
    if n > 8:
        raise TooLarge
    for size in range(1, n + 1):
        for chosen in map(set, combinations(range(n), size)):
            if position.token is not None and position.token not in chosen:
                continue
            if any(u in chosen and v in chosen for u, v in edges):
                continue
            into = [
                sum((u == w and v in chosen) or (v == w and u in chosen) for u, v in edges)
                for w in range(n)
            ]
            if not any(count % 2 for count in into):
                return True
    return False


def winning_words(position: words.Position, arguments: Arguments) -> object:
    good = [word for word in position.moves() if not won(position.play(word))]
    return " ".join(good) or "none"


ORACLES: dict[tuple[type, str], Callable[..., object]] = {
    (geography.Position, "all"): all_starts,
    (geography.Position, "winning-moves"): winning_moves,
    (geography.Position, "matching"): matching,
    (geography.Position, "even-kernel"): even_kernel,
    (words.Position, "winning-moves"): winning_words,
}

USUAL = ("outcome", "all", "winning-moves", "matching", "even-kernel")

GOALS: list[tuple[str, tuple[str, ...]]] = [
    (f"geography {board}{start}{form}", USUAL)
    for board, starts in (
        ("path 1", (" --start 0", "")),
        ("path 3", (" --start 1", " --start 0", "")),
        ("path 3", (" --start 0 --route 1,2", " --start 1 --route 2")),
        ("cycle 3", (" --start 0", "")),
        ("cycle 4", (" --start 0", " --start 0 --route 1")),
        ("star 3", (" --start 0", " --start 2")),
        ("bipartite 2 3", (" --start 0", " --start 2")),
        ("empty 2", (" --start 0", "")),
        ("empty 0", ("",)),
    )
    for start in starts
    for form in ("", " --edge", " --directed", " --edge --directed")
] + [
    (f"geography {board} --edge", ("outcome", "even-kernel"))
    for board in ("path 2 --start 0", "path 4 --start 1", "path 5 --start 1", "star 2 --start 0",
                  "complete 4 --start 0", "cycle 4 --start 1 --route 0")
]  # fmt: skip
"""Tiny boards with the questions to be attacked."""

#: Boards that have no words: (game, board as in an instance file, questions).
BOARDS: list[tuple[str, object, tuple[str, ...]]] = [
    *[
        ("geography", {"graph": {"n": n, "edges": edges}, "start": start, "edge": edge,
                       "directed": directed}, USUAL)
        for n, edges, start in (
            (3, [[0, 1], [0, 1], [1, 2], [2, 2]], 0),
            (3, [[0, 0], [0, 0], [0, 1]], 0),
            (4, [[0, 3], [1, 2], [1, 3], [2, 3]], 0),
            (4, [[0, 1], [1, 2], [2, 0], [2, 3]], 2),
            (4, [[0, 1], [0, 1], [2, 3], [2, 3], [1, 1]], 2),
        )
        for edge in (False, True)
        for directed in (False, True)
    ],
    *[
        ("words", {"file": {"text": text}, "first": first}, ("outcome", "winning-moves"))
        for text, first in (
            ("ab bc ca", None),
            ("ab bc cd", None),
            ("ab bc cd", "ab"),
            ("aa ab ba", None),
            ("aa ab ba", "ab"),
            ("ab", None),
            ("ab", "ab"),
            ("", None),
        )
    ],
]  # fmt: skip
