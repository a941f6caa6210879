"""Counting exact covers with symmetry, progress and resume.

Items are of two kinds, at most 64 of each, held as bits of two words; every option
covers some of both, and branching is on the right items. The first levels are walked
breadth first, states that a symmetry takes to each other being merged with their
multiplicities (a state has as many covers as its images); each state that is left is
then counted depth first (``exact_cover.cpp``), and the sum so far can be kept in a file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits

Progress = Callable[[int, int, int], None]
SPREAD = 400
"""Breadth-first levels stop at this many states."""
SLICE = 200_000
"""Steps between two looks at the limits, about 50 ms."""

_advance = native.engine("exact_cover").function("advance")


class ResumeError(ValueError):
    """A file of results belongs to another problem or is damaged."""

    exit_status = 2


@dataclass(frozen=True)
class Problem:
    """Option k covers the left items ``left[k]`` and the right items ``right[k]`` (bit masks);
    all ``lefts`` + ``rights`` items are to be covered exactly once, right ones by branching."""

    lefts: int
    rights: int
    left: tuple[int, ...]
    right: tuple[int, ...]

    def __post_init__(self) -> None:
        if not (0 <= self.lefts <= 64 and 0 < self.rights <= 64):
            raise ValueError("at most 64 items of each kind, and one to branch on")

    def options_of(self, item: int) -> list[int]:
        """The options that cover a right item."""
        return [k for k, mask in enumerate(self.right) if mask >> item & 1]

    def key(self) -> str:
        """A fingerprint for files of results."""
        text = json.dumps([self.lefts, self.rights, self.left, self.right])
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Symmetry:
    """A permutation of the left items and the one of the right items that goes with it."""

    left: tuple[int, ...]
    right: tuple[int, ...]


def count(
    problem: Problem,
    limits: Limits,
    *,
    symmetries: Sequence[Symmetry] = (),
    progress: Progress | None = None,
    resume: Path | None = None,
    spread: int = SPREAD,
) -> int:
    """The number of exact covers.

    ``symmetries`` must be a whole group of symmetries of the problem, or empty. The work is
    spread over at least ``spread`` states, counted one after the other.
    ``progress(done, states, covers so far)`` is called after each state. With
    ``resume`` the sum is kept in that file and taken up again from there. Raises
    ``LimitReached``; what is in the file then stays.
    """
    states = spread_out(problem, symmetries, limits, spread)
    done, total = _load(resume, problem, len(states))
    below = StateCount(problem)
    for index in range(done, len(states)):
        free, open_, weight = states[index]
        total += weight * below.count(free, open_, limits)
        if resume is not None:
            _save(resume, problem, len(states), index + 1, total)
        if progress is not None:
            progress(index + 1, len(states), total)
    return total


def spread_out(
    problem: Problem, symmetries: Sequence[Symmetry], limits: Limits, spread: int = SPREAD
) -> list[tuple[int, int, int]]:
    """At least ``spread`` states (uncovered left, uncovered right, multiplicity) whose covers
    make up all, breadth first, those with the same image under the group of ``symmetries``
    merged; fewer where there are no more. Raises ``LimitReached``."""
    full = ((1 << problem.lefts) - 1, (1 << problem.rights) - 1)
    level: dict[tuple[int, int], int] = {full: 1}
    finished = 0
    while level and len(level) < spread:
        limits.check()
        below: dict[tuple[int, int], int] = {}
        for (free, open_), weight in level.items():
            if not open_:
                finished += weight if not free else 0
                continue
            for k in _narrowest(problem, free, open_):
                child = (free & ~problem.left[k], open_ & ~problem.right[k])
                below[child] = below.get(child, 0) + weight
        level = _merged(problem, symmetries, below)
    states = [(free, open_, weight) for (free, open_), weight in sorted(level.items())]
    if finished:
        states.append((0, 0, finished))
    return states


def _narrowest(problem: Problem, free: int, open_: int) -> list[int]:
    """The possible options of the uncovered right item that has fewest."""
    best: list[int] | None = None
    for item in range(problem.rights):
        if open_ >> item & 1:
            options = [
                k
                for k in problem.options_of(item)
                if problem.left[k] & ~free == 0 and problem.right[k] & ~open_ == 0
            ]
            if best is None or len(options) < len(best):
                best = options
    return best or []


def _merged(
    problem: Problem, symmetries: Sequence[Symmetry], states: dict[tuple[int, int], int]
) -> dict[tuple[int, int], int]:
    """States by their least image, multiplicities added. O(states * group * items)."""
    if not symmetries or not states:
        return states
    rows = list(states)
    left = _bits([free for free, _ in rows], problem.lefts)
    right = _bits([open_ for _, open_ in rows], problem.rights)
    low_left = np.full(len(rows), np.iinfo(np.uint64).max, dtype=np.uint64)
    low_right = low_left.copy()
    for symmetry in symmetries:
        # item i goes to symmetry.left[i]: bit j of the image is bit i of the state
        one, two = _packed(left, symmetry.left), _packed(right, symmetry.right)
        less = (one < low_left) | ((one == low_left) & (two < low_right))
        low_left[less], low_right[less] = one[less], two[less]
    found: dict[tuple[int, int], int] = {}
    pairs = zip(low_left.tolist(), low_right.tolist(), strict=True)
    for key, row in zip(pairs, rows, strict=True):
        found[key] = found.get(key, 0) + states[row]
    return found


def _bits(masks: list[int], width: int) -> NDArray[np.uint64]:
    """A row of 0 and 1 for each mask."""
    array = np.array(masks, dtype=np.uint64)
    return (array[:, None] >> np.arange(width, dtype=np.uint64)) & np.uint64(1)


def _packed(bits: NDArray[np.uint64], image: Sequence[int]) -> NDArray[np.uint64]:
    places = np.array(image, dtype=np.uint64)
    packed: NDArray[np.uint64] = np.bitwise_or.reduce(bits << places, axis=1)
    return packed


class StateCount:
    """Counts the covers of one state after another."""

    def __init__(self, problem: Problem) -> None:
        lists = [problem.options_of(item) for item in range(problem.rights)]
        start = np.zeros(problem.rights + 1, dtype=np.int64)
        np.cumsum([len(options) for options in lists], out=start[1:])
        options = native.arrays(
            left=np.array(problem.left, dtype=np.uint64),
            right=np.array(problem.right, dtype=np.uint64),
            start=start,
            members=np.array([k for options in lists for k in options], dtype=np.int64),
        )
        self.stack = np.zeros((problem.rights + 1, 4), dtype=np.uint64)
        self.state = _advance.numbers()
        self.advance = _advance.bind(options, self.stack, self.state, SLICE)

    def count(self, free: int, open_: int, limits: Limits) -> int:
        """Exact covers of what is uncovered. Raises ``LimitReached``."""
        self.stack[0, :2] = free, open_
        self.state.depth, self.state.count, self.state.fresh = 0, 0, 1
        limits.check()
        while self.advance():
            limits.check()
        return self.state.count


def _load(path: Path | None, problem: Problem, states: int) -> tuple[int, int]:
    """States done and covers counted so far."""
    if path is None or not path.exists():
        return 0, 0
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        key, of = data["problem"], int(data["states"])
        done, total = int(data["done"]), int(data["covers"])
    except (ValueError, KeyError, TypeError) as error:
        raise ResumeError(f"{path}: not a file of results ({error})") from None
    if (key, of) != (problem.key(), states) or not 0 <= done <= states:
        raise ResumeError(f"{path}: results of another problem")
    return done, total


def _save(path: Path, problem: Problem, states: int, done: int, total: int) -> None:
    part = path.with_name(path.name + ".part")
    data = {"problem": problem.key(), "states": states, "done": done, "covers": total}
    part.write_text(json.dumps(data) + "\n", encoding="utf-8")
    part.replace(path)
