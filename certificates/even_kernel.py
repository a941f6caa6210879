"""Even kernels decide positions of undirected edge geography.

An even kernel is a non-empty independent set S of vertices such that every vertex
outside S has an even number of edges into S. With the token in S the position is P:
each move leaves S, the vertex reached then has an odd number of edges into S, and the
opponent uses one of them; S is an even kernel again (source document 004, slide 62;
Fraenkel, Scheinerman, Ullman 1993). A move into such a set proves N.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.matching_facts import integers
from gameproof.games.game import BadInput
from gameproof.games.geography import Position, all_starts_text


class EvenKernel(Certificate, frozen=True, tag="even-kernel"):
    """``kernel``: the vertices of S. ``move``: where the token goes first (then S is a
    kernel of what is left), or -1 when the token stands in S."""

    move: int
    kernel: np.ndarray


class EvenKernels(Certificate, frozen=True, tag="even-kernels"):
    """Every start decided. ``kernels``: uint8 (k, (n + 7) // 8), a set in each row,
    vertex v in bit v % 8 of byte v // 8. ``choice``: int (n), the row that decides
    each start. ``move``: int (n), the move into the set, -1 for a P-start."""

    kernels: np.ndarray
    choice: np.ndarray
    move: np.ndarray


class ParityObstruction(Certificate, frozen=True, tag="parity-obstruction"):
    """No even kernel holds the token: a set U of ``vertices`` such that the token has an
    odd number of edges into U and every other vertex an even number, loops left out.

    The edges between U and an even kernel S, counted from U, are even in number; counted
    from S they are odd if the token is in S.
    """

    vertices: np.ndarray


def require_edge_form(position: Any) -> None:
    """Even kernels are about undirected edge geography; else :class:`Rejected`."""
    if not isinstance(position, Position) or not position.edge or position.graph.directed:
        raise Rejected("an even kernel decides undirected edge geography only")


def check_kernel(position: Position, members: NDArray[np.int64], vertex: int) -> None:
    """Is the set an even kernel that holds ``vertex``? Else :class:`Rejected`. O(n + m)."""
    n, edges = position.graph.n, position.live_edges()
    inside = np.zeros(n, dtype=bool)
    inside[members] = True
    if not inside[vertex]:
        raise Rejected(f"{position.graph.label(vertex)} is not in the kernel")
    tail, head = edges[:, 0], edges[:, 1]
    if (inside[tail] & inside[head]).any():
        raise Rejected("the kernel is not independent")
    into = np.bincount(head[inside[tail]], minlength=n)
    into += np.bincount(tail[inside[head]], minlength=n)
    if (into % 2).any():
        odd = position.graph.label(int(np.argmax(into % 2)))
        raise Rejected(f"{odd} has an odd number of edges into the kernel")


def check(
    position: Any, claim: Claim, certificate: EvenKernel | EvenKernels | ParityObstruction
) -> str:
    """The proved claim as a sentence; raises :class:`Rejected`."""
    require_edge_form(position)
    if isinstance(certificate, ParityObstruction):
        return _check_obstruction(position, claim, certificate)
    if isinstance(certificate, EvenKernels):
        return _check_table(position, claim, certificate)
    members = integers(certificate.kernel, "kernel", 0, position.graph.n, (-1,))
    size = len(np.unique(members))
    if claim.question == "even-kernel" and claim.answer == "yes":
        if certificate.move != -1 or not size:
            raise Rejected("a kernel as it stands is asked for, not one after a move")
        vertex = int(members[0]) if position.token is None else position.token
        check_kernel(position, members, vertex)
        return f"an even kernel of {size} vertices holds {position.graph.label(vertex)}"
    if claim.question != "outcome" or claim.answer not in ("N", "P"):
        raise Rejected("an even kernel proves the outcome N or P")
    if claim.answer == "N":
        try:
            after = position.play(certificate.move)
        except BadInput as error:
            raise Rejected(f"the move is illegal: {error}") from None
        check_kernel(after, members, certificate.move)
        name = position.graph.label(certificate.move)
        return f"the move to {name} enters an even kernel of {size} vertices"
    if position.token is None or certificate.move != -1:
        raise Rejected("a P-position needs a kernel that holds the token")
    check_kernel(position, members, position.token)
    return f"the token stands in an even kernel of {size} vertices"


def _check_obstruction(position: Position, claim: Claim, certificate: ParityObstruction) -> str:
    if claim.question != "even-kernel" or claim.answer != "no" or position.token is None:
        raise Rejected("an obstruction proves that no even kernel holds the token")
    n, edges = position.graph.n, position.live_edges()
    inside = np.zeros(n, dtype=bool)
    inside[integers(certificate.vertices, "vertices", 0, n, (-1,))] = True
    edges = edges[edges[:, 0] != edges[:, 1]]
    into = np.bincount(edges[inside[edges[:, 1]], 0], minlength=n)
    into += np.bincount(edges[inside[edges[:, 0]], 1], minlength=n)
    if np.flatnonzero(into % 2).tolist() != [position.token]:
        raise Rejected("the token is not the one vertex with an odd number of edges into the set")
    return f"no even kernel holds the token: {int(inside.sum())} vertices force odd parity"


def adjacency_words(position: Position) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Rows of packed words for each vertex: to which vertices an odd number of edges
    leads, and to which any. O(n^2 / 64 + m)."""
    n, edges = position.graph.n, position.live_edges().astype(np.int64)
    odd = np.zeros((n, (n + 63) // 64), dtype=np.uint64)
    some = odd.copy()
    for here, there in ((edges[:, 0], edges[:, 1]), (edges[:, 1], edges[:, 0])):
        bit = np.uint64(1) << (there & 63).astype(np.uint64)
        np.bitwise_xor.at(odd, (here, there >> 6), bit)
        np.bitwise_or.at(some, (here, there >> 6), bit)
    return odd, some


def _set_bits(words: NDArray[np.uint64], n: int) -> NDArray[np.bool_]:
    raw = np.ascontiguousarray(words.astype("<u8")).view(np.uint8)
    return np.unpackbits(raw, bitorder="little", count=n).astype(bool)


def losing_starts(position: Position, certificate: EvenKernels) -> NDArray[np.bool_]:
    """Which starts the kernels show to be P; every other start is shown to be N.

    Raises :class:`Rejected`. O(k n^2 / 64 + m), vectorised.
    """
    n = position.graph.n
    packed = np.asarray(certificate.kernels)
    if not packed.size:
        packed = np.zeros((0, (n + 7) // 8), dtype=np.uint8)
    if packed.dtype != np.uint8 or packed.ndim != 2 or packed.shape[1] != (n + 7) // 8:
        raise Rejected("kernels is not an array of packed sets of vertices")
    choice = integers(certificate.choice, "choice", 0, len(packed), (n,))
    move = integers(certificate.move, "move", -1, n, (n,))
    odd, some = adjacency_words(position)
    for row in np.unique(choice):
        inside = np.unpackbits(packed[row], bitorder="little")[:n].astype(bool)
        members = np.flatnonzero(inside)
        if not len(members):
            raise Rejected(f"kernel {row} is empty")
        if (_set_bits(np.bitwise_or.reduce(some[members], axis=0), n) & inside).any():
            raise Rejected(f"kernel {row} is not independent")
        wrong = np.flatnonzero(_set_bits(np.bitwise_xor.reduce(odd[members], axis=0), n))
        for v in np.flatnonzero(choice == row).tolist():
            # A start with one edge too many into the set wins by using that edge.
            expected = [] if move[v] < 0 else [v]
            target = v if move[v] < 0 else int(move[v])
            if wrong.tolist() != expected:
                raise Rejected(f"kernel {row} is not even for start {v}")
            if not inside[target]:
                raise Rejected(f"vertex {target} is not in kernel {row}")
            if move[v] >= 0 and not int(some[v, target >> 6]) >> (target & 63) & 1:
                raise Rejected(f"no edge leads from {v} to {target}")
    losing: NDArray[np.bool_] = move < 0
    return losing


def _check_table(position: Position, claim: Claim, certificate: EvenKernels) -> str:
    losing = losing_starts(position, certificate)
    if claim.question == "outcome" and claim.answer == "P" and position.token is None:
        if losing.any():
            raise Rejected(f"start {int(np.argmax(losing))} is a P-position")
        return f"each of the {len(losing)} starts is answered by a move into an even kernel"
    if claim.question != "all":
        raise Rejected("a table of kernels answers the question all")
    text = all_starts_text(position, losing)
    if claim.answer != text:
        raise Rejected(f"the kernels show {text}, not {claim.answer}")
    return f"every start decided by {len(np.unique(certificate.choice))} even kernels: {text}"


def reply(position: Any, certificate: EvenKernel | EvenKernels | ParityObstruction) -> int | None:
    """The winning side's move: into the kernel (any edge into it will do)."""
    if isinstance(certificate, ParityObstruction):
        return None
    if isinstance(certificate, EvenKernel):
        inside = set(np.asarray(certificate.kernel).tolist())
        moves: list[int] = position.moves()
        return next((move for move in moves if move in inside), None)
    if position.token is None:
        return next(iter(np.flatnonzero(np.asarray(certificate.move) < 0).tolist()), None)
    for row in certificate.kernels:
        members = np.flatnonzero(np.unpackbits(row, bitorder="little"))
        inside = set(members.tolist())
        for move in map(int, position.moves()):
            if move in inside:
                try:
                    check_kernel(position.play(move), members, move)
                except Rejected:
                    break  # the other moves into this kernel fare no better
                return move
    return None
