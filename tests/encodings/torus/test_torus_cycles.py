"""Who wins the torus game, loops and threats: published tables, second engines, corrupted
certificates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.colour_claiming import forced_wins as forced_wins_of
from reference.proved import findings, proved
from reference.torus import GAME, accepted, ask, rejected, told

from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.files import convert
from gameproof.encodings.method import UNKNOWN, Options
from gameproof.encodings.torus import outcome as torus_cycles_outcome
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.torus_cycles import Position, make
from gameproof.replies import replies
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.positional import colour_claiming

D4 = "x.x.../xx..../.xxx../....xx/x.x..x/x.x..."


@settings(max_examples=60)
@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from(("xo", "xo.", "x...")), st.data())
def test_the_winner_is_the_rules_winner(n: int, m: int, letters: str, data: Any) -> None:
    stones = data.draw(st.text(letters, min_size=n * m, max_size=n * m))
    here = Position(n, m, stones, method=data.draw(st.sampled_from(("parity", "sextant"))))
    finding = ask(here, "winner")
    assert finding.answer == told(here)
    for answer in {"V", "H", "D", "several", "none"} - {finding.answer}:
        rejected(here, "winner", answer, finding.certificate)


def test_a_large_full_board_has_a_checked_winner() -> None:
    source = np.random.default_rng(7)
    for _ in range(4):
        stones = "".join("xo"[k] for k in source.integers(0, 2, 70 * 70))
        here = Position(70, 70, stones)
        finding = ask(here, "winner")
        assert finding.answer == told(here)
        assert set(finding.detail["rank"].values()) in ({1}, {0, 2})


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("xxxx/oooo/..../....", "H"),
        ("xxxx/x.../x.../x...", "several"),
        ("xxxx/..../..../....", "H"),
        ("xxx./..../..../....", "none"),
    ],
)
def test_the_winner_is_counted_again(words: str, answer: str) -> None:
    """Whose loop it is follows from the rules alone; every other answer is rejected."""
    here = make(4, 4, words)
    assert ask(here, "winner").answer == answer
    assert accepted(here, "winner", answer, Definition())
    for other in {"V", "H", "D", "several", "none"} - {answer}:
        assert "entail" in rejected(here, "winner", other, Definition())


def test_the_last_stone_decides_and_steps_may_be_ambiguous() -> None:
    played = make(4, 4, "xxx./..../..../....", played="D1x")
    narrow = make(2, 3, "xxx/...")
    assert ask(played, "winner").answer == ask(narrow, "winner").answer == "H"


# -- threats ----------------------------------------------------------------------------


def test_the_posting_s_threats() -> None:
    finding = ask(make(6, 6, D4), "threats")
    assert finding.answer == (6, 1, 1)
    assert proved(GAME, make(6, 6, D4), "threats") == "V 6, H 1, D 1"
    threats = finding.detail["threats"]
    assert {k for k in threats if k.startswith("D4")} == {"D4x"}
    assert sorted(threats["D4x"]["classes"]) == ["(0,1)", "(1,-1)", "(1,0)"]
    assert sorted(threats["D4x"]["owners"]) == ["D", "H", "V"]
    assert threats["C4x"]["classes"] == ["(0,1)"]
    assert threats["D5x"]["classes"] == ["(1,0)"]
    assert threats["E3x"]["classes"] == ["(1,-1)"]
    sextants = ask(make(6, 6, D4, owners="sextant"), "threats").detail["threats"]
    assert sorted(sextants["D4x"]["owners"]) == ["H", "H", "V"]
    assert sextants["E3x"]["wins for"] == "H"


def test_threats_are_counted_again() -> None:
    here = make(6, 6, D4)
    assert accepted(here, "threats", "V 6, H 1, D 1", Definition())
    for wrong in ("V 7, H 1, D 1", "V 6, H 0, D 1", "V 0, H 0, D 0"):
        assert "entail" in rejected(here, "threats", wrong, Definition())
    for junk in ("V 6, H 1", "V 6, H 1, D 1, D 1", "V 06, H 1, D 1", "H 1, V 6, D 1", "x", ""):
        assert "claim" in rejected(here, "threats", junk, Definition())


def test_nothing_threatens_in_a_finished_game() -> None:
    assert ask(make(4, 4, "xxxx/xxx./..../...."), "threats").answer == (0, 0, 0)
    assert ask(make(3, 3, "xox/oxo/xxo"), "threats").answer == (0, 0, 0)


# -- outcome ----------------------------------------------------------------------------


@pytest.mark.parametrize("owners", ["parity", "sextant"])
@pytest.mark.parametrize(
    ("n", "answer", "boards", "census"),
    [(2, "H", 21, (16, 1, 0)), (3, "nobody", 8329, (5256, 222, 0))],
)
def test_who_forces_a_win(
    n: int, answer: str, boards: int, census: tuple[int, int, int], owners: Any
) -> None:
    finding = ask(make(n, n, owners=owners), "outcome", "retrograde")
    assert finding.answer == answer
    assert finding.detail["boards decided"] == boards
    assert tuple(finding.detail[k] for k in ("mover", "next", "previous")) == census


@pytest.mark.slow
@pytest.mark.parametrize(
    ("owners", "census"),
    [("parity", (12499680, 1221952, 22848)), ("sextant", (12470560, 1223536, 25352))],
)
def test_who_forces_a_win_on_4x4(owners: Any, census: tuple[int, int, int]) -> None:
    found = findings(GAME, make(4, 4, owners=owners), "outcome")
    assert {finding.answer for finding in found.values()} == {"nobody"}
    finding = found["retrograde"]
    assert finding.detail["boards decided"] == 23558505
    assert tuple(finding.detail[k] for k in ("mover", "next", "previous")) == census


def alone(position: Position, player: str, known: dict[Position, bool]) -> bool:
    """Can the player force a win against the other two? Straight from the rules."""
    here = replace(position, last=None)
    if position.result() is not None:
        return position.result() == player
    if here not in known:
        after = (alone(position.play(m), player, known) for m in position.moves())
        known[here] = any(after) if position.to_move == player else all(after)
    return known[here]


@pytest.mark.parametrize("owners", ["parity", "sextant"])
@pytest.mark.parametrize(("n", "m", "rows"), [(2, 2, None), (2, 3, None), (3, 3, "xo./ox./...")])
def test_outcomes_agree_with_the_rules(n: int, m: int, rows: str | None, owners: Any) -> None:
    for mover in "VHD":
        here = make(n, m, rows, owners=owners, to_move=mover)
        winners = [p for p in "VHD" if alone(here, p, {})]
        answer = winners[0] if winners else "nobody"
        found: Any = findings(GAME, here, "outcome")
        assert found["retrograde"].answer == answer
        assert found["together"].answer in (answer, UNKNOWN)
        for wrong in {"V", "H", "D", "nobody"} - {answer}:
            rejected(here, "outcome", wrong, found["retrograde"].certificate)


def test_the_table_is_that_of_plain_python() -> None:
    closing, free = torus_cycles_outcome.ends(3, 3, "parity")
    compiled = colour_claiming.solve(9, closing, free, Limits())
    table, boards = forced_wins_of(9, closing, free)
    assert np.array_equal(table, compiled.table)
    assert compiled.boards == boards


@settings(max_examples=20)
@given(st.data())
def test_another_move_wins_for_nobody_else(data: Any) -> None:
    """A move in the place of another one; the same moves on boards of other first players."""
    here = make(2, 2)
    proof = ask(here, "outcome", "retrograde").certificate
    moves = proof.moves.copy()
    at = data.draw(st.integers(0, len(moves) - 1))
    moves[at] = data.draw(st.integers(0, len(proof.texts) - 1))
    for answer in ("V", "D", "nobody"):
        rejected(here, "outcome", answer, msgspec.structs.replace(proof, moves=moves))
    for elsewhere in (make(2, 2, to_move="H"), make(2, 2, to_move="D"), make(2, 3), make(3, 3)):
        rejected(elsewhere, "outcome", "H", proof)


def test_a_table_of_all_boards_is_no_kind_any_more() -> None:
    old = {"kind": "forced-wins", "table": {"numbers": [], "dtype": "|u1", "shape": [0]}}
    with pytest.raises(BadInput, match="'gameproof convert' makes old files anew"):
        convert([old])


@pytest.mark.parametrize(
    ("words", "winner"),
    [
        ((4, 4, "xxxx/oooo/..../...."), "H"),
        ((3, 3, "xxx/oxo/ooo"), "H"),
        ((2, 3, "xxx/..."), "H"),
        ((6, 6, D4, "parity", "D", "D4x"), "D"),
        ((6, 6, D4, "sextant", "H", "E3x"), "H"),
        ((40, 40, "x" * 40 + "." * 1560), "H"),
    ],
)
def test_a_finished_game_has_its_winner(words: Any, winner: str) -> None:
    here = make(*words)
    finding = ask(here, "outcome")
    assert finding.answer == winner
    for wrong in {"V", "H", "D", "nobody"} - {winner}:
        rejected(here, "outcome", wrong, finding.certificate)
    rejected(make(4, 4), "outcome", winner, finding.certificate)


def test_who_won_is_not_known_where_the_last_stone_would_tell() -> None:
    here = make(4, 4, "xxxx/x.../x.../x...")
    assert ask(here, "winner").answer == "several"
    finding = ask(here, "outcome")
    assert finding.answer is UNKNOWN
    other = ask(make(4, 4, "xxxx/..../..../...."), "outcome").certificate
    for answer in ("V", "H", "D", "nobody"):
        assert "last stone" in rejected(here, "outcome", answer, other)


def test_the_winner_s_replies_win_against_everything() -> None:
    start = make(2, 2)
    proof = ask(start, "outcome", "retrograde").certificate

    def follow(here: Position) -> None:
        if here.result() is not None:
            assert here.result() == "H"
            return
        if here.to_move == "H":
            move = replies.reply(here, proof)
            assert move is not None
            follow(here.play(move))
        else:
            for move in here.moves():
                follow(here.play(move))

    follow(start)


def test_a_limit_stops_the_table() -> None:
    with pytest.raises(LimitReached):
        torus_cycles_outcome.outcome(make(4, 4), Limits(time_limit=0.05), Options())


@pytest.mark.parametrize("mover", "VHD")
def test_the_last_stone_decides_among_several_classes(mover: str) -> None:
    here = make(6, 6, D4, to_move=mover, played="D4x")
    finding = ask(here, "winner")
    assert finding.answer == mover
    rejected(here, "winner", "several", finding.certificate)
    assert ask(make(6, 6, D4, played="F6x"), "winner").answer == "none"
