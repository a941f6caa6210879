"""The rules and the notation of Snort and Col."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.snort import outcome

from gameproof.games.bit_sets import mask_of
from gameproof.games.game import games
from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.snort import COL, RULES, SNORT, Position, make


def path(n: int) -> Graph:
    return Graph.of(n, [(v, v + 1) for v in range(n - 1)])


@st.composite
def positions(draw: st.DrawFn, most: int = 7) -> Position:
    """Positions after some random legal moves, with reserved vertices."""
    n = draw(st.integers(1, most))
    pairs = [(a, b) for b in range(n) for a in range(b)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    rules = draw(st.sampled_from(sorted(RULES)))
    full = (1 << n) - 1
    position = Position(
        RULES[rules],
        Graph.of(n, edges),
        draw(st.sampled_from(["red", "blue"])),
        only_red=draw(st.integers(0, full)) & draw(st.integers(0, full)),
        only_blue=draw(st.integers(0, full)) & draw(st.integers(0, full)),
    )
    for _ in range(draw(st.integers(0, 3))):
        if not position.moves():
            break
        position = position.play(draw(st.sampled_from(position.moves())))
    return position


@given(positions())
def test_notation_round_trip(position: Position) -> None:
    """The graph may come back with its edges in another order; the play is the same."""
    again = Position.parse(str(position))
    assert str(again) == str(position)
    assert again.labels() == position.labels()
    assert again.moves() == position.moves()


@given(positions())
def test_moves_are_what_the_rule_says(position: Position) -> None:
    pieces = position.red | position.blue
    reserved = position.only_blue if position.to_move == "red" else position.only_red
    own, other = position.red, position.blue
    if position.to_move == "blue":
        own, other = other, own
    forbidden = own if position.rules is COL else other
    expected = [
        v
        for v in range(position.graph.n)
        if not (pieces | reserved) >> v & 1
        and not any(forbidden >> u & 1 for u in position.graph.neighbours(v))
    ]
    assert position.moves() == expected


@pytest.mark.parametrize(
    ("text", "labels", "moves"),
    [
        ("snort path R....B red", "URAABU", [1, 2, 3]),
        ("snort path R....B blue", "URAABU", [2, 3, 4]),
        ("snort cycle R.... blue", "URAAR", [2, 3]),
        ("snort grid .../.R./... red", "ARARURARA", [0, 1, 2, 3, 5, 6, 7, 8]),
        ("col path R....B red", "UBAARU", [2, 3, 4]),
        ("snort graph 0-1,0-2 .rx red", "ARU", [0, 1]),
        ("snort path - red", "", []),
    ],
)
def test_positions(text: str, labels: str, moves: list[int]) -> None:
    position = Position.parse(text)
    assert str(position) == text
    assert position.labels() == labels
    assert position.moves() == moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position begins with one of snort, col"),
        ("chess path ... red", "a position begins with one of snort, col"),
        ("snort path red", "a position needs a shape and a character for each vertex"),
        ("snort path .?. red", "no such mark: '?'; use . R B r b x"),
        ("snort grid ../. red", "the rows of a grid must have one length"),
        ("snort path .../... red", "a path has one row of marks"),
        ("snort path RB red", "the pieces on 0 and 1 may not touch"),
        ("col path RR red", "the pieces on 0 and 1 may not touch"),
        ("snort graph 0-0 .. red", "'0-0' is no edge; write 0-1,1-2,..."),
        ("snort wheel ... red", "no shape 'wheel'; use path, cycle, grid or graph EDGES"),
    ],
)
def test_bad_text(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        Position.parse(text)
    assert caught.value.message == message


def test_made_positions() -> None:
    position = make(SNORT, path(4), played=[0, 3])
    assert str(position) == "snort path R..B red"
    assert outcome(position) == "N"  # Borje's evaluation says a loss for Red
    with pytest.raises(BadInput, match="blue may not play on vertex 1"):
        make(SNORT, path(4), played=[0, 1])
    with pytest.raises(BadInput, match="no loops"):
        make(SNORT, Graph.of(2, [(0, 0)]))
    with pytest.raises(BadInput, match="undirected"):
        make(SNORT, Graph.of(2, [(0, 1)], directed=True))
    with pytest.raises(BadInput, match="no vertex 9"):
        make(SNORT, path(4), red=[9])
    with pytest.raises(BadInput, match="cannot hold"):
        make(SNORT, path(4), red=[1], blue=[1])


def test_more_than_64_vertices() -> None:
    position = make(SNORT, path(100), played=[70])
    assert position.label(71) == "R"
    assert position.red == mask_of([70])
    assert len(position.moves()) == 97


def test_both_games_are_found() -> None:
    assert {"snort", "col"} <= set(games())


@given(positions(5))
def test_laws_hold_by_brute_force(position: Position) -> None:
    """Turns, an end to every play, a winner who moved last, either player to start."""
    assert position.laws == {
        Law.TURNS, Law.FINITE, Law.NORMAL_PLAY, Law.NO_DRAWS, Law.EITHER_STARTS
    }  # fmt: skip
    other = {"red": "blue", "blue": "red"}
    waiting = [position, position.turn(other[position.to_move])]
    while waiting:
        here = waiting.pop()
        assert (here.result() is None) == bool(here.moves())
        if not here.moves():
            assert here.result() == other[here.to_move]
        turned = here.turn(other[here.to_move])
        assert turned.turn(here.to_move) == here
        assert (turned.red, turned.blue, turned.graph) == (here.red, here.blue, here.graph)
        for move in here.moves():
            after = here.play(move)
            assert after.to_move == other[here.to_move]
            assert (after.red | after.blue).bit_count() == 1 + (here.red | here.blue).bit_count()
            waiting.append(after)


@given(positions(5))
def test_a_key_belongs_to_one_position(position: Position) -> None:
    seen: dict[str, Position] = {}
    waiting = [position, position.turn("red"), position.turn("blue")]
    while waiting:
        here = waiting.pop()
        if here.key() not in seen:
            seen[here.key()] = here
            waiting.extend(here.play(move) for move in here.moves())
        assert seen[here.key()] == here


def test_names_that_a_user_chose() -> None:
    """Names stand in moves alone: keys and texts are numbers."""
    names = (" a", "1", "0", "s VERIFIED\nno")
    named = make(SNORT, Graph.of(4, [(0, 1), (2, 3)], names=names))
    assert [named.parse_move(named.move_text(v)) for v in range(4)] == [0, 1, 2, 3]
    bare = make(SNORT, Graph.of(4, [(0, 1), (2, 3)]))
    for v in range(4):
        assert named.play(v).key() == bare.play(v).key()
        assert str(named.play(v)) == str(bare.play(v))


@pytest.mark.parametrize("text", ["4", "-1", "9" * 5000, "\u00b2", "\u0663x", "", "1.0", "0x1"])
def test_no_such_vertex(text: str) -> None:
    with pytest.raises(BadInput):
        make(SNORT, path(4)).parse_move(text)


@pytest.mark.parametrize("move", [True, 1.0, "1", None, -1, 4, 10**30])
def test_moves_are_whole_numbers(move: object) -> None:
    with pytest.raises(BadInput):
        make(SNORT, path(4)).play(move)  # type: ignore[arg-type]


@pytest.mark.parametrize("player", ["", "Red", "nobody", "1"])
def test_nobody_else_starts(player: str) -> None:
    with pytest.raises(BadInput):
        make(SNORT, path(4)).turn(player)
