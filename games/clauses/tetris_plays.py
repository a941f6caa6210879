"""Plays of a Tetris sequence that empty the board, place every piece, or clear more than so many
rows or tetrises: ``clear``, ``survive``, ``max-rows``, ``max-tetrises``.

Planning as satisfiability (Kautz and Selman 1992). Piece by piece, variables say which cells are
filled before it (``board``), which states it passes on its way down, where it is fixed (``put``),
which rows are then full, and how many full rows lie below each row, which is by how much that row
falls.

On its way down a piece enters a row from the row above and then moves along it. To the sides
that is two passes; with turns it is a walk between the row's states, unrolled to its greatest
length. So no state can be reached from itself, and implications in one direction suffice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gameproof.games.clauses.clauses import Asked, Formula
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import AtMost, Is, quantity
from gameproof.games.tetris import Move, Position, masks, orientations, vanish

Place = tuple[int, int]  # turns, column
Tick = Callable[[], None]
MOST_WORK = 400_000
"""Cells times pieces (times states of a row in the model with turns)."""


def writable(position: Position) -> bool:
    """Are the clauses of a size that can be written?"""
    work = position.rows * position.columns * max(1, len(position.pieces))
    return work * (4 * position.columns if position.rotation == "rotate" else 1) <= MOST_WORK


def no_full_row(position: Position) -> None:
    """Raise :class:`BadInput` where a row is full from the start.

    Boards of the game have none; rows that vanish are then those that the last piece filled,
    which the bounds and the clauses rest on.
    """
    if vanish(position.rows, position.columns, position.board)[1]:
        raise BadInput("a full row would have vanished")


def most_by_counting(position: Position, question: str) -> int:
    """Rows (or tetrises) that p pieces and f filled cells allow at most: (f + 4 p) / columns rows,
    a quarter of that many tetrises, and one for each I, no other piece reaching four rows."""
    rows = (position.filled + 4 * len(position.pieces)) // position.columns
    return rows if question == "max-rows" else min(rows // 4, position.pieces.count("I"))


def counted_part(position: Position, question: str) -> Position:
    """The pieces that matter: after the last I no four rows vanish at once any more."""
    if question != "max-tetrises":
        return position
    return replace(position, pieces=position.pieces[: position.pieces.rfind("I") + 1])


class PlayClauses:
    """Clauses of the plays of the pieces added so far, in ``made``.

    ``board[row][column]`` are the cells after the last piece, ``put[k]`` the places of piece
    k, ``gone[k][j]`` (j = 1..4 where possible) says that piece k clears at least j rows. With
    ``whole`` every piece is placed; otherwise the play may end before any piece.
    """

    def __init__(
        self, position: Position, meaning: str, whole: bool, tick: Tick = lambda: None
    ) -> None:
        """``tick`` is called for every row of every piece (for limits)."""
        self.position = position
        self._tick = tick
        self.made = Formula(meaning)
        self.whole = whole
        self.put: list[dict[Move, int]] = []
        self.gone: list[dict[int, int]] = []
        self.placed: list[int] = []
        columns = position.columns
        self.board = self._cells()
        for r, row in enumerate(self.board):
            for c, cell in enumerate(row):
                self.made.add([cell if position.board >> (r * columns + c) & 1 else -cell])

    def _cells(self) -> list[list[int]]:
        return [
            [self.made.fresh() for _ in range(self.position.columns)]
            for _ in range(self.position.rows)
        ]

    def add_piece(self) -> None:
        """The clauses of the next piece. O(rows x columns x orientations) of them, in the
        model with turns that times the number of orientations and columns."""
        piece = self.position.pieces[len(self.put)]
        made, rows, columns = self.made, self.position.rows, self.position.columns
        put = self._placements(piece)
        self.put.append(put)
        self._one_place(list(put.values()))
        covering: dict[Place, list[int]] = {}
        for (o, c, r), variable in put.items():
            for x, y in orientations(piece)[o]:
                covering.setdefault((r + y, c + x), []).append(variable)
        with_piece = self._cells()
        for r in range(rows):
            self._tick()
            for c in range(columns):
                before, after = self.board[r][c], with_piece[r][c]
                made.add([-before, after])
                for variable in covering.get((r, c), []):
                    made.add([-variable, -before])
                    made.add([-variable, after])
                made.add([-after, before, *covering.get((r, c), [])])
        self._vanish(with_piece, max(1 + max(y for _, y in s) for s in orientations(piece)))

    def _one_place(self, put: list[int]) -> None:
        """At most one place, by the order encoding; exactly one when all pieces are placed."""
        made = self.made
        so_far = made.fresh()
        made.add([-so_far])
        for variable in put:
            now = made.fresh()
            made.add([-variable, -so_far])
            made.add([-so_far, now])
            made.add([-variable, now])
            made.add([-now, so_far, variable])
            so_far = now
        if self.whole:
            made.add([so_far])
        elif self.placed:
            made.add([-so_far, self.placed[-1]])
        self.placed.append(so_far)

    def _placements(self, piece: str) -> dict[Move, int]:
        """Variables of the places, each implying that the piece gets and stays there."""
        made, position = self.made, self.position
        rows, columns = position.rows, position.columns
        table = masks(piece, columns)
        places = [(o, c) for o, (_, shapes) in enumerate(table) for c in range(len(shapes))]
        above: dict[Place, int] | None = None
        put: dict[Move, int] = {}
        for row in reversed(range(rows)):
            self._tick()
            entered = {}
            for o, c in places:
                entered[o, c] = made.fresh()
                self._needs_free(entered[o, c], piece, o, c, row)
                if above is not None:
                    made.add([-entered[o, c], above[o, c]])
            reached = self._along(entered, piece, len(table), row)
            for o, c in places:
                if row + table[o][0] > rows:
                    continue
                put[o, c, row] = made.fresh()
                made.add([-put[o, c, row], reached[o, c]])
                if row:
                    cells = [(c + x, row + y) for x, y in orientations(piece)[o]]
                    under = [self.board[y - 1][x] for x, y in cells if (x, y - 1) not in cells]
                    made.add([-put[o, c, row], *under])
            above = reached
        return put

    def _needs_free(self, variable: int, piece: str, o: int, c: int, row: int) -> None:
        for x, y in orientations(piece)[o]:
            if row + y < self.position.rows:
                self.made.add([-variable, -self.board[row + y][c + x]])

    def _along(
        self, entered: dict[Place, int], piece: str, turns: int, row: int
    ) -> dict[Place, int]:
        """The states of a row after moving along it."""
        rotation = self.position.rotation
        if rotation == "drop":
            return entered
        if rotation == "slide":
            right = self._pass(entered, piece, row, -1)
            left = self._pass(entered, piece, row, 1)
            return {place: self._either(right[place], left[place]) for place in entered}
        reached = entered
        for _ in range(len(entered) - 1):
            further = {}
            for o, c in entered:
                near = {(o, c), (o, c - 1), (o, c + 1), ((o + 1) % turns, c), ((o - 1) % turns, c)}
                further[o, c] = self.made.fresh()
                sources = [reached[place] for place in sorted(near) if place in reached]
                self.made.add([-further[o, c], *sources])
                self._needs_free(further[o, c], piece, o, c, row)
            reached = further
        return reached

    def _pass(self, entered: dict[Place, int], piece: str, row: int, step: int) -> dict[Place, int]:
        """One direction: a state is entered or comes from the neighbour ``step`` columns on."""
        moved: dict[Place, int] = {}
        for o, c in sorted(entered, reverse=step > 0):
            moved[o, c] = self.made.fresh()
            sources = [entered[o, c]]
            if (o, c + step) in moved:
                sources.append(moved[o, c + step])
            self.made.add([-moved[o, c], *sources])
            self._needs_free(moved[o, c], piece, o, c, row)
        return moved

    def _either(self, one: int, two: int) -> int:
        both = self.made.fresh()
        self.made.add([-both, one, two])
        return both

    def _vanish(self, with_piece: list[list[int]], most: int) -> None:
        """Full rows go, the others fall by the number of full rows below them."""
        made, rows, columns = self.made, self.position.rows, self.position.columns
        below: dict[int, int] = {}
        after = self._cells()
        for r, row in enumerate(with_piece):
            self._tick()
            full = made.fresh()
            for cell in row:
                made.add([-full, cell])
            made.add([full, *(-cell for cell in row)])
            for fall in range(min(most, r) + 1):
                # exactly `fall` full rows below this one, which is not full
                unless = [full]
                if fall:
                    unless.append(-below[fall])
                if fall + 1 in below:
                    unless.append(below[fall + 1])
                for c in range(columns):
                    made.add([*unless, -row[c], after[r - fall][c]])
                    made.add([*unless, row[c], -after[r - fall][c]])
            below = self._one_more(below, full, most)
        for fall, variable in below.items():
            for cell in after[rows - fall]:
                made.add([-variable, -cell])
        self.gone.append(below)
        self.board = after

    def _one_more(self, below: dict[int, int], full: int, most: int) -> dict[int, int]:
        """At least j full rows below the next row, in both directions."""
        made = self.made
        more: dict[int, int] = {}
        for j in range(1, min(most, len(below) + 1) + 1):
            more[j] = made.fresh()
            carry = [full] if j == 1 else [full, below[j - 1]]
            made.add([*(-x for x in carry), more[j]])
            already = [below[j]] if j in below else []
            for x in already:
                made.add([-x, more[j]])
            for x in carry:
                made.add([-more[j], x, *already])
        return more


def all_pieces(
    position: Position, meaning: str, whole: bool, tick: Tick = lambda: None
) -> PlayClauses:
    """The clauses of the whole sequence."""
    plays = PlayClauses(position, meaning, whole, tick)
    for _ in position.pieces:
        plays.add_piece()
    return plays


def surviving(position: Position, tick: Tick = lambda: None) -> PlayClauses:
    """The plays that place every piece."""
    return all_pieces(position, "no play places every piece", True, tick)


def clearing(position: Position, tick: Tick = lambda: None) -> PlayClauses:
    """The plays that leave an empty board."""
    meaning = "no play of the whole sequence leaves the board empty"
    plays = all_pieces(position, meaning, True, tick)
    for row in plays.board:
        for cell in row:
            plays.made.add([-cell])
    # Implied, for the solver: the cells tell how many rows vanish in all.
    rows, rest = divmod(position.filled + 4 * len(position.pieces), position.columns)
    if rest:
        plays.made.add([])
    else:
        plays.made.at_least(rows, [x for gone in plays.gone for x in gone.values()])
    return plays


def scoring(
    position: Position, question: str, tick: Tick = lambda: None
) -> tuple[PlayClauses, list[int]]:
    """Plays that may end early, and the literals that count rows or tetrises."""
    plays = all_pieces(counted_part(position, question), "no play reaches more", False, tick)
    if question == "max-rows":
        return plays, [x for gone in plays.gone for x in gone.values()]
    return plays, [gone[4] for gone in plays.gone if 4 in gone]


def formula(goal: Asked, bound: int | None = None) -> Formula:
    """The clauses; raises :class:`BadInput` for another game, for too large a board and without a
    bound where one is needed. More than the cells allow is excluded by the empty clause."""
    position, question = goal.position, goal.question
    if not isinstance(position, Position):
        raise BadInput("the clauses are about plays of Tetris")
    no_full_row(position)
    deciding = question in ("clear", "survive")
    things, number = question.removeprefix("max-"), -1 if bound is None else bound
    if not deciding and number < 0:
        raise BadInput(f"a refutation of more {things} needs a bound")
    more = AtMost(quantity(question), number)
    if not deciding and number >= most_by_counting(position, question):
        return Formula(f"the cells allow no more than {number} {things}", (more,), clauses=[[]])
    if not writable(position):
        raise BadInput("the board and the sequence are too large for clauses")
    if deciding:
        made = clearing(position).made if question == "clear" else surviving(position).made
        made.refutes = (Is(quantity(question), False),)
        return made
    plays, literals = scoring(position, question)
    # More of them than literals is as contradictory as any greater number.
    most = min(number, len(literals))
    plays.made.at_least(most + 1, literals)
    plays.made.meaning, plays.made.refutes = f"no play reaches more than {most}", (more,)
    return plays.made
