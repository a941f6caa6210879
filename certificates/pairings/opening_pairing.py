"""Breaker answers some opening moves, then a pairing answers all the others.

*Positions.* Node 0 is the position asked about (after Breaker's move ``start`` if he is to
move); child k is node k + 1, the position of its parent after Maker's ``moves[k]`` and
Breaker's ``replies[k]``. A line is open while Breaker has no cell of it. In no node has Maker
completed a line.

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

So Breaker gets a cell of every line. Under the weak rule he is the second player, and wins.
Under the strong rule Breaker is whoever is not to move (or who plays ``start``), and Maker
cannot complete a line; on an empty board where both want the same sets Breaker cannot either,
by strategy stealing (Nash; Hales and Jewett, Trans. AMS 106, 1963): the value is a draw.

The checker knows lines from the rules, shares nothing with the search that made the
certificate, and costs O(nodes * group * stones + branches * total size of the lines).
"""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.pairings.opening_pairing_tables import (
    Content,
    Node,
    after,
    read,
    refuse_completed,
    representatives,
    served,
)
from gameproof.certificates.strategies.blocking import stops
from gameproof.games.meaning.statement import Forces, Prevents
from gameproof.games.positional import OTHER, Position


class OpeningPairing(Content, frozen=True, tag="opening-pairing"):
    """See the module and :class:`Content`, its fields."""


def conclude(goal: Goal[Position], certificate: OpeningPairing) -> Conclusion:
    """That Breaker stops every line of Maker."""
    position = goal.position
    maker = position.to_move if certificate.start == -1 else OTHER[position.to_move]
    breaker = OTHER[maker]
    for player, stones in (("first", certificate.first), ("second", certificate.second)):
        if sorted(position.stones(player)) != sorted(stones):
            raise Rejected(f"the certificate's stones of {player} are not the position's")
    tables = read(position, maker, certificate)
    root = Node(frozenset(position.stones(maker)), frozenset(position.stones(breaker)))
    if certificate.start != -1:
        root = after(tables, root, None, certificate.start)
    nodes = [root]
    deepest = 0
    for number in range(len(tables.branches) - 1):
        if number >= len(nodes):
            raise Rejected(f"node {number} comes before its parent")
        node = nodes[number]
        refuse_completed(tables, node)
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
    stopped = stops(position, breaker)
    kind = "a pairing beside won regions" if tables.used else "a pairing"
    return Conclusion(
        stopped.statements,
        f"{stopped.sentence}: by {kind} after at most {deepest} answers "
        f"({len(tables.answers)} pairings for {len(nodes)} positions)",
    )


KIND = Kind(
    record=OpeningPairing,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="Breaker answers, then pairs (Hales, Jewett 1963) and regions that hold by themselves "
    "(Uiterwijk 2017) stop all lines; moves are taken up to symmetries of lines and stones",
    evidence="a tree of Maker's moves with Breaker's replies, pairings by the lines that own "
    "cells, regions, and generators of the symmetries",
    conclude=conclude,
)
