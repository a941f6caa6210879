"""Even kernels decide positions of undirected edge geography.

An even kernel is a non-empty independent set S of vertices such that every vertex
outside S has an even number of edges into S. With the token in S the position is P:
each move leaves S, the vertex reached then has an odd number of edges into S, and the
opponent uses one of them; S is an even kernel again. A move into such a set proves N.

No even kernel holds the token if some set U of vertices has an odd number of edges from the token
and an even number from every other vertex (loops left out, of which kernels have none): the edges
between U and an even kernel S are even in number counted from U, odd counted from S.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.arrays import shaped
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.geography import Position, all_starts_text
from gameproof.games.meaning.bad_input import quoted
from gameproof.games.meaning.outcomes import opponent
from gameproof.games.meaning.statement import Forces, Is, Statement, quantity, wins

KERNELS, NONE = "kernels", "none"


class EvenKernel(Certificate, frozen=True, tag="even-kernel"):
    """``direction``: ``kernels``, the sets are even kernels; or ``none``, the one set is a U that
    forbids one around the token. ``sets``: uint8 (k, (n + 7) // 8), a set in each row, vertex v in
    bit v % 8 of byte v // 8. ``starts``: int (s), vertices, each once. ``choice``: int (s), the row
    that decides each start. ``move``: int (s), the move into the kernel, -1 for a start in it."""

    direction: str
    sets: np.ndarray
    starts: np.ndarray
    choice: np.ndarray
    move: np.ndarray


def require_edge_form(position: object) -> Position:
    """Even kernels are about undirected edge geography; else :class:`Rejected`."""
    if not isinstance(position, Position) or not position.edge or position.graph.directed:
        raise Rejected("an even kernel decides undirected edge geography only")
    return position


def members_of(position: Position, certificate: EvenKernel, row: int) -> NDArray[np.bool_]:
    """The set of a row, as flags."""
    packed = np.ascontiguousarray(certificate.sets[row])
    return np.unpackbits(packed, bitorder="little", count=position.graph.n).astype(bool)


def check_kernel(position: Position, inside: NDArray[np.bool_], vertex: int) -> None:
    """Is the set an even kernel that holds ``vertex``? Else :class:`Rejected`. O(n + m)."""
    edges = position.live_edges()
    tail, head = edges[:, 0], edges[:, 1]
    if not inside[vertex]:
        raise Rejected(f"vertex {vertex} is not in the kernel")
    if (inside[tail] & inside[head]).any():
        raise Rejected("the kernel is not independent")
    odd = odd_vertices(position, inside)
    if len(odd):
        raise Rejected(f"vertex {int(odd[0])} has an odd number of edges into it")


def odd_vertices(position: Position, inside: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The vertices with an odd number of edges into the set; loops count twice. O(n + m)."""
    edges = position.live_edges()
    tail, head = edges[:, 0], edges[:, 1]
    into = np.bincount(head[inside[tail]], minlength=position.graph.n)
    into += np.bincount(tail[inside[head]], minlength=position.graph.n)
    return np.flatnonzero(into % 2)


def _rows(
    position: Position, certificate: EvenKernel
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Starts, rows and moves of the certificate, within their bounds; else :class:`Rejected`."""
    n = position.graph.n
    packed = np.asarray(certificate.sets)
    if packed.dtype != np.uint8 or packed.ndim != 2 or packed.shape[1] != (n + 7) // 8:
        raise Rejected("sets is not an array of packed sets of vertices")
    starts = shaped(certificate.starts, "starts", (-1,), 0, n)
    choice = shaped(certificate.choice, "choice", (len(starts),), 0, len(packed))
    move = shaped(certificate.move, "move", (len(starts),), -1, n)
    if len(np.unique(starts)) != len(starts):
        raise Rejected("a start is decided twice")
    return starts, choice, move


def losing_starts(position: Position, certificate: EvenKernel) -> dict[int, bool]:
    """For each start that the certificate decides: does whoever moves first lose?

    Raises :class:`Rejected`. O(n + m) for each start.
    """
    starts, choice, move = _rows(position, certificate)
    free = position.free()
    for start, row, target in zip(starts.tolist(), choice.tolist(), move.tolist(), strict=True):
        # The edge that a move into the set takes away need not be missed by the set.
        here, inside = free.play(start), members_of(position, certificate, row)
        if target < 0:
            check_kernel(here, inside, start)
        else:
            check_kernel(here.play(target), inside, target)
    return dict(zip(starts.tolist(), (move < 0).tolist(), strict=True))


def conclude(goal: Goal[Position], certificate: EvenKernel) -> Conclusion:
    """What the direction says. O(n + m) for each start."""
    position = require_edge_form(goal.position)
    if certificate.direction == KERNELS:
        return _kernels(position, certificate)
    if certificate.direction != NONE:
        raise Rejected(f"the direction is {KERNELS} or {NONE}")
    return _obstructed(position, certificate)


def _obstructed(position: Position, certificate: EvenKernel) -> Conclusion:
    """That no even kernel holds the token."""
    starts, choice, move = _rows(position, certificate)
    if starts.tolist() != [position.token] or move.tolist() != [-1]:
        raise Rejected("the token, and it alone, is what no even kernel holds")
    inside = members_of(position, certificate, int(choice[0]))
    if odd_vertices(position, inside).tolist() != [position.token]:
        raise Rejected("the token is not the one vertex with an odd number of edges into the set")
    return Conclusion(
        (Is(quantity("even-kernel"), False),),
        f"no even kernel holds the token: {int(inside.sum())} vertices force odd parity",
    )


def _kernels(position: Position, certificate: EvenKernel) -> Conclusion:
    """Who wins, whether there is an even kernel, and the letters of all starts, as far as
    the starts that are decided tell."""
    n, me = position.graph.n, position.to_move
    losing = losing_starts(position, certificate)
    statements: list[Statement] = []
    token = position.token
    if token is not None:
        if token in losing:
            statements.append(wins(me, opponent(position, me) if losing[token] else me))
    elif any(losing.values()):
        statements.append(wins(me, me))
    elif n and len(losing) == n:
        statements.append(wins(me, opponent(position, me)))
    if losing.get(token, False) if token is not None else any(losing.values()):
        statements.append(Is(quantity("even-kernel"), True))
    if len(losing) == n:
        text = all_starts_text(position.free(), [losing[v] for v in range(n)])
        statements.append(Is(quantity("all"), text))
    said = f"{len(losing)} starts decided by {len(certificate.sets)} even kernels"
    if token is not None and token in losing:
        name = quoted(position.graph.label(token))
        size = int(members_of(position, certificate, _row(certificate, token)).sum())
        said = f"an even kernel of {size} vertices " + (
            f"holds {name}" if losing[token] else f"is entered from {name}"
        )
    return Conclusion(tuple(statements), said)


def _row(certificate: EvenKernel, start: int) -> int:
    place = int(np.flatnonzero(np.asarray(certificate.starts) == start)[0])
    return int(certificate.choice[place])


KIND = Kind(
    record=EvenKernel,
    scope=Scope(derives=(Forces, "all", "even-kernel"), positions=(Position,)),
    theorem="an even kernel with the token in it proves P, an edge into one proves N "
    "(Fraenkel, Scheinerman, Ullman 1993; Frieze, Combinatorial Games); edges between U and an "
    "even kernel S are even in number counted from U, odd counted from S when the token is in S",
    evidence="sets of vertices, and for a winning start the move into its set; or a set that "
    "forbids kernels, found by elimination over GF(2)",
    conclude=conclude,
)
