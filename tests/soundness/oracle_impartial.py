"""What is true of tiny impartial games and of Hackenbush, by the rules alone.

Grundy values by the definition, on whole positions: no sums, no parts, no laws. A position
from which play may go on for ever has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from reference.short_games import Form, form

from gameproof.games.impartial import (
    digraph,
    even_odd,
    grundys_game,
    hackenbush,
    nim,
    octal,
    rook,
    subtraction,
    take_away,
    wythoff,
)
from gameproof.games.impartial import sum as sums
from gameproof.games.impartial.impartial import Impartial
from gameproof.games.meaning.listed import moves_text
from gameproof.games.short.game_notation import written
from soundness import cooled
from soundness.oracle_snort import NAMED, named, simplest, text
from soundness.rules_oracle import NoOracle, TooLarge

Arguments = Mapping[str, object]
Game = Impartial[Any]


def mex(values: set[int]) -> int:
    least = 0
    while least in values:
        least += 1
    return least


def values(position: Game) -> dict[str, int] | None:
    """The Grundy value of everything that play can reach, by key; ``None`` for endless play."""
    found: dict[str, int] = {}
    open_keys: set[str] = set()

    def value(here: Game) -> int | None:
        key = here.key()
        if key in found:
            return found[key]
        if key in open_keys:
            return None
        open_keys.add(key)
        below = [value(here.play(move)) for move in here.moves()]
        if None in below:
            return None
        found[key] = mex({v for v in below if v is not None})
        return found[key]

    return None if value(position) is None else found


def grundy(position: Game, arguments: Arguments) -> object:
    found = values(position)
    return None if found is None else found[position.key()]


def equivalent(position: Game, arguments: Arguments) -> object:
    """Is the sum with the heap lost for the next player? By playing the sum."""
    heap = arguments["heap"]
    assert isinstance(heap, int)
    if values(position) is None:
        return None

    def lost(here: Game, size: int) -> bool:
        name = (here.key(), size)
        if name not in memo:
            memo[name] = not (
                any(lost(here, smaller) for smaller in range(size))
                or any(lost(here.play(move), size) for move in here.moves())
            )
        return memo[name]

    memo: dict[tuple[str, int], bool] = {}
    return lost(position, heap)


def outcomes(position: Game) -> dict[str, str]:
    """Lost, won or drawn for whoever moves next, by key; play may go on for ever."""
    graph: dict[str, list[str]] = {}
    stack = [position]
    while stack:
        here = stack.pop()
        if here.key() in graph:
            continue
        children = [here.play(move) for move in here.moves()]
        graph[here.key()] = [child.key() for child in children]
        stack += children
    label: dict[str, str] = {}
    while True:
        more = {}
        for key, after in graph.items():
            if key in label:
                continue
            if any(label.get(child) == "P" for child in after):
                more[key] = "N"
            elif all(label.get(child) == "N" for child in after):
                more[key] = "P"
        if not more:
            return {key: label.get(key, "draw") for key in graph}
        label |= more


def winning_moves(position: Game, arguments: Arguments) -> object:
    label = outcomes(position)
    good = [m for m in position.moves() if label[position.play(m).key()] == "P"]
    return moves_text(map(position.move_text, good))


def equal(position: sums.Position, arguments: Arguments) -> object:
    if len(position.components) != 2:
        return None
    return outcomes(position)[position.key()] == "P"


# ------------------------------------------------------------- sizes up to a bound


def single_values(make: Callable[[int], Game], to: int) -> list[int]:
    found = [grundy(make(n), {}) for n in range(to + 1)]
    return [v for v in found if isinstance(v, int)]


def bound(arguments: Arguments) -> int:
    to = arguments.get("to", 1000)
    assert isinstance(to, int)
    if to > 12:
        raise NoOracle("only small bounds")
    return to


def closed_form(position: Game, arguments: Arguments) -> object:
    """The published law against the definition, size by size."""
    to = bound(arguments)
    if isinstance(position, rook.Position):
        return all(
            grundy(rook.make(a, b), {}) == a ^ b for a in range(to + 1) for b in range(to + 1)
        )
    if isinstance(position, wythoff.Position):
        lost = {(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15)}
        return all(
            (grundy(wythoff.make(a, b), {}) == 0) is ((min(a, b), max(a, b)) in lost)
            for a in range(to + 1)
            for b in range(to + 1)
        )
    if isinstance(position, take_away.Position):
        # Schwenk: the least x that wins from n chips is the smallest part of n.
        return all(_least_winning(position, n) == _smallest_part(position, n)
                   for n in range(1, to + 1))  # fmt: skip
    if isinstance(position, subtraction.Position):
        top = position.allowed[-1]
        if len(position.allowed) != top:
            return None
        mine = single_values(lambda n: subtraction.make(position.allowed, (n,)), to)
        return mine == [n % (top + 1) for n in range(to + 1)]
    if isinstance(position, nim.Position):
        return single_values(lambda n: nim.make((n,)), to) == list(range(to + 1))
    mine = single_values(lambda n: even_odd.make((n,)), to)
    return mine == [0 if n == 0 else (n + 1) // 2 if n % 2 else n // 2 - 1 for n in range(to + 1)]


def _pile(position: take_away.Position, n: int, most: int) -> take_away.Position:
    return take_away.Position(position.function, position.text, ((n, most),))


def _least_winning(position: take_away.Position, n: int) -> int:
    return next(x for x in range(n + 1) if grundy(_pile(position, n, x), {}))


def _losing(position: take_away.Position, to: int) -> list[int]:
    """Sizes that lose for the first player, who may take all but the whole pile."""
    return [n for n in range(1, to + 1) if not grundy(_pile(position, n, n - 1), {})]


def _sums(position: take_away.Position, to: int) -> dict[int, list[tuple[int, ...]]]:
    """Every sum of losing sizes, each with f(it) less than the next."""
    found: dict[int, list[tuple[int, ...]]] = {n: [] for n in range(to + 1)}
    sizes = _losing(position, to)

    def extend(parts: tuple[int, ...]) -> None:
        found[sum(parts)].append(parts)
        for size in sizes:
            if sum(parts) + size <= to and (not parts or position.function(parts[-1]) < size):
                extend((*parts, size))

    extend(())
    return found


def _smallest_part(position: take_away.Position, n: int) -> int:
    (parts,) = _sums(position, n)[n]
    return parts[0]


def unique(position: take_away.Position, arguments: Arguments) -> object:
    return all(len(ways) == 1 for ways in _sums(position, bound(arguments)).values())


def losing_sizes(position: take_away.Position, arguments: Arguments) -> object:
    if len(position.piles) != 1:
        return None
    return " ".join(map(str, _losing(position, position.piles[0][0])))


def period(position: subtraction.Position, arguments: Arguments) -> object:
    """The least period and preperiod of the first 400 values."""
    row: list[int] = []
    for n in range(400):
        row.append(mex({row[n - s] for s in position.allowed if s <= n}))
    for length in range(1, 60):
        equal_from = next(
            (k for k in range(100) if row[k : 400 - length] == row[k + length :]), None
        )
        if equal_from is not None:
            return f"period {length} after {equal_from} values"
    raise NoOracle("no period is seen")


def octal_period(position: octal.Position, arguments: Arguments) -> object:
    """The least period and preperiod of the first 160 values, if it is seen at least thrice."""
    row = octal_row(position)
    for length in range(1, 30):
        equal_from = next(
            (k for k in range(60) if row[k : 160 - length] == row[k + length :]), None
        )
        if equal_from is not None:
            return f"period {length} after {equal_from} values"
    raise NoOracle("no period is seen")


def no_short_period(position: Game, arguments: Arguments) -> object:
    """No period of the first 160 values from any place on, both together within the bound."""
    to, row = bound(arguments), list[int]()
    if isinstance(position, octal.Position):
        row = octal_row(position)
    else:  # Grundy's game
        for n in range(160):
            row.append(mex({row[a] ^ row[n - a] for a in range(1, n) if 2 * a != n}))
    return not any(
        row[start : 160 - length] == row[start + length :]
        for length in range(1, to + 1)
        for start in range(to - length + 1)
    )


def octal_row(position: octal.Position) -> list[int]:
    """The first 160 values."""
    row: list[int] = []
    for n in range(160):
        after: set[int] = set()
        for k, digit in enumerate(position.code):
            if k and digit & 1 and n == k:
                after.add(0)
            if k and digit & 2 and n > k:
                after.add(row[n - k])
            if digit & 4:
                after |= {row[a] ^ row[n - k - a] for a in range(1, n - k)}
        row.append(mex(after))
    return row


# ------------------------------------------------------------------- digraphs


def acyclic(position: digraph.Position, arguments: Arguments) -> object:
    graph = position.graph
    reach = {v: set(graph.neighbours(v)) for v in range(graph.n)}
    for _ in range(graph.n):
        for v in reach:
            reach[v] |= {w for u in reach[v] for w in reach[u]}
    return all(v not in reach[v] for v in reach)


def p_positions(position: digraph.Position, arguments: Arguments) -> object:
    """Within more and more moves, until nothing changes; on cycles too."""
    graph = position.graph
    lost: set[int] = set()
    for _ in range(graph.n + 1):
        won = {v for v in range(graph.n) if lost & set(graph.neighbours(v))}
        lost = {v for v in range(graph.n) if set(graph.neighbours(v)) <= won}
    return " ".join(graph.label(v) for v in sorted(lost)) or "none"


def grundy_numbers(position: digraph.Position, arguments: Arguments) -> object:
    if not acyclic(position, arguments):
        return None
    graph = position.graph
    return " ".join(str(grundy(digraph.make(graph, (v,)), {})) for v in range(graph.n))


# ------------------------------------------------------------------ Hackenbush


@cache
def red_wins(position: hackenbush.Coloured) -> bool:
    after = [red_wins(position.play(move)) for move in position.moves()]
    return any(after) if position.to_move == "red" else all(after)


def coloured_winning_moves(position: hackenbush.Coloured, arguments: Arguments) -> object:
    mine = position.to_move == "red"
    good = [m for m in position.moves() if red_wins(position.play(m)) is mine]
    return moves_text(map(position.move_text, good))


@cache
def game(position: hackenbush.Position | hackenbush.Coloured) -> Form:
    """The game that cutting makes of the lines, Red being Left."""
    if position.lines.bit_count() > 7:
        raise TooLarge
    if isinstance(position, hackenbush.Position):
        options = [game(position.play(move)) for move in position.moves()]
        return simplest(form(options, options))
    starts = position.turn("red"), position.turn("blue")
    left, right = ([game(start.play(m)) for m in start.moves()] for start in starts)
    return simplest(form(left, right))


def value(position: hackenbush.Coloured, arguments: Arguments) -> object:
    return written(text(game(position)))


IMPARTIAL = (Impartial,)
PILES = (take_away.Position,)
COLOURED = (hackenbush.Coloured,)
HACKENBUSH = (hackenbush.Position, hackenbush.Coloured)

ORACLES: dict[tuple[tuple[type, ...], str], Any] = {
    (IMPARTIAL, "grundy"): grundy,
    (IMPARTIAL, "equivalent"): equivalent,
    (IMPARTIAL, "winning-moves"): winning_moves,
    (IMPARTIAL, "closed-form"): closed_form,
    ((sums.Position,), "equal"): equal,
    (PILES, "unique-representation"): unique,
    (PILES, "losing-sizes"): losing_sizes,
    ((subtraction.Position,), "period"): period,
    ((octal.Position,), "period"): octal_period,
    ((octal.Position, grundys_game.Position), "no-period"): no_short_period,
    ((digraph.Position,), "acyclic"): acyclic,
    ((digraph.Position,), "p-positions"): p_positions,
    ((digraph.Position,), "grundy-numbers"): grundy_numbers,
    (COLOURED, "winning-moves"): coloured_winning_moves,
    (HACKENBUSH, "value"): value,
    (HACKENBUSH, "equals"): lambda position, arguments: named(game(position), arguments),
    **{(HACKENBUSH, question): oracle for question, oracle in cooled.oracles(game).items()},
}

USUAL = ("outcome", "grundy", "winning-moves", "equivalent --heap 0", "equivalent --heap 1",
         "equivalent --heap 2")  # fmt: skip
FINITE = (*USUAL, "misere-outcome")
TESTED = ("closed-form --to 0", "closed-form --to 1", "closed-form --to 5")
WHOLE = ("acyclic", "p-positions", "grundy-numbers")
VALUES = ("value", *cooled.QUESTIONS, *(f"equals --game {name}" for name in NAMED))
COLOURED_QUESTIONS = ("outcome", "winning-moves", "grundy", *VALUES)

#: Boards in words, and the questions asked about them.
GOALS: list[tuple[str, tuple[str, ...]]] = [
    *[(w, FINITE + TESTED) for w in ("nim 0", "nim 1", "nim 2 1", "nim 2 2", "nim 3 1 2")],
    *[
        (w, (*FINITE, *TESTED, "period"))
        for w in ("subtraction 1 2 --heaps 3", "subtraction 1 2 --heaps 2 4", "subtraction 1")
    ],
    *[
        (w, (*FINITE, "period", "closed-form --to 4"))
        for w in ("subtraction 2 3 --heaps 4 6", "subtraction 1 3 4 --heaps 5", "subtraction 2")
    ],
    *[
        (w, (*FINITE, "period", *(f"no-period --to {to}" for to in (0, 1, 2, 5))))
        for w in ("octal 0.3 --heaps 3", "octal 4 --heaps 4",
                  "octal 0.15 --heaps 4 1", "octal 0.03", "octal 0. --heaps 2",
                  "octal 4.3 --heaps 3", "octal 0.26 --heaps 6")
    ],
    # .6 without its period: nobody has found one, and looking for it takes a dozen seconds.
    *[
        (w, (*FINITE, "no-period --to 5"))
        for w in ("grundys-game 7", "grundys-game 5 4 3", "grundys-game 2 1 0")
    ],
    *[(w, (*FINITE, "no-period --to 5")) for w in ("octal 0.6", "octal 0.007 --heaps 4")],
    *[(w, FINITE) for w in ("octal 0.6 --heaps 5", "octal 0.77 --heaps 5",
                             "octal 0.137 --heaps 4 2", "octal 0.07", "octal .8 --heaps 5",
                             "octal 0.3F --heaps 4 1")],
    *[(w, FINITE + TESTED) for w in ("rook 0 0", "rook 2 1", "rook 2 2", "wythoff 0 0")],
    *[(w, FINITE + TESTED) for w in ("wythoff 1 2", "wythoff 2 2", "wythoff 3 0")],
    *[(w, FINITE + TESTED) for w in ("even-odd 0", "even-odd 3", "even-odd 4 2", "even-odd 3 1")],
    *[
        (w, (*FINITE, *TESTED, "losing-sizes", "unique-representation --to 5"))
        for w in ("take-away x 4", "take-away 2*x 5", "take-away 2*x 5 1", "take-away x 0",
                  "take-away x+1 3 --plus 2:1", "take-away x 4 4")
    ],
    *[
        (w, FINITE)
        for w in ("node-kayles path 4", "node-kayles empty 0", "node-kayles star 3",
                  "arc-kayles cycle 4", "arc-kayles path 5", "arc-kayles empty 3",
                  "node-kayles grid 2 4", "arc-kayles grid 2 3", "arc-kayles grid 2 4")
    ],
    *[
        (w, (*FINITE, "equal"))
        for w in ("sum nim:2 nim:2", "sum nim:2,1 nim:3", "sum wythoff:1,2 nim:1",
                  "sum hackenbush:ground-a,a-b,a-c nim:1", "sum nim:1", "sum nim:1 nim:1 nim:0",
                  "sum take-away:x:3 node-kayles:0-1,1-2", "sum subtraction:1,2:3 arc-kayles:0-1")
    ],
    *[
        (w, USUAL + WHOLE)
        for w in ("digraph path 4 --start 0", "digraph path 3 --start 0,1", "digraph path 2",
                  "digraph cycle 3 --start 0", "digraph cycle 3 --start 0,1", "digraph empty 1",
                  "digraph path 3 --start 2,2", "digraph path 5 --start 0", "digraph path 3",
                  "digraph star 3 --start 0", "digraph cycle 4 --start 0",
                  "digraph cycle 3 --start 0,1,2", "digraph cycle 5 --start 1")
    ],
]  # fmt: skip

#: Boards that have no words: (game, board as in an instance file, questions).
BOARDS: list[tuple[str, object, tuple[str, ...]]] = [
    *[
        ("digraph", {"digraph": {"n": n, "edges": arcs}, "start": start}, USUAL + WHOLE)
        for n, arcs, start in (
            (3, [[0, 1], [1, 0], [1, 2]], [0]),
            (3, [[0, 1], [1, 0], [1, 2]], [1]),
            (4, [[0, 1], [0, 1], [1, 2], [3, 3]], [0]),
            (4, [[0, 1], [0, 2], [1, 2], [3, 0]], [3, 1]),
            (2, [[0, 0], [0, 1]], [0]),
            (5, [[0, 1], [1, 2], [2, 0], [2, 3], [3, 4]], [0]),
        )
    ],
    *[
        ("hackenbush", {"board": {"text": text}}, (*USUAL, *VALUES))
        for text in (
            "",
            "ground a",
            "ground ground",
            "ground a\na b\na c",
            "ground a\na b\nb ground",
            "ground a\nground a\na a",
            "points left right\nleft a\na b\nb right\nb c",
            "ground a\na b\nb c\nc a\nground d",
        )
    ],
    *[
        ("hackenbush", {"board": {"text": text}, "to_move": mover}, COLOURED_QUESTIONS)
        for text in (
            "ground a red",
            "ground a red\na b blue",
            "ground a red\nground b blue",
            "ground a blue\na b red\na c red",
            "ground a red\na b blue\nb ground red",
            "ground a red\na a blue",
            "ground a green\na b red",
            "ground a red\nground b green",
            "ground a red\nground b blue\nground c green",
        )
        for mover in ("red", "blue")
    ],
]
