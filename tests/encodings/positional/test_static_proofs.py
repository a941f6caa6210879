"""Static proofs of draws and Breaker's wins: against full search, and played out."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from reference.positional import accepted, checked, never_loses, value

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.files import convert
from gameproof.certificates.pairings.hall import EXISTS, Hall
from gameproof.certificates.strategies.potential import ERDOS_SELFRIDGE, Potential
from gameproof.certificates.strategies.strategy_stealing import StrategyStealing
from gameproof.certificates.strategies.together import Together, parts
from gameproof.encodings.each_move import together
from gameproof.encodings.method import UNKNOWN, Finding, Options, Undecided
from gameproof.encodings.positional import static_proofs
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.positional import Position
from gameproof.games.sets.region_play import Region, masks
from gameproof.prover.written import to_json
from gameproof.replies.replies import plays, reply
from gameproof.solvers.limits import Limits


def found_by(words: str, name: str, question: str = "outcome") -> Finding:
    """The finding of one static proof, its certificate checked on a fresh position and as JSON."""
    table = {(m.question, m.name): m for m in static_proofs.METHODS}
    finding = table[question, name].run(Position.parse(words), Limits(60), Options())
    if finding.certificate is not None:
        again = convert(json.loads(json.dumps(to_json(finding.certificate))))
        assert not isinstance(finding.answer, Undecided)
        assert checked(Position.parse(words), question, finding.answer, again)
    return finding


@pytest.mark.parametrize(
    ("words", "name", "answer"),
    [
        ("tictactoe 5 2", "potential", "draw"),
        ("tictactoe 4 2", "potential", "unknown"),
        ("tictactoe 5 2 --rule weak", "potential", "breaker"),
        ("tictactoe 10 3", "potential", "draw"),
        ("tictactoe 9 3", "potential", "unknown"),
        ("tictactoe 1000 12", "potential", "draw"),
        ("tictactoe 1000000000000 3", "potential", "draw"),
        ("tictactoe 1000000000000 3", "pairing", "draw"),
        ("tictactoe 6 2", "degrees", "draw"),
        ("tictactoe 7 2", "degrees", "unknown"),
        ("tictactoe 9 2", "degrees", "draw"),
        ("tictactoe 14 3", "degrees", "draw"),
        ("tictactoe 27 3", "degrees", "draw"),
        ("tictactoe 25 3", "degrees", "unknown"),
        ("tictactoe 8 3", "pairing", "draw"),
        ("tictactoe 40 12", "pairing", "draw"),
        ("tictactoe 4 2", "pairing", "unknown"),
        ("mnk 12 12 8", "shared-pairs", "draw"),
        ("polyomino fatty 6 6", "shared-pairs", "draw"),
        ("tictactoe 4 2", "regions", "draw"),
        ("tictactoe 4 2 --rule weak", "regions", "breaker"),
        ("tictactoe 3 2", "regions", "unknown"),
        ("tictactoe 4 2 --first b2 --second c3", "pairing", "draw"),
        ("tictactoe 4 2 --rule weak --first b2 --second c3", "pairing", "breaker"),
        ("tictactoe 4 2 --rule weak --to-move second", "potential", "breaker"),
    ],
)
def test_static_proofs(words: str, name: str, answer: str) -> None:
    assert found_by(words, name).answer == (UNKNOWN if answer == "unknown" else answer)


@pytest.mark.parametrize(
    ("words", "answer"),
    [("tictactoe 3 3", False), ("tictactoe 3 3 --second 1,1,1", UNKNOWN),
     ("tictactoe 3 3 --rule weak", UNKNOWN), ("hex 3 4", UNKNOWN), ("hex 3 3", False),
     ("tictactoe 3 3 --to-move second", UNKNOWN), ("tictactoe 3 3 --first 2,2,2", False)],
)  # fmt: skip
def test_strategy_stealing(words: str, answer: bool | Undecided) -> None:
    assert found_by(words, "strategy-stealing", "second-wins").answer is answer
    if answer is UNKNOWN:
        assert not accepted(Position.parse(words), "second-wins", False, StrategyStealing())


def test_no_stealing_where_both_own_the_empty_set() -> None:
    """Whoever is to move, the rules name the first player the winner there."""
    for words in ('{"cells": 2, "sets": [[]]}', '{"cells": 2, "sets": [[]], "to_move": "second"}'):
        position = Position.parse(words)
        assert position.result() == "first"
        assert Law.SAME_SETS not in position.laws
        draw = together(
            StrategyStealing(),
            Potential(ERDOS_SELFRIDGE, [], "first"),
            Hall(EXISTS, player="first"),
        )
        for certificate in (StrategyStealing(), draw):
            assert not accepted(position, "outcome", "draw", certificate)


NAMES = ("potential", "degrees", "pairing", "shared-pairs", "regions")

families = st.tuples(
    st.lists(st.frozensets(st.integers(0, 6), min_size=1, max_size=4), max_size=6),
    st.frozensets(st.integers(0, 6), max_size=2),
    st.frozensets(st.integers(0, 6), max_size=2),
    st.sampled_from(["strong", "weak"]),
    st.sampled_from(["first", "second"]),
)
Drawn = tuple[list[frozenset[int]], frozenset[int], frozenset[int], str, str]


def words_of(case: Drawn) -> str:
    sets, first, second, rule, to_move = case
    return json.dumps(
        {"cells": 7, "sets": [sorted(row) for row in sets], "first": sorted(first - second),
         "second": sorted(second), "rule": rule, "to_move": to_move}
    )  # fmt: skip


def parsed(words: str) -> Position:
    """The position; a case in which both own a set, which no play comes to, is not looked at."""
    try:
        return Position.parse(words)
    except BadInput as error:
        assert "both players own a whole set" in str(error)  # noqa: PT017
        reject()


@settings(max_examples=40)
@given(families)
def test_static_proofs_agree_with_full_search_and_their_strategies_hold(case: Drawn) -> None:
    words = words_of(case)
    position = parsed(words)
    truth = value(position)
    for name in NAMES:
        finding = found_by(words, name)
        if finding.answer is UNKNOWN:
            continue
        assert finding.answer == truth
        assert finding.certificate is not None
        played_out(position, finding.certificate)


def played_out(position: Position, certificate: Certificate) -> None:
    """Every line of the opponent against the certificate's replies: never a completed set."""
    together = isinstance(certificate, Together)
    halves = parts(certificate) if isinstance(certificate, Together) else [certificate]
    for player, half in zip(("second", "first"), halves, strict=False):
        if not plays(half):
            continue
        assert not together or getattr(half, "player", player) == player
        lost = ("first", "maker") if player == "second" else ("second",)
        never_loses(position, player, lambda p, h=half: reply(p, h), lost)


@settings(max_examples=80)
@given(families)
def test_second_never_wins_where_strategy_stealing_says_so(case: Drawn) -> None:
    words = words_of(case)
    parsed(words)
    finding = found_by(words, "strategy-stealing", "second-wins")
    if finding.answer is False:
        assert value(Position.parse(words)) in ("first", "draw")


@settings(max_examples=40)
@given(st.lists(st.frozensets(st.integers(0, 6), min_size=1, max_size=4), max_size=8))
def test_region_play_is_breakers_game(sets: list[frozenset[int]]) -> None:
    position = Position.parse(
        json.dumps({"cells": 7, "sets": [sorted(row) for row in sets], "rule": "weak"})
    )
    held = Region().stopped(masks(range(7), sets))
    assert held == (value(position) == "breaker")


def test_strategies_on_real_boards() -> None:
    """Random opponents against each strategy, with a fixed seed."""
    chance = random.Random(7)
    for words, name in (
        ("tictactoe 5 2", "potential"), ("tictactoe 7 2", "pairing"),
        ("tictactoe 4 2", "regions"), ("polyomino fatty 5 5", "shared-pairs"),
        ("tictactoe 8 3", "pairing"), ("tictactoe 4 2 --first b2 --second c3", "pairing"),
    ):  # fmt: skip
        certificate = found_by(words, name).certificate
        assert certificate is not None
        assert plays(certificate)
        for _ in range(4):
            position = Position.parse(words)
            while position.result() is None:
                if position.to_move == "second":
                    move = reply(position, certificate)
                    assert move is not None
                else:
                    move = chance.choice(position.moves())
                position = position.play(move)
            assert position.result() in ("draw", "second")


HOSTILE: list[tuple[str, str, Certificate]] = [
    ("tictactoe 5 2", "draw", Potential(ERDOS_SELFRIDGE, [(5, "11")])),
    ("tictactoe 5 2", "draw", Potential(ERDOS_SELFRIDGE, [(5, "12")], "nobody")),
    ("tictactoe 5 2", "draw", Potential(ERDOS_SELFRIDGE, [(5, "12")], "first")),
    ("tictactoe 5 2", "first", Potential(ERDOS_SELFRIDGE, [(5, "12")])),
    ("tictactoe 4 2", "draw", Potential(ERDOS_SELFRIDGE, [(4, "10")])),
    ("tictactoe 5 2 --first a1", "draw", Potential(ERDOS_SELFRIDGE, [(5, "12")])),
    ("tictactoe 5 2 --second a1", "draw", Potential(ERDOS_SELFRIDGE, [(5, "9")])),
    ("tictactoe 7 2", "draw", Hall(EXISTS)),
    ("tictactoe 4 2", "draw", together(StrategyStealing(), Hall(EXISTS))),
    ("tictactoe 4 2", "draw", together(StrategyStealing())),
    ("tictactoe 4 2", "draw", together()),
    ("tictactoe 4 2", "draw", together(StrategyStealing(), StrategyStealing())),
    ("tictactoe 4 2", "draw", StrategyStealing()),
    ("tictactoe 5 2", "breaker", Potential(ERDOS_SELFRIDGE, [(5, "12")])),
    ("tictactoe 6 2 --rule weak", "breaker", Hall(EXISTS, player="first")),
    ("tictactoe 6 2 --first a1", "draw", Hall(EXISTS)),
]


@pytest.mark.parametrize(("words", "answer", "certificate"), HOSTILE)
def test_hostile_certificates(words: str, answer: str, certificate: Certificate) -> None:
    assert not accepted(Position.parse(words), "outcome", answer, certificate)
