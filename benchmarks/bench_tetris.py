"""Tetris on random boards: dynamic program, SAT and CP-SAT on the same question.

``clear`` on width 6, height 10 with 10 pieces, boards on which the cells fill whole rows, some
solvable and some not. Run with ``python -m benchmarks tetris``.
"""

from __future__ import annotations

import random
from functools import partial

from benchmarks.harness import Row, compare, table
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.tetris import tetris
from gameproof.games.tetris import ROTATIONS, Position, Rotation, vanish
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import sat

EACH = 2  # boards of each kind

OPTIONS = Options(certificate=False)


def boards(rotation: Rotation, seed: int) -> list[tuple[Position, str]]:
    """Random boards with the answer of the dynamic program, ``EACH`` for yes and for no."""
    rng = random.Random(seed)
    found: dict[str, list[Position]] = {"yes": [], "no": []}
    while min(map(len, found.values())) < EACH:
        cells = rng.sample(range(24), rng.choice([0, 2, 4, 8, 14, 20]))
        board = vanish(10, 6, sum(1 << c for c in cells))[0]
        pieces = "".join(rng.choices("IOTSZJL", k=10))
        position = Position(10, 6, board, pieces, rotation)
        if tetris.uneven(position):
            continue
        answer = by_boards(position)
        if len(found[answer]) < EACH:
            found[answer].append(position)
    return [(position, answer) for answer, group in found.items() for position in group]


def by_boards(position: Position) -> str:
    """The answer by dynamic programming."""
    return said(tetris.by_boards(position, Limits(), OPTIONS, "clear"))


def planned(position: Position, engine: str) -> str:
    """The answer by a SAT engine or CP-SAT, without a proof of "no"."""
    return said(tetris.planned(position, Limits(120), OPTIONS, "clear", engine))


def said(finding: Finding) -> str:
    """``yes`` or ``no``, or ``unknown``."""
    return "unknown" if finding.answer is UNKNOWN else "yes" if finding.answer else "no"


def main() -> None:
    """Print the table."""
    rows: list[Row] = []
    for rotation in ROTATIONS:
        for number, (position, answer) in enumerate(boards(rotation, 7), 1):
            contenders = {
                "boards": partial(by_boards, position),
                sat.DEFAULT_ENGINE: partial(planned, position, sat.DEFAULT_ENGINE),
                "glucose4": partial(planned, position, "glucose4"),
                sat.CP_SAT: partial(planned, position, sat.CP_SAT),
            }
            rows += compare(f"{rotation} {number} ({answer})", contenders, repeats=1)
    print(table(rows))


if __name__ == "__main__":
    main()
