"""The checkers of Snort and Col proofs: sound bounds, and corrupted proofs rejected."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.snort import outcome, sets_win

from gameproof.certificates.certificate import Claim, Rejected, check
from gameproof.certificates.opposition import Opposition, agree, alone
from gameproof.certificates.opposition import reply as opposition_reply
from gameproof.certificates.snort_bounds import Judge
from gameproof.certificates.snort_strategy import SnortStrategy
from gameproof.certificates.snort_strategy import reply as strategy_reply
from gameproof.encodings.method import Options
from gameproof.encodings.snort_outcome import METHODS
from gameproof.games.graph import Graph
from gameproof.games.snort import COL, SNORT, Position, make, neighbour_masks
from gameproof.instances.graphs import take_graph
from gameproof.solvers.limits import Limits


def board(words: str) -> Position:
    return make(SNORT, take_graph(words.split())[0])


def proof(position: Position, method: str) -> Any:
    chosen = next(m for m in METHODS if (m.question, m.name) == ("outcome", method))
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


@given(sets())
@settings(max_examples=300, deadline=None)
def test_bounds_are_sound(case: tuple[Position, int, int]) -> None:
    """A guarantee that is not negative is a win, from brute force over the sets."""
    position, mine, yours = case
    judge = Judge(position)
    masks = neighbour_masks(position.graph)
    own = position.rules is COL
    total = judge.reduced(mine, yours)
    if judge.guarantee(total, first=True) >= 0:
        assert sets_win(masks, own, mine, yours)
    if judge.guarantee(total, first=False) >= 0:
        assert not sets_win(masks, own, yours, mine)


def test_bounds_of_known_components() -> None:
    """P_2 is 1 | -1; the segment R.B of three vertices is 1 | -1 too; R..B is 2 | -2."""
    for text, hot in (("..", 1), ("r.b", 1), ("r..b", 2)):
        position = Position.parse(f"snort path {text} red")
        low = Judge(position).lower(position.red_free, position.blue_free)
        assert (low[0] / 1024, low[1] / 1024) == (hot, -hot)


@given(st.data())
@settings(max_examples=40, deadline=None)
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
            check(position, Claim("outcome", answer), broken)


@pytest.mark.parametrize(
    "change",
    [
        {"moves": np.zeros((2, 2), dtype=np.int64)},
        {"moves": np.zeros(1, dtype=np.float64), "keys": np.zeros(1, dtype=np.int64)},
        {"keys": np.zeros(0, dtype=np.int64), "moves": np.zeros(0, dtype=np.int64)},
        {"keys": np.zeros(3, dtype=np.int64)},
    ],
)
def test_malformed_strategies(change: dict[str, Any]) -> None:
    position = board("cycle 15")
    certificate = honest_strategy()
    with pytest.raises(Rejected):
        check(position, Claim("outcome", "N"), msgspec.structs.replace(certificate, **change))


ROW = ("red", "blue", None, [(v, (v + 3) % 6) for v in range(6)])
OTHER = ("blue", "red", None, [(v, (v + 3) % 6) for v in range(6)])


def test_opposition_of_the_hexagon() -> None:
    position = board("cycle 6")
    assert check(position, Claim("outcome", "P"), Opposition(rows=[ROW, OTHER]))
    after = position.play(0)
    assert opposition_reply(after, Opposition(rows=[ROW, OTHER])) == 3


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "no row for blue"),
        ([ROW], "no row for red"),
        ([("red", "blue", None, [])], "vertex 0 has no image"),
        ([("red", "blue", None, [(v, 3) for v in range(6)])], "have one image"),
        ([("red", "blue", None, [(v, (v + 1) % 6) for v in range(6)])], "next to it"),
        ([("red", "blue", None, [(v, v) for v in range(6)])], "itself"),
        ([("red", "blue", None, [(v, (v + 2) % 6) for v in range(6)])], "do not agree"),
        ([("red", "blue", 9, [])], "no vertex"),
        ([("red", "blue", None, [(0, 77)])], "not a pair of vertices"),
        ([("red", "blue", None, [(0, 3), (0, 2)])], "two images"),
        ([("red", "blue", None, 5)], "a row is not"),
    ],
)
def test_bad_oppositions(rows: list[Any], reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        check(board("cycle 6"), Claim("outcome", "P"), Opposition(rows=rows))


@given(sets(), st.data())
@settings(max_examples=200, deadline=None)
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
    row = ("red", "blue", None, list(zip(theirs, images, strict=False)))
    try:
        check(position, Claim("winner", "blue"), Opposition(rows=[row]))
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
        move = reply(here, certificate)
        if move is None:
            return False
        after = here.play(move)
        return all(won(after.play(other)) for other in after.moves())

    assert won(position)
