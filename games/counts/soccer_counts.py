"""What is counted among the plays of paper soccer, after T. Hoivik, "Experiments in Paper Soccer".

The plays of each length are walked by the rules; plays that meet in one position (the same lines,
the same ball, the same player to move) go on together, and how many they are is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.elsewhere import Elsewhere, Follows, Told
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import opponent
from gameproof.games.meaning.question import Arguments, Rows
from gameproof.games.meaning.statement import Is, entails, quantity, wins
from gameproof.games.meaning.steps import tried

COUNTDOWN = "countdown"
LAST_PLY = 100_000
"""No pitch has plays as long as this that could be counted."""


STEPS_EACH = 32
"""Steps that a position of some ply is counted as."""


class _Field(Protocol):
    """The points and lines of a pitch."""

    @property
    def edges(self) -> tuple[tuple[int, int], ...]: ...
    @property
    def goal(self) -> tuple[int, ...]: ...


class _Game(Protocol):
    """What is read of a position."""

    @property
    def players(self) -> tuple[str, str]: ...
    @property
    def pitch(self) -> _Field: ...
    @property
    def drawn(self) -> int: ...
    @property
    def ball(self) -> int: ...
    @property
    def mover(self) -> int: ...
    @property
    def to_move(self) -> str: ...
    def result(self) -> str | None: ...
    def moves(self) -> list[int]: ...
    def play(self, move: int, /) -> Self: ...
    def key(self) -> str: ...
    def parse_move(self, text: str, /) -> int: ...
    def move_text(self, move: int, /) -> str: ...


Layer = Counter[_Game]
"""The positions after some number of plies, each with the number of its histories."""


def layers(start: _Game) -> Iterator[Layer]:
    """The positions after 0, 1, 2, ... plies, for as long as some play goes on."""
    layer: Layer = Counter({start: 1})
    while layer:
        yield layer
        after: Layer = Counter()
        for here, number in tried(layer.items(), STEPS_EACH):
            for move in here.moves():
                after[here.play(move)] += number
        layer = after


def asked_plies(arguments: Arguments) -> int:
    """The last ply that the question is about; raises :class:`BadInput`."""
    plies = arguments.get("plies", 4)
    if type(plies) is not int or not 0 <= plies <= LAST_PLY:
        raise BadInput(f"expected a number from 0 to {LAST_PLY}, got {plies!r}", "plies")
    return plies


def by_ply(
    count: Callable[[_Game, Layer, int], int],
) -> Callable[[_Game, Arguments], tuple[int, ...]]:
    """The counts of ply 0, 1, ... up to the one asked for."""

    def counts(start: _Game, arguments: Arguments) -> tuple[int, ...]:
        last = asked_plies(arguments)
        found = [
            count(start, layer, ply)
            for ply, layer in zip(range(last + 1), layers(start), strict=False)
        ]
        return tuple(found + [0] * (last + 1 - len(found)))

    return counts


def histories(_start: _Game, layer: Layer, _ply: int) -> int:
    """Plays of this length."""
    return layer.total()


def lines(pitch: _Field, drawn: int) -> list[tuple[int, int]]:
    """The drawn lines, by the points they join."""
    return [ends for e, ends in enumerate(pitch.edges) if drawn >> e & 1]


def visited(position: _Game) -> set[int]:
    """Points on drawn lines, and the ball's."""
    return {position.ball, *(v for line in lines(position.pitch, position.drawn) for v in line)}


def trees(pitch: _Field, drawn: int) -> bool:
    """Do the drawn lines form a forest? Each then joins two trees."""
    found: dict[int, set[int]] = {}
    for u, v in lines(pitch, drawn):
        one, two = found.get(u, {u}), found.get(v, {v})
        if v in one:
            return False
        found |= dict.fromkeys(one | two, one | two)
    return True


def joined(position: _Game) -> set[int]:
    """Points that drawn lines join to the ball: a line to one of them closes a new cycle."""
    found: set[int] = set()
    more = {position.ball}
    while more - found:
        found |= more
        more = {
            v for line in lines(position.pitch, position.drawn) if set(line) & found for v in line
        }
    return found


def last_plies(
    special: Callable[[_Game, int, _Game], bool],
) -> Callable[[_Game, Arguments], Value]:
    """Histories whose last ply is special, by ply."""

    def counts(start: _Game, arguments: Arguments) -> Value:
        def of_next(_start: _Game, layer: Layer, _ply: int) -> int:
            return sum(
                number * special(here, move, here.play(move))
                for here, number in tried(layer.items(), 2 * STEPS_EACH)
                for move in here.moves()
            )

        last = asked_plies(arguments)
        return (0, *by_ply(of_next)(start, {"plies": last - 1})) if last else (0,)

    return counts


def bounces(here: _Game, _move: int, after: _Game) -> bool:
    """The same player goes on."""
    return after.mover == here.mover


def bounce_exception(here: _Game, move: int, after: _Game) -> bool:
    """A bounce that closes no new cycle, or the reverse."""
    return bounces(here, move, after) != (move in joined(here))


def parity_exceptions(start: _Game, layer: Layer, ply: int) -> int:
    """Histories after which the parity of the plies does not name the mover."""
    right = start.mover if ply % 2 == 0 else 3 - start.mover
    return sum(number for here, number in layer.items() if here.mover != right)


def visited_exceptions(start: _Game, layer: Layer, _ply: int) -> int:
    """Histories after which the number of new points visited does not name the mover."""
    old = visited(start)
    return sum(
        number
        for here, number in layer.items()
        if (here.mover != start.mover) != (len(visited(here) - old) % 2 == 1)
    )


def _classes(layer: Layer) -> list[list[tuple[_Game, int]]]:
    """The weak classes: positions with the same lines."""
    found: dict[int, list[tuple[_Game, int]]] = {}
    for here, number in layer.items():
        found.setdefault(here.drawn, []).append((here, number))
    return list(found.values())


def classes(_start: _Game, layer: Layer, _ply: int) -> int:
    """Weak classes."""
    return len(_classes(layer))


def largest_class(_start: _Game, layer: Layer, _ply: int) -> int:
    """The most histories of one weak class."""
    return max((sum(n for _, n in rows) for rows in _classes(layer)), default=0)


def split_classes(_start: _Game, layer: Layer, _ply: int) -> int:
    """Weak classes with two balls or two movers."""
    return sum(len(rows) > 1 for rows in _classes(layer))


def _acyclic(position: _Game) -> bool:
    return trees(position.pitch, position.drawn)


def twins(_start: _Game, layer: Layer, _ply: int) -> int:
    """Weak classes without a cycle that have several histories."""
    return sum(sum(n for _, n in rows) > 1 and _acyclic(rows[0][0]) for rows in _classes(layer))


def cyclic_singles(_start: _Game, layer: Layer, _ply: int) -> int:
    """Weak classes with a cycle that have one history."""
    return sum(
        sum(n for _, n in rows) == 1 and not _acyclic(rows[0][0]) for rows in _classes(layer)
    )


def acyclic_twins(start: _Game, arguments: Arguments) -> Value:
    """Is there one up to the ply asked for?"""
    return any(by_ply(twins)(start, arguments))


def longest(start: _Game, _arguments: Arguments) -> Value:
    """Plies of the longest play."""
    return sum(1 for _ in layers(start)) - 1


def positions(start: _Game, _arguments: Arguments) -> Value:
    """Sets of lines with the ball in no goal, of all plies."""
    return sum(
        len({here.drawn for here in layer if not here.pitch.goal[here.ball]})
        for layer in layers(start)
    )


def turn_ends(position: _Game) -> set[int]:
    """The points where the present turn can end: a goal, or where the other player goes on."""
    ends: set[int] = set()
    seen: set[_Game] = set()
    waiting = [position]
    while waiting:
        here = waiting.pop()
        for after in tried([here.play(move) for move in here.moves()], 20):
            if position.pitch.goal[after.ball] or after.mover != position.mover:
                ends.add(after.ball)
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return ends


def goal_this_turn(position: _Game, _arguments: Arguments) -> Value:
    """Can the turn end in the goal of the mover?"""
    return any(position.pitch.goal[v] == position.mover for v in turn_ends(position))


def reaches_goal(position: _Game, _arguments: Arguments, rows: Rows) -> Value:
    """One row: the points that the ball comes to in a turn that ends in the mover's goal."""
    if len(rows) != 1:
        raise BadInput("a turn is one row of points")
    here = position
    for number, point in enumerate(rows[0], 1):
        if here.mover != position.mover:
            raise BadInput("the walk goes on after its turn")
        if point not in here.moves():
            raise BadInput(f"ply {number} is not legal")
        here = here.play(point)
    if not rows[0] or position.pitch.goal[here.ball] != position.mover:
        raise BadInput("the walk does not end in the mover's goal")
    return True


def win_within(position: _Game, arguments: Arguments) -> Value:
    """The mover wins within so many turns of both players, this one included, and so many plies
    of both: he has a ply, or each ply of the other leaves him one, after which he does."""
    turns, most = _time({"turns": 1, **arguments})
    side = position.to_move

    def wins(here: _Game, turns: int, plies: int | None) -> bool:
        if (result := here.result()) is not None:
            return result == side
        if not turns or plies == 0:
            return False
        left = None if plies is None else plies - 1
        after = tried([here.play(move) for move in here.moves()], 20)
        return (any if here.to_move == side else all)(
            wins(there, turns - (there.mover != here.mover), left) for there in after
        )

    return wins(position, turns, most)


@dataclass(frozen=True)
class Countdown:
    """A position with ``turns`` left, the present one included, for ``side`` to win; and
    ``plies`` of both players."""

    position: _Game
    side: str
    turns: int
    plies: int

    @property
    def players(self) -> tuple[str, str]:
        """Those of the game."""
        return self.position.players

    @property
    def laws(self) -> frozenset[Law]:
        """As in the game: when time runs out, ``side`` has lost."""
        return frozenset({Law.FINITE, Law.NO_DRAWS})

    def key(self) -> str:
        """What is left, and the key in the game."""
        return f"{self.turns}:{self.plies}:{self.position.key()}"

    @property
    def to_move(self) -> str:
        """The player to move."""
        return self.position.to_move

    def moves(self) -> list[int]:
        """As in the game, none when time has run out."""
        return self.position.moves() if self.turns and self.plies else []

    def play(self, move: int) -> Countdown:
        """The ply made; a change of the mover ends a turn. Raises ``BadInput``."""
        after = self.position.play(move)
        ended = after.mover != self.position.mover
        return Countdown(after, self.side, self.turns - ended, self.plies - 1)

    def result(self) -> str | None:
        """The game's winner; the other player when time has run out."""
        won = self.position.result()
        if won is None and not (self.turns and self.plies):
            return opponent(self, self.side)
        return won

    def parse_move(self, text: str) -> int:
        """As in the game; raises ``BadInput``."""
        return self.position.parse_move(text)

    def move_text(self, move: int) -> str:
        """As in the game."""
        return self.position.move_text(move)

    def __str__(self) -> str:
        return f"{self.position}, {self.turns} turns left for {self.side}"


def _time(arguments: Arguments) -> tuple[int, int | None]:
    """The turns and plies that are given; raises :class:`BadInput`."""
    turns, plies = arguments.get("turns"), arguments.get("plies")
    if type(turns) is not int or turns < 0:
        raise BadInput("say within how many turns: 0, 1, 2, ...", "turns")
    if plies is not None and (type(plies) is not int or plies < 0):
        raise BadInput("plies is a number 0, 1, 2, ...", "plies")
    return turns, plies


def countdown(position: _Game, arguments: Arguments) -> Countdown:
    """The game that the question is about; raises :class:`BadInput`. A ply draws a line and a turn
    has a ply, so more than there are lines left is as good as one for each of them."""
    turns, plies = _time(arguments)
    most = len(position.pitch.edges) - position.drawn.bit_count() + 1
    left = most if plies is None else min(plies, most)
    return Countdown(position, position.to_move, min(turns, most), left)


def _countdown(position: _Game, arguments: Arguments, key: str | int) -> Countdown:
    if key != COUNTDOWN:
        raise BadInput(f"the other game is {COUNTDOWN!r}, not {str(key)[:60]!r}")
    return countdown(position, arguments)


def _within(
    position: _Game, arguments: Arguments, told: Told, _others: Sequence[object]
) -> Follows:
    start = countdown(position, arguments)
    known = told(start)
    mover = start.to_move
    for winner in start.players:
        if entails(known, wins(mover, winner)):
            won = winner == mover
            said = f"{mover} {'wins' if won else 'does not win'} within {start.turns} turns"
            return [Is(quantity("win-within", arguments), won)], said
    return [], "who wins the countdown game is not known"


WITHIN: Elsewhere[Any] = Elsewhere(_countdown, _within)
"""By the key ``countdown`` the game that is lost for the mover when his time has run out."""
