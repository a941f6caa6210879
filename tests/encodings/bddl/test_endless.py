"""Games in BDDL whose plays may go on for ever: outcomes by sets of boards, forged tables."""

from __future__ import annotations

import random

import pytest
from reference.bddl import Board, Game
from reference.proved import findings, proved, question_of
from soundness.oracle_bddl import RACE

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import verify
from gameproof.certificates.strategies.holding import Holding
from gameproof.certificates.strategies.together import parts, together
from gameproof.encodings.bddl import bddl, endless
from gameproof.encodings.method import Options
from gameproof.games.bddl import Position, make
from gameproof.solvers.limits import Limits

OTHER = {"black": "white", "white": "black"}
WALK = """
#blackactions
:action go :parameters (?x, ?y) :precondition (black(?x,?y) open(?x+1,?y))
:effect (open(?x,?y) black(?x+1,?y))
:action back :parameters (?x, ?y) :precondition (black(?x,?y) open(?x-1,?y))
:effect (open(?x,?y) black(?x-1,?y))
:action down :parameters (?x, ?y) :precondition (black(?x,?y) NOT(black(?x,?y+1)))
:effect (open(?x,?y) black(?x,?y+1))
#whiteactions
:action go :parameters (?x, ?y) :precondition (white(?x,?y) open(?x+1,?y))
:effect (open(?x,?y) white(?x+1,?y))
:action back :parameters (?x, ?y) :precondition (white(?x,?y) open(?x-1,?y))
:effect (open(?x,?y) white(?x-1,?y))
:action up :parameters (?x, ?y) :precondition (white(?x,?y) NOT(white(?x,?y-1)))
:effect (open(?x,?y) white(?x,?y-1))
"""


def outcome(game: Game) -> str:
    """Who wins within any number of moves: sets of (board, mover) grown until nothing changes."""
    if game.has_won("white", game.start):
        return "white"
    start = (game.start, game.starter)
    after: dict[tuple[Board, str], list[tuple[Board, str] | str]] = {}
    waiting = [start]
    while waiting:
        board, mover = waiting.pop()
        ways: list[tuple[Board, str] | str] = []
        for option in game.after(mover, board):
            if game.has_won(mover, option):
                ways.append(mover)
            elif mover == "black" and game.has_won("white", option):
                ways.append("white")
            else:
                ways.append((option, OTHER[mover]))
        after[board, mover] = ways or [OTHER[mover]]
        waiting += [w for w in ways if isinstance(w, tuple) and w not in after and w not in waiting]
    for side in ("black", "white"):
        won: set[tuple[Board, str] | str] = {side}
        while True:
            more = {
                state
                for state, ways in after.items()
                if state not in won and (any if state[1] == side else all)(w in won for w in ways)
            }
            if not more:
                break
            won |= more
        if start in won:
            return side
    return "draw"


def problem(dice: random.Random) -> str:
    """A random start on a small board, and random goals."""
    width, height = dice.choice([(2, 2), (3, 2), (2, 3)])
    cells = [(x, y) for x in range(1, width + 1) for y in range(1, height + 1)]
    dice.shuffle(cells)
    colours = ("black", "white", "black")
    stones = [f"{who}({x},{y})" for who, (x, y) in zip(colours, cells, strict=False)]
    goal = {}
    for who in OTHER:
        x, y = dice.choice(cells)
        goal[who] = dice.choice([f"{who}({x},{y})", "False", f"{who}(?x,?y) {who}(?x+1,?y)"])
    turn = dice.choice(["", "#blackturn\nsecond\n"])
    return (
        f"#boardsize\n{width} {height}\n#init\n{' '.join(stones[: dice.choice([2, 3])])}\n{turn}"
        f"#blackgoal\n{goal['black']}\n#whitegoal\n{goal['white']}\n"
    )


def test_random_games() -> None:
    dice, seen = random.Random(11), []
    for _ in range(60):
        text = problem(dice)
        said = proved("bddl", make(domain=WALK, problem=text), "outcome")
        assert said == outcome(Game(WALK, text)), text
        seen.append(said)
    assert {"black", "white", "draw"} == set(seen)


def test_deepening_finds_the_same_wins() -> None:
    dice = random.Random(4)
    for _ in range(20):
        text = problem(dice)
        position = make(domain=WALK, problem=text)
        found = bddl.deepening(position, Limits(), Options())
        expected = outcome(Game(WALK, text))
        if expected == "draw":
            assert found.certificate is None
        else:
            assert found.answer == expected
            assert found.certificate is not None
            assert accepted(position, expected, found.certificate)


def accepted(position: Position, answer: str, certificate: Certificate) -> bool:
    try:
        verify(position, question_of("bddl", "outcome"), {}, answer, certificate)
    except Rejected:
        return False
    return True


DRAWN = "#boardsize\n2 3\n#init\nblack(1,3) white(2,1)\n#blackgoal\nFalse\n#whitegoal\nFalse"


def test_nobody_wins_where_both_may_wait() -> None:
    position = make(domain=RACE, problem=DRAWN)
    found = findings("bddl", position, "outcome")["retrograde"]
    assert found.answer == "draw"
    assert found.certificate is not None
    black, white = parts(found.certificate)  # type: ignore[arg-type]
    assert isinstance(black, Holding)
    assert isinstance(white, Holding)
    table = black.replies[0]
    wrong = [
        together(black),
        together(black, black),
        together(black, Holding(["white"], ["black"], [{}], endless=True)),
        together(black, Holding(["white"], ["black"], [], endless=True)),
        together(black, Holding(["white"], ["black"], white.replies * 2, endless=True)),
        together(black, Holding(["white"], ["black"], white.replies)),
        together(white, Holding(["black"], ["white"], white.replies, endless=True)),
        together(white, Holding(["black"], ["draw"], black.replies, endless=True)),
        together(white, Holding(["black", "white"], ["white"], black.replies, endless=True)),
    ]
    for certificate in wrong:
        assert not accepted(position, "draw", certificate)
    for key in table:
        less = {name: text for name, text in table.items() if name != key}
        forged = Holding(["black"], ["white"], [less], endless=True)
        assert not accepted(position, "draw", together(forged, white))


def test_a_strategy_that_lets_the_other_win_later_is_no_strategy() -> None:
    """Black only waits; White walks to his row in two moves."""
    position = make(
        domain=RACE, problem=DRAWN.replace("#whitegoal\nFalse", "#whitegoal\nwhite(?x,ymax)")
    )
    known = endless.labelled(position, Limits())
    assert known is not None
    waits = {
        here.key(): here.move_text(next(m for m in here.moves() if m.action == "wait"))
        for here in known.order
        if here.to_move == "black" and here.won is None
    }
    with pytest.raises(Rejected, match="the play ends in white"):
        verify(
            position,
            question_of("bddl", "outcome"),
            {},
            "draw",
            Holding(["black"], ["white"], [waits], endless=True),
        )


def test_too_many_positions_are_left_to_the_other_method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "MOST_POSITIONS", 3)
    position = make(domain=RACE, problem=DRAWN)
    assert endless.labelled(position, Limits()) is None
