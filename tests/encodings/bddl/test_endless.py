"""Games in BDDL whose plays may go on for ever: outcomes by sets of boards, forged tables."""

from __future__ import annotations

import itertools
import random

import pytest
from msgspec.structs import replace
from reference.bddl import Board, Game
from reference.proved import findings, proved, question_of
from soundness.oracle_bddl import RACE

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import verify
from gameproof.certificates.strategies.play import Play
from gameproof.encodings.bddl import bddl, endless
from gameproof.encodings.method import Options
from gameproof.encodings.plays import Aim, written
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
    made = found.certificate
    assert isinstance(made, Play)
    black, white = made.proofs
    assert accepted(position, "draw", made)
    for proofs in (
        [black],
        [black, black],
        [black, replace(white, avoids=["draw"])],
        [black, replace(white, avoids=[])],
        [black, replace(white, plies=3)],
        [black, replace(white, side=["black"])],
        [black, replace(white, side=["black", "white"])],
        [replace(black, avoids=["black"]), white],
        [replace(black, root=white.root), white],
    ):
        assert not accepted(position, "draw", replace(made, proofs=proofs))
    for e, text in itertools.product(range(len(made.moves)), range(len(made.texts))):
        moves = made.moves.copy()
        moves[e] = text
        for answer in ("black", "white"):
            assert not accepted(position, answer, replace(made, moves=moves))


def test_a_strategy_that_lets_the_other_win_later_is_no_strategy() -> None:
    """Black only waits; White walks to his row in two moves."""
    position = make(
        domain=RACE, problem=DRAWN.replace("#whitegoal\nFalse", "#whitegoal\nwhite(?x,ymax)")
    )

    def wait(here: Position, _side: tuple[str, ...], _left: int | None) -> object:
        return next(m for m in here.moves() if m.action == "wait")

    waits = written([Aim(position, ("black",), ("white",))], wait)
    with pytest.raises(Rejected, match="the play ends in white"):
        verify(position, question_of("bddl", "outcome"), {}, "draw", waits)


def test_too_many_positions_are_left_to_the_other_method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "MOST_POSITIONS", 3)
    position = make(domain=RACE, problem=DRAWN)
    assert endless.labelled(position, Limits()) is None
