"""Compiled depth-first search of trail games: who wins with the token at a point.

All state is in arrays, so that the search stops after a budget of nodes and goes on
later. A position is told by what can still matter: the undrawn edges that the token
can reach without passing an exit, which reachable points have been visited, the
token and the player to move. It is hashed to 64 bits together with its mirror image.
"""
# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any

from numba import njit

from gameproof.solvers.search.verdicts_kernel import recall, remember

# Columns of ``frame``: the token and mover on arrival, the edge that led here, the number
# of candidate moves, the next one to try, and how many may still be put off.
TOKEN, MOVER, EDGE, COUNT, NEXT, PUT_OFF = 0, 1, 2, 3, 4, 5
# Entries of ``state``.
DEPTH, NODES, VALUE, HITS = 0, 1, 2, 3
BUSY = 3
"""In a shared table: somebody has begun with the position."""


@njit(cache=True)
def reach(
    indptr: Any, edge: Any, other: Any, drawn: Any, visits: Any, stops: Any, token: int,
    edge_key: Any, point_key: Any, token_key: Any, mover: int, seen: Any, queue: Any, stamp: int,
) -> Any:  # fmt: skip
    """The two hashes (plain and mirrored) of what can still matter. O(reachable edges)."""
    one = token_key[0, token, mover]
    two = token_key[1, token, mover]
    head, tail = 0, 1
    queue[0] = token
    seen[token] = stamp
    while head < tail:
        v = queue[head]
        head += 1
        if v != token and stops[v]:
            continue
        for k in range(indptr[v], indptr[v + 1]):
            e = edge[k]
            if drawn[e]:
                continue
            w = other[k]
            # Each undrawn edge is met from both ends; an exit's end is never expanded.
            if stops[w] or v < w:
                one ^= edge_key[0, e]
                two ^= edge_key[1, e]
            if seen[w] != stamp:
                seen[w] = stamp
                queue[tail] = w
                tail += 1
                if visits[w]:
                    one ^= point_key[0, w]
                    two ^= point_key[1, w]
    return one, two


@njit(cache=True)
def exits_this_turn(
    indptr: Any, edge: Any, other: Any, goal: Any, bounce: Any, drawn: Any, visits: Any,
    token: int, mover: int, seen: Any, queue: Any, stamp: int,
) -> bool:  # fmt: skip
    """Can the mover come to his exit without ending his turn on the way? O(reachable edges).

    Points that bounce before a turn are those that bounce during it, so a walk over
    them may be taken without repeated points, and its edges are undrawn.
    """
    head, tail = 0, 1
    queue[0] = token
    seen[token] = stamp
    while head < tail:
        v = queue[head]
        head += 1
        for k in range(indptr[v], indptr[v + 1]):
            if drawn[edge[k]]:
                continue
            w = other[k]
            if goal[w] == mover:
                return True
            if seen[w] != stamp and not goal[w] and (bounce[w] or visits[w]):
                seen[w] = stamp
                queue[tail] = w
                tail += 1
    return False


@njit(cache=True)
def search(
    indptr: Any, edge: Any, other: Any, goal: Any, bounce: Any, toward: Any,
    drawn: Any, visits: Any, frame: Any, order: Any, keys: Any, state: Any,
    edge_key: Any, point_key: Any, token_key: Any, mirrored: bool,
    table: Any, shared: bool, seen: Any, queue: Any, budget: int,
) -> bool:  # fmt: skip
    """Go on for ``budget`` nodes; true when the root is decided (``state[VALUE]``: 1 or 2).

    ``table`` (see :mod:`gameproof.solvers.search.verdicts_kernel`) holds the winners. Where it
    is ``shared``, moves to positions where somebody else is at work are put off, and what is
    searched below a position that somebody else has decided is given up.
    """
    depth = state[DEPTH]
    nodes = 0
    value = 0  # the winner of the node just left, 0 while going down
    if shared:
        for d in range(depth):
            found = recall(table, keys[d])
            if found and found != BUSY:
                while depth > d:
                    drawn[frame[depth, EDGE]] = 0
                    visits[frame[depth, TOKEN]] -= 1
                    depth -= 1
                    visits[frame[depth, TOKEN]] -= 1
                value = found
                break
    while True:
        back = False
        if value == 0:
            # A new node at ``depth``.
            if nodes >= budget:
                state[DEPTH] = depth
                state[NODES] += nodes
                return False
            nodes += 1
            token, mover = frame[depth, TOKEN], frame[depth, MOVER]
            if exits_this_turn(
                indptr, edge, other, goal, bounce, drawn, visits, token, mover, seen, queue,
                -(state[NODES] + nodes),
            ):  # fmt: skip
                value = mover
        if value == 0:
            one, two = reach(
                indptr, edge, other, drawn, visits, goal, token, edge_key, point_key,
                token_key, mover, seen, queue, state[NODES] + nodes,
            )  # fmt: skip
            key = one
            if mirrored and two < one:
                key = two
            keys[depth] = key
            value = recall(table, key)
            if value == BUSY:
                value = 0
                above = depth - 1
                back = above >= 0 and frame[above, PUT_OFF] > 0
                back = back and frame[above, NEXT] < frame[above, COUNT]
            if value:
                state[HITS] += 1
            elif back:
                drawn[frame[depth, EDGE]] = 0
                visits[token] -= 1
                depth -= 1
                visits[frame[depth, TOKEN]] -= 1
                frame[depth, PUT_OFF] -= 1
                frame[depth, NEXT] -= 1
                place = frame[depth, NEXT]
                last = order[depth, place, 0]
                while place < frame[depth, COUNT] - 1:
                    order[depth, place, 0] = order[depth, place + 1, 0]
                    place += 1
                order[depth, place, 0] = last
            else:
                count = 0
                for k in range(indptr[token], indptr[token + 1]):
                    e = edge[k]
                    if drawn[e]:
                        continue
                    w = other[k]
                    if goal[w]:
                        continue  # an own goal never helps
                    # Bounces first (the turn goes on), then towards the goal attacked.
                    rank = toward[mover, w] - (64 if bounce[w] or visits[w] else 0)
                    place = count
                    while place > 0 and order[depth, place - 1, 1] > rank:
                        order[depth, place, 0] = order[depth, place - 1, 0]
                        order[depth, place, 1] = order[depth, place - 1, 1]
                        place -= 1
                    order[depth, place, 0] = k
                    order[depth, place, 1] = rank
                    count += 1
                frame[depth, COUNT] = count
                frame[depth, NEXT] = 0
                frame[depth, PUT_OFF] = count - 1
                if shared:
                    remember(table, key, BUSY)
                if count == 0:
                    value = 3 - mover
                    remember(table, key, value)
        if value:
            # Leave the node; its parent takes the value or tries the next move.
            if depth == 0:
                state[VALUE] = value
                state[DEPTH] = 0
                state[NODES] += nodes
                return True
            e = frame[depth, EDGE]
            token = frame[depth, TOKEN]
            drawn[e] = 0
            visits[token] -= 1
            depth -= 1
            visits[frame[depth, TOKEN]] -= 1
            mover = frame[depth, MOVER]
            if value == mover or frame[depth, NEXT] >= frame[depth, COUNT]:
                result = mover if value == mover else 3 - mover
                remember(table, keys[depth], result)
                value = result
                continue
            value = 0
        # Try the next move of the node at ``depth``.
        k = order[depth, frame[depth, NEXT], 0]
        frame[depth, NEXT] += 1
        token, mover = frame[depth, TOKEN], frame[depth, MOVER]
        e = edge[k]
        w = other[k]
        again = bounce[w] or visits[w] > 0
        drawn[e] = 1
        visits[token] += 1
        visits[w] += 1
        depth += 1
        frame[depth, TOKEN] = w
        frame[depth, MOVER] = mover if again else 3 - mover
        frame[depth, EDGE] = e
