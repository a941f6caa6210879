"""Grundy values straight from the definition, with no sums and no sharing of parts."""

from __future__ import annotations

from typing import Any


def grundy(position: Any, memo: dict[Any, int] | None = None) -> int:
    """The mex of the Grundy values of all options, recursively, by the rules alone."""
    memo = {} if memo is None else memo
    if position not in memo:
        seen = {grundy(position.play(move), memo) for move in position.moves()}
        memo[position] = next(k for k in range(len(seen) + 1) if k not in seen)
    return memo[position]
