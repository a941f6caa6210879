"""Random graphs. They take every bit from the raw stream of PCG64, which NumPy keeps stable
between versions, so that ``seed 7`` means the same graph everywhere.

Each builder returns the number of vertices and the edges.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.games.meaning.bad_input import BadInput

Edges = list[tuple[int, int]] | NDArray[np.int64]


def _raw(seed: int) -> np.random.PCG64:
    return np.random.PCG64(seed)


def _below(stream: np.random.PCG64, bound: int, count: int) -> NDArray[np.int64]:
    """``count`` uniform numbers below ``bound`` (< 2^31); the bias is below 2^-32."""
    high = stream.random_raw(count) >> np.uint64(32)
    return ((high * np.uint64(bound)) >> np.uint64(32)).astype(np.int64)


def _pair(number: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number-th pair (a, b), a < b, in the order (0,1), (0,2), (1,2), (0,3), ..."""
    b = ((1 + np.sqrt(1 + 8 * number.astype(np.float64))) / 2).astype(np.int64)
    b -= b * (b - 1) // 2 > number
    b += b * (b + 1) // 2 <= number
    return np.stack([number - b * (b - 1) // 2, b], axis=1)


def gnp(n: int, p: float, seed: int) -> tuple[int, Edges]:
    """Each of the pairs is an edge with probability ``p``; raises :class:`BadInput`.

    O(vertices + edges) expected.
    """
    if not 0 <= p <= 1:
        raise BadInput(f"a probability lies in 0..1, not {p}")
    pairs = n * (n - 1) // 2
    if p == 0 or pairs == 0:
        return n, []
    if p == 1:
        return n, np.stack(np.triu_indices(n, 1), axis=1).astype(np.int64)
    stream = _raw(seed)
    # Gaps between chosen pairs are geometric: time grows with the edges, not with n^2.
    expected = int(pairs * p + 10 * np.sqrt(pairs * p) + 10)
    chosen: list[NDArray[np.int64]] = []
    at = -1
    while at < pairs:
        u = ((stream.random_raw(expected) >> np.uint64(11)).astype(np.float64) + 0.5) / 2.0**53
        with np.errstate(over="ignore"):  # a tiny p makes gaps past the end, as it should
            leap = np.floor(np.log(u) / np.log1p(-p))
        gaps = np.minimum(leap, float(pairs)).astype(np.int64) + 1
        places = at + np.cumsum(gaps)
        chosen.append(places[places < pairs])
        at = int(places[-1])
    return n, _pair(np.concatenate(chosen))


def gnm(n: int, m: int, seed: int) -> tuple[int, Edges]:
    """``m`` of the pairs, each set of so many alike; raises :class:`BadInput`."""
    pairs = n * (n - 1) // 2
    if m > pairs:
        raise BadInput(f"{n} vertices have {pairs} pairs, fewer than {m} edges")
    stream = _raw(seed)
    keys = np.empty(0, dtype=np.int64)
    while len(keys) < m:
        missing = m - len(keys)
        draw = _below(stream, n, 2 * (missing + missing // 8 + 16)).reshape(-1, 2)
        draw = np.sort(draw[draw[:, 0] != draw[:, 1]], axis=1)
        fresh = draw[:, 0] * n + draw[:, 1]
        together = np.concatenate([keys, fresh])
        _, first = np.unique(together, return_index=True)
        keys = together[np.sort(first)][:m]
    return n, np.stack([keys // n, keys % n], axis=1)


def tree(n: int, seed: int) -> tuple[int, Edges]:
    """A uniform labelled tree from its Pruefer code. O(n log n)."""
    if n <= 2:
        return n, [(v, v + 1) for v in range(n - 1)]
    import heapq

    code = [int(x) for x in _below(_raw(seed), n, n - 2)]
    degree = [1] * n
    for v in code:
        degree[v] += 1
    leaves = [v for v in range(n) if degree[v] == 1]
    heapq.heapify(leaves)
    edges = []
    for v in code:
        edges.append((heapq.heappop(leaves), v))
        degree[v] -= 1
        if degree[v] == 1:
            heapq.heappush(leaves, v)
    edges.append((heapq.heappop(leaves), heapq.heappop(leaves)))
    return n, edges


def regular(d: int, n: int, seed: int) -> tuple[int, Edges]:
    """Pairing model; a pair that would repeat an edge is mended by random switches. Raises
    :class:`BadInput` where there is no such graph."""
    if d >= n or d * n % 2:
        raise BadInput(f"no {d}-regular graph on {n} vertices")
    if 2 * d > n - 1:
        _, rest = regular(n - 1 - d, n, seed)
        taken = {(int(a), int(b)) for a, b in rest}
        return n, [(a, b) for a in range(n) for b in range(a + 1, n) if (a, b) not in taken]
    stream = _raw(seed)
    points = np.repeat(np.arange(n, dtype=np.int64), d)
    points = points[np.argsort(stream.random_raw(len(points)), kind="stable")]
    pairs = [(int(min(a, b)), int(max(a, b))) for a, b in points.reshape(-1, 2)]
    seen: dict[tuple[int, int], int] = {}
    for pair in pairs:
        seen[pair] = seen.get(pair, 0) + 1
    bad = [k for k, (a, b) in enumerate(pairs) if a == b or seen[a, b] > 1]
    while bad:
        k = bad.pop()
        a, b = pairs[k]
        if a != b and seen[a, b] == 1:
            continue
        other = int(_below(stream, len(pairs), 1)[0])
        c, e = pairs[other]
        one, two = (min(a, c), max(a, c)), (min(b, e), max(b, e))
        if k == other or a == c or b == e or one == two or seen.get(one) or seen.get(two):
            bad.append(k)
            continue
        for pair in ((a, b), (c, e)):
            seen[pair] -= 1
        pairs[k], pairs[other] = one, two
        seen[one], seen[two] = 1, 1
    return n, sorted(pairs)
