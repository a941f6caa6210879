"""Proofs that searches keep: true ones accepted, every fault refused, nothing false proved."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import networkx as nx
import numpy as np
import pytest
from reference.proved import question_of
from reference.snort import sets_win

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude, verify
from gameproof.certificates.strategies import snort_refutations, snort_walls
from gameproof.certificates.strategies.snort_refutations import PASS, SnortRefutations, reply
from gameproof.certificates.strategies.snort_stars import Stars, size_of
from gameproof.certificates.strategies.snort_walls import Walls
from gameproof.encodings.snort.refutations import refutations
from gameproof.games.graph import Graph, neighbour_masks
from gameproof.games.snort import COL, SNORT, Colour, Position, make, opponent
from gameproof.instances.graphs import take_graph
from gameproof.solvers.limits import Limits
from gameproof.solvers.sums.star_packing import StarPacking


def board(words: str) -> Position:
    return make(SNORT, take_graph(words.split())[0])


def searched(position: Position, *, pieces: bool = False) -> SnortRefutations:
    """The kept proof of who wins, for each start."""
    search = StarPacking(neighbour_masks(position.graph), pieces=pieces)
    rows: list[tuple[Colour, Colour]] = []
    for starter in ("red", "blue"):
        side: Colour = "red" if starter == "red" else "blue"
        sets = position.free(side), position.free(opponent(side))
        rows.append((side, side if search.wins(*sets, Limits()) else opponent(side)))
    found = refutations(position, tuple(rows), search, Limits())
    assert found is not None
    return found


def proved(position: Position, certificate: SnortRefutations) -> str:
    return conclude(Goal(position, "outcome", {}), certificate).sentence


@cache
def honest() -> tuple[Position, SnortRefutations]:
    """A board with proofs of every sort of step, more than one root among them."""
    position = make(SNORT, take_graph(["regular", "3", "26", "seed", "1"])[0], red=[3], blue=[11])
    return position, searched(position)


def changed(**fields: Any) -> SnortRefutations:
    return msgspec.structs.replace(honest()[1], **fields)


def edited(name: str, place: int, value: int) -> SnortRefutations:
    array = getattr(honest()[1], name).astype(np.int64)
    array[place] = value
    return changed(**{name: array})


def test_a_kept_proof_is_verified() -> None:
    position, certificate = honest()
    assert len(certificate.count) > 50
    assert (certificate.vertex == PASS).any()
    outcome = {("red", "blue"): "N", ("blue", "red"): "P", ("red", "red"): "L"}
    answer = outcome.get((certificate.rows[0][1], certificate.rows[1][1]), "R")
    found = verify(position, question_of("snort", "outcome"), {}, answer, certificate)
    assert "ends by stars" in found.sentence


@pytest.mark.parametrize(
    "words",
    ["regular 3 24 seed 1", "grid 4 5", "gnp 70 0.2 seed 1", "complete 5", "empty 3", "path 1"],
)
def test_boards_of_one_and_two_words(words: str) -> None:
    position = board(words)
    proved(position, searched(position))


def test_the_first_move_is_played_and_nothing_else() -> None:
    position, certificate = honest()
    assert certificate.rows[0] == ("red", "red")
    move = reply(position, certificate)
    assert move is not None
    after = position.play(move)
    left, right = after.free("red"), after.free("blue")
    assert not StarPacking(neighbour_masks(position.graph)).wins(right, left, Limits())
    assert reply(after, certificate) is None  # the loser is to move
    other = after.play(after.moves()[0])
    assert reply(other, certificate) is None  # a position that no root is about
    assert reply(board("path 1"), searched(board("path 1"))) is None  # won by a bound


def random_sets(chance: random.Random, n: int) -> Position:
    pairs = [(a, b) for b in range(n) for a in range(b)]
    edges = [pair for pair in pairs if chance.random() < 0.4]
    red = [v for v in range(n) if chance.random() < 0.75]
    blue = [v for v in range(n) if chance.random() < 0.75]
    return make(
        SNORT,
        Graph.of(n, edges),
        only_red=[v for v in red if v not in blue],
        only_blue=[v for v in blue if v not in red],
    )


def test_no_change_proves_what_is_false() -> None:
    """Small boards: true proofs are accepted, and whatever a changed one proves is true."""
    chance = random.Random(7)
    accepted = 0
    for _ in range(40):
        position = random_sets(chance, chance.randint(3, 9))
        masks = neighbour_masks(position.graph)
        true = searched(position, pieces=chance.random() < 0.5)
        proved(position, true)
        for _ in range(25):
            forged = forgery(chance, true, position.graph.n)
            try:
                proved(position, forged)
            except Rejected:
                continue
            accepted += 1
            for starter, side in forged.rows:
                one: Colour = "red" if starter == "red" else "blue"
                mine, yours = position.free(one), position.free(opponent(one))
                assert sets_win(masks, False, mine, yours) == (starter == side)
    assert accepted > 60


def forgery(chance: random.Random, true: SnortRefutations, n: int) -> SnortRefutations:
    """Another claim or other contents, a few numbers at a time."""
    fields: dict[str, Any] = {
        name: getattr(true, name).astype(np.int64)
        for name in ("spare", "count", "vertex", "evidence")
    }
    fields["kept"] = true.kept.copy()
    fields["rows"], fields["roots"] = list(true.rows), list(true.roots)
    for _ in range(chance.randint(1, 3)):
        name = chance.choice(["rows", "roots", "spare", "vertex", "evidence", "step", "kept"])
        proofs, steps = len(fields["count"]), len(fields["vertex"])
        if name == "rows":
            i = chance.randrange(len(fields["rows"]))
            fields["rows"][i] = chance.choice(["red", "blue"]), chance.choice(["red", "blue"])
        elif name == "roots":
            fields["roots"][chance.randrange(len(fields["roots"]))] = chance.randint(-3, proofs)
        elif name == "spare" and proofs:
            fields["spare"][chance.randrange(proofs)] += chance.choice([-1, 1, 2])
        elif name == "vertex" and steps:
            fields["vertex"][chance.randrange(steps)] = chance.choice([PASS, *range(n)])
        elif name == "evidence" and steps:
            fields["evidence"][chance.randrange(steps)] = chance.randint(-3, proofs)
        elif name == "kept" and fields["kept"].size:
            fields["kept"].flat[chance.randrange(fields["kept"].size)] = chance.randrange(256)
        elif name == "step" and steps > 1:  # leave one out
            of = np.repeat(np.arange(proofs), fields["count"])
            gone = chance.randrange(steps)
            fields["count"][of[gone]] -= 1
            for kind in ("vertex", "evidence"):
                fields[kind] = np.delete(fields[kind], gone)
    return msgspec.structs.replace(true, **fields)


def some_stars(chance: random.Random) -> tuple[Position, Any, Stars, Any, Any]:
    """A position, its neighbours, its stars, and the contested sets of Red and Blue."""
    position = random_sets(chance, chance.randint(2, 9))
    masks = neighbour_masks(position.graph)
    stars = Stars(masks)
    x, y, _, _ = stars.contested(
        stars.place(position.free("red")), stars.place(position.free("blue"))
    )
    return position, masks, stars, x, y


def test_the_bound_by_stars_is_sound() -> None:
    """What it finds is a win, of the vertices it names alone, by brute force."""
    chance = random.Random(3)
    for _ in range(150):
        position, masks, stars, x, y = some_stars(chance)
        for first in (True, False):
            spare = np.array([chance.randint(-2, 4)])
            need, used = stars.pack(x, y, np.array([first]), spare)
            if need[0] > spare[0] and abs(need[0]) > 4:
                continue
            mine, yours = (back(stars, one) for one in (used if need <= spare else x, y))
            size = position.graph.n
            extra = int(need[0])
            more = ((1 << abs(extra)) - 1) << size
            mine, yours = (mine | more, yours) if extra > 0 else (mine, yours | more)
            wide = (*masks, *([0] * abs(extra)))
            if first:
                assert sets_win(wide, False, mine, yours)
            else:
                assert not sets_win(wide, False, yours, mine)


def test_the_bound_by_pieces_is_sound() -> None:
    """Sums of pieces with the spare moves said are won, by brute force."""
    chance = random.Random(5)
    for _ in range(60):
        position, masks, stars, x, y = some_stars(chance)
        walls = Walls(stars)
        rounds = walls.add(x, y)
        walls.work_out()
        for first in (True, False):
            extra = int(walls.needs(np.array([first]), np.zeros(1, np.int64), rounds)[0])
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


def test_positions_much_alike_are_taken_apart_completely(monkeypatch: pytest.MonkeyPatch) -> None:
    """The components of every position are those that networkx finds, however they are grouped."""
    chance = random.Random(11)
    graph = board("gnp 20 0.12 seed 3").graph
    stars = Stars(neighbour_masks(graph))
    walls = Walls(stars)
    asked: list[tuple[int, int]] = []

    def ask(x: Any, y: Any) -> Any:
        asked.extend((back(stars, x[:, [i]]), back(stars, y[:, [i]])) for i in range(x.shape[1]))
        return np.arange(len(asked) - x.shape[1], len(asked))

    monkeypatch.setattr(walls, "_ask", ask)
    sets = [[stars.place(chance.getrandbits(20)) for _ in range(60)] for _ in range(2)]
    x, y, _, _ = stars.contested(np.hstack(sets[0]), np.hstack(sets[1]))
    group = np.array([chance.randrange(7) for _ in range(60)])
    found: list[list[tuple[int, int]]] = [[] for _ in range(60)]
    for of, numbers in walls.add_alike(x, y, group):
        for i, number in zip(of.tolist(), numbers.tolist(), strict=True):
            found[i].append(asked[number])
    for i in range(60):
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
        assert sorted(found[i]) == sorted(parts)


def test_walls_of_a_star() -> None:
    """A star of three leaves is +-3: it takes 1 - 3 free moves to win first, 3 to win second."""
    stars = Stars(neighbour_masks(board("star 3").graph))
    full = stars.place((1 << stars.n) - 1)
    walls = Walls(stars)
    rounds = walls.add(full, full)
    walls.work_out()
    none = np.zeros(1, np.int64)
    needs = [int(walls.needs(np.array([first]), none, rounds)[0]) for first in (True, False)]
    assert needs == [-2, 4]  # stops of 3 and -3 must pass 0


def test_pieces_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    position = board("tree 30 seed 1")
    certificate = searched(position, pieces=True)
    assert "pieces" in proved(position, certificate)
    with pytest.raises(Rejected, match="a bit for each vertex"):
        proved(position, msgspec.structs.replace(certificate, kept=certificate.kept[:, 1:]))
    monkeypatch.setattr(snort_walls, "MOST_PIECES", 10)
    with pytest.raises(Rejected, match="more than 10 pieces"):
        proved(position, certificate)
    monkeypatch.setattr(snort_walls, "MOST_ASKED", 10)
    with pytest.raises(Rejected, match="more than 10 questions"):
        proved(position, certificate)
    monkeypatch.setattr(snort_walls, "MOST_ASKED", 1 << 20)
    monkeypatch.setattr(snort_walls, "LARGEST", 3)
    with pytest.raises(Rejected, match="a piece of more than 3 vertices"):
        proved(position, certificate)


def test_pieces_with_one_digest_are_refused() -> None:
    """The digest can be inverted, so equal ones can be made; the sets are compared."""

    def mixed(word: int) -> int:
        word = (word * 0xD6E8FEB86659FD93 + 0x9E3779B97F4A7C15) % (1 << 64)
        return word ^ word >> 32

    x = np.array([[1, 2]], dtype=np.uint64)
    y = np.array([[5, 5 ^ mixed(1) ^ mixed(2)]], dtype=np.uint64)
    with pytest.raises(Rejected, match="one digest"):
        snort_walls._different(x, y)


def back(stars: Stars, column: Any) -> int:
    """A column as a mask over vertices of the graph."""
    return sum(1 << v for i, v in enumerate(stars.order) if int(column[i >> 6, 0]) >> (i & 63) & 1)


def test_sizes_of_words() -> None:
    words = np.array([[0, 1, (1 << 64) - 1, 0x8000000000000001]], dtype=np.uint64)
    assert size_of(words).tolist() == [0, 1, 64, 2]


def winner_step() -> int:
    """A step of a proof in which the winner is to move and that another proof backs."""
    certificate = honest()[1]
    return int(certificate.count[: certificate.roots[0]].sum())


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"spare": np.zeros(3, np.int8)}, "do not fit together"),
        ({"evidence": np.zeros(3, np.int8)}, "do not fit together"),
        ({"roots": [0]}, "rows and roots"),
        ({"roots": "ab"}, "rows and roots"),
        ({"roots": [0, 1 << 40]}, "a root that is not there"),
        ({"roots": [-2, 0]}, "a root that is not there"),
        ({"rows": []}, "one to four"),
        ({"vertex": np.zeros((2, 2), np.int8)}, "dimension"),
    ],
)
def test_what_does_not_fit_is_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        proved(honest()[0], changed(**fields))


@pytest.mark.parametrize(
    ("name", "place", "value", "reason"),
    [
        ("count", 0, 0, "without steps"),
        ("count", 0, 3, "add up|several moves"),
        ("spare", 0, 1000, "more spare moves than vertices"),
        ("spare", 0, -(1 << 63), "more spare moves than vertices"),
        ("spare", 0, -9, "too few spare moves"),
        ("evidence", 0, -9, "evidence that is not there"),
        ("evidence", 0, 1 << 30, "evidence that is not there"),
        ("vertex", 0, 99, "no vertex of the board"),
        ("vertex", 0, 3, "not contested"),
    ],
)
def test_edited_proofs_are_refused(name: str, place: int, value: int, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        proved(honest()[0], edited(name, place, value))


def test_the_loser_moves_twice_only_into_a_bound() -> None:
    certificate = honest()[1]
    place = int(np.flatnonzero(certificate.vertex == PASS)[0])
    with pytest.raises(Rejected, match="moving twice"):
        proved(honest()[0], edited("evidence", place, len(certificate.count) - 1))


def test_every_step_is_needed() -> None:
    """Leaving out an answer leaves a move open, or a proof that nothing leads to."""
    certificate = honest()[1]
    of = np.repeat(np.arange(len(certificate.count)), certificate.count)
    seen = set()
    for gone in range(0, len(of), 7):
        count = certificate.count.astype(np.int64)
        count[of[gone]] -= 1
        one = changed(
            count=count,
            vertex=np.delete(certificate.vertex, gone),
            evidence=np.delete(certificate.evidence, gone),
        )
        try:
            proved(honest()[0], one)
        except Rejected as problem:
            seen.add(str(problem))
    assert {
        "a proof without steps",
        "a move of the loser that no step answers",
        "a proof that nothing leads to",
    } <= seen


def test_a_winners_turn_has_one_move() -> None:
    position, certificate = honest()
    root = certificate.roots[0]
    at = winner_step()
    count = certificate.count.astype(np.int64)
    count[root] += 1
    one = changed(
        count=count,
        vertex=np.insert(certificate.vertex, at, certificate.vertex[at]),
        evidence=np.insert(certificate.evidence, at, certificate.evidence[at]),
    )
    with pytest.raises(Rejected, match="several moves"):
        proved(position, one)


def test_a_proof_is_about_one_position() -> None:
    position, certificate = honest()
    leads = np.flatnonzero(certificate.evidence >= 0)
    with pytest.raises(Rejected, match="another position"):
        proved(
            position,
            edited("evidence", int(leads[-1]), int(certificate.evidence[leads[0]])),
        )


def test_a_root_must_not_be_settled() -> None:
    """Where nothing is contested there is no move for a proof to begin with."""
    one = SnortRefutations(
        rows=[("red", "red")],
        roots=[0],
        spare=np.array([0]),
        count=np.array([1]),
        vertex=np.array([0]),
        evidence=np.array([-1]),
        kept=np.zeros((0, 1), np.uint8),
    )
    with pytest.raises(Rejected, match="nothing is contested"):
        proved(make(SNORT, Graph.of(1, []), only_red=[0]), one)


def test_only_snort_and_boards_of_some_size(monkeypatch: pytest.MonkeyPatch) -> None:
    position, certificate = honest()
    with pytest.raises(Rejected, match="those of Snort"):
        proved(make(COL, position.graph), certificate)
    with pytest.raises(Rejected, match="1 to 255 vertices"):
        proved(make(SNORT, Graph.of(0, [])), certificate)
    monkeypatch.setattr(snort_refutations, "MOST_STEPS", 10)
    with pytest.raises(Rejected, match="more than 10 steps"):
        proved(position, certificate)


def test_counts_that_do_not_add_up() -> None:
    """Further steps behind the last proof, or fewer than it wants."""
    true = honest()[1]
    longer = {name: np.append(getattr(true, name), 0) for name in ("vertex", "evidence")}
    shorter = {name: getattr(true, name)[:-1] for name in ("vertex", "evidence")}
    for fields in (longer, shorter):
        with pytest.raises(Rejected, match="the counts do not add up to the steps"):
            proved(honest()[0], changed(**fields))
