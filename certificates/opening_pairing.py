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
no pairs; a move inside a region is not served. (Uiterwijk, Set Matching: An Enhancement of
the Hales-Jewett Pairing Strategy, Advances in Computer Games 2017.)

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

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.opening_pairing_reply import reply
from gameproof.certificates.opening_pairing_tables import (
    Node,
    after,
    read,
    representatives,
    served,
)

__all__ = ["OpeningPairing", "check", "reply"]


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
    return f"a draw: {what} and cannot win himself (strategy stealing)"


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
