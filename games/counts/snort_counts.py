"""When a position of Snort or Col is decided, and what it is then worth; its value and numbers.

After Borje, Combinatorial Game Representation and Analysis of Snort, section 2.2, with the edges
between what is open to Red alone and to Blue alone kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Protocol, Self, TypeVar, cast

from gameproof.games.bit_sets import LARGEST, members
from gameproof.games.game import Colour
from gameproof.games.graph import Graph
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.elsewhere import Elsewhere, Follows, Told
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.listed import WON, named_moves
from gameproof.games.meaning.question import Arguments
from gameproof.games.meaning.statement import Is, Statement, entails, wins
from gameproof.games.meaning.steps import tried
from gameproof.games.short.value_questions import at_least, at_most

NOT_TERMINAL = "no"


class _Position(Protocol):
    @property
    def graph(self) -> Graph: ...
    @property
    def only_red(self) -> int: ...
    @property
    def only_blue(self) -> int: ...
    @property
    def to_move(self) -> Colour: ...
    @property
    def players(self) -> tuple[Colour, Colour]: ...
    @property
    def laws(self) -> frozenset[Law]: ...
    def free(self, player: Colour) -> int: ...
    def turn(self, player: str, /) -> Self: ...
    def moves(self) -> list[int]: ...
    def play(self, move: int, /) -> Self: ...
    def result(self) -> str | None: ...
    def key(self) -> str: ...
    def parse_move(self, text: str, /) -> int: ...
    def move_text(self, move: int, /) -> str: ...


P = TypeVar("P", bound=_Position)


def winning_moves(position: _Position, _arguments: Arguments) -> Value:
    """Vertices on which the player to move wins, in order."""
    from gameproof.games.meaning.definitions import winning

    return named_moves(position, WON, winning(position))


def decided(position: _Position) -> bool:
    """Does no piece close a vertex to a player who may play there, but its own to its owner?"""
    red, blue = position.players
    for player, other in ((red, blue), (blue, red)):
        here = position.turn(player)
        for v in members(here.free(player)):
            after = here.play(v)
            if after.free(player) != here.free(player) ^ 1 << v:
                return False
            if after.free(other) != here.free(other):
                return False
    return True


def _more(position: _Position) -> int:
    red, blue = (position.free(player).bit_count() for player in position.players)
    return red - blue


def terminal(position: _Position, _arguments: Arguments) -> Value:
    """Moves then only use up one's own vertices: the larger stock wins, and with equal stocks
    the player to move runs out first."""
    if not decided(position):
        return NOT_TERMINAL
    more = _more(position)
    return "red" if more > 0 or (more == 0 and position.to_move == "blue") else "blue"


def score(position: _Position, _arguments: Arguments) -> Value:
    """Red plays for the most, Blue for the least of what is counted when all is decided."""
    known: dict[tuple[int, int, Colour], Fraction] = {}  # where who may play tells all
    red, blue = position.players

    def of(here: _Position) -> Fraction:
        key = here.free(red), here.free(blue), here.to_move
        if key not in known:
            if decided(here):
                found = _more(here) + Fraction(here.to_move == "blue", 2)
            elif not here.moves():
                raise BadInput("the player to move is stuck before all is decided")
            else:
                best = max if here.to_move == "red" else min
                found = best(of(here.play(v)) for v in tried(here.moves(), 50))
            known[key] = found
        return known[key]

    return of(position)


# -- whole numbers next to the value -------------------------------------------------------------


def compared(position: _Position, n: int) -> tuple[bool | None, bool | None]:
    """Is G <= n, is G >= n, as far as the numbers of vertices open to each player tell: nobody
    makes more moves, so that -b <= G <= r. O(1)."""
    red, blue = (position.free(player).bit_count() for player in position.players)
    at_most = True if n >= red else False if n < -blue else None
    at_least = True if n <= -blue else False if n > red else None
    return at_most, at_least


def plus(position: P, n: int) -> P:
    """The sum of a position and the whole number ``n``: |n| vertices more, next to none, where
    Red alone may play (n > 0) or Blue alone. Raises :class:`BadInput` beyond ``LARGEST``."""
    graph = position.graph
    if graph.n + abs(n) > LARGEST:
        raise BadInput(f"a board has at most {LARGEST} vertices", "graph")
    more = (1 << abs(n)) - 1 << graph.n
    changed = {
        "graph": Graph.of(graph.n + abs(n), graph.edges),
        "only_red": position.only_red | (more if n > 0 else 0),
        "only_blue": position.only_blue | (more if n < 0 else 0),
    }
    return cast(P, replace(cast(Any, position), **changed))


def less(position: P, _arguments: Arguments, n: str | int) -> P:
    """The position less the number; raises :class:`BadInput` for one that is too large."""
    if not isinstance(n, int) or abs(n) > position.graph.n + 1:
        raise BadInput(f"{n}: nobody has more than {position.graph.n} moves")
    return plus(position, -n)


def bounds(
    position: _Position, arguments: Arguments, told: Told, others: Sequence[object]
) -> Follows:
    """G <= n iff Left (Red) loses G - n moving first, and G >= n iff Right loses it moving first.
    Where both may play on the same vertices an exchange of the colours changes nothing but the
    names, so that the position is its own negative: G <= n iff G >= -n. And what is plain of the
    number that is asked about."""
    above: dict[int, bool] = {}  # is G <= n?
    below: dict[int, bool] = {}  # is G >= n?
    red, blue = position.players
    sizes = {one.graph.n - position.graph.n for one in others if isinstance(one, type(position))}
    for n in sorted({sign * size for size in sizes for sign in (1, -1) if size >= 0}):
        known = told(less(position, {}, n))
        for truth, one, two in ((True, blue, red), (False, red, blue)):
            if entails(known, wins(red, one)):
                above[n] = truth
            if entails(known, wins(blue, two)):
                below[n] = truth
    if position.free(red) == position.free(blue):
        above, below = above | _negative(below), below | _negative(above)
    asked = arguments.get("integer")
    if isinstance(asked, int) and not isinstance(asked, bool):
        for answers, sure in zip((above, below), compared(position, asked), strict=True):
            if sure is not None:
                answers.setdefault(asked, sure)
    found: list[Statement] = [Is(at_most(n), truth) for n, truth in above.items()]
    found += [Is(at_least(n), truth) for n, truth in below.items()]
    return found, f"the value G is {', '.join(_said(above, below))}"


def _negative(known: Mapping[int, bool]) -> dict[int, bool]:
    """What is known of -G in place of G, the other way about."""
    return {-n: truth for n, truth in known.items()}


def _said(above: Mapping[int, bool], below: Mapping[int, bool]) -> list[str]:
    """Of each kind of statement the one that says most."""
    found = []
    for known, sign, least in ((below, ">=", max), (above, "<=", min)):
        if true := [n for n, truth in known.items() if truth]:
            found.append(f"{sign} {least(true)}")
    for known, sign, least in ((below, ">=", min), (above, "<=", max)):
        if false := [n for n, truth in known.items() if not truth]:
            found.append(f"not {sign} {least(false)}")
    return found


BOUNDS: Elsewhere[Any] = Elsewhere(
    less, bounds, laws=frozenset({Law.NORMAL_PLAY, Law.TURNS, Law.FINITE, Law.EITHER_STARTS})
)
"""By keys n the position less n."""
