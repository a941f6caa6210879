"""The checkers of Snort and Col proofs: sound bounds, and corrupted proofs rejected."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.proved import question_of
from reference.snort import mover_wins, outcome, sets_win
from reference.snort_values import value

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Goal, conclude, verify
from gameproof.certificates.strategies import snort_bounds
from gameproof.certificates.strategies.col_values import UNIT
from gameproof.certificates.strategies.images import Images, Row
from gameproof.certificates.strategies.snort_bounds import Judge
from gameproof.certificates.strategies.snort_strategy import SnortStrategy
from gameproof.encodings.method import Options
from gameproof.encodings.snort.outcome import METHODS
from gameproof.games.game import COLOURS
from gameproof.games.graph import Graph, neighbour_masks
from gameproof.games.sets.image_sets import agree, alone
from gameproof.games.sets.snort_sums import key
from gameproof.games.snort import COL, SNORT, Position, make, opponent
from gameproof.instances.graphs import take_graph
from gameproof.replies.strategies.images import reply as opposition_reply
from gameproof.replies.strategies.snort_strategy import reply as strategy_reply
from gameproof.solvers.limits import Limits
from gameproof.solvers.values.short_games import Store


def board(words: str) -> Position:
    return make(SNORT, take_graph(words.split())[0])


def check(position: Any, question: str, answer: str, certificate: Certificate) -> str:
    asked = question_of(position.rules.name, question)
    return verify(position, asked, {}, answer, certificate).sentence


def proof(position: Position, method: str, question: str = "outcome") -> Any:
    chosen = next(m for m in METHODS if (m.question, m.name) == (question, method))
    return chosen.run(position, Limits(), Options())


@cache
def honest_strategy() -> SnortStrategy:
    certificate: SnortStrategy = proof(board("cycle 15"), "search").certificate
    return certificate


@st.composite
def sets(draw: st.DrawFn) -> tuple[Position, int, int]:
    n = draw(st.integers(1, 8))
    pairs = [(a, b) for b in range(n) for a in range(b)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    full = (1 << n) - 1
    rules = draw(st.sampled_from([SNORT, COL]))
    position = Position(rules, Graph.of(n, edges))
    return position, draw(st.integers(0, full)), draw(st.integers(0, full))


def guarantees_hold(case: tuple[Position, int, int]) -> None:
    """Where the judge guarantees a win of these sets, brute force wins."""
    position, mine, yours = case
    judge = Judge(position)
    masks = neighbour_masks(position.graph)
    own = position.rules is COL
    total = judge.reduced(mine, yours)
    if judge.guarantee(total, first=True) >= 0:
        assert sets_win(masks, own, mine, yours)
    if judge.guarantee(total, first=False) >= 0:
        assert not sets_win(masks, own, yours, mine)


@given(sets())
@settings(max_examples=300)
def test_bounds_are_sound(case: tuple[Position, int, int]) -> None:
    """A guarantee that is not negative is a win, from brute force over the sets."""
    guarantees_hold(case)


@given(sets(), st.integers(0, 3))
@settings(max_examples=300)
def test_bounds_of_large_components_are_sound(case: tuple[Position, int, int], size: int) -> None:
    """The same where components are cut into stars (Snort) or emptied by moves of our own alone
    (Col): with the limits set low, so that brute force can follow."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snort_bounds, "SIZE", size)
        patch.setattr(snort_bounds, "LARGEST", size)
        patch.setattr(snort_bounds, "DRAINED", 2 * size + 1)
        guarantees_hold(case)


def test_bounds_of_known_components() -> None:
    """P_2 is 1 | -1; the segment R.B of three vertices is 1 | -1 too; R..B is 2 | -2."""
    for text, hot in (("..", 1), ("r.b", 1), ("r..b", 2)):
        position = Position.parse(f"snort path {text} red")
        low = Judge(position).lower(position.red_free, position.blue_free)
        assert (low[0] / UNIT, low[1] / UNIT) == (hot, -hot)


@given(sets())
@settings(max_examples=80)
def test_values_of_col_by_definition(case: tuple[Position, int, int]) -> None:
    """Number and star are the canonical form of the game of all positions, by the rules."""
    start, mine, yours = case
    full = (1 << start.graph.n) - 1
    position = Position(COL, start.graph, only_red=full & ~yours, only_blue=full & ~mine)
    store = Store()
    number, star = Judge(position).col_values.of_sum(mine, yours)
    expected = store.number_game(Fraction(number, UNIT))
    if star:
        nothing = store.number_game(0)
        expected = store.add(expected, store.game([nothing], [nothing]))
    assert value(store, position) == expected


@pytest.mark.parametrize(
    ("text", "number", "star"),
    [(f"star {k}", 0, int(k % 2 == 1 and k > 1)) for k in range(1, 12)]
    + [(f"path {n}", 0, 0) for n in range(2, 13)]
    + [(f"cycle {n}", 0, 0) for n in range(3, 13)],
)
def test_values_of_col_in_the_literature(text: str, number: int, star: int) -> None:
    """Winning Ways, chapter 2: chains of two or more and rings are zero; stars of 3, 5, ...
    leaves are a star."""
    position = make(COL, take_graph(text.split())[0])
    judge = Judge(position)
    assert judge.col_values.of_sum(position.red_free, position.blue_free) == (number, star)


def test_strategies_of_col_prove_nothing_false(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table for 11 vertices, then with other moves and digests, against brute force."""
    monkeypatch.setattr(snort_bounds, "LARGEST", 4)
    graph, _ = take_graph(["gnp", "11", "0.3", "seed", "2"])
    position = make(COL, graph, only_red=[0])
    masks = neighbour_masks(graph)
    red, blue = position.red_free, position.blue_free
    first, second = sets_win(masks, True, red, blue), sets_win(masks, True, blue, red)
    true = {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}
    finding = proof(position, "search")
    assert finding.answer == true[first, second]
    check(position, "outcome", finding.answer, finding.certificate)
    table = finding.certificate
    assert len(table.keys) > 5
    chance = random.Random(1)
    for _ in range(40):
        moves, keys = table.moves.copy(), table.keys.copy()
        at = chance.randrange(len(moves))
        moves[at] = chance.randint(-2, 14)
        if chance.random() < 0.5:
            keys[chance.randrange(len(keys))] = chance.randrange(1 << 62)
        rows = [(side, chance.choice(COLOURS)) for side in COLOURS]
        broken = msgspec.structs.replace(table, moves=moves, keys=keys, rows=rows)
        try:
            found = conclude(Goal(position, "outcome"), broken)
        except Rejected:
            continue
        assert found.statements
        wins = {"red": first, "blue": second}
        assert all((winner == starter) == wins[starter] for starter, winner in rows)


@given(sets())
@settings(max_examples=60)
def test_tiny_boards_are_played_out(case: tuple[Position, int, int]) -> None:
    """A strategy without a table proves what brute force over positions finds, nothing else,
    and its reply wins wherever there is a winning move."""
    start, mine, yours = case
    position = Position(start.rules, start.graph, only_red=mine & ~yours, only_blue=yours & ~mine)
    for starter in COLOURS:
        here = position.turn(starter)
        wins = mover_wins(here)
        other = opponent(starter)
        for side, holds in ((starter, wins), (other, not wins)):
            certificate = SnortStrategy.of([(starter, side)], "normal", {})
            goal = Goal(here, "winner")
            if holds:
                (forced,) = conclude(goal, certificate).statements
                assert str(side) in str(forced)
            else:
                with pytest.raises(Rejected, match="no legal answer"):
                    conclude(goal, certificate)
        answer = strategy_reply(here, SnortStrategy.of([(starter, starter)], "normal", {}))
        assert (answer is not None) == wins
        assert answer is None or not mover_wins(here.play(answer))


@given(st.data())
@settings(max_examples=40)
def test_corrupted_strategies_are_rejected_or_still_right(data: st.DataObject) -> None:
    """Changing moves or keys never lets a wrong outcome through."""
    position = board("cycle 15")
    certificate = honest_strategy()
    moves, keys = certificate.moves.copy(), certificate.keys.copy()
    at = data.draw(st.integers(0, len(moves) - 1))
    moves[at] = data.draw(st.integers(-3, 20))
    if data.draw(st.booleans()):
        keys[at] = data.draw(st.integers(0, 2**62))
    broken = msgspec.structs.replace(certificate, moves=moves, keys=keys)
    for answer in "PLR":
        with pytest.raises(Rejected):
            check(position, "outcome", answer, broken)


@pytest.mark.parametrize(
    "change",
    [
        {"moves": np.zeros((2, 2), dtype=np.int64)},
        {"moves": np.zeros(1, dtype=np.float64), "keys": np.zeros(1, dtype=np.int64)},
        {"keys": np.zeros(0, dtype=np.int64), "moves": np.zeros(0, dtype=np.int64)},
        {"keys": np.zeros(3, dtype=np.int64)},
        {"keys": None},
        {"moves": [0]},
        {"moves": np.zeros(1, dtype=bool), "keys": np.zeros(1, dtype=np.int64)},
        {"rows": []},
        {"rows": None},
        {"rows": [None]},
        {"rows": [("red",)]},
        {"rows": [("red", "red"), ("blue", "Blue")]},
        {"rows": [("red", "red"), ("nobody", "blue")]},
        {"rows": [("red", "red"), ("blue", ["blue"])]},
        {"rows": [("red", "red")] * 5},
        {"play": "misere"},
        {"play": ""},
        {"play": None},
    ],
)
def test_malformed_strategies(change: dict[str, Any]) -> None:
    position = board("cycle 15")
    certificate = honest_strategy()
    with pytest.raises(Rejected):
        check(position, "outcome", "N", msgspec.structs.replace(certificate, **change))


@pytest.mark.parametrize("play", ["", "Misere", None, 0])
def test_play_is_normal_or_misere(play: Any) -> None:
    goal: Any = Goal(board("cycle 15"), "outcome")
    with pytest.raises(Rejected, match="normal or misere"):
        conclude(goal, msgspec.structs.replace(honest_strategy(), play=play))


ROW: Row = ("red", "blue", [], [(v, (v + 3) % 6) for v in range(6)])
OTHER: Row = ("blue", "red", [], [(v, (v + 3) % 6) for v in range(6)])


def test_opposition_of_the_hexagon() -> None:
    position = board("cycle 6")
    assert check(position, "outcome", "P", Images(rows=[ROW, OTHER]))
    after = position.play(0)
    assert opposition_reply(after, Images(rows=[ROW, OTHER])) == 3


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "one to four"),
        ([ROW] * 5, "one to four"),
        ([ROW], "does not entail"),
        ([ROW, ROW], "does not entail"),
        ([OTHER], "does not entail"),
        ([("red", "green", [], ROW[3])], "players are red and blue"),
        ([("red", ["blue"], [], ROW[3])], "players are red and blue"),
        ([(None, "blue", [], ROW[3])], "players are red and blue"),
        ([("red", "blue", [0], ROW[3])], "first move is for the winner who starts"),
        ([("red", "red", [], ROW[3])], "first move is for the winner who starts"),
        ([("red", "red", [0, 3], ROW[3])], "first move is for the winner who starts"),
        ([("red", "blue", [], [(v, (v + 3) % 6) for v in range(5)])], "vertex 5 has no image"),
        ([("red", "blue", [], [(0, -3), *ROW[3]])], "not a pair of vertices"),
        ([("red", "red", [-1], ROW[3])], "vertex"),
        ([("red", "blue", [], [])], "vertex 0 has no image"),
        ([("red", "blue", [], [(v, 3) for v in range(6)])], "have one image"),
        ([("red", "blue", [], [(v, (v + 1) % 6) for v in range(6)])], "next to it"),
        ([("red", "blue", [], [(v, v) for v in range(6)])], "itself"),
        ([("red", "blue", [], [(v, (v + 2) % 6) for v in range(6)])], "do not agree"),
        ([("red", "red", [9], [])], "vertex"),
        ([("red", "blue", [], [(0, 77)])], "not a pair of vertices"),
        ([("red", "blue", [], [(0, 3), (0, 2)])], "two images"),
    ],
)
def test_bad_oppositions(rows: list[Any], reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        check(board("cycle 6"), "outcome", "P", Images(rows=rows))


def test_opposition_says_nothing_of_misere_play() -> None:
    with pytest.raises(Rejected, match="does not entail"):
        check(board("cycle 6"), "misere-outcome", "P", Images(rows=[ROW, OTHER]))


def test_opposition_of_one_starter_is_no_outcome() -> None:
    """Each outcome is two statements: one row never proves it, whichever it is."""
    for row in (ROW, OTHER):
        for answer in "NPLR":
            with pytest.raises(Rejected, match="does not entail"):
                check(board("cycle 6"), "outcome", answer, Images(rows=[row]))
    red = board("cycle 6")
    assert check(red, "winner", "blue", Images(rows=[ROW]))
    assert check(red.turn("blue"), "winner", "red", Images(rows=[OTHER]))
    for position, row, answer in ((red, OTHER, "red"), (red, ROW, "red"), (red, OTHER, "blue")):
        with pytest.raises(Rejected, match="does not entail"):
            check(position, "winner", answer, Images(rows=[row]))


@pytest.mark.parametrize(
    ("text", "first", "pairs"),
    [
        ("snort path .R. red", 1, []),  # taken
        ("snort path .B. red", 0, []),  # next to an opponent's piece
        ("snort path b.. red", 0, []),  # reserved for Blue
        ("snort path x.. red", 0, []),  # closed to both
        ("col path R.. red", 1, []),  # next to an own piece
        ("snort path . red", 0, [(0, 0)]),
    ],
)
def test_illegal_first_moves(text: str, first: int, pairs: list[tuple[int, int]]) -> None:
    position = Position.parse(text)
    row = ("red", "red", [first], pairs)
    if text == "snort path . red":  # the only legal one: Blue has no move left to answer
        assert check(position, "winner", "red", Images(rows=[row]))
        return
    with pytest.raises(Rejected):
        check(position, "winner", "red", Images(rows=[row]))


@pytest.mark.parametrize(
    "text", ["snort cycle .....b red", "snort cycle .....x red", "col cycle R..... blue"]
)
def test_images_that_are_closed_to_the_winner(text: str) -> None:
    """The antipodes of a hexagon with a reserved vertex or a piece."""
    position = Position.parse(text)
    for starter, side in (("red", "blue"), ("blue", "red")):
        here = position.turn(starter)
        for row in (ROW, OTHER):
            answered: Row = (starter, side, [], [(v, u) for v, u in row[3] if v in here.moves()])
            try:
                check(here, "winner", side, Images(rows=[answered]))
            except Rejected:
                continue
            assert not mover_wins(here)


def test_strategies_are_about_what_they_say() -> None:
    """A row says one starter; a proof of normal play nothing about misere play."""
    position = board("cycle 15")
    certificate = honest_strategy()
    assert check(position, "outcome", "N", certificate)
    assert check(position, "winner", "red", certificate)
    assert check(position.turn("blue"), "winner", "blue", certificate)
    for question in ("outcome", "misere-outcome"):
        for answer in "NPLR":
            if (question, answer) != ("outcome", "N"):
                with pytest.raises(Rejected, match="does not entail"):
                    check(position, question, answer, certificate)
    for row in certificate.rows:
        half = msgspec.structs.replace(certificate, rows=[row])
        with pytest.raises(Rejected, match="does not entail"):
            check(position, "outcome", "N", half)
        wrong = msgspec.structs.replace(certificate, rows=[(row[0], "red"), (row[0], "blue")])
        with pytest.raises(Rejected):
            check(position, "outcome", "N", wrong)


def test_empty_tables_prove_only_what_needs_no_move() -> None:
    """No table, no win, but where the rules or the bounds say so themselves."""
    for rules in (SNORT, COL):
        for text in (".", "..", "...", "r", "b", "x", "r.b", "....", ".r..b"):
            position = Position.parse(f"{rules.name} path {text} red")
            for play in ("normal", "misere"):
                for starter in ("red", "blue"):
                    for side in ("red", "blue"):
                        empty = SnortStrategy.of([(starter, side)], play, {})
                        goal: Any = Goal(position, "outcome")
                        try:
                            conclude(goal, empty)
                        except Rejected:
                            continue
                        starts = mover_wins(position.turn(starter), play == "misere")
                        assert starts == (starter == side)


def test_digests_that_collide() -> None:
    """Whatever sums a digest stands for, the move that it gives is played and followed."""
    position = board("cycle 15")
    certificate = honest_strategy()
    for wanted in range(15):
        moves = np.full_like(certificate.moves, wanted)
        for answer in "PLR":
            with pytest.raises(Rejected):
                check(
                    position,
                    "outcome",
                    answer,
                    msgspec.structs.replace(certificate, moves=moves),
                )
    assert key(((), 0, 0)) != key(((), 0, 1))


def test_only_blue_may_play_and_blue_wins() -> None:
    """The board ``path 1 --only-blue 0`` is R; no certificate of another answer passes."""
    position = Position.parse("snort path b red")
    rows = [(starter, side) for starter in ("red", "blue") for side in ("red", "blue")]
    proofs: list[Certificate] = [
        SnortStrategy.of(rows[i:j], "normal", {}) for i in range(4) for j in range(5)
    ]
    none: list[int] = []
    for first in (none, [0]):
        for pairs in ([], [(0, 0)]):
            for one in rows:
                for two in rows:
                    proofs.append(Images(rows=[(*one, first, pairs), (*two, none, pairs)]))
                    proofs.append(Images(rows=[(*one, none, pairs), (*two, first, pairs)]))
    for certificate in proofs:
        for answer in "NPL":
            with pytest.raises(Rejected):
                check(position, "outcome", answer, certificate)
    assert check(position, "outcome", "R", proof(position, "search").certificate)
    assert check(position, "outcome", "R", proof(position, "opposition").certificate)


@pytest.mark.parametrize("rules", [SNORT, COL])
@pytest.mark.parametrize("text", [".....", "r...b", "..", "b", "x", ""])
def test_misere_strategies_with_changed_moves(rules: Any, text: str) -> None:
    position = Position.parse(f"{rules.name} path {text or '-'} red")
    finding = proof(position, "search", "misere-outcome")
    truth = outcome(position, misere=True)
    assert finding.answer == truth
    assert check(position, "misere-outcome", truth, finding.certificate)
    wrong = [answer for answer in "NPLR" if answer != truth]
    for at in range(len(finding.certificate.moves)):
        for move in range(-1, position.graph.n + 2):
            moves = finding.certificate.moves.copy()
            moves[at] = move
            broken = msgspec.structs.replace(finding.certificate, moves=moves)
            for answer in wrong:
                with pytest.raises(Rejected):
                    check(position, "misere-outcome", answer, broken)


@given(sets(), st.data())
@settings(max_examples=200)
def test_accepted_oppositions_are_wins(
    case: tuple[Position, int, int], data: st.DataObject
) -> None:
    """Whatever images the checker accepts, brute force agrees with the winner."""
    position, only_red, only_blue = case
    full = (1 << position.graph.n) - 1
    position = Position(
        position.rules, position.graph, "red", 0, 0, full & ~only_red, full & ~only_blue
    )
    theirs = [v for v in range(position.graph.n) if position.red_free >> v & 1]
    mine = [v for v in range(position.graph.n) if position.blue_free >> v & 1]
    if len(theirs) > len(mine):
        return
    images = data.draw(st.permutations(mine))
    row: Row = ("red", "blue", [], list(zip(theirs, images, strict=False)))
    try:
        check(position, "winner", "blue", Images(rows=[row]))
    except Rejected:
        return
    assert outcome(position) in ("P", "R")


def test_pairs_in_words() -> None:
    near = neighbour_masks(Graph.of(4, [(0, 1), (2, 3)]))
    assert not alone(0, 1, near, own=False)
    assert alone(0, 1, near, own=True)
    assert agree(0, 2, 1, 3, near, own=False)
    assert not agree(0, 2, 0, 3, near, own=False)


@pytest.mark.parametrize(("words", "method"), [("path 8", "opposition"), ("cycle 9", "search")])
def test_the_strategy_wins_against_everything(words: str, method: str) -> None:
    """Play every line of the loser against ``reply``."""
    position = board(words)
    certificate = proof(position, method).certificate
    reply = opposition_reply if method == "opposition" else strategy_reply

    def won(here: Position) -> bool:
        move: Any = reply(here, certificate)
        if move is None:
            return False
        after = here.play(move)
        return all(won(after.play(other)) for other in after.moves())

    assert won(position)
