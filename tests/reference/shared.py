"""Work that the workers of one run of tests divide among them."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

FOLDER = "GAMEPROOF_TESTS_SHARED"
"""Where the run's first process lets its workers put what they make (``conftest.py``)."""

T = TypeVar("T")


def parts(name: str, makers: Sequence[Callable[[], T]]) -> list[T]:
    """What the makers make, in their order: each is called by one worker of the run only, and
    read by the others. Without workers they are called one after the other."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return [make() for make in makers]
    # What nobody has begun first; then what the others are making, once they have made it.
    made: dict[int, T] = {}
    for flag in (fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_EX):
        for number, make in enumerate(makers):
            if number not in made:
                path = Path(folder, f"{name}-{number}")
                with path.open("a+b") as file:
                    try:
                        fcntl.flock(file, flag)
                    except BlockingIOError:
                        continue
                    file.seek(0)
                    written = file.read()
                    if written:
                        made[number] = pickle.loads(written)
                    else:  # also where the worker that began died
                        made[number] = make()
                        file.write(pickle.dumps(made[number]))
    return [made[number] for number in range(len(makers))]
