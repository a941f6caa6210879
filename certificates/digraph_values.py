"""Grundy numbers and a topological numbering of a digraph, or a directed cycle."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.nim_value import verdict


class DigraphValues(Certificate, frozen=True, tag="digraph-values"):
    """For each vertex its ``grundy`` number and topological ``number`` (arcs lead to
    larger ones); both -1 at vertices left out, which no vertex kept may lead to."""

    grundy: np.ndarray
    number: np.ndarray


class DigraphKernel(Certificate, frozen=True, tag="digraph-kernel"):
    """``member`` is 1 at the P-positions and 0 elsewhere; ``number`` is a topological
    numbering of all vertices (arcs lead to larger ones)."""

    member: np.ndarray
    number: np.ndarray


class DirectedCycle(Certificate, frozen=True, tag="directed-cycle"):
    """Vertices of a closed walk, each with an arc to the next and the last to the first."""

    vertices: list[int]


Kind = DigraphValues | DigraphKernel | DirectedCycle


def check(position: Any, claim: Claim, certificate: Kind) -> str:
    """Verify the numbering and every mex (or the kernel), or the arcs of the cycle.

    O((n + m) log m) with NumPy. Grundy numbers answer ``acyclic``, ``p-positions``,
    ``grundy-numbers`` (all vertices kept) and what Grundy values answer for tokens;
    a kernel answers ``p-positions`` and the outcome of one token.
    """
    if isinstance(certificate, DirectedCycle):
        return _check_cycle(position, claim, certificate)
    if isinstance(certificate, DigraphKernel):
        return _check_kernel(position, claim, certificate)
    grundy = _array(position, "grundy", certificate.grundy)
    number = _array(position, "number", certificate.number)
    _verify(position, grundy, number)
    kept = grundy >= 0
    if claim.question in ("acyclic", "p-positions", "grundy-numbers"):
        if not kept.all():
            raise Rejected(f"vertex {int(np.flatnonzero(~kept)[0])} has no value")
        if claim.question == "acyclic":
            truth = "yes"
        elif claim.question == "p-positions":
            truth = vertex_list(position.graph, np.flatnonzero(grundy == 0))
        else:
            truth = number_list(grundy)
        if truth != claim.answer:
            raise Rejected(f"the answer is {truth}, not {claim.answer}")
        return f"{claim.question}: {claim.answer}"

    def value(of: Any) -> int:
        total = 0
        for v in of.tokens:
            if grundy[v] < 0:
                raise Rejected(f"vertex {v} has no value")
            total ^= int(grundy[v])
        return total

    return verdict(position, claim, value)


def vertex_list(graph: Any, vertices: NDArray[Any]) -> str:
    """Vertices by name, in the order of their numbers; ``none`` for no vertex."""
    return " ".join(graph.label(int(v)) for v in vertices) or "none"


def number_list(grundy: NDArray[Any]) -> str:
    """Grundy numbers in the order of the vertices."""
    return " ".join(str(int(g)) for g in grundy)


def reply(position: Any, certificate: Kind) -> Any | None:
    """A push that makes the XOR zero, ``None`` where there is none."""
    if isinstance(certificate, DirectedCycle):
        return None
    if isinstance(certificate, DigraphKernel):
        member = _array(position, "member", certificate.member)
        return next((move for move in position.moves() if member[move[1]] == 1), None)
    grundy = _array(position, "grundy", certificate.grundy)
    for move in position.moves():
        total = 0
        for v in position.play(move).tokens:
            if grundy[v] < 0:
                return None
            total ^= int(grundy[v])
        if total == 0:
            return move
    return None


def _array(position: Any, name: str, array: Any) -> NDArray[Any]:
    if (
        not isinstance(array, np.ndarray)
        or array.shape != (position.graph.n,)
        or array.dtype.kind not in "iu"
    ):
        raise Rejected(f"{name!r} is not an integer for each of {position.graph.n} vertices")
    return array.astype(np.int64)


def _check_kernel(position: Any, claim: Claim, certificate: DigraphKernel) -> str:
    """In an acyclic digraph the set that holds exactly the vertices without an arc into
    the set is unique, and it is the set of P-positions."""
    member = _array(position, "member", certificate.member)
    number = _array(position, "number", certificate.number)
    tail, head = position.graph.edges[:, 0], position.graph.edges[:, 1]
    wrong = number[tail] >= number[head]
    if wrong.any():
        k = int(np.flatnonzero(wrong)[0])
        raise Rejected(f"arc {int(tail[k])} -> {int(head[k])} does not lead to a larger number")
    into = np.zeros(position.graph.n, dtype=bool)
    into[tail[member[head] == 1]] = True
    bad = np.flatnonzero((member == 1) == into)
    if len(bad) or not np.isin(member, (0, 1)).all():
        raise Rejected(f"vertex {int(bad[0]) if len(bad) else 'set'} is labelled wrongly")
    if claim.question == "p-positions":
        truth = vertex_list(position.graph, np.flatnonzero(member))
    elif claim.question == "outcome" and len(position.tokens) == 1:
        truth = "P" if member[position.tokens[0]] else "N"
    else:
        raise Rejected(f"a kernel does not answer the question {claim.question!r}")
    if truth != claim.answer:
        raise Rejected(f"the answer is {truth}, not {claim.answer}")
    return f"{claim.question}: {claim.answer}"


def _verify(position: Any, grundy: NDArray[Any], number: NDArray[Any]) -> None:
    """Every kept vertex leads to kept vertices of larger number and has its mex."""
    tail = position.graph.edges[:, 0].astype(np.int64)
    head = position.graph.edges[:, 1].astype(np.int64)
    kept = grundy >= 0
    inside = kept[tail]
    tail, head = tail[inside], head[inside]
    wrong = ~kept[head] | (number[tail] >= number[head])
    if wrong.any():
        k = int(np.flatnonzero(wrong)[0])
        raise Rejected(f"arc {int(tail[k])} -> {int(head[k])} does not lead to a larger number")
    equal = grundy[tail] == grundy[head]
    if equal.any():
        k = int(np.flatnonzero(equal)[0])
        raise Rejected(f"vertex {int(tail[k])} and its option {int(head[k])} have equal values")
    if len(grundy) == 0:
        return
    below = grundy[head] < grundy[tail]
    top = int(grundy.max()) + 1
    if top > len(tail) + 1:
        raise Rejected("a Grundy number exceeds the number of arcs")
    pairs = np.unique(tail[below] * top + grundy[head][below])
    count = np.bincount(pairs // top, minlength=len(grundy))
    short = kept & (count != np.maximum(grundy, 0))
    if short.any():
        v = int(np.flatnonzero(short)[0])
        raise Rejected(f"vertex {v} has no option for every value below {int(grundy[v])}")


def _check_cycle(position: Any, claim: Claim, certificate: DirectedCycle) -> str:
    if (claim.question, claim.answer) != ("acyclic", "no"):
        raise Rejected("a directed cycle only shows that there is no topological numbering")
    walk = certificate.vertices
    if not isinstance(walk, list) or not walk:
        raise Rejected("the cycle is empty")
    n = position.graph.n
    for v in walk:
        if isinstance(v, bool) or not isinstance(v, int) or not 0 <= v < n:
            raise Rejected(f"{v!r} is not a vertex")
    arcs = set(map(tuple, position.graph.edges.tolist()))
    for v, w in zip(walk, walk[1:] + walk[:1], strict=True):
        if (v, w) not in arcs:
            raise Rejected(f"there is no arc {v} -> {w}")
    return f"not acyclic: a directed cycle through {len(walk)} vertices"
