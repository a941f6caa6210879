"""What refutations of Snort are judged by: sets as words, pieces and their thermographs."""

from __future__ import annotations

import random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from reference.snort import sets_win
from reference.snort_boards import back, board, some_stars

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies import snort_walls
from gameproof.certificates.strategies.snort_walls import Sums, Walls
from gameproof.encodings.snort.packings import crosswise, lengthwise
from gameproof.games.graph import neighbour_masks
from gameproof.games.sets.snort_sets import Sets, size_of


def test_sizes_of_words() -> None:
    words = np.array([[0, 1, (1 << 64) - 1, 0x8000000000000001]], dtype=np.uint64)
    assert size_of(words).tolist() == [0, 1, 64, 2]


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 200])
@pytest.mark.parametrize("words", [1, 2, 4])
def test_sets_lie_crosswise(words: int, count: int) -> None:
    chance = random.Random(count)
    rows = [[chance.getrandbits(64) for _ in range(count)] for _ in range(words)]
    sets = np.array(rows, dtype=np.uint64).reshape(words, count)
    across = crosswise(sets)
    for place in range(64 * words):
        for i in range(count):
            bit = int(across[place, i >> 6]) >> (i & 63) & 1
            assert bit == rows[place >> 6][i] >> (place & 63) & 1
    assert (lengthwise(across, count) == sets).all()


def need(walls: Walls, sums: Sums, first: bool) -> int:
    """Spare moves for the one sum there is."""
    return int(walls.needs(sums, np.zeros(1, np.int64), np.array([first]))[0])


@pytest.mark.parametrize("closing_most", [False, True])
def test_the_bound_by_pieces_is_sound(closing_most: bool) -> None:
    """Sums of pieces with the spare moves said are won, by brute force."""
    chance = random.Random(5)
    for _ in range(60):
        position, masks, stars, x, y = some_stars(chance)
        walls = Walls(stars, closing_most=closing_most)
        sums = walls.add(x, y)
        walls.work_out()
        for first in (True, False):
            extra = need(walls, sums, first)
            if abs(extra) > 5:
                continue
            mine, yours = back(stars, x), back(stars, y)
            more = ((1 << abs(extra)) - 1) << position.graph.n
            mine, yours = (mine | more, yours) if extra > 0 else (mine, yours | more)
            wide = (*masks, *([0] * abs(extra)))
            if first:
                assert sets_win(wide, False, mine, yours)
            else:
                assert not sets_win(wide, False, yours, mine)


def test_fewer_moves_of_the_owner_prove_no_more() -> None:
    """What his moves that close most prove all of his moves prove; now and then less."""
    chance = random.Random(6)
    worse = 0
    for _ in range(60):
        _, _, stars, x, y = some_stars(chance)
        needs = []
        for closing_most in (False, True):
            walls = Walls(stars, closing_most=closing_most)
            sums = walls.add(x, y)
            walls.work_out()
            needs.append([need(walls, sums, first) for first in (True, False)])
        assert all(one <= two for one, two in zip(*needs, strict=True))
        worse += needs[0] != needs[1]
    assert 0 < worse < 30


def many_sets(stars: Sets, chance: random.Random, count: int) -> tuple[Any, Any]:
    """Contested positions of a board of twenty vertices."""
    sets = [[stars.place(chance.getrandbits(20)) for _ in range(count)] for _ in range(2)]
    x, y, _, _ = stars.contested(np.hstack(sets[0]), np.hstack(sets[1]))
    return x, y


def test_which_moves_close_most() -> None:
    """Of every piece all moves of the other player, and the owner's as plain sets say."""
    masks = neighbour_masks(board("gnp 20 0.12 seed 3").graph)
    stars = Sets(masks)
    x, y = many_sets(stars, random.Random(7), 60)
    near = [mask | 1 << v for v, mask in enumerate(masks)]
    dropped = 0
    for closing_most in (False, True):
        piece, after_x, after_y = Walls(stars)._moves(x, y, closing_most)
        found = [
            (int(of), back(stars, after_x[:, [i]]), back(stars, after_y[:, [i]]))
            for i, of in enumerate(piece)
        ]
        expected = []
        for of in range(x.shape[1]):
            mine, yours = back(stars, x[:, [of]]), back(stars, y[:, [of]])
            moves = [v for v in range(20) if mine >> v & 1]
            closed = {v: (near[v] & yours).bit_count() for v in moves}
            most = max(closed.values(), default=0)
            chosen = [v for v in moves if closed[v] == most or not closing_most]
            dropped += len(moves) - len(chosen)
            expected += [(of, mine & ~(1 << v), yours & ~near[v]) for v in chosen]
        assert sorted(found) == sorted(expected)
        assert piece.tolist() == sorted(piece.tolist())
    assert dropped > 100


def test_positions_are_taken_apart_completely(monkeypatch: pytest.MonkeyPatch) -> None:
    """The components of every position are those that networkx finds."""
    graph = board("gnp 20 0.12 seed 3").graph
    stars = Sets(neighbour_masks(graph))
    walls = Walls(stars)
    asked: list[tuple[int, int]] = []

    def ask(x: Any, y: Any) -> Any:
        asked.extend((back(stars, x[:, [i]]), back(stars, y[:, [i]])) for i in range(x.shape[1]))
        return np.arange(len(asked) - x.shape[1], len(asked))

    monkeypatch.setattr(walls, "_ask", ask)
    x, y = many_sets(stars, random.Random(11), 150)
    sums = walls.add(x, y)
    for i, place in enumerate(sums.place.tolist()):
        found, left = [], place
        for numbers, after in sums.rounds:
            if left >= 0:
                found.append(asked[numbers[left]])
                left = after[left]
        mine, yours = back(stars, x[:, [i]]), back(stars, y[:, [i]])
        meets: nx.Graph[tuple[int, int]] = nx.Graph()
        for u, near in enumerate(neighbour_masks(graph)):
            for v in range(graph.n):
                if mine >> u & 1 and yours >> v & 1 and (near | 1 << u) >> v & 1:
                    meets.add_edge((0, u), (1, v))
        parts = [
            tuple(sum(1 << v for kind, v in part if kind == side) for side in (0, 1))
            for part in nx.connected_components(meets)
        ]
        assert sorted(found) == sorted(parts)


def test_walls_of_a_star() -> None:
    """A star of three leaves is +-3: it takes 1 - 3 free moves to win first, 3 to win second."""
    stars = Sets(neighbour_masks(board("star 3").graph))
    full = stars.place((1 << stars.n) - 1)
    walls = Walls(stars)
    sums = walls.add(full, full)
    walls.work_out()
    assert [need(walls, sums, first) for first in (True, False)] == [
        -2,
        4,
    ]  # stops of 3 and -3 must pass 0


def test_pieces_with_one_digest_are_refused() -> None:
    """The digest can be inverted, so equal ones can be made; the sets are compared."""

    def mixed(word: int) -> int:
        word = (word * 0xD6E8FEB86659FD93 + 0x9E3779B97F4A7C15) % (1 << 64)
        return word ^ word >> 32

    x = np.array([[1, 2]], dtype=np.uint64)
    y = np.array([[5, 5 ^ mixed(1) ^ mixed(2)]], dtype=np.uint64)
    with pytest.raises(Rejected, match="one digest"):
        snort_walls._different(x, y)
