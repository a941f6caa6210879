"""Rows of exactly k: positions of small boards by the rules alone, and no rule that may be false.

Oracle: a search that measures the rows through the last stone, and shares no line with the package.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import numpy as np
import pytest

import gameproof as gp
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal, conclude, verify
from gameproof.certificates.kinds import kinds
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.games.positional_questions import QUESTIONS
from gameproof.games.variants.exact import ExactBoard, ExactPosition, rows_of
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.prove import prove_with_certificate
from gameproof.solvers.limits import Limits


def best(m: int, n: int, k: int, start: str, *, exact: bool) -> str | None:
    """The outcome of a position by the rules, x moves; ``None`` where a row is there already."""

    def lengths(stones: str, at: int) -> list[int]:
        r, c = divmod(at, n)

        def run(dr: int, dc: int) -> int:
            y, x, length = r + dr, c + dc, 0
            while 0 <= y < m and 0 <= x < n and stones[y * n + x] == stones[at]:
                y, x, length = y + dr, x + dc, length + 1
            return length

        ways = ((0, 1), (1, 0), (1, 1), (1, -1))
        return [1 + run(dr, dc) + run(-dr, -dc) for dr, dc in ways]

    def wins(stones: str, at: int) -> bool:
        return k in lengths(stones, at) if exact else max(lengths(stones, at)) >= k

    @cache
    def value(stones: str, mark: str) -> int:
        found = []
        for at, one in enumerate(stones):
            if one == ".":
                after = stones[:at] + mark + stones[at + 1 :]
                found.append(1 if wins(after, at) else -value(after, "xo"[mark == "x"]))
        return max(found, default=0)

    if any(one != "." and wins(start, at) for at, one in enumerate(start)):
        return None
    return {1: "first", 0: "draw", -1: "second"}[value(start, "x")]


def words_of(m: int, n: int, k: int, stones: str) -> str:
    words = f"mnk {m} {n} {k} --exact"
    for player, mark in (("first", "x"), ("second", "o")):
        cells = ";".join(str(at) for at, one in enumerate(stones) if one == mark)
        words += f" --{player} {cells}" if cells else ""
    return words


@pytest.mark.parametrize(
    ("m", "n", "k"), [(1, 7, 2), (1, 9, 3), (2, 5, 2), (2, 5, 3), (3, 3, 2), (3, 4, 3), (3, 4, 2)]
)
def test_positions_by_the_rules(m: int, n: int, k: int) -> None:
    """Among them such as end otherwise where longer rows win."""
    rng = random.Random(m * 100 + n * 10 + k)
    found = differ = 0
    while found < 8:
        each = rng.randint(max(1, (m * n - 6) // 2), (m * n - 3) // 2)
        stones = ["."] * (m * n)
        for at, cell in enumerate(rng.sample(range(m * n), 2 * each)):
            stones[cell] = "xo"[at % 2]
        board = "".join(stones)
        expected = best(m, n, k, board, exact=True)
        if expected is None:
            continue
        usual = best(m, n, k, board, exact=False)
        if expected == usual and found - differ >= 5:  # enough of those
            continue
        proof = gp.solve(words_of(m, n, k, board))
        assert proof.verified
        assert str(proof.answer) == expected, board
        found, differ = found + 1, differ + (usual != expected)
    assert differ >= 3


@pytest.mark.parametrize(
    ("m", "n", "k"),
    [
        (1, 1, 1),
        (2, 2, 2),
        (1, 6, 3),
        (2, 4, 3),
        (3, 3, 3),
        (2, 5, 4),
        pytest.param(3, 4, 3, marks=pytest.mark.slow),
    ],
)
def test_empty_boards_by_the_rules(m: int, n: int, k: int) -> None:
    proof = gp.solve(f"mnk {m} {n} {k} --exact")
    assert proof.verified
    assert str(proof.answer) == best(m, n, k, "." * (m * n), exact=True)


def test_a_longer_row_is_none() -> None:
    def result(stones: str) -> object:
        return gp.position(words_of(1, 5, 2, stones)).result()

    assert result("xx.o.") == result(".xx.o") == "first"
    assert result("xxx.o") is None
    assert result("xxxx.") is None
    assert result("oo..x") == "second"
    assert result("ooo.x") is None
    assert len(rows_of(ExactBoard("mnk", (3, 3, 3)))) == 8
    assert {len(row.beside) for row in rows_of(ExactBoard("mnk", (1, 4, 2)))} == {1, 2}


def exact(words: str) -> ExactPosition:
    position: object = resolve(from_words(words.split())).position
    assert isinstance(position, ExactPosition)
    return position


def admitted(position: ExactPosition) -> set[str]:
    """The kinds whose scope such a position is in."""
    return {
        kind.tag
        for kind in kinds().values()
        if kind.scope.covers(position) and kind.scope.laws <= position.laws
    }


def test_no_rule_that_wants_whole_sets_speaks_of_exact_rows() -> None:
    """What is left are plays by the rules, and rules that ask for sets, which there are none of."""
    position = exact("mnk 3 3 3 --exact")
    assert admitted(position) == {
        "definition", "each-move", "play", "ply-by-ply", "refutation", "together"
    }  # fmt: skip
    with pytest.raises(Rejected, match="not about"):
        conclude(Goal(position, "outcome", {}), Pairing(np.array([[0, 1]])))


OF_SETS = (
    "pairing", "own-pairing", "sets", "degree", "drawn-position", "count-drawn", "fewest-crosses"
)  # fmt: skip


@pytest.mark.parametrize("question", OF_SETS)
@pytest.mark.parametrize("words", ["mnk 2 2 1", "mnk 1 3 2", "mnk 2 3 2 --first a1"])
def test_what_is_asked_of_sets_is_refused(words: str, question: str) -> None:
    """On 2 x 2 no filled board of one colour has a row of exactly one, and yet none is without a
    cell: whoever counts sets would verify that no board is drawn."""
    proof = prove_with_certificate(from_words(words.split(), question), Limits(20))
    assert proof.certificate is not None
    position = exact(f"{words} --exact")
    arguments = resolve(from_words(words.split(), question)).arguments
    about = next(one for one in QUESTIONS if one.name == question)
    answers = {str(proof.answer.answer), "yes", "no", "0", "1", "exists", "impossible"}
    for certificate in (proof.certificate, Definition()):
        for answer in answers:
            with pytest.raises(Rejected):
                verify(position, about, arguments, answer, certificate)
    assert str(gp.solve(f"{words} --exact", question).answer) == "unknown"


def certificates_of(words: str) -> list[Certificate]:
    """Proofs of every answer about the usual game on this board, by whatever method."""
    found = []
    for question in QUESTIONS:
        if question.name in ("outcome", "second-wins"):
            proof = prove_with_certificate(from_words(words.split(), question.name), Limits(20))
            assert proof.certificate is not None
            found.append(proof.certificate)
    return found


@pytest.mark.parametrize(("m", "n", "k"), [(1, 5, 2), (1, 6, 2), (1, 6, 3), (1, 7, 2)])
def test_no_proof_of_the_usual_game_proves_what_is_false(m: int, n: int, k: int) -> None:
    """Transplanted to all positions of two stones each that end otherwise with exact rows."""
    tried = 0
    for mine in combinations(range(m * n), 2):
        for other in [(), *combinations(set(range(m * n)) - {*mine}, 1)]:
            stones = "".join("x" if c in mine else "o" if c in other else "." for c in range(m * n))
            truth = best(m, n, k, stones, exact=True)
            if truth is None or truth == best(m, n, k, stones, exact=False):
                continue
            words = words_of(m, n, k, stones)
            position = exact(words)
            for certificate in certificates_of(words.replace(" --exact", "")):
                tried += 1
                for answer in {"first", "second", "draw"} - {truth}:
                    with pytest.raises(Rejected):
                        verify(position, QUESTIONS[0], {}, answer, certificate)
    assert tried >= 4


@pytest.mark.parametrize("words", ["mnk 2 5 3 --exact", "mnk 1 7 2 --exact"])
def test_what_is_out_of_reach_never_happens(words: str) -> None:
    """Against all plays, of friends and foes."""
    told = 0

    @cache
    def possible(here: ExactPosition) -> frozenset[str]:
        nonlocal told
        result = here.result()
        after = (possible(here.play(move)) for move in here.moves())
        found = frozenset({result}) if result is not None else frozenset().union(*after)
        for some in (("first",), ("second",), ("first", "second"), ("draw",), ("draw", "first")):
            if here.out_of_reach(some):
                told += 1
                assert not found & set(some)
        return found

    possible(exact(words))
    assert told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("mnk 3 3 3 --exact --gravity", "rows are exact where"),
        ("mnk 3 3 3 --exact --rule weak", "rows are exact where"),
        ("mnk 3 3 3 --exact --rule avoid", "rows are exact where"),
        ("mnk 3 3 3 --exact --turns 1 2", "rows are exact where"),
        ("mnk 40 40 3 --exact", "at most 1024 cells"),
        ("torus-row 3 3 3 --exact", "has no option --exact"),
        ("mnk 1 5 2 --exact --first 0;1 --second 3;4", "both players own a whole set"),
    ],
)
def test_boards_that_are_none(words: str, said: str) -> None:
    with pytest.raises(gp.BadInput, match=said):
        gp.position(words)


def test_the_picture_shows_the_row_that_won() -> None:
    """And no row that is too long."""
    words = "mnk 3 5 2 --exact --first a1;b1;c1 --second a3;b3;d2"
    position = exact(words)
    assert [sorted(row.cells) for row in position.owned("second")] == [[10, 11]]
    assert position.owned("first") == []
