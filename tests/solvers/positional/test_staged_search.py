"""The choice of moves by stages: what is given up early would not have been chosen."""

from __future__ import annotations

import random
from typing import Any

from gameproof.encodings.positional.search import as_achievement
from gameproof.instances.instance import from_words, resolve
from gameproof.solvers.positional.achievement import UNLIMITED, Family
from gameproof.solvers.positional.staged_search import STAGES, Stage, StagedSearch


class Effort:
    """A search that decides a position by an effort of chance, and counts what it spends."""

    def __init__(self, seed: int) -> None:
        position: Any = resolve(from_words(["tictactoe", "3", "3"], "outcome")).position
        self.problem = as_achievement(position, "first")
        self.seed, self.spent = seed, 0

    def attempt(self, a: int, d: int, r: int, turn: int, effort: int) -> bool:
        chance = random.Random(f"{self.seed} {a} {d} {r} {turn}")
        never = (a | d).bit_count() < 3
        wanted = 10**6 if never else chance.choice([50, 400, 2000, 10**6])
        self.spent += min(wanted, effort)
        return wanted <= effort

    def turned(self, a: int, d: int) -> tuple[int, int, int]:
        return a, d, 0

    def wins(self, *_: object) -> bool:
        return True


class Told(StagedSearch):
    """Tells which candidates each stage tries, in their order."""

    patient = False

    search: Any

    def __init__(self, search: Any) -> None:
        super().__init__(search)
        self.tried: list[tuple[int, int, Stage]] = []

    def resisting(
        self, a: int, d: int, r: int, stage: Stage, scale: int, most: float = 1.0
    ) -> float:
        self.tried.append((a, d, stage))
        return super().resisting(a, d, r, stage, scale, 1.0 if self.patient else most)


class Patient(Told):
    """Gives no candidate up before the stage does."""

    patient = True


def test_candidates_behind_the_best_are_given_up_and_the_choice_is_the_same() -> None:
    spent = [0, 0]
    for seed in range(8):
        hasty, patient = Told(Effort(seed)), Patient(Effort(seed))
        assert hasty.proves(1, 2, 99, 0, 1) == patient.proves(1, 2, 99, 0, 1)
        assert hasty.tried == patient.tried
        spent[0] += hasty.search.spent
        spent[1] += patient.search.spent
    assert spent[0] < spent[1]


class Hopeless(Effort):
    """Decides nothing."""

    def attempt(self, a: int, d: int, r: int, turn: int, effort: int) -> bool:
        return False


def test_where_everything_resists_potential_decides() -> None:
    told = Told(Hopeless(0))
    assert not told.proves(1, 2, 99, 0, 1)
    order = [1 | 1 << x for x in told.candidates(1, 2, 99)]
    for stage in STAGES:
        assert [a for a, _, at in told.tried if at == stage] == order[: stage.keep]


def test_live_cells_are_those_of_the_scan() -> None:
    rng = random.Random(8)
    family = Family([0b111, 0b11100, 0b1010001, 0b1100010])
    for _ in range(200):
        own = rng.getrandbits(7)
        other, moves = rng.getrandbits(7) & ~own, rng.choice([0, 1, 2, 3, UNLIMITED])
        assert family.live(own, other, moves) == family.scan(own, other, moves)[1]
