"""Positional strategies: what is derived, and forgeries, each refused for its own reason."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import pytest
from reference.forging import attack
from reference.often import often

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude, verify
from gameproof.certificates.strategies.positional_strategy import (
    PositionalStrategy,
    checker_of,
    table_of,
)
from gameproof.encodings.method import Options
from gameproof.encodings.positional.search import METHODS
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Forces, Prevents, Statement, only
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_questions import QUESTIONS
from gameproof.replies.strategies.positional_strategy import reply
from gameproof.solvers.limits import Limits

RUN = {method.question: method.run for method in METHODS}
ASKED = {question.name: question for question in QUESTIONS}

Node = tuple[Sequence[tuple[int, int, int, int]], Sequence[Sequence[int]]]
"""Edges (move, reply, child, symmetry) and sequences."""


def sets(cells: int, *first: Sequence[int], **more: Any) -> Position:
    """A position by its file; the second player wants nothing unless said."""
    data = {"cells": cells, "sets": first, "second_sets": [], **more}
    return Position.parse(json.dumps(data))


def made(
    proofs: Sequence[tuple[Any, ...]],
    *nodes: Node,
    cells: int = 6,
    plies: int | None = None,
    permutations: Any = None,
) -> PositionalStrategy:
    """A certificate written by hand."""
    edges = [edge for node in nodes for edge in node[0]]
    lines = [line for node in nodes for line in node[1]]
    table = np.array(edges, dtype=np.int64).reshape(-1, 4)

    def ends(sizes: Sequence[int]) -> np.ndarray:
        return np.array([0, *np.cumsum(np.array(sizes, dtype=np.int64))], dtype=np.int64)

    return PositionalStrategy(
        first=[],
        second=[],
        to_move="first",
        plies=plies,
        proofs=list(proofs),
        permutations=np.arange(cells)[None, :] if permutations is None else permutations,
        edge_ends=ends([len(node[0]) for node in nodes]),
        moves=table[:, 0],
        replies=table[:, 1],
        children=table[:, 2],
        symmetries=table[:, 3],
        line_ends=ends([len(node[1]) for node in nodes]),
        cell_ends=ends([len(line) for line in lines]),
        cells=np.array([cell for line in lines for cell in line], dtype=np.int64),
    )


def derived(position: Position, certificate: PositionalStrategy) -> set[Statement]:
    return set(conclude(Goal(position, "outcome"), certificate).statements)


def refused(position: Position, certificate: PositionalStrategy, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        conclude(Goal(position, "outcome"), certificate)


TWO_FORKS = ([0, 1], [0, 2], [3, 4], [3, 5])
FORKS = sets(6, *TWO_FORKS, to_move="second")
FORCED: Node = ((), ((3,), (0,)))
ROOT = [("first", "forces", -1, 0, 0)]
HELD = [("first", "prevents", -1, 0, 0)]


def forces(plies: int | None = None, starter: str = "second") -> Forces:
    return Forces(starter, only("first"), only("first"), plies)


# -- the attacker wins -------------------------------------------------------------------------


def test_a_strategy_by_sequences_of_threats() -> None:
    assert derived(FORKS, made(ROOT, FORCED)) == {forces()}
    assert derived(FORKS, made(ROOT, FORCED, plies=4)) == {forces(4)}


def test_a_strategy_by_edges() -> None:
    """After 0 or 1, 2 the same reply leads to different nodes; forks need no word there."""
    node: Node = (((0, 3, 1, 0), (1, 3, 2, 0), (2, 3, 3, 0)), ((0,),))
    empty: Node = ((), ())
    assert derived(FORKS, made(ROOT, node, empty, empty, empty)) == {forces()}
    same: Node = (((0, 3, 1, 0), (1, 3, 1, 0), (2, 3, 1, 0)), ((0,),))
    refused(FORKS, made(ROOT, same, empty), "stands for two positions")
    refused(FORKS, made(ROOT, (((0, 3, 0, 0),), ((3,), (0,)))), "not forward")
    refused(FORKS, made(ROOT, (((0, 3, 9, 0),), ((3,), (0,)))), "not forward")
    refused(FORKS, made(ROOT, (((0, 3, 2, 0),), ((3,), (0,))), empty, empty), "never reached")
    refused(FORKS, made(ROOT, (((0, 0, 1, 0),), ((3,), (0,))), empty), "not possible")
    twice: Node = (((0, 3, 1, 0), (0, 3, 1, 0)), ((3,), (0,)))
    refused(FORKS, made(ROOT, twice, empty), "not possible")
    taken = replace(FORKS, first=frozenset({1}))
    refused(taken, made(ROOT, (((1, 3, 1, 0),), ((3,), (0,))), empty), "not possible")
    refused(taken, made(ROOT, (((2, 1, 1, 0),), ((3,), (0,))), empty), "not possible")


def test_a_move_without_an_answer() -> None:
    refused(FORKS, made(ROOT, ((), ((3,),))), "no answer to the move 3 at node 0")
    refused(FORKS, made(ROOT, ((), ())), "no answer to the move 0 at node 0")
    refused(FORKS, made(ROOT, ((), ((4,), (0,)))), "no answer")  # a single threat is no win
    refused(FORKS, made(ROOT, ((), ((5, 5), (0,)))), "no answer")  # a cell twice
    refused(FORKS, made(ROOT, ((), ((), (0,)))), "no answer")


def test_plies_are_those_of_both_players() -> None:
    """The first player needs his second move, ply 4 of both when the second begins."""
    refused(FORKS, made(ROOT, FORCED, plies=3), "nothing is left to attack")
    refused(FORKS, made(ROOT, FORCED, plies=0), "nothing is left to attack")
    mine = replace(FORKS, to_move="first")
    opened = [("first", "forces", 0, 0, 0)]
    assert derived(mine, made(opened, ((), ()), plies=3)) == {forces(3, "first")}
    refused(mine, made(opened, ((), ()), plies=2), "nothing is left to attack")
    one = sets(2, [0], [0, 1])
    assert derived(one, made(opened, cells=2, plies=1)) == {forces(1, "first")}
    refused(one, made(opened, cells=2, plies=0), "no move left")


def test_nothing_left_to_attack_is_no_win() -> None:
    """One digit of the board changed: four in a row instead of three, within five plies."""
    position = Position.parse("mnk 4 4 3")
    finding = RUN["win-within"](position, Limits(), Options(arguments={"plies": 5}))
    assert finding.answer is True
    assert finding.certificate is not None
    asked = ASKED["win-within"]
    verify(position, asked, {"plies": 5}, "yes", finding.certificate)
    with pytest.raises(Rejected, match="nothing is left to attack"):
        verify(Position.parse("mnk 4 4 4"), asked, {"plies": 5}, "yes", finding.certificate)
    with pytest.raises(Rejected):
        verify(position, asked, {"plies": 4}, "yes", finding.certificate)
    with pytest.raises(Rejected):
        verify(position, asked, {"plies": 5}, "no", finding.certificate)
    stopped = sets(4, [0, 1], second=[1], first=[3])
    refused(stopped, made([("first", "forces", 0, 0, 0)], ((), ()), cells=4), "nothing is left")
    refused(sets(3), made([("first", "forces", 0, 0, 0)], ((), ()), cells=3), "nothing is left")


def test_the_other_may_complete_a_set_first() -> None:
    """Strong rule: a fork is too late when the second player is one cell short himself."""
    ahead = sets(6, *TWO_FORKS, second_sets=[[1, 2]], second=[1], to_move="second")
    refused(ahead, made(ROOT, FORCED), "the defender completes a set by 2")
    # By taking 0 he also threatens 1, which the fork at 3 leaves to him.
    threat = sets(6, *TWO_FORKS, second_sets=[[0, 1]], to_move="second")
    refused(threat, made(ROOT, FORCED), "no answer to the move 0")
    after: Node = (((0, 1, 1, 0),), ((3,), (0,)))
    refused(threat, made(ROOT, after, ((), ())), "no answer to the move 1 at node 0")


def test_who_opens() -> None:
    mine = replace(FORKS, to_move="first")
    refused(FORKS, made([("first", "forces", 0, 0, 0)], FORCED), "although the other player")
    refused(mine, made([("first", "forces", -1, 0, 0)], FORCED), "opening move -1")
    refused(mine, made([("first", "forces", 6, 0, 0)], FORCED), "opening move 6")
    taken = replace(mine, second=frozenset({1}))
    refused(taken, made([("first", "forces", 1, 0, 0)], FORCED), "opening move 1")
    refused(FORKS, made([("first", "forces", -1, -1, 0)], FORCED), "has no node")
    refused(FORKS, made([("first", "forces", -1, 5, 0)], FORCED), "not forward")
    refused(FORKS, made([("first", "forces", -1, 0, 1)], FORCED), "no symmetry 1")
    refused(FORKS, made([("first", "forces", -1, 0, -1)], FORCED), "no symmetry -1")


# -- the defender holds ------------------------------------------------------------------------


def test_held_by_the_potential() -> None:
    pairs = sets(4, [0, 1], [2, 3])
    # The sum is 1/2, no longer below, so the node is looked at; after any move it is 3/4.
    stopped = Prevents("first", only("second"), only("first"))
    assert derived(pairs, made(HELD, ((), ()), cells=4)) == {stopped}
    weak = sets(4, [0, 1], [2, 3], rule="weak")
    assert derived(weak, made(HELD, ((), ()), cells=4)) == {
        Prevents("first", only("second"), only("maker")),
        Forces("first", only("second"), only("breaker")),
    }
    within = made(HELD, ((), ()), cells=4, plies=3)
    assert derived(weak, within) == {Prevents("first", only("second"), only("maker"), 3)}


def test_a_fork_is_not_held() -> None:
    fork = sets(3, [0, 1], [0, 2])
    refused(fork, made(HELD, ((), ()), cells=3), "no answer to the move 0")
    refused(fork, made(HELD, (((0, 1, 1, 0),), ()), ((), ()), cells=3), "completes a set by 2")
    refused(fork, made([("first", "prevents", -1, -1, 0)], cells=3), "has no node")
    refused(fork, made([("first", "prevents", 1, 0, 0)], ((), ()), cells=3), "although the other")
    short = made([("first", "prevents", -1, -1, 0)], cells=3, plies=2)
    assert derived(fork, short) == {Prevents("first", only("second"), only("first"), 2)}
    longer = made([("first", "prevents", -1, 0, 0)], ((), ()), cells=3, plies=3)
    refused(fork, longer, "no answer to the move 0")


def test_the_defender_opens() -> None:
    fork = sets(5, [0], [1, 2], [3, 4], to_move="second")
    opened = [("first", "prevents", 0, 0, 0)]
    stopped = Prevents("second", only("second"), only("first"))
    assert derived(fork, made(opened, ((), ()), cells=5)) == {stopped}
    refused(fork, made([("first", "prevents", 3, 0, 0)], ((), ()), cells=5), "completes a set by 0")
    refused(fork, made([("first", "prevents", -1, 0, 0)], ((), ()), cells=5), "opening move -1")
    refused(fork, made([("first", "prevents", 0, -1, 0)], cells=5), "has no node")
    two = sets(4, [0], [1], to_move="second")
    lost = made([("first", "prevents", 0, 0, 0)], ((), ()), cells=4)
    refused(two, lost, "completes a set by 1")
    win = sets(4, [0], [1], second_sets=[[2]], to_move="second")
    assert derived(win, made([("first", "prevents", 2, -1, 0)], cells=4)) == {stopped}


# -- whom a proof is about ----------------------------------------------------------------------


def test_breaker_wants_no_set() -> None:
    weak = replace(FORKS, rule="weak")
    for what in ("forces", "prevents"):
        refused(weak, made([("second", what, 0, 0, 0)], FORCED), "Breaker wants no set")
    maker = Forces("second", only("first"), only("maker"))
    assert derived(weak, made(ROOT, FORCED)) == {maker}


def test_strategy_stealing_makes_the_other_half() -> None:
    """Only where both want the same sets, and only together with a defence."""
    same = json.dumps({"cells": 4, "sets": [[0, 1], [2, 3]]})
    held = made(HELD, ((), ()), cells=4)
    stolen = Prevents("first", only("first"), only("second"))
    assert derived(Position.parse(same), held) == {
        Prevents("first", only("second"), only("first")),
        stolen,
    }
    assert stolen not in derived(sets(4, [0, 1], [2, 3], second_sets=[[0, 2]]), held)


@pytest.mark.parametrize(
    ("proofs", "reason"),
    [
        ([], "holds no proof"),
        ([("third", "forces", -1, 0, 0)], "a proof is about"),
        ([("first", "hopes", -1, 0, 0)], "a proof is about"),
        ([([], "forces", -1, 0, 0)], "a proof is about"),
        ([("first", "forces", -1, 0)], "a proof is not"),
        ([("first", "forces", -1, True, 0)], "a proof is not"),
        ([("first", "forces", -1, 0.0, 0)], "a proof is not"),
        ([*ROOT, *ROOT], "two proofs"),
    ],
)
def test_rows(proofs: list[Any], reason: str) -> None:
    refused(FORKS, made(proofs, FORCED), reason)


def test_finished_positions_are_not_asked() -> None:
    refused(sets(3, [0, 1], first=[0, 1]), made(ROOT, FORCED, cells=3), "the game is over")


def test_other_games_and_huge_boards() -> None:
    for words, reason in (
        ("tictactoe 1000 12", "cells is too large for this kind"),
        ("mnk 100 100 99", "cells is too large for this kind"),
        ("tictactoe 2 10", "too many sets"),
    ):
        refused(Position.parse(words), made(ROOT, FORCED), reason)


# -- shapes and numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"proofs": 3}, "not a list"),
        ({"proofs": {}}, "not a list"),
        ({"permutations": [[0, 1], [0]]}, "not an array"),
        ({"plies": -1}, "plies"),
        ({"plies": True}, "plies"),
        ({"plies": 4.0}, "plies"),
        ({"moves": np.array([0])}, "different lengths"),
        ({"cells": np.array([3, 6])}, "outside"),
        ({"cells": np.array([3, -1])}, "outside"),
        ({"cells": np.array([3.0, 0.0])}, "integers"),
        ({"cells": np.array([True, False])}, "integers"),
        ({"cells": [3, True]}, "integers"),
        ({"cells": [3, 10**30]}, "not an array|integers"),
        ({"cells": np.array([[3, 0]])}, "integers"),
        ({"cell_ends": np.array([0, 1])}, "does not delimit"),
        ({"cell_ends": np.array([0, 2, 1, 2])}, "does not delimit"),
        ({"line_ends": np.array([1, 2])}, "does not delimit"),
        ({"edge_ends": np.array([0, 0, 0])}, "different lengths"),
        ({"edge_ends": np.zeros(0, dtype=np.int64)}, "does not delimit"),
        ({"permutations": np.arange(5)[None, :]}, "wrong length"),
        ({"permutations": np.zeros((1, 6), dtype=np.int64)}, "not a permutation"),
        ({"permutations": np.array([[1, 0, 2, 3, 4, 5]])}, "does not keep the sets"),
        ({"permutations": np.zeros((0, 6), dtype=np.int64)}, "no symmetry"),
    ],
)
def test_fields(change: dict[str, Any], reason: str) -> None:
    refused(FORKS, msgspec.structs.replace(made(ROOT, FORCED), **change), reason)


def test_a_symmetry_keeps_the_sets_of_both() -> None:
    """The board turned over keeps the first player's sets, not those of the second."""
    turned = np.array([[0, 1, 2, 3, 4, 5], [3, 4, 5, 0, 1, 2]])
    proof = [("first", "forces", -1, 0, 1)]
    assert derived(FORKS, made(proof, FORCED, permutations=turned)) == {forces()}
    other = sets(6, *TWO_FORKS, second_sets=[[0, 1, 2, 3]], to_move="second")
    refused(other, made(proof, FORCED, permutations=turned), "does not keep the sets")


# -- all moves at once -----------------------------------------------------------------------------


def test_moves_beaten_at_once_are_those_beaten_one_by_one() -> None:
    """``beaten`` is ``replay`` for every move of the defender."""
    rng = random.Random(11)
    tried = won = 0
    for _ in range(1500):
        cells = rng.randint(4, 9)
        families = [
            [sorted(rng.sample(range(cells), rng.randint(2, 4))) for _ in range(rng.randint(2, 9))]
            for _ in range(2)
        ]
        position = sets(cells, *families[0], second_sets=families[1])
        order = rng.sample(range(cells), cells)
        a, d = (sum(1 << c for c in part) for part in (order[:1], order[1:2]))
        checker = checker_of(position, "first", table_of(position, made([], cells=cells)))
        if checker.defend.completing(d, a):
            continue
        for _ in range(6):
            line = rng.sample(range(cells), rng.randint(1, 4))
            free = checker.board & ~(a | d)
            pairs = checker.defend.short_of_two(d, a)
            found = checker.beaten(a, d, pairs, line, free)
            for move in order[2:]:
                stones = d | 1 << move
                must = checker.defend.completing(stones, a)
                expected = checker.replay(a, stones, must, line)
                assert bool(found >> move & 1) == expected, (position, a, d, line, move)
                tried, won = tried + 1, won + expected
    assert tried > 10_000
    assert won > 300


# -- against the rules alone ---------------------------------------------------------------------


def holds(statement: Statement, start: Position) -> bool:
    """Is the statement true, by plain play?"""
    assert isinstance(statement, Forces | Prevents)
    assert statement.starter == start.to_move
    forced = isinstance(statement, Forces)
    known: dict[tuple[str, int | None], bool] = {}

    def true(here: Position, left: int | None) -> bool:
        name = here.key(), left
        if name not in known:
            result = here.result()
            if result is not None:
                known[name] = (result in statement.results) == forced
            elif left == 0:
                known[name] = not forced
            else:
                fewer = None if left is None else left - 1
                below = (true(here.play(move), fewer) for move in here.moves())
                known[name] = any(below) if here.to_move in statement.side else all(below)
        return known[name]

    return true(start, statement.plies)


def small(rng: random.Random) -> Position:
    """Any that play can come to: no stones with which both own a set."""
    while True:
        with suppress(BadInput):
            return Position.parse(json.dumps(small_data(rng)))


def small_data(rng: random.Random) -> dict[str, object]:
    cells = rng.randint(3, 7)

    def family() -> list[list[int]]:
        count = rng.randint(0, 6)
        return [rng.sample(range(cells), rng.randint(1, min(4, cells))) for _ in range(count)]

    taken = rng.sample(range(cells), rng.randint(0, 3))
    cut = rng.randint(0, len(taken))
    data: dict[str, object] = {
        "cells": cells,
        "sets": family(),
        "first": taken[:cut],
        "second": taken[cut:],
        "to_move": rng.choice(["first", "second"]),
        "rule": rng.choice(["strong", "strong", "weak"]),
    }
    if rng.random() < 0.5:
        data["second_sets"] = family()
    return data


def neighbour(position: Position, rng: random.Random) -> Position:
    """The same position with something else about it."""
    cell = rng.randrange(position.board.cells)
    first, second = position.first - {cell}, position.second - {cell}
    return rng.choice(
        [
            replace(position, to_move=OTHER[position.to_move]),
            replace(position, rule="weak" if position.rule == "strong" else "strong"),
            replace(position, first=first | {cell}, second=second),
            replace(position, first=first, second=second | {cell}),
            replace(position, first=first, second=second),
        ]
    )


def changed(certificate: PositionalStrategy, rng: random.Random) -> PositionalStrategy:
    field = rng.choice(["plies", "proofs", "moves", "replies", "children", "cells", "line_ends"])
    if field == "plies":
        return msgspec.structs.replace(certificate, plies=rng.choice([None, 1, 2, 3, 4, 5, 6]))
    if field == "proofs":
        player, what = rng.choice(["first", "second"]), rng.choice(["forces", "prevents"])
        row = (player, what, rng.randint(-1, 6), rng.randint(-1, 3), 0)
        return msgspec.structs.replace(certificate, proofs=[row])
    array = np.array(getattr(certificate, field))
    if array.size:
        array.flat[rng.randrange(array.size)] = rng.randint(-1, 7)
    return msgspec.structs.replace(certificate, **{field: array})


def found(rng: random.Random) -> tuple[Position, PositionalStrategy | None]:
    """A small position, with what the search proves of it."""
    position = small(rng)
    question = rng.choice(["outcome", "second-wins", "win-within"])
    arguments = {"plies": rng.randint(0, 7)} if question == "win-within" else {}
    made = RUN[question](position, Limits(), Options(arguments=arguments)).certificate
    return position, made if isinstance(made, PositionalStrategy) else None


def test_nothing_false_is_derived() -> None:
    tried, accepted = attack(random.Random(3), often(60), found, neighbour, changed, holds, 40, 20)
    assert tried > 1000
    assert accepted > 120


@pytest.mark.slow
def test_nothing_false_is_derived_for_long() -> None:
    tried, accepted = attack(random.Random(4), 5_000, found, neighbour, changed, holds, 40, 20)
    assert tried > 90_000
    assert accepted > 10_000


def test_replies_of_broken_certificates() -> None:
    """Playing asks no certificate for more than it holds."""
    position = replace(FORKS, second=frozenset({0}), to_move="first")
    start = msgspec.structs.replace(made(ROOT, FORCED), to_move="second")
    assert reply(position, start) == 3
    for change in (
        {"first": [99]},
        {"first": ["x"]},
        {"to_move": "third"},
        {"proofs": 3},
        {"proofs": [("first", "forces", -1, 0, 7)]},
        {"proofs": [("first", "forces", -1, 9, 0)]},
        {"cells": np.array([9, 9])},
    ):
        assert reply(position, msgspec.structs.replace(start, **change)) is None
    assert reply(sets(3, [0, 1], first=[0, 1]), start) is None
    with pytest.raises(BadInput):
        position.play(0)
