"""Labels of a Snort or Col position, every lost colour with the piece that took it."""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.snort import Position, neighbour_masks

OPEN, RESERVED = -1, -2


class Labels(Certificate, frozen=True, tag="labels"):
    """``closed_by[v] = (x, y)`` tells for Red and for Blue why vertex v is closed to them:
    a vertex with a piece (v itself or a neighbour), -2 for a reserved vertex, -1 when the
    vertex is open."""

    closed_by: np.ndarray


def check(position: Any, claim: Claim, certificate: Labels) -> str:
    """Each reason must hold and each open vertex be a legal move. O(n * degree)."""
    if not isinstance(position, Position) or claim.question != "labels":
        raise Rejected("a certificate of labels is about the labels of Snort or Col")
    rows = certificate.closed_by
    n = position.graph.n
    if not isinstance(rows, np.ndarray) or rows.dtype.kind not in "iu" or rows.shape != (n, 2):
        raise Rejected(f"closed_by is not an array of {n} pairs of integers")
    if len(claim.answer) != n or set(claim.answer) - set("ARBU"):
        raise Rejected(f"the answer is not {n} labels A, R, B or U")
    for v, pair in enumerate(rows.tolist()):
        for colour, reason in zip(("red", "blue"), pair, strict=True):
            _check_reason(position, v, colour, reason)
        label = "URBA"[(pair[0] == OPEN) + 2 * (pair[1] == OPEN)]
        if claim.answer[v] != label:
            raise Rejected(f"vertex {v} has the label {label}, not {claim.answer[v]}")
    return f"the labels of {position} are {claim.answer or 'none'}"


def _check_reason(position: Position, v: int, colour: str, reason: int) -> None:
    reserved = position.only_blue if colour == "red" else position.only_red
    mine, theirs = position.red, position.blue
    if colour == "blue":
        mine, theirs = theirs, mine
    barring = mine if position.rules.forbidden == "own" else theirs
    near = neighbour_masks(position.graph)[v]
    if reason == OPEN:
        if (position.red | position.blue | reserved) >> v & 1 or near & barring:
            raise Rejected(f"vertex {v} is not open to {colour}")
    elif reason == RESERVED:
        if not reserved >> v & 1:
            raise Rejected(f"vertex {v} is not reserved against {colour}")
    elif reason == v:
        if not (position.red | position.blue) >> v & 1:
            raise Rejected(f"vertex {v} holds no piece")
    elif not (0 <= reason < position.graph.n and near >> reason & 1 and barring >> reason & 1):
        raise Rejected(f"no piece on {reason} closes vertex {v} to {colour}")
