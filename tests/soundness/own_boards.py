"""The rules of the games on boards of cells once more; see ``own_rules``."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator
from itertools import combinations, permutations, product
from math import gcd, prod

from soundness.own_rules import Board, NoRules, Rules, State, game, last_wins, two

Cell = tuple[int, int]
Sets = frozenset[frozenset[int]]

KING = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
COMPASS = dict(zip(("sw", "w", "nw", "s", "n", "se", "e", "ne"), KING, strict=True))
HEXAGON = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


# -- positional games --------------------------------------------------------------------------


def cells_of(text: object, shape: list[int]) -> frozenset[int]:
    """``a1;b2``, ``0,3`` or ``1,2,1;2,2,2``: letters are columns, numbers of rows count from 1."""
    found = set()
    for word in re.split(r"[;\s]+" if len(shape) > 2 else r"[;,\s]+", str(text or "").strip()):
        letters = re.fullmatch(r"([a-z])([0-9]+)", word)
        if letters:
            found.add((int(letters[2]) - 1) * shape[-1] + ord(letters[1]) - ord("a"))
        elif "," in word:
            place = 0
            for size, x in zip(shape, word.split(","), strict=True):
                place = place * size + int(x) - 1
            found.add(place)
        elif word:
            found.add(int(word))
    return frozenset(found)


def positional(
    cells: int,
    first: Sets,
    second: Sets,
    board: Board,
    shape: list[int],
    turns: list[str] | None,
    spoilt: dict[frozenset[int], list[frozenset[int]]] | None = None,
) -> Rules:
    """Cells are taken in turn; ``first`` and ``second`` are the sets that the players want,
    ``spoilt`` if of each of these lists of cells their owner has one."""
    weak = board.get("rule") == "weak"
    avoid = board.get("rule") == "avoid"
    wants = {"first": first, "second": frozenset() if weak else second}
    other = {"first": "second", "second": "first"}

    def result(s: State) -> str | None:
        stones, mover, _ = s
        for player in ("first", "second"):
            own = stones[player == "second"]
            if any(
                one <= own and (spoilt is None or any(not own & ends for ends in spoilt[one]))
                for one in wants[player]
            ):
                return "maker" if weak else other[player] if avoid else player
        if mover is None or len(stones[0] | stones[1]) == cells:
            return "breaker" if weak else "draw"
        return None

    def moves(s: State) -> Iterator[State]:
        stones, mover, ply = s
        for cell in range(cells if result(s) is None else 0):
            under = cell + prod(shape[1:])
            falls = board.get("gravity") and under < cells and under not in stones[0] | stones[1]
            if cell not in stones[0] | stones[1] and not falls:
                own = stones[mover == "second"] | {cell}
                pair = (own, stones[1]) if mover == "first" else (stones[0], own)
                yield (pair, *turn(ply + 1, other[mover]))

    begins = board.get("to_move") or "first"
    if board.get("turns") and turns is None:  # as many stones in each turn; the last two again
        sizes, turns = [*board["turns"], *board["turns"][-2:] * cells], []
        for number, size in enumerate(sizes):
            turns += [begins if number % 2 == 0 else other[begins]] * size

    def turn(ply: int, mover: str) -> tuple[str | None, int]:
        if turns is None:
            return mover, 0
        return (turns[ply] if ply < len(turns) else None), ply

    taken = cells_of(board.get("first"), shape), cells_of(board.get("second"), shape)
    return Rules((taken, *turn(0, begins)), lambda s: str(s[1]), moves, result)


def on_grid(
    board: Board,
    rows: int,
    columns: int,
    lines: set[frozenset[int]],
    spoilt: dict[frozenset[int], list[frozenset[int]]] | None = None,
) -> Rules:
    sets = frozenset(lines)
    return positional(rows * columns, sets, sets, board, [rows, columns], None, spoilt)


@game("tictactoe")
def tictactoe(board: Board) -> Rules:
    n, d = board["n"], board["d"]
    lines = set()
    for form in product((*range(n), "up", "down"), repeat=d):
        if {"up", "down"} & set(form) or n == 1:
            points = [[{"up": t, "down": n - 1 - t}.get(str(x), x) for x in form] for t in range(n)]
            lines.add(frozenset(sum(x * n ** (d - 1 - i) for i, x in enumerate(p)) for p in points))
    sets = frozenset(lines)
    return positional(n**d, sets, sets, board, [n] * d, None)


@game("mnk", "torus-row")
def rows_of_k(board: Board) -> Rules:
    torus = "p" in board
    m, n, k = (board[x] for x in ("pqk" if torus else "mnk"))
    lines = set()
    spoilt: dict[frozenset[int], list[frozenset[int]]] = {}
    for r, c, (dr, dc) in product(range(m), range(n), ((0, 1), (1, 0), (1, 1), (1, -1))):
        line = [(r + i * dr, c + i * dc) for i in range(k)]
        if torus:
            lines.add(frozenset(x % m * n + y % n for x, y in line))
        elif all(0 <= x < m and 0 <= y < n for x, y in line):
            one = frozenset(x * n + y for x, y in line)
            ends = [(r - dr, c - dc), (r + k * dr, c + k * dc)]
            ending = frozenset(x * n + y for x, y in ends if 0 <= x < m and 0 <= y < n)
            spoilt.setdefault(one, []).append(ending)
            lines.add(one)
    return on_grid(board, m, n, lines, spoilt if board.get("exact") else None)


@game("sim", "ramsey")
def cliques(board: Board) -> Rules:
    """Cells are the pairs of points in the order of their numbers."""
    points, size = board["points"], board.get("clique", 3)
    cells = {pair: cell for cell, pair in enumerate(combinations(range(points), 2))}
    sets = frozenset(
        frozenset(cells[pair] for pair in combinations(one, 2))
        for one in combinations(range(points), size)
    )
    named = {f"{a + 1}-{b + 1}": str(cell) for (a, b), cell in cells.items()}
    numbers = {
        player: ";".join(named[word] for word in re.split("[;, ]+", board[player]))
        for player in ("first", "second")
        if board.get(player)
    }
    usual = {"rule": board.get("rule") or ("strong" if "clique" in board else "avoid")}
    made = {**board, **usual, **numbers}
    return positional(len(cells), sets, sets, made, [len(cells)], None)


ANIMALS = {
    "domino": "XX", "tic": "XXX", "el": "XX/X.", "elly": "XXX/X..", "skinny": "XXXX",
    "knobby": "XXX/.X.", "tippy": "XX./.XX", "fatty": "XX/XX",
}  # fmt: skip


def placed(forms: set[frozenset[Cell]], m: int, n: int) -> set[frozenset[int]]:
    """Every form at every place of the board."""
    return {
        frozenset((r + x) * n + c + y for x, y in form)
        for form in forms
        for r, c in product(range(-m, m), range(-n, n))
        if all(0 <= r + x < m and 0 <= c + y < n for x, y in form)
    }


@game("polyomino")
def polyomino(board: Board) -> Rules:
    if board["name"] not in ANIMALS:
        raise NoRules(board["name"])
    rows = ANIMALS[board["name"]].split("/")
    form = frozenset((r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "X")
    forms = set()
    for _ in range(4):
        form = frozenset((y, -x) for x, y in form)
        forms |= {form, frozenset((x, -y) for x, y in form)}
    return on_grid(board, board["m"], board["n"], placed(forms, board["m"], board["n"]))


HEXES = {"i3": "XXX", "v3": "XX./.X.", "a3": "XX/X.", "p4": "XXX/.X.", "s4": "XX./.XX",
         "y5": "...X/XXX./..X.", "d5": "XXX/XX.", "x5": "..X/XXX/X.."}  # fmt: skip


@game("polyhex")
def polyhex(board: Board) -> Rules:
    """Row, column and minus their sum are coordinates of a hexagon of which each order and sign
    is a symmetry."""
    drawn = HEXES.get(board["name"], board["name"].replace(",", "/"))
    if set(drawn) - set("X./"):
        raise NoRules(drawn)
    rows = enumerate(drawn.split("/"))
    cubes = [(r, c, -r - c) for r, row in rows for c, x in enumerate(row) if x == "X"]
    forms = {
        frozenset((sign * cube[i], sign * cube[j]) for cube in cubes)
        for i, j, _ in permutations(range(3))
        for sign in (1, -1)
    }
    return on_grid(board, board["m"], board["n"], placed(forms, board["m"], board["n"]))


@game("shapes")
def shapes(board: Board) -> Rules:
    """``5e`` is five to the east; other shapes are drawn, their rows divided by commas."""
    steps = {"e": (0, 1), "s": (1, 0), "se": (1, 1), "sw": (1, -1)}
    forms = set()
    for word in board["shapes"].split("+"):
        run = re.fullmatch(r"([0-9]+)(e|s|se|sw)", word)
        if run:
            dr, dc = steps[run[2]]
            forms.add(frozenset((i * dr, i * dc) for i in range(int(run[1]))))
        else:
            rows = enumerate(word.split(","))
            forms.add(frozenset((r, c) for r, row in rows for c, x in enumerate(row) if x == "X"))
    return on_grid(board, board["m"], board["n"], placed(forms, board["m"], board["n"]))


@game("hex")
def hexes(board: Board) -> Rules:
    """First joins the top with the bottom row, second the left with the right column."""
    m, n = board["m"], board["n"]

    def joined(own: frozenset[int], first: bool) -> bool:
        def line(v: int) -> int:
            return int(v // n if first else v % n)

        reached = {v for v in own if line(v) == 0}
        while True:
            near = {(v // n + x, v % n + y) for v in reached for x, y in HEXAGON}
            more = {x * n + y for x, y in near if 0 <= x < m and 0 <= y < n} & own
            if more <= reached:
                return any(line(v) == (m if first else n) - 1 for v in reached)
            reached |= more

    chains = []
    for first in (True, False):
        whole: list[frozenset[int]] = []
        for size in range(1, m * n + 1):
            for own in subsets(m * n, size):
                if not any(one <= own for one in whole) and joined(own, first):
                    whole.append(own)
        chains.append(frozenset(whole))
    return positional(m * n, chains[0], chains[1], board, [m, n], None)


def subsets(n: int, size: int) -> Iterator[frozenset[int]]:
    return (
        frozenset(i for i in range(n) if mask >> i & 1)
        for mask in range(1 << n)
        if mask.bit_count() == size
    )


@game("positional")
def of_file(board: Board) -> Rules:
    text = board["file"]["text"]
    if not text.lstrip().startswith("{"):
        raise NoRules("another format")
    file = json.loads(text)
    first = frozenset(map(frozenset, file["sets"]))
    second = frozenset(map(frozenset, file.get("second_sets", file["sets"])))
    given = {k: v for k, v in board.items() if k != "file" and v is not None}
    stones = {k: ";".join(map(str, file.get(k, ()))) for k in ("first", "second")}
    made = {**{k: file[k] for k in ("rule", "to_move") if k in file}, **stones, **given}
    return positional(file["cells"], first, second, made, [file["cells"]], file.get("turns"))


@game("tictoe")
def tictoe(board: Board) -> Rules:
    pairs = {(0, 1), (2, 3), (0, 2), (1, 3)} | (
        {(0, 3), (1, 2)} if board.get("diagonals") else set()
    )
    return on_grid({}, 2, 2, set(map(frozenset, pairs)))


# -- games on squares --------------------------------------------------------------------------

Marks = frozenset[tuple[Cell, str]]


def squares(board: Board, start: str) -> Marks:
    """The squares with what stands on them; ``start`` for those of a size, by turns."""
    words = board["board"]
    if len(words) == 2:
        cells = product(range(int(words[0])), range(int(words[1])))
        return frozenset(((r, c), start[(r + c) % len(start)]) for r, c in cells)
    rows = enumerate(words[0].split("/"))
    return frozenset(((r, c), mark) for r, row in rows for c, mark in enumerate(row))


def left_of(board: Board) -> frozenset[Cell]:
    return frozenset(cell for cell, mark in squares(board, ".") if mark == ".")


def domino_moves(left: frozenset[Cell], down: int, across: int) -> Iterator[frozenset[Cell]]:
    for r, c in left:
        if (r + down, c + across) in left:
            yield left - {(r, c), (r + down, c + across)}


@game("domineering")
def domineering(board: Board) -> Rules:
    return two(
        (left_of(board), board.get("to_move") or "left"), "left", "right",
        lambda left, mover: domino_moves(left, mover == "left", mover == "right"),
    )  # fmt: skip


@game("cram")
def cram(board: Board) -> Rules:
    return last_wins(left_of(board), lambda s: [*domino_moves(s, 1, 0), *domino_moves(s, 0, 1)])


@game("chomp")
def chomp(board: Board) -> Rules:
    def bites(left: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
        for r, c in left - {(0, 0)}:
            yield frozenset((y, x) for y, x in left if y < r or x < c)

    return last_wins(left_of(board), bites)


@game("notakto")
def notakto(board: Board) -> Rules:
    words = board["boards"]
    empty = [".../.../..."] * int(words[0]) if words[0].isdecimal() else words

    def dead(rows: tuple[str, ...]) -> bool:
        n = len(rows)
        down = ["".join(row[c] for row in rows) for c in range(n)]
        across = ["".join(rows[k][k] for k in range(n)), "".join(rows[k][~k] for k in range(n))]
        return "X" * n in (*rows, *down, *across)

    def crosses(boards: tuple[tuple[str, ...], ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
        for k, rows in enumerate(boards):
            for r, row in enumerate(rows if not dead(rows) else ()):
                for c, mark in enumerate(row):
                    if mark == ".":
                        after = (*rows[:r], row[:c] + "X" + row[c + 1 :], *rows[r + 1 :])
                        yield (*boards[:k], after, *boards[k + 1 :])

    return last_wins(tuple(tuple(word.split("/")) for word in empty), crosses)


@game("clobber")
def clobber(board: Board) -> Rules:
    def moves(left: Marks, mover: str) -> Iterator[Marks]:
        mine, other = "xo" if mover == "left" else "ox"
        for (r, c), mark in left:
            for end in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if mark == mine and (end, other) in left:
                    yield left - {((r, c), mine), (end, other)} | {(end, mine)}

    start = (squares(board, "xo"), board.get("to_move") or "left")
    return two(start, "left", "right", moves)


@game("toads-and-frogs")
def toads_and_frogs(board: Board) -> Rules:
    def moves(lines: tuple[str, ...], mover: str) -> Iterator[tuple[str, ...]]:
        hops = (("T.", ".T"), ("TF.", ".FT")) if mover == "left" else ((".F", "F."), (".TF", "FT."))
        for k, line in enumerate(lines):
            for before, after in hops:
                for at in range(len(line)):
                    if line.startswith(before, at):
                        moved = line[:at] + after + line[at + len(after) :]
                        yield (*lines[:k], moved, *lines[k + 1 :])

    start = (tuple(board["lines"][0].split("/")), board.get("to_move") or "left")
    return two(start, "left", "right", moves)


@game("nogo")
def nogo(board: Board) -> Rules:
    def near(cell: Cell) -> list[Cell]:
        r, c = cell
        return [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]

    def alive(marks: dict[Cell, str]) -> bool:
        """Every stone reaches a free square through stones of its colour."""
        safe = {cell for cell, mark in marks.items() if mark == "."}
        for _ in marks:
            safe |= {
                cell for cell, mark in marks.items() if mark in "xo"
                and any(n in safe and marks[n] in (mark, ".") for n in near(cell))
            }  # fmt: skip
        return all(cell in safe for cell, mark in marks.items() if mark in "xo")

    def moves(left: Marks, mover: str) -> Iterator[Marks]:
        for cell, mark in left:
            after = {**dict(left), cell: "x" if mover == "left" else "o"}
            if mark == "." and alive(after):
                yield frozenset(after.items())

    start = (squares(board, "."), board.get("to_move") or "left")
    return two(start, "left", "right", moves)


# -- paper soccer ------------------------------------------------------------------------------


@game("paper-soccer")
def paper_soccer(board: Board) -> Rules:
    """States are (drawn lines, ball, player)."""
    m, n, rules = board["m"], board["n"], board.get("rules") or "document"
    if rules == "document":
        start = (-(-m // 2), -(-n // 2))
        goals = {(start[0], n): "second", (start[0], 0): "first"}
    else:
        middle, start = m // 2, (m // 2, n // 2)
        mouths = {(middle, 0), (middle, n)}
        goals = {(middle + k, y): who for k in (-1, 0, 1)
                 for y, who in ((n + 1, "first"), (-1, "second"))}  # fmt: skip

    def inside(p: Cell) -> bool:
        return bool(0 <= p[0] <= m and 0 <= p[1] <= n)

    def drawable(p: Cell, q: Cell) -> bool:
        if rules == "document":
            return inside(p) and inside(q)
        if not inside(q) or not inside(p):
            into, post = (q, p) if not inside(q) else (p, q)
            if into not in goals or not inside(post) or post[1] not in (0, n):
                return False
            return post in mouths or bool(abs(post[0] - middle) == 1 and into[0] == middle)
        along = (p[0] == q[0] and p[0] in (0, m)) or (p[1] == q[1] and p[1] in (0, n))
        return not along or p in mouths or q in mouths

    def bounces(p: Cell, drawn: frozenset[frozenset[Cell]]) -> bool:
        if any(p in line for line in drawn):
            return True
        if rules == "document" or not inside(p) or (p in mouths and rules == "standard"):
            return False
        return p[0] in (0, m) or p[1] in (0, n)

    def moves(s: State) -> Iterator[State]:
        drawn, (x, y), player = s
        for dx, dy in KING if (x, y) not in goals else ():
            to = (x + dx, y + dy)
            line = frozenset(((x, y), to))
            if drawable((x, y), to) and line not in drawn:
                yield drawn | {line}, to, player if bounces(to, drawn) else 3 - player

    def result(s: State) -> str | None:
        if s[1] not in goals and not any(True for _ in moves(s)):
            return ("second", "first")[s[2] - 1]
        return goals.get(s[1])

    state: State = (frozenset(), start, int(board.get("first") or 1))
    for word in re.split(r"[;\s]+", (board.get("history") or "").strip()):
        if "," in word:
            to = (int(word.split(",")[0]), int(word.split(",")[1]))
        elif word:
            to = (state[1][0] + COMPASS[word][0], state[1][1] + COMPASS[word][1])
        else:
            continue
        state = next(after for after in moves(state) if after[1] == to)
    return Rules(state, lambda s: ("first", "second")[s[2] - 1], moves, result)


# -- Tetris ------------------------------------------------------------------------------------

PIECES = {
    "I": "XXXX", "O": "XX/XX", "T": "XXX/.X.", "S": "XX./.XX", "Z": ".XX/XX.", "J": "XXX/X..",
    "L": "XXX/..X",
}  # fmt: skip
"""The lowest row first."""


def turned(piece: str) -> list[frozenset[Cell]]:
    """Its orientations (column, row), each a quarter turn clockwise after the one before."""
    rows = PIECES[piece].split("/")
    form = frozenset((c, r) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "X")
    found = []
    for _ in range(4):
        left, low = min(x for x, _ in form), min(y for _, y in form)
        form = frozenset((x - left, y - low) for x, y in form)
        if form not in found:
            found.append(form)
        form = frozenset((y, -x) for x, y in form)
    return found


def tetris_rules(
    columns: int, height: int, filled: frozenset[Cell], pieces: str, motion: str
) -> Rules:
    """States are (filled cells, pieces to come, is a piece blocked?)."""

    def fits(form: frozenset[Cell], x: int, y: int, filled: frozenset[Cell]) -> bool:
        places = {(x + a, y + b) for a, b in form}
        return not places & filled and all(0 <= a < columns and b >= 0 for a, b in places)

    def moves(s: State) -> Iterator[State]:
        filled, coming = s
        if not coming:
            return
        forms = turned(coming[0])
        seen = {(o, x, height) for o, form in enumerate(forms) for x in range(columns)
                if fits(form, x, height, filled)}  # fmt: skip
        waiting = list(seen)
        while waiting:
            o, x, y = waiting.pop()
            ways = [(o, x, y - 1)]
            if motion in ("slide", "rotate"):
                ways += [(o, x - 1, y), (o, x + 1, y)]
            if motion == "rotate":
                ways += [((o + 1) % len(forms), x, y), ((o - 1) % len(forms), x, y)]
            for way in ways:
                if way not in seen and fits(forms[way[0]], way[1], way[2], filled):
                    seen.add(way)
                    waiting.append(way)
            places = {(x + a, y + b) for a, b in forms[o]}
            if not fits(forms[o], x, y - 1, filled) and all(b < height for _, b in places):
                yield without_full_rows(filled | places), coming[1:]

    def without_full_rows(filled: frozenset[Cell]) -> frozenset[Cell]:
        full = [y for y in range(height) if all((x, y) in filled for x in range(columns))]
        return frozenset((x, y - sum(f < y for f in full)) for x, y in filled if y not in full)

    def result(s: State) -> str | None:
        if not s[1]:
            return "survived" if s[0] else "cleared"
        return None if any(True for _ in moves(s)) else "lost"

    return Rules((filled, pieces), lambda _: "player", moves, result)


@game("tetris")
def tetris(board: Board) -> Rules:
    if board.get("size"):
        rows, columns = map(int, board["size"].split("x"))
        drawn = ["." * columns] * rows
    else:
        drawn = board["board"].split("/")
    height = board.get("height") or len(drawn)
    filled = frozenset((x, y) for y, row in enumerate(reversed(drawn)) for x, c in enumerate(row)
                       if c == "#")  # fmt: skip
    return tetris_rules(
        len(drawn[0]), height, filled, board.get("pieces") or "", board.get("rotation") or "rotate"
    )


# -- glued boards ------------------------------------------------------------------------------


def stones_of(board: Board) -> tuple[int, int, str]:
    rows, columns = board["n"], board.get("m") or board["n"]
    drawn = (board.get("position") or "").replace("/", "")
    return rows, columns, drawn or "." * (rows * columns)


@game("klein-cycles", "torus-hex")
def two_colours(board: Board) -> Rules:
    """Stones of the own colour; on the covering plane, a walk from a cell to a copy of it."""
    rows, columns, stones = stones_of(board)
    klein = board["game"] == "klein-cycles"
    own = {
        "x": {(0, 1)} if klein else {(1, 0)},
        "o": {(0, 1), (1, 0)} if klein else {(0, 1), (1, 1)},
    }

    def fold(r: int, c: int) -> tuple[Cell, int]:
        """The cell of the board, and how often the top edge was crossed."""
        q = 0
        while not 0 <= r < rows:
            step = rows if r < 0 else -rows
            if klein:  # (r, c) and (r + rows, -c - r) are one cell
                c = -c - r if r < 0 else -c - (r - rows)
            r, q = r + step, q + 1
        return (r, c), q

    def loops(stones: str, colour: str) -> set[tuple[int, int]]:
        found = set()
        for start, stone in enumerate(stones):
            if stone != colour:
                continue
            seen = {(*divmod(start, columns), 0, 0)}
            waiting = list(seen)
            while waiting:
                r, c, p, q = waiting.pop()
                for dr, dc in HEXAGON:
                    (row, column), crossed = fold(r + dr, c + dc)
                    p2 = (p + column // columns) % 2
                    place = (row, column % columns, p2, (q + crossed) % 2)
                    if stones[row * columns + column % columns] == colour and place not in seen:
                        seen.add(place)
                        waiting.append(place)
            found |= {(p, q) for r, c, p, q in seen if r * columns + c == start}
        return found - {(0, 0)}

    def result(s: State) -> str | None:
        return next((c for c in "xo" if loops(s[0], c) & own[c]), None)

    def moves(s: State) -> Iterator[State]:
        stones, mover = s
        for i, stone in enumerate(stones):
            if stone == "." and result(s) is None:
                yield stones[:i] + mover + stones[i + 1 :], "xo"[mover == "x"]

    return Rules((stones, board.get("to_move") or "x"), lambda s: str(s[1]), moves, result)


@game("torus-cycles")
def torus_cycles(board: Board) -> Rules:
    """Stones of either colour; the class of a loop is how far it leads on the covering plane."""
    rows, columns, stones = stones_of(board)

    def loops(stones: str, last: int) -> set[Cell]:
        """Classes of the walks from a stone to its copies on the covering plane, one of each and
        its opposite, without multiples."""
        colour, found = stones[last], set()
        start = divmod(last, columns)
        seen = {start}
        waiting = [start]
        while waiting:
            r, c = waiting.pop()
            if abs(r) > 3 * rows or abs(c) > 3 * columns:
                continue
            for dr, dc in HEXAGON:
                place = (r + dr, c + dc)
                at = place[0] % rows * columns + place[1] % columns
                if stones[at] == colour and place not in seen:
                    seen.add(place)
                    waiting.append(place)
                    if at == last:
                        x, y = (place[1] - start[1]) // columns, -((place[0] - start[0]) // rows)
                        found.add(max((x // gcd(x, y), y // gcd(x, y)),
                                      (-x // gcd(x, y), -y // gcd(x, y))))  # fmt: skip
        return found

    def owner(x: int, y: int) -> str:
        if board.get("owners") == "sextant":
            if x == 0 or x * (y - x) > 0:
                return "V"
            return "H" if y == 0 or x * y < 0 else "D"
        return "V" if x % 2 == 0 else "H" if y % 2 == 0 else "D"

    def result(s: State) -> str | None:
        stones, mover, last = s
        if last is None:
            found = {v for i, stone in enumerate(stones) if stone != "." for v in loops(stones, i)}
        else:
            found = loops(stones, last)
        if len(found) > 1:
            return "several" if last is None else "VHD"[(mover - 1) % 3]
        for vector in found:
            return owner(*vector)
        return None if "." in stones else "none"

    def moves(s: State) -> Iterator[State]:
        stones, mover, _ = s
        for i, stone in enumerate(stones):
            if stone == "." and result(s) is None:
                for colour in "xo":
                    yield stones[:i] + colour + stones[i + 1 :], (mover + 1) % 3, i

    state: State = (stones, "VHD".index(board.get("to_move") or "V"), None)
    for word in filter(None, (board.get("played") or "").split(",")):
        cell = (int(word[1:-1]) - 1) * columns + ord(word[0]) - ord("A")
        changed = state[0][:cell] + word[-1] + state[0][cell + 1 :]
        state = (changed, (state[1] + 1) % 3, cell)
    return Rules(state, lambda s: "VHD"[s[1]], moves, result)


# -- BDDL --------------------------------------------------------------------------------------

ATOM = re.compile(r"(open|black|white)\(([^,()]*),([^,()]*)\)")


@game("bddl")
def bddl(board: Board) -> Rules:
    """What stands on cells, and sums of ?x or ?y, or of a border, and a number."""
    domain, problem = board["domain"]["text"], board["problem"]["text"]
    domain = re.sub(r"%.*", "", domain)
    fields = dict(re.findall(r"#(\w+)\n?([^#]*)", problem))
    width, height = map(int, fields["boardsize"].split())
    cells = list(product(range(1, width + 1), range(1, height + 1)))
    at: dict[Hashable, int] = {cell: i for i, cell in enumerate(cells)}

    def atoms(text: str, x: int, y: int) -> list[tuple[str, Hashable]]:
        def value(term: str) -> int:
            names = {"?x": x, "?y": y, "xmin": 1, "ymin": 1, "xmax": width, "ymax": height}
            for name, number in names.items():
                term = term.replace(name, str(number))
            return sum(int(part) for part in re.findall(r"[+-]?\d+", term))

        return [(what, (value(a), value(b))) for what, a, b in ATOM.findall(text)]

    def holds(stones: tuple[str, ...], facts: list[tuple[str, Hashable]]) -> bool:
        return all(cell in at and stones[at[cell]] == what for what, cell in facts)

    actions = {}
    for who, part in re.findall(r"#(black|white)actions([^#]*)", domain):
        form = r":precondition\s*\((.*?)\)\s*:effect\s*\((.*?)\)\s*(?=:action|$)"
        actions[who] = re.findall(form, part.strip(), re.DOTALL)
    goals = {
        who: [line for line in fields.get(f"{who}goal", "").splitlines() if ATOM.search(line)]
        for who in ("black", "white")
    }

    def reached(stones: tuple[str, ...], who: str) -> bool:
        return any(holds(stones, atoms(line, x, y)) for line in goals[who] for x, y in cells)

    def moves(s: State) -> Iterator[State]:
        stones, mover, won = s
        other = "white" if mover == "black" else "black"
        if won is not None:
            return
        possible = False
        for condition, effect in actions[mover]:
            for x, y in cells:
                if not holds(stones, atoms(condition, x, y)):
                    continue
                after = list(stones)
                changed = atoms(effect, x, y)
                if any(cell not in at for _, cell in changed):
                    continue
                for what, cell in changed:
                    after[at[cell]] = what
                possible = True
                found = tuple(after)
                winner = mover if reached(found, mover) else None
                if winner is None and mover == "black" and reached(found, "white"):
                    winner = "white"
                yield found, other, winner
        if not possible:  # he resigns, which is a ply
            yield stones, other, other

    start = ["open"] * prod((width, height))
    for what, cell in atoms(fields.get("init", ""), 0, 0):
        start[at[cell]] = what
    begins = "white" if fields.get("blackturn", "").strip() == "second" else "black"
    won = "white" if reached(tuple(start), "white") else None
    return Rules((tuple(start), begins, won), lambda s: str(s[1]), moves, lambda s: s[2])
