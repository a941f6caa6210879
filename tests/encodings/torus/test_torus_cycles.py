"""Questions about the torus game: published tables, second engines, corrupted certificates."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from dataclasses import replace
from math import gcd
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver
from reference.proved import findings, proved, question_of

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.clauses.clauses import Formula
from gameproof.certificates.clauses.full_board import add_board, add_step
from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.files import convert, to_json
from gameproof.certificates.kernel import Conclusion, Goal, conclude, verify
from gameproof.certificates.models.blocking_set import BlockingSet, with_stones
from gameproof.certificates.models.shortest_loop import ShortestLoop
from gameproof.certificates.models.torus_cycle import TorusCycle, class_of
from gameproof.certificates.models.torus_loops import TorusLoops
from gameproof.certificates.recounts.recount import Recount
from gameproof.certificates.tables import forced_wins
from gameproof.certificates.tables.forced_wins import ForcedWins
from gameproof.encodings.method import UNKNOWN, Options
from gameproof.encodings.refute import refute
from gameproof.encodings.torus import classes as torus_cycles_classes
from gameproof.encodings.torus import outcome as torus_cycles_outcome
from gameproof.encodings.torus import torus_cycles
from gameproof.encodings.torus.mesh import mesh
from gameproof.games.game import games
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.torus_classes import hex_norm, normal
from gameproof.games.torus_cycles import Position, make
from gameproof.solvers.algebra import homology
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.positional import colour_claiming
from gameproof.solvers.sat.cases import by_cases

GAME = "torus-cycles"
D4 = "x.x.../xx..../.xxx../....xx/x.x..x/x.x..."


def ask(position: Position, question: str, method: str = "", **arguments: Any) -> Any:
    """The finding of one method (the first by default), its certificate checked as JSON too."""
    found = findings(GAME, position, question, **arguments)
    finding: Any = found[method] if method else next(iter(found.values()))
    if finding.certificate is not None:
        again = convert(json.loads(json.dumps(to_json(finding.certificate))))
        text = question_of(GAME, question).form.write(finding.answer)
        assert accepted(position, question, text, again, **arguments)
    return finding


def accepted(
    position: Any, question: str, answer: str, certificate: Certificate, **arguments: Any
) -> Conclusion:
    """The conclusion; raises :class:`Rejected`."""
    return verify(position, question_of(GAME, question), arguments, answer, certificate)


def rejected(
    position: Position, question: str, answer: str, certificate: Certificate, **arguments: Any
) -> str:
    with pytest.raises(Rejected) as caught:
        accepted(position, question, answer, certificate, **arguments)
    return str(caught.value)


# -- winner -----------------------------------------------------------------------------


def told(position: Position) -> str:
    """The winner from the rules: spanning trees instead of union-find."""
    classes = position.loops("x") | position.loops("o")
    if not classes:
        return "none"
    if len(classes) > 1:
        return "several"
    return position.owner(classes, "")


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from(("xo", "xo.", "x...")), st.data())
def test_the_winner_is_the_rules_winner(n: int, m: int, letters: str, data: Any) -> None:
    stones = data.draw(st.text(letters, min_size=n * m, max_size=n * m))
    here = Position(n, m, stones, method=data.draw(st.sampled_from(("parity", "sextant"))))
    finding = ask(here, "winner")
    assert finding.answer == told(here)
    for answer in {"V", "H", "D", "several", "none"} - {finding.answer}:
        rejected(here, "winner", answer, finding.certificate)


def test_a_large_full_board_has_a_checked_winner(monkeypatch: Any) -> None:
    source = np.random.default_rng(7)
    for _ in range(4):
        stones = "".join("xo"[k] for k in source.integers(0, 2, 70 * 70))
        here = Position(70, 70, stones)
        finding = ask(here, "winner")
        assert finding.answer == told(here)
        assert set(finding.detail["rank"].values()) in ({1}, {0, 2})
        with monkeypatch.context() as patch:
            patch.setattr(homology, "SMALL", 1 << 20)
            assert ask(here, "winner").answer == finding.answer


def test_closed_walks_agree_with_the_kernel(monkeypatch: Any) -> None:
    source = np.random.default_rng(3)
    for _ in range(10):
        colour = source.integers(-1, 2, 30).astype(np.int8)
        plain = homology.closed_walks(mesh(5, 6), colour, 2, Limits())
        with monkeypatch.context() as patch:
            patch.setattr(homology, "SMALL", 0)
            assert homology.closed_walks(mesh(5, 6), colour, 2, Limits()) == plain


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"walks": []}, "rule out"),
        ({"walks": [[0, 1, 2]]}, "neighbours"),
        ({"walks": [[99]]}, "list of cells"),
        ({"walks": [["a"]]}, "list of cells"),
        ({"walks": [[True, 2, 3, 0]]}, "list of cells"),
        ({"walks": [[0.0, 1, 2, 3]]}, "list of cells"),
        ({"walks": [[-4, 1, 2, 3]]}, "list of cells"),
        ({"walks": [[0, 1, 2, 3, 0, 1, 2, 3]]}, "more than once"),
        ({"walks": [[0, 1, 2, 3], [0, 1, 2, 3, 0, 1, 2, 3]], "y": np.arange(16)}, "another"),
        ({"walks": [[8, 9, 10, 11]]}, "leaves its colour"),
        ({"walks": [[0, 1, 0]]}, "neighbours"),
        ({"walks": [[0, 1]]}, "no essential loop"),
        ({"walks": [[0, 4, 8, 12]]}, "leaves its colour"),
        ({"x": np.zeros(3, dtype=np.int64)}, "one whole potential"),
        ({"x": np.zeros(16)}, "one whole potential"),
        ({"y": np.full(16, 1 << 50)}, "out of range"),
        ({"y": np.full(16, -(1 << 63))}, "out of range"),
        ({"y": np.full(16, (1 << 64) - 1, dtype=np.uint64)}, "out of range"),
        ({"y": np.zeros((4, 4), dtype=np.int64)}, "one whole potential"),
        ({"y": np.zeros(16, dtype=np.bool_)}, "one whole potential"),
        ({"y": np.arange(16)}, "another class"),
    ],
)
def test_hostile_loops_are_rejected(change: dict[str, Any], reason: str) -> None:
    here = make(4, 4, "xxxx/oooo/..../....")
    good = ask(here, "winner").certificate
    bad = msgspec.structs.replace(good, **change)
    assert reason in rejected(here, "winner", "H", bad)
    assert "say nothing" in rejected(here, "threats", "V 0, H 0, D 0", good)
    assert "entail" in rejected(here, "winner", "V", good)


def test_loops_of_a_full_rank_are_no_single_class() -> None:
    here = make(4, 4, "xxxx/x.../x.../x...")
    finding = ask(here, "winner")
    assert finding.answer == "several"
    x, y, (one, two) = finding.certificate.x, finding.certificate.y, finding.certificate.walks
    for answer in ("V", "H", "several", "none"):
        assert "another class" in rejected(here, "winner", answer, TorusLoops(x, y, [one]))
        assert "another class" in rejected(here, "winner", answer, TorusLoops(x, y, [two, two]))
    for answer in ("V", "H", "none"):
        assert "entail" in rejected(here, "winner", answer, finding.certificate)


def test_a_loop_walked_twice_is_no_loop_of_another_class() -> None:
    """(2, 0) belongs to nobody: simple loops have primitive classes. By parity it would be V's."""
    here = make(4, 4, "xxxx/..../..../....")
    good = ask(here, "winner").certificate
    once = [0, 1, 2, 3]
    twice = TorusLoops(good.x, good.y, [once * 2])
    assert "more than once" in rejected(here, "winner", "V", twice)
    for walks in ([once, once * 2], [once, once[::-1]]):
        both = TorusLoops(good.x, good.y, walks)
        assert "entail" in rejected(here, "winner", "several", both)
        assert accepted(here, "winner", "H", both)


def test_loops_are_not_asked_where_the_last_stone_decides_or_steps_are_ambiguous() -> None:
    played = make(4, 4, "xxx./..../..../....", played="D1x")
    good = ask(make(4, 4, "xxxx/..../..../...."), "winner").certificate
    assert "last stone" in rejected(played, "winner", "H", good)
    narrow = make(2, 3, "xxx/...")
    zeros = np.zeros(6, dtype=np.int64)
    assert "ambiguous" in rejected(narrow, "winner", "H", TorusLoops(zeros, zeros, [[0, 1, 2]]))
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
    assert accepted(here, "threats", "V 6, H 1, D 1", Recount())
    for wrong in ("V 7, H 1, D 1", "V 6, H 0, D 1", "V 0, H 0, D 0"):
        assert "entail" in rejected(here, "threats", wrong, Recount())
    for junk in ("V 6, H 1", "V 6, H 1, D 1, D 1", "V 06, H 1, D 1", "H 1, V 6, D 1", "x", ""):
        assert "claim" in rejected(here, "threats", junk, Recount())


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
    finding = ask(make(n, n, owners=owners), "outcome")
    assert finding.answer == answer
    assert finding.detail["boards decided"] == boards
    assert tuple(finding.detail[k] for k in ("mover", "next", "previous")) == census


@pytest.mark.slow
@pytest.mark.parametrize(
    ("owners", "census"),
    [("parity", (12499680, 1221952, 22848)), ("sextant", (12470560, 1223536, 25352))],
)
def test_who_forces_a_win_on_4x4(owners: Any, census: tuple[int, int, int]) -> None:
    (finding,) = findings(GAME, make(4, 4, owners=owners), "outcome").values()
    assert finding.answer == "nobody"
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
        assert ask(here, "outcome").answer == (winners[0] if winners else "nobody")


def test_compiled_and_plain_tables_agree() -> None:
    closing, free = torus_cycles_outcome.ends(3, 3, "parity")
    plain = colour_claiming.solve(9, closing, free, Limits())
    compiled = colour_claiming.solve(9, closing, free, Limits(), small=0)
    assert np.array_equal(plain.table, compiled.table)
    assert plain.boards == compiled.boards
    here = make(3, 3)
    assert accepted(here, "outcome", "nobody", ForcedWins(compiled.table))
    goal = Goal(here, "outcome")
    whole = forced_wins.conclude(goal, ForcedWins(compiled.table))
    assert forced_wins.conclude(goal, ForcedWins(compiled.table), together=4) == whole
    for board in (0, 1, 5000, 3**9 - 1):
        worse = compiled.table.copy()
        worse[board] ^= 1
        rejected(here, "outcome", "nobody", ForcedWins(worse))
        with pytest.raises(Rejected):
            forced_wins.conclude(goal, ForcedWins(worse), together=4)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 3**4 - 1), st.integers(1, 255))
def test_a_changed_entry_is_rejected(board: int, change: int) -> None:
    here = make(2, 2)
    table = ask(here, "outcome").certificate.table.copy()
    table[board] ^= change
    rejected(here, "outcome", "H", ForcedWins(table))


def test_hostile_tables_are_rejected() -> None:
    here = make(2, 2)
    table = ask(here, "outcome").certificate.table
    assert "wrong size" in rejected(here, "outcome", "H", ForcedWins(table[1:]))
    assert "wrong size" in rejected(here, "outcome", "H", ForcedWins(table.astype(float)))
    assert "wrong size" in rejected(here, "outcome", "H", ForcedWins(table.astype(np.int8)))
    assert "wrong size" in rejected(here, "outcome", "H", ForcedWins(table.reshape(9, 9)))
    for answer in ("V", "D", "nobody"):
        assert "H can force" in rejected(here, "outcome", answer, ForcedWins(table))
    assert "at most" in rejected(make(5, 5), "outcome", "V", ForcedWins(table))
    # Numbered from another first player, the same table is another one.
    for mover in "HD":
        rejected(make(2, 2, to_move=mover), "outcome", "H", ForcedWins(table))
    over = make(2, 2, "xx/..")
    assert "over" in rejected(over, "outcome", "nobody", ForcedWins(np.zeros(81, dtype=np.uint8)))


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
    proof = ask(start, "outcome").certificate

    def follow(here: Position) -> None:
        if here.result() is not None:
            assert here.result() == "H"
            return
        if here.to_move == "H":
            move = forced_wins.reply(here, proof)
            assert move is not None
            follow(here.play(move))
        else:
            for move in here.moves():
                follow(here.play(move))

    follow(start)


def test_a_limit_stops_the_table() -> None:
    with pytest.raises(LimitReached):
        torus_cycles_outcome.outcome(make(4, 4), Limits(time_limit=0.05), Options())


# -- classes ----------------------------------------------------------------------------


def totient(k: int) -> int:
    return sum(gcd(j, k) == 1 for j in range(1, k + 1))


@pytest.mark.parametrize("n", range(3, 13))
@pytest.mark.parametrize("kind", ["simple", "chordless"])
def test_classes_by_size(n: int, kind: str) -> None:
    bound = n if kind == "simple" else n // 2
    expected = 3 * sum(totient(k) for k in range(1, bound + 1))
    assert proved(GAME, make(n, n), "classes", kind=kind) == str(expected)
    if n == 6:
        assert expected == (36 if kind == "simple" else 12)


@pytest.mark.parametrize(
    ("wanted", "kind", "answer"),
    [
        ("1,2", "simple", "yes"),
        ("1,-3", "simple", "yes"),
        ("1,-2", "chordless", "no"),
        ("1,2", "chordless", "yes"),
        ("2,2", "simple", "no"),
        ("5,2", "simple", "no"),
    ],
)
def test_a_class_on_4x4_by_both_methods(wanted: str, kind: str, answer: str) -> None:
    arguments = {"class": wanted, "kind": kind}
    assert proved(GAME, make(4, 4), "cycle", **arguments) == answer


@pytest.mark.parametrize(
    ("rows", "columns", "wanted", "kind"),
    [
        (3, 4, "4,1", "simple"),
        (3, 5, "1,6", "simple"),
        (3, 5, "2,1", "chordless"),
        (4, 3, "1,2", "chordless"),
    ],
)
def test_a_class_that_does_not_fit_is_refuted(
    rows: int, columns: int, wanted: str, kind: str
) -> None:
    board = make(rows, columns)
    finding = ask(board, "cycle", "sat", **{"class": wanted, "kind": kind})
    assert finding.answer is False
    assert isinstance(finding.certificate, Refutation)
    other = {"class": "1,0", "kind": kind}
    rejected(board, "cycle", "no", finding.certificate, **other)
    rejected(board, "cycle", "yes", finding.certificate, **{"class": wanted, "kind": kind})
    rejected(board, "cycle", "no", finding.certificate, **{"class": wanted, "kind": "round"})
    rejected(board, "blocked", "yes", finding.certificate, **{"class": "1,0"})


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), pytest.param(3, 4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["simple", "chordless"])
def test_which_classes_fit_agrees_with_all_cycles(rows: int, columns: int, kind: str) -> None:
    chordless = kind == "chordless"
    fit = {c for c, without in simple_cycles(rows, columns) if without == chordless}
    for x in range(5):
        for y in range(-3, 4):
            if gcd(x, y) == 1 and (x, y) == normal(x, y):
                arguments = {"class": f"{x},{y}", "kind": kind}
                answer = ask(make(rows, columns), "cycle", "sat", **arguments).answer
                assert answer == ((x, y) in fit), (x, y)


def simple_cycles(n: int, m: int) -> set[tuple[tuple[int, int], bool]]:
    """(class, chordless) of all simple essential cycles, by walking from the least cell."""
    board = make(n, m)
    near = [[w for w, _, _ in board.neighbours(v)] for v in range(n * m)]
    found = set()

    def walk(path: list[int]) -> None:
        for w in near[path[-1]]:
            if w == path[0] and len(path) > 2:
                for chordless in (False, True):
                    try:
                        found.add((class_of(board, path, chordless), chordless))
                    except Rejected:
                        continue
            elif w > path[0] and w not in path:
                walk([*path, w])

    for v in range(n * m):
        walk([v])
    return found


def test_all_cycles_of_3x3() -> None:
    found = simple_cycles(3, 3)
    assert len({c for c, chordless in found if not chordless}) == 12
    assert len({c for c, chordless in found if chordless}) == 3
    assert all(gcd(*c) == 1 for c, _ in found)


def test_classes_that_a_search_refuses() -> None:
    for words in ("0,0", "a,b", "1", ""):
        with pytest.raises(BadInput):
            torus_cycles_classes.by_line(make(4, 4), Limits(), Options(arguments={"class": words}))


@pytest.mark.parametrize(
    ("cycles", "answer", "reason"),
    [
        ([], "yes", "bound"),
        ([[0, 4, 8, 12]] * 2, "yes", "one cycle"),
        ([[0, 4, 8, 12] * 2], "yes", "twice"),
        ([[0, 4, 8]], "yes", "not neighbours"),
        ([[0, 4, 8, True]], "yes", "list of cells"),
        ([[]], "yes", "list of cells"),
        ([[0, 4, 8, 12]], "no", "entail"),
        ([[0, 1, 2, 3]], "yes", "the class"),
        ([[0, 4, 8, 12, 0]], "yes", "twice"),
        ([[0, 5]], "yes", "not neighbours"),
        ([[0, 1, 4]], "yes", "not essential"),
        ([[0, -4]], "yes", "list of cells"),
        ([], "no", "bound"),
    ],
)
def test_hostile_cycles_are_rejected(cycles: list[list[int]], answer: str, reason: str) -> None:
    told = rejected(make(4, 4), "cycle", answer, TorusCycle(cycles), **{"class": "0,1"})
    assert reason in told


def test_a_chord_is_seen_and_kinds_are_kept_apart() -> None:
    crooked = [0, 1, 4, 8, 12]  # (0, 1) with a chord from 0 to 4
    board = make(4, 4)
    assert accepted(board, "cycle", "yes", TorusCycle([crooked]), **{"class": "0,1"})
    for words in ("0,1", "0,-1", "(0,1)"):
        simple = {"class": words, "kind": "simple"}
        assert accepted(board, "cycle", "yes", TorusCycle([crooked]), **simple)
    without = {"class": "0,1", "kind": "chordless"}
    assert "chord" in rejected(board, "cycle", "yes", TorusCycle([crooked]), **without)
    for kind in ("round", True, ""):
        wrong = {"class": "0,1", "kind": kind}
        assert "claim" in rejected(board, "cycle", "yes", TorusCycle([crooked]), **wrong)
    for words in ("", "0,0", "1", "1,2,3", "9" * 50 + ",1", "1," + "9" * 50 + ",2"):
        told = rejected(board, "cycle", "no", TorusCycle([]), **{"class": words})
        assert "a class is" in told


def test_narrow_boards_have_ambiguous_steps() -> None:
    for rows, columns in ((1, 1), (1, 5), (2, 2), (2, 5), (5, 2)):
        board = make(rows, columns)
        for cycles in ([], [[0, 1]], [[0]]):
            for words in ("1,0", "0,1", "2,2"):
                for answer in ("yes", "no"):
                    proof = TorusCycle(cycles)
                    told = rejected(board, "cycle", answer, proof, **{"class": words})
                    assert "ambiguous" in told


def test_classes_want_every_class_shown_once() -> None:
    board = make(4, 4)
    cycles = ask(board, "classes").certificate.cycles
    assert "entail" in rejected(board, "classes", "18", TorusCycle(cycles[1:]))
    assert "entail" in rejected(board, "classes", "17", TorusCycle(cycles[1:]))
    assert "entail" in rejected(board, "classes", "0", TorusCycle([]))
    backwards = [cycle[::-1] for cycle in cycles]
    assert accepted(board, "classes", "18", TorusCycle(cycles + backwards))
    twice = [*cycles[1:], cycles[1][::-1]]
    assert "entail" in rejected(board, "classes", "18", TorusCycle(twice))
    told = rejected(board, "classes", "18", TorusCycle(cycles), kind="chordless")
    assert "chord" in told
    assert "square" in rejected(make(3, 4), "classes", "18", TorusCycle(cycles))


# -- full boards ------------------------------------------------------------------------


@pytest.mark.parametrize("n", [3, 4])
def test_every_full_board_has_a_loop(n: int) -> None:
    finding = ask(make(n, n), "full-board")
    assert finding.answer is True
    proof = finding.certificate
    rejected(make(n + 1, n + 1), "full-board", "yes", proof)
    rejected(make(n, n), "full-board", "no", proof)
    cut = Refutation(proof.lemmas, proof.lemma_ends[:-1], proof.hints, proof.hint_ends[:-1])
    rejected(make(n, n), "full-board", "yes", cut)
    nothing = np.zeros(0, dtype=np.int64)
    none = Refutation(nothing, np.zeros(1, dtype=np.int64), nothing, np.zeros(1, dtype=np.int64))
    for rows, columns in ((n, n), (n, n + 1), (2, 2), (1, 1), (41, 41)):
        rejected(make(rows, columns), "full-board", "yes", none)
    for rows, columns in ((n, n + 1), (n + 1, n), (2, 2)):
        rejected(make(rows, columns), "full-board", "yes", proof)


def method_of_full_boards(name: str) -> Any:
    methods = torus_cycles.ENCODING.methods
    (method,) = (m for m in methods if (m.question, m.name) == ("full-board", name))
    return method


@pytest.mark.parametrize("n", [5, 8, 11])
def test_intersection_numbers_prove_every_larger_full_board(n: int) -> None:
    board = make(n, n)
    method = method_of_full_boards("intersection")
    finding = method.run(board, Limits(), Options())
    assert accepted(board, "full-board", "yes", finding.certificate)
    assert finding.stats["lemmas"] < 300 * n * n
    with pytest.raises(LimitReached):
        method.run(board, Limits(time_limit=0), Options())


def test_definitions_of_full_boards_forbid_nothing() -> None:
    """Every colouring with potentials extends to the variables that are defined by them."""
    made = Formula("")
    names = add_board(made, make(4, 4))
    basic = {v for cell in names.cells for v in cell}
    with Solver("minisat22") as solver:
        for clause in made.clauses:
            if not basic.issuperset(map(abs, clause)):
                solver.add_clause(clause)
        rng = np.random.default_rng(17)
        for _ in range(300):
            assert solver.solve([v if rng.random() < 0.5 else -v for v in sorted(basic)])


def test_sums_around_triangles_need_the_colouring() -> None:
    """Without the clauses of the colouring a triangle's sides add up to anything."""
    made = Formula("")
    corners = [(made.fresh(), made.fresh(), made.fresh()) for _ in range(3)]
    cut = [add_step(made, corners[u], corners[v], 0, 0) for u, v in ((0, 1), (1, 2), (0, 2))]
    order = [v for corner in corners for v in corner]
    assert by_cases(made.clauses, order, [cut[0], cut[1], -cut[2]])
    defining = [c for c in made.clauses if set(map(abs, c)) & set(cut)]
    with pytest.raises(ValueError, match="does not follow"):
        by_cases(defining, order, [cut[0], cut[1], -cut[2]])


@pytest.mark.slow
def test_sat_proves_full_boards_of_five_rows_too() -> None:
    board = make(5, 5)
    finding = method_of_full_boards("sat").run(board, Limits(), Options())
    assert accepted(board, "full-board", "yes", finding.certificate)


TABLE = {2: "0,2: 5; 1,1: 6; 2,0: 5", 3: "0,2: 166; 1,1: 180; 2,0: 166"}


@pytest.mark.parametrize("n", TABLE)
def test_full_boards_by_rank(n: int) -> None:
    here = make(n, n)
    assert proved(GAME, here, "colourings") == TABLE[n]
    assert "entail" in rejected(here, "colourings", "0,2: 5; 1,1: 5; 2,0: 6", Recount())
    assert "at most" in rejected(make(4, 5), "colourings", TABLE[n], Recount())


@pytest.mark.slow
def test_full_boards_by_rank_4x4() -> None:
    assert proved(GAME, make(4, 4), "colourings") == "0,2: 21017; 1,1: 23502; 2,0: 21017"


@pytest.mark.slow
def test_common_classes_and_completions_of_4x4() -> None:
    common: Counter[tuple[int, int]] = Counter()
    completions: Counter[int] = Counter()
    closing, free = torus_cycles_outcome.ends(4, 4, "parity")
    for mask in range(1 << 16):
        if free[mask]:
            row = closing[mask]
            completions[1] += int(((row > 0) & (row < 4)).sum())
            completions[3] += int((row == 4).sum())
            continue
        stones = "".join("ox"[mask >> k & 1] for k in range(16))
        here = Position(4, 4, stones)
        x = here.loops("x")
        if len(x) == 1:
            assert x == here.loops("o")
            common.update(x)
    assert completions == {1: 79152, 3: 3200}
    far = dict.fromkeys(((1, -1), (1, 2), (2, 1)), 12)
    assert common == {**dict.fromkeys(((0, 1), (1, 0), (1, 1)), 7822), **far}


# -- blocking ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "wanted", "answer"),
    [
        ("ooo./..../..../....", "1,2", "yes"),
        ("oo../..../..../....", "1,2", "no"),
        ("o.oo/o.../ooo./....", "1,1", "yes"),
        ("o..o/o.../ooo./....", "1,1", "no"),
        ("oooo/..../..../....", "0,1", "yes"),
        ("oooo/..../..../....", "1,0", "no"),
        ("xxxx/xxxx/..../....", "1,-1", "no"),
        ("..../..../..../....", "5,1", "yes"),
    ],
)
def test_blocked_classes(rows: str, wanted: str, answer: str) -> None:
    here = make(4, 4, rows)
    assert not here.loops("o") or "oooo" in rows
    assert ask(here, "blocked", **{"class": wanted}).answer == (answer == "yes")


def test_blocked_agrees_with_all_cycles_of_3x3() -> None:
    masks: dict[tuple[int, int], set[int]] = {}
    board = make(3, 3)
    near = [[w for w, _, _ in board.neighbours(v)] for v in range(9)]

    def walk(path: list[int]) -> None:
        for w in near[path[-1]]:
            if w == path[0] and len(path) > 2:
                try:
                    found = class_of(board, path, False)
                except Rejected:
                    continue
                masks.setdefault(found, set()).add(sum(1 << v for v in path))
            elif w > path[0] and w not in path:
                walk([*path, w])

    for v in range(9):
        walk([v])
    source = np.random.default_rng(2)
    for mask in source.integers(0, 512, 12).tolist():
        here = make(3, 3, "".join("o" if mask >> k & 1 else "." for k in range(9)))
        for wanted in ((0, 1), (1, 2), (1, -2)):
            expected = all(mask & cycle for cycle in masks[wanted])
            words = f"{wanted[0]},{wanted[1]}"
            answer = ask(here, "blocked", **{"class": words}).answer
            assert answer == expected


@pytest.mark.parametrize(
    ("wanted", "loop_free", "answer"),
    [
        ("1,2", False, "3"),
        ("1,2", True, "3"),
        ("1,1", False, "4"),
        ("1,1", True, "7"),
        ("5,1", False, "0"),
    ],
)
def test_smallest_blocks_on_4x4(wanted: str, loop_free: bool, answer: str) -> None:
    arguments: dict[str, Any] = {"class": wanted, "loop_free": loop_free}
    finding = ask(make(4, 4), "smallest-block", **arguments)
    assert finding.answer == int(answer)
    for wrong in (str(int(answer) + 1), "impossible", "-1", "x"):
        rejected(make(4, 4), "smallest-block", wrong, finding.certificate, **arguments)


def test_smallest_blocks_on_3x3_by_brute_force() -> None:
    for wanted in ("0,1", "1,2"):
        answer = proved(GAME, make(3, 3), "smallest-block", **{"class": wanted})
        for size in range(int(answer) + 1):
            blocks = False
            for cells in itertools.combinations(range(9), size):
                here = make(3, 3, "".join("o" if v in cells else "." for v in range(9)))
                (method,) = (m for m in torus_cycles.ENCODING.methods if m.question == "blocked")
                options = Options(arguments={"class": wanted})
                if method.run(here, Limits(), options).answer is True:
                    blocks = True
                    break
            assert blocks == (size == int(answer))


def test_stones_there_are_count_and_crosses_cannot_be_taken() -> None:
    arguments = {"class": "1,2"}
    assert proved(GAME, make(4, 4, "oo../..../..../...."), "smallest-block", **arguments) == "1"
    full = make(4, 4, "xxxx/xxxx/xxxx/xxxx")
    assert proved(GAME, full, "smallest-block", **arguments) == "impossible"


def test_corrupted_blocking_sets_are_rejected() -> None:
    here, arguments = make(4, 4), {"class": "1,2"}
    good = ask(here, "smallest-block", **arguments).certificate
    changes: tuple[dict[str, Any], ...] = (
        {"cells": good.cells[1:]},
        {"cells": [99, *good.cells[1:]]},
        {"cells": [good.cells[0]] * 3},
        {"cells": [0, 5, 10]},
        {"cycles": good.cycles[1:]},
        {"cycles": [[0, 1, 2, 3]]},
        {"loops": [[0, 1, 2, 3]]},
        {"blocked": None},
        {"blocked": None, "cells": []},
        {"cells": []},
        {"cells": [True, *good.cells[1:]]},
        {"cells": [-1, *good.cells[1:]]},
        {"fewer": good.blocked},
        {"blocked": good.fewer},
    )
    for change in changes:
        bad: BlockingSet = msgspec.structs.replace(good, **change)
        rejected(here, "smallest-block", "3", bad, **arguments)
        rejected(here, "smallest-block", "impossible", bad, **arguments)
        rejected(here, "smallest-block", "0", bad, **arguments)
    for answer in ("2", "4", "0", "impossible"):
        rejected(here, "smallest-block", answer, good, **arguments)
    rejected(here, "smallest-block", "3", good, **{"class": "2,1"})
    rejected(here, "smallest-block", "3", good, **{"class": "1,2", "loop_free": "no"})
    assert accepted(here, "smallest-block", "3", good, **{"class": "-1,-2"})
    assert accepted(here, "smallest-block", "3", good, **{"class": "1,2", "loop_free": False})
    with pytest.raises(BadInput):
        ask(here, "smallest-block", **{"class": "2,2"})


def test_more_than_is_needed_is_no_smallest_block() -> None:
    """A larger set blocks too: only the two bounds together make a number the smallest."""
    here, arguments = make(4, 4), {"class": "1,2"}
    good = ask(here, "smallest-block", **arguments).certificate
    more = [*good.cells, next(v for v in range(16) if v not in good.cells)]
    after = with_stones(here, more)
    blocked = refute(Goal(after, "blocked", arguments), Limits(), Options())
    bad: BlockingSet = msgspec.structs.replace(good, cells=more, blocked=blocked)
    for answer in ("3", "4"):
        rejected(here, "smallest-block", answer, bad, **arguments)


def test_a_loop_of_o_on_the_board_is_never_loop_free() -> None:
    here = make(4, 4, "oooo/..../..../....")
    too_long = {"class": "5,1"}
    assert ask(here, "smallest-block", **too_long).answer == 0
    free: dict[str, Any] = {**too_long, "loop_free": True}
    assert "essential loop" in rejected(here, "smallest-block", "0", TorusCycle([]), **free)
    assert ask(here, "smallest-block", **free).answer is None


def test_a_cycle_is_no_blocking_set_and_stones_of_o_end_it() -> None:
    across = TorusCycle([[0, 1, 2, 3]])
    assert "blocks" in rejected(make(4, 4), "smallest-block", "0", across, **{"class": "1,0"})
    for rows, reason in (("o.../", "colour o"), ("x.../", ""), ("..../", "")):
        here = make(4, 4, rows + "..../..../....")
        if reason:
            assert reason in rejected(here, "blocked", "no", across, **{"class": "1,0"})
        else:
            assert accepted(here, "blocked", "no", across, **{"class": "1,0"})
        rejected(here, "blocked", "yes", across, **{"class": "1,0"})


def test_a_class_larger_than_the_board_costs_nothing() -> None:
    words = {"class": "1," + "9" * 30}
    here = make(3, 4)
    assert ask(here, "blocked", **words).answer is True
    assert ask(here, "cycle", "sat", **words).answer is False


# -- three colours, last stones ---------------------------------------------------------


@pytest.mark.parametrize(("n", "answer"), [(2, "0 of 81"), (3, "3660 of 19683")])
def test_three_colours_stalemate(n: int, answer: str) -> None:
    assert proved(GAME, make(n, n), "three-colours") == answer
    assert "entail" in rejected(make(n, n), "three-colours", "1 of 81", Recount())
    assert "at most" in rejected(make(4, 5), "three-colours", answer, Recount())


def test_three_colours_by_brute_force() -> None:
    board = make(2, 3)
    loose = 0
    for colours in itertools.product("xo3", repeat=6):
        here = ["".join("x" if k == colour else "." for k in colours) for colour in "xo3"]
        loose += not any(Position(2, 3, stones).loops("x") for stones in here)
    assert proved(GAME, board, "three-colours") == f"{loose} of 729"


@pytest.mark.slow
def test_three_colours_of_4x4() -> None:
    assert proved(GAME, make(4, 4), "three-colours") == "14931360 of 43046721"


@pytest.mark.parametrize("mover", "VHD")
def test_the_last_stone_decides_among_several_classes(mover: str) -> None:
    here = make(6, 6, D4, to_move=mover, played="D4x")
    finding = ask(here, "winner")
    assert finding.answer == mover
    rejected(here, "winner", "several", finding.certificate)
    assert ask(make(6, 6, D4, played="F6x"), "winner").answer == "none"


# -- shortest loops ---------------------------------------------------------------------


@pytest.mark.parametrize("n", [3, 4, 7])
def test_shortest_loops_on_the_empty_board(n: int) -> None:
    for x, y in ((0, 1), (1, 0), (1, 1), (1, 2), (1, -1), (2, 1), (2, -1), (2, 4), (3, 0)):
        finding = ask(make(n, n), "shortest-loop", **{"class": f"{x},{y}"})
        assert finding.answer == n * hex_norm(x, y)


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 4), st.integers(3, 5), st.data())
def test_shortest_loops_agree_with_networkx(n: int, m: int, data: Any) -> None:
    networkx = pytest.importorskip("networkx")
    stones = data.draw(st.text("..o", min_size=n * m, max_size=n * m))
    x, y = data.draw(st.sampled_from(((0, 1), (1, 0), (1, 1), (1, 2), (1, -1))))
    board = Position(n, m, stones)
    graph = networkx.Graph()
    span = range(-5, 6)
    for v in range(n * m):
        for w, sx, sy in board.neighbours(v):
            if "o" not in (stones[v], stones[w]):
                graph.add_edges_from(((v, a, b), (w, a + sx, b + sy)) for a in span for b in span)
    lengths = [
        networkx.shortest_path_length(graph, (v, 0, 0), (v, x, y))
        for v in range(n * m)
        if (v, 0, 0) in graph and networkx.has_path(graph, (v, 0, 0), (v, x, y))
    ]
    expected = str(min(lengths)) if lengths else "none"
    finding = ask(board, "shortest-loop", **{"class": f"{x},{y}"})
    assert finding.answer == (None if expected == "none" else int(expected))
    for wrong in {"none", "3", str(n * m)} - {expected}:
        rejected(board, "shortest-loop", wrong, finding.certificate, **{"class": f"{x},{y}"})


def test_a_longer_walk_is_rejected() -> None:
    board = make(4, 4)
    detour = [0, 1, 4, 8, 12]
    empty = np.zeros(0, dtype=np.int64)
    told = rejected(
        board, "shortest-loop", "5", ShortestLoop(detour, empty, empty), **{"class": "0,1"}
    )
    assert "shorter" in told
    zeros = ShortestLoop([], np.zeros(16, dtype=np.int64), np.zeros(16, dtype=np.int64))
    assert "every class" in rejected(board, "shortest-loop", "none", zeros, **{"class": "0,1"})
    for wrong in ([], [0, 4, 8], [0, 4, 8, True], [0, 4, 8, 12] * 2, [0, 4, 8, 12, 99]):
        for answer in ("4", "8", "none"):
            bad = ShortestLoop(wrong, empty, empty)
            rejected(board, "shortest-loop", answer, bad, **{"class": "0,1"})
    full = ShortestLoop([0, 4, 8, 12], empty, empty)
    assert accepted(board, "shortest-loop", "4", full, **{"class": "0,-1"})
    assert "the class" in rejected(board, "shortest-loop", "4", full, **{"class": "1,0"})
    stone = make(4, 4, "o.../..../..../....")
    assert "colour o" in rejected(stone, "shortest-loop", "4", full, **{"class": "0,1"})
    assert "ambiguous" in rejected(make(2, 9), "shortest-loop", "2", full, **{"class": "0,1"})
    with pytest.raises(BadInput):
        ask(board, "shortest-loop", **{"class": "0,0"})


def test_potentials_that_overflow_rule_nothing_out() -> None:
    board = make(4, 4)
    for wild in (np.full(16, -(1 << 63)), np.arange(16) << 58, np.zeros(16), np.zeros(15, int)):
        for x, y in ((wild, wild), (np.zeros(16, int), wild), (wild, np.zeros(16, int))):
            bad = ShortestLoop([], x, y)
            rejected(board, "shortest-loop", "none", bad, **{"class": "1,0"})


# -- scope ------------------------------------------------------------------------------


def test_kinds_of_the_torus_keep_to_it() -> None:
    elsewhere: Any = games()["torus-hex"][0].make(n=4)
    empty = np.zeros(0, dtype=np.int64)
    for certificate in (
        TorusLoops(empty, empty, []),
        TorusCycle([]),
        ShortestLoop([], empty, empty),
        ForcedWins(np.zeros(3, dtype=np.uint8)),
    ):
        for question in ("winner", "outcome", "census", "cycle"):
            with pytest.raises(Rejected, match="not about"):
                conclude(Goal(elsewhere, question, {"class": "5,1"}), certificate)


@pytest.mark.parametrize("text", ["A" + "9" * 5000, "9" * 5000, "A" * 5000, "", "x", "A0x", "²x"])
def test_moves_that_a_certificate_may_hold_are_refused_in_words(text: str) -> None:
    for game in ("torus-cycles", "torus-hex"):
        here: Any = games()[game][0].make(n=3)
        with pytest.raises(BadInput):
            here.parse_move(text)
