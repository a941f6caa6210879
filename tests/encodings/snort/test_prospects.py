"""What a search is foreseen to take, and what is done then, on a clock of its own."""

from __future__ import annotations

import random
import time

import pytest
from reference.snort import random_board, sets_win

from gameproof.encodings.snort import prospects, spare_moves
from gameproof.games.graph import Graph, neighbour_masks
from gameproof.games.snort import SNORT, Position, make
from gameproof.instances.graphs import take_graph
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sums.star_packing import StarPacking


def board(words: str) -> Position:
    return make(SNORT, take_graph(words.split())[0])


GRID = board("grid 3 4")


class Clock:
    """Seconds that pass when something says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


class Regular(StarPacking):
    """Who starts wins with at least ``won`` free moves; at 30 free moves from that a question
    takes a second (ten thousand positions), ``rise`` times as long for each that is nearer."""

    def __init__(self, clock: Clock, rise: float, won: int = 0) -> None:
        super().__init__(neighbour_masks(GRID.graph), pieces=False)
        self.clock, self.rise, self.won, self.nodes = clock, rise, won, 0
        self.asked: list[int] = []

    @property
    def stats(self) -> dict[str, int]:
        return {"nodes": self.nodes}

    def bounds(self, _mine: int, _yours: int) -> tuple[int, int]:
        return 32, -32

    def wins(
        self, _mine: int, _yours: int, limits: Limits, *, spare: int = 0, star: bool = False
    ) -> bool:
        assert not star
        self.asked.append(spare)
        seconds = self.rise ** (30 - abs(spare - self.won))
        left = limits.remaining()
        self.clock.now += min(seconds, left)
        if seconds > left:
            raise LimitReached("time")
        self.nodes += round(10_000 * seconds)
        return spare >= self.won


@pytest.mark.parametrize(("rise", "time_limit"), [(1.2, 1e6), (1.2, 50.0), (1.5, 200.0)])
def test_easier_questions_tell_what_the_question_takes(
    rise: float, time_limit: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    search = Regular(clock, rise)
    limits = Limits(time_limit, started=0.0)
    told = prospects.seconds_wanted(GRID, "red", search, limits)
    assert told == pytest.approx(rise**30, rel=0.01)
    assert search.asked == list(range(30, 30 - 2 * len(search.asked), -2))
    assert clock.now <= time_limit


def test_nothing_is_told_by_one_question(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Regular(Clock(monkeypatch), 2.0)
    assert prospects.seconds_wanted(GRID, "red", search, Limits(1.5, started=0.0)) == 0.0


@pytest.mark.parametrize(("rise", "ends"), [(1.05, True), (1.12, True), (1.17, False), (2, False)])
def test_a_search_without_a_prospect_is_not_begun_again(
    rise: float, ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 100 s: 4.3, 30, 111 and a billion seconds are wanted."""
    clock = Clock(monkeypatch)
    search, easier = Regular(clock, rise), Regular(clock, rise)
    monkeypatch.setattr(prospects, "spare_engine", lambda _position, _limits: easier)
    monkeypatch.setattr(prospects, "BEYOND", 1.0)
    limits = Limits(100.0, started=0.0)
    if ends:
        assert prospects.decided(GRID, "red", search, limits)
        assert search.asked == [0] * (1 if rise == 1.05 else 2)
    else:
        with pytest.raises(LimitReached):
            prospects.decided(GRID, "red", search, limits)
        assert search.asked == [0]
        assert limits.remaining() > 70


def test_where_nothing_is_foreseen() -> None:
    """Pieces on the board, near-forests, other engines and no limit of time."""
    limits, search = Limits(60.0), StarPacking(neighbour_masks(GRID.graph))
    assert prospects.foreseen(search, GRID, limits)
    assert not prospects.foreseen(search, GRID, Limits())
    assert not prospects.foreseen(search, GRID.play(0), limits)
    tree = board("tree 20 seed 1")
    assert not prospects.foreseen(StarPacking(neighbour_masks(tree.graph)), tree, limits)


@pytest.mark.parametrize("seed", range(20))
def test_against_brute_force(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search that is begun again, and the bounds by one that keeps no proof."""
    rng = random.Random(seed)
    n = rng.randint(1, 9)
    masks = random_board(n, rng.choice([0.3, 0.5]), rng)
    edges = [(u, v) for u in range(n) for v in range(u) if masks[u] >> v & 1]
    position = Position(SNORT, Graph.of(n, edges))
    full = (1 << n) - 1
    search = StarPacking(masks, pieces=False)
    limits = Limits(600.0)
    whole = StarPacking.wins

    def stopped(
        self: StarPacking,
        mine: int,
        yours: int,
        limits: Limits,
        *,
        spare: int = 0,
        star: bool = False,
    ) -> bool:
        monkeypatch.setattr(StarPacking, "wins", whole)
        raise LimitReached("time")

    monkeypatch.setattr(StarPacking, "wins", stopped)
    assert prospects.decided(position, "red", search, limits) == sets_win(masks, False, full, full)
    bounds = prospects.for_bounds(search, position, limits)
    assert bounds is prospects.spare_engine(position, limits)
    win, loss = spare_moves.narrowed(position, "red", bounds, (n + 1, -n - 1), limits)
    assert win == loss + 1
    for spare, expected in ((win, True), (loss, False)):
        more = masks + (0,) * abs(spare)
        extra = ((1 << abs(spare)) - 1) << n
        a, b = (full | extra, full) if spare > 0 else (full, full | extra)
        assert sets_win(more, False, a, b) == expected


def test_a_search_that_keeps_no_proof() -> None:
    masks = random_board(26, 0.15, random.Random(4))
    full = (1 << 26) - 1
    kept, not_kept = StarPacking(masks), StarPacking(masks, logged=False)
    for spare in range(-6, 7):
        verdict = kept.wins(full, full, Limits(), spare=spare)
        assert not_kept.wins(full, full, Limits(), spare=spare) == verdict
    assert kept.proof(full, full, Limits()) is not None
    assert not_kept.proof(full, full, Limits()) is None


@pytest.mark.parametrize("rise", [1.1, 1.3, 1.6, 2.5])
def test_bounds_go_as_far_as_there_is_time(rise: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """To within five free moves of the last that there was time for alone."""
    clock = Clock(monkeypatch)
    search = Regular(clock, rise, won=1)
    limits = Limits(1000.0, started=0.0)
    _, loss = spare_moves.narrowed(GRID, "red", search, (1, -32), limits)
    best = next(s for s in range(-32, 1) if s == 0 or rise ** (30 - abs(s)) > 1000.0)
    assert best - 5 <= loss <= best
    assert search.won > loss
