"""Forward reachability in layers: all states after each step of a fixed sequence.

States are 64-bit words; what they mean, only the caller's steps know. Each step maps an
array of states to all their successors at once, so that the work is done by NumPy.
Equal states are merged, the one with the greatest gain kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gameproof.solvers.limits import Limits

Successors = tuple[np.ndarray, np.ndarray, np.ndarray]
Step = Callable[[np.ndarray], Successors]
"""``states -> (source, successor, gain)``: indices into ``states``, uint64, int64."""

CHUNK = 1 << 15


class TooManyStates(Exception):
    """A layer has more states than the caller allows; ``depth`` is the layer's number."""

    def __init__(self, depth: int) -> None:
        super().__init__(f"too many states after {depth} steps")
        self.depth = depth


@dataclass(frozen=True, slots=True)
class Layer:
    """States in ascending order, the index of a predecessor in the layer before, the
    greatest sum of gains on the way to each."""

    states: np.ndarray
    parent: np.ndarray
    gain: np.ndarray


def layers(start: int, steps: Sequence[Step], limits: Limits, most: int = 1 << 24) -> list[Layer]:
    """The layers after 0, 1, 2, ... steps, ending early with an empty one.

    O(S log S) for S successors, beside the steps. Raises ``LimitReached``, and
    :class:`TooManyStates` when the parts of a layer hold more than ``most`` states.
    """
    found = [Layer(np.array([start], np.uint64), np.array([-1], np.int64), np.array([0], np.int64))]
    for depth, step in enumerate(steps, 1):
        before = found[-1]
        parts: list[Layer] = []
        held = 0
        for low in range(0, len(before.states), CHUNK):
            limits.check()
            limits.progress(f"move {depth}, {held} positions")
            source, states, gain = step(before.states[low : low + CHUNK])
            source = source + low
            parts.append(_merged(states, source, gain + before.gain[source]))
            held += len(parts[-1].states)
            if held > most:
                raise TooManyStates(depth)
        found.append(
            _merged(
                np.concatenate([p.states for p in parts]),
                np.concatenate([p.parent for p in parts]),
                np.concatenate([p.gain for p in parts]),
            )
        )
        if not len(found[-1].states):
            break
    return found


def _merged(states: np.ndarray, parent: np.ndarray, gain: np.ndarray) -> Layer:
    order = np.lexsort((-gain, states))
    states = states[order]
    first = np.ones(len(states), bool)
    first[1:] = states[1:] != states[:-1]
    chosen = order[first]
    return Layer(states[first], parent[chosen], gain[chosen])


def way(found: list[Layer], depth: int, index: int) -> list[int]:
    """The states from the start to state ``index`` of layer ``depth``."""
    states = []
    for layer in reversed(found[: depth + 1]):
        states.append(int(layer.states[index]))
        index = int(layer.parent[index])
    return states[::-1]
