"""Boards with glued edges: cycles listed one by one, all colourings, walks in the cover."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, product

from gameproof.games import klein_cycles
from gameproof.games.torus_cycles import Position
from soundness.rules_oracle import TooLarge

Arguments = Mapping[str, object]
Vector = tuple[int, int]
Cycle = tuple[frozenset[int], Vector, bool]
"""Its cells, its class, and is it chordless?"""

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
MOST_CELLS = 9
MOST_COLOURED = 12


def normal(vector: Vector) -> Vector:
    """One of a vector and its opposite."""
    return max(vector, (-vector[0], -vector[1]))


@cache
def steps(rows: int, columns: int) -> dict[int, list[tuple[int, Vector]]]:
    """From each cell the neighbours, with the crossings of the right and of the top edge."""
    return {
        r * columns + c: [
            (
                (r + dr) % rows * columns + (c + dc) % columns,
                ((c + dc) // columns, -((r + dr) // rows)),
            )
            for dr, dc in STEPS
        ]
        for r in range(rows)
        for c in range(columns)
    }


@cache
def cycles(rows: int, columns: int) -> frozenset[Cycle]:
    """Every simple closed path that cannot be shrunk, by its cells and its class."""
    if rows * columns > MOST_CELLS:
        raise TooLarge
    near = steps(rows, columns)
    found: set[Cycle] = set()

    def chordless(cells: frozenset[int]) -> bool:
        return all(sum(to in cells for to, _ in near[v]) == 2 for v in cells)

    def extend(start: int, at: int, x: int, y: int, used: frozenset[int]) -> None:
        for to, (sx, sy) in near[at]:
            if to == start and (x + sx, y + sy) != (0, 0):
                found.add((used, normal((x + sx, y + sy)), False))
            elif to > start and to not in used:
                extend(start, to, x + sx, y + sy, used | {to})

    for start in near:
        extend(start, start, 0, 0, frozenset({start}))
    return frozenset((cells, vector, chordless(cells)) for cells, vector, _ in found)


def of_colour(stones: str, colours: str) -> frozenset[int]:
    return frozenset(v for v, stone in enumerate(stones) if stone in colours)


def classes_in(position: Position, cells: frozenset[int]) -> set[Vector]:
    """The classes of the cycles on these cells."""
    every = cycles(position.rows, position.columns)
    return {vector for used, vector, _ in every if used <= cells}


def rank(vectors: set[Vector]) -> int:
    if not vectors:
        return 0
    return 2 if any(a[0] * b[1] != a[1] * b[0] for a in vectors for b in vectors) else 1


def owner(position: Position, vector: Vector) -> str:
    """Whose class it is: by parity, or by the sextants of the printed diagram."""
    x, y = vector
    if position.method == "parity":
        return "V" if x % 2 == 0 else "H" if y % 2 == 0 else "D"
    if x == 0 or (x > 0) == (y - x > 0) != (x == y):
        return "V"
    if y == 0 or (y != 0 and x != 0 and (x > 0) != (y > 0)):
        return "H"
    return "D"


def winner(position: Position, arguments: Arguments) -> object:
    """The owner of the only class that stands on the board."""
    stones = position.stones
    closed = {v for colour in "xo" for v in classes_in(position, of_colour(stones, colour))}
    if not closed:
        return "none"
    if len(closed) == 1:
        return owner(position, *closed)
    if position.last is None:
        return "several"
    return position.players[position.mover - 1]


def threats(position: Position, arguments: Arguments) -> object:
    counts = Counter(
        winner(position.play(move), {})
        for move in position.moves()
        if winner(position.play(move), {}) != "none"
    )
    return tuple(counts[player] for player in position.players)


def wanted(arguments: Arguments) -> Vector:
    x, y = str(arguments["class"]).split(",")
    return normal((int(x), int(y)))


def kinds(arguments: Arguments) -> Callable[[Cycle], bool]:
    chordless = arguments.get("kind") == "chordless"
    return lambda cycle: cycle[2] or not chordless


def classes(position: Position, arguments: Arguments) -> object:
    every = filter(kinds(arguments), cycles(position.rows, position.columns))
    return len({vector for _, vector, _ in every})


def cycle(position: Position, arguments: Arguments) -> object:
    every = filter(kinds(arguments), cycles(position.rows, position.columns))
    return wanted(arguments) in {vector for _, vector, _ in every}


def colourings_of(cells: int, colours: str) -> Iterator[str]:
    for stones in product(colours, repeat=cells):
        yield "".join(stones)


@cache
def ranks(rows: int, columns: int) -> Counter[tuple[int, int]]:
    """Full boards by the ranks of the loops of x and of o."""
    bare = Position(rows, columns, "." * rows * columns)
    return Counter(
        (
            rank(classes_in(bare, of_colour(stones, "x"))),
            rank(classes_in(bare, of_colour(stones, "o"))),
        )
        for stones in colourings_of(rows * columns, "xo")
    )


def full_board(position: Position, arguments: Arguments) -> object:
    return all(x + o == 2 for x, o in ranks(position.rows, position.columns))


def colourings(position: Position, arguments: Arguments) -> object:
    counts = ranks(position.rows, position.columns)
    return "; ".join(f"{x},{o}: {counts[x, o]}" for x, o in sorted(counts))


def three_colours(position: Position, arguments: Arguments) -> object:
    bare = Position(position.rows, position.columns, "." * len(position.stones))
    cells = range(len(position.stones))
    free = {
        chosen
        for size in range(len(cells) + 1)
        for chosen in map(frozenset, combinations(cells, size))
        if not classes_in(bare, chosen)
    }
    count = sum(
        all(of_colour(stones, colour) in free for colour in "xoz")
        for stones in colourings_of(len(cells), "xoz")
    )
    return f"{count} of {3 ** len(cells)}"


def blocked(position: Position, arguments: Arguments) -> object:
    return wanted(arguments) not in classes_in(position, of_colour(position.stones, "x."))


def smallest_block(position: Position, arguments: Arguments) -> object:
    """Every set of empty cells, the small ones first."""
    empty = sorted(of_colour(position.stones, "."))
    for size in range(len(empty) + 1):
        for chosen in combinations(empty, size):
            stones = "".join("o" if v in chosen else s for v, s in enumerate(position.stones))
            after = replace(position, stones=stones, last=None)
            if arguments.get("loop_free") and classes_in(after, of_colour(stones, "o")):
                continue
            if blocked(after, arguments):
                return size
    return None


def shortest_loop(position: Position, arguments: Arguments) -> object:
    """Step by step through the covering plane, from every cell without a stone of colour o."""
    near = steps(position.rows, position.columns)
    x, y = wanted(arguments)
    reach = (max(abs(x), abs(y)) + 2) * 2
    best = None
    for start in of_colour(position.stones, "x."):
        far = {(start, 0, 0): 0}
        queue = deque(far)
        while queue:
            at, px, py = queue.popleft()
            for to, (sx, sy) in near[at]:
                place = (to, px + sx, py + sy)
                if position.stones[to] == "o" or place in far or max(map(abs, place[1:])) > reach:
                    continue
                far[place] = far[at, px, py] + 1
                queue.append(place)
        length = far.get((start, x, y))
        if length is not None and (best is None or length < best):
            best = length
    return best


# ------------------------------------------------------------- two players, parities

Board = klein_cycles.Position
OWN = {
    ("torus", "x"): {(1, 0)},
    ("torus", "o"): {(0, 1), (1, 1)},
    ("klein", "x"): {(0, 1)},
    ("klein", "o"): {(0, 1), (1, 0)},
}


@cache
def parity_steps(surface: str, rows: int, columns: int) -> dict[int, list[tuple[int, Vector]]]:
    """From each cell the neighbours, with the parity of the crossings. On the Klein bottle
    (r + rows, -c - r) is the cell (r, c)."""

    def fold(r: int, c: int) -> tuple[int, Vector]:
        q = 0
        if surface == "klein":
            while r >= rows:  # (r, c) lies one gluing below (r - rows, -c - (r - rows))
                r, c, q = r - rows, -c - (r - rows), q + 1
            while r < 0:
                r, c, q = r + rows, -c - r, q + 1
        else:
            q, r = r // rows, r % rows
        return r * columns + c % columns, (c // columns % 2, q % 2)

    return {
        r * columns + c: [fold(r + dr, c + dc) for dr, dc in STEPS]
        for r in range(rows)
        for c in range(columns)
    }


def parities(board: Board, cells: frozenset[int]) -> frozenset[Vector]:
    """Parities of closed walks on the cells: where walks of each parity lead."""
    near = parity_steps(board.surface, board.rows, board.columns)
    found: set[Vector] = set()
    for start in cells:
        seen = {(start, 0, 0)}
        todo = list(seen)
        while todo:
            at, p, q = todo.pop()
            for to, (sp, sq) in near[at]:
                place = (to, (p + sp) % 2, (q + sq) % 2)
                if to in cells and place not in seen:
                    seen.add(place)
                    todo.append(place)
        found |= {(p, q) for v, p, q in seen if v == start}
    return frozenset(found - {(0, 0)})


def winners(board: Board, stones: str) -> list[str]:
    return [
        colour
        for colour in "xo"
        if parities(board, of_colour(stones, colour)) & OWN[board.surface, colour]
    ]


def winner_of_two(board: Board, arguments: Arguments) -> object:
    found = winners(board, board.stones)
    return found[0] if found else "none"


def small(board: Board) -> int:
    if len(board.stones) > MOST_COLOURED:
        raise TooLarge
    return len(board.stones)


@cache
def _one_winner(empty: Board) -> bool:
    return all(len(winners(empty, s)) == 1 for s in colourings_of(small(empty), "xo"))


def one_winner(board: Board, arguments: Arguments) -> object:
    return _one_winner(replace(board, stones="." * len(board.stones), mover=0))


def census(board: Board, arguments: Arguments) -> object:
    """Colourings with x in the first corner, by the parities of both colours."""
    counts: Counter[str] = Counter()
    for stones in colourings_of(small(board), "xo"):
        if stones[0] == "x":
            words = []
            for colour in "xo":
                found = sorted(parities(board, of_colour(stones, colour)))
                words.append("/".join(f"{p}{q}" for p, q in found) or "none")
            words.sort(key=lambda word: (word != "none", word))
            counts[" + ".join(words)] += 1
    return "; ".join(f"{name}: {counts[name]}" for name in sorted(counts))


ORACLES: dict[tuple[type, str], Callable[..., object]] = {
    (Position, "winner"): winner,
    (Position, "threats"): threats,
    (Position, "classes"): classes,
    (Position, "cycle"): cycle,
    (Position, "full-board"): full_board,
    (Position, "blocked"): blocked,
    (Position, "smallest-block"): smallest_block,
    (Position, "shortest-loop"): shortest_loop,
    (Position, "colourings"): colourings,
    (Position, "three-colours"): three_colours,
    (Board, "winner"): winner_of_two,
    (Board, "one-winner"): one_winner,
    (Board, "census"): census,
}

CLASSES = ("0,1", "1,0", "1,1", "1,-1", "1,2", "2,0", "3,1")
ABOUT_CLASSES = tuple(
    f"{question} --class={name}{more}"
    for name in CLASSES
    for question, more in (
        ("cycle", ""),
        ("cycle", " --kind chordless"),
        ("blocked", ""),
        ("smallest-block", ""),
        ("smallest-block", " --loop-free"),
        ("shortest-loop", ""),
    )
)
USUAL = ("winner", "threats", "classes", "classes --kind chordless", "full-board", *ABOUT_CLASSES)

GOALS: list[tuple[str, tuple[str, ...]]] = [
    ("torus-cycles 3", ("colourings", "three-colours", "full-board", *ABOUT_CLASSES)),
    *[
        (f"torus-cycles 3 --position {stones}{more}", USUAL)
        for stones, more in (
            ("xxx/.../...", ""),
            ("xxx/.../...", " --owners sextant"),
            ("xx./.oo/...", " --to-move H"),
            ("x.o/.../ooo", ""),
            ("xox/oxo/xox", ""),
            ("xxx/x../x..", ""),
            ("ooo/.x./...", " --to-move D"),
        )
    ],
    ("torus-cycles 3 --played A1x,B1x,C1x", ("winner", "threats", "outcome")),
    ("torus-cycles 3 --played A1x,B2x,B1o", ("winner", "threats")),
    ("torus-cycles 3 --position xox/oxo/xo.", ("outcome", "winner", "threats")),
    ("torus-cycles 3 --position xx./oo./... --to-move D", ("outcome", "winner", "threats")),
    ("torus-cycles 3 --position xxx/oo./...", ("outcome", "winner", "threats")),
    *[(f"torus-cycles {size}", ("outcome", "winner", "colourings", "three-colours", "full-board",
                                "classes", "cycle --class=1,0", "blocked --class=1,0",
                                "smallest-block --class=0,1", "shortest-loop --class=1,1"))
      for size in ("1", "2", "1 2", "2 3")],
    *[(f"torus-cycles {board}", ABOUT_CLASSES)
      for board in ("2 --position x./.o", "1 3 --position x.o", "2 3 --position o../x.o")],
    *[
        (f"torus-cycles {board}", ("outcome", "winner"))
        for board in (
            "1 3",
            "2 1",
            "2 --position x./..",
            "2 --position xo/..",
            "2 3 --position x../...",
            "2 --position x./.o --to-move D",
        )
    ],
    *[
        (f"{game} {board}", ("outcome", "winner", "one-winner", "census"))
        for game in ("klein-cycles", "torus-hex")
        for board in (
            "1",
            "1 2",
            "1 3",
            "2",
            "2 1",
            "2 3",
            "3",
            "3 2 --to-move o",
            "3 --position xxx/oo./...",
            "3 --position xo./xo./x.. --to-move o",
            "3 --position xox/oxo/xox",
            "3 --position oo./xx./... --to-move o",
            "2 2 --position x./o. --to-move o",
        )
    ],
]  # fmt: skip
"""Tiny boards with the questions to be attacked."""
