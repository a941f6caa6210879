"""Paper soccer decided: winners and strategies, turns by three engines, plays counted."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import paper_soccer as rules_only
from reference.proved import findings, proved

from gameproof.certificates.certificate import Certificate, Claim, Rejected, check
from gameproof.certificates.clauses import formula
from gameproof.certificates.each_move import EachMove
from gameproof.certificates.play_layers import PlayLayers
from gameproof.certificates.soccer_turn import TurnEnds, TurnWalk
from gameproof.encodings.method import Options
from gameproof.encodings.paper_soccer import by_sat, goal_this_turn, outcome, turn_ends
from gameproof.games.paper_soccer import Position, Rules, make
from gameproof.solvers.cnf import Cnf
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import Session

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
    """Lemma 3.4 needs the document's rules: border points bounce without any cycle."""
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


@settings(deadline=None, max_examples=40)
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
        assert found.answer == str(len(ends))
        assert answers == {"yes" if position.mover in ends.values() else "no"}


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
    check(position, Claim("goal-this-turn", finding.answer), finding.certificate)
    assert finding.answer == goal_this_turn(position, Limits(), Options()).answer


def rejected(position: Position, claim: Claim, certificate: Certificate) -> None:
    with pytest.raises(Rejected):
        check(position, claim, certificate)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32), st.integers(0, 60), st.data())
def test_changed_turns_are_rejected(seed: int, plies: int, data: st.DataObject) -> None:
    position = midgame(seed, (6, 4), "standard", plies)
    points = len(position.pitch.points)
    found = findings(GAME, position, "goal-this-turn")["reachability"]
    assert isinstance(found.certificate, TurnWalk)
    claim = Claim("goal-this-turn", found.answer)
    other = Claim("goal-this-turn", "no" if found.answer == "yes" else "yes")
    rejected(position, other, found.certificate)
    rejected(position, Claim("outcome", found.answer), found.certificate)
    if found.answer == "yes":
        rejected(position, claim, TurnWalk(found.certificate.walk[:-1], []))
        rejected(position, claim, TurnWalk([*found.certificate.walk, 0], []))
        rejected(position, claim, TurnWalk([points], []))
    else:
        rejected(position, claim, TurnWalk([], []))
        rejected(position, claim, TurnWalk([], [position.ball, points]))
    ends = turn_ends(position, Limits(), Options())
    assert isinstance(ends.certificate, TurnEnds)
    claim = Claim("turn-ends", ends.answer)
    drop = data.draw(st.integers(0, max(0, len(ends.certificate.walks) - 1)))
    fewer = [w for k, w in enumerate(ends.certificate.walks) if k != drop]
    if ends.certificate.walks:
        rejected(position, claim, replace_walks(ends.certificate, fewer))
        less = Claim("turn-ends", str(len(fewer)))
        rejected(position, less, replace_walks(ends.certificate, fewer))
    rejected(position, Claim("turn-ends", str(int(ends.answer) + 1)), ends.certificate)
    rejected(position, claim, TurnEnds(ends.certificate.walks, []))


def replace_walks(certificate: TurnEnds, walks: list[list[int]]) -> TurnEnds:
    return TurnEnds(walks, certificate.cut)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 4), st.integers(-2, 2).filter(bool))
def test_changed_counts_are_rejected(ply: int, change: int) -> None:
    position = make(3, 3)
    counts = [1, 8, 35, 127, 493]
    counts[ply] += change
    answer = " ".join(map(str, counts))
    rejected(position, Claim("histories", answer, {"plies": 4}), PlayLayers(counts))
    rejected(position, Claim("histories", "1 8", {"plies": 1}), PlayLayers([1, 8, 35]))
    rejected(position, Claim("longest", "4"), PlayLayers([1, 8, 35, 127, 493]))
    rejected(position, Claim("outcome", "first"), PlayLayers([1]))


def test_changed_strategies_are_rejected() -> None:
    position = make(2, 4)
    finding = findings(GAME, position, "outcome")["search"]
    assert finding.certificate is not None
    rejected(position, Claim("outcome", SECOND), finding.certificate)
    rejected(make(2, 4, first="2"), Claim("outcome", FIRST), finding.certificate)
    rejected(make(4, 2), Claim("outcome", FIRST), finding.certificate)
    plies = findings(GAME, position, "winning-plies")["search"]
    assert isinstance(plies.certificate, EachMove)
    rejected(position, Claim("winning-plies", "none"), plies.certificate)
    fewer = EachMove(plies.certificate.parts[1:])
    rejected(position, Claim("winning-plies", plies.answer), fewer)


def test_twins_by_refutation() -> None:
    position = make(3, 3)
    found = findings(GAME, position, "acyclic-twins", plies=5)
    assert {f.answer for f in found.values()} == {"no"}
    proof = found["sat"].certificate
    assert proof is not None
    rejected(position, Claim("acyclic-twins", "yes", {"plies": 5}), proof)
    rejected(position, Claim("acyclic-twins", "no", {"plies": 6}), proof)
    rejected(make(3, 3, history="n"), Claim("acyclic-twins", "no", {"plies": 5}), proof)


def test_clauses_about_twins_hold_when_the_histories_need_not_differ() -> None:
    made = formula(make(3, 3), Claim("acyclic-twins", "no", {"plies": 4}))
    with Session(Cnf(made.variables, list(made.clauses[:-1])), Limits()) as session:
        assert session.solve().status == "sat"


@pytest.mark.slow
def test_four_by_five() -> None:
    """The largest document pitch with a checked strategy; search alone needs 30 M nodes."""
    position = make(4, 5)
    finding = outcome(position, Limits(600), Options())
    assert finding.answer == FIRST
    assert finding.certificate is not None
    check(position, Claim("outcome", FIRST), finding.certificate)


@pytest.mark.parametrize("rules", ["document", "standard"])
def test_four_by_four_has_a_small_strategy(rules: Rules) -> None:
    assert proved(GAME, make(4, 4, rules), "outcome") == FIRST
