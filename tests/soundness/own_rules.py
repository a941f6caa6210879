"""The rules of the games once more, in the plainest way, from the JSON of a board.

No line is shared with ``gameproof.games``: a fault of the rules there would deceive every attack
that plays by the same rules. A game is a function from its board to :class:`Rules`; states are
whatever can be hashed. ``own_boards`` has the games on boards of cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

Board = dict[str, Any]
State = Any


@dataclass(frozen=True)
class Rules:
    """The start; who moves, where to, and how a game that is over has ended (else ``None``)."""

    start: Hashable
    mover: Callable[[State], str]
    moves: Callable[[State], Iterable[State]]
    result: Callable[[State], str | None]


class NoRules(Exception):
    """The board is given in words that only gameproof reads."""


GAMES: dict[str, Callable[[Board], Rules]] = {}


def game(*names: str) -> Callable[[Callable[[Board], Rules]], Callable[[Board], Rules]]:
    def keep(made: Callable[[Board], Rules]) -> Callable[[Board], Rules]:
        GAMES.update(dict.fromkeys(names, made))
        return made

    return keep


def last_wins(start: State, moves: Callable[[State], Iterable[State]]) -> Rules:
    """Impartial: whoever cannot move has lost, so the one before has won."""
    return Rules(
        start,
        lambda _: "next",
        moves,
        lambda s: None if any(True for _ in moves(s)) else "previous",
    )


def two(
    start: State,
    first: str,
    second: str,
    moves: Callable[[State, str], Iterable[State]],
) -> Rules:
    """States are (rest, mover): the players alternate, and whoever cannot move has lost."""
    other = {first: second, second: first}
    return Rules(
        start,
        lambda s: str(s[1]),
        lambda s: ((rest, other[s[1]]) for rest in moves(s[0], s[1])),
        lambda s: None if any(True for _ in moves(s[0], s[1])) else other[s[1]],
    )


# -- heaps -----------------------------------------------------------------------------------


def in_one_heap(heaps: tuple[int, ...], after: Callable[[int], Iterable[tuple[int, ...]]]) -> Rules:
    """One heap is replaced by what ``after`` says that may become of it."""

    def moves(s: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for i, n in enumerate(s):
            for rest in after(n):
                yield tuple(sorted(x for x in (*s[:i], *rest, *s[i + 1 :]) if x))

    return last_wins(tuple(sorted(x for x in heaps if x)), moves)


@game("nim", "rook")
def nim(board: Board) -> Rules:
    heaps = tuple(board["heaps"] if "heaps" in board else (board["m"], board["n"]))
    return in_one_heap(heaps, lambda n: ((n - x,) for x in range(1, n + 1)))


@game("subtraction")
def subtraction(board: Board) -> Rules:
    amounts = set(board["amounts"])
    return in_one_heap(board.get("heaps", []), lambda n: ((n - x,) for x in amounts if x <= n))


@game("even-odd")
def even_odd(board: Board) -> Rules:
    def after(n: int) -> Iterator[tuple[int, ...]]:
        for x in range(1, n + 1):
            if (x % 2 == 0 and x < n) or (x % 2 == 1 and x == n):
                yield (n - x,)

    return in_one_heap(board["heaps"], after)


@game("octal")
def octal(board: Board) -> Rules:
    before, _, digits = board["code"].partition(".")
    code = {0: int(before or "0", 16), **{k: int(d, 16) for k, d in enumerate(digits, 1)}}

    def after(n: int) -> Iterator[tuple[int, ...]]:
        for taken, digit in code.items():
            left = n - taken
            if left == 0 and digit % 2 and taken:
                yield ()
            if left > 0 and digit // 2 % 2 and taken:
                yield (left,)
            if digit // 4 % 2:
                yield from ((a, left - a) for a in range(1, left))
            if digit // 8:
                pairs = ((a, b) for a in range(1, left) for b in range(1, left - a))
                yield from ((a, b, left - a - b) for a, b in pairs)

    return in_one_heap(board.get("heaps", []), after)


@game("grundys-game")
def grundys_game(board: Board) -> Rules:
    return in_one_heap(board["heaps"], lambda n: ((a, n - a) for a in range(1, n) if a != n - a))


@game("wythoff")
def wythoff(board: Board) -> Rules:
    def moves(s: tuple[int, int]) -> Iterator[tuple[int, int]]:
        for a, b in product(range(s[0] + 1), range(s[1] + 1)):
            x, y = s[0] - a, s[1] - b
            if (x, y) != (0, 0) and (x == 0 or y == 0 or x == y):
                yield a, b

    return last_wins((board["a"], board["b"]), moves)


@game("take-away")
def take_away(board: Board) -> Rules:
    def most(x: int) -> int:
        return int(eval(board["function"].replace("/", "//").replace("////", "//"), {"x": x}))

    def pile(n: int, x: int | None) -> tuple[int, int]:
        return n, (max(n - 1, 0) if x is None else x)

    piles = [pile(board["n"], board.get("x"))]
    for word in (board.get("plus") or "").replace(",", " ").split():
        n, _, x = word.partition(":")
        piles.append(pile(int(n), int(x) if x else None))

    def moves(s: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
        for i, (n, x) in enumerate(s):
            for taken in range(1, min(n, x) + 1):
                yield (*s[:i], (n - taken, most(taken)), *s[i + 1 :])

    return last_wins(tuple(piles), moves)


# -- graphs ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawn:
    """Vertices and edges in their order."""

    n: int
    edges: tuple[tuple[int, int], ...]
    directed: bool = False


def graph_of(value: Any) -> Drawn:
    if isinstance(value, dict):
        pairs = tuple((int(a), int(b)) for a, b in value["edges"])
        return Drawn(value["n"], pairs, value.get("directed", False))
    name, *numbers = value.split()
    if not all(word.isdecimal() for word in numbers):
        raise NoRules(value)
    sizes = [int(word) for word in numbers]
    edges: list[tuple[int, int]] = []
    if name == "path":
        edges = [(v, v + 1) for v in range(sizes[0] - 1)]
    elif name == "cycle":
        edges = [(v, (v + 1) % sizes[0]) for v in range(sizes[0])]
    elif name == "star":
        edges, sizes = [(0, v) for v in range(1, sizes[0] + 1)], [sizes[0] + 1]
    elif name == "complete":
        edges = [(a, b) for a in range(sizes[0]) for b in range(a + 1, sizes[0])]
    elif name == "grid":
        rows, columns = sizes
        cells = list(product(range(rows), range(columns)))
        edges = [
            (r * columns + c, x * columns + y)
            for r, c in cells
            for x, y in ((r, c + 1), (r + 1, c))
            if (x, y) in cells
        ]
        sizes = [rows * columns]
    elif name != "empty":
        raise NoRules(value)
    return Drawn(sizes[0], tuple(edges))


def near(graph: Drawn, v: int) -> set[int]:
    """Where an edge leads from v; both ways unless the graph is directed."""
    out = {b for a, b in graph.edges if a == v}
    return out if graph.directed else out | {a for a, b in graph.edges if b == v}


def numbers(board: Board, name: str) -> list[int]:
    return [int(v) for v in board.get(name) or ()]


@game("node-kayles")
def node_kayles(board: Board) -> Rules:
    graph = graph_of(board["graph"])

    def moves(left: frozenset[int]) -> Iterator[frozenset[int]]:
        return (left - {v} - near(graph, v) for v in left)

    return last_wins(frozenset(range(graph.n)), moves)


@game("arc-kayles")
def arc_kayles(board: Board) -> Rules:
    graph = graph_of(board["graph"])

    def moves(left: frozenset[int]) -> Iterator[frozenset[int]]:
        return (left - {a, b} for a, b in graph.edges if a in left and b in left)

    return last_wins(frozenset(range(graph.n)), moves)


@game("digraph")
def digraph(board: Board) -> Rules:
    graph = graph_of(board["digraph"])

    def moves(tokens: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for i, v in enumerate(tokens):
            for a, b in graph.edges:
                if a == v:
                    yield (*tokens[:i], b, *tokens[i + 1 :])

    return last_wins(tuple(numbers(board, "start")), moves)


@game("geography")
def geography(board: Board) -> Rules:
    graph = graph_of(board["graph"])
    directed = graph.directed or bool(board.get("directed"))
    edges = list(enumerate(graph.edges))
    start = board.get("start")
    route = numbers(board, "route")
    token = None if start is None else int(start)

    def moves(s: tuple[int | None, frozenset[int]], _mover: str) -> Iterator[Any]:
        at, gone = s
        if at is None:
            yield from ((v, gone) for v in range(graph.n) if v not in gone)
            return
        seen = set()
        for e, (a, b) in edges:
            ways = [(a, b)] if directed else [(a, b), (b, a)]
            for here, there in ways:
                if here != at:
                    continue
                if board.get("edge"):
                    if e not in gone and there not in seen:
                        seen.add(there)  # parallel edges: the one with the smallest number
                        yield there, gone | {e}
                elif there != at and there not in gone:
                    yield there, gone | {at}

    rules = two(((token, frozenset()), "first"), "first", "second", moves)
    state: Any = rules.start
    for v in route:
        state = next(after for after in rules.moves(state) if after[0][0] == v)
    return Rules(state, rules.mover, rules.moves, rules.result)


@game("words")
def words(board: Board) -> Rules:
    listed = list(dict.fromkeys(re.split(r"[\s,]+", board["file"]["text"].strip().lower())) if
                  board["file"]["text"].strip() else ())  # fmt: skip

    def moves(said: tuple[str, ...], _mover: str) -> Iterator[tuple[str, ...]]:
        for word in listed:
            if word not in said and (not said or said[-1][-1] == word[0]):
                yield (*said, word)

    first = board.get("first")
    start = ((first,) if first else (), "second" if first else "first")
    return two(start, "first", "second", moves)


def coloured(board: Board, own: bool, names: tuple[str, ...]) -> Rules:
    """No piece beside one of another player (``own``: beside one of the same player)."""
    graph = graph_of(board["graph"])
    beside = [near(graph, v) for v in range(graph.n)]
    only = dict.fromkeys(numbers(board, "only_red"), "red")
    shut = {v for v in numbers(board, "only_blue") if v in only}
    only |= dict.fromkeys(numbers(board, "only_blue"), "blue")

    def moves(s: tuple[frozenset[tuple[int, str]], int]) -> Iterator[Any]:
        pieces, turn = s
        mover = names[turn]
        there = dict(pieces)
        for v in range(graph.n):
            if v in there or v in shut or only.get(v, mover) != mover:
                continue
            around = {there[u] for u in beside[v] if u in there}
            if (mover in around) if own else bool(around - {mover}):
                continue
            yield pieces | {(v, mover)}, (turn + 1) % len(names)

    def result(s: Any) -> str | None:
        return None if any(True for _ in moves(s)) else names[(s[1] - 1) % len(names)]

    turn = names.index(str(board.get("to_move") or names[0]))
    state: Any = (
        frozenset((v, name) for name in ("red", "blue") for v in numbers(board, name)), turn
    )  # fmt: skip
    for v in numbers(board, "played"):
        state = next(after for after in moves(state) if v in dict(after[0]))
    return Rules(state, lambda s: names[s[1]], moves, result)


@game("snort")
def red_and_blue(board: Board) -> Rules:
    return coloured(board, False, ("red", "blue"))


@game("col")
def not_your_own(board: Board) -> Rules:
    return coloured(board, True, ("red", "blue"))


@game("snort-multiplayer")
def many_players(board: Board) -> Rules:
    """Whoever cannot move is passed over; the last to move wins. States are (pieces, who would
    be next, who moved last)."""
    graph, count = graph_of(board["graph"]), board.get("players") or 3

    def open_to(pieces: dict[int, int], player: int) -> list[int]:
        return [
            v
            for v in range(graph.n)
            if v not in pieces and all(pieces.get(u, player) == player for u in near(graph, v))
        ]

    def mover(s: State) -> int | None:
        turns = ((s[1] + i) % count for i in range(count))
        return next((player for player in turns if open_to(dict(s[0]), player)), None)

    def moves(s: State) -> Iterator[State]:
        player = mover(s)
        if player is not None:
            for v in open_to(dict(s[0]), player):
                yield s[0] | {(v, player)}, (player + 1) % count, player

    def result(s: State) -> str | None:
        if mover(s) is not None:
            return None
        return "nobody" if s[2] is None else str(s[2] + 1)

    state: State = (frozenset(), 0, None)
    for v in numbers(board, "played"):
        state = next(after for after in moves(state) if v in dict(after[0]))
    return Rules(state, lambda s: str((mover(s) or 0) + 1), moves, result)


# -- Hackenbush, sums ----------------------------------------------------------------------------


@game("hackenbush")
def hackenbush(board: Board) -> Rules:
    lines, grounds = [], {"ground"}
    for row in board["board"]["text"].splitlines():
        entry = row.split("#")[0].split()
        if entry and entry[0] == "points":
            grounds |= set(entry[1:])
        elif entry and entry[0] != "at":
            lines.append((entry[0], entry[1], entry[2] if len(entry) > 2 else "green"))

    def standing(left: frozenset[int]) -> frozenset[int]:
        reached = set(grounds)
        while True:
            more = {p for e in left for p in lines[e][:2] if set(lines[e][:2]) & reached}
            if more <= reached:
                return frozenset(e for e in left if set(lines[e][:2]) & reached)
            reached |= more

    def cuts(left: frozenset[int], mover: str) -> Iterator[frozenset[int]]:
        return (standing(left - {e}) for e in left if lines[e][2] in ("green", mover))

    start = standing(frozenset(range(len(lines))))
    if all(colour == "green" for _, _, colour in lines):
        return last_wins(start, lambda left: cuts(left, "next"))
    return two((start, board.get("to_move") or "red"), "red", "blue", cuts)


def component(text: str) -> Rules:
    name, _, rest = text.partition(":")
    fields = rest.split(":")
    values = [
        [int(x) for x in field.split(",")] for field in fields if re.fullmatch(r"[0-9,]+", field)
    ]
    board: Board
    if name in ("nim", "even-odd"):
        board = {"heaps": values[0]}
    elif name == "subtraction":
        board = {"amounts": values[0], "heaps": values[1]}
    elif name == "wythoff":
        board = dict(zip("ab", values[0], strict=True))
    elif name == "rook":
        board = dict(zip("mn", values[0], strict=True))
    elif name == "take-away":
        board = {
            "function": fields[0],
            "n": values[0][0],
            "x": values[1][0] if values[1:] else None,
        }
    elif name == "hackenbush":
        board = {"board": {"text": "\n".join(line.replace("-", " ") for line in rest.split(","))}}
    else:
        edges = [[int(v) for v in pair.split("-")] for pair in rest.split(",")]
        board = {"graph": {"n": 1 + max(map(max, edges)), "edges": edges}}
    return GAMES[name](board)


@game("sum")
def sums(board: Board) -> Rules:
    parts = [component(text) for text in board["games"]]

    def moves(s: tuple[State, ...]) -> Iterator[tuple[State, ...]]:
        for i, part in enumerate(parts):
            yield from ((*s[:i], after, *s[i + 1 :]) for after in part.moves(s[i]))

    return last_wins(tuple(part.start for part in parts), moves)
