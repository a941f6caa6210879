"""Short games and what is asked of them, after Conway, On Numbers and Games, and Siegel,
Combinatorial Game Theory, chapter II.

A game is the set of its Left options and the set of its Right options. Here every game is in
canonical form, without dominated and reversible options, so that equal games are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.position import AnyPosition, EitherStarts
from gameproof.games.meaning.question import Arguments
from gameproof.games.meaning.steps import tried
from gameproof.games.short import thermographs
from gameproof.games.short.game_notation import written
from gameproof.games.short.thermographs import Wall, cooled, mast

ZERO = Fraction(0)


class Game(NamedTuple):
    """{left | right}."""

    left: frozenset[Game]
    right: frozenset[Game]


@cache
def below(g: Game, h: Game) -> bool:
    """G <= H: Left has no move in G to something >= H, Right none in H to something <= G."""
    return not any(below(h, x) for x in g.left) and not any(below(x, g) for x in h.right)


def game(left: Iterable[Game], right: Iterable[Game]) -> Game:
    """{left | right} in canonical form, the options being so."""
    mine, yours = set(left), set(right)
    whole = Game(frozenset(mine), frozenset(yours))
    todo = True
    while todo:
        todo = False
        for x in list(mine):
            for back in (back for back in x.right if below(back, whole)):
                mine = mine - {x} | back.left  # Right answers at once: x is reversible
                todo = True
                break
        for x in list(yours):
            for back in (back for back in x.left if below(whole, back)):
                yours = yours - {x} | back.right
                todo = True
                break
        whole = Game(frozenset(mine), frozenset(yours))
    return Game(
        frozenset(x for x in mine if not any(x != y and below(x, y) for y in mine)),
        frozenset(x for x in yours if not any(x != y and below(y, x) for y in yours)),
    )


def integer(n: int) -> Game:
    """n = {n - 1 | }."""
    if n == 0:
        return Game(frozenset(), frozenset())
    return game([integer(n - 1)], []) if n > 0 else game([], [integer(n + 1)])


@cache
def plus(g: Game, h: Game) -> Game:
    """G + H: a move in one of the two."""
    return game(
        [*(plus(x, h) for x in g.left), *(plus(g, x) for x in h.left)],
        [*(plus(x, h) for x in g.right), *(plus(g, x) for x in h.right)],
    )


@cache
def minus(g: Game) -> Game:
    """-G: the players change places."""
    return Game(frozenset(map(minus, g.right)), frozenset(map(minus, g.left)))


@cache
def number(g: Game) -> Fraction | None:
    """The number that the game is: all options are numbers, Left's less than Right's."""
    left, right = [number(x) for x in g.left], [number(x) for x in g.right]
    mine, yours = ([x for x in side if x is not None] for side in (left, right))
    if len(mine) < len(left) or len(yours) < len(right):
        return None
    if not yours:
        return max(mine) + 1 if mine else ZERO
    if not mine:
        return min(yours) - 1
    return (max(mine) + min(yours)) / 2 if max(mine) < min(yours) else None


def value(position: AnyPosition) -> Game:
    """The game {values after Left's moves | values after Right's}."""
    known: dict[str, Game] = {}

    def of(here: AnyPosition) -> Game:
        sides = [here, here] if Law.IMPARTIAL in here.laws else _either(here)
        key = sides[0].key()
        if key not in known:
            known[key] = game(
                *([of(side.play(move)) for move in tried(side.moves(), 50)] for side in sides)
            )
        return known[key]

    if not {Law.NORMAL_PLAY, Law.FINITE} <= position.laws:
        raise BadInput("only a game in normal play whose plays all end is a short game")
    return of(position)


def _either(position: AnyPosition) -> list[AnyPosition]:
    if not isinstance(position, EitherStarts):
        raise BadInput("only a game in which either player may start is a short game")
    return [position.turn(player) for player in position.players]


# -- names -------------------------------------------------------------------------------------

Unit = tuple[Fraction, int, int]
"""x, n, k: the game x + n.up + *k."""


@cache
def unit(g: Game) -> Unit | None:
    """x + *k = {x, x*, ..., x*(k-1) | the same}, x^* = {x, x* | x}, and x + n.up + *k =
    {x | x + (n-1).up + *(k xor 1)} for all other n > 0; negatives the other way round."""
    x = number(g)
    if x is not None:
        return x, 0, 0
    options = [unit(x) for x in (*g.left, *g.right)]
    known = [u for u in options if u is not None]
    if len(known) < len(options):
        return None
    mine, yours = set(known[: len(g.left)]), set(known[len(g.left) :])
    x = min(known)[0]
    if mine == yours == {(x, 0, k) for k in range(len(mine))}:
        return x, 0, len(mine)
    for one, two, sign in ((mine, yours, 1), (yours, mine, -1)):
        for y, n, k in two:
            wanted = {(x, 0, 0)} if n or k else {(x, 0, 0), (x, 0, 1)}
            if len(two) == 1 and y == x and n * sign >= 0 and one == wanted:
                return x, n + sign, k ^ 1
    return None


@cache
def text(g: Game) -> str:
    """``3``, ``-1/2``; ``*``, ``^``, ``v3*2``, ``1^^*``; ``±`` and the Left options of a game that
    is its own negative; ``{a,b|c}``, options by length, then alphabet."""
    parts = unit(g)
    if parts is not None:
        x, ups, star = parts
        arrow, size = "^" if ups > 0 else "v", abs(ups)
        arrows = arrow * size if size < 3 else f"{arrow}{size}"
        stars = "" if star == 0 else "*" if star == 1 else f"*{star}"
        return (str(x) if x or not arrows + stars else "") + arrows + stars
    left, right = (
        ",".join(sorted(map(text, side), key=lambda t: (len(t), t))) for side in (g.left, g.right)
    )
    if minus(g) != g:
        return f"{{{left}|{right}}}"
    (bare, *more) = g.left
    plain = not more and (left.startswith("{") or number(bare) is not None)
    return f"±{left}" if plain else f"±({left})"


def read(words: str) -> Game:
    """The game that a text denotes; raises :class:`BadInput`, also for one that is too deep."""
    shown = written(words)

    @cache
    def of(g: int) -> Game:
        table = shown.table
        return game(map(of, table.left_options(g)), map(of, table.right_options(g)))

    try:
        return of(shown.game)
    except RecursionError:
        raise BadInput("this game is too deep for its definition", "game") from None


# -- thermographs ------------------------------------------------------------------------------


@cache
def walls(g: Game) -> tuple[Wall, Wall]:
    """The stops of G cooled by each temperature, from those of its options."""
    x = number(g)
    if x is not None:
        return mast(x)
    return cooled([walls(o)[1] for o in g.left], [walls(o)[0] for o in g.right])


# -- what is asked -----------------------------------------------------------------------------


def named(position: AnyPosition, _arguments: Arguments) -> Value:
    """The canonical form, written."""
    return text(value(position))


def equals(position: AnyPosition, arguments: Arguments) -> Value:
    """Is the value the game that the question names?"""
    words = arguments.get("game")
    if not isinstance(words, str):
        raise BadInput("the question names no game", "game")
    return value(position) == read(words)


def thermograph(position: AnyPosition, _arguments: Arguments) -> Value:
    """Both walls."""
    return walls(value(position))


def mean(position: AnyPosition, _arguments: Arguments) -> Value:
    """Where the mast stands."""
    return thermographs.mean(walls(value(position)))


def temperature(position: AnyPosition, _arguments: Arguments) -> Value:
    """Where the mast begins; -1/2^k for a number a/2^k in lowest terms."""
    g = value(position)
    return thermographs.temperature(walls(g), number(g))


def asked_integer(arguments: Arguments) -> Game:
    """The whole number that is compared with."""
    n = arguments.get("integer")
    if type(n) is not int or abs(n) > 200:
        raise BadInput("say which whole number", "integer")
    return integer(n)


def at_least(position: AnyPosition, arguments: Arguments) -> Value:
    """Is n <= G?"""
    return below(asked_integer(arguments), value(position))


def at_most(position: AnyPosition, arguments: Arguments) -> Value:
    """Is G <= n?"""
    return below(value(position), asked_integer(arguments))


def bounds(position: AnyPosition, _arguments: Arguments) -> Value:
    """The greatest whole number <= G and the least >= G."""
    g = value(position)
    low = high = 0
    while below(integer(low + 1), g):
        low += 1
    while not below(integer(low), g):
        low -= 1
    while below(g, integer(high - 1)):
        high -= 1
    while not below(g, integer(high)):
        high += 1
    return low, high


DEFINITIONS: dict[str, Callable[[AnyPosition, Arguments], Value]] = {
    "value": named,
    "equals": equals,
    "mean": mean,
    "temperature": temperature,
    "thermograph": thermograph,
    "bounds": bounds,
    "at-least": at_least,
    "at-most": at_most,
}
"""What each question of partizan games asks for."""
