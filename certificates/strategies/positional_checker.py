"""The checker of positional strategies, node by node.

Helper of :mod:`gameproof.certificates.strategies.positional_strategy`, which states the
rules and the format. Words are Python integers, a bit a cell; a dead cell is in both
players' words.
"""

from __future__ import annotations

from collections.abc import Sequence

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.positional_table import Table
from gameproof.games.bit_sets import members
from gameproof.games.boards.hypergraph import Rows
from gameproof.games.positional import Position

UNLIMITED = 1 << 30


class Side:
    """A player's sets as bit masks."""

    def __init__(self, rows: Rows, cells: int) -> None:
        self.masks = [sum(1 << cell for cell in row) for row in rows]
        self.through: list[list[int]] = [[] for _ in range(cells)]
        for row, mask in zip(rows, self.masks, strict=True):
            for cell in row:
                self.through[cell].append(mask)
        self.longest = max((mask.bit_count() for mask in self.masks), default=1)

    def completing(self, own: int, other: int, cell: int | None = None) -> int:
        """The free cells that complete a set (through ``cell``, if given)."""
        found = 0
        for mask in self.masks if cell is None else self.through[cell]:
            if not mask & other:
                rest = mask & ~own
                if not rest & (rest - 1):
                    found |= rest
        return found

    def short_of_two(self, own: int, other: int) -> list[int]:
        """The words of two free cells that together complete a set."""
        found = []
        for mask in self.masks:
            if not mask & other:
                rest = mask & ~own
                less = rest & (rest - 1)
                if less and not less & (less - 1):
                    found.append(rest)
        return found

    def live(self, own: int, other: int, moves: int) -> int:
        """The cells of the live sets."""
        cells = 0
        if moves == UNLIMITED:
            for mask in self.masks:
                if not mask & other:
                    cells |= mask
            return cells
        for mask in self.masks:
            if not mask & other and (mask & ~own).bit_count() <= moves:
                cells |= mask
        return cells

    def unstopped(self, other: int) -> list[int]:
        """The sets without a cell of the other player."""
        return [mask for mask in self.masks if not mask & other]

    def potential(self, own: int, other: int, moves: int) -> int:
        """The sum of 2^-(free cells) over the live sets, times 2^longest."""
        total = 0
        for mask in self.masks:
            if not mask & other:
                free = (mask & ~own).bit_count()
                if free <= moves:
                    total += 1 << (self.longest - free)
        return total

    def owns(self, own: int, other: int, cell: int) -> bool:
        """Does a set through the cell lie in ``own``? (Dead cells are in both words.)"""
        return any(not mask & ~own and not mask & other for mask in self.through[cell])


class Checker:
    """Checks the nodes of one proof; ``nodes[i]`` becomes (a, d, r) once node i is reached:
    the words of the attacker and the defender, and how many moves the attacker has left.

    ``barred`` are words of cells that the attacker never takes, and the defender in ascending
    order only, word by word; the permutations must keep that (``zone``).
    """

    def __init__(
        self, attack: Rows, defend: Rows, cells: int, table: Table, barred: Sequence[int] = ()
    ) -> None:
        self.attack = Side(attack, cells)
        self.defend = Side(defend, cells)
        self.board = (1 << cells) - 1
        self.barred = tuple(barred)
        self.table = table
        self.nodes: dict[int, tuple[int, int, int]] = {}
        powers = [1 << cell for cell in range(cells)]
        self.images = [
            [powers[to] for to in row] if row != list(range(cells)) else []
            for row in table.permutations
        ]
        """Nothing for the identity."""

    def own_moves(self, free: int) -> int:
        """The cells among ``free`` that the attacker may take."""
        for word in self.barred:
            free &= ~word
        return free

    def answers(self, free: int) -> int:
        """The cells among ``free`` that the defender may take."""
        found = self.own_moves(free)
        for word in self.barred:
            elsewhere = free & word
            found |= elsewhere & -elsewhere
        return found

    def reduced(self, a: int, d: int, r: int) -> tuple[int, int]:
        """The position with its dead cells in both words."""
        live_a = self.attack.live(a, d, r)
        live_d = self.defend.live(d, a, r)
        alive = (a & ~d & live_a) | (d & ~a & live_d) | (~(a | d) & (live_a | live_d))
        dead = self.board & ~alive
        return a | dead, d | dead

    def reach(self, child: int, symmetry: int, a: int, d: int, r: int, parent: int) -> None:
        """Note that the position, turned by the symmetry, is node ``child``."""
        if not parent < child < len(self.table.edge_ends) - 1:
            raise Rejected(f"node {parent} leads to node {child}, not forward")
        a, d = self.reduced(a, d, r)
        images = self.images[symmetry]
        here = (_moved(a, images), _moved(d, images), r) if images else (a, d, r)
        if self.nodes.setdefault(child, here) != here:
            raise Rejected(f"node {child} stands for two positions")

    def edges(self, node: int, moving: int, replying: int) -> dict[int, int]:
        """The node's edges by move; moves and replies must be on free live cells that these
        players may take."""
        found: dict[int, int] = {}
        for edge in self.table.edges_of(node):
            move, reply = self.table.moves[edge], self.table.replies[edge]
            if move in found or not moving >> move & 1:
                raise Rejected(f"node {node} answers the move {move}, which is not possible")
            if reply == move or not replying >> reply & 1:
                raise Rejected(f"node {node} answers {move} by {reply}, which is not possible")
            found[move] = edge
        return found

    # -- the attacker wins -----------------------------------------------------------------

    def forced(self, node: int) -> None:
        """The attacker wins at this node whatever the defender plays.

        A move on a dead cell is answered as if it had been any of the others, so there must
        be another one.
        """
        a, d, r = self.nodes.pop(node)
        free = self.answers(self.board & ~(a | d))
        if not free:  # with no move left, r = 0, nothing is alive either
            raise Rejected(f"at node {node} nothing is left to attack")
        lost = self.defend.completing(d, a)
        if lost:
            raise Rejected(f"the defender completes a set by {_lowest(lost)} at node {node}")
        edges = self.edges(node, free, self.own_moves(self.board & ~(a | d)))
        for move, edge in edges.items():
            reply, after = self.table.replies[edge], d | 1 << move
            grown = a | 1 << reply
            if not self.attack.owns(grown, after, reply):
                child, symmetry = self.table.children[edge], self.table.symmetries[edge]
                self.reach(child, symmetry, grown, after, fewer(r), node)
            free &= ~(1 << move)
        left = free & ~self.threatened(a, d, r, node)
        if left:
            raise Rejected(f"no answer to the move {_lowest(left)} at node {node}")

    def threatened(self, a: int, d: int, r: int, node: int) -> int:
        """The defender's moves after which a set can be completed at once or one of the
        node's sequences wins."""
        free = self.answers(self.board & ~(a | d))
        now = self.attack.completing(a, d)
        if now:
            # He may take one of these cells.
            return free if now & (now - 1) else free & ~now | self.by_lines(a, d, r, node, now)
        return self.by_lines(a, d, r, node, free)

    def by_lines(self, a: int, d: int, r: int, node: int, asked: int) -> int:
        """The defender's moves, among those asked for, that one of the node's sequences beats."""
        pairs = self.defend.short_of_two(d, a)
        found = 0
        for line in self.table.lines_of(node):
            if 0 < len(line) < r:
                found |= self.beaten(a, d, pairs, line, asked & ~found)
        return found

    def beaten(self, a: int, d: int, pairs: list[int], sequence: list[int], moves: int) -> int:
        """Those of the defender's ``moves`` that this sequence of threats beats, the attacker
        to move: :meth:`replay` with each of them, all at once.

        ``pairs`` are the pairs of cells that complete a set of the defender, whom no single
        cell completes one. A move matters in three ways: it takes a cell of the sequence; it
        is one of the cells that the attacker threatens; or, being one of a pair, it makes the
        other a threat, which the attacker's next move must take.
        """
        must = 0
        for at, cell in enumerate(sequence):
            bit = 1 << cell
            if (a | d) & bit or must & ~bit:
                return 0
            moves &= ~bit
            for pair in pairs:
                if not pair & bit:
                    moves &= ~pair
            if not moves:
                return 0
            a |= bit
            answer = 0
            for mask in self.attack.through[cell]:
                if not mask & d:
                    rest = mask & ~a
                    if not rest & (rest - 1):
                        answer |= rest
            less = answer & (answer - 1)
            if less:
                won = moves & ~answer
                for move in members(moves & answer):
                    stones, other = d | answer, answer & ~(1 << move)
                    if other & (other - 1):
                        won |= 1 << move
                        continue
                    must = self.defend.completing(stones, a, _lowest(other))
                    if self.replay(a, stones, must, sequence[at + 1 :]):
                        won |= 1 << move
                return won
            if not answer:
                return 0
            moves &= ~answer
            d |= answer
            must, pairs = 0, []
            for mask in self.defend.through[answer.bit_length() - 1]:
                if not mask & a:
                    rest = mask & ~d
                    less = rest & (rest - 1)
                    if not less:
                        must |= rest
                    elif not less & (less - 1):
                        pairs.append(rest)
        return 0

    def replay(self, a: int, d: int, must: int, sequence: Sequence[int]) -> bool:
        """Does the sequence of threats win, the attacker to move? ``must``: where the defender
        is one cell short."""
        for cell in sequence:
            bit = 1 << cell
            if (a | d) & bit or must & ~bit:
                return False
            a |= bit
            answer = self.attack.completing(a, d, cell)
            if answer & (answer - 1):
                return True
            if not answer:
                return False
            d |= answer
            must = self.defend.completing(d, a, _lowest(answer))
        return False

    # -- the defender holds ------------------------------------------------------------------

    def prevented(self, node: int) -> None:
        """The attacker, to move at this node, completes no set."""
        a, d, r = self.nodes.pop(node)
        free = self.board & ~(a | d)
        edges = self.edges(node, free, free)
        if self.paired(node, a, d):
            return
        won = self.attack.completing(a, d)
        ends = self.defend.completing(d, a)
        if not won and ends & (ends - 1):  # whatever he does the defender completes a set next
            return
        whole = 1 << self.attack.longest
        if r < 1 or 2 * self.attack.potential(a, d, r) < whole:
            return
        if won:
            raise Rejected(f"the attacker completes a set by {_lowest(won)} at node {node}")
        after = fewer(r)
        if after == 0:
            return
        moves = free & ~self.answered(node, a, d)
        if ends:  # the only move after which the defender does not complete a set
            moves &= ends
        grown = self.grown(a, d, r) if moves and not ends else {}
        for move in members(moves):
            edge = edges.get(move)
            if edge is None:
                left = self.attack.potential(a | 1 << move, d, after) if ends else grown[move]
                if left >= whole:
                    raise Rejected(f"no answer to the move {move} at node {node}")
                continue
            stones, more = d | 1 << self.table.replies[edge], a | 1 << move
            if 2 * self.attack.potential(more, stones, after) >= whole:
                child, symmetry = self.table.children[edge], self.table.symmetries[edge]
                self.reach(child, symmetry, more, stones, after, node)

    def paired(self, node: int, a: int, d: int) -> bool:
        """Does the node have pairs by which the defender stops every live set?"""
        pairs = self.table.pairs_of(node)
        if not pairs:
            return False
        self.stopped(node, pairs, a | d, self.attack.unstopped(d))
        return True

    def answered(self, node: int, a: int, d: int) -> int:
        """The attacker's moves that one of the node's answers with its pairs serves.

        Beside the answer and the pairs any cell may be his move: the pairs, all free then, stop
        every live set that the answer does not stop.
        """
        taken, found = a | d, 0
        live = self.attack.unstopped(d)
        for reply, pairs in self.table.answers_of(node):
            bit = 1 << reply
            if taken & bit:
                raise Rejected(f"node {node} answers by {reply}, which is not possible")
            left = [mask for mask in live if not mask & bit]
            found |= self.board & ~self.stopped(node, pairs, taken | bit, left)
        return found

    def stopped(self, node: int, pairs: list[tuple[int, int]], taken: int, live: list[int]) -> int:
        """The cells that are taken or in a pair; the pairs must stop every live set."""
        for one, two in pairs:
            pair = 1 << one | 1 << two
            if one == two or pair & taken:
                raise Rejected(f"the cells {one} and {two} are no free pair at node {node}")
            taken |= pair
            live = [mask for mask in live if mask & pair != pair]
        if live:
            raise Rejected(f"a live set holds no pair of node {node}")
        return taken

    def grown(self, a: int, d: int, r: int) -> dict[int, int]:
        """For each free cell the potential after the attacker took it, with the moves that he
        then has left."""
        after, longest = fewer(r), self.attack.longest
        gain = dict.fromkeys(members(self.board & ~(a | d)), 0)
        rest_of_all = 0
        for mask in self.attack.masks:
            if not mask & d:
                rest = mask & ~a
                free = rest.bit_count()
                if free <= r:
                    worth = 1 << (longest - free)
                    kept = worth if free <= after else 0
                    rest_of_all += kept
                    for cell in members(rest):
                        gain[cell] += 2 * worth - kept
        return {cell: rest_of_all + more for cell, more in gain.items()}


def fewer(r: int) -> int:
    """The attacker's moves left after one of them."""
    return r if r == UNLIMITED else r - 1


def _lowest(word: int) -> int:
    return (word & -word).bit_length() - 1


def _moved(word: int, images: list[int]) -> int:
    image = 0
    for cell in members(word):
        image |= images[cell]
    return image


def attacker_moves(position: Position, attacker: str, plies: int | None) -> int:
    """How many of the next ``plies`` moves are the attacker's (``UNLIMITED`` without a bound)."""
    if plies is None:
        return UNLIMITED
    r = (plies + 1) // 2 if position.to_move == attacker else plies // 2
    return min(r, UNLIMITED - 1)
