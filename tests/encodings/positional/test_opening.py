"""Outcomes by opening pairings: answers, certificates, corrupted certificates, play."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from reference.positional import accepted, checked

from gameproof.certificates import files
from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.positional.opening import METHODS, automorphisms, closure, generating
from gameproof.games.meaning.answers import Value
from gameproof.games.positional import Position
from gameproof.prover import written
from gameproof.replies.zones.hold import reply
from gameproof.solvers.limits import Limits

BY_NAME = {method.name: method for method in METHODS}


@cache
def found(words: str, method: str = "opening-pairing") -> Finding:
    position = Position.parse(words)
    assert BY_NAME[method].applies(position)
    return BY_NAME[method].run(position, Limits(), Options())


def certified(words: str, method: str = "opening-pairing") -> Hold:
    certificate = found(words, method).certificate
    assert isinstance(certificate, Hold)
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


def changed(certificate: Hold, **fields: Any) -> Hold:
    return msgspec.structs.replace(certificate, **fields)


def test_a_midgame_defence_stops_one_player_only() -> None:
    """Under the strong rule the defence alone is no draw, and no defence of the other."""
    weak = Position.parse("tictactoe 4 2 --rule weak --first b2 --second c3")
    certificate = certified("tictactoe 4 2 --rule weak --first b2 --second c3")
    assert accepted(weak, "outcome", "breaker", certificate)
    strong = Position.parse("tictactoe 4 2 --first b2 --second c3")
    assert not accepted(strong, "outcome", "draw", certificate)
    assert not accepted(strong, "second-wins", False, certificate)
    turned = Position.parse("tictactoe 4 2 --rule weak --first b2 --second c3 --to-move second")
    assert accepted(turned, "outcome", "breaker", certificate)  # a move more harms nobody


# -- play ---------------------------------------------------------------------------------


def play(position: Position, certificate: Hold, seed: int) -> str:
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
    assert written.write(path, written.seal(record)) < 2_000_000
    position = Position.parse(words)
    again = files.read(path).certificate
    assert isinstance(again, Hold)
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
    for parts in (certificate.parts[:-1], np.roll(certificate.parts, 1, axis=0)):
        assert not accepted(position, "outcome", "draw", changed(certificate, parts=parts))
    for seed in range(2):
        assert play(position, certificate, seed) in ("draw", "second")
