"""The bound by stars and second centres, against brute force from the rules."""

from __future__ import annotations

import random

import numpy as np
import pytest
from msgspec.structs import replace
from reference.often import often
from reference.snort import random_board, sets_win
from reference.snort_boards import back, pack
from reference.star_packing import star_packing

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.snort_refutations import BY_STARS, SnortRefutations
from gameproof.certificates.strategies.snort_stars import packed
from gameproof.encodings.snort.packings import packings
from gameproof.games.graph import Graph, neighbour_masks
from gameproof.games.sets.snort_sets import Sets, Words
from gameproof.games.snort import SNORT, make, opponent
from gameproof.solvers.limits import Limits


def stars_alone(masks: tuple[int, ...], stars: Sets, x: int, y: int, first: bool) -> int:
    """Free moves with which the winner surely wins by a packing of stars, by other code."""
    place = {v: i for i, v in enumerate(stars.order)}

    def moved(mask: int) -> int:
        return sum(1 << place[v] for v in range(stars.n) if mask >> v & 1)

    near = [moved(masks[v]) | 1 << i for i, v in enumerate(stars.order)]
    return star_packing(near, moved(x), moved(y), -100, first=first)[0]


def columns(stars: Sets, sets: list[tuple[int, int]]) -> list[Words]:
    """Pairs of sets as columns, the first and the second of each."""
    return [
        np.concatenate([stars.place(one) for one in side], axis=1)
        for side in zip(*sets, strict=True)
    ]


def test_second_centres_are_sound() -> None:
    """Where stars and second centres promise a win, there is one with the vertices they name
    alone. Many boards at a time, as they must not mix."""
    chance = random.Random(17)
    by_second = fewer = 0
    for _ in range(150):
        n = chance.randint(4, 8)
        masks = random_board(n, chance.choice([0.15, 0.25, 0.35, 0.5, 0.7]), chance)
        stars = Sets(masks)
        some = [chance.getrandbits(n) | chance.getrandbits(n) for _ in range(200)]
        sets = list(zip(some[::2], some[1::2], strict=True))
        x, y = (
            np.concatenate([stars.place(s) for s in side], axis=1)
            for side in zip(*sets, strict=True)
        )
        x, y, _, _ = stars.contested(x, y)
        first = np.array([chance.random() < 0.5 for _ in sets])
        masks_of = [[back(stars, part[:, [i]]) for part in (x, y)] for i in range(len(sets))]
        plain = np.array(
            [stars_alone(masks, stars, a, b, first[i]) for i, (a, b) in enumerate(masks_of)]
        )
        spare = plain - np.array([chance.choice([1, 1, 2]) for _ in sets])
        need, used = pack(stars, x, y, first, spare)
        for i in np.flatnonzero((need <= spare) & (abs(need) < 5)):
            mine, yours, extra = back(stars, used[:, [i]]), back(stars, y[:, [i]]), int(need[i])
            assert mine & ~back(stars, x[:, [i]]) == 0
            by_second += 1
            fewer += bool((used[:, i] != x[:, i]).any())
            more = ((1 << abs(extra)) - 1) << n
            mine, yours = (mine | more, yours) if extra > 0 else (mine, yours | more)
            wide = (*masks, *([0] * abs(extra)))
            if first[i]:
                assert sets_win(wide, False, mine, yours)
            else:
                assert not sets_win(wide, False, yours, mine)
    assert by_second > 150
    assert fewer > 50


def test_a_certificate_without_moves_proves_nothing_false() -> None:
    """All boards are said to be ends by stars, for either winner: what is accepted is true."""
    chance = random.Random(5)
    accepted = by_second = 0
    for _ in range(often(200)):
        n = chance.randint(3, 7)
        masks = random_board(n, chance.choice([0.2, 0.35, 0.5]), chance)
        graph = Graph.of(n, [(u, v) for v in range(n) for u in range(v) if masks[u] >> v & 1])
        some = list(range(n))
        chance.shuffle(some)
        red, blue = some[:1], some[1 : chance.randint(1, 2)]
        try:
            position = make(SNORT, graph, red=red, blue=blue)
        except ValueError:
            continue
        for starter in ("red", "blue"):
            for side in ("red", "blue"):
                certificate = SnortRefutations(
                    rows=[(starter, side)],
                    roots=[BY_STARS],
                    spare=np.zeros(0, np.int8),
                    count=np.zeros(0, np.uint8),
                    vertex=np.zeros(0, np.uint8),
                    evidence=np.zeros(0, np.int32),
                    kept=np.zeros((0, -(-n // 8)), np.uint8),
                    centres=np.zeros(0, np.uint8),
                    packing=np.zeros((1, 2), np.uint8),
                )
                centres, packing = packings(position, certificate, Limits())
                certificate = replace(certificate, centres=centres, packing=packing)
                try:
                    conclude(Goal(position, "outcome", {}), certificate)
                except Rejected:
                    continue
                accepted += 1
                free = position.free(starter), position.free(opponent(starter))
                assert sets_win(neighbour_masks(graph), False, *free) == (starter == side)
                stars = Sets(masks)
                own, other = position.free(side), position.free(opponent(side))
                sets = stars.contested(stars.place(own), stars.place(other))
                x, y, free_x, free_y = (back(stars, part) for part in sets)
                spare = free_x.bit_count() - free_y.bit_count()
                by_second += stars_alone(masks, stars, x, y, starter == side) > spare
    assert accepted > 80
    assert by_second >= 2


@pytest.mark.parametrize("words", [1, 2])
def test_counts_and_places_survive_many_positions_at_once(words: int) -> None:
    """One position gives the same alone and among 200, on boards of one and two words."""
    chance = random.Random(3)
    n = 40 if words == 1 else 100
    stars = Sets(random_board(n, 4 / n, chance))
    assert stars.words == words
    sets = [(chance.getrandbits(n), chance.getrandbits(n)) for _ in range(200)]
    x, y = (
        np.concatenate([stars.place(s) for s in side], axis=1) for side in zip(*sets, strict=True)
    )
    x, y, _, _ = stars.contested(x, y)
    first = np.array([chance.random() < 0.5 for _ in sets])
    all_need, _ = pack(stars, x, y, first, np.full(200, -200))
    spare = all_need - np.array([chance.randint(-2, 6) for _ in sets])
    need, used = pack(stars, x, y, first, spare)
    assert (need < all_need).any()
    for i in range(len(sets)):
        one = slice(i, i + 1)
        alone = pack(stars, x[:, one], y[:, one], first[one], spare[one])
        assert alone[0][0] == need[i]
        assert (alone[1][:, 0] == used[:, i]).all()


def test_a_second_centre_belongs_to_no_star() -> None:
    """What a star needs cannot be counted twice. The centre of a path of three closes the others'
    vertices; each end is a star, or a second centre, of one vertex."""
    board = Sets((0b010, 0b101, 0b010))
    x = y = board.place(0b111)
    centre = np.array([[board.order.index(1)]])
    ends = np.array([[board.order.index(0)], [board.order.index(2)]])
    none = np.zeros((0, 1), dtype=np.int64)
    for first in (True, False):
        turn = np.array([first])
        need, used = packed(board, x, y, turn, centre, none)
        assert back(board, used) == 0b111
        assert need[0] == (-2 if first else 3)  # {2 | -2}
        with pytest.raises(Rejected, match="belongs to a star"):
            packed(board, x, y, turn, centre, ends[:1])
        with pytest.raises(Rejected, match="the same vertex"):
            packed(board, x, y, turn, ends, none)
