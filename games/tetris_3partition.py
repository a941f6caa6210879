"""3-PARTITION as a Tetris board and sequence (Demaine, Hohenberger and Liben-Nowell 2003).

Numbers a_1, ..., a_3s with sum s T: do they split into s triples of sum T each? Weimer's
lecture "Introduction to Game Theory" prints the paper's piece sequence but not its Figure 2,
so the board here is **reconstructed**: the sequence must fill its free cells exactly, the
filler must fill its part of a bucket in one way only, and the lock must open at the one RG.

Columns 6j to 6j + 5 (from 0) are bucket j: three open columns of which the first two are
filled in the four lowest rows, then notches two cells wide in every sixth row, then a wall.
The last three columns are the lock: filled but for the two highest cells of the first and
the highest of the second; the third is empty but for the cell below the highest.
T is made even by doubling all numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from gameproof.games.game import Game
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Example, Question, Rows
from gameproof.games.meaning.steps import tried
from gameproof.games.tetris import (
    LARGEST,
    QUESTIONS,
    ROTATION,
    YES_NO,
    Position,
    Rotation,
    parse_pieces,
)

INITIATOR = parse_pieces("I LG Sq")
FILLER = parse_pieces("LG LS LG LG Sq")
TERMINATOR = parse_pieces("Sq Sq")


@dataclass(frozen=True)
class Reduction(Position):
    """The Tetris position with its ``numbers`` and ``target`` T, both after doubling."""

    numbers: tuple[int, ...] = ()
    target: int = 0

    @property
    def triples(self) -> int:
        """s, the number of buckets."""
        return len(self.numbers) // 3

    def sizes(self) -> str:
        """Board, free cells and pieces, as ``46 x 9, 192 free cells, 48 pieces``."""
        free = self.rows * self.columns - self.filled
        return f"{self.rows} x {self.columns}, {free} free cells, {len(self.pieces)} pieces"


def _partition(position: Reduction, _arguments: Arguments) -> Value:
    """Take the first number with every two others that complete it, then the rest likewise."""

    def splits(rest: tuple[int, ...]) -> bool:
        return not rest or any(
            splits(tuple(rest[k] for k in range(1, len(rest)) if k not in pair))
            for pair in tried(combinations(range(1, len(rest)), 2), 2)
            if rest[0] + sum(rest[k] for k in pair) == position.target
        )

    if not position.numbers:
        raise BadInput("there are no numbers")
    return splits(position.numbers)


def _split(position: Reduction, _arguments: Arguments, rows: Rows) -> Value:
    """One row: for each number the triple, from 0, that it goes into."""
    if not position.numbers:
        raise BadInput("there are no numbers")
    if len(rows) != 1 or len(rows[0]) != len(position.numbers):
        raise BadInput("not every number goes into one triple")
    triples: dict[int, list[int]] = {}
    for number, into in zip(position.numbers, rows[0], strict=True):
        triples.setdefault(into, []).append(number)
    for triple in triples.values():
        if len(triple) != 3 or sum(triple) != position.target:
            raise BadInput(f"{triple[:9]} is no triple of sum {position.target}")
    return True


def bucket_board(triples: int, target: int) -> tuple[int, int, int]:
    """Rows, columns and filled cells of the reconstructed board."""
    rows, columns = 6 * target + 22, 6 * triples + 3
    if rows * columns > LARGEST:
        raise BadInput(f"a board has at most {LARGEST} cells, not {rows} x {columns}")
    board = 0
    for r in range(rows):
        line = ""
        for _ in range(triples):
            open_columns = "##." if r < 4 else "..."
            line += open_columns + (".." if r % 6 == 4 and r < rows - 4 else "##") + "#"
        line += "." if r >= rows - 2 else "#"
        line += "." if r == rows - 1 else "#"
        line += "#" if r == rows - 2 else "."
        board |= sum(1 << (r * columns + c) for c, cell in enumerate(line) if cell == "#")
    return rows, columns, board


def sequence(numbers: tuple[int, ...], target: int) -> str:
    """The pieces: initiator, filler and terminator of each number, then those that open it."""
    each = "".join(INITIATOR + FILLER * a + TERMINATOR for a in numbers)
    return each + "I" * (len(numbers) // 3) + parse_pieces("RG") + "I" * (3 * target // 2 + 5)


def make(target: int, numbers: list[int], rotation: Rotation = "rotate") -> Reduction:
    """The position; raises :class:`BadInput` unless 3s positive numbers have the sum s T."""
    if target < 1 or not numbers or len(numbers) % 3 or min(numbers) < 1:
        raise BadInput("3-PARTITION has a positive T and 3s positive numbers", "numbers")
    if sum(numbers) * 3 != target * len(numbers):
        raise BadInput(
            f"{len(numbers)} numbers must have the sum {target * len(numbers) // 3}, "
            f"not {sum(numbers)}",
            "numbers",
        )
    factor = 1 + target % 2
    scaled, bound = tuple(a * factor for a in numbers), target * factor
    rows, columns, board = bucket_board(len(scaled) // 3, bound)
    return Reduction(
        rows, columns, board, sequence(scaled, bound), rotation, numbers=scaled, target=bound
    )


GAMES: tuple[Game[Reduction], ...] = (
    Game(
        "tetris-3partition",
        "Tetris whose board can be emptied if the numbers split into triples of sum T",
        (
            Parameter("target", "integer", "T, the sum of each triple"),
            Parameter("numbers", "integers", "3s positive numbers with the sum s T"),
            ROTATION,
        ),
        (
            *QUESTIONS,
            Question(
                "partition",
                "do the numbers split into triples of sum T?",
                YES_NO,
                defined_by=_partition,
                example=Example("the numbers split into triples of the sum wanted", _split),
            ),
            Question(
                "sizes",
                "board, free cells and pieces of the reduction",
                defined_by=lambda position, _: position.sizes(),
            ),
        ),
        make,
        "Demaine, Hohenberger and Liben-Nowell, Tetris is Hard, Even to Approximate, COCOON 2003; "
        "the board is reconstructed from the abstract in Weimer, Introduction to Game Theory",
        ("tetris-3partition 4 1 1 2", "tetris-3partition 16 5 5 5 5 5 7 -q partition"),
    ),
)
