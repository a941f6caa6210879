"""Proofs that searches keep: true ones accepted, every fault refused, nothing false proved."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest
from reference.often import often
from reference.proved import question_of
from reference.snort import sets_win
from reference.snort_boards import back, board, pack, random_sets, refitted, some_stars

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude, verify
from gameproof.certificates.strategies import snort_refutations, snort_walls
from gameproof.certificates.strategies.snort_refutations import PASS, SnortRefutations
from gameproof.encodings.snort.refutations import refutations
from gameproof.games.game import Colour
from gameproof.games.graph import Graph, neighbour_masks
from gameproof.games.snort import COL, SNORT, Position, make, opponent
from gameproof.instances.graphs import take_graph
from gameproof.replies.strategies.snort_refutations import reply
from gameproof.solvers.limits import Limits
from gameproof.solvers.sums.star_packing import StarPacking


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
    return refitted(honest()[1], list(range(len(honest()[1].evidence))), **{name: array})


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


def test_no_change_proves_what_is_false() -> None:
    """Small boards: true proofs are accepted, and whatever a changed one proves is true."""
    chance = random.Random(7)
    accepted = 0
    for _ in range(often(16)):
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
    assert accepted > 25


def forgery(chance: random.Random, true: SnortRefutations, n: int) -> SnortRefutations:
    """Another claim or other contents, a few numbers at a time."""
    fields: dict[str, Any] = {
        name: getattr(true, name).astype(np.int64)
        for name in ("spare", "count", "vertex", "evidence")
    }
    fields["kept"] = true.kept.copy()
    origin, edit_ends = list(range(len(true.vertex))), False
    fields["rows"], fields["roots"] = list(true.rows), list(true.roots)
    for _ in range(chance.randint(1, 3)):
        name = chance.choice(
            ["rows", "roots", "spare", "vertex", "evidence", "step", "kept", "in_pieces", "ends"]
        )
        proofs, steps = len(fields["count"]), len(fields["vertex"])
        if name == "rows":
            i = chance.randrange(len(fields["rows"]))
            fields["rows"][i] = chance.choice(["red", "blue"]), chance.choice(["red", "blue"])
        elif name == "roots":
            fields["roots"][chance.randrange(len(fields["roots"]))] = chance.randint(-3, proofs)
        elif name == "in_pieces":
            fields[name] = chance.choice(["all", "closing-most"])
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
            del origin[gone]
            fields["count"][of[gone]] -= 1
            for kind in ("vertex", "evidence"):
                fields[kind] = np.delete(fields[kind], gone)
        edit_ends |= name == "ends"
    forged = refitted(true, origin, **fields)
    if not edit_ends or not forged.centres.size:
        return forged
    packing, centres = forged.packing.astype(np.int64), forged.centres.astype(np.int64)
    centres[chance.randrange(len(centres))] = chance.randrange(n + 1)
    row = chance.randrange(len(packing))
    if chance.random() < 0.5:
        packing[row] = packing[row, ::-1]
    if chance.random() < 0.2:
        packing[row, 0] += 1
        centres = np.insert(centres, packing[:row].sum(), chance.randrange(n))
    return msgspec.structs.replace(forged, packing=packing, centres=centres)


def test_proofs_written_before_moves_in_pieces_were_chosen() -> None:
    """Without a word all moves count, by which at least as much is proved; a board where those that
    close most prove less is not proved by them, and a word that is unknown is refused."""
    position = board("tree 34 seed 5")
    certificate = searched(position, pieces=True)
    assert certificate.in_pieces == "closing-most"
    assert (certificate.evidence <= snort_refutations.BY_PIECES).any()
    fields = {f: getattr(certificate, f) for f in certificate.__struct_fields__}
    del fields["in_pieces"]
    old = SnortRefutations(**fields)
    assert old.in_pieces == "all"
    assert proved(position, old).split(";")[0] == proved(position, certificate).split(";")[0]
    with pytest.raises(Rejected, match="in_pieces"):
        proved(position, msgspec.structs.replace(certificate, in_pieces="most"))


def test_what_needs_all_moves_is_not_proved_by_some() -> None:
    """A bound that all moves of the owner give, and those that close most do not: one proof is
    accepted with the one word and refused with the other."""
    chance = random.Random(16)
    counts = {(True, True): 0, (True, False): 0, (False, False): 0}
    for _ in range(often(120)):
        graph = take_graph(["tree", "9", "seed", str(chance.randrange(10**6))])[0]
        owner = [chance.choice(["red", "blue", "both", "both"]) for _ in range(graph.n)]
        position = make(
            SNORT,
            graph,
            only_red=[v for v, side in enumerate(owner) if side == "red"],
            only_blue=[v for v, side in enumerate(owner) if side == "blue"],
        )
        said: list[bool] = []
        for word in ("all", "closing-most"):
            certificate = SnortRefutations(
                rows=[("red", "red")],
                roots=[snort_refutations.BY_PIECES],
                spare=np.zeros(0, np.int8),
                count=np.zeros(0, np.uint8),
                vertex=np.zeros(0, np.uint8),
                evidence=np.zeros(0, np.int32),
                kept=np.packbits(np.ones((1, graph.n), np.uint8), axis=1, bitorder="little"),
                centres=np.zeros(0, np.uint8),
                packing=np.zeros((0, 2), np.uint8),
                in_pieces=word,
            )
            try:
                proved(position, certificate)
                said.append(True)
            except Rejected:
                said.append(False)
        counts[said[0], said[1]] += 1  # never the other way round
        if said[0]:
            sets = position.free("red"), position.free("blue")
            assert sets_win(neighbour_masks(graph), False, *sets)
    assert min(counts.values()) >= 2, counts


def test_the_bound_by_stars_is_sound() -> None:
    """What it finds is a win, of the vertices it names alone, by brute force."""
    chance = random.Random(3)
    for _ in range(150):
        position, masks, stars, x, y = some_stars(chance)
        for first in (True, False):
            spare = np.array([chance.randint(-2, 4)])
            need, used = pack(stars, x, y, np.array([first]), spare)
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


def test_leaves_are_judged_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    position = board("tree 30 seed 1")
    certificate = searched(position, pieces=True)
    sentence = proved(position, certificate)
    monkeypatch.setattr(snort_refutations, "TOGETHER", 3)
    monkeypatch.setattr(snort_refutations, "BATCH", 5)
    assert proved(position, certificate) == sentence


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
        ({"roots": [0, 10**30]}, "a root that is not there"),
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
        one = refitted(
            certificate,
            count=count,
            vertex=np.delete(certificate.vertex, gone),
            evidence=np.delete(certificate.evidence, gone),
            origin=[step for step in range(len(of)) if step != gone],
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
    steps = list(range(len(certificate.evidence)))
    one = refitted(
        certificate,
        [*steps[: at + 1], *steps[at:]],
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
        centres=np.zeros(0, np.uint8),
        packing=np.zeros((1, 2), np.uint8),
    )
    with pytest.raises(Rejected, match="nothing is contested"):
        proved(make(SNORT, Graph.of(1, []), only_red=[0]), one)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda c, p: (c, p[1:]), "a packing for each end"),
        (lambda c, p: (c, np.append(p, [[0, 0]], axis=0)), "a packing for each end"),
        (lambda c, p: (c, p[:, :1]), "a packing for each end"),
        (lambda c, p: (c[1:], p), "counts of centres"),
        (lambda c, p: (np.append(c, 0), p), "counts of centres"),
        (lambda c, p: (c, first_row(p, [-1, p[0].sum() + 1])), "counts of centres"),
        (lambda c, p: (c, first_row(p, [99, p[0].sum() - 99])), "counts of centres"),
        (lambda c, p: (np.append(c[1:], 256), p), "no vertex of the board"),
        (lambda c, p: (np.append(c[1:], -1), p), "no vertex of the board"),
        (lambda c, p: (first_row(c, c[1]), p), "close the same vertex"),
    ],
)
def test_packings_that_do_not_fit(change: Any, reason: str) -> None:
    position, true = honest()
    assert true.packing[0, 0] >= 2
    centres, packing = change(true.centres.astype(np.int64), true.packing.astype(np.int64))
    with pytest.raises(Rejected, match=reason):
        proved(position, changed(centres=centres, packing=packing))


def first_row(array: Any, row: Any) -> Any:
    array[0] = row
    return array


def test_a_packing_is_needed_and_of_the_winners_vertices() -> None:
    """No stars are too few spare moves, and centres that belong to nobody are refused; a vertex
    behind the board stands for none."""
    position, true = honest()
    steps = list(range(len(true.evidence)))
    empty = refitted(true, [-1] * len(steps))
    assert not empty.centres.size
    with pytest.raises(Rejected, match="too few spare moves"):
        proved(position, empty)
    for centre in (3, 11):  # where a piece stands
        with pytest.raises(Rejected, match="not the winner's"):
            proved(position, changed(centres=np.full_like(true.centres, centre)))
    with pytest.raises(Rejected, match="too few spare moves"):
        proved(position, changed(centres=np.full_like(true.centres, position.graph.n)))
    assert proved(position, refitted(true, steps))


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
