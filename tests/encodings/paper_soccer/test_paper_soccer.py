"""Paper soccer decided: winners and strategies, turns by three engines, plays counted."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import paper_soccer as rules_only
from reference.proved import findings, proved, question_of

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.definitions import definition
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal, verify
from gameproof.certificates.strategies.each_move import EachMove
from gameproof.encodings import by_definition
from gameproof.encodings.method import Options
from gameproof.encodings.paper_soccer.paper_soccer import (
    by_sat,
    equivalent,
    goal_this_turn,
    turn_ends,
)
from gameproof.encodings.paper_soccer.search import outcome
from gameproof.games.clauses.clauses import formula
from gameproof.games.counts.soccer_counts import STEPS_EACH
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.paper_soccer import Position, Rules, make
from gameproof.prover.registry import entry
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.cnf import Cnf
from gameproof.solvers.sat.sat import Session

GAME = "paper-soccer"
FIRST, SECOND = "first", "second"

# pitch, winner and winning first plies when player 1 begins, the same when player 2 begins
DOCUMENT = [
    ((1, 3), SECOND, "", SECOND, "0,2 0,3 1,3"),
    ((1, 5), SECOND, "", SECOND, "0,2 0,3 1,2"),
    ((1, 7), FIRST, "0,4 0,5 1,5", SECOND, "0,3 0,4 1,3"),
    ((2, 2), FIRST, "0,0 1,0 2,0", SECOND, "0,2 1,2 2,2"),
    ((2, 4), FIRST, "1,1", SECOND, "1,3"),
    ((4, 2), FIRST, "2,0", SECOND, "2,2"),
    ((3, 3), FIRST, "2,1", SECOND, "1,2 1,3 2,3 3,2 3,3"),
    ((3, 4), FIRST, "1,1 2,1 3,1 3,2", SECOND, "1,3 2,3 3,2 3,3"),
]
STANDARD = [
    ((2, 2), "standard", FIRST, "0,2 2,2"),
    ((2, 4), "standard", SECOND, ""),
    ((4, 2), "standard", FIRST, "1,0 1,2 3,0 3,2"),
    ((2, 6), "standard", SECOND, ""),
    ((6, 2), "standard", FIRST, "2,2 4,2"),
    ((2, 2), "standard-mouth", FIRST, "0,0 0,1 0,2 1,0 1,2 2,0 2,1 2,2"),
    ((2, 4), "standard-mouth", FIRST, "0,1 0,3 2,1 2,3"),
    ((4, 2), "standard-mouth", FIRST, "1,0 1,2 2,0 2,2 3,0 3,2"),
    ((2, 6), "standard-mouth", SECOND, ""),
    ((6, 2), "standard-mouth", FIRST, "2,0 2,2 3,0 3,2 4,0 4,2"),
]


def listed(points: str) -> str:
    return " ".join(f"({p})" for p in points.split()) or "none"


@pytest.mark.parametrize(("size", "one", "one_wins", "two", "two_wins"), DOCUMENT)
def test_winners_of_the_document_game(
    size: tuple[int, int], one: str, one_wins: str, two: str, two_wins: str
) -> None:
    for first, winner, wins in (("1", one, one_wins), ("2", two, two_wins)):
        position = make(*size, first=first)
        assert proved(GAME, position, "outcome") == winner
        assert proved(GAME, position, "winning-plies") == listed(wins)


@pytest.mark.parametrize(("size", "rules", "winner", "wins"), STANDARD)
def test_winners_of_the_standard_game(
    size: tuple[int, int], rules: Rules, winner: str, wins: str
) -> None:
    position = make(*size, rules)
    assert proved(GAME, position, "outcome") == winner
    assert proved(GAME, position, "winning-plies") == listed(wins)


@pytest.mark.parametrize(
    ("size", "rules"),
    [
        ((1, 3), "document"),
        ((2, 2), "document"),
        ((1, 4), "document"),
        ((2, 3), "document"),
        ((1, 5), "document"),
        ((2, 2), "standard"),
        ((2, 2), "standard-mouth"),
    ],
)
@pytest.mark.parametrize("first", [1, 2])
def test_winning_plies_are_those_of_the_rules_alone(
    size: tuple[int, int], rules: Rules, first: int
) -> None:
    expected = rules_only.winning_plies(*size, rules, first)
    text = " ".join(f"({x},{y})" for x, y in expected) or "none"
    assert proved(GAME, make(*size, rules, first=str(first)), "winning-plies") == text


COUNTS = [
    ((9, 11), "histories", "1 8 56 392 2720 18413"),
    ((3, 3), "histories", "1 8 35 127 493 1899 6883"),
    ((3, 5), "histories", "1 8 47 233 1104 5193"),
    ((1, 3), "histories", "1 5 14 34 76 148 236 324 360 352 352 176 0"),
    ((9, 11), "classes", "1 8 56 380 2528"),
    ((3, 3), "classes", "1 8 35 119 399 1288 3842"),
    ((9, 11), "largest-class", "1 1 1 2 2"),
    ((3, 3), "largest-class", "1 1 1 2 2 6 8"),
    ((9, 11), "split-classes", "0 0 0 0 0"),
    ((3, 3), "split-classes", "0 0 0 0 0 0 0"),
    ((9, 11), "bounces", "0 0 0 24"),
    ((9, 11), "bounce-exceptions", "0 0 0 0 0"),
    ((3, 3), "bounce-exceptions", "0 0 0 0 0 0"),
    # twelve triangles at b0, in two directions each
    ((9, 11), "parity-exceptions", "0 0 0 24 384"),
    ((9, 11), "visited-exceptions", "0 0 0 0 0"),
    ((3, 3), "visited-exceptions", "0 0 0 0 0 0 0"),
    ((3, 3), "cyclic-singles", "0 0 0 0 0 0 0"),
    ((1, 3), "cyclic-singles", "0 " * 12 + "0"),
]


@pytest.mark.parametrize(("size", "question", "expected"), COUNTS)
def test_counts_by_ply(size: tuple[int, int], question: str, expected: str) -> None:
    plies = len(expected.split()) - 1
    assert proved(GAME, make(*size), question, plies=plies) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("histories", "1 8 56 392 2720 18413 121280"),
        ("classes", "1 8 56 380 2528 16317 101494"),
        ("largest-class", "1 1 1 2 2 6 8"),
        ("split-classes", "0 0 0 0 0 0 0"),
        ("bounce-exceptions", "0 0 0 0 0 0 0"),
        ("visited-exceptions", "0 0 0 0 0 0 0"),
    ],
)
def test_counts_to_ply_six(question: str, expected: str) -> None:
    assert proved(GAME, make(9, 11), question, plies=6) == expected


def test_border_bounces_break_the_cycle_criterion() -> None:
    """Lemma 3.4 needs Høivik's rules: border points bounce without any cycle."""
    narrow = proved(GAME, make(2, 4, "standard"), "bounce-exceptions", plies=2)
    assert narrow.split()[1] != "0"
    assert proved(GAME, make(2, 4, "standard"), "bounces", plies=1) == "0 6"


@pytest.mark.parametrize(
    ("size", "longest", "positions"),
    [((1, 3), "11", "182"), ((2, 2), "10", "112"), ((1, 5), "19", "16605")],
)
def test_complete_games(size: tuple[int, int], longest: str, positions: str) -> None:
    assert proved(GAME, make(*size), "longest") == longest
    assert proved(GAME, make(*size), "positions") == positions


def test_no_acyclic_position_has_two_histories() -> None:
    assert proved(GAME, make(3, 3), "acyclic-twins", plies=6) == "no"
    assert proved(GAME, make(1, 3), "acyclic-twins", plies=11) == "no"


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("5,7 6,7 5,6", "5,7 6,7 5,6", "equal"),
        ("5,7 6,7 5,6", "6,7 5,7 5,6", "strong"),
        ("5,7 6,7", "5,7 6,7 5,6", "different"),
    ],
)
def test_two_games_compared(one: str, two: str, expected: str) -> None:
    assert proved(GAME, make(9, 11, history=one), "equivalent", other=two) == expected


def test_a_game_to_compare_with_must_be_named() -> None:
    """One of no plies is named by an empty text; nothing is none."""
    with pytest.raises(BadInput, match="--other, the plies of the game to compare with"):
        equivalent(make(3, 3), Limits(), Options())
    assert proved(GAME, make(3, 3), "equivalent", other="") == "equal"
    assert proved(GAME, make(3, 3, history="n"), "equivalent", other="") == "different"


@pytest.mark.parametrize(("size", "answer"), [((9, 11), "no"), ((8, 10), "yes"), ((1, 1), "no")])
def test_odd_pitches_have_no_centre(size: tuple[int, int], answer: str) -> None:
    assert proved(GAME, make(*size), "centred") == answer
    assert proved(GAME, make(*size), "lines") == str(4 * size[0] * size[1] + sum(size))


def midgame(seed: int, size: tuple[int, int], rules: Rules, plies: int) -> Position:
    """A random game, some plies before its end if it ends."""
    import numpy as np

    rng = np.random.default_rng(seed)
    position = make(*size, rules)
    for _ in range(plies):
        moves = [v for v in position.moves() if not position.pitch.goal[v]]
        if not moves:
            break
        after = position.play(moves[int(rng.integers(len(moves)))])
        if after.result() is not None:
            break
        position = after
    return position


@settings(max_examples=40)
@given(
    st.integers(0, 2**32),
    st.sampled_from([(2, 2), (4, 4), (6, 4), (8, 10)]),
    st.sampled_from(["document", "standard", "standard-mouth"]),
    st.integers(0, 60),
)
def test_turns_by_search_and_by_sat(
    seed: int, size: tuple[int, int], rules: Rules, plies: int
) -> None:
    position = midgame(seed, size, rules, plies)
    answers = {f.answer for f in findings(GAME, position, "goal-this-turn").values()}
    assert len(answers) == 1
    ends = turns_by_the_rules(position) if len(position.pitch.edges) < 30 else None
    found = findings(GAME, position, "turn-ends")["reachability"]
    if ends is not None:
        assert found.answer == len(ends)
        assert answers == {position.mover in ends.values()}


def turns_by_the_rules(position: Position) -> dict[int, int]:
    """Every end of this turn, with the player whose goal it is (0: none), ply by ply."""
    found: dict[int, int] = {}
    todo, seen = [position], {position}
    while todo:
        at = todo.pop()
        for move in at.moves():
            after = at.play(move)
            if at.pitch.goal[move] or after.mover != position.mover:
                found[move] = at.pitch.goal[move]
            elif after not in seen:
                seen.add(after)
                todo.append(after)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_turns_by_cp_sat(seed: int) -> None:
    position = midgame(seed, (8, 10), "standard", 60)
    options = Options(engine="cp-sat")
    finding = by_sat(position, Limits(), options)
    assert finding.certificate is not None
    accepted(position, "goal-this-turn", "yes" if finding.answer else "no", finding.certificate)
    assert finding.answer == goal_this_turn(position, Limits(), Options()).answer


def accepted(
    position: Any, question: str, answer: str, certificate: Certificate, **arguments: Value
) -> None:
    verify(position, question_of(GAME, question), arguments, answer, certificate)


def rejected(
    position: Position, question: str, answer: str, certificate: Certificate, **arguments: Value
) -> None:
    with pytest.raises(Rejected):
        accepted(position, question, answer, certificate, **arguments)


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(0, 60))
def test_changed_turns_are_rejected(seed: int, plies: int) -> None:
    position = midgame(seed, (6, 4), "standard", plies)
    points = len(position.pitch.points)
    found = findings(GAME, position, "goal-this-turn")["reachability"]
    assert found.certificate is not None
    goal = "goal-this-turn"
    answer, other = ("yes", "no") if found.answer else ("no", "yes")
    accepted(position, goal, answer, found.certificate)
    rejected(position, goal, other, found.certificate)
    for winner in (FIRST, SECOND):
        rejected(position, "outcome", winner, found.certificate)
    for nothing in (Definition.of([]), Definition.of([[]])):
        rejected(position, goal, "yes", nothing)
        rejected(position, goal, "no", nothing)
    if isinstance(found.certificate, Definition) and found.certificate.has_object:
        (walk,) = found.certificate.rows()
        for wrong in (walk[:-1], [*walk, 0], [points], [walk[0], position.ball, *walk]):
            rejected(position, goal, answer, Definition.of([wrong]))
    ends = turn_ends(position, Limits(), Options())
    assert isinstance(ends.answer, int)
    assert ends.certificate is not None
    accepted(position, "turn-ends", str(ends.answer), ends.certificate)
    for number in (ends.answer + 1, ends.answer - 1):
        rejected(position, "turn-ends", str(number), ends.certificate)


def test_the_goal_that_the_mover_attacks() -> None:
    """Down is player 1's goal: a walk into the other one is no goal of his."""
    for first, direction, answer in (("1", "s", "yes"), ("1", "n", "no"), ("2", "n", "yes")):
        position = make(2, 2, first=first)
        walk = Definition.of([[position.parse_move(direction)]])
        rejected(position, "goal-this-turn", "no", walk)
        if answer == "yes":
            accepted(position, "goal-this-turn", answer, walk)
        else:
            rejected(position, "goal-this-turn", "yes", walk)


@pytest.mark.parametrize(
    ("position", "winner"),
    [
        (make(2, 2, history="s"), FIRST),
        (make(2, 2, history="n"), SECOND),
        (make(1, 1), SECOND),
        (make(2, 2, "standard", "n n"), FIRST),
    ],
)
def test_finished_games_answer(position: Position, winner: str) -> None:
    assert position.result() == winner
    assert proved(GAME, position, "outcome") == winner
    assert proved(GAME, position, "winning-plies") == "none"
    assert proved(GAME, position, "goal-this-turn") == "no"
    assert proved(GAME, position, "turn-ends") == "0"
    assert proved(GAME, position, "longest") == "0"
    assert proved(GAME, position, "histories", plies=3) == "1 0 0 0"
    for turns in (0, 1):
        won = "yes" if winner == position.to_move else "no"
        assert proved(GAME, position, "win-within", turns=turns) == won
    # nothing leads out of a goal, whatever lines are there
    rejected(position, "goal-this-turn", "yes", Definition.of([[position.ball]]))
    rejected(position, "winning-plies", "(0,0)", EachMove())
    other = SECOND if winner == FIRST else FIRST
    strategy = findings(GAME, position, "outcome")["search"].certificate
    assert strategy is not None
    rejected(position, "outcome", other, strategy)


@settings(max_examples=20)
@given(st.integers(0, 4), st.integers(-2, 2).filter(bool))
def test_changed_counts_are_rejected(ply: int, change: int) -> None:
    position = make(3, 3)
    counts = [1, 8, 35, 127, 493]
    accepted(position, "histories", " ".join(map(str, counts)), Definition(), plies=4)
    counts[ply] += change
    answer = " ".join(map(str, counts))
    rejected(position, "histories", answer, Definition(), plies=4)
    rejected(position, "histories", "1 8", Definition(), plies=2)
    rejected(position, "histories", "1 8 35", Definition(), plies=1)
    rejected(position, "histories", "1 8 +35", Definition(), plies=2)
    rejected(position, "classes", "1 8 35 127", Definition(), plies=3)
    rejected(position, "outcome", "first", Definition())


@pytest.mark.parametrize("plies", [-1, 10**9, True, "4", None, 4.0])
def test_plies_that_are_none(plies: Value) -> None:
    rejected(make(1, 3), "histories", "1 5 14 34 76", Definition(), plies=plies)
    rejected(make(1, 3), "acyclic-twins", "no", Definition(), plies=plies)


def test_long_counts_are_padded_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    long = proved(GAME, make(1, 3), "histories", plies=5_000)
    assert long == "1 5 14 34 76 148 236 324 360 352 352 176" + " 0" * 4_989
    monkeypatch.setattr(definition, "STEPS", 5_000 * STEPS_EACH)
    rejected(make(8, 8), "histories", "1", Definition(), plies=100_000)


def test_counting_again_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definition, "STEPS", 100 * STEPS_EACH)
    rejected(make(3, 3), "histories", "1 8 35 127 493", Definition(), plies=4)
    accepted(make(3, 3), "histories", "1 8 35", Definition(), plies=2)
    rejected(make(2, 2), "longest", "10", Definition())
    # What takes longer for each position is counted for fewer of them.
    monkeypatch.setattr(definition, "STEPS", 3 * 44 * STEPS_EACH)
    accepted(make(3, 3), "bounce-exceptions", "0 0 0 0", Definition(), plies=3)
    rejected(make(3, 3), "bounce-exceptions", "0 0 0 0 0", Definition(), plies=4)
    accepted(make(3, 3), "histories", "1 8 35 127", Definition(), plies=3)


def test_a_method_leaves_out_the_certificate_that_would_be_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options = Options(arguments={"plies": 3})
    for steps, verified in ((200, True), (40, False)):
        monkeypatch.setattr(definition, "STEPS", steps * STEPS_EACH)
        monkeypatch.setattr(by_definition, "STEPS", steps * STEPS_EACH)
        (method,) = entry(GAME).portfolio("histories")
        position: Any = make(3, 3)
        finding = method.run(position, Limits(), options)
        assert finding.answer == (1, 8, 35, 127)
        assert (finding.certificate is not None) == verified
        if verified:
            accepted(position, "histories", "1 8 35 127", Definition(), plies=3)
        else:
            rejected(position, "histories", "1 8 35 127", Definition(), plies=3)


def test_a_shortest_exception_is_shown() -> None:
    """The play named is legal, as long as said, and its mover is not the one of its parity."""
    options = Options(arguments={"plies": 4})
    (method,) = entry(GAME).portfolio("parity-exceptions")
    here: Any = make(2, 2)
    finding = method.run(here, Limits(), options)
    assert finding.answer == (0, 0, 0, 8, 52)
    walk = re.findall(r"\(([^)]*)\)", finding.detail["shortest"])
    assert len(walk) == 3
    start = here.mover
    for text in walk:
        here = here.play(here.parse_move(text))
    assert here.mover == start


def test_changed_strategies_are_rejected() -> None:
    position = make(2, 4)
    finding = findings(GAME, position, "outcome")["search"]
    assert finding.certificate is not None
    rejected(position, "outcome", SECOND, finding.certificate)
    rejected(make(2, 4, first="2"), "outcome", FIRST, finding.certificate)
    rejected(make(2, 4, first="2"), "outcome", SECOND, finding.certificate)
    rejected(make(4, 2), "outcome", FIRST, finding.certificate)
    rejected(make(2, 4, "standard"), "outcome", FIRST, finding.certificate)
    rejected(make(2, 4, "standard"), "outcome", SECOND, finding.certificate)
    plies = findings(GAME, position, "winning-plies")["search"]
    assert isinstance(plies.certificate, EachMove)
    assert isinstance(plies.answer, str)
    rejected(position, "winning-plies", "none", plies.certificate)
    fewer = EachMove(uses=plies.certificate.uses[1:])
    rejected(position, "winning-plies", plies.answer, fewer)
    rejected(make(2, 4, "standard"), "winning-plies", plies.answer, plies.certificate)
    rejected(position, "winning-plies", "none", EachMove())


def test_twins_by_refutation() -> None:
    position = make(3, 3)
    found = findings(GAME, position, "acyclic-twins", plies=5)
    assert {f.answer for f in found.values()} == {False}
    proof = found["sat"].certificate
    assert proof is not None
    accepted(position, "acyclic-twins", "no", proof, plies=5)
    rejected(position, "acyclic-twins", "yes", proof, plies=5)
    rejected(position, "acyclic-twins", "no", proof, plies=6)
    rejected(make(3, 3, history="n"), "acyclic-twins", "no", proof, plies=5)
    for question in ("goal-this-turn", "centred"):
        rejected(position, question, "no", proof)


def test_clauses_about_twins_are_not_without_bound() -> None:
    with pytest.raises(BadInput, match="too many"):
        formula(Goal(make(64, 64), "acyclic-twins", {"plies": 10**9}))
    small = formula(Goal(make(1, 3), "acyclic-twins", {"plies": 7}))
    assert formula(Goal(make(1, 3), "acyclic-twins", {"plies": 10**9})).clauses == small.clauses


def test_other_games_compared() -> None:
    position = make(3, 3, history="n")
    rejected(position, "equivalent", "equal", Definition(), other="s")
    rejected(position, "equivalent", "equal", Definition(), other="up")
    rejected(position, "equivalent", "equal", Definition())
    accepted(position, "equivalent", "equal", Definition(), other="n")
    same_state = replace(position, history=())
    assert same_state == position
    rejected(same_state, "equivalent", "equal", Definition(), other="n")
    rejected(same_state, "equivalent", "strong", Definition(), other="n")


def test_clauses_about_twins_hold_when_the_histories_need_not_differ() -> None:
    made = formula(Goal(make(3, 3), "acyclic-twins", {"plies": 4}))
    with Session(Cnf(made.variables, list(made.clauses[:-1])), Limits()) as session:
        assert session.solve().status == "sat"


@pytest.mark.slow
def test_four_by_five() -> None:
    """The largest document pitch with a checked strategy; search alone needs 30 M nodes."""
    position = make(4, 5)
    finding = outcome(position, Limits(600), Options())
    assert finding.answer == FIRST
    assert finding.certificate is not None
    accepted(position, "outcome", FIRST, finding.certificate)


@pytest.mark.parametrize("rules", ["document", "standard"])
def test_four_by_four_has_a_small_strategy(rules: Rules) -> None:
    assert proved(GAME, make(4, 4, rules), "outcome") == FIRST
