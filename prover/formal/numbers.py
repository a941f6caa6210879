"""Instances and their positions as numbers; ``formal/Check.v`` reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from gameproof.certificates.kernel import Goal, Theorem
from gameproof.games import geography, positional, snort
from gameproof.games.bit_sets import members
from gameproof.games.graph import Graph
from gameproof.games.impartial import digraph, kayles, nim, wythoff
from gameproof.games.meaning.bad_input import BadInput

Numbers = list[int]

Steps = dict[str, Callable[[Goal[Any], Any], list[Numbers]]]
"""For each kind of certificate what writes its steps."""

After = dict[str, Callable[[Theorem, Any], list[Numbers]]]
"""The same where the evidence says too little: once the plain checker has accepted it, what it
derived is shown in other words."""

PLAYERS = {"first": 0, "second": 1, "next": 0, "previous": 1, "red": 0, "blue": 1}
RESULTS = {**PLAYERS, "maker": 0, "breaker": 1, "draw": 2}
CUBE, ROW, TORUS, SETS = range(4)
POSITIONAL, GEOGRAPHY, NIM, WYTHOFF, ARROWS, KAYLES, STONES = range(7)
LARGEST = 1 << 16
"""A heap."""


class NotCovered(Exception):
    """The proved checker has no word for it: a game, a statement or a rule."""


def row(numbers: Iterable[int]) -> Numbers:
    """A list with its length before it."""
    listed = [int(x) for x in numbers]
    return [len(listed), *listed]


def rows(lists: Iterable[Iterable[int]]) -> Numbers:
    """A list of such lists."""
    listed = [row(one) for one in lists]
    return [len(listed), *(x for one in listed for x in one)]


def maybe(number: int | None) -> Numbers:
    """A number that may be missing."""
    return [0 if number is None else number + 1]


def sets_of(position: positional.Position, player: str) -> list[list[int]]:
    """The sets that a player wants, in the order of the rules and of ``formal/Meaning.v``."""
    if not position.wants_sets(player):
        return []
    return [list(one) for one in position.sets(player).sets()]


def images_of(
    sets: Sequence[Sequence[int]], permutations: Sequence[Sequence[int]]
) -> Iterator[list[int]]:
    """For each permutation of the cells the number of each set's image; raises ``KeyError`` where
    that is no set."""
    number = {frozenset(one): i for i, one in enumerate(sets)}
    for to in permutations:
        yield [number[frozenset(to[cell] for cell in one)] for one in sets]


def shape(position: positional.Position) -> Numbers:
    """The board, by its name where Coq knows it, by its sets elsewhere. Raises :class:`NotCovered`
    where these are too many to be listed."""
    try:
        return _shape(position)
    except BadInput as error:
        raise NotCovered(f"boards as large as this one: {error.message}") from None


def _shape(position: positional.Position) -> Numbers:
    board = position.board
    if board.kind == "tictactoe" and board.parameters[0] > 1:
        return [CUBE, *board.parameters]
    if board.kind == "mnk" and board.parameters[2] > 1:
        return [ROW, *board.parameters]
    if board.kind == "torus-row":
        p, q, k = board.parameters
        sets = board.first_sets
        if len(sets) == 4 * p * q and int(sets.sizes.min()) == k:  # none winds or stands twice
            return [TORUS, p, q, k]
    second = position.board.second_sets if position.rule == "strong" else position.board.first_sets
    return [SETS, board.cells, *rows(position.board.first_sets.sets()), *rows(second.sets())]


def instance(position: Any, misere: bool) -> Numbers:
    """The instance that the certificate is about; raises :class:`NotCovered`."""
    if isinstance(position, positional.Position):
        weak = int(position.rule == "weak")
        return [POSITIONAL, *shape(position), weak, *state(position)]
    return [*rules(position, int(misere)), *state(position)]


def rules(position: Any, misere: int) -> Numbers:
    """The rules of a game of the last move; raises :class:`NotCovered`."""
    match position:
        case geography.Position() if plain(position):
            return [GEOGRAPHY, misere, *graph(position.graph)]
        case nim.Position():
            return [NIM, misere]
        case wythoff.Position():
            return [WYTHOFF, misere]
        case digraph.Position():
            return [ARROWS, misere, *rows(sorted(set(out)) for out in arcs(position))]
        case kayles.Kayles():
            edges = graph(position.graph, ordered=True)
            return [KAYLES, misere, int(arc_kayles(position)), *edges]
        case snort.Position():
            own = int(position.rules.forbidden == "own")
            return [STONES, misere, own, *graph(position.graph)]
    raise NotCovered(f"positions of {type(position).__module__.rpartition('.')[2]}")


def graph(one: Graph, *, ordered: bool = False) -> Numbers:
    """The number of vertices, and the edges: as they are listed, or as moves of arc Kayles."""
    edges = one.edges.tolist()
    if ordered:
        edges = sorted(map(sorted, edges))
    return [one.n, len(edges), *(x for edge in edges for x in edge)]


def arc_kayles(position: kayles.Kayles[Any]) -> bool:
    """Arc Kayles, which Cram is on the graph of neighbouring squares, or node Kayles?"""
    return isinstance(position, kayles.ArcPosition)


def state(position: Any) -> Numbers:
    """The position, without its rules and who is to move; raises :class:`NotCovered`."""
    match position:
        case positional.Position():
            return [*row(sorted(position.first)), *row(sorted(position.second))]
        case geography.Position() if position.token is not None:
            return [*row(sorted(position.gone)), position.token]
        case nim.Position():
            return row(position.heaps)
        case wythoff.Position():
            return row([position.a, position.b])
        case digraph.Position():
            return row(position.tokens)
        case kayles.Kayles():
            return row(members(position.left))
        case snort.Position():
            return [*row(members(position.red_free)), *row(members(position.blue_free))]
    raise NotCovered(f"positions of {type(position).__module__.rpartition('.')[2]}")


def plain(position: geography.Position) -> bool:
    """Is it undirected vertex geography with its token on the graph?"""
    return position.token is not None and not position.edge and not position.graph.directed


def arcs(position: digraph.Position) -> list[list[int]]:
    """Where one may go from each vertex."""
    found: list[list[int]] = [[] for _ in range(position.graph.n)]
    for tail, head in position.graph.edges.tolist():
        found[tail].append(head)
    return found


def place(position: Any, mover: int) -> Numbers:
    """A position on the way, with the number of the player to move."""
    return [*state(position), mover]


def in_order(position: Any) -> list[Any]:
    """The legal moves in the order of ``formal/Meaning.v``; raises :class:`NotCovered` for too
    many."""
    if isinstance(position, nim.Position | wythoff.Position) and max(state(position)) > LARGEST:
        raise NotCovered(f"heaps of more than {LARGEST}")
    moves: list[Any] = list(position.moves())
    if isinstance(position, nim.Position):
        return [(heap, n - left) for heap, n in enumerate(position.heaps) for left in range(n)]
    if isinstance(position, wythoff.Position):
        a, b = position.a, position.b
        return [
            *((a - x, 0) for x in range(a)),
            *((0, b - y) for y in range(b)),
            *((k + 1, k + 1) for k in range(min(a, b))),
        ]
    if isinstance(position, digraph.Position):
        return sorted(moves)
    return moves


def code(names: dict[str, int], name: str) -> int:
    """The number of a player or a result."""
    if name not in names:
        raise NotCovered(f"the name {name!r}")
    return names[name]
