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

*Regions.* A branch may also use regions: sets of at most 12 free cells, disjoint from each other
and from the pairs, in which Breaker, moving second, gets a cell of each of the region's lines by
playing inside (the checker searches that game in full). The lines of its regions need
no pairs; a move inside a region is not served. (Set matching: Uiterwijk, The Impact of Safe
Solutions and Set Matching on Solving k-in-a-Row Games, 2017.)

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

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.opening_pairing_tables import (
    Node,
    Tables,
    after,
    bits,
    mask_of,
    read,
    representatives,
    served,
    stabiliser,
)


class OpeningPairing(Certificate, frozen=True, tag="opening-pairing"):
    """See the module. ``first`` and ``second`` are the stones of the claimed position.

    ``branch_ends`` and ``child_ends`` (nodes + 1) delimit each node's rows of ``answers`` and
    ``owners``, of ``moves`` and ``replies``. ``owners`` (branches, cells) holds the number
    of the owning line among the rules' sets or -1, each row as the difference to the row
    before (modulo 2 ** 16 or 2 ** 32, as its type has it), because neighbours differ little.
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
        root = after(tables, root, None, certificate.start)
    nodes = [root]
    deepest = 0
    for number in range(len(tables.branches) - 1):
        if number >= len(nodes):
            raise Rejected(f"node {number} comes before its parent")
        node = nodes[number]
        left = set(representatives(tables, node))
        depth = len(node.breaker) - len(root.breaker)
        for branch in range(tables.branches[number], tables.branches[number + 1]):
            left -= served(tables, node, branch)
            deepest = max(deepest, depth + (tables.answers[branch] != -1))
        begin, end = tables.children[number], tables.children[number + 1]
        if tables.moves[begin:end] != sorted(left):
            raise Rejected(
                f"node {number}: Maker's moves that no branch serves are not the children's"
            )
        for child in range(begin, end):
            nodes.append(after(tables, node, tables.moves[child], tables.replies[child]))
    kind = "a pairing beside won regions" if tables.used else "a pairing"
    what = (
        f"the second to move has {kind} after at most {deepest} answers "
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
    free = ((1 << tables.cells) - 1) & ~mask_of(stones.maker | stones.breaker)
    open_lines = [mask for mask in tables.masks if not mask & mask_of(stones.breaker)]
    closes = {cell: sum(mask >> cell & 1 for mask in open_lines) for cell in bits(free)}
    for cell in sorted(closes, key=lambda cell: (-closes[cell], cell)):
        rest = [mask & free & ~(1 << cell) for mask in open_lines if not mask >> cell & 1]
        if 2 * len(rest) < free.bit_count() and _has_pairing(rest):
            return cell
    root = Node(frozenset(begun[maker]), frozenset(begun[breaker]))
    if certificate.start != -1:
        if stones == root:
            return certificate.start
        root = after(tables, root, None, certificate.start)
    return _look_up(tables, 0, root, stones, np.arange(tables.cells))


def _has_pairing(lines: list[int]) -> bool:
    """Can every line (a mask of free cells) be given two cells of its own?"""
    owner: dict[int, int] = {}
    for line in range(len(lines)):
        for _ in range(2):
            asked: dict[int, tuple[int, int]] = {line: (-1, -1)}
            queue = [line]
            for at in queue:
                loose = next((c for c in bits(lines[at]) if c not in owner), None)
                if loose is not None:
                    while at >= 0:
                        owner[loose] = at
                        loose, at = asked[at]
                    break
                for cell in bits(lines[at]):
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
    stabiliser = stabiliser(tables, node) if begin < end else tables.group[:0]
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
                    below = after(tables, node, move, answer)
                    found = _look_up(tables, child + 1, below, stones, turned)
                    if found is not None:
                        return found
    return None
