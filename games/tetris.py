"""Offline Tetris: a partly filled board and a known sequence of tetrominoes.

Rules (Demaine, Hohenberger and Liben-Nowell, "Tetris is Hard, Even to Approximate", 2003,
whose abstract Weimer's lecture "Introduction to Game Theory" prints): a piece comes from
above the board, falls, and is fixed where it cannot fall further; full rows vanish and every
row above falls by one; the player loses when a piece cannot come to rest inside the board.

The abstract leaves the motion open, so it is a parameter. Everything above the board is
free, and a piece begins there in any column and orientation. With ``drop`` it then only
falls; with ``slide`` it also moves to the left and right, cell by cell, so that it can tuck
under an overhang; with ``rotate`` it may also turn on the way, keeping the lower left corner
of its bounding box, where the cells are free.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Literal

from gameproof.games.counts import tetris_counts as counts
from gameproof.games.game import Game
from gameproof.games.meaning.answers import WHOLE
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Example, Question
from gameproof.games.meaning.statement import AtLeast

Rotation = Literal["drop", "slide", "rotate"]
ROTATIONS: tuple[Rotation, ...] = ("drop", "slide", "rotate")
Move = tuple[int, int, int]  # quarter turns clockwise, column and row of the lower left corner
Cells = tuple[tuple[int, int], ...]  # (column, row) from the lower left corner

SHAPES: dict[str, Cells] = {
    "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "O": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "T": ((0, 0), (1, 0), (2, 0), (1, 1)),
    "S": ((0, 0), (1, 0), (1, 1), (2, 1)),
    "Z": ((1, 0), (2, 0), (0, 1), (1, 1)),
    "J": ((0, 0), (1, 0), (2, 0), (0, 1)),
    "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
}
DOCUMENT_NAMES = {"SQ": "O", "LG": "J", "RG": "L", "LS": "Z", "RS": "S"}
"""Square, left and right gun, left and right snake; which is which follows from the paper's
reduction, whose buckets no other reading fills."""
LARGEST = 1 << 16
PLAYER = "player"
LAWS = frozenset({Law.FINITE})


@cache
def orientations(piece: str) -> tuple[Cells, ...]:
    """The different orientations, each a quarter turn clockwise after the one before."""
    found: list[Cells] = []
    cells = SHAPES[piece]
    for _ in range(4):
        left, low = min(x for x, _ in cells), min(y for _, y in cells)
        cells = tuple(sorted((x - left, y - low) for x, y in cells))
        if cells not in found:
            found.append(cells)
        cells = tuple((y, -x) for x, y in cells)
    return tuple(found)


def height_of(cells: Cells) -> int:
    """Rows of the bounding box."""
    return 1 + max(y for _, y in cells)


@cache
def masks(piece: str, columns: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Per orientation its height, and per column its cells as bits (row 0 is the lowest)."""
    table = []
    for cells in orientations(piece):
        width = 1 + max(x for x, _ in cells)
        shapes = tuple(
            sum(1 << (y * columns + x + column) for x, y in cells)
            for column in range(columns - width + 1)
        )
        table.append((height_of(cells), shapes))
    return tuple(table)


def placements(rows: int, columns: int, board: int, piece: str, rotation: Rotation) -> list[Move]:
    """Where the piece can come to rest, by turns, column and row. O(rows x columns).

    ``board`` has bit ``row * columns + column`` for every filled cell, row 0 lowest. The states
    (turns, column) reached in a row come from the row above, then spread along the row.
    """
    table = masks(piece, columns)
    # Above the highest filled row everything is reached, so begin there.
    row = -(-board.bit_length() // columns)
    reached = {(o, c) for o, (_, shapes) in enumerate(table) for c in range(len(shapes))}
    window = (1 << 4 * columns) - 1
    found: list[Move] = []
    while reached:
        # No piece is higher than four rows: small numbers in place of the whole board.
        below = board >> (row - 1) * columns & window if row else -1
        for o, c in reached:
            height, shapes = table[o]
            if below & shapes[c] and row + height <= rows:
                found.append((o, c, row))
        if row == 0:
            break
        row -= 1
        reached = {(o, c) for o, c in reached if not below & table[o][1][c]}
        if rotation != "drop":
            queue = list(reached)
            while queue:
                for o, c in _beside(*queue.pop(), len(table), rotation):
                    shapes = table[o][1]
                    if 0 <= c < len(shapes) and (o, c) not in reached and not below & shapes[c]:
                        reached.add((o, c))
                        queue.append((o, c))
    return sorted(found)


def _beside(o: int, c: int, turns: int, rotation: Rotation) -> list[tuple[int, int]]:
    """One step to either side, or one quarter turn either way."""
    steps = [(o, c - 1), (o, c + 1)]
    if rotation == "rotate" and turns > 1:
        steps += [((o + 1) % turns, c), ((o - 1) % turns, c)]
    return steps


def vanish(rows: int, columns: int, board: int) -> tuple[int, int]:
    """The board without its full rows, and their number."""
    full = (1 << columns) - 1
    kept = [row for r in range(rows) if (row := board >> r * columns & full) != full]
    return sum(row << r * columns for r, row in enumerate(kept)), rows - len(kept)


def fixed(rows: int, columns: int, board: int, piece: str, move: Move) -> tuple[int, int]:
    """The board after the piece is fixed and full rows are gone, and their number."""
    o, c, r = move
    return vanish(rows, columns, board | masks(piece, columns)[o][1][c] << r * columns)


@dataclass(frozen=True)
class Position:
    """``pieces`` still come, in this order, after ``placed`` ones; ``cleared`` rows have
    vanished, ``tetrises`` times four at once. ``board`` is as in :func:`placements`."""

    rows: int
    columns: int
    board: int
    pieces: str
    rotation: Rotation = "rotate"
    placed: int = 0
    cleared: int = 0
    tetrises: int = 0

    @property
    def players(self) -> tuple[str]:
        """There is one."""
        return (PLAYER,)

    @property
    def to_move(self) -> str:
        """There is one player."""
        return PLAYER

    @property
    def laws(self) -> frozenset[Law]:
        """Each move places a piece of the sequence."""
        return LAWS

    def key(self) -> str:
        """Pieces placed, rows and tetrises cleared, and the board as a hexadecimal number."""
        return f"{self.placed}:{self.cleared}:{self.tetrises}:{self.board:x}"

    @property
    def filled(self) -> int:
        """The number of filled cells."""
        return self.board.bit_count()

    def moves(self) -> list[Move]:
        """Where the next piece can come to rest; none after the last piece or when blocked."""
        return list(self._moves)

    @cached_property
    def _moves(self) -> list[Move]:
        if not self.pieces:
            return []
        return placements(self.rows, self.columns, self.board, self.pieces[0], self.rotation)

    def play(self, move: Move) -> Position:
        """Fix the next piece there; raises :class:`BadInput` where it cannot come to rest."""
        if not self.pieces:
            raise BadInput("no piece is left")
        if move not in self._moves:
            raise BadInput(f"{self.move_text(move)}: the piece cannot come to rest there")
        board, gone = fixed(self.rows, self.columns, self.board, self.pieces[0], move)
        return replace(
            self,
            board=board,
            pieces=self.pieces[1:],
            placed=self.placed + 1,
            cleared=self.cleared + gone,
            tetrises=self.tetrises + (gone == 4),
        )

    def result(self) -> str | None:
        """``cleared`` (all pieces placed, board empty), ``survived`` (all placed) or ``lost``."""
        if not self.pieces:
            return "survived" if self.board else "cleared"
        return None if self._moves else "lost"

    def after(self, board: int, piece: str) -> Iterator[tuple[int, int]]:
        """Where the piece can come to rest on this board: what is left, and the full rows gone."""
        for move in placements(self.rows, self.columns, board, piece, self.rotation):
            yield fixed(self.rows, self.columns, board, piece, move)

    def move_text(self, move: Move) -> str:
        """``J1-C4``: the piece, its quarter turns, the lower left cell of its bounding box."""
        o, c, r = move
        name = ""
        c += 1
        while c:
            c, letter = divmod(c - 1, 26)
            name = chr(65 + letter) + name
        return f"{self.pieces[:1] or '?'}{o}-{name}{r + 1}"

    def parse_move(self, text: str) -> Move:
        """``J1-C4``, or ``1-C4``; raises :class:`BadInput`."""
        match = re.fullmatch(r"([IOTSZJL]?)([0-3])-?([A-Z]{1,4})([1-9][0-9]{0,6})", text.upper())
        if match is None:
            raise BadInput(f"a move is a piece, its turns and a cell, as J1-C4, not {text!r}")
        piece, turns, letters, row = match.groups()
        if piece and piece != self.pieces[:1]:
            raise BadInput(f"the next piece is {self.pieces[:1] or 'none'}, not {piece}")
        column = 0
        for letter in letters:
            column = 26 * column + ord(letter) - 64
        return int(turns), column - 1, int(row) - 1

    def grid(self) -> str:
        """The board as rows of ``.`` and ``#``, the lowest row last."""
        lines = (
            "".join(".#"[self.board >> (r * self.columns + c) & 1] for c in range(self.columns))
            for r in reversed(range(self.rows))
        )
        return "\n".join(lines)

    def __str__(self) -> str:
        pieces = " ".join(self.pieces) if self.pieces in DOCUMENT_NAMES else self.pieces
        return f"{self.grid()}\n{pieces or '-'}"  # L and S apart: together they name the Z


def parse_pieces(text: str) -> str:
    """Letters ``IOTSZJL`` run together, or words with Weimer's names ``Sq LG RG LS RS``.

    A word that is one of those names is that piece, other words are read letter by letter.
    ``LS`` could be both: it is the left snake where another of those names stands, and
    refused elsewhere. Raises :class:`BadInput`.
    """
    found = ""
    words = text.replace(",", " ").upper().split()
    if "LS" in words and not set(words) & (set(DOCUMENT_NAMES) - {"LS"}):
        raise BadInput("LS is the left snake or two pieces: write 'Z' or 'L S'", "pieces")
    for word in words:
        word = DOCUMENT_NAMES.get(word, word)
        wrong = sorted(set(word) - set(SHAPES))
        if wrong:
            raise BadInput(f"no tetromino {wrong[0]!r} in {word!r} (IOTSZJL, Sq LG RG LS RS)")
        found += word
    return found


def parse_rows(lines: Iterable[str]) -> tuple[int, int, int]:
    """Rows, columns and the filled cells from ``.#`` rows, the lowest last."""
    drawn = [line.strip() for line in lines]
    columns = len(drawn[0]) if drawn else 0
    board = 0
    for r, line in enumerate(reversed(drawn)):
        if len(line) != columns or set(line) - set(".#"):
            raise BadInput(f"expected rows of {columns} characters . or #, not {line!r}", "board")
        board |= sum(1 << (r * columns + c) for c, cell in enumerate(line) if cell == "#")
    return len(drawn), columns, board


def make(
    file: str | None = None,
    board: str | None = None,
    size: str | None = None,
    height: int | None = None,
    pieces: str | None = None,
    rotation: Rotation = "rotate",
) -> Position:
    """The position from the command line's or a file's words; raises :class:`BadInput`."""
    if (file is not None) + (board is not None) + (size is not None) != 1:
        raise BadInput("a board is a file, --board ROW/ROW/... or --size ROWSxCOLUMNS")
    sequence = ""
    if size is not None:
        match = re.fullmatch(r"([1-9][0-9]{0,5})x([1-9][0-9]{0,5})", size)
        if match is None:
            raise BadInput(f"a size is ROWSxCOLUMNS, as 20x10, not {size!r}", "size")
        rows, columns, filled = int(match[1]), int(match[2]), 0
    else:
        if board is not None and not all(row.strip() for row in board.split("/")):
            raise BadInput("a row between two / is empty", "board")
        lines = [
            s
            for line in (file or board or "").replace("/", "\n").split("\n")
            if (s := line.strip())
        ]
        drawn = [line for line in lines if not set(line) - set(".#")]
        if lines[: len(drawn)] != drawn or not drawn:
            raise BadInput("expected rows of . and #, then the pieces", "file" if file else "board")
        rows, columns, filled = parse_rows(drawn)
        sequence = parse_pieces(" ".join(lines[len(drawn) :]).removeprefix("pieces:"))
    if height is not None and height < rows:
        raise BadInput(f"the board has {rows} rows already, more than {height}", "height")
    rows = height or rows
    if rows * columns > LARGEST:
        raise BadInput(f"a board has at most {LARGEST} cells, not {rows} x {columns}")
    if vanish(rows, columns, filled)[1]:
        raise BadInput("a full row would have vanished", "board")
    if pieces is not None:
        sequence += parse_pieces(pieces)
    return Position(rows, columns, filled, sequence, rotation)


YES_NO = ("yes", "no")
QUESTIONS: tuple[Question[Position], ...] = (
    Question("clear", "can the board be empty after the whole sequence?", YES_NO,
             defined_by=counts.clear,
             example=Example("a play leaves the board empty", counts.emptied)),
    Question("survive", "can every piece of the sequence be placed?", YES_NO,
             defined_by=counts.survive,
             example=Example("a play places every piece", counts.survived)),
    Question("max-rows", "how many rows can be cleared before the sequence or the play ends?",
             spelling=WHOLE, defined_by=counts.max_rows,
             example=Example("a play clears {value} rows", counts.rows_of, AtLeast)),
    Question("max-tetrises", "how many times can four rows be cleared at once?", spelling=WHOLE,
             defined_by=counts.max_tetrises,
             example=Example("a play clears four rows at once {value} times", counts.tetrises_of,
                             AtLeast)),
)  # fmt: skip
ROTATION = Parameter("rotation", "choice", "how a piece moves on its way down", True, False,
                     "rotate", ROTATIONS)  # fmt: skip

GAMES: tuple[Game[Position], ...] = (
    Game(
        "tetris",
        "place a known sequence of tetrominoes; full rows vanish, a blocked piece loses",
        (
            Parameter("file", "file", "rows of . and #, lowest last, then pieces", required=False),
            Parameter("board", "text", "rows of . and # joined by /, lowest last", True, False),
            Parameter("size", "text", "an empty board of ROWSxCOLUMNS", True, False),
            Parameter("height", "integer", "empty rows are added on top up to this", True, False),
            Parameter("pieces", "text", "JJLI..., or names as 'LG LG RG I'", True, False),
            ROTATION,
        ),
        (
            *QUESTIONS,
            Question(
                "sequences",
                "how many sequences of so many pieces can leave the board empty?",
                (),
                (Parameter("length", "integer", "pieces", True, False, 3),),
                WHOLE,
                defined_by=counts.sequences,
            ),
        ),
        make,
        "Demaine, Hohenberger and Liben-Nowell, Tetris is Hard, Even to Approximate, COCOON 2003 "
        "(abstract in Weimer, Introduction to Game Theory)",
        ("tetris --size 4x4 --pieces JJ", "tetris --size 8x4 --pieces LJOOIT -q max-rows"),
    ),
)
