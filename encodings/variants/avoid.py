"""Positional games that are lost by completing a set, by search up to the board's symmetries.

A move that completes a set of the player's own is looked at only where he has no other; then he
has lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.positional.attacks import finding, who_wins
from gameproof.encodings.positional.attacks import second_wins as second_of
from gameproof.games.positional_board import Board
from gameproof.games.positional_turns import PLAYERS
from gameproof.games.variants.avoid import AvoidPosition
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.bounded_search import BoundedSearch
from gameproof.solvers.values.automorphisms import automorphisms

State = tuple[int, int, int]
"""The stones of the first and of the second player, and whose turn it is."""

THEOREM = "Zermelo 1913; positions that a symmetry of the sets exchanges have the same outcome"
LARGEST = 63
"""Cells of the largest board that is searched."""
MOST_SYMMETRIES = 5040
MOST_VERTICES = 120
"""Cells and sets up to which symmetries are looked for."""


def symmetries(board: Board) -> list[list[int]]:
    """The permutations of the cells that keep the family of sets, the identity first; the
    identity alone where the players' families differ or are large."""
    cells = board.cells
    found = [list(range(cells))]
    if not board.same_sets or len(board.first_sets) > MOST_VERTICES:
        return found
    sets = [tuple(row) for row in board.first_sets.sets()]
    if cells + len(sets) > MOST_VERTICES:
        return found
    near = [0] * (cells + len(sets))
    for number, row in enumerate(sets, cells):
        for cell in row:
            near[cell] |= 1 << number
            near[number] |= 1 << cell
    images = (list(image[:cells]) for image in automorphisms(near, MOST_SYMMETRIES))
    return found + [image for image in images if max(image) < cells]


class Search:
    """What both attacks share: the sets, the symmetries, the names of positions."""

    def __init__(self, position: AvoidPosition) -> None:
        self.cells = position.board.cells
        board = position.board
        self.masks = [
            [sum(1 << c for c in row) for row in family.sets()]
            for family in (board.first_sets, board.second_sets)
        ]
        self.through = [
            [[mask for mask in masks if mask >> c & 1] for c in range(self.cells)]
            for masks in self.masks
        ]
        self.images = np.uint64(1) << np.array(symmetries(board), dtype=np.uint64)
        self.named: dict[State, State] = {}

    def completes(self, seat: int, own: int, cell: int) -> bool:
        """Is a set of this player whole with the cell?"""
        after = own | 1 << cell
        return any(mask & after == mask for mask in self.through[seat][cell])

    def safe(self, state: State) -> list[int]:
        """The free cells that complete no set of the player to move."""
        seat = state[2]
        free = ~(state[0] | state[1])
        return [
            c
            for c in range(self.cells)
            if free >> c & 1 and not self.completes(seat, state[seat], c)
        ]

    def full(self, state: State) -> bool:
        """Is no cell free?"""
        return (state[0] | state[1]).bit_count() == self.cells

    def after(self, state: State, cell: int) -> State:
        """The stones when the player to move has taken the cell."""
        first, second, seat = state
        bit = 1 << cell
        return (first | bit, second, 1) if seat == 0 else (first, second | bit, 0)

    def name(self, state: State) -> State:
        """The least image of a position under the symmetries."""
        found = self.named.get(state)
        if found is None:
            first, second = self._image(state[0]), self._image(state[1])
            least = first.min()
            found = (int(least), int(second[first == least].min()), state[2])
            self.named[state] = found
        return found

    def _image(self, word: int) -> NDArray[np.uint64]:
        chosen = [c for c in range(self.cells) if word >> c & 1]
        found: NDArray[np.uint64] = np.bitwise_or.reduce(self.images[:, chosen], axis=1, initial=0)
        return found


def state_of(here: AvoidPosition) -> State:
    """The stones as words of a bit a cell."""
    first, second = (sum(1 << c for c in stones) for stones in (here.first, here.second))
    return first, second, PLAYERS.index(here.to_move)


class Attack:
    """Can ``attacker`` make the other complete a set?"""

    def __init__(
        self, position: AvoidPosition, attacker: str, search: Search, limits: Limits
    ) -> None:
        self.seat = PLAYERS.index(attacker)
        self.start = position
        self.shared = search
        self.search = BoundedSearch(self.children, self.over, self.mine, limits)

    @property
    def nodes(self) -> int:
        """Positions that were searched."""
        return self.search.nodes

    def mine(self, state: State) -> bool:
        """Is it the attacker's turn?"""
        return state[2] == self.seat

    def over(self, state: State) -> bool | None:
        """A full board is no win; who has no safe cell has lost."""
        if self.shared.full(state):
            return False
        return None if self.shared.safe(state) else not self.mine(state)

    def children(self, state: State) -> Iterator[State]:
        """Positions after safe moves, each once up to symmetry."""
        after = (self.shared.after(state, cell) for cell in self.shared.safe(state))
        return iter(dict.fromkeys(map(self.shared.name, after)))

    def wins(self, state: State) -> bool:
        """Does he, from here?"""
        return self.search.wins(self.shared.name(state), self.shared.cells)

    def succeeds(self) -> bool:
        """Does he, from the position of the question?"""
        result = self.start.result()
        if result is not None:
            return result == PLAYERS[self.seat]
        return self.wins(state_of(self.start))

    def move(self, here: AvoidPosition) -> int:
        """A move that keeps the answer for the player to move: the attacker's win, or not."""
        state = state_of(here)
        attacks = self.mine(state)
        safe = self.shared.safe(state)
        kept = (c for c in safe if self.wins(self.shared.after(state, c)) == attacks)
        return next(kept) if safe else here.moves()[0]


def _attack(position: AvoidPosition, limits: Limits) -> Callable[[str], Attack]:
    search = limits.keep(("avoid", position.board), lambda: Search(position))
    return lambda attacker: Attack(position, attacker, search, limits)


def outcome(position: AvoidPosition, limits: Limits, options: Options) -> Finding:
    """Who can make the other complete a set, if anybody can."""
    answer, used = who_wins(position.rule, _attack(position, limits))
    return finding(answer, position, used, limits, options)


def second_wins(position: AvoidPosition, limits: Limits, options: Options) -> Finding:
    """Can the second player make the first complete a set?"""
    answer, used = second_of(position.rule, _attack(position, limits))
    return finding(answer, position, used, limits, options)


def _applies(position: AvoidPosition) -> bool:
    return position.board.cells <= LARGEST


REACH = f"boards of at most {LARGEST} cells"
METHODS: tuple[Method[AvoidPosition], ...] = (
    Method("outcome", "search", outcome, THEOREM, _applies, reach=REACH),
    Method("second-wins", "search", second_wins, THEOREM, _applies, reach=REACH),
)
