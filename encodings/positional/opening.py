"""Draws and Breaker's wins by a pairing after some opening moves.

For the positional games (:mod:`gameproof.games.positional`). The search is
:mod:`gameproof.solvers.matching.opening_pairing`, the certificate
:mod:`gameproof.certificates.zones.hold`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.holds import NOBODY, SPARE, HoldWriter, word
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.games.positional import OTHER, Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.matching import opening_pairing
from gameproof.solvers.matching.opening_pairing_nodes import NO_ANSWER, Branch, Node

MOST_CELLS = 2000
MOST_GROUP = 20_000
ANSWERS = 4
WIDTH = 6
MOST_POSITIONS = 20_000
REGION_ANSWERS = 3
MOST_REGION_POSITIONS = 1_000


def automorphisms(position: Position, player: str) -> list[NDArray[np.int32]]:
    """Generators of the board's known symmetries as permutations of the cells.

    Tried, on a board with a grid: reflections, exchanges of two axes, shifts by one (they
    hold on a torus), and, where all sides are equal, the permutations of the mirror pairs of
    values applied to all coordinates at once. Kept: those that take lines to lines.
    O(candidates * total size of the lines).
    """
    shape = position.board.shape
    if not shape or position.board.cells < 2:
        return []
    cell = np.arange(position.board.cells, dtype=np.int32).reshape(shape)
    tried: list[NDArray[np.int32]] = []
    for axis, side in enumerate(shape):
        tried += [np.flip(cell, axis), np.roll(cell, 1, axis)]
        if axis and shape[axis - 1] == side:
            tried.append(np.swapaxes(cell, axis - 1, axis))
    if len(set(shape)) == 1:
        side = shape[0]
        for low in range(side // 2):
            values = np.arange(side)
            values[[low, side - 1 - low]] = side - 1 - low, low
            tried.append(cell[np.ix_(*[values] * len(shape))])
            if low:
                values = np.arange(side)
                swapped = [low - 1, low, side - low, side - 1 - low]
                values[swapped] = [low, low - 1, side - 1 - low, side - low]
                tried.append(cell[np.ix_(*[values] * len(shape))])
    lines = position.sets(player).sets()
    family = set(lines)
    kept: dict[bytes, NDArray[np.int32]] = {}
    for image in tried:
        row = np.ascontiguousarray(image).ravel()
        if np.array_equal(row, cell.ravel()):
            continue
        to = row.tolist()
        if all(tuple(sorted(to[c] for c in line)) in family for line in lines):
            kept[row.tobytes()] = row
    return list(kept.values())


def closure(generators: list[NDArray[np.int32]], cells: int) -> NDArray[np.int32] | None:
    """The group that permutations generate, a row each; ``None`` beyond ``MOST_GROUP``."""
    identity = np.arange(cells, dtype=np.int32)
    found = {identity.tobytes()}
    group = [identity]
    for element in group:
        for generator in generators:
            image = generator[element]
            if image.tobytes() not in found:
                if len(group) == MOST_GROUP:
                    return None
                found.add(image.tobytes())
                group.append(image)
    return np.array(group)


def generating(group: NDArray[np.int32]) -> list[NDArray[np.int32]]:
    """Elements of which the others of this group are compositions, a row each; each of them
    doubles what was there at least. O(order * cells * log order)."""
    cells = group.shape[1]
    chosen: list[NDArray[np.int32]] = []
    made = {np.arange(cells, dtype=np.int32).tobytes()}
    for element in group.astype(np.int32):
        if element.tobytes() not in made:
            chosen.append(element)
            found = closure(chosen, cells)
            if found is None:
                raise ValueError("the group is too large to be listed")
            made = {row.tobytes() for row in found}
    return chosen


def as_certificate(
    position: Position,
    maker: str,
    generators: list[NDArray[np.int32]],
    result: opening_pairing.Result,
    limits: Limits | None = None,
) -> Hold:
    """The witness as nodes: a branch is an answer and a leaf whose sets own cells, a child an
    answer and a node. O(branches * cells)."""
    assert result.node is not None
    writer = writer_of(position, maker, generators, limits or Limits())
    breaker = OTHER[maker]

    def leaf(branch: Branch, theirs: frozenset[int], mine: frozenset[int]) -> int:
        parts, inside = [], set[int]()
        for number in branch.regions:
            region = result.regions[number]
            inside |= set(region.cells)
            within = word(region.cells)
            parts.append(writer.region(writer.masks[line] & within for line in region.lines))
        owners = np.where(branch.owner >= 0, branch.owner, SPARE).astype(np.int64)
        owners[[*theirs, *mine, *inside]] = NOBODY
        return writer.leaf(mine, parts=parts, owners=owners)

    def write(node: Node, theirs: frozenset[int], mine: frozenset[int]) -> int:
        writer.tick()
        found: list[tuple[int, int]] = []
        for branch in node.branches:
            if branch.answer == NO_ANSWER:
                return leaf(branch, theirs, mine)
            found.append((branch.answer, leaf(branch, theirs, mine | {branch.answer})))
        for move, reply, after in node.children:
            found.append((reply, write(after, theirs | {move}, mine | {reply})))
        return serving(writer, theirs, mine, found)

    opens = result.start != NO_ANSWER
    mine = position.stones(breaker) | ({result.start} if opens else set())
    root = write(result.node, position.stones(maker), mine)
    return writer.certificate(breaker, root, result.start if opens else -1)


def writer_of(
    position: Position, maker: str, generators: list[NDArray[np.int32]], limits: Limits
) -> HoldWriter:
    """A writer of nodes that stop Maker's sets, turned by what the generators generate."""
    group = closure(generators, position.board.cells)
    assert group is not None
    return HoldWriter(position.board.cells, position.sets(maker).sets(), group, limits.check)


def serving(
    writer: HoldWriter,
    theirs: frozenset[int],
    mine: frozenset[int],
    found: list[tuple[int, int]],
) -> int:
    """A node of these answers (cell, node) and of their images under whatever keeps the stones,
    as many as serve every move."""
    answers: list[tuple[int, int, int]] = []
    left = word(set(range(writer.cells)) - theirs - mine)
    for turn, to in enumerate(writer.rows):
        if not left:
            break
        if turn and not all(to[cell] in stones for stones in (theirs, mine) for cell in stones):
            continue
        for reply, child in found:
            core = writer.turned(writer.core[child], turn) | 1 << to[reply]
            if left & ~core:
                answers.append((to[reply], child, turn))
                left &= core
    return writer.answered(answers)


def _applies(position: Position) -> bool:
    """A board small enough; under the strong rule an empty one with the same sets for both."""
    if position.board.cells > MOST_CELLS or position.result() is not None:
        return False
    if position.rule == "weak":
        return True
    return not position.first and not position.second and position.board.same_sets


def applies_regions(position: Position) -> bool:
    """As :func:`_applies`, where two lines share at most one cell: regions are crossings. Lines
    of three leave no room for any, and 3 x 3 must not wait for a kernel."""
    if not _applies(position) or position.board.kind != "tictactoe":
        return False
    return int(position.board.parameters[0]) > 3


def _pairs(position: Position, limits: Limits, options: Options) -> Finding:
    """Breaker's (second's) win by a pairing after at most ``ANSWERS`` answers."""
    return _run(position, limits, options, False)


def _regions(position: Position, limits: Limits, options: Options) -> Finding:
    """The same with regions beside the pairs, after at most ``REGION_ANSWERS`` answers."""
    return _run(position, limits, options, True)


def _run(position: Position, limits: Limits, options: Options, regions: bool) -> Finding:
    maker = "first" if position.rule == "weak" else position.to_move
    breaker = "second" if maker == "first" else "first"
    generators = automorphisms(position, maker)
    group = closure(generators, position.board.cells)
    if group is None:
        generators, group = [], np.arange(position.board.cells, dtype=np.int32)[None, :]
    result = opening_pairing.solve(
        position.board.cells,
        position.sets(maker).sets(),
        group,
        REGION_ANSWERS if regions else ANSWERS,
        limits,
        first=sorted(position.stones(maker)),
        second=sorted(position.stones(breaker)),
        second_to_move=position.to_move == breaker,
        width=WIDTH,
        most_positions=MOST_REGION_POSITIONS if regions else MOST_POSITIONS,
        regions=regions,
    )
    work = result.statistics
    stats: dict[str, object] = {
        "positions": work.positions,
        "matchings": work.matchings,
        "covers": work.covers,
        "served": work.served,
        "group": len(group),
    }
    if result.node is None:
        return Finding(UNKNOWN, stats=stats)
    certificate = as_certificate(position, maker, generators, result, limits)
    stats["pairings"] = len(certificate.owned)
    stats["zones"] = len(certificate.stone_ends) - 1
    detail = {"answers": result.answers}
    answer = "breaker" if position.rule == "weak" else "draw"
    return Finding(answer, certificate if options.certificate else None, stats, detail)


METHODS: tuple[Method[Position], ...] = (
    Method(
        "outcome",
        "opening-pairing",
        _pairs,
        "a pairing after some answers (Cain, Raymond, Källersjö 2025 for 7^3); draw: "
        "strategy stealing (Hales, Jewett 1963)",
        _applies,
    ),
    Method(
        "outcome",
        "opening-regions",
        _regions,
        "pairs and regions of nine or ten cells after some answers (set matching, Uiterwijk "
        "2017); draw: strategy stealing (Hales, Jewett 1963)",
        applies_regions,
    ),
)
