"""Node and arc Kayles by the values of components, each stated once for all its copies.

Rows are named by graphs (``graph_names``). Paths and cycles need no rows: a path of n vertices
is a heap of n, in node Kayles under the octal code 0.137, in arc Kayles under 0.07, and all
moves in a cycle leave the same path.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.graph_names import name_of, shape_of, twins
from gameproof.certificates.values.impartial_answers import (
    DERIVES,
    conclude_values,
    whole,
    winning_texts,
)
from gameproof.certificates.values.octal_tables import OctalTable
from gameproof.games.graph import neighbour_masks
from gameproof.games.impartial.impartial import Move
from gameproof.games.impartial.kayles import Kayles, NodePosition
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL

NODE_CODE, ARC_CODE = (0, 1, 3, 7), (0, 0, 7)
"""What a move takes from a path of n vertices: an end with what is next to it, or three in a
row (one, where there is but one); two in a row."""


class ComponentValues(Certificate, frozen=True, tag="component-values"):
    """``values`` gives the Grundy value of every component that play can reach, up to
    isomorphism, by its name. Those of paths are the heaps of the octal game: ``paths``, with a
    ``period`` from ``preperiod`` on as in a certificate of the kind ``octal-values``."""

    values: dict[str, int]
    paths: np.ndarray
    preperiod: int
    period: int


def code_of(position: Kayles[Move]) -> tuple[int, ...]:
    """The octal code of paths."""
    return NODE_CODE if isinstance(position, NodePosition) else ARC_CODE


def conclude(goal: Goal[Kayles[Move]], certificate: ComponentValues) -> Conclusion:
    """Walk everything below the position, a component of each name once, and verify that each
    value is the mex over its moves. Proportional to the moves of one component of each name."""
    position = goal.position
    table = Components(position, certificate)
    return conclude_values(
        goal,
        lambda: table.total(position),
        lambda: winning_texts(position, lambda move: table.total(position.play(move))),
    )


class Components(Generic[Move]):
    """The rows, and the names of those whose values are verified."""

    def __init__(
        self, position: Kayles[Move], certificate: ComponentValues, *, trusted: bool = False
    ) -> None:
        """Verify the table of paths; what is ``trusted``, for play, is only read."""
        self.near = neighbour_masks(position.graph)
        self.node = isinstance(position, NodePosition)
        self.paths = OctalTable(
            code_of(position),
            certificate.paths,
            certificate.preperiod,
            certificate.period,
            trusted=trusted,
        )
        self.values = certificate.values
        self.known: dict[int, int] = {}  # of components, by their vertices
        self.verified: set[str] = set(certificate.values) if trusted else set()

    def total(self, position: Kayles[Move]) -> int:
        """The XOR of the components' values, after they are verified."""
        total = 0
        for part in position.parts():
            if part.left not in self.known:
                self._verify(part)
            total ^= self.known[part.left]
        return total

    def _simple(self, left: int) -> int | None:
        """The value of a path or cycle, ``None`` for other components."""
        shape = shape_of(self.near, left)
        if shape.kind == "path":
            return self.paths.value(shape.n)
        if shape.kind == "cycle":
            return int(self.paths.value(shape.n - (3 if self.node else 2)) == 0)
        return None

    def _verify(self, root: Kayles[Move]) -> None:
        """Depth-first through the components below ``root``; each has fewer vertices than the
        one above it, so no argument is circular."""
        stack = [root]
        opened: dict[int, tuple[str, list[tuple[Kayles[Move], ...]]]] = {}
        while stack:
            part = stack.pop()
            if part.left in self.known:
                continue
            if part.left in opened:  # all that its moves leave is known
                name, after = opened.pop(part.left)
                self._settle(name, after)
                self.known[part.left] = self.values[name]
                continue
            value = self._simple(part.left)
            if value is None:
                name = name_of(self.near, part.left)
                if name not in self.values:
                    raise Rejected(f"no value for the component {name[:60]!r}")
                value = self.values[name] if name in self.verified else None
            if value is not None:
                self.known[part.left] = value
                continue
            after = [part.play(move).parts() for move in _moves(part, self.near)]
            opened[part.left] = name, after
            stack.append(part)
            stack += [child for parts in after for child in parts if child.left not in self.known]

    def _settle(self, name: str, after: list[tuple[Kayles[Move], ...]]) -> None:
        """Is the value of a name the mex over the moves of one component of this name?"""
        if name in self.verified:  # by a copy below
            return
        claimed, found = whole(f"value of {name[:60]}", self.values[name]), self._mex(after)
        if found != claimed:
            raise Rejected(f"component {name[:60]!r}: the mex is {found}, the table says {claimed}")
        self.verified.add(name)

    def _mex(self, after: Iterable[tuple[Kayles[Move], ...]]) -> int:
        seen = set()
        for parts in after:
            total = 0
            for child in parts:
                total ^= self.known[child.left]
            seen.add(total)
        return next(k for k in range(len(seen) + 1) if k not in seen)


def _moves(part: Kayles[Move], near: tuple[int, ...]) -> Iterable[Move]:
    """The moves, of those that an exchange of twins carries into one another the first."""
    first = twins(near, part.left)
    found: dict[tuple[int, ...], Move] = {}
    for move in part.moves():
        found.setdefault(tuple(sorted(first[v] for v in part.ends(move))), move)
    return found.values()


def reply(position: Kayles[Move], certificate: ComponentValues) -> Move | None:
    """A move to a P-position by the table, ``None`` where it gives none."""
    table = Components(position, certificate, trusted=True)
    try:
        return next((m for m in position.moves() if table.total(position.play(m)) == 0), None)
    except Rejected:  # the position is none of the table's
        return None


KIND: Kind[Kayles[Hashable], ComponentValues] = Kind(
    record=ComponentValues,
    scope=Scope(derives=DERIVES, positions=(Kayles,), laws=IMPARTIAL_NORMAL),
    theorem="a position is equal to the Nim heap of the mex of its options' values, a sum to that "
    "of their XOR (Sprague 1935; Grundy 1939); isomorphic graphs have equal values; paths are "
    "the heaps of 0.137 and 0.07 (Winning Ways, chapter 4; periods: Guy, Smith 1956)",
    evidence="the Grundy value of each component up to isomorphism, and of paths with a period; "
    "every one is checked as a mex",
    conclude=conclude,
    reply=reply,
)
