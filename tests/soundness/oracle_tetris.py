"""Tetris by the slow twin of the rules, and 3-PARTITION by all permutations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations, product

from reference.tetris import answers, cells_of

from gameproof.games.tetris import SHAPES, Position
from gameproof.games.tetris_3partition import Reduction
from soundness.rules_oracle import TooLarge

Arguments = Mapping[str, object]


def of_twin(name: str) -> Callable[[Position, Arguments], object]:
    def decide(position: Position, arguments: Arguments) -> object:
        if len(position.pieces) > 4:
            raise TooLarge
        return _typed(_answers(position, position.pieces)[name])

    return decide


def _answers(position: Position, pieces: str) -> dict[str, str]:
    cells = cells_of(position.columns, position.board)
    return answers(position.rows, position.columns, cells, pieces, position.rotation)


def _typed(text: str) -> object:
    return text == "yes" if text in ("yes", "no") else int(text)


def sequences(position: Position, arguments: Arguments) -> object:
    length = arguments.get("length")
    if type(length) is not int or not 0 <= length <= 2 or position.pieces:
        raise TooLarge
    return sum(
        _answers(position, "".join(pieces))["clear"] == "yes"
        for pieces in product(SHAPES, repeat=length)
    )


def partition(position: Reduction, arguments: Arguments) -> object:
    if len(position.numbers) > 6:
        raise TooLarge
    return any(
        all(sum(order[i : i + 3]) == position.target for i in range(0, len(order), 3))
        for order in permutations(position.numbers)
    )


def sizes(position: Reduction, arguments: Arguments) -> object:
    free = sum(row.count(".") for row in position.grid().split("\n"))
    pieces = len(position.pieces)
    return f"{position.rows} x {position.columns}, {free} free cells, {pieces} pieces"


ORACLES: dict[tuple[type, str], Callable[..., object]] = {
    **{
        (Position, name): of_twin(name) for name in ("clear", "survive", "max-rows", "max-tetrises")
    },
    (Position, "sequences"): sequences,
    (Reduction, "partition"): partition,
    (Reduction, "sizes"): sizes,
}

BOARD = ("clear", "survive", "max-rows", "max-tetrises")
GOALS: list[tuple[str, tuple[str, ...]]] = [
    *[
        (words, BOARD)
        for words in (
            "tetris --size 2x2",
            "tetris --board #.",
            "tetris --size 3x4 --pieces J --rotation drop",
            "tetris --size 4x4 --pieces JJ",
            "tetris --size 4x4 --pieces JL --rotation slide",
            "tetris --board ...##/..... --height 5 --pieces JO --rotation drop",
            "tetris --board ...##/..... --height 5 --pieces JO --rotation slide",
            "tetris --board ###./###./###./###. --height 6 --pieces I",
            "tetris --board ###./###./###./###. --height 6 --pieces OI --rotation drop",
            "tetris --board #.#./.#.# --pieces TT",
        )
    ],
    *[
        (words, ("sequences --length 0", "sequences --length 1", "sequences --length 2"))
        for words in (
            "tetris --size 4x4",
            "tetris --size 4x4 --rotation drop",
            "tetris --board ##.. --height 4",
        )
    ],
    *[
        (words, ("partition", "sizes"))
        for words in (
            "tetris-3partition 4 1 1 2",
            "tetris-3partition 4 1 1 2 1 1 2",
            "tetris-3partition 4 1 1 1 1 1 3",
            "tetris-3partition 16 5 5 5 5 5 7",
        )
    ],
    *[
        (f"tetris-3partition {numbers}", ("partition",))
        for numbers in (
            "3 1 1 1",
            "5 1 1 3 2 2 1",
            "5 1 2 2",
            "4 2 1 1 1 2 1",
            "6 2 2 2",
            "6 1 2 3 2 2 2",
            "7 1 3 3 2 2 3",
            "8 2 3 3 3 3 2",
        )
    ],
]
"""Tiny boards with the questions to be attacked."""
