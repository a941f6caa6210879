"""The bound by packings of stars, without second centres."""

from __future__ import annotations

from collections.abc import Sequence

from gameproof.games.bit_sets import members as bits


def star_packing(
    near: Sequence[int], x: int, y: int, spare: int, *, first: bool
) -> tuple[int, int]:
    """Free moves with which the owner of ``x``, moving ``first`` or not, surely wins against
    ``y``, and the vertices of ``x`` he needs (fewer where ``spare`` leaves him a choice).

    ``near`` are closed neighbourhoods as bit masks. O(n d^2) for degrees d.
    """
    reach = {v: near[v] & y for v in bits(x)}
    left = y
    stars: list[tuple[int, int, int]] = []  # gain p, size |K|, vertices needed
    for v in sorted(reach, key=lambda u: (-reach[u].bit_count(), u)):
        closed = reach[v]
        if not closed or closed & ~left:
            continue
        left &= ~closed
        touched = 0
        for u in bits(closed):
            touched |= near[u] & x
        private = sum(1 << u for u in bits(touched) if not reach[u] & ~closed)
        stars.append((private.bit_count() - 1, closed.bit_count(), private))
    stars.sort(key=lambda star: -(star[0] + star[1]))

    def need(kept: list[tuple[int, int, int]], total: int) -> int:
        mine = first
        for gain, size, _ in kept:
            total += gain if mine else 1 - size
            mine = not mine
        return int(mine) - total

    total = -left.bit_count()
    wanted = need(stars, total)
    for star in reversed(list(stars)):
        rest = [other for other in stars if other is not star]
        without = need(rest, total - star[1])
        if wanted < spare and without <= spare:
            stars, total, wanted = rest, total - star[1], without
    used = 0
    for _, _, private in stars:
        used |= private
    return wanted, used
