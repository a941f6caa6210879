"""The bound by stars of contested positions of Snort, many at once.

A vertex of x (a centre) that closes the set K of y, and the p further vertices of x
that nothing outside K closes, are together at least the switch {p | 1 - |K|}. The certificate
names centres with disjoint K; the rest of y counts as free moves of the loser, the rest of
x is given away, which is no gain, for in Snort own moves close nothing of one's own. A sum of
switches is played hottest first (Winning Ways, chapter 6).

Second centres: of the vertices of x that belong to no star let S be some that close disjoint
sets of y. Each may be counted as a free move of the winner if a star that shares a vertex of y
with one of these sets loses one more when it is lost, and if one spare move is left over at the
end, whoever is to move then. For let R be what is left of y outside of the stars not yet played
in, f the winner's free moves, and V the sum of f, less R, S and those stars, hottest first, from
whoever is to move. While V >= 1 the winner wins:

* while there are stars he plays the hottest, which keeps V;
* then V = f - R + S. He plays a vertex of S that closes some of R, which costs him one and R at
  least one; where there is none, f and S are all free and more than R;
* where the loser plays in a star, the switch is as above, and as the sets are disjoint, one
  vertex of S is closed at most, which that star has paid for. Where he plays in R, R is one less
  and S at most one, and that the winner begins with the stars again is no worse for him.

In no case does the winner play a vertex of S while a star is left, and no vertex of y outside of
a star's K closes what the star needs. So V stays at 1 or above until the loser has no move.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected
from gameproof.games.sets.snort_sets import Numbers, Sets, Words, size_of, some


def packed(
    board: Sets, x: Words, y: Words, first: NDArray[np.bool_], stars: Numbers, seconds: Numbers
) -> tuple[Numbers, Words]:
    """Free moves with which the winner surely wins contested positions, moving first or not, and
    the vertices he needs, by the centres of stars and second centres (a row for the first, second,
    ... of each position; place n for none). O(stars) sets. Raises :class:`Rejected`."""
    closed, shut = _disjoint(board, x, y, stars), union(_disjoint(board, x, y, seconds), y)
    used = second = union([board.single[:, centre] for centre in seconds], y)
    gain, loss = np.zeros(stars.shape, dtype=np.int64), np.zeros(stars.shape, dtype=np.int64)
    for number, one in enumerate(closed):
        own = x & ~board.touched(y & ~one)
        if some(own & second).any():
            raise Rejected("a second centre belongs to a star")
        used = used | own
        gain[number], loss[number] = size_of(own) - 1, 1 - size_of(one) - some(one & shut)
    there, count = stars < board.n, (seconds < board.n).sum(axis=0)
    total, turn = count - size_of(y & ~union(closed, y)), first
    for hottest in np.argsort(np.where(there, loss - gain, 1), axis=0, kind="stable"):
        here = hottest, np.arange(len(hottest))
        total = total + there[here] * np.where(turn, gain[here], loss[here])
        turn = turn ^ there[here]
    return (turn | (count > 0)) - total, used


def union(sets: list[Words], like: Words) -> Words:
    """The union of sets, column by column."""
    found = np.zeros_like(like)
    for one in sets:
        found |= one
    return found


def _disjoint(board: Sets, x: Words, y: Words, centres: Numbers) -> list[Words]:
    """What centres of x close of y, one by one; no two the same."""
    taken, closed = np.zeros_like(y), []
    for centre in centres:
        one = board.near[:, centre] & y
        if some(board.single[:, centre] & ~x).any() or some(one & taken).any():
            raise Rejected("centres that are not the winner's, or close the same vertex")
        taken = taken | one
        closed.append(one)
    return closed
