"""Outcomes and shortest wins of positional games, found by search and checked."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from reference.often import often
from reference.positional import forces
from reference.proved import question_of

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import read
from gameproof.certificates.kernel import verify
from gameproof.certificates.strategies.positional_strategy import PositionalStrategy
from gameproof.encodings.method import Finding, Options, Undecided
from gameproof.encodings.positional.search import METHODS, as_achievement
from gameproof.games.positional import Position
from gameproof.replies.strategies.positional_strategy import reply
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.positional import strategy_writer
from gameproof.solvers.positional.achievement import UNLIMITED
from gameproof.solvers.positional.positional_search import ATTACKER, Rules
from gameproof.solvers.positional.proof_number import ProofNumberSearch

RUN = {method.question: method.run for method in METHODS}


def check(
    position: Position, question: str, answer: str, certificate: Certificate, **arguments: Any
) -> str:
    """The sentence of a verified claim."""
    asked = question_of("mnk", question)
    return verify(position, asked, arguments, answer, certificate).sentence


def ask(words: str, question: str = "outcome", plies: int | None = None) -> tuple[Finding, str]:
    """The finding and the checker's sentence."""
    position = Position.parse(words)
    arguments = {} if plies is None else {"plies": plies}
    finding = RUN[question](position, Limits(time_limit=2000), Options(arguments=arguments))
    assert finding.certificate is not None
    assert not isinstance(finding.answer, Undecided)
    answer = question_of("mnk", question).form.write(finding.answer)
    return finding, check(position, question, answer, finding.certificate, **arguments)


OUTCOMES = [  # Uiterwijk, van den Herik (2000); Gardner (1979); Hales, Jewett (1963)
    ("tictactoe 2 2", "first"),
    ("tictactoe 3 2", "draw"),
    ("tictactoe 4 2", "draw"),
    ("tictactoe 2 3", "first"),
    ("tictactoe 3 3", "first"),
    ("mnk 3 3 3", "draw"),
    ("mnk 4 3 3", "first"),
    ("mnk 4 4 4", "draw"),
    ("mnk 5 4 4", "draw"),
    ("mnk 5 5 4 --rule weak", "maker"),
    ("mnk 4 4 4 --rule weak", "breaker"),
    ("polyomino fatty 4 4", "draw"),
    ("hex 3 3", "first"),
    ("hex 4 4", "first"),
    ("mnk 3 3 3 --first a1 --second b2;c3", "draw"),
    ("mnk 3 3 3 --first a1 --second b1", "first"),
    ("mnk 3 3 3 --to_move second", "draw"),
    ("mnk 4 3 3 --to_move second", "second"),
]


@pytest.mark.parametrize(("words", "answer"), OUTCOMES)
def test_outcomes(words: str, answer: str) -> None:
    assert ask(words.replace("--to_move", "--to-move"))[0].answer == answer


SHORTEST = [
    ("tictactoe 3 3", 7),
    ("mnk 4 3 3", 7),
    ("mnk 4 4 3", 5),
    ("mnk 6 5 4", 11),
    ("mnk 6 6 4", 11),
    ("mnk 5 5 4 --rule weak", 9),
    ("polyomino el 3 3", 5),
    ("polyomino tic 4 4", 5),
    ("polyomino elly 4 4", 7),
    ("polyomino tippy 4 4", 9),
    ("polyomino tippy 5 5", 7),
    ("polyomino knobby 5 5", 7),
    ("hex 4 4", 9),
]


@pytest.mark.parametrize(("words", "plies"), SHORTEST)
def test_shortest_wins(words: str, plies: int) -> None:
    assert ask(words, "win-within", plies)[0].answer is True
    assert ask(words, "win-within", plies - 2)[0].answer is False


@pytest.mark.parametrize(
    ("first", "second"), [("2,2,2;2,3,3", "1,1,1;3,3,3"), ("1,1,1;4,1,1", "2,2,2;3,3,3")]
)
def test_qubic_positions(first: str, second: str) -> None:
    """Positions of 4x4x4 with four stones, decided by threats and null moves."""
    finding, _ = ask(f"tictactoe 4 3 --first {first} --second {second}")
    assert finding.answer == "first"


def test_qubic_proof_proves_nothing_else() -> None:
    """The kept proof that the first player wins 4x4x4, which is accepted among the shipped ones."""
    path = Path(__file__).parents[3] / "instances" / "proofs" / "tictactoe-4-3.json"
    certificate = read(path).certificate
    with pytest.raises(Rejected):
        check(Position.parse("tictactoe 4 3"), "outcome", "draw", certificate)
    with pytest.raises(Rejected):
        check(Position.parse("tictactoe 4 3 --rule weak"), "outcome", "breaker", certificate)
    with pytest.raises(Rejected):
        check(Position.parse("tictactoe 4 3 --second 2,2,2"), "outcome", "first", certificate)


@pytest.mark.slow
def test_qubic() -> None:
    assert ask("tictactoe 4 3")[0].answer == "first"


@pytest.mark.slow
def test_five_by_five_four_in_a_row() -> None:
    finding, sentence = ask("mnk 5 5 4")
    assert finding.answer == "draw"
    assert "stealing" in sentence


@cache
def plain_value(position: Position) -> int:
    """1 first, 0 nobody, -1 second completes a set: minimax from the rules."""
    result = position.result()
    if result is not None:
        return {"first": 1, "maker": 1, "second": -1}.get(result, 0)
    values = [plain_value(position.play(move)) for move in position.moves()]
    return max(values) if position.to_move == "first" else min(values)


@st.composite
def small_positions(draw: st.DrawFn) -> Position:
    """A random set family on at most 8 cells, some stones, either rule, either to move."""
    cells = draw(st.integers(4, 8))
    family = draw(
        st.lists(st.sets(st.integers(0, cells - 1), min_size=1, max_size=4), min_size=1, max_size=7)
    )
    other = draw(
        st.lists(st.sets(st.integers(0, cells - 1), min_size=1, max_size=4), min_size=0, max_size=7)
    )
    taken = draw(st.lists(st.integers(0, cells - 1), max_size=2, unique=True))
    data = {
        "cells": cells,
        "sets": [sorted(row) for row in family],
        "second_sets": [sorted(row) for row in other],
        "first": taken[:1],
        "second": taken[1:],
        "to_move": draw(st.sampled_from(["first", "second"])),
        "rule": draw(st.sampled_from(["strong", "weak"])),
    }
    owned = [any(row <= set(own) for row in sets) for sets, own in
             ((family, taken[:1]), (other, taken[1:]))]  # fmt: skip
    assume(not all(owned))  # no play comes there
    return Position.parse(msgspec.json.encode(data).decode())


@settings(max_examples=often(60))
@given(small_positions())
def test_random_families_against_minimax(position: Position) -> None:
    """Finished positions included."""
    value = plain_value(position)
    found = {}
    for question in ("outcome", "second-wins"):
        finding = found[question] = RUN[question](position, Limits(), Options())
        assert finding.certificate is not None
        assert not isinstance(finding.answer, Undecided)
        answer = question_of("mnk", question).form.write(finding.answer)
        check(position, question, answer, finding.certificate)
    assert {"first": 1, "maker": 1, "second": -1}.get(str(found["outcome"].answer), 0) == value
    wins = value == -1 if position.rule == "strong" else value == 0
    assert found["second-wins"].answer is wins


@pytest.mark.parametrize("words", ["mnk 3 3 3", "mnk 4 3 3", "hex 3 3"])
@pytest.mark.parametrize("plies", [None, 3, 5, 7])
def test_search_agrees_with_play_of_every_game(words: str, plies: int | None) -> None:
    problem = as_achievement(Position.parse(words), "first", plies)
    search = ProofNumberSearch(problem, Limits(), bits=14)
    found = strategy_writer.strategy(search)
    sets = problem.masks("attack"), problem.masks("defend")
    assert found.forces == forces(*sets, problem.cells, 0, 0, True, 99 if plies is None else plies)


def test_a_search_with_bounds_goes_on_where_it_ended() -> None:
    """In steps that end when a number has reached its bound or the effort is spent, and with no
    more positions in all than ten in a hundred above those of one search."""
    problem = as_achievement(Position.parse("mnk 5 4 4"), "first")
    whole, parts = (ProofNumberSearch(problem, Limits(), bits=16) for _ in range(2))
    start = *Rules(problem).alive(0, 0, UNLIMITED), UNLIMITED, ATTACKER
    numbers, steps = (1, 1), 0
    while 0 not in numbers:
        bounds = 2 * numbers[0], 2 * numbers[1]
        before = parts.nodes
        numbers = parts.attempt_within(*start, 200, bounds)
        steps += 1
        reached = any(n >= bound for n, bound in zip(numbers, bounds, strict=True))
        assert 0 in numbers or reached or parts.nodes - before >= 200
    assert (numbers[0] == 0) == whole.wins(*start)
    assert steps > 5
    assert parts.nodes <= 1.1 * whole.nodes
    assert parts.attempt_within(*start, 200, (1, 1)) == numbers


def test_limits_are_obeyed() -> None:
    with pytest.raises(LimitReached):
        RUN["outcome"](Position.parse("mnk 5 5 4"), Limits(time_limit=0.0), Options())


PROVED = {
    words: (Position.parse(words), ask(words)[0])
    for words in ("mnk 4 3 3", "mnk 3 3 3", "mnk 5 5 4 --rule weak")
}


@settings(max_examples=200)
@given(
    st.sampled_from(list(PROVED)),
    st.sampled_from(
        (
            "moves",
            "replies",
            "children",
            "symmetries",
            "edge_ends",
            "line_ends",
            "cell_ends",
            "cells",
        )
    ),
    st.data(),
)
def test_changed_certificates(words: str, field: str, data: st.DataObject) -> None:
    """A changed number is rejected or harmless; never another claim, never another error."""
    position, finding = PROVED[words]
    assert isinstance(finding.certificate, PositionalStrategy)
    array = np.array(getattr(finding.certificate, field))
    if array.size == 0:
        return
    at = data.draw(st.integers(0, array.size - 1))
    array.flat[at] = data.draw(st.integers(-2, 40))
    changed = msgspec.structs.replace(finding.certificate, **{field: array})
    for answer in ("first", "second", "draw", "maker", "breaker"):
        try:
            check(position, "outcome", answer, changed)
        except Rejected:
            continue
        assert answer == finding.answer


@pytest.mark.parametrize(
    "change",
    [
        {"proofs": []},
        {"proofs": [["first", "forces", 0, 10**12, 0]]},
        {"proofs": [["first", "forces", 10**12, 0, 0]]},
        {"proofs": [["first", "forces", 4, 0, 99]]},
        {"proofs": 3},
        {"proofs": [["first", "forces", "x", 0, 0]]},
        {"plies": -1},
        {"plies": "nine"},
        {"moves": np.zeros((2, 2), dtype=np.int64)},
        {"edge_ends": np.zeros(0, dtype=np.int64)},
        {"permutations": np.zeros((1, 12), dtype=np.int64)},
    ],
)
def test_hostile_certificates(change: dict[str, Any]) -> None:
    position, finding = PROVED["mnk 4 3 3"]
    assert finding.certificate is not None
    changed = msgspec.structs.replace(finding.certificate, **change)
    with pytest.raises(Rejected):
        check(position, "outcome", "first", changed)


@pytest.mark.parametrize(
    ("words", "hero"), [("mnk 4 3 3", "first"), ("mnk 3 3 3", "second"), ("hex 4 4", "first")]
)
def test_reply_plays_the_strategy(words: str, hero: str) -> None:
    """Against every line of random play the reply keeps what was proved."""
    start = Position.parse(words)
    certificate = ask(words)[0].certificate
    assert isinstance(certificate, PositionalStrategy)
    rng = np.random.default_rng(5)
    for _ in range(40):
        position = start
        while position.result() is None:
            if position.to_move == hero:
                move = reply(position, certificate)
                assert move is not None
            else:
                moves = position.moves()
                move = moves[int(rng.integers(len(moves)))]
            position = position.play(move)
        assert position.result() == hero or (words == "mnk 3 3 3" and position.result() == "draw")


@pytest.mark.parametrize(
    ("words", "plies", "answer"),
    [("mnk 15 15 5", 3, False), ("mnk 15 15 4", 7, False), ("mnk 25 30 5", 5, False),
     ("mnk 64 64 6", 5, False), ("mnk 19 19 3", 5, True), ("mnk 19 19 3", 3, False)],
)  # fmt: skip
def test_few_plies_on_large_boards(words: str, plies: int, answer: bool) -> None:
    assert ask(words, "win-within", plies)[0].answer is answer
