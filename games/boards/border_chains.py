"""Minimal chains between two borders of a graph: the sets of Hex and of Shannon's vertex game.

A chain is minimal when no member can be left out: only its first cell lies on the first border,
only its last on the other, and only consecutive cells touch. Who owns a path from border to border
owns a minimal chain, and the other way round.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

from gameproof.games.meaning.bad_input import BadInput

MOST_CHAINS = 20_000
"""Chains that are listed."""
MOST_STEPS = 2_000_000
"""Cells that are looked at before the chains count as too many."""

Chain = tuple[int, ...]


class TooMany(BadInput):
    """There are more chains than are listed."""

    def __init__(self) -> None:
        super().__init__(f"more than {MOST_CHAINS} chains join the borders")


def minimal_chains(
    near: Sequence[Collection[int]],
    begin: Collection[int],
    end: Collection[int],
    *,
    cost: Sequence[int] = (),
    most: int = 0,
    most_chains: int = MOST_CHAINS,
) -> tuple[Chain, ...]:
    """The minimal chains, ``near`` being the neighbours of each cell; with ``cost``, only those
    of which the costs add up to ``most`` at most. Raises :class:`TooMany`."""
    prices = cost or [0] * len(near)
    left = _distances(near, end, prices)
    found: list[Chain] = []
    steps = 0
    # (cell, its place in the chain, what the chain before it cost, the cells barred to it)
    start = frozenset(begin)
    waiting = [(cell, 0, 0, start) for cell in sorted(begin, reverse=True)]
    chain: list[int] = []
    while waiting:
        cell, place, paid, barred = waiting.pop()
        steps += 1
        if steps > MOST_STEPS or len(found) > most_chains:
            raise TooMany
        if paid + left[cell] > most:
            continue
        del chain[place:]
        chain.append(cell)
        if cell in end:
            found.append(tuple(chain))
            continue
        closed = barred.union(near[cell], (cell,))
        paid += prices[cell]
        following = [other for other in near[cell] if other not in barred]
        waiting += [(other, place + 1, paid, closed) for other in reversed(following)]
    return tuple(found)


def short_chains(
    near: Sequence[Collection[int]],
    begin: Collection[int],
    end: Collection[int],
    own: Collection[int],
    other: Collection[int],
    stones: int,
) -> tuple[Chain, ...]:
    """The chains that a player with the cells ``own`` completes with so many ``stones`` more,
    without the cells ``other``: groups of own cells count as one and cost nothing.

    Raises :class:`TooMany`. O(cells) beside the chains.
    """
    groups: list[list[int]] = []
    group_of: dict[int, int] = {}
    for cell in sorted(set(range(len(near))) - set(other)):
        if cell in group_of:
            continue
        members = [cell]
        group_of[cell] = len(groups)
        for member in members:
            for next_to in near[member] if cell in own else ():
                if next_to in own and next_to not in group_of:
                    group_of[next_to] = len(groups)
                    members.append(next_to)
        groups.append(members)
    rows = [
        sorted({group_of[c] for m in members for c in near[m] if c in group_of} - {k})
        for k, members in enumerate(groups)
    ]
    chains = minimal_chains(
        rows,
        {group_of[c] for c in begin if c in group_of},
        {group_of[c] for c in end if c in group_of},
        cost=[0 if members[0] in own else 1 for members in groups],
        most=stones,
    )
    return tuple(tuple(sorted(c for k in chain for c in groups[k])) for chain in chains)


def _distances(
    near: Sequence[Collection[int]], end: Collection[int], prices: Sequence[int]
) -> list[int]:
    """The least sum of prices, 0 or 1 each, of a path from each cell to ``end``, both included;
    more than all cells together where there is none. O(cells + edges)."""
    left = [len(near) + 1] * len(near)
    waiting = deque(sorted(end, key=lambda cell: prices[cell]))
    for cell in waiting:
        left[cell] = prices[cell]
    while waiting:
        cell = waiting.popleft()
        for other in near[cell]:
            through = left[cell] + prices[other]
            if through < left[other]:
                left[other] = through
                (waiting.append if prices[other] else waiting.appendleft)(other)
    return left
