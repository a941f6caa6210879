"""Paper soccer: every play followed by the rules, one history at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gameproof.games.meaning.statement import wins
from gameproof.games.paper_soccer import Position, make
from soundness.rules_oracle import TooLarge, can_force

Arguments = Mapping[str, object]
MOST = 60_000


def within(position: Position, side: str, turns: int, plies: int | None) -> bool:
    """Does ``side`` win within the turns and plies? Straight from the words."""
    over = position.result()
    if over is not None:
        return over == side
    if turns == 0 or plies == 0:
        return False
    rest = [
        within(
            after,
            side,
            turns - (after.mover != position.mover),
            None if plies is None else plies - 1,
        )
        for after in map(position.play, position.moves())
    ]
    return any(rest) if position.to_move == side else all(rest)


def win_within(position: Position, arguments: Arguments) -> object:
    turns, plies = arguments.get("turns"), arguments.get("plies")
    if type(turns) is not int or turns < 0 or turns > 4:
        raise TooLarge
    assert plies is None or isinstance(plies, int)
    return within(position, position.to_move, turns, plies)


def ends_of_turn(position: Position) -> set[int]:
    """Where every turn ends, each followed to its end."""
    found: set[int] = set()
    todo = [position]
    while todo:
        at = todo.pop()
        for after in map(at.play, at.moves()):
            if after.pitch.goal[after.ball] or after.mover != position.mover:
                found.add(after.ball)
            else:
                todo.append(after)
    return found


def winning_plies(position: Position, arguments: Arguments) -> object:
    me = position.to_move
    good = []
    for move in position.moves():
        after: Any = position.play(move)
        if can_force(after, wins(after.to_move, me)):
            good.append(f"({position.move_text(move)})")
    return " ".join(sorted(good)) or "none"


def histories(start: Position, plies: int | None) -> Iterator[list[list[Position]]]:
    """For ply 0, 1, 2, ... every history, as its positions."""
    layer = [[start]]
    seen = 0
    while plies is None or plies >= 0:
        seen += len(layer)
        if seen > MOST:
            raise TooLarge
        yield layer
        if plies is None and not layer:
            return
        layer = [[*h, h[-1].play(move)] for h in layer for move in h[-1].moves()]
        plies = None if plies is None else plies - 1


def lines_of(position: Position) -> list[tuple[int, int]]:
    return [e for k, e in enumerate(position.pitch.edges) if position.drawn >> k & 1]


def forest(position: Position) -> bool:
    """No cycle: components are points minus lines."""
    lines = lines_of(position)
    groups = [{v} for v in range(len(position.pitch.points))]
    for u, v in lines:
        one = next(g for g in groups if u in g)
        two = next(g for g in groups if v in g)
        if one is two:
            return False
        groups.remove(two)
        one |= two
    return True


def joined(position: Position, u: int, v: int) -> bool:
    """Do drawn lines lead from u to v?"""
    found = {u}
    while True:
        more = {w for line in lines_of(position) if found & set(line) for w in line} - found
        if not more:
            return v in found
        found |= more


def bounced(history: list[Position]) -> bool:
    return len(history) > 1 and history[-1].mover == history[-2].mover


def closed(history: list[Position]) -> bool:
    return len(history) > 1 and joined(history[-2], history[-2].ball, history[-1].ball)


def visited(history: list[Position]) -> int:
    old = {v for line in lines_of(history[0]) for v in line} | {history[0].ball}
    return len({h.ball for h in history} - old)


def changed(history: list[Position]) -> bool:
    return history[-1].mover != history[0].mover


def special(test: Callable[[list[Position]], bool]) -> Callable[[list[list[Position]]], int]:
    return lambda layer: sum(map(test, layer))


def classes(layer: list[list[Position]]) -> Counter[int]:
    return Counter(h[-1].drawn for h in layer)


def splits(layer: list[list[Position]]) -> int:
    states = {(h[-1].drawn, h[-1].ball, h[-1].mover) for h in layer}
    return sum(n > 1 for n in Counter(drawn for drawn, _, _ in states).values())


def forests(layer: list[list[Position]]) -> dict[int, bool]:
    return {h[-1].drawn: forest(h[-1]) for h in layer}


BY_PLY: dict[str, Callable[[list[list[Position]]], int]] = {
    "histories": len,
    "classes": lambda layer: len(classes(layer)),
    "largest-class": lambda layer: max(classes(layer).values(), default=0),
    "split-classes": splits,
    "bounces": special(bounced),
    "bounce-exceptions": special(lambda h: bounced(h) != closed(h)),
    "parity-exceptions": special(lambda h: changed(h) != (len(h) % 2 == 0)),
    "visited-exceptions": special(lambda h: changed(h) != (visited(h) % 2 == 1)),
    "cyclic-singles": lambda layer: sum(
        n == 1 and not forests(layer)[drawn] for drawn, n in classes(layer).items()
    ),
}


def plies_of(arguments: Arguments) -> int:
    plies = arguments.get("plies")
    if type(plies) is not int or not 0 <= plies <= 5:
        raise TooLarge
    return plies


def counted(name: str) -> Callable[[Position, Arguments], object]:
    def decide(position: Position, arguments: Arguments) -> object:
        layers = histories(position, plies_of(arguments))
        return tuple(BY_PLY[name](layer) for layer in layers)

    return decide


def twins(position: Position, arguments: Arguments) -> object:
    return any(
        n > 1 and forests(layer)[drawn]
        for layer in histories(position, plies_of(arguments))
        for drawn, n in classes(layer).items()
    )


def longest(position: Position, arguments: Arguments) -> object:
    return sum(1 for layer in histories(position, None) if layer) - 1


def positions(position: Position, arguments: Arguments) -> object:
    goal = position.pitch.goal
    return len(
        {h[-1].drawn for layer in histories(position, None) for h in layer if not goal[h[-1].ball]}
    )


def lines(position: Position, arguments: Arguments) -> object:
    return len({frozenset(edge) for edge in position.pitch.edges})


def centred(position: Position, arguments: Arguments) -> object:
    width, length, _ = position.field_
    x, y = position.pitch.points[position.pitch.start]
    return (width - x, length - y) == (x, y)


def equivalent(position: Position, arguments: Arguments) -> object:
    width, length, rules = position.field_
    other = make(width, length, rules, str(arguments.get("other") or ""))
    if other.history == position.history:
        return "equal"
    if set(lines_of(other)) != set(lines_of(position)):
        return "different"
    return "strong" if other.ball == position.ball else "weak"


ORACLES: dict[tuple[type, str], Callable[[Position, Arguments], object]] = {
    (Position, "winning-plies"): winning_plies,
    (Position, "goal-this-turn"): lambda position, _: any(
        position.pitch.goal[v] == position.mover for v in ends_of_turn(position)
    ),
    (Position, "turn-ends"): lambda position, _: len(ends_of_turn(position)),
    (Position, "win-within"): win_within,
    **{(Position, name): counted(name) for name in BY_PLY},
    (Position, "acyclic-twins"): twins,
    (Position, "longest"): longest,
    (Position, "positions"): positions,
    (Position, "lines"): lines,
    (Position, "centred"): centred,
    (Position, "equivalent"): equivalent,
}

GOALS: list[tuple[str, tuple[str, ...]]] = [
    (
        words,
        (
            "outcome",
            "winning-plies",
            "goal-this-turn",
            "turn-ends",
            "win-within --turns 0",
            "win-within --turns 1",
            "win-within --turns 2",
            "win-within --turns 3",
            "win-within --turns 2 --plies 2",
            *(f"{name} --plies 2" for name in BY_PLY),
            "histories --plies 3",
            "acyclic-twins --plies 3",
            "acyclic-twins --plies 2",
            "lines",
            "centred",
            "equivalent --other n",
            "equivalent --other s",
            "longest",
            "positions",
        ),
    )
    for words in (
        "paper-soccer 1 1",
        "paper-soccer 1 2",
        "paper-soccer 2 1",
        "paper-soccer 1 3",
        "paper-soccer 1 3 --first 2",
        "paper-soccer 2 2 --history n",
        "paper-soccer 2 2 --history s",
        "paper-soccer 2 2 --history ne;s;w",
        "paper-soccer 2 2 --history ne;s;w --first 2",
        "paper-soccer 2 2 --rules standard --history 2,2;1,2;0,1;1,0;2,0;1,1;1,2",
        "paper-soccer 2 2 --rules standard-mouth --history 2,2;1,2;0,1;1,0;2,0;1,1;1,2",
    )
]
"""Tiny boards with the questions to be attacked."""
