"""The content of an opening pairing, read against a board: nothing in it is trusted.

Helper of :mod:`gameproof.certificates.pairings.opening_pairing`, which states the format.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.strategies.blocking import listed
from gameproof.games.positional import Position

Integers = NDArray[np.signedinteger]

MOST_BOARD = 1 << 14
"""Cells of the largest board."""

MOST_PLACES = 1 << 28
"""Lines times cells of the largest board: a flag for each."""

MOST_GROUP_NUMBERS = 1 << 26
"""Order of the group times cells that the checker is ready to build: 256 MB."""

MOST_GROUP = 1 << 16
"""Order of the largest group: beyond it are boards with hardly a line, where any order of the
cells is a symmetry, and [n]^d of more dimensions than are searched."""

BLOCK = 1 << 12
"""Elements of the group that are looked at together."""

MOST_REGION_CELLS = 12
"""A region's game is searched in full: at most 3 ** 12 positions."""


class Content(Certificate, frozen=True):
    """The fields of an opening pairing.

    ``first`` and ``second`` are the stones of the position asked about; ``start`` is -1 when
    Maker is to move there.

    ``branch_ends`` and ``child_ends`` (nodes + 1) delimit each node's rows of ``answers`` and
    ``owners``, of ``moves`` and ``replies``. ``owners`` (branches, cells) holds the number
    of the owning line among the rules' sets or -1, each row as the difference to the row
    before (modulo 2 to the bits of its type), because neighbours differ little.
    Region r has the cells ``region_cells`` and lines ``region_lines`` that
    ``region_cell_ends`` and ``region_line_ends`` delimit; ``used_ends`` delimits each branch's
    regions in ``used``.
    """

    first: list[int]
    second: list[int]
    start: int
    generators: np.ndarray
    branch_ends: np.ndarray
    answers: np.ndarray
    owners: np.ndarray
    child_ends: np.ndarray
    moves: np.ndarray
    replies: np.ndarray
    region_cell_ends: np.ndarray
    region_cells: np.ndarray
    region_line_ends: np.ndarray
    region_lines: np.ndarray
    used_ends: np.ndarray
    used: np.ndarray


@dataclass(frozen=True, slots=True)
class Node:
    """Stones of a node, Maker's and Breaker's, as sets of cells."""

    maker: frozenset[int]
    breaker: frozenset[int]


@dataclass(frozen=True, slots=True)
class Region:
    """Cells, and lines of which Breaker gets a cell among them, as bit masks."""

    cells: int
    lines: int


@dataclass(frozen=True, slots=True)
class Tables:
    """A certificate whose arrays have the right shapes and ranges, its board beside it.

    ``masks[l]`` is line l as a bit mask over cells; ``group`` has a row per element;
    ``regions`` were found to be won by Breaker.
    """

    cells: int
    masks: list[int]
    inside: NDArray[np.bool_]
    group: NDArray[np.int32]
    branches: list[int]
    answers: list[int]
    owners: NDArray[np.int64]
    regions: list[Region]
    used_ends: list[int]
    used: list[int]
    children: list[int]
    moves: list[int]
    replies: list[int]


def read(position: Position, maker: str, certificate: Content) -> Tables:
    """The certificate against the board: shapes, ranges, symmetries, regions.

    Raises ``Rejected``. O(generators * total size + order of the group * cells) and a full search
    of each kind of region.
    """
    cells = position.board.cells
    if cells > MOST_BOARD:
        raise Rejected(f"boards of more than {MOST_BOARD} cells take no opening pairing")
    family = listed(position).sets(maker)
    if len(family) * cells > MOST_PLACES:
        raise Rejected("the board has too many lines")
    lines = family.sets()
    branches = _ends(certificate.branch_ends, "branch_ends")
    children = _ends(certificate.child_ends, "child_ends")
    if len(branches) != len(children):
        raise Rejected("branch_ends and child_ends have different lengths")
    answers = _numbers(certificate.answers, "answers", branches[-1], -1, cells)
    moves = _numbers(certificate.moves, "moves", children[-1], 0, cells)
    replies = _numbers(certificate.replies, "replies", children[-1], 0, cells)
    if len(branches) != len(moves) + 2:
        raise Rejected("the number of nodes is not the number of children plus one")
    owners = _table(certificate.owners, "owners", cells)
    if len(owners) != len(answers):
        raise Rejected("there is not one pairing for each answer")
    owners = np.cumsum(owners, axis=0, dtype=owners.dtype)
    if owners.size and (owners.min() < -1 or owners.max() >= len(lines)):
        raise Rejected("a cell is owned by a line that does not exist")
    inside = np.zeros((len(lines) + 1, cells), dtype=np.bool_)
    for number, line in enumerate(lines):
        inside[number, list(line)] = True
    masks = [sum(1 << cell for cell in line) for line in lines]
    regions = _regions(certificate, masks, cells)
    used_ends = _ends(certificate.used_ends, "used_ends")
    if len(used_ends) != len(answers) + 1:
        raise Rejected("used_ends does not fit the number of branches")
    used = _numbers(certificate.used, "used", used_ends[-1], 0, len(regions))
    group = _group(_table(certificate.generators, "generators", cells), lines, cells)
    return Tables(
        cells, masks, inside, group, branches, answers, owners, regions, used_ends, used,
        children, moves, replies,
    )  # fmt: skip


def _table(array: np.ndarray, name: str, cells: int) -> Integers:
    if array.dtype.kind not in "iu" and array.size:
        raise Rejected(f"{name} are not integers")
    if array.size == 0:
        return np.zeros((0, cells), dtype=np.int32)
    if array.ndim != 2 or array.shape[1] != cells:
        raise Rejected(f"{name} do not have a number for each of the {cells} cells")
    return array


def _numbers(array: np.ndarray, name: str, count: int, low: int, high: int) -> list[int]:
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise Rejected(f"{name} is not a row of integers")
    values: list[int] = [int(value) for value in array.tolist()]
    if len(values) != count:
        raise Rejected(f"{name} has {len(values)} entries, expected {count}")
    if values and (min(values) < low or max(values) >= high):
        raise Rejected(f"{name} has an entry outside {low}..{high - 1}")
    return values


def _ends(array: np.ndarray, name: str) -> list[int]:
    values = _numbers(array, name, array.size, 0, 1 << 62)
    if not values or values[0] != 0 or values != sorted(values):
        raise Rejected(f"{name} does not delimit rows")
    return values


def _group(generators: Integers, lines: list[tuple[int, ...]], cells: int) -> NDArray[np.int32]:
    """All compositions of the generators, each verified to take lines to lines."""
    family = set(lines)
    for number, row in enumerate(generators.tolist()):
        if sorted(row) != list(range(cells)):
            raise Rejected(f"generator {number} is not a permutation of the cells")
        for line in lines:
            if tuple(sorted(row[cell] for cell in line)) not in family:
                raise Rejected(f"generator {number} takes a line to no line")
    steps = generators.astype(np.int32)
    identity = np.arange(cells, dtype=np.int32)
    found = {identity.tobytes()}
    queue = [identity]
    for element in queue:
        for step in steps:
            image = step[element]
            key = image.tobytes()
            if key not in found:
                if len(found) >= MOST_GROUP or (len(found) + 1) * cells > MOST_GROUP_NUMBERS:
                    raise Rejected("the symmetry group is too large to be listed")
                found.add(key)
                queue.append(image)
    return np.array(queue, dtype=np.int32)


def _regions(certificate: Content, masks: list[int], cells: int) -> list[Region]:
    """The regions, each searched: does Breaker, moving second, get a cell of every line?"""
    cell_ends = _ends(certificate.region_cell_ends, "region_cell_ends")
    line_ends = _ends(certificate.region_line_ends, "region_line_ends")
    if len(cell_ends) != len(line_ends):
        raise Rejected("region_cell_ends and region_line_ends have different lengths")
    places = _numbers(certificate.region_cells, "region_cells", cell_ends[-1], 0, cells)
    numbers = _numbers(certificate.region_lines, "region_lines", line_ends[-1], 0, len(masks))
    regions = []
    for number in range(len(cell_ends) - 1):
        inside = places[cell_ends[number] : cell_ends[number + 1]]
        lines = numbers[line_ends[number] : line_ends[number + 1]]
        if len(inside) > MOST_REGION_CELLS or len(set(inside)) != len(inside):
            raise Rejected(f"region {number} has a cell twice or too many cells")
        # The line's cells inside, by their places in the region: few kinds of region.
        game = frozenset(
            sum(1 << place for place, cell in enumerate(inside) if masks[line] >> cell & 1)
            for line in lines
        )
        if not breaker_wins(game):
            raise Rejected(f"Maker, to move, wins a line in region {number}")
        regions.append(Region(sum(1 << cell for cell in inside), sum(1 << x for x in set(lines))))
    return regions


@lru_cache(maxsize=4096)
def breaker_wins(game: frozenset[int]) -> bool:
    """Maker to move: does Breaker get a cell of every set (a bit mask) of ``game``?

    Full search of the sets that Breaker has not met, without Maker's cells.
    """
    known: dict[frozenset[int], bool] = {}

    def search(sets: frozenset[int]) -> bool:
        if not sets:
            return True
        if 0 in sets:
            return False
        found = known.get(sets)
        if found is None:
            union = 0
            for mask in sets:
                union |= mask
            found = known[sets] = all(answered(sets, 1 << c) for c in bits(union))
        return found

    def answered(sets: frozenset[int], move: int) -> bool:
        after = frozenset(mask & ~move for mask in sets)
        if 0 in after:
            return False
        union = 0
        for mask in after:
            union |= mask
        # A set with one cell left must be met at once.
        forced = [mask for mask in after if mask.bit_count() == 1]
        replies = forced[:1] if forced else [1 << c for c in bits(union)]
        return not after or any(
            search(frozenset(mask for mask in after if not mask & reply)) for reply in replies
        )

    return search(game)


def after(tables: Tables, node: Node, move: int | None, reply: int) -> Node:
    """The node after Maker's move (if any) and Breaker's reply; both cells must be free."""
    taken = node.maker | node.breaker
    if (
        not 0 <= reply < tables.cells
        or reply in taken
        or (move is not None and (move in taken or move == reply))
    ):
        raise Rejected(f"the reply {reply} to {move} is not on a free cell")
    maker = node.maker if move is None else node.maker | {move}
    return Node(maker, node.breaker | {reply})


def refuse_completed(tables: Tables, node: Node) -> None:
    """Raise :class:`Rejected` when Maker owns a whole line."""
    owned = mask_of(node.maker)
    for number, mask in enumerate(tables.masks):
        if not mask & ~owned:
            raise Rejected(f"Maker completes line {number}")


def stabiliser(tables: Tables, node: Node) -> NDArray[np.int32]:
    """The elements of the group that take each player's stones to his stones."""
    keeps = np.ones(len(tables.group), dtype=np.bool_)
    # Some elements at a time: between two calls of NumPy a limit of time can end the check.
    for begin in range(0, len(keeps), BLOCK):
        some = slice(begin, begin + BLOCK)
        for stones in (node.maker, node.breaker):
            row = sorted(stones)
            images = np.sort(tables.group[some, row], axis=1)
            keeps[some] &= (images == np.array(row, dtype=np.int32)).all(1)
    return tables.group[keeps]


def representatives(tables: Tables, node: Node) -> list[int]:
    """The least free cell of each orbit under the node's stabiliser."""
    least = stabiliser(tables, node).min(axis=0).tolist()
    taken = node.maker | node.breaker
    return [cell for cell in range(tables.cells) if cell not in taken and least[cell] == cell]


def served(tables: Tables, node: Node, branch: int) -> set[int]:
    """The moves of Maker that a branch serves, after a look at its pairing and regions.

    Raises ``Rejected`` unless regions and pairs are disjoint sets of free cells, and each line
    without Breaker's stone is in a region or owns exactly two cells of itself.
    """
    answer = tables.answers[branch]
    breaker = node.breaker
    if answer != -1:
        breaker = after(tables, node, None, answer).breaker
    closed = mask_of(breaker)
    free = ((1 << tables.cells) - 1) & ~(closed | mask_of(node.maker))
    everything = free
    in_regions = 0
    for number in tables.used[tables.used_ends[branch] : tables.used_ends[branch + 1]]:
        region = tables.regions[number]
        if region.cells & ~free:
            raise Rejected(f"branch {branch}: the cells of its regions are not free and disjoint")
        free &= ~region.cells
        in_regions |= region.lines
    row = tables.owners[branch]
    cells = np.flatnonzero(row >= 0)
    owners = row[cells]
    if not tables.inside[owners, cells].all():
        raise Rejected(f"branch {branch}: a line owns a cell that is not its own")
    owned: dict[int, int] = {}
    union = 0
    for cell, line in zip(cells.tolist(), owners.tolist(), strict=True):
        owned[line] = owned.get(line, 0) | 1 << cell
        union |= 1 << cell
    if union & ~free:
        raise Rejected(f"branch {branch}: an owned cell is not free")
    for line, mask in enumerate(tables.masks):
        if not mask & closed and not in_regions >> line & 1 and line not in owned:
            raise Rejected(f"branch {branch}: line {line} has no pair and is in no region")
    if any(mask.bit_count() != 2 for mask in owned.values()):
        raise Rejected(f"branch {branch}: a line does not own two cells")
    if answer == -1:
        return set(bits(everything))
    return set(bits(_reached(tables, free & ~union, owned)))


def _reached(tables: Tables, unowned: int, owned: dict[int, int]) -> int:
    """Cells reached from the unowned ones by alternating paths, with the unowned ones."""
    reached = unowned
    waiting = list(owned)
    while True:
        still = []
        for line in waiting:
            if tables.masks[line] & reached:
                reached |= owned[line]
            else:
                still.append(line)
        if len(still) == len(waiting):
            return reached
        waiting = still


def mask_of(cells: frozenset[int]) -> int:
    """A set of cells as a bit mask."""
    return sum(1 << cell for cell in cells)


def bits(mask: int) -> list[int]:
    """The places of a mask's ones, ascending."""
    return [place for place, bit in enumerate(reversed(f"{mask:b}")) if bit == "1"]
