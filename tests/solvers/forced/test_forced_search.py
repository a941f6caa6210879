"""Wins by force: against full search from the rules, and claims against the checker's."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from reference.positional import value

from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.zones.force import Force
from gameproof.certificates.zones.force_nodes import Claims, Graph
from gameproof.encodings.method import UNKNOWN
from gameproof.encodings.positional.forced import as_certificate, as_problem, attempt
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.forced_claim import Claim
from gameproof.instances.instance import from_words
from gameproof.prover.prove import prove
from gameproof.solvers.forced.forced_board import ForcedBoard, ForcedProblem
from gameproof.solvers.forced.forced_search import ForcedSearch, proof_of, solve
from gameproof.solvers.forced.threat_board import FINISHED, engine
from gameproof.solvers.limits import Cancelled, LimitReached, Limits

BOARDS = (
    "mnk 3 3 3", "mnk 3 4 3", "mnk 4 4 3", "mnk 4 4 4", "mnk 4 5 4", "mnk 5 5 4", "mnk 5 5 5",
    "polyomino el 3 4", "polyomino tippy 4 4",
)  # fmt: skip
UNEQUAL = json.dumps(
    {"cells": 9, "sets": [[0, 1], [2, 3, 4], [4, 5, 6, 7], [0, 4, 8], [1, 3, 5, 7, 8], [2, 6, 8]]}
)
"""Sets of two to five cells, for both players."""
QUIET = "mnk 15 15 5 --first g7;h8;i6 --second a1;o15"
"""Free-style Gomoku: fours and threes alone do not win here."""


def some_position(rng: random.Random, boards: tuple[str, ...], free: int) -> Position:
    """A position with at most so many free cells, none with a winner."""
    while True:
        position = Position.parse(rng.choice(boards))
        cells = rng.sample(range(position.board.cells), max(0, position.board.cells - free))
        half = len(cells) // 2
        position = replace(
            position,
            first=frozenset(cells[:half]),
            second=frozenset(cells[half:]),
            to_move=rng.choice(["first", "second"]),
            rule=rng.choice(["strong", "weak"]),
        )
        if position.result() is None and position.wants_sets(position.to_move):
            return position


def searched(position: Position, seed: int = 0, claims: int = 1 << 14) -> ForcedSearch:
    problem = as_problem(position, position.to_move)
    return ForcedSearch(Limits(seed=seed), ForcedBoard(problem, seed, claims))


@pytest.mark.parametrize("boards", [BOARDS, (UNEQUAL,)], ids=["rows", "unequal"])
def test_a_win_that_is_found_is_one_and_is_accepted(boards: tuple[str, ...]) -> None:
    rng = random.Random(14)
    found = with_nodes = missed = 0
    for _ in range(40):
        position = some_position(rng, boards, 7)
        reply = searched(position).run()
        truth = value(position)
        wins = truth in (position.to_move, "maker")
        if reply is None:
            missed += wins
            continue
        assert wins, str(position)
        found += 1
        search = searched(position)
        proof = proof_of(search.arrays, search.run() or (-1, -1), search.stats)
        with_nodes += proof.root > 0
        proved = conclude(
            Goal(position, "outcome"), as_certificate(position, position.to_move, proof)
        ).statements
        side = only(position.to_move)
        assert proved == (Forces(position.to_move, side, only(truth)),)
    assert found > 8
    assert with_nodes > 1
    assert missed < found


def test_a_win_of_the_player_who_is_not_to_move_is_one() -> None:
    rng = random.Random(5)
    found = missed = 0
    for _ in range(60):
        position = some_position(rng, BOARDS, 7)
        attacker = OTHER[position.to_move]
        if not position.wants_sets(attacker):
            continue
        finding = attempt(position, attacker, Limits())
        truth = value(position)
        if finding.answer is UNKNOWN:
            missed += truth in (attacker, "maker")
            continue
        assert finding.answer == truth, str(position)
        assert isinstance(finding.certificate, Force)
        proved = conclude(Goal(position, "outcome"), finding.certificate).statements
        assert proved == (Forces(position.to_move, only(attacker), only(truth)),)
        found += 1
    assert found > 4
    assert missed < found


def claims_of(search: ForcedSearch) -> tuple[list[Claim], list[Claim]]:
    """Of every claim that the search keeps: what the checker and what the kernel makes of it."""
    made, problem = search.arrays.claims, search.arrays.problem
    n = search.arrays.made.claims
    rows = [row for low, high in made.spans[:n].tolist() for row in made.edges[low:high].tolist()]
    ends = np.cumsum([0, *(high - low for low, high in made.spans[:n].tolist())]).tolist()
    moves, replies, children = (list(column) for column in zip(*rows, strict=True))
    graph = Graph(ends, moves, replies, children, [-1] * len(rows))
    kept: dict[int, Claim] = {}
    none = np.zeros((0, problem.cells), np.int64)
    Claims(problem.cells, problem.attack, problem.defend, graph, none).root(n - 1, keep=kept)
    every = (1 << len(problem.defend)) - 1
    return [kept[i] for i in range(n)], [kernels(made, i, every) for i in range(n)]


def kernels(made: Any, n: int, every: int) -> Claim:
    own, other, zone = (whole(words) for words in made.cells[n])
    hit, *more = (whole(words) for words in made.levels[n])
    levels = [every & ~hit]
    for level in more:
        if not level:
            break
        levels.append(level)
    return Claim(own, other, zone, tuple(levels))


def whole(words: Any) -> int:
    """Words of bits as one number."""
    return sum(int(word) << 64 * i for i, word in enumerate(words.astype(np.uint64)))


@pytest.mark.parametrize("seed", range(3))
def test_claims_are_those_of_the_checker(seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    for _ in range(50):
        search = searched(some_position(rng, (*BOARDS, UNEQUAL), 9))
        search.run()
        if search.arrays.made.claims:
            checkers, ours = claims_of(search)
            assert ours == checkers
            compared += len(ours)
    assert compared > 20


def test_claims_on_a_large_board() -> None:
    search = searched(Position.parse(QUIET))
    assert search.run() is not None
    checkers, ours = claims_of(search)
    assert ours == checkers
    assert len(ours) > 40
    assert all(claim not in ours[:n] for n, claim in enumerate(ours)), "no claim is there twice"
    assert any(len(claim.levels) > 2 for claim in ours)


@pytest.mark.parametrize("words", ["mnk 4 5 4", "mnk 4 5 4 --rule weak", UNEQUAL])
def test_the_masks_follow_the_stones(words: str) -> None:
    """After moves and their undoing, the sets by the cells that are lacking."""
    rng = random.Random(3)
    bare = as_problem(Position.parse(words), "first")
    arrays = ForcedBoard(bare, 0, claims=4)
    stones: list[tuple[int, int]] = []
    for _ in range(300):
        free = sorted(set(range(bare.cells)) - {cell for cell, _ in stones})
        if stones and (not free or rng.random() < 0.45):
            cell, side = stones.pop(rng.randrange(len(stones)))
            arrays.remove(cell, side)
        else:
            stones.append((rng.choice(free), rng.randrange(2)))
            arrays.add(*stones[-1])
        own, other = ({cell for cell, side in stones if side == wanted} for wanted in (0, 1))
        masks = [whole(words) for words in arrays.board.lacking]
        for j, mask in enumerate(masks):
            mine, theirs, least = (own, other, j) if j < 4 else (other, own, j - 4)
            wanted = sum(
                1 << i
                for i, one in enumerate(bare.attack)
                if not theirs & set(one) and len(set(one) - mine) <= least
            )
            assert mask == (wanted if j < 4 or bare.defend else 0)


@pytest.mark.slow
def test_a_quiet_win_in_gomoku() -> None:
    position = Position.parse(QUIET)
    finding = attempt(position, position.to_move, Limits())
    assert finding.answer == "first"
    assert isinstance(finding.certificate, Force)
    proved = conclude(Goal(position, "outcome"), finding.certificate).statements
    assert proved == (Forces("first", only("first"), only("first")),)
    turned = Position(position.board, position.second, position.first, "second", "strong")
    assert attempt(turned, turned.to_move, Limits()).answer == "second"
    weak = replace(position, rule="weak")
    assert attempt(weak, weak.to_move, Limits()).answer == "maker"


@pytest.mark.slow
def test_the_seed_decides() -> None:
    position = Position.parse(QUIET)
    first, again, other = (
        solve(as_problem(position, position.to_move), Limits(seed=seed)) for seed in (1, 1, 2)
    )
    assert first is not None
    assert again is not None
    assert other is not None
    assert np.array_equal(first.edges, again.edges)
    assert first.opening == again.opening
    assert first.stats == again.stats
    assert conclude(
        Goal(position, "outcome"), as_certificate(position, position.to_move, other)
    ).statements


HARD = "mnk 15 15 5 --first h8;i9 --second n2;f7"


def test_limits() -> None:
    problem = as_problem(Position.parse(HARD), "first")
    arrays = ForcedBoard(problem, 0)
    stones = arrays.board.stones, arrays.board.counts, arrays.board.lacking
    before = [np.copy(array) for array in stones]
    for limits in (Limits(0.5), Limits(memory_limit=1)):
        with pytest.raises(LimitReached):
            ForcedSearch(limits, arrays).run()
        assert all(np.array_equal(x, y) for x, y in zip(before, stones, strict=True))
    cancelled = Limits()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        ForcedSearch(cancelled, arrays).run()


def test_without_room_nothing_is_found() -> None:
    position = Position.parse(QUIET)
    search = searched(position, claims=32)
    assert search.run() is None
    assert search.arrays.made.full


def test_a_forced_answer_may_be_far_from_the_attack() -> None:
    """The defender has three in a row, stopped on one side: he may make a four whenever he likes,
    which is answered where the attacker has nothing else."""
    position = Position.parse("mnk 15 15 5 --first h8;i9;i8;b8 --second b5;b6;b7 --to-move first")
    search = searched(position)
    found = search.run(1000)
    assert found is not None
    proof = proof_of(search.arrays, found, search.stats)
    proved = conclude(
        Goal(position, "outcome"), as_certificate(position, position.to_move, proof)
    ).statements
    assert proved == (Forces("first", only("first"), only("first")),)


def test_where_nothing_is_threatened_it_gives_up_at_once() -> None:
    for words in ("mnk 15 15 5 --first a1;o15 --second h8;h9", "mnk 15 15 5", "mnk 9 9 6"):
        search = searched(Position.parse(words))
        assert search.run() is None
        assert search.arrays.search() == FINISHED
        assert search.stats["nodes"] <= 1 + engine.constant("TOP")


def test_boards_that_do_not_fit() -> None:
    for sets, cells in (
        ((), 4), (((), (1, 2)), 4), ((tuple(range(9)),), 9), (((0, 1),), 401),
    ):  # fmt: skip
        problem = ForcedProblem(cells, sets, sets, (), ())
        assert not problem.fits
        with pytest.raises(ValueError, match="too large"):
            solve(problem, Limits())
    assert attempt(Position.parse("mnk 21 21 5"), "first", Limits()).answer is UNKNOWN
    holding = Position.parse("mnk 9 9 5 --rule weak --first a1 --to-move second")
    assert attempt(holding, "second", Limits()).answer is UNKNOWN


NEAR = [
    "f4", "g4", "h5", "j4", "j6", "j7", "k3", "k5", "k6", "k7", "k8", "l4", "l5", "l6",
    "l7", "l8", "l9", "l11", "l12", "m5", "m6", "m7", "m10", "m11", "n6", "n8", "o7",
]  # fmt: skip
"""Stones near two neighbours against which these win."""


@pytest.mark.parametrize(
    "second",
    [
        "a1;o1",
        pytest.param("k4;o7", marks=pytest.mark.slow),
        pytest.param("a1;g7", marks=pytest.mark.slow),
        *(pytest.param(f"a15;{cell}", marks=pytest.mark.slow) for cell in NEAR),
    ],
)
def test_two_neighbours_against_two_stones(second: str) -> None:
    """Free-style Gomoku: no win by threats alone is known. Asked as anybody asks."""
    words = f"mnk 15 15 5 --first h8;i9 --second {second}"
    found = prove(from_words(words.split(), "outcome"))
    assert (found.answer, found.method, found.verified) == ("first", "forced", True)
    move = found.detail["winning_move"]
    after = f"mnk 15 15 5 --first h8;i9;{move} --second {second} --to-move second"
    finding = attempt(Position.parse(after), "first", Limits())
    assert finding.answer == "first"
    assert isinstance(finding.certificate, Force)
    assert conclude(Goal(Position.parse(after), "outcome"), finding.certificate).statements
