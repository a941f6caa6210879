"""The kernel: what follows from what, and what is refused before anything follows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from fractions import Fraction
from types import ModuleType
from typing import Any, cast

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from reference.often import often
from reference.plays import forced
from reference.proved import question_of
from soundness.rules_oracle import holds

from gameproof.certificates.certificate import Certificate, Composite, Key, Rejected, Step, Use
from gameproof.certificates.files import convert
from gameproof.certificates.kernel import (
    AnyKind,
    Conclusion,
    Goal,
    Kind,
    Scope,
    Theorem,
    conclude,
    kind_of,
    prove,
    verify,
)
from gameproof.certificates.kinds import kinds, named
from gameproof.certificates.strategies.play import Play, Proof
from gameproof.encodings.plays import build
from gameproof.games import snort, tictoe
from gameproof.games.geography import make as geography
from gameproof.games.graph import Graph
from gameproof.games.impartial import nim
from gameproof.games.meaning.answers import WHOLE, choice
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import wins_within
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import Question
from gameproof.games.meaning.statement import (
    AtLeast,
    AtMost,
    Forces,
    Is,
    Prevents,
    Statement,
    entails,
    nobody_wins,
    only,
    quantity,
    wins,
)
from gameproof.prover.written import to_json

# -- what follows from what -----------------------------------------------------------------

A, B, AB = only("a"), only("b"), only("a", "b")
X = quantity("x")
X3 = quantity("x", {"plies": 3})

ENTAILED: list[tuple[list[Statement], Statement]] = [
    ([wins("a", "a")], wins("a", "a")),
    ([wins("b", "a"), wins("a", "a")], wins("a", "a")),
    ([wins("a", "a", plies=3)], wins("a", "a")),
    ([wins("a", "a", plies=3)], wins("a", "a", plies=3)),
    ([wins("a", "a", plies=3)], wins("a", "a", plies=4)),
    ([Forces("a", A, A)], Forces("a", A, only("a", "draw"))),
    ([Forces("a", A, only("a", "draw"))], Prevents("a", A, B)),
    ([Forces("a", A, A)], Prevents("a", A, B, 2)),
    ([Forces("a", A, A, 5)], Prevents("a", A, B)),
    ([Prevents("a", A, B)], Prevents("a", A, B, 7)),
    ([Prevents("a", A, B, 7)], Prevents("a", A, B, 5)),
    ([Prevents("a", A, only("b", "c"))], Prevents("a", A, B)),
    ([wins("a", "a", play="misere")], wins("a", "a", play="misere")),
    ([Is(X, 3)], Is(X, 3)),
    ([Is(X, "3")], Is(X, "3")),
    ([Is(X, None)], Is(X, None)),
    ([Is(X, True)], Is(X, True)),
    ([Is(X, (1, "a"))], Is(X, (1, "a"))),
    ([Is(X, 3)], AtLeast(X, 2)),
    ([Is(X, 3)], AtMost(X, 3)),
    ([Is(X, Fraction(1, 2))], AtMost(X, 1)),
    ([Is(X, Fraction(3))], Is(X, 3)),
    ([AtLeast(X, 3), AtMost(X, 3)], Is(X, 3)),
    ([AtLeast(X, 5)], AtLeast(X, 4)),
    ([AtMost(X, 5)], AtMost(X, 6)),
    ([AtLeast(X, Fraction(1, 2)), AtMost(X, Fraction(1, 2))], Is(X, Fraction(1, 2))),
    ([Is(X3, 0)], Is(X3, 0)),
]

NOT_ENTAILED: list[tuple[list[Statement], Statement]] = [
    ([], wins("a", "a")),
    ([], Is(X, 3)),
    ([], Prevents("a", A, B)),
    # another player, another starter, a larger or a smaller side, another game
    ([wins("a", "a")], wins("a", "b")),
    ([wins("a", "a")], wins("b", "a")),
    ([wins("b", "a")], wins("a", "a")),
    ([Forces("a", A, A)], Forces("a", AB, A)),
    ([Forces("a", AB, A)], Forces("a", A, A)),
    ([wins("a", "a")], wins("a", "a", play="misere")),
    ([wins("a", "a", play="misere")], wins("a", "a")),
    # more wanted than known
    ([Forces("a", A, only("a", "draw"))], wins("a", "a")),
    ([Forces("a", A, only("a", "draw"))], Prevents("a", A, only("draw"))),
    ([wins("a", "a")], wins("a", "a", plies=100)),
    ([wins("a", "a", plies=4)], wins("a", "a", plies=3)),
    ([Prevents("a", A, B)], Forces("a", A, A)),
    ([Prevents("a", A, B)], Prevents("a", A, only("b", "draw"))),
    ([Prevents("a", A, B, 5)], Prevents("a", A, B)),
    ([Prevents("a", A, B, 5)], Prevents("a", A, B, 6)),
    ([Prevents("a", A, B)], Prevents("a", B, A)),
    ([wins("a", "a")], Prevents("a", B, A)),
    # other quantities, other arguments, one bound for two
    ([Is(X, 3)], Is(quantity("y"), 3)),
    ([Is(X3, 3)], Is(X, 3)),
    ([Is(X, 3)], Is(X3, 3)),
    ([Is(X, 3)], Is(X, 4)),
    ([Is(X, 3)], AtLeast(X, 4)),
    ([Is(X, 3)], AtMost(X, 2)),
    ([AtLeast(X, 3)], Is(X, 3)),
    ([AtMost(X, 3)], Is(X, 3)),
    ([AtLeast(X, 3)], AtMost(X, 3)),
    ([AtLeast(X, 3)], AtMost(X, 2)),
    ([AtMost(X, 3)], AtLeast(X, 2)),
    ([AtLeast(X, 2), AtMost(X, 3)], Is(X, 3)),
    ([AtLeast(X, 3), AtMost(X3, 3)], Is(X, 3)),
    # truth values are no numbers, numbers no texts
    ([Is(X, True)], Is(X, 1)),
    ([Is(X, 1)], Is(X, True)),
    ([Is(X, False)], Is(X, 0)),
    ([Is(X, True)], AtLeast(X, 1)),
    ([AtLeast(X, 1), AtMost(X, 1)], Is(X, True)),
    ([AtLeast(X, True), AtMost(X, True)], Is(X, 1)),
    ([Is(X, "3")], Is(X, 3)),
    ([Is(X, "3")], AtLeast(X, 3)),
    ([Is(X, None)], Is(X, 0)),
    ([Is(X, None)], AtMost(X, 0)),
    ([Is(X, (True,))], Is(X, (1,))),
    ([Is(X, ((0, "a"),))], Is(X, ((False, "a"),))),
    ([Is(quantity("x", {"plies": 1}), 3)], Is(quantity("x", {"plies": True}), 3)),
    # of play nothing follows for quantities, nor the other way
    ([wins("a", "a")], Is(X, "a")),
    ([Is(X, "a")], wins("a", "a")),
]


@pytest.mark.parametrize(("known", "wanted"), ENTAILED)
def test_entailed(known: list[Statement], wanted: Statement) -> None:
    assert entails(known, wanted)
    assert entails(iter(known), wanted)
    assert entails([*known, Is(quantity("other"), 1), wins("c", "c")], wanted)


@pytest.mark.parametrize(("known", "wanted"), NOT_ENTAILED)
def test_not_entailed(known: list[Statement], wanted: Statement) -> None:
    assert not entails(known, wanted)
    assert not entails([*known, Is(quantity("other"), 1), wins("c", "c")], wanted)


def test_arguments_that_say_nothing_are_as_good_as_absent() -> None:
    assert quantity("x", {"even": False, "plies": None}) == X
    assert quantity("x", {"plies": 0}) != X
    assert quantity("x", {"b": 1, "a": [2, [3]]}) == quantity("x", {"a": (2, (3,)), "b": 1})


POSITIONS: list[Any] = [
    nim.make((2, 1)),
    nim.make((1, 1)),
    nim.make(()),
    snort.make_snort(Graph.of(2, [(0, 1)])),
    snort.make_snort(Graph.of(1, []), to_move="blue"),
    geography(Graph.of(3, [(0, 1), (1, 2)]), 0, edge=True),
    tictoe.make().play(0).play(1),
]
NAMES = ("next", "previous", "red", "blue", "first", "second", "draw", "nobody")
SETS = st.frozensets(st.sampled_from(NAMES), min_size=1, max_size=3)
PLAY = st.builds(
    lambda kind, starter, side, results, plies: kind(starter, side, results, plies),
    st.sampled_from([Forces, Prevents]),
    st.sampled_from(NAMES[:6]),
    SETS,
    SETS,
    st.none() | st.integers(0, 4),
)


@settings(max_examples=often(100))
@given(st.sampled_from(POSITIONS), st.lists(PLAY, min_size=1, max_size=3), PLAY, st.data())
def test_from_truth_follows_truth(
    position: Any, known: list[Statement], wanted: Statement, data: st.DataObject
) -> None:
    """Of true statements about play, whatever they are, only true ones follow."""
    starters = st.sampled_from(position.players)
    sides = st.frozensets(st.sampled_from(position.players), min_size=1, max_size=2)

    def near(statement: Statement) -> Statement:
        assert isinstance(statement, Forces | Prevents)
        kind, results, plies = type(statement), statement.results, statement.plies
        return kind(data.draw(starters), data.draw(sides), results, plies)

    true = [s for s in map(near, known) if holds(position, s)]
    assume(true)
    nearby = near(wanted)
    for claim in (nearby, wanted):
        if entails(true, claim):
            assert holds(position, claim)


VALUES = st.integers(-3, 3) | st.booleans() | st.fractions(-2, 2, max_denominator=3)
BOUNDS = st.integers(-3, 3) | st.fractions(-2, 2, max_denominator=3)
NUMBERS = st.one_of(
    st.builds(Is, st.just(X), VALUES),
    st.builds(AtLeast, st.just(X), BOUNDS),
    st.builds(AtMost, st.just(X), BOUNDS),
)


def says(value: object, statement: Statement) -> bool:
    """Is the statement true when this is the value?"""
    if isinstance(statement, Is):
        boolean = isinstance(value, bool), isinstance(statement.value, bool)
        return boolean[0] == boolean[1] and value == statement.value
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return False
    if isinstance(statement, AtLeast):
        return value >= statement.bound
    return isinstance(statement, AtMost) and value <= statement.bound


@settings(max_examples=often(200))
@given(VALUES, st.lists(NUMBERS, max_size=4), NUMBERS)
def test_from_true_bounds_follow_true_ones(
    value: object, known: list[Statement], wanted: Statement
) -> None:
    if entails([s for s in known if says(value, s)], wanted):
        assert says(value, wanted)


# -- a kind that says whatever it is told ---------------------------------------------------


class Probe(Composite, frozen=True, tag="test-kernel"):
    """``say``: which of the functions below concludes."""

    say: str = "nothing"


SAID: dict[str, Callable[[Goal[AnyPosition]], tuple[Statement, ...]]] = {
    "nothing": lambda goal: (),
    "win": lambda goal: (wins("next", "next"),),
    "number": lambda goal: (Is(quantity("grundy"), 3),),
    "other": lambda goal: (Is(quantity("value"), 3),),
    "bad": lambda goal: _raise(BadInput("no vertex", "graph")),
    "deep": lambda goal: _raise(RecursionError()),
}
CALLS: list[Goal[AnyPosition]] = []


def _raise(error: Exception) -> tuple[Statement, ...]:
    raise error


def _probe(goal: Goal[AnyPosition], certificate: Probe) -> Conclusion:
    CALLS.append(goal)
    return Conclusion(SAID[certificate.say](goal), certificate.say)


def kind(scope: Scope) -> Kind[AnyPosition, Probe]:
    return Kind(Probe, scope, "none", "none", _probe, _part)


def _part(goal: Goal[AnyPosition], key: Key) -> Goal[AnyPosition]:
    if key is None:
        return goal
    return Goal(goal.position.play(goal.position.parse_move(str(key))), "outcome")


KIND = kind(Scope(derives=(Forces, "grundy")))
HERE: ModuleType = sys.modules[__name__]
NIM: Any = nim.make((2, 1))


@pytest.fixture(autouse=True)
def no_calls() -> None:
    CALLS.clear()


def test_a_goal_holds_no_answer() -> None:
    assert [field.name for field in fields(Goal)] == ["position", "question", "arguments", "known"]


@pytest.mark.parametrize(
    ("scope", "say", "reason"),
    [
        (Scope((Forces,)), "win", None),
        (Scope((Prevents, "grundy")), "win", "does not derive"),
        (Scope(("grundy",)), "number", None),
        (Scope(("grundy",)), "other", "does not derive"),
        (Scope((Forces, Prevents)), "number", "does not derive"),
        (Scope((Is,)), "number", None),
        (Scope(lambda: ("grundy",)), "number", None),
        (Scope(lambda: ("value",)), "number", "does not derive"),
        (Scope(()), "nothing", None),
        (Scope((Forces,), positions=(nim.Position,)), "win", None),
        (Scope((Forces,), positions=(snort.Position,)), "win", "not about a position of nim"),
        (Scope((Forces,), positions=(snort.Position, nim.Position)), "win", None),
        (Scope((Forces,), laws=frozenset({Law.FINITE, Law.IMPARTIAL})), "win", None),
        (Scope((Forces,), laws=frozenset({Law.SAME_SETS})), "win", "needs that both players"),
        (Scope((Forces,), laws=frozenset(Law)), "win", "which is not known"),
        (Scope((Forces, "grundy")), "bad", "graph: no vertex"),
        (Scope((Forces, "grundy")), "deep", "nested too deeply"),
    ],
)
def test_scopes(
    scope: Scope, say: str, reason: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HERE, "KIND", kind(scope))
    if reason is None:
        assert conclude(Goal(NIM, "outcome"), Probe(say)).sentence == say
        return
    with pytest.raises(Rejected, match=reason):
        conclude(Goal(NIM, "outcome"), Probe(say))


def test_positions_and_laws_are_looked_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    for scope in (
        Scope((Forces,), positions=(snort.Position,)),
        Scope((Forces,), laws=frozenset({Law.EITHER_STARTS})),
    ):
        monkeypatch.setattr(HERE, "KIND", kind(scope))
        with pytest.raises(Rejected):
            conclude(Goal(NIM, "outcome"), Probe("bad"))
    assert not CALLS


@dataclass(frozen=True)
class Lawless:
    """What claims to be a position, and declares nothing."""


def test_what_declares_no_laws_obeys_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HERE, "KIND", kind(Scope((Forces,), laws=frozenset({Law.FINITE}))))
    with pytest.raises(Rejected, match="no play goes on for ever"):
        conclude(Goal(Lawless(), "outcome"), Probe("win"))


def test_steps_come_before_what_uses_them() -> None:
    """Children first, each about its own position, and seen by what uses it alone."""
    inner = Probe("win", uses=(Use(Probe("nothing"), "1:1"),))
    whole = Probe("win", uses=(Use(inner, "1:1"), Use(Probe("number"))))
    theorem = conclude(Goal(NIM, "outcome"), whole)
    heaps = [str(goal.position) for goal in CALLS]
    assert heaps == ["0 1", "1 1", "2 1", "2 1"]
    assert [len(goal.known) for goal in CALLS] == [0, 1, 0, 2]
    assert theorem.statements == (wins("next", "next"),)
    assert CALLS[-1].of(NIM) == (Is(quantity("grundy"), 3),)
    assert CALLS[-1].of(CALLS[1].position) == (wins("next", "next"),)
    assert CALLS[-1].of(CALLS[0].position) == ()
    assert [kind.tag for kind in theorem.behind] == ["test-kernel"]
    assert theorem.rules == (type(NIM).__module__,)


def test_what_is_used_must_hold() -> None:
    for bad in ("bad", "other", "deep"):
        with pytest.raises(Rejected, match="step 0"):
            conclude(Goal(NIM, "outcome"), Probe("win", uses=(Use(Probe(bad)),)))
    with pytest.raises(Rejected, match="step 0"):
        conclude(Goal(NIM, "outcome"), Probe("win", uses=(Use(Probe("win"), "7:7"),)))


def test_the_kernel_alone_makes_theorems() -> None:
    goal = Goal(NIM, "outcome")
    with pytest.raises(TypeError, match="the kernel alone"):
        Theorem(object(), goal, cast("AnyKind", KIND), Conclusion((wins("next", "previous"),), ""))


def test_a_list_of_steps_is_followed_as_it_stands() -> None:
    goal = Goal(NIM, "outcome")
    one, other = Step((), Probe("win")), Step((("test-kernel", None),), Probe("win"))
    assert [t.statements for t in prove(goal, [other, Step((), Probe("win"), (0,))])] == [
        (wins("next", "next"),)
    ] * 2
    wrong: tuple[list[Step], ...] = (
        [],
        [other],
        [Step((), Probe("win"), (0,))],
        [Step((), Probe("win"), (1,)), one],
        [Step((), Probe("win"), (-1,))],
        [Step((("strategy-stealing", None),), Probe("win")), one],
        [Step((("test-kernel", "7:7"),), Probe("win")), one],
    )
    for steps in wrong:
        with pytest.raises(Rejected):
            prove(goal, steps)


@pytest.mark.parametrize(
    "steps",
    [
        None, {}, [], [None], [[]], [{}], [{"kind": 1}],
        [{"kind": "together", "uses": None}], [{"kind": "together", "uses": [0]}],
        [{"kind": "together", "uses": ["0"]}], [{"kind": "together", "uses": [True]}],
        [{"kind": "definition"}, {"kind": "together", "uses": [0]}],
        [{"kind": "definition", "about": [["together", None]]}],
        [{"kind": "definition", "about": [["together", None]]}, {"kind": "definition"}],
        [
            {"kind": "definition", "about": [["together", None]]},
            {"kind": "definition", "uses": [0]},
        ],
        [{"kind": "definition", "about": [["each-move", None]]}, {"kind": "together", "uses": [0]}],
        [{"kind": "definition", "about": [["together"]]}, {"kind": "together", "uses": [0]}],
        [{"kind": "definition", "about": [["together", True]]}, {"kind": "together", "uses": [0]}],
        [{"kind": "definition", "about": [["together", []]]}, {"kind": "together", "uses": [0]}],
        [{"kind": "definition", "about": "ab"}, {"kind": "together", "uses": [0]}],
        [{"kind": "definition", "about": [["together", None]]}, {"kind": "together", "uses": [1]}],
        [{"kind": "definition", "about": [["together", None]]}, {"kind": "together", "uses": [-1]}],
        [{"kind": "definition", "about": [["together", None]]}, {"kind": "definition"},
         {"kind": "together", "uses": [0]}],
    ],
)  # fmt: skip
def test_lists_of_steps_that_are_refused(steps: object) -> None:
    with pytest.raises(BadInput):
        convert(steps)


def test_a_list_of_steps_that_is_read() -> None:
    nothing = dict.fromkeys(("numbers", "ends", "parts", "symmetries"))
    steps = [
        {"kind": "definition", **nothing, "about": [["together", None]]},
        {"kind": "together", "uses": [0]},
    ]
    assert to_json(convert(steps)) == steps


class Stray(Certificate, frozen=True, tag="stray"):
    """A record that no module declares a kind for."""


def test_a_record_without_a_kind_of_its_own() -> None:
    with pytest.raises(RuntimeError, match="belongs to no kind"):
        kind_of(Stray())
    with pytest.raises(BadInput, match="unknown kind"):
        named("stray")
    for tag in ("", "..", "kernel", "certificate", "even_kernel", "os", "clauses", "x" * 200):
        with pytest.raises(BadInput, match="unknown kind"):
            named(tag)


def test_every_kind_is_found_by_its_tag_and_says_what_it_is() -> None:
    found = kinds()
    assert {"play", "pairing", "even-kernel", "refutation", "definition"} <= set(found)
    for tag, each in found.items():
        assert named(tag) is each
        said = each.describe()
        assert said["theorem"]
        assert said["evidence"]
        assert said["derives"]


# -- claims ---------------------------------------------------------------------------------

GRUNDY: Question[Any] = Question("grundy", "Which heap?", spelling=WHOLE)


@pytest.mark.parametrize(
    "text",
    ["03", "+3", " 3", "3 ", "3.0", "3\n", "", "three", "0x3", "\u0663", "--3", "-", "3e0", "1_0"],
)
def test_an_answer_has_one_spelling(text: str) -> None:
    with pytest.raises(Rejected, match="the claim"):
        verify(NIM, GRUNDY, {}, text, Probe("number"))
    assert not CALLS
    assert verify(NIM, GRUNDY, {}, "3", Probe("number")).sentence == "number"


@pytest.mark.parametrize("text", ["n", "N ", "", "draw", "P\n", "next", "NP", "L"])
def test_words_that_are_no_answer(text: str) -> None:
    with pytest.raises(Rejected, match="the claim"):
        verify(NIM, question_of("nim", "outcome"), {}, text, Probe("win"))
    assert not CALLS


def test_the_claim_must_follow() -> None:
    outcome = question_of("nim", "outcome")
    verify(NIM, outcome, {}, "N", Probe("win"))
    for answer, say in (("P", "win"), ("N", "nothing"), ("N", "number")):
        with pytest.raises(Rejected, match="does not entail"):
            verify(NIM, outcome, {}, answer, Probe(say))
    for wrong in ("2", "4", "-3", "33"):
        with pytest.raises(Rejected, match="does not entail"):
            verify(NIM, GRUNDY, {}, wrong, Probe("number"))


def test_arguments_are_those_of_the_question() -> None:
    """A claim about other arguments, or about some the question does not have, is refused."""
    with pytest.raises(Rejected, match="has no argument 'heap'"):
        verify(NIM, GRUNDY, {"heap": 99}, "3", Probe("number"))
    equal: Question[Any] = Question(
        "grundy", "?", ("yes", "no"), (Parameter("heap", "integer", "size", option=True),)
    )
    with pytest.raises(Rejected, match="does not entail"):
        verify(NIM, equal, {"heap": 3}, "yes", Probe("number"))
    assert CALLS[-1].arguments == {"heap": 3}


def test_an_answer_that_says_nothing() -> None:
    empty: Question[Any] = Question(
        "outcome", "?", ("N",), spelling=choice("N"), means=lambda position, answer, given: ()
    )
    with pytest.raises(Rejected, match="says nothing"):
        verify(NIM, empty, {}, "N", Probe("win"))
    assert not CALLS


def test_within_how_many_plies_is_a_number() -> None:
    within: Question[tictoe.Position] = Question(
        "win-within",
        "?",
        ("yes", "no"),
        (Parameter("plies", "integer", "number", option=True),),
        means=wins_within,
    )
    for plies in (None, True, -1, "3", Fraction(3)):
        with pytest.raises(Rejected, match="within how many plies"):
            verify(tictoe.make(), within, {"plies": plies}, "yes", Probe("win"))


# -- players that the rules do not know -----------------------------------------------------


def relabelled(certificate: Play, proofs: list[Proof]) -> Play:
    return msgspec.structs.replace(certificate, proofs=proofs)


def all_plays(position: Any) -> Play:
    """Every play of an impartial game as if a third party replied to all: no choice anywhere."""
    return build([(position, "P")], lambda here: next(iter(here.moves())))


def test_invented_players_prove_nothing() -> None:
    """A side that never moves "wins" whatever happens: of Nim 2 1 that made a P-position."""
    outcome = question_of("nim", "outcome")
    for name in ("P", "N", "anybody", "", "first", "previous ", "PREVIOUS"):
        certificate = relabelled(all_plays(NIM), [forced("next", name, 0)])
        for answer in ("N", "P"):
            with pytest.raises(Rejected):
                verify(NIM, outcome, {}, answer, certificate)
        for starter in (name, "previous"):
            with pytest.raises(Rejected):
                verify(
                    NIM, outcome, {}, "P", relabelled(certificate, [forced(starter, "previous", 0)])
                )


def plain(position: snort.Position, side: str) -> bool:
    result = position.result()
    if result is not None:
        return result == side
    ends = [plain(position.play(move), side) for move in position.moves()]
    return any(ends) if position.to_move == side else all(ends)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_one_half_of_a_two_sided_answer(n: int) -> None:
    """Snort's outcome is about both starters: either half alone entails none of the four."""
    start: Any = snort.make_snort(Graph.of(n, [(i, i + 1) for i in range(n - 1)]))
    outcome = question_of("snort", "outcome")
    halves = []
    for starter in start.players:
        turned = start.turn(starter)
        winner = next(side for side in start.players if plain(turned, side))
        halves.append((turned, winner))

    def reply(here: Any) -> object:
        side = here.to_move
        return max(here.moves(), key=lambda move: plain(here.play(move), side))

    both = build(halves, reply)
    accepted = []
    for answer in outcome.answers:
        try:
            verify(start, outcome, {}, answer, both)
        except Rejected:
            continue
        accepted.append(answer)
    assert accepted == ["N"]
    for half in halves:
        one = build([half], reply)
        for answer in outcome.answers:
            with pytest.raises(Rejected):
                verify(start, outcome, {}, answer, one)
        (proof,) = one.proofs
        starter, (side,), node = proof.starter, proof.side, proof.root
        other = next(name for name in start.players if name != starter)
        for proofs in (
            [forced(starter, side, node)] * 2,
            [forced(starter, side, node), forced(other, side, node)],
            [forced(other, side, node)],
            [forced(starter, other if side == starter else starter, node)],
        ):
            for answer in outcome.answers:
                with pytest.raises(Rejected):
                    verify(start, outcome, {}, answer, relabelled(one, proofs))


def test_a_draw_needs_both_defences() -> None:
    statements = nobody_wins("first", ("first", "second"))
    assert len(statements) == 2
    for half in statements:
        assert not all(entails([half], wanted) for wanted in statements)
    assert all(entails(statements, wanted) for wanted in statements)
    assert not entails(statements, wins("first", "first"))


def test_starters_that_cannot_start() -> None:
    """Geography's position says who is to move; nobody else starts it."""
    position: Any = geography(Graph.of(3, [(0, 1), (1, 2)]), 0, edge=True)
    certificate = build([(position, "second")], lambda here: here.moves()[0])
    outcome = question_of("geography", "outcome")
    verify(position, outcome, {}, "P", certificate)
    moved = relabelled(certificate, [forced("second", "second", 0)])
    with pytest.raises(Rejected, match="does not start"):
        verify(position, outcome, {}, "P", moved)
    lengths = np.array(certificate.starts)
    assert lengths[-1] == len(certificate.moves)
