"""Static proofs of draws and Breaker's wins: against full search, and played out."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.positional import never_loses, value

from gameproof.certificates.both_blocked import BothBlocked
from gameproof.certificates.certificate import Certificate, Claim, Rejected, check, kinds
from gameproof.certificates.degrees import Degrees
from gameproof.certificates.files import convert, to_json
from gameproof.certificates.potential import Potential
from gameproof.certificates.regions import Region, Regions, masks
from gameproof.certificates.strategy_stealing import StrategyStealing
from gameproof.encodings import positional_ladder as ladder
from gameproof.encodings.method import Finding, Options
from gameproof.games.positional import Position
from gameproof.solvers.limits import Limits


def climb(words: str, rung: str, question: str = "outcome") -> Finding:
    """The finding of one rung, its certificate checked on a fresh position and as JSON."""
    table = {(m.question, m.name): m for m in ladder.METHODS}
    finding = table[question, rung].run(Position.parse(words), Limits(60), Options())
    if finding.certificate is not None:
        again = convert(json.loads(json.dumps(to_json(finding.certificate))))
        claim = Claim(question, finding.answer)
        assert check(Position.parse(words), claim, again)
    return finding


@pytest.mark.parametrize(
    ("words", "rung", "answer"),
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
def test_rungs(words: str, rung: str, answer: str) -> None:
    assert climb(words, rung).answer == answer


@pytest.mark.parametrize(
    ("words", "answer"),
    [("tictactoe 3 3", "no"), ("tictactoe 3 3 --second 1,1,1", "unknown"),
     ("tictactoe 3 3 --rule weak", "unknown"), ("hex 3 3", "unknown"),
     ("tictactoe 3 3 --to-move second", "unknown"), ("tictactoe 3 3 --first 2,2,2", "no")],
)  # fmt: skip
def test_strategy_stealing(words: str, answer: str) -> None:
    assert climb(words, "strategy-stealing", "second-wins").answer == answer
    if answer == "unknown":
        with pytest.raises(Rejected):
            check(Position.parse(words), Claim("second-wins", "no"), StrategyStealing())


RUNGS = ("potential", "degrees", "pairing", "shared-pairs", "regions")

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


@settings(max_examples=40, deadline=None)
@given(families)
def test_rungs_agree_with_full_search_and_their_strategies_hold(case: Drawn) -> None:
    words = words_of(case)
    position = Position.parse(words)
    truth = value(position)
    for rung in RUNGS:
        finding = climb(words, rung)
        if finding.answer == "unknown":
            continue
        assert finding.answer == truth
        assert finding.certificate is not None
        played_out(position, finding.certificate)


def played_out(position: Position, certificate: Certificate) -> None:
    """Every line of the opponent against the certificate's replies: never a completed set."""
    _, module = kinds()[str(certificate.__struct_config__.tag)]
    if not hasattr(module, "reply"):
        return
    sides = ("first", "second") if isinstance(certificate, BothBlocked) else ("second",)
    for player in sides:
        half: Any = certificate
        if isinstance(certificate, BothBlocked):
            data = certificate.against_first if player == "second" else certificate.against_second
            half = convert(data)
            _, module = kinds()[str(half.__struct_config__.tag)]
            if not hasattr(module, "reply"):
                continue
        lost = ("first", "maker") if player == "second" else ("second",)
        never_loses(position, player, lambda p, m=module, h=half: m.reply(p, h), lost)


@settings(max_examples=80, deadline=None)
@given(families)
def test_second_never_wins_where_strategy_stealing_says_so(case: Drawn) -> None:
    words = words_of(case)
    finding = climb(words, "strategy-stealing", "second-wins")
    if finding.answer == "no":
        assert value(Position.parse(words)) in ("first", "draw")


@settings(max_examples=40, deadline=None)
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
    for words, rung in (
        ("tictactoe 5 2", "potential"), ("tictactoe 7 2", "pairing"),
        ("tictactoe 4 2", "regions"), ("polyomino fatty 5 5", "shared-pairs"),
        ("tictactoe 8 3", "pairing"), ("tictactoe 4 2 --first b2 --second c3", "pairing"),
    ):  # fmt: skip
        certificate = climb(words, rung).certificate
        assert certificate is not None
        _, module = kinds()[str(certificate.__struct_config__.tag)]
        for _ in range(4):
            position = Position.parse(words)
            while position.result() is None:
                if position.to_move == "second":
                    move = module.reply(position, certificate)
                else:
                    move = chance.choice(position.moves())
                position = position.play(move)
            assert position.result() in ("draw", "second")


HOSTILE: list[tuple[str, str, Certificate]] = [
    ("tictactoe 5 2", "draw", Potential([(5, "11")])),
    ("tictactoe 5 2", "draw", Potential([(5, "12")], "nobody")),
    ("tictactoe 5 2", "draw", Potential([(5, "12")], "first")),
    ("tictactoe 5 2", "first", Potential([(5, "12")])),
    ("tictactoe 4 2", "draw", Potential([(4, "10")])),
    ("tictactoe 5 2 --first a1", "draw", Potential([(5, "12")])),
    ("tictactoe 5 2 --second a1", "draw", Potential([(5, "9")])),
    ("tictactoe 7 2", "draw", Degrees(7, 4)),
    ("tictactoe 7 2", "draw", Degrees(8, 4)),
    ("tictactoe 4 2", "draw", Regions([[[0, 1], [2, 3]]], [0] * 10)),
    ("tictactoe 4 2", "draw", Regions([[[0, 1]], [[1, 2]]], [0] * 10)),
    ("tictactoe 4 2", "draw", Regions([[[0, 99]]], [0] * 10)),
    ("tictactoe 4 2", "draw", Regions([[[0, 1]]], [3] * 10)),
    ("tictactoe 4 2", "draw", Regions([], [])),
    ("tictactoe 30 2", "draw", Regions([[list(range(30))]], [0] * 62)),
    ("tictactoe 4 2", "draw", BothBlocked({"kind": "nonsense"}, {})),
    ("tictactoe 4 2", "draw", BothBlocked({"kind": "strategy-stealing"}, {})),
    ("tictactoe 4 2", "draw", StrategyStealing()),
]


@pytest.mark.parametrize(("words", "answer", "certificate"), HOSTILE)
def test_hostile_certificates(words: str, answer: str, certificate: Certificate) -> None:
    with pytest.raises(Rejected):
        check(Position.parse(words), Claim("outcome", answer), certificate)
