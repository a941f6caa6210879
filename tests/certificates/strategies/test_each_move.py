"""Every move decided by a part of its own: nothing false follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.geography import check, outcomes
from reference.proved import findings, question_of

from gameproof.certificates.certificate import Certificate, Rejected, Use
from gameproof.certificates.files import convert
from gameproof.certificates.kernel import Goal, conclude, verify
from gameproof.certificates.strategies.each_move import EachMove
from gameproof.encodings.each_move import gather
from gameproof.encodings.geography.even_kernels import one_start
from gameproof.encodings.plays import build
from gameproof.games import snort
from gameproof.games.geography import Position, make
from gameproof.games.graph import Graph
from gameproof.games.impartial.nim import make as nim
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Forces, Prevents, wins
from gameproof.games.words import make as words
from gameproof.prover.written import to_json
from gameproof.replies.strategies.each_move import reply

FIVE = Graph.of(5, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4)])


def by_search(position: Position, question: str) -> tuple[str, EachMove]:
    found = findings("geography", position, question)["search"]
    assert isinstance(found.answer, str)
    assert isinstance(found.certificate, EachMove)
    return found.answer, found.certificate


def test_lists_of_moves() -> None:
    position = make(FIVE, 1, edge=True)
    answer, record = by_search(position, "winning-moves")
    check(position, "winning-moves", answer, convert(to_json(record)))
    outcome = "P" if answer == "none" else "N"
    check(position, "outcome", outcome, record)
    with pytest.raises(Rejected, match="does not entail"):
        check(position, "outcome", "NP"[outcome == "N"], record)
    first, *others = record.uses
    check(position, "winning-moves", answer, EachMove(uses=(*others, first, first)))
    wrong = [
        (EachMove(), "is not decided"),
        (EachMove(uses=tuple(others)), "is not decided"),
        (EachMove(uses=(*record.uses, Use(first.certificate, "4"))), "step 3"),
        (EachMove(uses=(Use(record, "0"), *others)), "step"),
        (EachMove(uses=(Use(others[0].certificate, "0"), *others)), "step 0"),
        (EachMove(uses=(Use(others[0].certificate, others[0].key), *others)), "is not decided"),
    ]
    for candidate, reason in wrong:
        with pytest.raises(Rejected, match=reason):
            check(position, "winning-moves", answer, candidate)
    with pytest.raises(Rejected, match="does not entail"):
        check(position, "winning-moves", "4", record)


@pytest.mark.parametrize("start", [None, 0, 2])
@pytest.mark.parametrize("directed", [False, True])
def test_all_starts_whoever_holds_the_token(start: int | None, directed: bool) -> None:
    """The letters of all starts do not ask where the token stands."""
    graph = Graph.of(3, [(0, 1), (1, 2), (2, 0)])
    position = make(graph, start, edge=True, directed=directed)
    answer, record = by_search(position, "all")
    assert answer == outcomes(3, graph.edges.tolist(), edge=True, directed=directed)
    check(position, "all", answer, record)
    for wrong in ("NNP", "PPP", "", "NN", "---"):
        with pytest.raises(Rejected, match="does not entail"):
            check(position, "all", wrong, record)
    # They are the moves of a free token, not of one that stands somewhere.
    if start is not None:
        with pytest.raises(Rejected, match=r"step "):
            check(position, "outcome", "N", record)


def test_starts_that_are_gone_have_no_letter() -> None:
    graph = Graph.of(4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    position = make(graph, 0, directed=True, route=(1,))
    answer, record = by_search(position, "all")
    assert answer == "-" + outcomes(4, [(1, 2), (2, 3)], directed=True)[1:]
    check(position, "all", answer, record)


def test_no_move_is_decided_by_the_rules() -> None:
    """Nothing proves the mover's loss but that the rules end the game."""
    stuck = make(FIVE, 3, edge=True, route=(1,))
    over = make(Graph.of(2, [(0, 1)]), 1, directed=True)
    check(over, "outcome", "P", EachMove())
    check(over, "winning-moves", "none", EachMove())
    for position in (stuck, make(FIVE, 1, edge=True), words("ab ba"), nim((1,))):
        with pytest.raises(Rejected, match="is not decided"):
            conclude(Goal(position, "outcome"), EachMove())
    with pytest.raises(Rejected, match="does not entail"):
        check(over, "outcome", "N", EachMove())
    with pytest.raises(Rejected, match="step 0"):
        check(over, "outcome", "P", gather([("0", EachMove())]))


def plain_win(position: snort.Position, side: str) -> bool:
    """Does ``side`` win, by the rules?"""
    result = position.result()
    if result is not None:
        return result == side
    ends = [plain_win(position.play(move), side) for move in position.moves()]
    return any(ends) if position.to_move == side else all(ends)


def strategy_of(position: Any) -> Certificate:
    winner = next(side for side in position.players if plain_win(position, side))

    def best(here: Any) -> Any:
        return next(m for m in here.moves() if plain_win(here.play(m), winner))

    return build([(position, winner)], best)


@pytest.mark.parametrize("n", range(1, 5))
def test_only_the_own_player_of_a_position_that_either_may_start(n: int) -> None:
    """What follows is about the player to move: an outcome of Snort needs both."""
    start: Any = snort.make_snort(Graph.of(n, [(i, i + 1) for i in range(n - 1)]))
    for side in start.players:
        position = start.turn(side)
        decided = [(position.move_text(m), strategy_of(position.play(m))) for m in position.moves()]
        record = gather(decided)
        statements = conclude(Goal(position, "outcome"), record).statements
        assert statements
        assert {s.starter for s in statements if isinstance(s, Forces | Prevents)} == {side}
        question = question_of("snort", "outcome")
        for answer in question.answers:
            with pytest.raises(Rejected):
                verify(position, question, {}, answer, record)


def test_the_mover_of_an_impartial_game_is_next() -> None:
    """After a move of Nim ``next`` is the other player: 2 1 is N by the move to 1 1."""
    position: Any = nim((2, 1))

    def part(after: Any) -> Certificate:
        side = "next" if _grundy(str(after)) else "previous"
        return build([(after, side)], _follow)

    record = gather([(position.move_text(m), part(position.play(m))) for m in position.moves()])
    statements = conclude(Goal(position, "outcome"), record).statements
    assert wins("next", "next") in statements
    assert wins("next", "previous") not in statements
    move = reply(position, record)
    assert move is not None
    assert _grundy(str(position.play(move))) == 0
    assert reply(position.play(move), record) is None


def _grundy(heaps: str) -> int:
    total = 0
    for heap in heaps.split():
        total ^= int(heap)
    return total


def _follow(position: Any) -> Any:
    moves = list(position.moves())
    good = [m for m in moves if _grundy(str(position.play(m))) == 0]
    return (good or moves)[0]


def test_parts_that_say_less_prove_less() -> None:
    """One of two moves refuted: neither outcome follows, nor the list."""
    graph = Graph.of(4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    position = make(graph, 0, edge=True)
    enters = one_start(4, 1, 2, np.array([0, 2]))  # after the move to 1 the opponent goes to 2
    silent = one_start(4, 0, -1, np.array([0, 2]))  # says nothing of a token on 3
    half = gather([("1", enters), ("3", silent)])
    for question, answer in (("outcome", "N"), ("outcome", "P"), ("winning-moves", "none")):
        with pytest.raises(Rejected):
            check(position, question, answer, half)


EDGES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=7)


@settings(max_examples=80)
@given(EDGES, EDGES, st.integers(0, 4), st.integers(0, 6), st.integers(0, 6), st.booleans())
def test_parts_of_other_moves_and_graphs(
    rows: list[tuple[int, int]],
    other: list[tuple[int, int]],
    start: int,
    one: int,
    two: int,
    directed: bool,
) -> None:
    position = make(Graph.of(5, rows), start, edge=True, directed=directed)
    foreign = make(Graph.of(5, other), start, edge=True, directed=directed)
    truth = outcomes(5, rows, edge=True, directed=directed)[start]
    parts = list(by_search(position, "winning-moves")[1].uses)
    strange = [use.certificate for use in by_search(foreign, "winning-moves")[1].uses]
    certificates = [use.certificate for use in parts]
    if parts and strange:
        certificates[one % len(parts)] = strange[two % len(strange)]
    swapped = list(certificates)
    if parts:
        swapped[one % len(parts)] = certificates[two % len(parts)]
    for chosen in (certificates, swapped):
        record = EachMove(uses=tuple(Use(c, u.key) for u, c in zip(parts, chosen, strict=True)))
        for answer in "NP":
            try:
                check(position, "outcome", answer, record)
            except Rejected:
                continue
            assert answer == truth


def test_a_part_may_be_such_a_certificate_again() -> None:
    """One step of backward induction after another, from the end of a path; a step is no deeper in
    its file than any other."""
    position = make(Graph.of(2, [(0, 1)]), 0)
    inner = gather([("1", EachMove())])
    check(position, "outcome", "N", inner)
    long = make(Graph.of(40, [(i, i + 1) for i in range(39)]), 0, directed=True)
    record = EachMove()
    for v in range(39, 0, -1):
        record = gather([(str(v), record)])
    assert len(to_json(record)) == 40
    check(long, "outcome", "N", convert(to_json(record)))
    with pytest.raises(Rejected, match="does not entail"):
        check(long, "outcome", "P", record)


def test_names_do_not_decide_moves_twice() -> None:
    """Vertices of one name, which no reader of graphs lets through: nothing is decided by it."""
    rows = [(0, 1), (0, 2)]
    with pytest.raises(BadInput, match="two vertices are named 'b'"):
        Graph.of(3, rows, names=("a", "b", "b"))
    graph = replace(Graph.of(3, rows, directed=True, names=("a", "b", "c")), names=("a", "b", "b"))
    hidden = Position(graph, token=0)
    one = gather([("b", EachMove())])
    for answer in ("b b", "b"):
        with pytest.raises(Rejected, match="two moves are written"):
            check(hidden, "winning-moves", answer, one)


def test_a_start_that_nothing_decides_has_no_letter() -> None:
    """Kernels that say nothing of their own start: neither P nor N."""
    graph = Graph.of(4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    position = make(graph, edge=True)
    decided = {v: one_start(4, v, -1, np.array([v % 2, v % 2 + 2])) for v in range(4)}
    check(position, "all", "PPPP", gather([(str(v), part) for v, part in decided.items()]))
    decided[3] = decided[1]
    silent = gather([(str(v), part) for v, part in decided.items()])
    for answer in ("PPPP", "PPPN"):
        with pytest.raises(Rejected, match="3: the part does not say"):
            check(position, "all", answer, silent)


class Over(Position):
    """Rules that end the play while there are moves."""

    def result(self) -> str | None:
        return "first"


def test_a_finished_game_has_no_moves() -> None:
    over = Over(Graph.of(2, [(0, 1)]), token=0)
    end = build([(make(Graph.of(2, [(0, 1)]), 0).play(1), "first")], lambda here: 0)
    with pytest.raises(Rejected, match="the game is over, and there are moves"):
        conclude(Goal(over, "outcome"), gather([("1", end)]))
