"""Opening pairings made by hand: one true proof, and forgeries that one look each exposes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from reference.positional import accepted, value

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.pairings import opening_pairing_tables
from gameproof.certificates.pairings.opening_pairing import OpeningPairing
from gameproof.games.positional import Position

Rows = list[tuple[int, ...]]


def numbers(row: Iterable[int]) -> NDArray[np.int32]:
    return np.array(list(row), dtype=np.int32)


def ends(rows: Iterable[Iterable[object]]) -> NDArray[np.int32]:
    return np.cumsum([0, *(len(list(row)) for row in rows)], dtype=np.int32)


@dataclass
class Branch:
    """An answer, the line that owns each cell, and the numbers of the regions used."""

    answer: int
    owned: dict[int, int] = field(default_factory=dict)
    used: tuple[int, ...] = ()


@dataclass
class Node:
    """Branches, and rows (move, reply)."""

    branches: list[Branch] = field(default_factory=list)
    children: Rows = field(default_factory=list)


def weak(cells: int, sets: list[list[int]], first: tuple[int, ...] = ()) -> Position:
    data = {"cells": cells, "sets": sets, "first": first, "rule": "weak"}
    return Position.parse(json.dumps(data))


def opening(
    position: Position,
    nodes: list[Node],
    regions: Sequence[tuple[tuple[int, ...], tuple[int, ...]]] = (),
    generators: Iterable[list[int]] = (),
    start: int = -1,
) -> OpeningPairing:
    cells = position.board.cells
    branches = [branch for node in nodes for branch in node.branches]
    children = [child for node in nodes for child in node.children]
    owners = np.full((len(branches), cells), -1, dtype=np.int16)
    for row, branch in zip(owners, branches, strict=True):
        for cell, line in branch.owned.items():
            row[cell] = line
    inside, lines = [row for row, _ in regions], [row for _, row in regions]
    return OpeningPairing(
        sorted(position.first),
        sorted(position.second),
        start,
        np.array(list(generators), dtype=np.int32).reshape(-1, cells),
        ends(node.branches for node in nodes),
        numbers(branch.answer for branch in branches),
        np.diff(owners, axis=0, prepend=np.zeros((1, cells), dtype=np.int16)),
        ends(node.children for node in nodes),
        numbers(move for move, _ in children),
        numbers(answer for _, answer in children),
        ends(inside),
        numbers(cell for row in inside for cell in row),
        ends(lines),
        numbers(line for row in lines for line in row),
        ends(branch.used for branch in branches),
        numbers(region for branch in branches for region in branch.used),
    )


def holds(position: Position, certificate: OpeningPairing) -> bool:
    return accepted(position, "outcome", "breaker", certificate)


# Two lines that are pairs and one of three cells; 4 answers 5 and 6, the rest by children.
BOARD = weak(7, [[0, 1], [2, 3], [4, 5, 6]])
TRUE = opening(
    BOARD,
    [
        Node([Branch(4, {0: 0, 1: 0, 2: 1, 3: 1})], [(0, 1), (1, 0), (2, 3), (3, 2), (4, 5)]),
        *(Node([Branch(-1, owned, (0,))]) for owned in ({2: 1, 3: 1}, {2: 1, 3: 1})),
        *(Node([Branch(-1, owned, (0,))]) for owned in ({0: 0, 1: 0}, {0: 0, 1: 0})),
        Node([Branch(-1, {0: 0, 1: 0, 2: 1, 3: 1})]),
    ],
    regions=[((4, 5, 6), (2,))],
)


def test_a_true_one_is_accepted() -> None:
    assert value(BOARD) == "breaker"
    assert holds(BOARD, TRUE)
    unread = msgspec.structs.replace(TRUE, owners=TRUE.owners.astype(np.int32))
    assert holds(BOARD, unread)


LOST = [
    ("a line owns a cell that is not its own", weak(3, [[0]]), [Node([Branch(-1, {1: 0, 2: 0})])]),
    ("an owned cell is Maker's", weak(3, [[0, 1]], (0,)), [Node([Branch(-1, {0: 0, 1: 0})])]),
    ("a line owns one cell", weak(2, [[0]]), [Node([Branch(-1, {0: 0})])]),
    ("a line owns none", weak(2, [[0]]), [Node([Branch(-1)])]),
    ("no move is served", weak(2, [[0]]), [Node()]),
    ("a move is left out", weak(3, [[0], [1]]), [Node([], [(2, 0)]), Node([Branch(-1)])]),
    (
        "Breaker replies on Maker's cell",
        weak(3, [[0, 1], [0, 2]]),
        [Node([], [(0, 0), (1, 0), (2, 0)]), *(Node([Branch(-1)]) for _ in range(3))],
    ),
    (
        "children without nodes",
        weak(3, [[0, 1], [0, 2]]),
        [Node([], [(0, 1), (1, 0), (2, 0)])],
    ),
    (
        "the answer is not among the free cells",
        weak(3, [[0, 1], [0, 2]], (0,)),
        [Node([Branch(0)])],
    ),
]


@pytest.mark.parametrize(("name", "position", "nodes"), LOST)
def test_false_trees(name: str, position: Position, nodes: list[Node]) -> None:
    assert value(position) == "maker"
    assert not holds(position, opening(position, nodes))


REGIONS: list[tuple[str, Position, Rows, Rows]] = [
    ("overlapping", weak(3, [[0, 1], [1, 2]]), [(0, 1), (1, 2)], [(0,), (1,)]),
    ("on Maker's stone", weak(2, [[0, 1]], (0,)), [(0, 1)], [(0,)]),
    ("a cell twice", weak(2, [[0]]), [(0, 0)], [(0,)]),
    ("lost", weak(3, [[0, 1], [0, 2]]), [(0, 1, 2)], [(0, 1)]),
    ("beside its line", weak(3, [[0]]), [(1, 2)], [(0,)]),
    ("empty", weak(2, [[0]]), [()], [(0,)]),
    ("beyond the board", weak(2, [[0]]), [(0, 2)], [(0,)]),
    ("below the board", weak(2, [[0]]), [(0, -1)], [(0,)]),
    ("no such line", weak(2, [[0]]), [(0, 1)], [(1,)]),
    ("line below zero", weak(2, [[0]]), [(0, 1)], [(-1,)]),
]


@pytest.mark.parametrize(("name", "position", "inside", "lines"), REGIONS)
def test_false_regions(name: str, position: Position, inside: Rows, lines: Rows) -> None:
    assert value(position) == "maker"
    used = tuple(range(len(inside)))
    forged = opening(
        position, [Node([Branch(-1, {}, used)])], list(zip(inside, lines, strict=True))
    )
    assert not holds(position, forged)


def test_a_map_that_is_no_permutation_is_no_symmetry() -> None:
    """1 goes to 0, 2 and 3 to 4: lines go to lines, but Maker wins with 1 and not with 0."""
    position = weak(6, [[1, 2], [1, 3], [0, 4]])
    assert value(position) == "maker"
    folded = [0, 0, 4, 4, 4, 5]
    late = Node([Branch(1)])
    root = Node([Branch(1, {0: 2, 4: 2})], [(0, 4), (4, 0)])
    assert not holds(position, opening(position, [root, late, late], generators=[folded]))


def test_a_permutation_must_take_lines_to_lines() -> None:
    position = weak(5, [[1, 2], [1, 3]])
    assert value(position) == "maker"
    root = [Node([Branch(1)])]
    for swap in ([1, 0, 2, 3, 4], [1, 4, 2, 3, 0], [4, 0, 2, 3, 1]):
        assert not holds(position, opening(position, root, generators=[swap]))


def test_symmetries_keep_the_stones_of_the_node() -> None:
    """The two halves are alike on the empty board; with a stone of Maker in one they are not."""
    sets, half = [[0, 1, 2], [3, 4, 5]], [3, 4, 5, 0, 1, 2]
    position = weak(6, sets, (3, 4))
    assert value(position) == "maker"
    # 5 wins; its image 2 does not
    forged = opening(position, [Node([Branch(5)])], generators=[half])
    assert not holds(position, forged)


def changed(name: str, change: Callable[[NDArray[np.int32]], object]) -> OpeningPairing:
    return msgspec.structs.replace(TRUE, **{name: change(getattr(TRUE, name))})


@pytest.mark.parametrize(
    "forged",
    [
        changed("child_ends", lambda row: np.append(row, row[-1])),
        changed("branch_ends", lambda row: np.append(row, row[-1])),
        changed("region_line_ends", lambda row: np.append(row, row[-1])),
        changed("region_cell_ends", lambda row: np.append(row, row[-1])),
        changed("used_ends", lambda row: np.append(row, row[-1])),
        changed("used_ends", lambda row: row + 1),
        changed("used_ends", lambda row: row[::-1].copy()),
        changed("used", lambda row: row - 1),
        changed("used", lambda row: row + 1),
        changed("used", lambda row: row == 0),
        changed("moves", lambda row: row.reshape(1, -1)),
        changed("moves", lambda row: row * 1.0),
        changed("moves", lambda row: row[::-1].copy()),
        changed("replies", lambda row: row - 1),
        changed("answers", lambda row: row - 1),
        changed("answers", lambda row: row[1:]),
        changed("owners", lambda row: row[1:]),
        changed("owners", lambda row: row[:, 1:]),
        changed("owners", lambda row: row.ravel()),
        changed("owners", lambda row: row * 1.0),
        changed("generators", lambda row: np.arange(7.0)[None, :]),
        changed("generators", lambda row: np.arange(7)),
        changed("generators", lambda row: np.arange(1, 8)[None, :]),
        changed("start", lambda start: 0),
        changed("start", lambda start: -2),
        changed("start", lambda start: 7),
        changed("first", lambda cells: [0]),
        changed("second", lambda cells: [6, 6]),
    ],
)
def test_wrong_shapes_and_ranges(forged: OpeningPairing) -> None:
    assert not holds(BOARD, forged)


def test_nodes_follow_their_parents() -> None:
    position = weak(4, [[0, 1]])
    late = opening(
        position, [Node([Branch(-1, {0: 0, 1: 0})]), Node([], [(2, 3)])]
    )  # node 1 would be its own child
    assert not holds(position, late)


@pytest.mark.parametrize("bound", ["MOST_BOARD", "MOST_PLACES", "MOST_REGION_CELLS"])
def test_sizes_are_bounded(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_pairing_tables, bound, 2)
    assert not holds(BOARD, TRUE)


def test_groups_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    position = weak(4, [[0, 1], [2, 3]])
    root = [Node([Branch(-1, {0: 0, 1: 0, 2: 1, 3: 1})])]
    turned = opening(position, root, generators=[[1, 0, 2, 3]])
    assert holds(position, turned)
    monkeypatch.setattr(opening_pairing_tables, "MOST_GROUP_NUMBERS", 7)
    assert not holds(position, turned)
    assert holds(position, opening(position, root))


def test_a_first_answer_when_breaker_is_to_move() -> None:
    position = Position.parse(
        '{"cells": 3, "sets": [[0, 1], [0, 2]], "rule": "weak", "to_move": "second"}'
    )
    assert value(position) == "breaker"
    assert holds(position, opening(position, [Node([Branch(-1)])], start=0))
    assert not holds(position, opening(position, [Node([Branch(-1)])], start=-1))
    for start in (1, 2):
        assert not holds(position, opening(position, [Node([Branch(-1)])], start=start))


def test_a_full_board_with_a_line_of_makers() -> None:
    """No branch looks at it: no move is left to serve."""
    board = weak(2, [[0, 1]], first=(0, 1))
    with pytest.raises(Rejected, match="Maker completes line 0"):
        conclude(Goal(board, "outcome"), opening(board, [Node()]))
    met = Position.parse(json.dumps({"cells": 2, "sets": [[0, 1]], "first": [0], "second": [1],
                                     "rule": "weak"}))  # fmt: skip
    assert conclude(Goal(met, "outcome"), opening(met, [Node()]))
