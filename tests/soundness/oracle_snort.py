"""Snort and Col: labels and scores from the legal moves, values by comparing games.

A value is a nested pair of sets of games as play makes them; its canonical form drops
dominated options and bypasses reversible ones, nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache

from reference.short_games import ZERO, Form, below, equal, form, minus

from gameproof.certificates.certificate import Certificate
from gameproof.encodings.snort.refutations import refutations
from gameproof.games import snort_multiplayer
from gameproof.games.game import COLOURS
from gameproof.games.graph import neighbour_masks
from gameproof.games.short.game_notation import written
from gameproof.games.snort import Position, opponent
from gameproof.instances.instance import Resolved
from gameproof.solvers.limits import Limits
from gameproof.solvers.sums.star_packing import StarPacking
from soundness import cooled
from soundness.rules_oracle import NoOracle, TooLarge

Arguments = Mapping[str, object]


def legal(position: Position, player: str) -> frozenset[int]:
    return frozenset(position.turn(player).moves())


def labels(position: Position, arguments: Arguments) -> object:
    red, blue = legal(position, "red"), legal(position, "blue")
    names = {(True, True): "A", (True, False): "R", (False, True): "B", (False, False): "U"}
    return "".join(names[v in red, v in blue] for v in range(position.graph.n))


def contested(position: Position) -> bool:
    """Does some move take more from the players than its own vertex, or is one open to both?"""
    before = {player: legal(position, player) for player in position.players}
    if before["red"] & before["blue"]:
        return True
    for player in position.players:
        for move in before[player]:
            after = position.turn(player).play(move)
            if any(legal(after, p) != before[p] - {move} for p in position.players):
                return True
    return False


def count(position: Position) -> int:
    return len(legal(position, "red")) - len(legal(position, "blue"))


@cache
def mover_wins(position: Position) -> bool:
    return any(not mover_wins(position.play(move)) for move in position.moves())


def winning_moves(position: Position, arguments: Arguments) -> object:
    """The moves after which the opponent, to move, loses."""
    won = [move for move in position.moves() if not mover_wins(position.play(move))]
    return " ".join(position.move_text(move) for move in won) or "none"


def terminal(position: Position, arguments: Arguments) -> object:
    """Nothing is contested: then whoever wins the play has won."""
    if contested(position):
        return "no"
    other = "blue" if position.to_move == "red" else "red"
    return position.to_move if mover_wins(position) else other


def score(position: Position, arguments: Arguments) -> object:
    """Minimax of the count, plus a half where Blue is to move."""
    if not contested(position):
        return Fraction(count(position)) + (0 if position.to_move == "red" else Fraction(1, 2))
    below_ = [score(position.play(move), arguments) for move in position.moves()]
    if not below_ or None in below_:
        return None
    scores = [x for x in below_ if isinstance(x, Fraction)]
    return max(scores) if position.to_move == "red" else min(scores)


# ------------------------------------------------------------------- values


@cache
def game(position: Position) -> Form:
    """The game that play makes of the position, Red being Left; simplified on the way, which
    changes no value."""
    return simplest(
        form(
            [game(position.turn("red").play(v)) for v in legal(position, "red")],
            [game(position.turn("blue").play(v)) for v in legal(position, "blue")],
        )
    )


@cache
def simplest(g: Form) -> Form:
    """The canonical form: reversible options bypassed, dominated ones left out, until
    nothing changes. The options are canonical."""
    while True:
        left = {x for o in g.left for x in bypassed(o, g, True)}
        right = {x for o in g.right for x in bypassed(o, g, False)}
        left = {x for x in left if not any(x != y and below(x, y) for y in left)}
        right = {x for x in right if not any(x != y and below(y, x) for y in right)}
        after = form(left, right)
        if after == g:
            return g
        g = after


@cache
def reduced(g: Form) -> Form:
    """The canonical form of any game, its options first."""
    return simplest(form(map(reduced, g.left), map(reduced, g.right)))


def bypassed(option: Form, g: Form, mine: bool) -> frozenset[Form]:
    """The option, or what replaces it when the opponent's answer to it is as good as g."""
    for answer in option.right if mine else option.left:
        if below(answer, g) if mine else below(g, answer):
            return answer.left if mine else answer.right
    return frozenset({option})


@cache
def number(x: Fraction) -> Form:
    """The simplest game of a dyadic number."""
    if x.denominator == 1:
        if x == 0:
            return ZERO
        return form([number(x - 1)]) if x > 0 else form((), [number(x + 1)])
    step = Fraction(1, x.denominator)
    return form([number(x - step)], [number(x + step)])


NUMBERS = {
    number(Fraction(quarters, 4)): Fraction(quarters, 4) for quarters in range(-4 * 9, 4 * 9 + 1)
}


@cache
def _up(n: int, star: int) -> Form:
    """n.up + *star: stars and ups by their definitions, added up."""
    from reference.short_games import total

    up = form([ZERO], [form([ZERO], [ZERO])])
    whole = form([_up(0, k) for k in range(star)], [_up(0, k) for k in range(star)])
    for _ in range(abs(n)):
        whole = reduced(total(whole, up if n > 0 else minus(up)))
    return reduced(whole)


@cache
def units() -> dict[Form, tuple[Fraction, int, int]]:
    """x + n.up + *k for small x, n, k, by their canonical forms."""
    from reference.short_games import total

    found = {}
    for x in (Fraction(quarters, 4) for quarters in range(-4 * 4, 4 * 4 + 1)):
        for n in range(-2, 3):
            for k in range(4):
                if n or k:
                    found[reduced(total(number(x), _up(n, k)))] = (x, n, k)
    return found


@cache
def text(g: Form) -> str:
    """The notation of a canonical form: numbers, x + n.up + *k, ± of games that are their
    own negatives, braces; options by length, then alphabet."""
    if g in NUMBERS:
        return str(NUMBERS[g])
    if g in units():
        x, n, k = units()[g]
        arrows = ("^" if n > 0 else "v") * abs(n)
        return (str(x) if x else "") + arrows + ("" if k == 0 else "*" if k == 1 else f"*{k}")
    left, right = listed(g.left), listed(g.right)
    if minus(g) == g:
        one = len(g.left) == 1 and (left.startswith("{") or next(iter(g.left)) in NUMBERS)
        return f"±{left}" if one else f"±({left})"
    return f"{{{left}|{right}}}"


def listed(options: frozenset[Form]) -> str:
    return ",".join(sorted(map(text, options), key=lambda word: (len(word), word)))


def value(position: Position, arguments: Arguments) -> object:
    if position.graph.n > 6:
        raise TooLarge
    return written(text(game(position)))


STAR = form([ZERO], [ZERO])
NAMED = {
    "0": ZERO,
    "1": number(Fraction(1)),
    "-1": number(Fraction(-1)),
    "1/2": number(Fraction(1, 2)),
    "*": STAR,
    "{0|0}": STAR,
    "*+*": ZERO,
    "^": form([ZERO], [STAR]),
    "±1": form([number(Fraction(1))], [number(Fraction(-1))]),
    "{2|-2}": form([number(Fraction(2))], [number(Fraction(-2))]),
}
"""The games that goals compare with; every other text is a question without an oracle."""


def named(g: Form, arguments: Arguments) -> object:
    """Is it the game that the question names?"""
    words = arguments.get("game")
    if words not in NAMED:
        raise NoOracle(f"the game {words!r}")
    return equal(g, NAMED[str(words)])


def equals(position: Position, arguments: Arguments) -> object:
    return named(game(position), arguments)


def at_least(position: Position, arguments: Arguments) -> object:
    return below(number(Fraction(str(arguments["integer"]))), game(position))


def at_most(position: Position, arguments: Arguments) -> object:
    return below(game(position), number(Fraction(str(arguments["integer"]))))


# ---------------------------------------------------------------- many players


def labellings(position: snort_multiplayer.Position, arguments: Arguments) -> object:
    """Labellings of all positions that the players reach when anybody may move next."""
    found: set[str] = set()
    seen: set[tuple[int, ...]] = set()
    todo = [position.pieces]
    while todo:
        pieces = todo.pop()
        if pieces in seen:
            continue
        seen.add(pieces)
        if len(seen) > 5000:
            raise TooLarge
        labels_of = snort_multiplayer.Position(position.graph, pieces)
        found.add(labels_of.labels())
        for player, free in enumerate(labels_of.free):
            for v in range(position.graph.n):
                if free >> v & 1:
                    more = list(pieces)
                    more[player] |= 1 << v
                    todo.append(tuple(more))
    return len(found)


ORACLES: dict[tuple[type, str], Callable[..., object]] = {
    (Position, "labels"): labels,
    (Position, "terminal"): terminal,
    (Position, "winning-moves"): winning_moves,
    (Position, "score"): score,
    (Position, "value"): value,
    (Position, "equals"): equals,
    (Position, "at-least"): at_least,
    (Position, "at-most"): at_most,
    **{(Position, question): oracle for question, oracle in cooled.oracles(game).items()},
    (snort_multiplayer.Position, "labellings"): labellings,
}

# ------------------------------------------- proofs of searches, which larger boards have


def handmade(goal: Resolved) -> Iterator[tuple[str, str, Certificate]]:
    """(method, answer, certificate) by the search for larger boards."""
    here: object = goal.position
    if not isinstance(here, Position) or not here.graph.n or goal.question.name != "outcome":
        return
    if here.rules.forbidden != "opponent":
        return
    wins = {side: mover_wins(here.turn(side)) for side in COLOURS}
    rows = tuple((side, side if wins[side] else opponent(side)) for side in COLOURS)
    answer = {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}
    for pieces in (False, True):
        search = StarPacking(neighbour_masks(here.graph), pieces=pieces)
        found = refutations(here, rows, search, Limits())
        if found is not None:
            yield "kept", answer[wins["red"], wins["blue"]], found


USUAL = ("outcome", "winner", "winning-moves", "misere-outcome", "value", *cooled.QUESTIONS,
         "labels", "score", "terminal", "bounds", "at-least --integer=0", "at-most --integer=-1",
         *(f"equals --game={name}" for name in NAMED))  # fmt: skip

GOALS: list[tuple[str, tuple[str, ...]]] = [
    *[
        (f"{game_} {board}{mover}", USUAL)
        for game_ in ("snort", "col")
        for board in (
            "path 0",
            "path 1",
            "path 1 --only-blue 0",
            "path 1 --only-red 0",
            "path 1 --only-red 0 --only-blue 0",
            "path 2",
            "path 3",
            "path 3 --only-red 0 --only-blue 2",
            "empty 2",
            "cycle 4",
            "star 3",
            "path 4 --red 0 --blue 3",
            "path 4 --red 1",
            "path 4 --blue 0 --only-red 3",
            "path 5",
            "path 6 --blue 2 --only-red 4",
        )
        for mover in ("", " --to-move blue")
    ],
    *[(f"snort {board}", ("outcome",)) for board in ("cycle 7", "path 8", "gnp 7 0.5 seed 3")],
    *[
        (f"snort-multiplayer {board}", ("forces", "labellings"))
        for board in (
            "path 0",
            "path 1",
            "path 2 --players 2",
            "path 3",
            "star 3",
            "cycle 4 --players 2",
            "path 4 --played 0,2",
            "path 3 --played 1,0,2",
            "path 2 --players 3",
            "cycle 3 --players 2",
            "empty 2 --players 2",
            "path 4 --players 2",
            "star 3 --players 2 --played 1",
            "empty 4 --players 3 --played 2",
            "star 4 --players 3 --played 3",
            "complete 3 --players 3",
        )
    ],
]
"""Tiny boards with the questions to be attacked."""
