"""Boards with many symmetries in pieces: moves in the order of the stages, none left out."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from benchmarks.side_by_side import SideBySide
from gameproof.certificates.kernel import Goal, conclude
from gameproof.encodings.division import Outcome, Place
from gameproof.encodings.positional import search
from gameproof.encodings.positional.division import sets as divided
from gameproof.encodings.positional.division.sets import SetClaim, words_of
from gameproof.games.meaning.statement import Forces, Prevents, entails, only
from gameproof.games.positional import Position
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.divided.divided import Divided
from gameproof.prover.divided.pieces import check_piece
from gameproof.prover.divided.tree import Tree
from gameproof.prover.prove import prove
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional import set_search, staged_search
from gameproof.solvers.positional.staged_search import Stage


def board(words: str) -> Position:
    found: Any = resolve(from_words(words.split(), "outcome")).position
    made: Position = found
    return made


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stages are soon over."""
    monkeypatch.setattr(staged_search, "STAGES", (Stage(2, 3, 2), Stage(10**6, 1, 64)))
    monkeypatch.setattr(divided, "STAGES", (Stage(1, 1, 1),))
    monkeypatch.setattr(staged_search, "AT_FIRST", 1)


def orbits(claim: SetClaim, place: Place) -> set[str]:
    """The places after every move of the attacker, by the rules alone."""
    a, d, _ = words_of(place)
    free = [c for c in range(claim.problem.cells) if not (a | d) >> c & 1]
    return {claim.key(a | 1 << c, d, 0) for c in free}


@pytest.mark.usefixtures("hasty")
def test_the_first_pieces_rank_every_move_and_the_answers_to_the_best_follow() -> None:
    """Qubic; the empty board at once, then what a piece says whose effort is spent."""
    claim = SetClaim(board("tictactoe 4 3"), "first")
    tree = Tree(claim)
    for effort in (100, 300):
        node = tree.next()
        assert node is not None
        assert node.place.effort == divided.ROUND
        found = claim.search(node.place, effort, Limits())
        assert found.verdict is None
        assert {key for key, _, _ in found.estimates} == orbits(claim, node.place)
        assert sorted(proof for _, proof, _ in found.estimates) == [
            1 + divided.RANK * rank for rank in range(len(found.estimates))
        ]
        best = min(found.estimates, key=lambda row: row[1])[0]
        tree.expand(node, found.estimates)
        for above in node.parents:  # all that is needed beside it
            for one in above.children:
                if one is not node:
                    tree.decide(one, True, None)
        following = tree.next()
        assert following is not None
        assert following in tree.nodes[best].children
        tree.again(following)


@pytest.mark.usefixtures("hasty")
def test_of_two_answers_alike_workers_begin_with_one() -> None:
    """Qubic: 4 and 16, corners of one face with the first stone, are on a line; 22 is apart."""
    claim = SetClaim(board("tictactoe 4 3"), "first")
    tree = Tree(claim)
    start = tree.next()
    assert start is not None
    tree.expand(start, claim.search(start.place, 100, Limits()).estimates)
    begun = [tree.next() for _ in range(2)]
    assert [one and one.place.text for one in begun] == ["1 8 1", "1 200000 1"]
    order = [one.place.text for one in begun[0].parents[0].children]  # type: ignore[union-attr]
    assert order[:3] == ["1 8 1", "1 8000 1", "1 200000 1"]
    tree.decide(begun[0], True, None)  # type: ignore[arg-type]
    following = tree.next()
    assert following is not None
    assert following.place.text == "1 8000 1"
    assert claim.near(*(tree.nodes[f"1 {word} 1"].place for word in ("8", "8000")))
    assert not claim.near(*(tree.nodes[f"1 {word} 1"].place for word in ("8", "200000")))


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(("attacker", "truth"), [("first", True), ("second", False)])
@pytest.mark.parametrize("seed", range(2))
def test_pieces_of_boards_with_many_symmetries_prove_what_is_known(
    attacker: str, truth: bool, seed: int
) -> None:
    """3^3 has no draw, and the first player wins it (Hales, Jewett 1963)."""
    chance = random.Random(seed)
    position = board("tictactoe 3 3")
    claim, worker = SetClaim(position, attacker), SetClaim(position, attacker)
    assert claim.quiet
    tree, pieces = Tree(claim), 0
    while (node := tree.next()) is not None:
        effort = chance.choice([100, 400, 10**6])
        found = worker.search_within(node.place, effort, node.bounds, Limits())
        stones = sum(word.bit_count() for word in words_of(node.place)[:2])
        if found.numbers is not None:
            tree.value(node, found.numbers)
        elif found.verdict is None or stones < 3:
            tree.expand(node, found.estimates)
        else:
            check_piece(claim, node.place, found.verdict, found.certificate)
            tree.decide(node, found.verdict, found.certificate)
            pieces += 1
    assert tree.verdict is truth
    assert pieces > 1
    strategy, _ = divided._strategies({attacker: Outcome(truth, claim, tree.decided())}, Limits())
    made = search.as_certificate(position, strategy)
    wanted = (
        Forces("first", only(attacker), only(attacker))
        if truth
        else Prevents("first", only(other(attacker)), only(attacker))
    )
    assert entails(conclude(Goal(position, "outcome"), made).statements, wanted)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("lanes", [2, 3])
def test_workers_with_one_table_prove_the_same_side_by_side(lanes: int) -> None:
    """On the clock of the benchmark, an expansion of each after the other."""
    if not hasattr(os, "memfd_create"):
        pytest.skip("this system has no files in memory")
    crew = SideBySide(lanes)
    try:
        instance = from_words(["tictactoe", "3", "3"], "outcome")
        answer = prove(instance, Limits(), method="search", divided=Divided(crew))
    finally:
        crew.close()
    assert (answer.answer, answer.verified) == ("first", True)
    assert crew.pieces == len(crew.told) > 1
    assert crew.working <= lanes * crew.end()


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("lanes", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_where_no_set_has_more_than_four_cells_pieces_have_weak_numbers(
    lanes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4 x 6 is a draw, and undivided it comes to weak numbers after ``LONG`` expansions."""
    if not hasattr(os, "memfd_create"):
        pytest.skip("this system has no files in memory")
    monkeypatch.setattr(set_search, "LONG", 200)
    crew = SideBySide(lanes)
    try:
        instance = from_words(["mnk", "4", "6", "4"], "outcome")
        way = Divided(crew, effort=300, most=4)
        answer = prove(instance, Limits(), method="search", divided=way)
    finally:
        crew.close()
    assert (answer.answer, answer.verified) == ("draw", True)
    assert crew.pieces > 1
    claim = SetClaim(board("mnk 4 6 4"), "first")
    assert claim.weak
    assert claim._kernel_for(Limits()).weak
    for words in ("mnk 5 5 5", "tictactoe 4 3", "mnk 4 6 5"):
        assert not SetClaim(board(words), "first").weak


@pytest.mark.usefixtures("hasty")
def test_the_numbers_of_a_place_are_the_greatest_and_one_for_each_other() -> None:
    claim = SetClaim(board("mnk 4 6 4"), "first")
    tree = Tree(claim)
    start = tree.next()
    assert start is not None
    tree.expand(start, ())
    for number, child in enumerate(start.children):
        tree.value(child, (10 + number, 5 + number))
    assert start.numbers[0] == (10, 5 + 2 * (len(start.children) - 1))
    tree.decide(start.children[-1], False, None)
    assert start.numbers[0] == (10, 5 + 2 * (len(start.children) - 2))


def other(player: str) -> str:
    return "second" if player == "first" else "first"
