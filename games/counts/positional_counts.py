"""What is asked of the sets of a positional board: full boards, pairs, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, count
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from gameproof.games.counts.torus_pairings import count_pairings
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.question import Arguments, Rows
from gameproof.games.meaning.steps import TooMuch, tried
from gameproof.games.sets.board_stones import (
    PLAYERS,
    Cells,
    Stones,
    first_share,
    free_cells,
    wanted,
)

if TYPE_CHECKING:
    from gameproof.games.counts.ring_of_parts import Problem

MOST_CELLS = 256
MOST_ROWS = 1 << 12
"""Of a board that is coloured in parts."""


def live(position: Stones) -> list[Cells]:
    """What is left to take of the first player's sets without a stone of the second."""
    first, second = position.stones("first"), position.stones("second")
    return [row - first for row in wanted(position, "first") if not row & second]


def sets(position: Stones, _arguments: Arguments) -> Value:
    """The first player's sets."""
    return len(position.board.first_sets)


def degree(position: Stones, _arguments: Arguments) -> Value:
    """The greatest number of his sets through one cell; 0 without sets."""
    return int(position.board.first_sets.degrees.max(initial=0))


def drawn_boards(position: Stones, *, even: bool = False) -> Iterator[Cells]:
    """The first player's cells of every full board on which nobody owns a whole set; ``even``:
    with the free cells shared as play in turn shares them."""
    first, free = position.stones("first"), free_cells(position)
    his, theirs = wanted(position, "first"), wanted(position, "second")
    for size in [first_share(position)] if even else range(len(free) + 1):
        for chosen in tried(combinations(free, size), 1 + len(his) // 5):
            own = first.union(chosen)
            if not any(row <= own for row in his) and all(row & own for row in theirs):
                yield own


def drawn_position(position: Stones, arguments: Arguments) -> Value:
    """Is there one?"""
    return any(True for _ in drawn_boards(position, even=bool(arguments.get("even"))))


def drawn_board(position: Stones, arguments: Arguments, rows: Rows) -> NDArray[np.bool_]:
    """The first player's cells of one such board: a row with 1 for each of his cells, 0 for each
    of the second's. Raises :class:`BadInput`. O(total size of the sets)."""
    cells = position.board.cells
    if len(rows) != 1 or len(rows[0]) != cells or not set(rows[0]) <= {0, 1}:
        raise BadInput(f"a full board is a row of a 0 or a 1 for each of {cells} cells")
    own = np.array(rows[0], dtype=np.bool_)
    label = position.board.label
    for player, flags in (("first", own), ("second", ~own)):
        for cell in position.stones(player):
            if not flags[cell]:
                raise BadInput(f"{label(cell)} belongs to the {player} player")
        if player == "second" and position.rule == "weak":
            continue
        sets = position.board.first_sets if player == "first" else position.board.second_sets
        whole = np.flatnonzero(sets.counts(flags) == sets.sizes)
        if len(whole):
            members = ", ".join(label(int(cell)) for cell in sets[int(whole[0])])
            raise BadInput(f"the {player} player owns the whole set {{{members}}}")
    share = len(position.stones("first")) + first_share(position)
    if arguments.get("even") and own.sum() != share:
        raise BadInput(f"the first player has {own.sum()} cells, not {share}")
    return own


def is_drawn(position: Stones, arguments: Arguments, rows: Rows) -> Value:
    """There is this one."""
    drawn_board(position, arguments, rows)
    return True


def crosses(position: Stones, arguments: Arguments, rows: Rows) -> Value:
    """The first player's cells on it."""
    return int(drawn_board(position, arguments, rows).sum())


def count_drawn(position: Stones, arguments: Arguments) -> Value:
    """How many are there?"""
    return sum(1 for _ in drawn_boards(position, even=bool(arguments.get("even"))))


def count_by_states(position: Stones, *, even: bool = False) -> int:
    """The same number from the states of the sets begun, row by row or column by column,
    whichever are shorter; costs and refusals are those of
    :func:`~gameproof.games.counts.colour_states.colourings`."""
    first, second = position.stones("first"), position.stones("second")
    free = free_cells(position)
    shape = position.board.shape
    if len(shape) == 2 and shape[0] < shape[1]:
        free.sort(key=lambda cell: (cell % shape[1], cell))
    number = {cell: i for i, cell in enumerate(free)}
    left = [
        [
            [number[cell] for cell in row - own]
            for row in wanted(position, player)
            if not row & other
        ]
        for player, own, other in (("first", first, second), ("second", second, first))
    ]
    from gameproof.games.counts.colour_states import colourings

    return colourings(len(free), (left[0], left[1]), first_share(position) if even else None)


def as_colourings(position: Stones) -> Problem:
    """The same boards as colourings, 0 for the first player's cells and 1 for the second's."""
    from gameproof.games.counts.ring_of_parts import Condition, Problem

    if position.board.cells > MOST_CELLS:
        raise TooMuch(f"the board has more than {MOST_CELLS} cells")
    conditions = [
        Condition.one_of((cell,), colour, [1])
        for colour, player in enumerate(PLAYERS)
        for cell in sorted(position.stones(player))
    ]
    for colour, player in enumerate(PLAYERS):
        rows = {tuple(sorted(row)) for row in wanted(position, player)}
        if len(rows) > MOST_ROWS:
            raise TooMuch(f"the board has more than {MOST_ROWS} sets")
        conditions += [Condition.not_all(row, colour) for row in sorted(rows)]
    return Problem(position.board.cells, len(PLAYERS), tuple(conditions))


def drawn_in_parts(
    position: Stones, parts: Sequence[int], symmetries: NDArray[np.int64], *, even: bool = False
) -> int:
    """Their number again, part by part; costs and refusals are those of
    :meth:`~gameproof.games.counts.ring_of_parts.Problem.parts_in_turn`."""
    share = len(position.stones("first")) + first_share(position)
    return as_colourings(position).parts_in_turn(parts, symmetries, share if even else None)


def fewest_crosses(position: Stones, _arguments: Arguments) -> Value:
    """The fewest cells of the first player on one."""
    return min(map(len, drawn_boards(position)), default=None)


def _pairs(live: list[Cells], taken: Cells, own: bool) -> bool:
    """Can each set be given a pair inside it, disjoint from all others? Unless each wants one of
    its ``own``, a set that holds a pair of an earlier one is served."""
    if not live:
        return True
    row, rest = live[0], live[1:]
    for pair in tried(combinations(sorted(row - taken), 2), 1 + len(taken)):
        left = rest if own else [other for other in rest if not other.issuperset(pair)]
        if _pairs(left, taken.union(pair), own):
            return True
    return False


def pairing(position: Stones, _arguments: Arguments) -> Value:
    """Are there disjoint pairs of free cells, one inside every live set?"""
    return _pairs(live(position), frozenset(), own=False)


def own_pairing(position: Stones, _arguments: Arguments) -> Value:
    """One for every live set?"""
    return _pairs(live(position), frozenset(), own=True)


def pairing_from(position: Stones, arguments: Arguments) -> Value:
    """Has every larger board of the same dimension one? Found out only where one has none."""
    if position.board.kind != "tictactoe" or position.stones("first") or position.stones("second"):
        raise BadInput("the question is about empty boards [n]^d")
    size, dimension = position.board.parameters
    for m in tried(count(size), 100_000):
        board = replace(position.board, parameters=(m, dimension))
        if not pairing(replace(cast(Any, position), board=board), arguments):
            return False
    return True  # never: there are infinitely many


DEFINITIONS: dict[str, Callable[[Stones, Arguments], Value]] = {
    "pairing": pairing,
    "own-pairing": own_pairing,
    "sets": sets,
    "degree": degree,
    "drawn-position": drawn_position,
    "count-drawn": count_drawn,
    "fewest-crosses": fewest_crosses,
    "pairing-from": pairing_from,
    "count-pairings": count_pairings,
}
"""What each question asks for."""
OBJECTS: dict[str, Callable[[Stones, Arguments, Rows], Value]] = {
    "drawn-position": is_drawn,
    "fewest-crosses": crosses,
}
"""The value of one full board."""
