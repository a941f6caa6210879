"""Playing by a positional strategy: the proved player's move at a position.

The certificate knows positions by their number, so the play that led to the given
position is looked for along the strategy: the opponent's stones in every order
that the strategy's replies allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gameproof.certificates.strategies.positional_checker import Checker, attacker_moves
from gameproof.certificates.strategies.positional_table import Table
from gameproof.games.positional import OTHER, Position

Words = tuple[int, int]
"""The stones of the proved player (the hero) and of the other."""


def reply(
    position: Position,
    start: Position,
    rows: list[tuple[str, str, int, int, int]],
    checkers: Callable[[str], Checker],
    plies: int | None,
) -> int | None:
    """A move that keeps what the certificate proves of ``start`` for the player to move in
    ``position``, else ``None``; ``rows`` are its proofs, ``checkers`` makes the checker for an
    attacker."""
    for attacker, what, opening, root, symmetry in rows:
        hero = attacker if what == "forces" else OTHER[attacker]
        if position.to_move != hero:
            continue
        r = attacker_moves(start, attacker, plies)
        goal, begin = words(position, hero), words(start, hero)
        player = Player(checkers(attacker), what == "forces", goal, begin, r)
        move = player.move(opening, root, symmetry)
        if move is not None and move in position.moves():
            return move
    return None


class Player:
    """One proof of the certificate and the position to answer; ``goal`` and ``begin`` are the
    stones there and at the start, ``forces``: is the hero the attacker?"""

    def __init__(self, checker: Checker, forces: bool, goal: Words, begin: Words, r: int) -> None:
        self.table: Table = checker.table
        self.checker = checker
        self.forces = forces
        self.goal = goal
        self.begin = begin
        self.r = r

    def split(self, hero: int, other: int) -> tuple[int, int]:
        """The attacker's and the defender's word."""
        return (hero, other) if self.forces else (other, hero)

    def move(self, opening: int, root: int, symmetry: int) -> int | None:
        """The hero's move at the goal position."""
        hero, other = self.begin
        if self.goal == self.begin:
            return opening if opening >= 0 else self.best()
        now = self.completing(*self.goal)
        if now is not None:
            return now
        if opening >= 0:
            hero |= 1 << opening
        if hero & ~self.goal[0]:
            return None
        identity = range(len(self.table.permutations[0])) if self.table.permutations else range(0)
        known = 0 <= root < len(self.table.edge_ends) - 1
        if not known or not identity or not 0 <= symmetry < len(self.table.permutations):
            return self.best()
        turn = self.table.permutations[symmetry]
        for node, own, theirs, turned in self.walk(hero, other, root, turn):
            move = self.answer(node, own, theirs, turned)
            if move is not None:
                return move
        return self.best()

    def walk(
        self, hero: int, other: int, root: int, turn: list[int]
    ) -> Iterator[tuple[int, int, int, list[int]]]:
        """Nodes on plays toward the goal, the deepest first on each play: (node, stones of
        both, permutation from the board to the node)."""
        stack = [(root, hero, other, turn, False)]
        seen: set[tuple[int, int, int]] = set()
        while stack:
            node, hero, other, turn, done = stack.pop()
            if done:
                yield node, hero, other, turn
                continue
            if (node, hero, other) in seen:
                continue
            seen.add((node, hero, other))
            stack.append((node, hero, other, turn, True))
            back = {to: cell for cell, to in enumerate(turn)}
            for edge in self.table.edges_of(node):
                move, answer = back[self.table.moves[edge]], back[self.table.replies[edge]]
                child = self.table.children[edge]
                held = self.goal[0] >> answer & 1 and self.goal[1] >> move & 1
                if held and node < child < len(self.table.edge_ends) - 1:
                    then = self.table.permutations[self.table.symmetries[edge]]
                    turned = [then[to] for to in turn]
                    stack.append((child, hero | 1 << answer, other | 1 << move, turned, False))

    def answer(self, node: int, hero: int, other: int, turn: list[int]) -> int | None:
        """The reply at the goal, if the play has just left this node or follows a sequence."""
        back = {to: cell for cell, to in enumerate(turn)}
        a, d = self.split(*self.goal)
        for pair in () if self.forces else self.table.pairs_of(node):
            asked = [back[to] for to in pair if not (a | d) >> back[to] & 1]
            if len(asked) == 1 and any(a >> back[to] & 1 for to in pair):
                return asked[0]
        if not self.forces:
            found = self.by_answers(node, hero, other, back, turn)
            if found is not None:
                return found
        if (hero, (other & ~self.goal[1])) == (self.goal[0], 0):
            new = self.goal[1] & ~other
            if new and not new & (new - 1):
                moved = turn[new.bit_length() - 1]
                for edge in self.table.edges_of(node):
                    if self.table.moves[edge] == moved:
                        return back[self.table.replies[edge]]
        if self.forces and not hero & ~self.goal[0] and not other & ~self.goal[1]:
            must = self.checker.defend.completing(d, a)
            for line in self.table.lines_of(node):
                sequence = [back[cell] for cell in line]
                for begin in range(len(sequence)):
                    if self.checker.replay(a, d, must, sequence[begin:]):
                        return sequence[begin]
        return None

    def by_answers(
        self, node: int, hero: int, other: int, back: dict[int, int], turn: list[int]
    ) -> int | None:
        """The answer of the node that serves the other's move, or the partner that its pairs ask
        for once it was given."""
        a, d = self.split(*self.goal)
        new = self.goal[1] & ~other
        for reply, pairs in self.table.answers_of(node):
            words = [(1 << back[one], 1 << back[two]) for one, two in pairs]
            if hero == self.goal[0] and new and not new & (new - 1):
                move = turn[new.bit_length() - 1]
                known = self.table.edges_of(node)
                served = move != reply and all(move not in pair for pair in pairs)
                if served and all(self.table.moves[edge] != move for edge in known):
                    return back[reply]
            elif self.goal[0] & ~hero & 1 << back[reply] and not any(
                a & one and a & two for one, two in words
            ):
                asked = [two if a & one else one for one, two in words if a & (one | two)]
                open_ = [cell for cell in asked if not d & cell]
                if len(open_) == 1:
                    return open_[0].bit_length() - 1
        return None

    def completing(self, hero: int, other: int) -> int | None:
        """A cell that completes a set of the hero."""
        family = self.checker.attack if self.forces else self.checker.defend
        found = family.completing(hero, other)
        return found.bit_length() - 1 if found else None

    def best(self) -> int | None:
        """Outside the nodes: the defender takes the cell of greatest potential; an
        attacker's opponent has moved on a dead cell, so he answers any imagined move."""
        if self.forces:
            return None
        a, d = self.split(*self.goal)
        free = self.checker.board & ~(a | d)
        attack = self.checker.attack
        must = attack.completing(a, d) or free
        cells = [cell for cell in range(free.bit_length()) if must >> cell & 1]
        if not cells:
            return None
        return min(cells, key=lambda cell: attack.potential(a, d | 1 << cell, self.r))


def words(position: Position, hero: str) -> Words:
    """The stones of both players."""
    own, other = (position.stones(player) for player in (hero, OTHER[hero]))
    return sum(1 << cell for cell in own), sum(1 << cell for cell in other)
