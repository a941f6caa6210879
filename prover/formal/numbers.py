"""The instance and the claim of a certificate file as numbers; ``formal/Check.v`` reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal
from gameproof.games import geography, positional
from gameproof.games.impartial import digraph, nim, wythoff
from gameproof.games.meaning.statement import AtLeast, AtMost, Forces, Is, Prevents, Statement

Numbers = list[int]

Steps = dict[str, Callable[[Goal[Any], Any], list[Numbers]]]
"""For each kind of certificate what writes its steps."""

PLAYERS = {"first": 0, "second": 1, "next": 0, "previous": 1}
RESULTS = {**PLAYERS, "maker": 0, "breaker": 1, "draw": 2}
CUBE, ROW, TORUS, SETS = range(4)


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
    """The board, by its name where Coq knows it, by its sets elsewhere."""
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
    match position:
        case positional.Position():
            stones = [*row(sorted(position.first)), *row(sorted(position.second))]
            return [0, *shape(position), int(position.rule == "weak"), *stones]
        case geography.Position() if plain(position):
            edges = position.graph.edges.tolist()
            both = [x for edge in edges for x in edge]
            gone = row(sorted(position.gone))
            return [1, position.graph.n, len(edges), *both, *gone, position.token]
        case nim.Position():
            return [2, int(misere), *row(position.heaps)]
        case wythoff.Position():
            return [3, int(misere), position.a, position.b]
        case digraph.Position() if len(position.tokens) == 1:
            arrows = [sorted(set(out)) for out in arcs(position)]
            return [4, int(misere), *rows(arrows), position.tokens[0]]
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
    match position:
        case positional.Position():
            return [*row(sorted(position.first)), *row(sorted(position.second)), mover]
        case geography.Position():
            assert position.token is not None
            return [*row(sorted({*position.gone, position.token})), position.token, mover]
        case nim.Position():
            return [*row(position.heaps), mover]
        case wythoff.Position():
            return [position.a, position.b, mover]
        case digraph.Position():
            return [position.tokens[0], mover]
    raise NotCovered(f"positions of {type(position).__module__.rpartition('.')[2]}")


def in_order(position: Any) -> list[Any]:
    """The legal moves in the order of ``formal/Meaning.v``."""
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


def every_start(said: Statement) -> bool:
    """Is it about all starts of geography?"""
    return isinstance(said, Is) and said.quantity.name == "all" and not said.quantity.arguments


def lost_starts(position: geography.Position, text: str) -> list[bool]:
    """Which vertices the answer to the question ``all`` calls lost; raises :class:`NotCovered`
    where it counts them only, and ``Rejected`` for what is no such answer."""
    count = position.graph.n
    if count > geography.LETTERS:
        raise NotCovered("starts that are counted, not told")
    won, lost = (geography.all_starts_text(position, [p] * count) for p in (False, True))
    places = [at for at, (a, b) in enumerate(zip(won, lost, strict=True)) if a != b]
    losing = [False] * count
    for vertex, at in zip(position.vertices(), places, strict=True):
        losing[vertex] = text[at : at + 1] == "P"
    # One reading only: the text is what these vertices are written as.
    if geography.all_starts_text(position, losing) != text:
        raise Rejected("not a letter for each start that is left")
    return losing


def statement(position: Any, said: Statement) -> Numbers:
    """One statement; raises :class:`NotCovered`."""
    match said:
        case Forces() | Prevents():
            return [
                0 if isinstance(said, Forces) else 1,
                code(PLAYERS, said.starter),
                *row(sorted(code(PLAYERS, name) for name in said.side)),
                *row(sorted(code(RESULTS, name) for name in said.results)),
                *maybe(said.plies),
            ]
        case Is() if said.quantity.name == "pairing" and not said.quantity.arguments:
            return [2, 0, int(said.value is True)]
        case Is() if every_start(said):
            losing = lost_starts(position, str(said.value))
            left = position.vertices()
            return [3, *row(v for v in left if not losing[v]), *row(v for v in left if losing[v])]
        case Is() | AtLeast() | AtMost():
            raise NotCovered(f"the quantity {said.quantity.name!r}")


def claim(position: Any, wanted: Sequence[Statement]) -> Numbers:
    """The instance, and the statements that are claimed of it."""
    plays = {said.play for said in wanted if isinstance(said, Forces | Prevents)}
    if len(plays) > 1:
        raise NotCovered("normal and misere play together")
    put = position
    if isinstance(position, geography.Position) and all(map(every_start, wanted)):
        # The token may be in the hand; where it is, is nothing to this question.
        put = replace(position, token=position.token or 0)
    written = instance(put, plays == {"misere"})
    said = [x for one in wanted for x in statement(position, one)]
    return [*written, len(wanted), *said]
