"""Wins by threats: against full search from the rules, and sequences against plain Python."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from reference.positional import value
from reference.threats import Threats

from gameproof.certificates.kernel import Goal, conclude
from gameproof.encodings.positional.search import as_achievement
from gameproof.encodings.positional.zones import attempt_by_threats
from gameproof.games.boards.positional_shapes import place
from gameproof.games.positional import OTHER, Position
from gameproof.solvers.forced.threat_space import ThreatSpace, solve
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.positional.achievement import UNLIMITED, Achievement, Family

EVERY_MOVE = 99
BOARDS = (
    "mnk 3 3 3", "mnk 3 4 3", "mnk 4 4 3", "mnk 4 4 4", "mnk 4 5 4", "mnk 5 5 4", "mnk 5 5 5",
    "polyomino el 3 4", "polyomino tippy 4 4",
)  # fmt: skip


def some_position(rng: random.Random, free: int) -> Position:
    """A position with at most so many free cells, none with a winner."""
    while True:
        position = Position.parse(rng.choice(BOARDS))
        cells = rng.sample(range(position.board.cells), max(0, position.board.cells - free))
        half = len(cells) // 2
        position = replace(
            position,
            first=frozenset(cells[:half]),
            second=frozenset(cells[half:]),
            to_move=rng.choice(["first", "second"]),
        )
        if position.result() is None:
            return position


def test_with_every_quiet_move_the_answer_is_that_of_full_search() -> None:
    rng = random.Random(14)
    seen = set()
    for _ in range(25):
        position = some_position(rng, 7)
        truth = value(position)
        for attacker in position.players:
            search = ThreatSpace(as_achievement(position, attacker), Limits(), 1 << 14, 1 << 16)
            by_threats = search.wins(0)
            assert by_threats is False or truth == attacker
            assert search.wins(EVERY_MOVE) is (truth == attacker)
            seen.add((by_threats, truth == attacker))
    assert {(True, True), (False, False)} <= seen


def test_every_win_has_a_strategy_that_the_checker_accepts() -> None:
    rng = random.Random(5)
    proved = 0
    for _ in range(20):
        position = some_position(rng, 9)
        for attacker in position.players:
            low, size = [0, 0], list(position.board.shape)
            finding = attempt_by_threats(position, attacker, (low, size), Limits())
            if finding.certificate is not None:
                conclude(Goal(position, "outcome"), finding.certificate)
                proved += 1
    assert proved > 5


def test_a_zone_inside_the_board_is_won_only_if_the_board_is() -> None:
    """The defender's moves outside are counted; what is proved is checked on the whole board."""
    rng = random.Random(3)
    proved = 0
    for _ in range(20):
        position = some_position(rng, 7)
        m, n = position.board.shape
        finding = attempt_by_threats(position, "first", ([0, 0], [m, n - 1]), Limits())
        if finding.certificate is not None:
            conclude(Goal(position, "outcome"), finding.certificate)
            assert value(position) == "first"
            proved += 1
    assert proved >= 1


def test_sequences_are_those_of_plain_python() -> None:
    """On boards of more than 64 cells, for both players."""
    rng = random.Random(8)
    found = 0
    for _ in range(40):
        position = Position.parse("mnk 9 9 5")
        cells = rng.sample([9 * r + c for r in range(2, 7) for c in range(2, 7)], 16)
        position = replace(position, first=frozenset(cells[:8]), second=frozenset(cells[8:]))
        if position.result() is not None:
            continue
        for player in position.players:
            problem = as_achievement(replace(position, to_move=player), player)
            plain = Threats(
                Family(problem.masks("attack"), 81), Family(problem.masks("defend"), 81)
            )
            a, d = problem.attacker, problem.defender
            expected = plain.shortest(a, d, problem.moves, 100_000)
            search = ThreatSpace(problem, Limits(), 1 << 14, 1 << 16)
            line = search.sequence(100_000)
            assert (expected is None) == (not line)
            if line:
                assert plain.replays(a, d, problem.moves, line)
                found += 1
    assert found > 10


def test_limits_and_room_are_kept() -> None:
    position = Position.parse("mnk 15 15 5 --first h8 --second g7")
    problem = as_achievement(position, "first")
    with pytest.raises(LimitReached):
        solve(problem, Limits(0.0))
    tiny = ThreatSpace(problem, Limits(), nodes=1 << 16, edges=1 << 16)
    assert tiny.wins(5, most=20) is None
    assert tiny.wins(5) is None, "the tree is full"
    with pytest.raises(ValueError, match="plies"):
        ThreatSpace(as_achievement(position, "first", 9), Limits())


def test_a_win_on_the_board_of_the_rules_by_either_player() -> None:
    """An open four in two moves of whoever is to move, at the border and in the middle."""
    for stones, to_move in (("c1;d1;e1", "first"), ("h8;i8;j8", "second")):
        other = OTHER[to_move]
        words = f"mnk 15 15 5 --to-move {to_move} --{to_move} {stones} --{other} o15;a15;m1"
        position = Position.parse(words)
        problem: Achievement = as_achievement(position, to_move)
        won = solve(problem, Limits())
        assert won is not None
        assert place(position.board, won.opening)[0] in (0, 7)


def test_live_cells_are_those_of_the_scan() -> None:
    rng = random.Random(8)
    family = Family([0b111, 0b11100, 0b1010001, 0b1100010], 7)
    for _ in range(200):
        own = rng.getrandbits(7)
        other, moves = rng.getrandbits(7) & ~own, rng.choice([0, 1, 2, 3, UNLIMITED])
        assert family.live(own, other, moves) == family.scan(own, other, moves)[1]
