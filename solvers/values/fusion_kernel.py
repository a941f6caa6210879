"""Compiled loops of :mod:`gameproof.solvers.values.fusion`."""
# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)
def walk(
    ptr: NDArray[np.int64],
    other: NDArray[np.int32],
    edge: NDArray[np.int32],
    preorder: NDArray[np.int32],
    parent_edge: NDArray[np.int32],
    low: NDArray[np.int32],
    hang: NDArray[np.int64],
    odd: NDArray[np.int8],
    place: NDArray[np.int64],
    stack: NDArray[np.int32],
    state: NDArray[np.int64],
    budget: int,
) -> None:
    """Go on with the depth-first walk for about ``budget`` steps.

    A vertex leaves the stack when its branch is complete: over a bridge it adds its
    value plus one to the parent, inside a block it hands over what it has gathered.
    """
    depth = state[0]
    count = state[1]
    while depth > 0 and budget > 0:
        budget -= 1
        v = stack[depth - 1]
        if place[v] < ptr[v + 1]:
            k = place[v]
            place[v] += 1
            w = other[k]
            if edge[k] == parent_edge[v]:
                continue
            if preorder[w] < 0:
                preorder[w] = count
                low[w] = count
                count += 1
                parent_edge[w] = edge[k]
                stack[depth] = w
                depth += 1
            elif preorder[w] < preorder[v]:
                if preorder[w] < low[v]:
                    low[v] = preorder[w]
                odd[v] ^= 1
            continue
        depth -= 1
        if depth == 0:
            break
        parent = stack[depth - 1]
        if low[v] == preorder[v]:
            hang[parent] ^= (hang[v] ^ odd[v]) + 1
        else:
            if low[v] < low[parent]:
                low[parent] = low[v]
            hang[parent] ^= hang[v]
            odd[parent] ^= odd[v] ^ 1
    state[0] = depth
    state[1] = count
