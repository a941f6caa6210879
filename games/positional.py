"""Positional games: two players take cells of a board in turn and want whole sets.

Strong rule: whoever first owns a whole set of his wins; a full board without one is
a draw. Weak rule (Maker-Breaker): the first player is Maker and wins with a whole set,
the second is Breaker and wins when the board is full without one. The players are
named ``first`` and ``second`` whoever is to move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gameproof.games import positional_questions as questions
from gameproof.games import positional_words as typed
from gameproof.games.boards.hypergraph import MOST_CELLS, MOST_MEMBERS, Hypergraph
from gameproof.games.boards.positional_sizes import listable
from gameproof.games.game import Game
from gameproof.games.meaning.answers import roughly
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.elsewhere import Elsewhere, elsewhere
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.listed import named_moves
from gameproof.games.positional_board import Board
from gameproof.games.sets import board_stones

PLAYERS, OTHER = board_stones.PLAYERS, board_stones.OTHER
if TYPE_CHECKING:
    from gameproof.games.variants.asked import Variant

Positional: TypeAlias = "Position | Variant"
"""What a file may hold. Variants are entered where they are asked for."""


@dataclass(frozen=True)
class Position:
    """A board with the stones of both players; moves are cell numbers.

    ``horizon`` is the number of plies a file asks about (``win-within``), if any.
    """

    board: Board
    first: frozenset[int] = frozenset()
    second: frozenset[int] = frozenset()
    to_move: str = "first"
    rule: str = "strong"
    horizon: int | None = None

    def __post_init__(self) -> None:
        if self.to_move not in PLAYERS:
            raise BadInput(f"expected first or second, got {self.to_move!r}", "to_move")
        if self.rule not in typed.RULES:
            raise BadInput(f"expected strong or weak, got {self.rule!r}", "rule")
        for stones, name in ((self.first, "first"), (self.second, "second")):
            if stones and not 0 <= min(stones) <= max(stones) < self.board.cells:
                raise BadInput(f"a stone lies outside the {roughly(self.board.cells)} cells", name)
        both = self.first & self.second
        if both:
            raise BadInput(f"both players have a stone on {self.board.label(min(both))}", "second")

    # -- the rules ---------------------------------------------------------------------

    @property
    def players(self) -> tuple[str, str]:
        """``first`` and ``second``; under the weak rule, Maker and Breaker."""
        return PLAYERS

    @property
    def laws(self) -> frozenset[Law]:
        """The board fills up; under the strong rule both may want the same sets. The empty set
        would be whole for both at once. A full Hex board joins somebody's sides (Gale 1979)."""
        found = {Law.TURNS, Law.FINITE}
        if self.rule == "strong" and self.board.same_sets and not self.board.has_empty_set:
            found.add(Law.SAME_SETS)
        if self.rule == "strong" and self.board.kind == "hex":
            found.add(Law.NO_DRAWS)
        return frozenset(found)

    aim = board_stones.aim
    of_moves = named_moves

    def key(self) -> str:
        """Who is to move, and the cells of both players."""
        first, second = (" ".join(map(str, sorted(s))) for s in (self.first, self.second))
        return f"{self.to_move}:{first}/{second}"

    def sets(self, player: str) -> Hypergraph:
        """The whole sets that ``player`` wants; the weak rule's Breaker wants none."""
        if player == "first":
            return self.board.first_sets
        if not self.wants_sets(player):
            return Hypergraph.of(self.board.cells, [])
        return self.board.second_sets

    def wants_sets(self, player: str) -> bool:
        """Has ``player`` sets to complete? The weak rule's Breaker has none."""
        return player == "first" or self.rule == "strong"

    def stones(self, player: str) -> frozenset[int]:
        """The cells that ``player`` owns."""
        return self.first if player == "first" else self.second

    def moves(self) -> list[int]:
        """The free cells, ascending; none when the game is over."""
        if self.result() is not None:
            return []
        if self.board.cells > (MOST_MEMBERS if self.board.kind == "tictactoe" else MOST_CELLS):
            told = roughly(self.board.cells)
            raise BadInput(f"a board of {told} cells is too large to be played on")
        return sorted(set(range(self.board.cells)) - self.first - self.second)

    def play(self, move: int) -> Position:
        """The position after the player to move took the cell."""
        if not 0 <= move < self.board.cells or move in self.first or move in self.second:
            shown = self.move_text(move) if 0 <= move < self.board.cells else move
            raise BadInput(f"cell {shown} is not free")
        if self.result() is not None:
            raise BadInput("the game is over")
        if self.to_move == "first":
            return replace(self, first=self.first | {move}, to_move="second")
        return replace(self, second=self.second | {move}, to_move="first")

    def result(self) -> str | None:
        """``first``, ``second`` or ``draw`` (strong), ``maker`` or ``breaker`` (weak)."""
        return self._result

    @cached_property
    def _result(self) -> str | None:
        for player in ("first", "second"):
            if self.owns_a_set(player):
                return player if self.rule == "strong" else "maker"
        if len(self.first) + len(self.second) < self.board.cells:
            return None
        return "draw" if self.rule == "strong" else "breaker"

    def owns_a_set(self, player: str) -> bool:
        """Does ``player`` own a whole set of his?"""
        if not self.stones(player) and not self.board.has_empty_set:
            return False  # this spares huge boards from being listed
        if self.board.kind == "hex":
            from gameproof.games.boards.hex_board import joins

            m, n = self.board.shape
            stones = self.stones(player)
            return self.wants_sets(player) and joins(m, n, stones, player == "second")
        if not listable(self.board):  # then a grid, on which both want the same sets
            from gameproof.games.boards.positional_shapes import holds_a_set

            return self.wants_sets(player) and holds_a_set(self.board, self.stones(player))
        return self.wants_sets(player) and self.sets(player).has_within(self.stones(player))

    # -- what is still alive -------------------------------------------------------------

    def mask(self, player: str) -> NDArray[np.bool_]:
        """One flag a cell: does ``player`` own it?"""
        if self.board.cells > MOST_MEMBERS:
            raise BadInput(f"a board of {roughly(self.board.cells)} cells is too large to list")
        flags = np.zeros(self.board.cells, dtype=np.bool_)
        flags[list(self.stones(player))] = True
        return flags

    def live_numbers(self, player: str) -> NDArray[np.int64]:
        """Numbers, among :meth:`sets`, of the sets without a stone of the opponent."""
        family = self.sets(player)
        if not self.stones(OTHER[player]):
            return np.arange(len(family))
        return np.flatnonzero(family.counts(self.mask(OTHER[player])) == 0)

    def live(self, player: str) -> Hypergraph:
        """What ``player`` still needs: his live sets in the order of :meth:`live_numbers`,
        restricted to free cells. Sets may be equal or nested; cells keep their numbers."""
        family = self.sets(player)
        if not self.first and not self.second:
            return family
        chosen = np.zeros(len(family), dtype=np.bool_)
        chosen[self.live_numbers(player)] = True
        return family.choose(chosen, ~(self.mask("first") | self.mask("second")))

    # -- text ---------------------------------------------------------------------------

    def parse_move(self, text: str) -> int:
        """A cell from its notation; raises ``BadInput``."""
        return self.board.cell(text)

    def move_text(self, move: int) -> str:
        """The notation of a cell."""
        return self.board.label(move)

    def __str__(self) -> str:
        """Command-line words of a generated board, one line of JSON for a file's."""
        if self.board.kind == "sets":
            from gameproof.games.positional_files import positional_file

            said = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "board"}
            return positional_file.write(replace(self.board.parameters[0], **said))
        words = [self.board.words]
        words += [f"--to-move {self.to_move}"] * (self.to_move != "first")
        words += [f"--rule {self.rule}"] * (self.rule != "strong")
        for player in ("first", "second"):
            if self.stones(player):
                cells = ";".join(self.board.label(cell) for cell in sorted(self.stones(player)))
                words.append(f"--{player} {cells}")
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position that ``str`` wrote, or a file's content; raises ``BadInput``."""
        if text.lstrip().startswith("{") or text.lstrip().startswith(("#", "%")):
            made = from_file(file=text)
            if not isinstance(made, Position):
                raise BadInput("in this file the players do not alternate", "turns")
            return made
        words = text.split()
        game = next((g for g in GENERATED if words and g.name == words[0]), None)
        if game is None:
            raise BadInput(f"expected a board such as 'tictactoe 3 2', got {text!r}")
        from gameproof.games.boards.option_words import option_values

        made = game.make(**option_values(game.name, game.parameters, words[1:]))
        if not isinstance(made, Position):
            raise BadInput("the sets of this position are to be avoided", "rule")
        return made


def _generated(kind: str) -> Game[Positional]:
    """The game on boards of a kind."""
    board = typed.BOARDS[kind]
    names = [parameter.name for parameter in board.parameters if not parameter.option]

    def make(**given: Any) -> Positional:  # numbers and words, and what set_up takes
        values: tuple[int | str, ...] = tuple(given.pop(name) for name in names)
        typed.bound(kind, dict(zip(names, values, strict=True)))
        made = Board(kind, values)
        _ = made.forms  # says what is wrong with the words of the shapes
        return set_up(made, **given)

    asked = (*questions.QUESTIONS, *MORE_QUESTIONS.get(kind, ()))
    return Game(kind, board.rule, board.parameters, asked, make, board.source, board.examples)


def set_up(
    board: Board,
    *,
    rule: str | None = None,
    to_move: str | None = None,
    gravity: bool | None = None,
    exact: bool | None = None,
    turns: Sequence[int] | None = None,
    **texts: str | None,
) -> Positional:
    """The position with the cells that two texts name; raises :class:`BadInput`."""
    first, second = (board.parse_cells(texts.get(player) or "") for player in PLAYERS)
    mover, rule = to_move or "first", rule or "strong"
    stones = first, second
    made = _variant(board, stones, mover, rule, gravity=gravity, exact=exact, turns=turns)
    return made or possible(Position(board, first, second, mover, rule))


def _variant(board: Board, *what: Any, **asked: Any) -> Variant | None:
    """The position under rules of its own, which are entered only if some are asked for."""
    if what[-1] in typed.RULES and all(one is None or one is False for one in asked.values()):
        return None
    from gameproof.games.variants.asked import variant

    return variant(board, *what, **asked)


def possible(position: Position) -> Position:
    """The position; raises ``BadInput`` where both players own a whole set, as in no play."""
    if position.rule == "strong" and position.first and position.second:
        whole = [position.owns_a_set(player) for player in PLAYERS]
        if all(whole) and not position.board.has_empty_set:
            raise BadInput("both players own a whole set: no play comes here")
    return position


def from_file(
    *,
    file: str,
    rule: str | None = None,
    to_move: str | None = None,
    first: str | None = None,
    second: str | None = None,
    turns: Sequence[int] | None = None,
) -> Positional:
    """The position of a JSON or ``.pg`` file (its text); options override the file."""
    from gameproof.games.positional_files import positional_file

    content = positional_file.read(file)
    if content.fixed and (first is not None or second is not None):
        raise BadInput("the chains of this file were chosen for its own stones", "first")
    bare = replace(content, first=frozenset(), second=frozenset(), turns=())
    if content.turns:  # these say all about the time
        bare = replace(bare, horizon=None, to_move="first", first_moves=frozenset())
    board = Board("sets", (bare,))
    stones = (
        content.first if first is None else board.parse_cells(first),
        content.second if second is None else board.parse_cells(second),
    )
    rule = rule or content.rule
    if content.turns and rule in typed.RULES:
        from gameproof.games import positional_turns

        if to_move is not None or turns is not None:
            raise BadInput("the file says whose each ply is", "to_move" if to_move else "turns")
        return positional_turns.make(board, *stones, rule, content.turns, content.first_moves)
    mover = to_move or content.to_move
    made = _variant(board, stones, mover, rule, turns=turns)
    if made is not None and (content.turns or content.horizon is not None):
        raise BadInput("a file with turns or plies is about sets that are wanted, in turn", "rule")
    return made or possible(Position(board, *stones, mover, rule, content.horizon))


def in_turn(position: Positional) -> Position:
    """The same stones of players who move in turn and want any cell, for pictures and sets."""
    rule = position.rule if position.rule in typed.RULES else "strong"
    stones = position.stones("first"), position.stones("second")
    return Position(position.board.plain, *stones, position.to_move, rule)


@elsewhere.register
def _whoever_moves(position: board_stones.NotInTurn, question: str) -> Elsewhere[Any] | None:
    from gameproof.games.sets.of_the_board import OF_THE_BOARD, of_the_board

    told = question in OF_THE_BOARD and position.board.plain is position.board
    return of_the_board(in_turn) if told else None


MORE_QUESTIONS = {
    "tictactoe": (questions.FROM_HERE, questions.CENSUS),
    "torus-row": (questions.COUNT_PAIRINGS,),
}
KINDS = ("tictactoe", "mnk", "torus-row", "polyomino", "polyhex", "shapes", "hex")
"""Here, for a game is looked for in the modules that name it."""
GENERATED: tuple[Game[Positional], ...] = tuple(map(_generated, KINDS))

FILED: Game[Positional] = Game(
    "positional",
    "take elements in turn; whoever first owns a whole set of the family wins",
    (typed.FILE, *typed.OPTIONS),
    questions.QUESTIONS,
    from_file,
    "Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008)",
    ("positional a,b;c,d -q pairing", "positional 'a,b,c;c,d'"),
    implied=typed.implied,
)

GAMES: tuple[Game[Positional], ...] = (*GENERATED, FILED)
