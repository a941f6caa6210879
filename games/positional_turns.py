"""Positional games whose players do not simply alternate: a list says whose each ply is.

As :mod:`gameproof.games.positional`, but ply t belongs to the t-th player of the list (several
stones a turn, any pattern), and the play ends with the list: who has no set by then has none,
so that the game is a draw, or Breaker's under the weak rule. Theorems about play in turn
(pairings, potentials, strategy stealing) say nothing here, and no certificate that rests on
them is about these positions.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.positional_board import Board
from gameproof.games.positional_files.positional_content import FileContent
from gameproof.games.positional_files.positional_file import write_turns

PLAYERS = ("first", "second")
OTHER = {"first": "second", "second": "first"}


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
class TurnsPosition:
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

    def parse_move(self, text: str) -> int:
        """A cell from its notation; raises ``BadInput``."""
        return self.board.cell(text)

    def move_text(self, move: int) -> str:
        """The notation of a cell."""
        return self.board.label(move)

    def __str__(self) -> str:
        """One line of JSON, as in a file; ``turns`` are those that are left."""
        content: FileContent = self.board.parameters[0]
        first, second = (self.stones(player) for player in PLAYERS)
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
