"""What plays force, on Snort and on a small game with draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Goal, conclude, verify
from gameproof.certificates.strategies.play import Play, Proof
from gameproof.encodings.each_move import together
from gameproof.encodings.plays import build
from gameproof.games import snort
from gameproof.games.game import COLOURS, games
from gameproof.games.graph import Graph
from gameproof.games.impartial import digraph, nim
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import winner, wins_within
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Question
from gameproof.games.meaning.statement import Forces, only
from gameproof.replies.strategies.play import reply

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class Noughts:
    """Tic-tac-toe as plain as can be."""

    cells: str = "........."

    @property
    def players(self) -> tuple[str, str]:
        return "first", "second"

    @property
    def laws(self) -> frozenset[Law]:
        return frozenset({Law.TURNS, Law.FINITE})

    def key(self) -> str:
        return self.cells

    @property
    def to_move(self) -> str:
        return "second" if self.cells.count(".") % 2 == 0 else "first"

    def moves(self) -> list[int]:
        return [i for i, c in enumerate(self.cells) if c == "."]

    def play(self, move: int) -> Noughts:
        if not 0 <= move < 9 or self.cells[move] != ".":
            raise BadInput("occupied")
        mark = "X" if self.to_move == "first" else "O"
        return Noughts(self.cells[:move] + mark + self.cells[move + 1 :])

    def result(self) -> str | None:
        for line in LINES:
            row = {self.cells[i] for i in line}
            if row in ({"X"}, {"O"}):
                return "first" if row == {"X"} else "second"
        return None if "." in self.cells else "draw"

    def parse_move(self, text: str) -> int:
        return int(text)

    def move_text(self, move: int) -> str:
        return str(move)

    def __str__(self) -> str:
        return self.cells


QUESTIONS: dict[str, Question[Any]] = {
    "outcome": Question("outcome", "Who wins?", ("first", "second", "draw"), means=winner),
    "win-within": Question(
        "win-within",
        "Can the player to move win so soon?",
        ("yes", "no"),
        (Parameter("plies", "integer", "plies", option=True),),
        means=wins_within,
    ),
    **{f"snort {q.name}": q for q in games()["snort"][0].questions},
    **{f"nim {q.name}": q for q in games()["nim"][0].questions},
    **{f"digraph {q.name}": q for q in games()["digraph"][0].questions},
}


def check(
    position: Any, question: str, answer: str, certificate: Certificate, **given: Value
) -> str:
    """The sentence of the verified claim; raises :class:`Rejected`."""
    return verify(position, QUESTIONS[question], given, answer, certificate).sentence


@cache
def value(position: Any, side: str) -> int:
    """1 the side wins, 0 draw, -1 it loses."""
    result = position.result()
    if result is not None:
        return 0 if result == "draw" else 1 if result == side else -1
    values = [value(position.play(move), side) for move in position.moves()]
    return max(values) if position.to_move == side else min(values)


def best(side: str) -> Callable[[Any], Any]:
    return lambda position: max(position.moves(), key=lambda move: value(position.play(move), side))


def best_of_mover(position: Any) -> Any:
    return best(position.to_move)(position)


def noughts_draw() -> Play:
    return build([(Noughts(), "first"), (Noughts(), "second")], best_of_mover)


def snort_path(n: int) -> tuple[snort.Position, Play]:
    start = snort.Position(snort.SNORT, path(n))
    goals = [(start.turn(colour), colour) for colour in COLOURS]
    return start, build(goals, best_of_mover)


def forced(starter: str, side: str, root: int) -> Proof:
    return Proof(starter, [side], [], None, root)


def path(n: int) -> Graph:
    return Graph.of(n, [(i, i + 1) for i in range(n - 1)])


def test_draw_needs_both_sides() -> None:
    certificate = noughts_draw()
    sentence = check(Noughts(), "outcome", "draw", certificate)
    assert "first forces draw or first" in sentence
    assert "second forces draw" in sentence
    for side in ("first", "second"):
        half = build([(Noughts(), side)], best_of_mover)
        with pytest.raises(Rejected, match="does not entail"):
            check(Noughts(), "outcome", "draw", half)
    for wrong in ("first", "second"):
        with pytest.raises(Rejected, match="does not entail"):
            check(Noughts(), "outcome", wrong, certificate)


def test_halves_together_make_a_draw() -> None:
    halves = [build([(Noughts(), side)], best_of_mover) for side in ("first", "second")]
    check(Noughts(), "outcome", "draw", together(*halves))
    with pytest.raises(Rejected, match="does not entail"):
        check(Noughts(), "outcome", "draw", together(halves[0], halves[0]))
    with pytest.raises(Rejected, match="no part says"):
        check(Noughts(), "outcome", "draw", together())


def test_win_within_counts_plies() -> None:
    start = Noughts("XO.......")  # the first player wins
    certificate = build([(start, "first")], best("first"))
    longest = int(check(start, "outcome", "first", certificate).split()[-2])
    check(start, "win-within", "yes", certificate, plies=longest)
    with pytest.raises(Rejected, match="does not entail"):
        check(start, "win-within", "yes", certificate, plies=longest - 1)
    for plies in range(longest + 2):
        with pytest.raises(Rejected, match="does not entail"):
            check(start, "win-within", "no", certificate, plies=plies)


def test_partizan_outcome_needs_both_starts() -> None:
    start, certificate = snort_path(5)
    assert "when blue starts" in check(start, "snort outcome", "N", certificate)
    one = build([(start, "red")], best("red"))
    check(start, "snort winner", "red", one)
    with pytest.raises(Rejected):
        check(start, "snort outcome", "N", one)
    for question, wrong in (
        *(("snort outcome", answer) for answer in ("P", "L", "R", "draw", "blue")),
        ("snort winner", "blue"),
        ("snort misere-outcome", "N"),
    ):
        with pytest.raises(Rejected):
            check(start, question, wrong, certificate)


def test_a_finished_game_has_the_winner_of_the_rules() -> None:
    """One leaf, and nothing in it but what the rules say."""
    won, drawn = Noughts("XXXOO...."), Noughts("XOXXOOOXX")
    for position, result in ((won, "first"), (drawn, "draw")):
        leaves = build([(position, "first"), (position, "second")], best_of_mover)
        check(position, "outcome", result, leaves)
        for wrong in {"first", "second", "draw"} - {result}:
            with pytest.raises(Rejected, match="does not entail"):
                check(position, "outcome", wrong, leaves)
    over = nim.make(())
    for side in over.players:
        leaf = build([(over, side)], best_of_mover)
        check(over, "nim outcome", "P", leaf) if side == "previous" else None
        with pytest.raises(Rejected, match="does not entail"):
            check(over, "nim outcome", "N", leaf)


def test_play_without_end_is_won_by_nobody() -> None:
    """Round a cycle the mover never loses; that is no leaf, and so it proves nothing."""
    graph = Graph.of(3, [(0, 1), (1, 0), (1, 2)], directed=True)
    start = digraph.make(graph, (0,))
    assert Law.FINITE not in start.laws
    with pytest.raises(ValueError, match="repeats"):
        build([(start, "next")], lambda here: next(iter(here.moves())))
    moves = [start.move_text(m) for m in start.moves()]
    back = start.play(next(iter(start.moves())))
    text = next(back.move_text(m) for m in back.moves() if back.play(m) == start)
    circle = Play(
        [forced("next", "next", 0)],
        [moves[0], text],
        np.array([0, 1, 2]),
        np.array([0, 1]),
        np.array([1, 0]),
        np.zeros(2, dtype=np.int64),
    )
    for answer in ("N", "P", "draw"):
        with pytest.raises(Rejected, match=r"not forward|no answer"):
            check(start, "digraph outcome", answer, circle)


def test_two_positions_of_one_text_are_two() -> None:
    """A node stands for one position, and for one who is to move there."""
    start = nim.make((1, 1))
    certificate = build([(start, "previous")], lambda here: next(iter(here.moves())))
    check(start, "nim outcome", "P", certificate)
    # Let both ends of the play be the same node as the start after one move.
    for target in range(len(certificate.starts)):
        children = np.array(certificate.children)
        for edge in range(len(children)):
            changed = children.copy()
            changed[edge] = target
            forged = msgspec.structs.replace(certificate, children=changed)
            for answer in ("N", "P"):
                try:
                    check(start, "nim outcome", answer, forged)
                except Rejected:
                    continue
                assert answer == "P"


def test_what_is_derived_is_what_occurs() -> None:
    """Results and plies are those of the last positions, the side is the one of the proof."""
    certificate = noughts_draw()
    first, second = conclude(Goal(Noughts(), "outcome"), certificate).statements
    assert first == Forces("first", only("first"), only("first", "draw"), 9)
    assert second == Forces("first", only("second"), only("second", "draw"), 9)


def test_reply_follows_the_certificate() -> None:
    certificate = noughts_draw()
    position: Any = Noughts()
    while position.result() is None:
        if position.to_move == "first":
            move = reply(position, certificate)
            assert move is not None
        else:
            move = position.moves()[-1]
        position = position.play(move)
    assert position.result() in ("first", "draw")
    assert reply(position, certificate) is None


CERTIFICATE = noughts_draw()


@given(st.sampled_from(["starts", "moves", "children"]), st.data())
def test_changed_numbers_are_rejected(field: str, data: st.DataObject) -> None:
    array = np.array(getattr(CERTIFICATE, field))
    at = data.draw(st.integers(0, len(array) - 1))
    bad = data.draw(st.integers(-3, len(array) + 3).filter(lambda value: value != array[at]))
    array[at] = bad
    changed = msgspec.structs.replace(CERTIFICATE, **{field: array})
    try:
        check(Noughts(), "outcome", "draw", changed)
    except Rejected:
        return
    # A reply or a merge may be another right one; then a proof of a win must still fail.
    with pytest.raises(Rejected):
        check(Noughts(), "outcome", "first", changed)


@pytest.mark.parametrize(
    "change",
    [
        {"proofs": []},
        {"proofs": [forced("first", "first", 10**9), forced("first", "second", 0)]},
        {"texts": ["nine"] * 9},
        {"starts": np.zeros(0, dtype=np.int64)},
        {"moves": np.zeros(3)},
        {"children": np.zeros((3, 3), dtype=np.int64)},
        {"proofs": [forced("first", "draw", 0), forced("first", "second", 0)]},
        {"proofs": [forced("nobody", "first", 0), forced("nobody", "second", 0)]},
        {"proofs": [forced("first", "first", -1), forced("first", "second", 0)]},
        {"starts": np.array([0]), "moves": np.array([], int), "children": np.array([], int)},
        {"moves": np.array(CERTIFICATE.moves, dtype=np.float64)},
        {"children": np.array(CERTIFICATE.children, dtype=bool)},
    ],
)
def test_hostile_certificates_are_rejected(change: dict[str, object]) -> None:
    changed = msgspec.structs.replace(CERTIFICATE, **change)
    with pytest.raises(Rejected):
        check(Noughts(), "outcome", "draw", changed)


def test_build_refuses_repetition() -> None:
    @dataclass(frozen=True)
    class Circle:
        at: int = 0
        to_move: str = "first"

        @property
        def players(self) -> tuple[str, str]:
            return "first", "second"

        @property
        def laws(self) -> frozenset[Law]:
            return frozenset()

        def key(self) -> str:
            return str(self.at)

        def parse_move(self, text: str) -> int:
            return int(text)

        def moves(self) -> list[int]:
            return [1]

        def play(self, move: int) -> Circle:
            return replace(self, at=(self.at + move) % 3)

        def result(self) -> str | None:
            return None

        def move_text(self, move: int) -> str:
            return str(move)

    with pytest.raises(ValueError, match="repeats"):
        build([(Circle(), "first")], lambda position: 1)


@pytest.mark.parametrize("heaps", [(0,), (1,), (2, 1), (2, 2), (3, 1, 2)])
def test_players_of_impartial_games_change_seats(heaps: tuple[int, ...]) -> None:
    """What is built for one of them is a strategy, and Bouton says whose."""
    start = nim.make(heaps)

    def wins(position: nim.Position) -> bool:
        total = 0
        for heap in position.heaps:
            total ^= heap
        return total != 0

    def reply(position: nim.Position) -> tuple[int, int]:
        return next(m for m in position.moves() if not wins(position.play(m)))

    side = "next" if wins(start) else "previous"
    proved = conclude(Goal(start, "outcome"), build([(start, side)], reply))
    other = "previous" if side == "next" else "next"
    assert [(s.side, s.results, s.play) for s in proved.statements if isinstance(s, Forces)] == [
        (frozenset({side}), frozenset({side}), "normal"),
        (frozenset({side}), frozenset({other}), "misere"),
    ]
