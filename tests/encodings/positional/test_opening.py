"""Outcomes by opening pairings: answers, certificates, corrupted certificates, play."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from reference.opening_pairing import breaker_holds
from reference.positional import accepted, checked, value

from gameproof.certificates import files
from gameproof.certificates.pairings.opening_pairing import OpeningPairing
from gameproof.certificates.pairings.opening_pairing_tables import breaker_wins
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.positional.opening import METHODS, automorphisms, closure, generating
from gameproof.games.meaning.answers import Value
from gameproof.games.positional import Position
from gameproof.replies.pairings.opening_pairing import reply
from gameproof.solvers.limits import Limits

BY_NAME = {method.name: method for method in METHODS}


@cache
def found(words: str, method: str = "opening-pairing") -> Finding:
    position = Position.parse(words)
    assert BY_NAME[method].applies(position)
    return BY_NAME[method].run(position, Limits(), Options())


def certified(words: str, method: str = "opening-pairing") -> OpeningPairing:
    certificate = found(words, method).certificate
    assert isinstance(certificate, OpeningPairing)
    return certificate


DRAWS = {
    ("tictactoe 4 2", "draw"): 1,
    ("tictactoe 4 2 --rule weak", "breaker"): 1,
    ("tictactoe 4 2 --rule weak --to_move second", "breaker"): 0,
    ("tictactoe 5 2", "draw"): 0,
    ("tictactoe 8 3", "draw"): 0,
    ("mnk 6 5 5", "draw"): 2,
    ("polyomino fatty 4 4 --rule weak", "breaker"): None,
    ("tictactoe 4 2 --rule weak --first b2 --second c3", "breaker"): None,
}


@pytest.mark.parametrize(("words", "answer"), DRAWS)
def test_draws_are_found_and_checked(words: str, answer: str) -> None:
    words = words.replace("--to_move", "--to-move")
    finding = found(words)
    assert finding.answer == answer
    expected = DRAWS[words.replace("--to-move", "--to_move"), answer]
    if expected is not None:
        assert finding.detail["answers"] == expected
    assert checked(Position.parse(words), "outcome", answer, certified(words))


@pytest.mark.parametrize(
    "words",
    ["tictactoe 3 2", "tictactoe 3 3", "tictactoe 4 3", "mnk 4 3 3", "mnk 5 5 4 --rule weak"],
)
def test_other_boards_stay_unknown(words: str) -> None:
    assert found(words).answer is UNKNOWN


@pytest.mark.parametrize("words", ["mnk 3 3 3", "tictactoe 4 2", "tictactoe 3 3", "mnk 4 3 3"])
def test_few_elements_generate_a_group(words: str) -> None:
    """The same permutations again, each one chosen doubling what was there at least."""
    position = Position.parse(words)
    group = closure(automorphisms(position, "first"), position.board.cells)
    assert group is not None
    few = generating(group)
    assert 0 < 2 ** len(few) <= len(group)
    again = closure(few, position.board.cells)
    assert again is not None
    assert {row.tobytes() for row in again} == {row.tobytes() for row in group}
    assert generating(group[:1]) == []


def test_regions_do_not_prove_what_is_false() -> None:
    assert found("tictactoe 4 3", "opening-regions").answer is UNKNOWN
    assert not BY_NAME["opening-regions"].applies(Position.parse("tictactoe 3 3"))


def test_strong_draws_need_an_empty_board() -> None:
    position = Position.parse("tictactoe 4 2 --first b2 --second c3")
    assert not any(method.applies(position) for method in METHODS)


@pytest.mark.parametrize(
    ("words", "order"),
    [("tictactoe 3 2", 8), ("tictactoe 4 2", 32), ("tictactoe 4 3", 192), ("mnk 5 4 4", 4),
     ("mnk 5 5 4", 8), ("torus-row 4 4 3", 128), ("tictactoe 7 3", 1152)],
)  # fmt: skip
def test_orders_of_the_symmetry_groups(words: str, order: int) -> None:
    position = Position.parse(words)
    group = closure(automorphisms(position, "first"), position.board.cells)
    assert group is not None
    assert len(group) == order


# -- hostile certificates ---------------------------------------------------------------


def test_wrong_claims_and_positions_are_rejected() -> None:
    four = certified("tictactoe 4 2")
    wrong: list[tuple[str, str, Value]] = [
        ("tictactoe 4 2", "outcome", "first"),
        ("tictactoe 4 2", "outcome", "second"),
        ("tictactoe 4 2", "outcome", "breaker"),
        ("tictactoe 4 2", "pairing", True),
        ("tictactoe 4 2", "second-wins", True),
        ("tictactoe 4 2 --rule weak", "outcome", "draw"),
        ("tictactoe 4 2 --rule weak", "outcome", "maker"),
        ("tictactoe 4 2 --first b2", "outcome", "draw"),
        ("tictactoe 4 2 --second b2", "outcome", "draw"),
        ("tictactoe 3 2", "outcome", "draw"),
        ("mnk 4 4 3", "outcome", "draw"),
        ("hex 4 4", "outcome", "draw"),
    ]
    for words, question, answer in wrong:
        assert not accepted(Position.parse(words), question, answer, four)
    assert accepted(Position.parse("tictactoe 4 2 --rule weak"), "outcome", "breaker", four)


BOARD = "mnk 6 5 5"
ARRAYS = [
    name for name in OpeningPairing.__struct_fields__ if name not in ("first", "second", "start")
]


def changed(certificate: OpeningPairing, **fields: Any) -> OpeningPairing:
    return msgspec.structs.replace(certificate, **fields)


def test_targeted_corruptions_are_rejected() -> None:
    good, position = certified(BOARD), Position.parse(BOARD)
    assert accepted(position, "outcome", "draw", good)
    empty = np.zeros(0, dtype=np.int32)
    swap = good.generators.copy()
    swap[0, [0, 1]] = swap[0, [1, 0]]
    bad: dict[str, OpeningPairing] = {
        "start": changed(good, start=3),
        "stones": changed(good, first=[0]),
        "no symmetry": changed(good, generators=swap),
        "fewer symmetries than used": changed(good, generators=empty),
        "no children": changed(
            good, moves=empty, replies=empty, child_ends=good.child_ends[:2] * 0,
            branch_ends=good.branch_ends[:2], answers=good.answers[: good.branch_ends[1]],
            owners=good.owners[: good.branch_ends[1]],
            used_ends=good.used_ends[: good.branch_ends[1] + 1],
        ),
        "a branch less": changed(
            good, answers=good.answers[:-1], owners=good.owners[:-1],
            used_ends=good.used_ends[:-1],
            branch_ends=np.minimum(good.branch_ends, len(good.answers) - 1),
        ),
        "reply on the move": changed(good, replies=good.moves),
        "unknown line": changed(good, owners=good.owners + 1000),
        "nobody owns": changed(good, owners=np.zeros_like(good.owners)),
        "floats": changed(good, owners=good.owners.astype(np.float64)),
        "wrong width": changed(good, owners=good.owners[:, :-1]),
        "a region nobody searched": changed(
            good, region_cell_ends=np.array([0, 1]), region_cells=np.array([0]),
            region_line_ends=np.array([0, len(position.sets("first"))]),
            region_lines=np.arange(len(position.sets("first"))),
        ),
    }  # fmt: skip
    for name, certificate in bad.items():
        assert not accepted(position, "outcome", "draw", certificate), name


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(ARRAYS), st.data())
def test_a_changed_number_is_rejected_or_harmless(name: str, data: st.DataObject) -> None:
    """4 x 4 with regions too; whatever is accepted was replayed move by move by the checker, so
    an accepted change must keep every line's pair: only spare cells' owners can differ."""
    good, position = certified("tictactoe 4 2"), Position.parse("tictactoe 4 2")
    array: np.ndarray = getattr(good, name).copy()
    assume(array.size > 0)
    place = data.draw(st.integers(0, array.size - 1))
    array.flat[place] += data.draw(st.integers(-40, 40).filter(bool))
    if accepted(position, "outcome", "draw", changed(good, **{name: array})):
        assert name in ("answers", "owners", "generators")


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ARRAYS), st.data())
def test_garbage_arrays_never_break_the_checker(name: str, data: st.DataObject) -> None:
    good, position = certified("tictactoe 4 2"), Position.parse("tictactoe 4 2")
    shape = data.draw(st.lists(st.integers(0, 4), min_size=0, max_size=3))
    kind = data.draw(st.sampled_from(["i1", "u8", "f8", "b1", "i4"]))
    array = np.full(shape, data.draw(st.integers(0, 3)), dtype=kind)
    if accepted(position, "outcome", "draw", changed(good, **{name: array})):
        assert np.array_equal(array, getattr(good, name)) or array.size == 0


def tree(position: Position, generators: Any = None) -> OpeningPairing:
    """All plays to the full board without one pairing: Breaker answers with the least cell
    after each of Maker's moves. What such a tree proves is decided at its nodes alone."""
    cells = position.board.cells
    maker = position.to_move
    breaker = "second" if maker == "first" else "first"
    nodes = [(position.stones(maker), position.stones(breaker))]
    child_ends, moves, replies = [0], list[int](), list[int]()
    for mine, theirs in nodes:
        free = [cell for cell in range(cells) if cell not in mine | theirs]
        for move in free:
            answer = next((cell for cell in free if cell != move), 0)
            moves.append(move)
            replies.append(answer)
            nodes.append((mine | {move}, theirs | {answer}))
        child_ends.append(len(moves))
    row, ends = np.zeros(0, dtype=np.int32), np.zeros(len(nodes) + 1, dtype=np.int32)
    one = np.zeros(1, dtype=np.int32)
    return OpeningPairing(
        sorted(position.first), sorted(position.second), -1,
        np.zeros((0, cells), dtype=np.int32) if generators is None else generators,
        ends, row, np.zeros((0, cells), dtype=np.int16), np.array(child_ends), np.array(moves),
        np.array(replies), one, row, one, row, one, row,
    )  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        "tictactoe 2 2",
        "tictactoe 2 2 --rule weak",
        "mnk 2 3 2",
        "mnk 2 3 3 --rule weak",
        "mnk 2 2 3",
        "mnk 2 2 3 --rule weak",
        "mnk 1 2 1",
        "mnk 1 4 3 --first a1;b1;c1 --second d1",
        '{"cells": 2, "sets": [[]]}',
        '{"cells": 4, "sets": [[0, 2], [1, 3]], "rule": "weak"}',
    ],
)
def test_a_full_board_is_a_leaf_only_without_a_line(words: str) -> None:
    """A node where nothing is left to play serves all moves; Maker may still own a line there."""
    position = Position.parse(words)
    certificate = tree(position)
    outcome = value(position)
    for answer in ("first", "second", "draw", "maker", "breaker"):
        if accepted(position, "outcome", answer, certificate):
            assert answer == outcome
    if outcome in ("first", "maker"):
        assert not accepted(position, "second-wins", True, certificate)


def test_a_tree_without_lines_is_a_draw() -> None:
    for words, answer in (("mnk 2 2 3", "draw"), ("mnk 2 2 3 --rule weak", "breaker")):
        position = Position.parse(words)
        assert accepted(position, "outcome", answer, tree(position))


def test_symmetries_must_keep_the_stones() -> None:
    """With the half turn, one move of every two is left out; on a board with stones that it
    does not keep, that must not be accepted."""
    turn = np.array([[3, 2, 1, 0]], dtype=np.int32)
    empty = Position.parse("mnk 2 2 3 --rule weak")
    assert not accepted(empty, "outcome", "breaker", tree(empty, turn))  # not the least cells only
    family = '{"cells": 4, "sets": [[0, 1], [2, 3]], "rule": "weak", "second": [0], "first": [3]}'
    for generators in (turn, np.array([[0, 0, 1, 2]]), np.array([[1, 0, 3, 2], [0, 1, 2, 2]])):
        position = Position.parse(family)
        if accepted(position, "outcome", "breaker", tree(position, generators)):
            assert value(position) == "breaker"
            assert np.array_equal(generators, turn)


def test_a_midgame_defence_stops_one_player_only() -> None:
    """Under the strong rule the defence alone is no draw, and no defence of the other."""
    weak = Position.parse("tictactoe 4 2 --rule weak --first b2 --second c3")
    certificate = certified("tictactoe 4 2 --rule weak --first b2 --second c3")
    assert accepted(weak, "outcome", "breaker", certificate)
    strong = Position.parse("tictactoe 4 2 --first b2 --second c3")
    assert not accepted(strong, "outcome", "draw", certificate)
    assert not accepted(strong, "second-wins", False, certificate)
    turned = Position.parse("tictactoe 4 2 --rule weak --first b2 --second c3 --to-move second")
    assert not accepted(turned, "outcome", "breaker", certificate)


def test_breaker_wins_agrees_with_full_search() -> None:
    rng = random.Random(4)
    seen = set()
    for _ in range(150):
        lines = tuple(
            {frozenset(rng.sample(range(6), rng.randint(2, 3))) for _ in range(rng.randint(1, 5))}
        )
        masks = frozenset(sum(1 << cell for cell in line) for line in lines)
        expected = breaker_holds(6, lines, frozenset(), frozenset())
        seen.add(expected)
        assert breaker_wins(masks) == expected
    assert seen == {True, False}


# -- play ---------------------------------------------------------------------------------


def play(position: Position, certificate: OpeningPairing, seed: int) -> str:
    """First plays where most open lines are nearly his, with some chance; Second replies."""
    rng = random.Random(seed)
    while position.result() is None:
        if position.to_move == "second":
            move = reply(position, certificate)
            assert move is not None
            position = position.play(move)
            continue
        live = position.live("first")
        danger = dict.fromkeys(position.moves(), 0.0)
        for row in live.sets():
            for cell in row:
                danger[cell] += 4.0 ** -len(row)
        best = max(danger.values())
        choices = [c for c, d in danger.items() if d == best] if rng.random() < 0.8 else None
        position = position.play(rng.choice(choices or position.moves()))
    result = position.result()
    assert result is not None
    return result


@pytest.mark.parametrize("words", ["tictactoe 4 2", "mnk 6 5 5", "tictactoe 4 2 --rule weak"])
def test_the_first_player_never_wins_against_the_replies(words: str) -> None:
    for seed in range(6):
        result = play(Position.parse(words), certified(words), seed)
        assert result in ("draw", "second", "breaker")


def test_no_reply_when_it_is_not_breakers_turn() -> None:
    assert reply(Position.parse("tictactoe 4 2"), certified("tictactoe 4 2")) is None


# -- the large boards ----------------------------------------------------------------------


@pytest.mark.slow
def test_seven_cubed_is_a_draw(tmp_path: Path) -> None:
    words = "tictactoe 7 3"
    finding = found(words)
    assert finding.answer == "draw"
    assert finding.detail["answers"] == 4
    path = tmp_path / "seven.json"
    record = files.CertificateFile({}, "draw", certified(words))
    assert files.write(path, files.seal(record)) < 2_000_000
    position = Position.parse(words)
    again = files.read(path).certificate
    assert isinstance(again, OpeningPairing)
    assert accepted(position, "outcome", "draw", again)
    rng = np.random.default_rng(1)
    for _ in range(10):
        owners = again.owners.copy()
        row, cell = rng.integers(owners.shape[0]), rng.integers(owners.shape[1])
        owners[row, cell] += 1 if owners[row, cell] <= 0 else -1
        assert not accepted(position, "outcome", "draw", changed(again, owners=owners))
    assert play(position, again, 1) in ("draw", "second")


@pytest.mark.slow
def test_six_cubed_is_a_draw() -> None:
    words = "tictactoe 6 3"
    finding = found(words, "opening-regions")
    assert finding.answer == "draw"
    certificate = certified(words, "opening-regions")
    position = Position.parse(words)
    assert accepted(position, "outcome", "draw", certificate)
    for used in (certificate.used[:-1], certificate.used + 1):
        assert not accepted(position, "outcome", "draw", changed(certificate, used=used))
    for seed in range(2):
        assert play(position, certificate, seed) in ("draw", "second")
