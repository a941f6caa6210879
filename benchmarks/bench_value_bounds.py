"""How far bounds found without the value of a Snort position lie apart.

Twenty boards of 5 x 5, whose values nobody has: empty, and with a red and a blue piece on two
vertices drawn with the seeds stated. ``python -m benchmarks value_bounds``.
"""

from __future__ import annotations

import random
import time
from typing import Any, cast

from gameproof.encodings.snort.value import closures
from gameproof.encodings.snort.value_bounds import searched_bounds, value_bounds
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.snort import Position
from gameproof.instances.instance import from_words, resolve
from gameproof.solvers.limits import Limits

COUNT = 20


def boards() -> list[tuple[str, Position]]:
    """The empty board, then those of seeds 1, 2, ... on which the pieces may stand."""
    found = ["snort grid 5 5"]
    positions = [_position(found[0])]
    seed = 0
    while len(found) < COUNT:
        seed += 1
        red, blue = random.Random(seed).sample(range(25), 2)
        words = f"snort grid 5 5 --red {red} --blue {blue}"
        try:
            positions.append(_position(words))
        except BadInput:  # they touch
            continue
        found.append(words)
    return list(zip(found, positions, strict=True))


def _position(words: str) -> Position:
    position: Any = resolve(from_words(words.split(), "value")).position
    return cast(Position, position)


def main() -> None:
    """A row for each board: bounds by counting, bounds by search, CPU seconds of the search."""
    widths = []
    for words, position in boards():
        low, high = value_bounds(*closures(position), position.red_free, position.blue_free)
        started = time.process_time()
        least, most = searched_bounds(position, low, high, Limits(60.0))
        seconds = time.process_time() - started
        widths.append(most - least)
        print(f"{words:<36}{low:>5} .. {high:<5}{least:>5} .. {most:<5}{seconds:>7.2f}", flush=True)
    print(f"width from {min(widths)} to {max(widths)}")


if __name__ == "__main__":
    main()
