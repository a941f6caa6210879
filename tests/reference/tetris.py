"""Slow twin for Tetris: cells in sets, every motion of a piece followed step by step."""

from __future__ import annotations

from collections import deque
from functools import cache

Cell = tuple[int, int]  # row from the bottom, column
Board = frozenset[Cell]

DRAWN = {
    "I": "####",
    "O": "##/##",
    "T": ".#./###",
    "S": ".##/##.",
    "Z": "##./.##",
    "J": "#../###",
    "L": "..#/###",
}


@cache
def turned(piece: str) -> tuple[Board, ...]:
    """The drawing and its quarter turns clockwise; equal ones once."""
    rows = DRAWN[piece].split("/")
    found: list[Board] = []
    for _ in range(4):
        cells = frozenset(
            (len(rows) - 1 - i, j)
            for i, row in enumerate(rows)
            for j, x in enumerate(row)
            if x == "#"
        )
        if cells not in found:
            found.append(cells)
        rows = ["".join(row[j] for row in reversed(rows)) for j in range(len(rows[0]))]
    return tuple(found)


def at(shape: Board, row: int, column: int) -> Board:
    return frozenset((row + r, column + c) for r, c in shape)


def rests(rows: int, columns: int, board: Board, piece: str, rotation: str) -> set[Board]:
    """The cells of the piece wherever it can be fixed."""
    shapes = turned(piece)

    def free(state: tuple[int, int, int]) -> bool:
        cells = at(shapes[state[0]], state[1], state[2])
        return all(r >= 0 and 0 <= c < columns for r, c in cells) and not cells & board

    queue = deque(
        state for o in range(len(shapes)) for c in range(columns) if free(state := (o, rows, c))
    )
    seen = set(queue)
    found = set()
    while queue:
        o, r, c = queue.popleft()
        if not free((o, r - 1, c)):
            cells = at(shapes[o], r, c)
            if all(row < rows for row, _ in cells):
                found.add(cells)
        steps = [(o, r - 1, c)]
        if rotation != "drop":
            steps += [(o, r, c - 1), (o, r, c + 1)]
        if rotation == "rotate":
            steps += [((o + 1) % len(shapes), r, c), ((o - 1) % len(shapes), r, c)]
        for state in steps:
            if state not in seen and free(state):
                seen.add(state)
                queue.append(state)
    return found


def after(rows: int, columns: int, board: Board, piece: Board) -> tuple[Board, int]:
    """The board with the piece and without full rows, and how many those were."""
    cells = board | piece
    full = [r for r in range(rows) if all((r, c) in cells for c in range(columns))]
    left = frozenset((r - sum(f < r for f in full), c) for r, c in cells if r not in full)
    return left, len(full)


@cache
def answers(rows: int, columns: int, board: Board, pieces: str, rotation: str) -> dict[str, str]:
    """The four questions, from all plays; plays with equal boards and counts are merged."""
    states = {(board, 0, 0)}
    rows_cleared = tetrises = 0
    for piece in pieces:
        following = set()
        for b, lines, fours in states:
            for cells in rests(rows, columns, b, piece, rotation):
                left, gone = after(rows, columns, b, cells)
                following.add((left, lines + gone, fours + (gone == 4)))
        states = following
        rows_cleared = max([rows_cleared, *(lines for _, lines, _ in states)])
        tetrises = max([tetrises, *(fours for _, _, fours in states)])
    return {
        "clear": "yes" if any(not b for b, _, _ in states) else "no",
        "survive": "yes" if states else "no",
        "max-rows": str(rows_cleared),
        "max-tetrises": str(tetrises),
    }


def cells_of(columns: int, board: int) -> Board:
    """The cells of a board given as a word."""
    return frozenset(divmod(i, columns) for i in range(board.bit_length()) if board >> i & 1)
