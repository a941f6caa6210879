"""Breaker answers some opening moves, then a pairing answers all the others.

*Positions.* Node 0 is the claimed position (after Breaker's move ``start`` if he is to
move); child k is node k + 1, the position of its parent after Maker's ``moves[k]`` and
Breaker's ``replies[k]``. A line is open while Breaker has no cell of it.

*Branches.* A branch of a node is an ``answer`` and a pairing: each line that is open after
the answer owns two free cells of its own. It serves Maker's move x when x is unowned, or
when an alternating path leads to x from an unowned free cell: the line that reaches a
cell takes it and lets go one of its own, and so on until x is let go. Then Breaker plays
the answer and, from there on, the partner of every cell Maker takes: each open line
keeps a pair of which Breaker gets a cell. With the answer -1 the pairing serves the
position itself and every move.

*Symmetry.* ``generators`` are permutations of the cells that take lines to lines; the checker
verifies that and composes the group. A move of Maker is answered if one move of its orbit under
the elements that keep the node's stones is: the children's moves must be exactly the
least cells of the orbits that no branch serves.

So Breaker gets a cell of every line. Under the weak rule that is the claim. Under the strong
rule, on an empty board where both want the same sets, it says that the player who begins
cannot complete a line; that the other cannot either is strategy stealing (Nash; Hales and
Jewett, Trans. AMS 106, 1963): the value is a draw.

The checker knows lines from the rules, shares nothing with the search that made the
certificate, and costs O(nodes * group * stones + branches * total size of the lines).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Certificate, Claim, Rejected

MOST_GROUP_NUMBERS = 1 << 27
"""Order of the group times cells that the checker is ready to build: 512 MB."""


class OpeningPairing(Certificate, frozen=True, tag="opening-pairing"):
    """See the module. ``first`` and ``second`` are the stones of the claimed position.

    ``branch_ends`` and ``child_ends`` (nodes + 1) delimit each node's rows of ``answers`` and
    ``owners``, of ``moves`` and ``replies``. ``owners`` (branches, cells) holds the number
    of the owning line among the rules' sets or -1, each row as the difference to the row
    before (modulo 2 ** 16 or 2 ** 32, as its type has it), because neighbours differ little.
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


@dataclass(frozen=True, slots=True)
class Tables:
    """A certificate whose arrays have the right shapes and ranges, its board beside it.

    ``masks[l]`` is line l as a bit mask over cells; ``group`` has a row per element.
    """

    cells: int
    masks: list[int]
    inside: NDArray[np.bool_]
    group: NDArray[np.int32]
    branches: list[int]
    answers: list[int]
    owners: NDArray[np.int64]
    children: list[int]
    moves: list[int]
    replies: list[int]


@dataclass(frozen=True, slots=True)
class Node:
    """Stones of a node, Maker's and Breaker's, as sets of cells."""

    maker: frozenset[int]
    breaker: frozenset[int]


def check(position: Any, claim: Claim, certificate: OpeningPairing) -> str:
    """The proved claim; raises :class:`Rejected`.

    Proves ``outcome`` ``breaker`` (weak rule) and ``draw`` (strong rule, empty board).
    """
    maker = _maker(position, claim)
    breaker = "second" if maker == "first" else "first"
    for player, stones in (("first", certificate.first), ("second", certificate.second)):
        if sorted(position.stones(player)) != sorted(stones):
            raise Rejected(f"the certificate's stones of {player} are not the position's")
    tables = read(position, maker, certificate)
    root = Node(frozenset(position.stones(maker)), frozenset(position.stones(breaker)))
    if position.to_move == maker:
        if certificate.start != -1:
            raise Rejected("a first answer is given although Maker is to move")
    else:
        root = _after(tables, root, None, certificate.start)
    nodes = [root]
    for number in range(len(tables.branches) - 1):
        if number >= len(nodes):
            raise Rejected(f"node {number} comes before its parent")
        node = nodes[number]
        left = set(_moves(tables, node, number))
        for branch in range(tables.branches[number], tables.branches[number + 1]):
            left -= _served(tables, node, branch)
        begin, end = tables.children[number], tables.children[number + 1]
        if tables.moves[begin:end] != sorted(left):
            raise Rejected(
                f"node {number}: Maker's moves that no branch serves are not the children's"
            )
        for child in range(begin, end):
            nodes.append(_after(tables, node, tables.moves[child], tables.replies[child]))
    deepest = max(len(node.breaker) for node in nodes) - len(position.stones(breaker)) + 1
    what = (
        f"the second to move has a pairing after at most {deepest} answers "
        f"({len(tables.answers)} pairings for {len(nodes)} positions)"
    )
    if claim.answer == "breaker":
        return f"breaker wins: {what}"
    return f"draw: {what}, and cannot win by strategy stealing"


def _maker(position: Any, claim: Claim) -> str:
    """The player who is kept from a line; raises unless the claim is one of the two kinds."""
    if claim.question != "outcome" or claim.arguments:
        raise Rejected(f"an opening pairing does not answer {claim.question!r}")
    weak = getattr(position, "rule", None) == "weak"
    if claim.answer != ("breaker" if weak else "draw"):
        raise Rejected(f"an opening pairing does not prove {claim.answer!r} here")
    if weak:
        return "first"
    if position.first or position.second or not position.board.same_sets:
        raise Rejected("strategy stealing needs an empty board and the same sets for both")
    return str(position.to_move)


def read(position: Any, maker: str, certificate: OpeningPairing) -> Tables:
    """The certificate against the board: shapes, ranges, symmetries; raises ``Rejected``."""
    cells = int(position.board.cells)
    family = position.sets(maker)
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
    if owners.dtype not in (np.dtype(np.int16), np.dtype(np.int32)):
        raise Rejected("owners must be 16 or 32 bit integers")
    owners = np.cumsum(owners, axis=0, dtype=owners.dtype)
    if owners.size and (owners.min() < -1 or owners.max() >= len(lines)):
        raise Rejected("a cell is owned by a line that does not exist")
    inside = np.zeros((len(lines) + 1, cells), dtype=np.bool_)
    for number, line in enumerate(lines):
        inside[number, list(line)] = True
    return Tables(
        cells,
        [sum(1 << cell for cell in line) for line in lines],
        inside,
        _group(_table(certificate.generators, "generators", cells), lines, cells),
        branches,
        answers,
        owners,
        children,
        moves,
        replies,
    )


def _table(array: np.ndarray, name: str, cells: int) -> NDArray[Any]:
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
    if len(values) < 2 or values[0] != 0 or values != sorted(values):
        raise Rejected(f"{name} does not delimit rows")
    return values


def _group(
    generators: NDArray[Any], lines: list[tuple[int, ...]], cells: int
) -> NDArray[np.int32]:
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
    found = {identity.tobytes(): identity}
    queue = [identity]
    for element in queue:
        for step in steps:
            image = step[element]
            key = image.tobytes()
            if key not in found:
                if (len(found) + 1) * cells > MOST_GROUP_NUMBERS:
                    raise Rejected("the symmetry group is too large to be listed")
                found[key] = image
                queue.append(image)
    return np.array(queue, dtype=np.int32)


def _after(tables: Tables, node: Node, move: int | None, reply: int) -> Node:
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


def _stabiliser(tables: Tables, node: Node) -> NDArray[np.int32]:
    keeps = np.ones(len(tables.group), dtype=np.bool_)
    for stones in (node.maker, node.breaker):
        row = sorted(stones)
        keeps &= (np.sort(tables.group[:, row], axis=1) == np.array(row, dtype=np.int32)).all(1)
    return tables.group[keeps]


def _moves(tables: Tables, node: Node, number: int) -> list[int]:
    """The least free cell of each orbit under the node's stabiliser."""
    least = _stabiliser(tables, node).min(axis=0).tolist()
    taken = node.maker | node.breaker
    return [cell for cell in range(tables.cells) if cell not in taken and least[cell] == cell]


def _served(tables: Tables, node: Node, branch: int) -> set[int]:
    """The moves of Maker that a branch serves, after a look at its pairing."""
    free, owned = _owned(tables, node, branch)
    if tables.answers[branch] == -1:
        return set(_bits(free))
    return set(_bits(_reached(tables, free, owned)))


def _owned(tables: Tables, node: Node, branch: int) -> tuple[int, dict[int, int]]:
    """The free cells after the branch's answer, and each open line's two cells, as masks.

    Raises ``Rejected`` unless every open line owns exactly two free cells of itself.
    """
    answer = tables.answers[branch]
    breaker = node.breaker
    if answer != -1:
        breaker = _after(tables, node, None, answer).breaker
    row = tables.owners[branch]
    cells = np.flatnonzero(row >= 0)
    owners = row[cells]
    if not tables.inside[owners, cells].all():
        raise Rejected(f"pairing {branch}: a line owns a cell that is not its own")
    closed = _mask(breaker)
    free = ((1 << tables.cells) - 1) & ~(closed | _mask(node.maker))
    owned: dict[int, int] = {}
    for cell, line in zip(cells.tolist(), owners.tolist(), strict=True):
        owned[line] = owned.get(line, 0) | 1 << cell
    if _union(owned) & ~free:
        raise Rejected(f"pairing {branch}: a cell is not free")
    open_lines = [line for line, mask in enumerate(tables.masks) if not mask & closed]
    if len(owned) != len(open_lines):
        raise Rejected(f"pairing {branch}: not every open line, or a closed one, owns cells")
    for line in open_lines:
        if owned.get(line, 0).bit_count() != 2:
            raise Rejected(f"pairing {branch}: line {line} does not own two cells")
    return free, owned


def _reached(tables: Tables, free: int, owned: dict[int, int]) -> int:
    """Cells reached from the unowned ones by alternating paths, with the unowned ones."""
    reached = free & ~_union(owned)
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


def _mask(cells: frozenset[int]) -> int:
    return sum(1 << cell for cell in cells)


def _union(owned: dict[int, int]) -> int:
    union = 0
    for mask in owned.values():
        union |= mask
    return union


def _bits(mask: int) -> list[int]:
    return [place for place, bit in enumerate(reversed(f"{mask:b}")) if bit == "1"]


def reply(position: Any, certificate: OpeningPairing) -> int | None:
    """Breaker's cell, or ``None`` when he is not to move or the stones left the strategy.

    A cell after which the open lines have a pairing is as good as the certificate's; where
    there is none the stones are looked up in the tree. O(cells * lines * total size) at worst.
    """
    if position.rule == "weak" or len(position.first) > len(position.second):
        maker, breaker = "first", "second"
    else:
        maker, breaker = "second", "first"
    if position.to_move != breaker or position.result() is not None:
        return None
    begun = {"first": set(certificate.first), "second": set(certificate.second)}
    stones = Node(position.stones(maker), position.stones(breaker))
    if not begun[maker] <= stones.maker or not begun[breaker] <= stones.breaker:
        return None
    tables = read(position, maker, certificate)
    free = ((1 << tables.cells) - 1) & ~_mask(stones.maker | stones.breaker)
    open_lines = [mask for mask in tables.masks if not mask & _mask(stones.breaker)]
    closes = {cell: sum(mask >> cell & 1 for mask in open_lines) for cell in _bits(free)}
    for cell in sorted(closes, key=lambda cell: (-closes[cell], cell)):
        rest = [mask & free & ~(1 << cell) for mask in open_lines if not mask >> cell & 1]
        if 2 * len(rest) < free.bit_count() and _has_pairing(rest):
            return cell
    root = Node(frozenset(begun[maker]), frozenset(begun[breaker]))
    if certificate.start != -1:
        if stones == root:
            return certificate.start
        root = _after(tables, root, None, certificate.start)
    return _look_up(tables, 0, root, stones, np.arange(tables.cells))


def _has_pairing(lines: list[int]) -> bool:
    """Can every line (a mask of free cells) be given two cells of its own?"""
    owner: dict[int, int] = {}
    for line in range(len(lines)):
        for _ in range(2):
            asked: dict[int, tuple[int, int]] = {line: (-1, -1)}
            queue = [line]
            for at in queue:
                loose = next((c for c in _bits(lines[at]) if c not in owner), None)
                if loose is not None:
                    while at >= 0:
                        owner[loose] = at
                        loose, at = asked[at]
                    break
                for cell in _bits(lines[at]):
                    if owner[cell] not in asked:
                        asked[owner[cell]] = (cell, at)
                        queue.append(owner[cell])
            else:
                return False
    return True


def _look_up(
    tables: Tables, number: int, node: Node, stones: Node, to: NDArray[Any]
) -> int | None:
    """The reply to the one stone of Maker that is unanswered, at a child below a node.

    ``to`` takes the node's cells to the board's; every order of Maker's stones is tried.
    """
    begin, end = tables.children[number], tables.children[number + 1]
    known = {int(to[cell]) for cell in node.maker}
    stabiliser = _stabiliser(tables, node) if begin < end else tables.group[:0]
    for child in range(begin, end):
        move, answer = tables.moves[child], tables.replies[child]
        for stone in sorted(stones.maker - known):
            fitting = np.flatnonzero(to[stabiliser[:, move]] == stone)
            for element in fitting.tolist():
                turned = to[stabiliser[element]]
                cell = int(turned[answer])
                if len(known) + 1 == len(stones.maker):
                    if cell not in stones.maker and cell not in stones.breaker:
                        return cell
                elif cell in stones.breaker:
                    below = _after(tables, node, move, answer)
                    found = _look_up(tables, child + 1, below, stones, turned)
                    if found is not None:
                        return found
    return None
