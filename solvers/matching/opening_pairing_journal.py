"""What the search for opening pairings finds, and the file that keeps it."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]

NO_ANSWER = -1
"""The answer of a branch that serves the position itself, and every move."""


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """After Second's ``answer`` every open line owns two free cells (``owner[cell]`` is a
    line or -1) or is served by one of the disjoint ``regions`` (numbers of a library)."""

    answer: int
    owner: Ints
    regions: tuple[int, ...] = ()


@dataclass(slots=True)
class Node:
    """A position with First to move, closed.

    A branch serves every move outside its regions that some pairing of the lines it pairs leaves
    out. A child ``(move, answer, node)`` serves the moves of one orbit of the position's
    stabiliser, ``move`` being its least cell.
    """

    branches: list[Branch] = field(default_factory=list)
    children: list[tuple[int, int, Node]] = field(default_factory=list)


class Journal:
    """Results of positions in a file, one JSON line each, so that a long run can be resumed.

    Positions with more than ``keep`` stones of Second are not kept. A damaged line is passed over:
    it is the one that was being written when the run was stopped.
    """

    def __init__(self, path: Path, keep: int) -> None:
        self.path, self.keep = path, keep
        self.known: dict[str, tuple[int, str]] = {}
        if path.exists():
            for line in path.read_text(encoding="ascii").splitlines():
                try:
                    key, answers, content = json.loads(line)
                except ValueError:
                    continue
                self.known[str(key)] = int(answers), str(content)

    @staticmethod
    def _key(first: Sequence[int], second: Sequence[int]) -> str:
        return f"{sorted(first)} {sorted(second)}"

    def find(
        self, first: Sequence[int], second: Sequence[int], answers: int
    ) -> tuple[bool, Node | None]:
        """``(True, node)`` if at most ``answers`` answers are known to do, ``(True, None)`` if
        they are known to have failed, else ``(False, None)``."""
        needed, content = self.known.get(self._key(first, second), (-1, ""))
        if content and needed <= answers:
            return True, _unpack(content)
        return not content and needed >= answers, None

    def add(
        self, first: Sequence[int], second: Sequence[int], answers: int, node: Node | None
    ) -> None:
        """Keep a result if the position is shallow enough."""
        if len(second) > self.keep:
            return
        content = "" if node is None else _pack(node)
        key = self._key(first, second)
        self.known[key] = answers, content
        with self.path.open("a", encoding="ascii") as file:
            file.write(json.dumps([key, answers, content]) + "\n")


def _pack(node: Node) -> str:
    flat: list[int] = []
    stack = [node]
    while stack:
        at = stack.pop()
        flat += [len(at.branches), len(at.children)]
        for branch in at.branches:
            flat += [branch.answer, len(branch.owner), *branch.owner.tolist()]
            flat += [len(branch.regions), *branch.regions]
        for move, answer, _ in at.children:
            flat += [move, answer]
        stack += [child for _, _, child in reversed(at.children)]
    data = np.array(flat, dtype=np.int32).tobytes()
    return base64.b85encode(zlib.compress(data)).decode("ascii")


def _unpack(text: str) -> Node:
    flat = np.frombuffer(zlib.decompress(base64.b85decode(text)), dtype=np.int32)
    numbers: Iterator[int] = iter(flat.tolist())
    root = Node()
    stack = [root]
    while stack:
        at = stack.pop()
        branches, children = next(numbers), next(numbers)
        for _ in range(branches):
            answer, size = next(numbers), next(numbers)
            owner = np.array([next(numbers) for _ in range(size)], dtype=np.int32)
            regions = tuple(next(numbers) for _ in range(next(numbers)))
            at.branches.append(Branch(answer, owner, regions))
        for _ in range(children):
            at.children.append((next(numbers), next(numbers), Node()))
        stack += [child for _, _, child in reversed(at.children)]
    return root
