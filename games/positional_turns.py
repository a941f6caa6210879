"""Positional games whose players do not simply alternate: a list says whose each ply is.

As :mod:`gameproof.games.positional`, but ply t belongs to the t-th player of the list (several
stones a turn, any pattern), and the play ends with the list: who has no set by then has none,
so that the game is a draw, or Breaker's under the weak rule. A file gives any list; the option
``--turns`` gives the stones of each turn, as 1 2 2 of Connect6, and plays until the board is full.
A turn ends at once with a whole set. Theorems about play in turn
(pairings, potentials, strategy stealing) say nothing here, and no certificate that rests on
them is about these positions.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from gameproof.games.bit_sets import mask_of
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.listed import named_moves
from gameproof.games.positional_board import Board
from gameproof.games.positional_files.positional_content import FileContent
from gameproof.games.sets.board_stones import OTHER as OTHER
from gameproof.games.sets.board_stones import PLAYERS as PLAYERS
from gameproof.games.sets.board_stones import NotInTurn, aim
from gameproof.games.variants.owning import OwningGame

LONGEST = 1 << 10
"""Cells of the largest board on which turns have given sizes."""
MOST_SETS = 1 << 16
"""Sets of such a board."""


def list_of(sizes: Sequence[int], begins: str, plies: int) -> tuple[str, ...]:
    """Whose each of so many plies is, when the turns have these sizes and ``begins`` has the first;
    after them the last two sizes are repeated, a single one always."""
    turns = list(sizes)
    found: list[str] = []
    player = begins
    for turn in range(plies):  # no turn is empty
        if turn == len(turns):
            turns.append(turns[-2:][0])
        found += [player] * min(turns[turn], plies - len(found))
        if len(found) == plies:
            break
        player = OTHER[player]
    return tuple(found)


def sizes_of(turns: Sequence[str]) -> tuple[int, ...]:
    """The fewest sizes for which :func:`list_of` gives this list."""
    runs = [len(list(same)) for _, same in groupby(turns)]
    return next(
        tuple(runs[:many])
        for many in range(1, len(runs) + 1)
        if list_of(runs[:many], turns[0], len(turns)) == tuple(turns)
    )


@dataclass(frozen=True)
class Schedule:
    """A board, the rule, whose each ply is, how many stones stood there before, and the cells
    that the first ply may take (none listed: any)."""

    board: Board
    rule: str
    turns: tuple[str, ...]
    placed: int
    first_moves: frozenset[int] = frozenset()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.board, self.rule, self.turns, self.placed, self.first_moves))

    @cached_property
    def sets(self) -> dict[str, tuple[int, ...]]:
        """The sets that each player wants, as words of a bit a cell."""
        families = {"first": self.board.first_sets}
        if self.rule == "strong":
            families["second"] = self.board.second_sets
        words = {
            player: tuple(sum(1 << cell for cell in row) for row in family.sets())
            for player, family in families.items()
        }
        return {"second": (), **words}


@dataclass(frozen=True)
class TurnsPosition(NotInTurn):
    """The stones of both players, as words of a bit a cell; moves are cell numbers."""

    schedule: Schedule
    own: tuple[int, int]

    @property
    def players(self) -> tuple[str, str]:
        """``first`` and ``second``; under the weak rule, Maker and Breaker."""
        return PLAYERS

    @property
    def laws(self) -> frozenset[Law]:
        """The list of plies ends."""
        return frozenset({Law.FINITE})

    @property
    def board(self) -> Board:
        """The cells and the sets."""
        return self.schedule.board

    @property
    def rule(self) -> str:
        """``strong`` or ``weak``."""
        return self.schedule.rule

    @property
    def ply(self) -> int:
        """How many plies of the list have been played."""
        return self.own[0].bit_count() + self.own[1].bit_count() - self.schedule.placed

    @property
    def horizon(self) -> int:
        """How many plies of the list are left."""
        return len(self.schedule.turns) - self.ply

    @property
    def to_move(self) -> str:
        """Whose ply it is; after the last one, whose that was."""
        return self.schedule.turns[min(self.ply, len(self.schedule.turns) - 1)]

    def stones(self, player: str) -> frozenset[int]:
        """The cells that ``player`` owns."""
        word = self.own[PLAYERS.index(player)]
        return frozenset(c for c in range(self.board.cells) if word >> c & 1)

    aim = aim
    of_moves = named_moves

    def key(self) -> str:
        """The stones of both; they tell the ply."""
        return f"{self.own[0]:x}/{self.own[1]:x}"

    def moves(self) -> list[int]:
        """The free cells, ascending; none when the game is over."""
        if self.result() is not None:
            return []
        taken = self.own[0] | self.own[1]
        return [
            cell
            for cell in range(self.board.cells)
            if not taken >> cell & 1 and self.may_take(cell)
        ]

    def may_take(self, cell: int) -> bool:
        """Is the cell among those of the first ply, or is this another one?"""
        first = self.schedule.first_moves
        return not first or self.ply > 0 or cell in first

    def play(self, move: int) -> TurnsPosition:
        """The position after the player to move took the cell."""
        if not 0 <= move < self.board.cells or (self.own[0] | self.own[1]) >> move & 1:
            shown = self.move_text(move) if 0 <= move < self.board.cells else move
            raise BadInput(f"cell {shown} is not free")
        if not self.may_take(move):
            named = ", ".join(map(self.move_text, sorted(self.schedule.first_moves)))
            raise BadInput(f"the first move is one of {named}, not {self.move_text(move)}")
        if self.result() is not None:
            raise BadInput("the game is over")
        first, second = self.own
        if self.to_move == "first":
            return replace(self, own=(first | 1 << move, second))
        return replace(self, own=(first, second | 1 << move))

    def result(self) -> str | None:
        """``first``, ``second`` or ``draw`` (strong), ``maker`` or ``breaker`` (weak)."""
        return self._result

    @cached_property
    def _result(self) -> str | None:
        for player, own in zip(PLAYERS, self.own, strict=True):
            if any(word & own == word for word in self.schedule.sets[player]):
                return player if self.rule == "strong" else "maker"
        full = (self.own[0] | self.own[1]).bit_count() == self.board.cells
        if self.horizon > 0 and not full:
            return None
        return "draw" if self.rule == "strong" else "breaker"

    def out_of_reach(self, results: Collection[str]) -> bool:
        """Is it plain that no play from here ends in one of these results? A player owns no
        set that the other has hit, nor one of which he is short of more cells than he has plies."""
        if self.result() is not None:
            return self.result() not in results
        owners = {"first": 0, "maker": 0, "second": 1}
        return all(name in owners and not self._in_reach(owners[name]) for name in results)

    def _in_reach(self, seat: int) -> bool:
        own, other = self.own[seat], self.own[1 - seat]
        plies = self.schedule.turns[self.ply :].count(PLAYERS[seat])
        return any(
            not word & other and (word & ~own).bit_count() <= plies
            for word in self.schedule.sets[PLAYERS[seat]]
        )

    def as_owning(self) -> OwningGame:
        """The same as a game in which a player owns a set first; under the weak rule only the
        first wants some."""
        schedule = self.schedule
        sets = [tuple((word, 0) for word in schedule.sets[player]) for player in PLAYERS]
        return OwningGame(
            self.board.cells,
            self.own,
            tuple(PLAYERS.index(player) for player in schedule.turns[self.ply :]),
            (sets[0], sets[1]),
            (self.aim("first"), "second" if self.rule == "strong" else None),
            opening=0 if self.ply else mask_of(schedule.first_moves),
        )

    def parse_move(self, text: str) -> int:
        """A cell from its notation; raises ``BadInput``."""
        return self.board.cell(text)

    def move_text(self, move: int) -> str:
        """The notation of a cell."""
        return self.board.label(move)

    def __str__(self) -> str:
        """One line of JSON, as in a file, or the words of a generated board; ``turns`` are those
        that are left."""
        if self.board.kind != "sets":
            return self._words()
        content: FileContent = self.board.parameters[0]
        first, second = (self.stones(player) for player in PLAYERS)
        from gameproof.games.positional_files.positional_file import write_turns

        return write_turns(
            replace(
                content,
                first=first,
                second=second,
                turns=self.schedule.turns[self.ply :],
                first_moves=frozenset() if self.ply else self.schedule.first_moves,
                rule=self.rule,
            )
        )

    def _words(self) -> str:
        turns = self.schedule.turns[self.ply :] or (self.to_move,)
        words = [self.board.words, "--turns", *map(str, sizes_of(turns))]
        if self.rule != "strong":
            words.append(f"--rule {self.rule}")
        if turns[0] != "first":
            words.append(f"--to-move {turns[0]}")
        for player in PLAYERS:
            if self.stones(player):
                cells = ";".join(map(self.move_text, sorted(self.stones(player))))
                words.append(f"--{player} {cells}")
        return " ".join(words)


def by_sizes(
    board: Board,
    first: frozenset[int],
    second: frozenset[int],
    rule: str,
    sizes: Sequence[int],
    begins: str,
) -> TurnsPosition:
    """The position with these stones before a turn of ``begins``, from which on the turns have
    these sizes (:func:`list_of`) until the board is full; raises ``BadInput``."""
    if not sizes or min(sizes) < 1:
        raise BadInput("a turn has one stone or more", "turns")
    if board.cells > LONGEST or len(board.first_sets) + len(board.second_sets) > MOST_SETS:
        raise BadInput(
            f"turns have sizes on boards of at most {LONGEST} cells and {MOST_SETS} sets", "turns"
        )
    free = board.cells - len(first | second)
    turns = list_of([min(size, board.cells) for size in sizes], begins, max(free, 1))
    return make(board, first, second, rule, turns)


def make(
    board: Board,
    first: frozenset[int],
    second: frozenset[int],
    rule: str,
    turns: tuple[str, ...],
    first_moves: frozenset[int] = frozenset(),
) -> TurnsPosition:
    """The position with these stones before the first ply of ``turns``, which may take any cell
    or one of ``first_moves``; raises ``BadInput``."""
    for stones, name in ((first, "first"), (second, "second")):
        if any(not 0 <= cell < board.cells for cell in stones):
            raise BadInput(f"a stone lies outside the {board.cells} cells", name)
    if first & second:
        raise BadInput(f"both players have a stone on {board.label(min(first & second))}", "second")
    if first_moves & (first | second):
        raise BadInput("a first move takes a cell that is not free", "first_moves")
    schedule = Schedule(board, rule, turns, len(first) + len(second), first_moves)
    words = tuple(sum(1 << cell for cell in stones) for stones in (first, second))
    if not board.has_empty_set and all(
        any(row & own == row for row in schedule.sets[player])
        for player, own in zip(PLAYERS, words, strict=True)
    ):
        raise BadInput("both players own a whole set: no play comes here")
    return TurnsPosition(schedule, (words[0], words[1]))
