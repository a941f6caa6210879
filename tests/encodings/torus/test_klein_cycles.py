"""Klein bottle and torus for two players: gluing, one winner on full boards, search, proofs."""

from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.homology import project
from reference.models import enumerated
from reference.proved import findings, proved, question_of

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.files import convert
from gameproof.certificates.kernel import Goal, Theorem, conclude, verify
from gameproof.encodings.method import Options
from gameproof.encodings.torus import klein_cycles
from gameproof.games.boards.glued_board import STEPS
from gameproof.games.clauses.one_winner import formula, intersection
from gameproof.games.game import games
from gameproof.games.klein_cycles import OWN, Parity, Position, Surface
from gameproof.games.meaning.bad_input import BadInput
from gameproof.prover.written import to_json
from gameproof.replies import replies
from gameproof.solvers.algebra.homology import Loops, Mesh
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.cnf import Cnf

NAMES: dict[Surface, str] = {"klein": "klein-cycles", "torus": "torus-hex"}
SURFACES: tuple[Surface, ...] = ("klein", "torus")


def board(surface: Surface, rows: int, columns: int, text: str = "", mover: int = 0) -> Position:
    stones = text.replace("/", "") or "." * (rows * columns)
    return Position(surface, rows, columns, stones, mover)


def check(here: Any, question: str, answer: str, certificate: Certificate) -> Theorem:
    """The conclusion; raises :class:`Rejected`."""
    asked = question_of(NAMES[here.surface], question)
    return verify(here, asked, {}, answer, certificate)


def mesh(position: Position) -> Mesh:
    """The board as a mesh with group elements a^p b^q; on the torus q counts downwards."""
    near, p, q = [], [], []
    for cell in range(position.rows * position.columns):
        r, c = divmod(cell, position.columns)
        for dr, dc in STEPS:
            row, column = r + dr, c + dc
            turns, base = divmod(row, position.rows)
            sign = 1
            if position.surface == "klein" and turns:
                column = -column - row + (position.rows if turns > 0 else 0)
                sign = -1
            across, below = divmod(column, position.columns)
            near.append(base * position.columns + below)
            p.append(sign * across)
            q.append(turns)
    shape = (position.rows * position.columns, len(STEPS))
    return Mesh(
        position.surface,
        np.array(near, dtype=np.int32).reshape(shape),
        np.array(p, dtype=np.int8).reshape(shape),
        np.array(q, dtype=np.int8).reshape(shape),
    )


def parities(board: Mesh, cells: list[int]) -> frozenset[Parity]:
    """Parities of the closed walks over the cells, by union-find with offsets."""
    loops = Loops(board)
    spans: list[tuple[int, Parity]] = []
    for cell in cells:
        spans += [(cell, (p % 2, q % 2)) for p, q in loops.place(cell, 0)]
    found: set[Parity] = set()
    by_root: dict[int, set[Parity]] = {}
    for cell, (p, q) in spans:
        span = by_root.setdefault(loops.find(cell)[0], {(0, 0)})
        span |= {((p + a) % 2, (q + b) % 2) for a, b in span}
    for span in by_root.values():
        found |= span
    return frozenset(found - {(0, 0)})


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 3), (3, 5), (4, 3), (5, 4)])
def test_the_gluing_is_the_covering_s(surface: Surface, rows: int, columns: int) -> None:
    """Rules, mesh and reference reduce a lifted cell in three ways, with one result."""
    here = board(surface, rows, columns)
    near = mesh(here).neighbour
    for v in range(rows * columns):
        r, c = divmod(v, columns)
        lifted = [project(surface, rows, columns, r + dr, c + dc) for dr, dc in STEPS]
        assert list(here.neighbours(v)) == [(w, p % 2, q % 2) for w, (p, q) in lifted]
        assert near[v].tolist() == [w for w, _ in lifted]
        for w, p, q in here.neighbours(v):
            assert (v, p, q) in set(here.neighbours(w))


@settings(max_examples=80)
@given(st.sampled_from(SURFACES), st.integers(2, 5), st.integers(2, 5), st.data())
def test_parities_by_trees_and_by_union_find(
    surface: Surface, rows: int, columns: int, data: Any
) -> None:
    cells = rows * columns
    here = board(surface, rows, columns, data.draw(st.text("xo.", min_size=cells, max_size=cells)))
    for colour in "xo":
        mine = [v for v in range(cells) if here.stones[v] == colour]
        assert parities(mesh(here), mine) == here.parities(colour)


@settings(max_examples=100)
@given(st.sampled_from(SURFACES), st.integers(2, 9), st.integers(2, 9), st.data())
def test_a_full_board_has_one_winner(surface: Surface, rows: int, columns: int, data: Any) -> None:
    cells = rows * columns
    full = data.draw(st.text("xo", min_size=cells, max_size=cells))
    assert len(board(surface, rows, columns, full).winners()) == 1


def test_parities_of_both_colours_meet_evenly() -> None:
    for surface in SURFACES:
        for full in itertools.product("xo", repeat=9):
            here = board(surface, 3, 3, "".join(full))
            for one in here.parities("x"):
                assert not any(intersection(surface, one, two) for two in here.parities("o"))


def test_both_players_own_what_meets_oddly() -> None:
    for surface in SURFACES:
        for one in OWN[surface]["x"]:
            assert all(intersection(surface, one, two) for two in OWN[surface]["o"])


CENSUS = {
    ("klein", 3): "01 + 11: 62; 10 + 10: 30; none + 01/10/11: 164",
    ("torus", 3): "01 + 01: 30; 10 + 10: 30; 11 + 11: 30; none + 01/10/11: 166",
    ("klein", 2): "01 + 11: 2; 10 + 10: 1; none + 01/10/11: 5",
}


@pytest.mark.parametrize(("surface", "n"), CENSUS)
def test_full_boards_by_parities(surface: Surface, n: int) -> None:
    here = board(surface, n, n)
    answer = CENSUS[surface, n]
    assert proved(NAMES[surface], here, "census") == answer
    with pytest.raises(Rejected, match="entail"):
        check(here, "census", "10 + 10: 1", Definition())
    with pytest.raises(Rejected, match="too many steps"):
        conclude(Goal(board(surface, 4, 5), "census"), Definition())


@pytest.mark.slow
def test_full_boards_of_4x4_by_parities() -> None:
    """With one colour empty of parities the other has all, or two Moebius loops and no more."""
    answer = proved("klein-cycles", board("klein", 4, 4), "census")
    counts = {name: int(k) for name, k in (part.split(": ") for part in answer.split("; "))}
    assert counts["10 + 10"] == 3927
    assert counts["01 + 11"] == 8112
    assert counts["none + 01/10/11"] + counts["none + 01/11"] == 20721 + 8
    assert sum(counts.values()) == 1 << 15


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4)])
def test_one_winner_is_refuted_otherwise(surface: Surface, rows: int, columns: int) -> None:
    here = board(surface, rows, columns)
    (finding,) = findings(NAMES[surface], here, "one-winner").values()
    assert finding.answer is True
    again = convert(json.loads(json.dumps(to_json(finding.certificate))))  # type: ignore[arg-type]
    assert check(here, "one-winner", "yes", again)
    with pytest.raises(Rejected):
        check(here, "one-winner", "no", again)
    with pytest.raises(Rejected):
        check(board(surface, rows + 1, columns), "one-winner", "yes", again)


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (1, 7), (2, 1), (7, 1)])
def test_one_winner_where_cells_are_their_own_neighbours(
    surface: Surface, rows: int, columns: int
) -> None:
    """A board with a side of one cell: the refutation, and all full boards by the rules."""
    assert proved(NAMES[surface], board(surface, rows, columns), "one-winner") == "yes"
    for stones in itertools.product("xo", repeat=rows * columns):
        assert len(board(surface, rows, columns, "".join(stones)).winners()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("surface", SURFACES)
def test_one_winner_on_5x5(surface: Surface) -> None:
    assert proved(NAMES[surface], board(surface, 5, 5), "one-winner") == "yes"


@pytest.mark.parametrize("surface", SURFACES)
def test_the_clauses_hold_where_a_winner_is_missing(surface: Surface) -> None:
    """With empty cells allowed (a colour of their own) the clauses describe undecided boards."""
    here = board(surface, 3, 3)
    made = formula(Goal(here, "one-winner"))
    # Leave out the second colour's clauses: the first nine variables say where x stands.
    x_only = [c for c in made.clauses if not ({v for v in c if 0 < v <= 9})]
    with sat.Session(Cnf(made.variables, list(x_only)), Limits()) as session:
        found = {
            tuple(model.values[1:10]) for model in enumerated(session, range(1, 10)) if model.values
        }
    for stones in itertools.product((False, True), repeat=9):
        text = "".join("x" if k else "." for k in stones)
        lacks = not board(surface, 3, 3, text).parities("x") & OWN[surface]["x"]
        assert (stones in found) == lacks


OUTCOMES = [
    ("klein", 2, 3, 0, "x"),
    ("klein", 2, 3, 1, "o"),
    ("klein", 2, 2, 0, "x"),
    ("klein", 2, 4, 0, "x"),
    ("klein", 2, 5, 0, "x"),
    ("klein", 3, 3, 0, "o"),
    ("klein", 3, 3, 1, "o"),
    ("klein", 3, 4, 0, "o"),
    ("klein", 4, 3, 0, "o"),
    ("torus", 2, 3, 0, "o"),
    ("torus", 3, 3, 0, "o"),
    ("torus", 3, 3, 1, "o"),
]


@pytest.mark.parametrize(("surface", "rows", "columns", "mover", "winner"), OUTCOMES)
def test_outcomes(surface: Surface, rows: int, columns: int, mover: int, winner: str) -> None:
    here = board(surface, rows, columns, mover=mover)
    assert proved(NAMES[surface], here, "outcome") == winner
    if rows * columns <= 9:
        assert first_wins(here, {}) == (winner == here.to_move)


@pytest.mark.slow
@pytest.mark.parametrize("surface", SURFACES)
def test_the_second_player_wins_4x4(surface: Surface) -> None:
    here = board(surface, 4, 4)
    finding = klein_cycles.outcome(here, Limits(time_limit=600), Options())
    assert finding.answer == "o"
    assert finding.certificate is not None
    assert check(here, "outcome", "o", finding.certificate)


def first_wins(here: Position, known: dict[Position, bool]) -> bool:
    """Does the player to move win? Straight from the rules."""
    if here not in known:
        known[here] = False
        for move in here.moves():
            after = here.play(move)
            if after.result() == here.to_move or (
                after.result() is None and not first_wins(after, known)
            ):
                known[here] = True
                break
    return known[here]


@settings(max_examples=30)
@given(st.sampled_from(SURFACES), st.data())
def test_outcomes_of_positions(surface: Surface, data: Any) -> None:
    here = board(surface, 3, 3, data.draw(st.text("xo.", min_size=9, max_size=9)))
    if here.result() is None:
        assert (proved(NAMES[surface], here, "outcome") == here.to_move) == first_wins(here, {})


def test_the_strategy_plays_and_a_cut_one_is_rejected() -> None:
    here: Any = board("klein", 3, 3)
    (finding,) = findings("klein-cycles", here, "outcome").values()
    proof: Any = finding.certificate
    source = np.random.default_rng(1)
    for _ in range(20):
        now = here
        while now.result() is None:
            moves = now.moves()
            own = now.to_move == "o"
            move = replies.reply(now, proof) if own else moves[source.integers(len(moves))]
            assert move is not None
            now = now.play(move)
        assert now.result() == "o"
    with pytest.raises(Rejected):
        check(here, "outcome", "x", proof)
    with pytest.raises(Rejected):
        check(board("torus", 3, 3), "outcome", "o", proof)


WON: list[tuple[Surface, str, str]] = [
    ("torus", "xxx/oo./o..", "x"),
    ("torus", "oxx/oxx/oxo", "o"),
    ("klein", "xxo/oxo/oox", "o"),
    ("klein", "xxx/xoo/xoo", "x"),
]


@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize(("surface", "text", "winner"), WON)
def test_a_finished_game_has_its_winner(
    surface: Surface, text: str, winner: str, mover: int
) -> None:
    here = board(surface, 3, 3, text, mover)
    assert here.result() == winner
    assert proved(NAMES[surface], here, "winner") == winner
    (finding,) = findings(NAMES[surface], here, "outcome").values()
    assert finding.answer == winner
    proof: Any = finding.certificate
    other = "o" if winner == "x" else "x"
    with pytest.raises(Rejected):
        check(here, "outcome", other, proof)
    for wrong in (other, "none"):
        with pytest.raises(Rejected, match="entail"):
            check(here, "winner", wrong, Definition())
    # The leaf is one by the rules of its own board alone.
    for answer in "xo":
        with pytest.raises(Rejected):
            check(board(surface, 3, 3), "outcome", answer, proof)


def test_a_game_that_goes_on_has_no_winner() -> None:
    for surface in SURFACES:
        assert proved(NAMES[surface], board(surface, 3, 3, "xo......."), "winner") == "none"
        for answer in "xo":
            with pytest.raises(Rejected, match="entail"):
                check(board(surface, 3, 3), "winner", answer, Definition())


@settings(max_examples=60)
@given(st.sampled_from(SURFACES), st.integers(1, 4), st.integers(1, 4), st.data())
def test_full_boards_have_one_winner_by_every_question(
    surface: Surface, rows: int, columns: int, data: Any
) -> None:
    cells = rows * columns
    here = board(surface, rows, columns, data.draw(st.text("xo", min_size=cells, max_size=cells)))
    assert len(here.winners()) == 1
    assert proved(NAMES[surface], here, "outcome") == proved(NAMES[surface], here, "winner")


@pytest.mark.parametrize("surface", SURFACES)
def test_a_refutation_of_another_board_or_surface_is_rejected(surface: Surface) -> None:
    here = board(surface, 3, 3)
    (finding,) = findings(NAMES[surface], here, "one-winner").values()
    proof: Any = finding.certificate
    other: Surface = "torus" if surface == "klein" else "klein"
    with pytest.raises(Rejected):
        check(board(other, 3, 3), "one-winner", "yes", proof)
    for question, answer in (("outcome", "o"), ("winner", "none"), ("census", "10 + 10: 1")):
        with pytest.raises(Rejected):
            check(here, question, answer, proof)


def test_search_obeys_limits() -> None:
    with pytest.raises(LimitReached):
        klein_cycles.outcome(board("torus", 4, 4), Limits(time_limit=0.0), Options())


def test_words_and_moves() -> None:
    game, _ = games()["klein-cycles"]
    here = game.make(n=3, m=4, position="x.../..../....", to_move="o")
    assert here.to_move == "o"
    assert here.parse_move("d3") == 11
    assert here.move_text(11) == "D3"
    for words in ({"n": 0}, {"n": 2, "position": "xo?."}, {"n": 2, "position": "xo."}):
        with pytest.raises(BadInput):
            game.make(**words)
    for move in (0, 99):
        with pytest.raises(BadInput):
            here.play(move)
    with pytest.raises(BadInput):
        here.parse_move("E1")
    over = game.make(n=2, position="x./x.")
    assert over.result() == "x"
    assert over.moves() == []
