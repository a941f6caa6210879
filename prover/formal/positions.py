"""Instances and their positions as numbers; ``formal/Check.v`` reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from gameproof.games import (
    geography,
    paper_soccer,
    positional,
    snort,
    tetris,
    tictoe,
    words,
)
from gameproof.games.bit_sets import members
from gameproof.games.graph import Graph
from gameproof.games.grids import chomp, clobber, domineering, squares, toads_and_frogs
from gameproof.games.impartial import (
    digraph,
    even_odd,
    hackenbush,
    heaps,
    kayles,
    nim,
    notakto,
    octal,
    rook,
    subtraction,
    sum,
    take_away,
    wythoff,
)
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.positional_turns import OTHER, TurnsPosition
from gameproof.games.variants.avoid import AvoidPosition
from gameproof.games.variants.gravity import GravityPosition
from gameproof.prover.formal import ruled
from gameproof.prover.formal.expressions import expression
from gameproof.prover.formal.numbers import PLAYERS, NotCovered, Numbers, code, row, rows

CUBE, ROW, TORUS, SETS = range(4)
(
    POSITIONAL, GEOGRAPHY, NIM, WYTHOFF, ARROWS, KAYLES, STONES, ROOK, EVEN_ODD, SUBTRACTION, OCTAL,
    TAKE_AWAY, NOTAKTO, WALK, WORDS, HACKENBUSH, CHOMP, DOMINEERING, CLOBBER, TOADS, BOTH,
    BY_TURNS, PLAYING,
) = range(23)  # fmt: skip
LARGEST = 1 << 16
"""A heap."""
Part = int | list[int]
"""A number of a position, or a set."""


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


Boarded = positional.Position | TurnsPosition | AvoidPosition | GravityPosition


def shape(position: Boarded) -> Numbers:
    """The board, by its name where Coq knows it, by its sets elsewhere. Raises :class:`NotCovered`
    where these are too many to be listed."""
    try:
        return _shape(position)
    except BadInput as error:
        raise NotCovered(f"boards as large as this one: {error.message}") from None


def _shape(position: Boarded) -> Numbers:
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
    second = position.board.second_sets if position.rule != "weak" else position.board.first_sets
    return [SETS, board.cells, *rows(position.board.first_sets.sets()), *rows(second.sets())]


def instance(position: Any, misere: bool) -> Numbers:
    """The instance that the certificate is about; raises :class:`NotCovered`."""
    if isinstance(position, positional.Position):
        weak = int(position.rule == "weak")
        return [POSITIONAL, *shape(position), weak, *state(position)]
    if isinstance(position, TurnsPosition | AvoidPosition):
        turns = row(code(PLAYERS, name) for name in turns_of(position))
        flags = [int(position.rule == "weak"), int(position.rule == "avoid")]
        first: Sequence[int] = ()
        if isinstance(position, TurnsPosition) and not position.ply:
            first = sorted(position.schedule.first_moves)
        return [BY_TURNS, *shape(position), *flags, *turns, *row(first), *state(position)]
    if isinstance(position, ruled.POSITIONS):
        board = shape(position) if isinstance(position, GravityPosition) else []
        return [*ruled.rules(position, board), *state(position)]
    if isinstance(position, tictoe.Position):
        lines = rows(tictoe.ROWS + (tictoe.DIAGONALS if position.diagonals else ()))
        return [POSITIONAL, SETS, len(position.cells), *lines, *lines, 0, *state(position)]
    number, *described = rules(position)
    return [number, int(misere), *described, *state(position)]


def turns_of(position: TurnsPosition | AvoidPosition) -> Sequence[str]:
    """Whose each ply is, from that with no stone on the board where both take turns."""
    if isinstance(position, AvoidPosition):
        stones = len(position.first) + len(position.second)
        by_turns = (position.to_move, OTHER[position.to_move])
        return [by_turns[(k - stones) % 2] for k in range(position.board.cells + 1)]
    return position.schedule.turns


MOTIONS = {"drop": 0, "slide": 1, "rotate": 2}


def tetris_instance(position: tetris.Position, goal: int, count: int) -> Numbers:
    """Tetris with a goal."""
    letters = [*tetris.SHAPES]
    pieces = [0] * position.placed + [letters.index(piece) for piece in position.pieces]
    size = [position.rows, position.columns, MOTIONS[position.rotation]]
    return [PLAYING, *size, *row(pieces), goal, count, *state(position)]


def rules(position: Any) -> Numbers:
    """The rules of a game of the last move; raises :class:`NotCovered`."""
    match position:
        case geography.Position():
            written = graph(position.graph)
            if plain(position):
                return [GEOGRAPHY, *written]
            return [WALK, int(position.edge), int(position.graph.directed), *written]
        case words.Position():
            return [WORDS, *rows(map(ord, word) for word in position.words)]
        case nim.Position():
            return [NIM]
        case wythoff.Position():
            return [WYTHOFF]
        case rook.Position():
            return [ROOK]
        case even_odd.Position():
            return [EVEN_ODD]
        case subtraction.Position():
            return [SUBTRACTION, *row(position.allowed)]
        case octal.Position() if position.octal:
            return [OCTAL, *row(position.code)]
        case take_away.Position():
            return [TAKE_AWAY, *expression(position.function, max((n for n, _ in position.piles)))]
        case notakto.Notakto() if len({*map(len, position.boards)}) == 1:
            return [NOTAKTO, len(position.boards[0])]
        case digraph.Position():
            return [ARROWS, *rows(sorted(set(out)) for out in arcs(position))]
        case kayles.Kayles():
            return [KAYLES, int(arc_kayles(position)), *graph(position.graph, ordered=True)]
        case snort.Position():
            return [STONES, int(position.rules.forbidden == "own"), *graph(position.graph)]
        case hackenbush.Position() | hackenbush.Coloured():
            board = position.board
            lines = zip(board.ends.tolist(), board.colours.tolist(), strict=True)
            return [HACKENBUSH, board.m, *(x for (u, v), tint in lines for x in (u, v, tint))]
        case chomp.Chomp():
            return [CHOMP, _columns(position), len(position.lines) * _columns(position)]
        case domineering.Domineering():
            across = _columns(position) + 1
            return [DOMINEERING, across, len(position.lines) * across]
        case clobber.Clobber():
            across = _columns(position) + 1
            return [CLOBBER, across, (len(position.lines) + 1) * across]
        case toads_and_frogs.ToadsAndFrogs():
            return [TOADS, (len(position.lines) + 1) * _apart(position)]
        case sum.Position() if position.components:
            parts = [(rules(one), len(state_parts(one))) for one in position.components]
            first = [x for described, count in parts[:-1] for x in (count, *described)]
            return [BOTH, len(parts) - 1, *first, *parts[-1][0]]
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


def state_parts(position: Any) -> list[Part]:
    """The numbers and sets of a position, in the order of its rules in ``formal/rules/``; raises
    :class:`NotCovered`."""
    match position:
        case geography.Position():
            hand = position.graph.n + 1
            return [sorted(position.gone), hand if position.token is None else position.token]
        case words.Position():
            number = {word: k for k, word in enumerate(position.words)}
            said = sorted(number[word] for word in position.said)
            return [said, ord(position.said[-1][-1]) if said else 0]
        case wythoff.Position():
            return [position.a, position.b]
        case take_away.Position():
            return [x for pile in position.piles for x in pile]
        case octal.Position():
            return [*position.heaps]
        case heaps.Heaps():
            return [*position.heaps]
        case notakto.Notakto():
            return [_marked(board, notakto.CROSS, len(board)) for board in position.boards]
        case digraph.Position():
            return [*position.tokens]
        case kayles.Kayles():
            return [[*members(position.left)]]
        case snort.Position():
            return [[*members(position.red_free)], [*members(position.blue_free)]]
        case hackenbush.Position() | hackenbush.Coloured():
            return [[*members(position.lines)]]
        case chomp.Chomp():
            return [_marked(position.lines, ".", _columns(position))]
        case domineering.Domineering():
            return [_marked(position.lines, ".", _columns(position) + 1)]
        case clobber.Clobber():
            across = _columns(position) + 1
            return [[c + across for c in _marked(position.lines, own, across)] for own in "xo"]
        case toads_and_frogs.ToadsAndFrogs():
            across = _apart(position)
            return [[c + 2 for c in _marked(position.lines, own, across)] for own in "TF."]
        case sum.Position():
            return [x for one in position.components for x in state_parts(one)]
        case tetris.Position():
            cleared = [position.placed, position.cleared, position.tetrises]
            return [[*members(position.board)], *cleared]
        case TurnsPosition():
            return [*map(sorted, map(position.stones, position.players)), position.ply]
        case AvoidPosition():
            first, second = map(sorted, map(position.stones, position.players))
            return [first, second, len(first) + len(second)]
    if isinstance(position, ruled.POSITIONS):
        return ruled.parts(position)
    raise NotCovered(f"positions of {type(position).__module__.rpartition('.')[2]}")


def state(position: Any) -> Numbers:
    """The position, without its rules and who is to move; raises :class:`NotCovered`."""
    match position:
        case positional.Position():
            return [*row(sorted(position.first)), *row(sorted(position.second))]
        case tictoe.Position():
            return [
                x for own in "XO" for x in row(c for c, m in enumerate(position.cells) if m == own)
            ]
        case geography.Position() | kayles.Kayles() | snort.Position():
            return [x for part in state_parts(position) for x in _part(part)]
        case notakto.Notakto() | hackenbush.Position() | hackenbush.Coloured() | words.Position():
            return _parts(position)
        case squares.Squares() | sum.Position() | tetris.Position():
            return _parts(position)
        case TurnsPosition() | AvoidPosition():
            return _parts(position)
    if isinstance(position, ruled.POSITIONS):
        return _parts(position)
    return row(x for x in state_parts(position) if isinstance(x, int))


def _part(part: Part) -> Numbers:
    return [part] if isinstance(part, int) else row(part)


def _parts(position: Any) -> Numbers:
    found = state_parts(position)
    return [len(found), *(x for part in found for x in (int(isinstance(part, list)), *_part(part)))]


def _columns(position: squares.Squares) -> int:
    return len(position.lines[0]) if position.lines else 0


def _apart(position: squares.Squares) -> int:
    """Places a line, two between any two lines."""
    return max(map(len, position.lines), default=0) + 2


def _marked(lines: Sequence[str], mark: str, columns: int) -> list[int]:
    """The places with a mark, each line that many places after the one before."""
    return [
        r * columns + c for r, line in enumerate(lines) for c, m in enumerate(line) if m == mark
    ]


def plain(position: geography.Position) -> bool:
    """Is it undirected vertex geography?"""
    return not position.edge and not position.graph.directed


def arcs(position: digraph.Position) -> list[list[int]]:
    """Where one may go from each vertex."""
    found: list[list[int]] = [[] for _ in range(position.graph.n)]
    for tail, head in position.graph.edges.tolist():
        found[tail].append(head)
    return found


def place(position: Any, mover: int) -> Numbers:
    """A position on the way, with the number of the player to move."""
    return [*state(position), mover]


def moved(position: Any, mover: int, move: Any) -> tuple[Any, int]:
    """The position after a move, and who moves there."""
    after = position.play(move)
    if isinstance(position, TurnsPosition | paper_soccer.Position):
        return after, code(PLAYERS, after.to_move)
    return after, 1 - mover


def turned(position: Any, starter: str) -> Any:
    """The position with this player to move, where either may start."""
    return position.turn(starter) if Law.EITHER_STARTS in position.laws else position


def in_order(position: Any) -> list[Any]:
    """The legal moves in the order of ``formal/Meaning.v``; raises :class:`NotCovered` for too
    many."""
    any_smaller = isinstance(position, nim.Position | rook.Position | wythoff.Position)
    if any_smaller and max(state(position)) > LARGEST:
        raise NotCovered(f"heaps of more than {LARGEST}")
    if isinstance(position, tetris.Position):
        return sorted(position.moves(), key=lambda move: (-move[2], *move))
    if isinstance(position, paper_soccer.Position):
        return ruled.soccer_moves(position)
    if isinstance(position, sum.Position):
        return [(k, m) for k, one in enumerate(position.components) for m in in_order(one)]
    moves: list[Any] = [*islice(position.moves(), MOST_MOVES + 1)]
    if len(moves) > MOST_MOVES:
        raise NotCovered(f"positions of more than {MOST_MOVES} moves")
    if isinstance(position, nim.Position | rook.Position):
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


MOST_MOVES = 1 << 16
"""Of one position."""
