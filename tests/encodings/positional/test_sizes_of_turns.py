"""Turns of given sizes: every small board by the rules alone, the box game as published, words.

Oracle: a search that knows rows of cells and who places how many stones, and shares no line with
the package; Chvátal's and Erdős' theorem on disjoint boxes.
"""

from __future__ import annotations

import base64
import json
import random
import re
import zlib
from functools import cache
from typing import cast

import pytest

import gameproof as gp
from gameproof.games.positional import Positional, from_file
from gameproof.games.positional_turns import TurnsPosition, list_of, sizes_of
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.prove import prove_with_certificate
from gameproof.replies.replies import reply
from gameproof.solvers.limits import Limits
from gameproof.web.page import page

SIZES = [(1, 2), (1, 2, 2), (2,), (2, 1), (1,), (3, 1)]
BOARDS = [(1, 4, 2), (2, 2, 2), (1, 5, 3), (2, 3, 3), (2, 4, 3), (3, 3, 3), (1, 7, 4), (2, 4, 4)]


def best(m: int, n: int, k: int, sizes: tuple[int, ...], weak: bool) -> str:
    """The outcome by the rules."""
    rows = []
    for r in range(m):
        for c in range(n):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                row = [(r + i * dr, c + i * dc) for i in range(k)]
                if all(0 <= y < m and 0 <= x < n for y, x in row):
                    rows.append({y * n + x for y, x in row})
    sizes = (*sizes, *(sizes[-2:] * (m * n)))

    @cache
    def value(stones: str, turn: int, left: int) -> int:
        if left == 0:
            return value(stones, turn + 1, sizes[turn + 1])
        mark = "xo"[turn % 2]
        found = []
        for at, one in enumerate(stones):
            if one == ".":
                after = stones[:at] + mark + stones[at + 1 :]
                owned = {c for c, s in enumerate(after) if s == mark}
                whole = any(row <= owned for row in rows) and (mark == "x" or not weak)
                sign = 1 if mark == "x" else -1
                found.append(sign if whole else value(after, turn, left - 1))
        if not found:
            return -1 if weak else 0
        return max(found) if mark == "x" else min(found)

    ends = ("breaker", "", "maker") if weak else ("second", "draw", "first")
    return ends[value("." * (m * n), 0, sizes[0]) + 1]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("weak", [False, True], ids=["strong", "weak"])
def test_every_small_board_by_the_rules(sizes: tuple[int, ...], weak: bool) -> None:
    for m, n, k in BOARDS:
        words = f"mnk {m} {n} {k} --turns {' '.join(map(str, sizes))}"
        proof = gp.solve(words + (" --rule weak" if weak else ""))
        assert proof.verified
        assert str(proof.answer) == best(m, n, k, sizes, weak), words


def boxes_won(boxes: int, stones: int) -> int:
    """The most cells in all, in boxes of sizes as equal as can be, of which one is filled by who
    places so many stones a turn, when the other, who hits one box a turn, begins (Chvátal, Erdős
    1978, theorem 2.1)."""
    if boxes == 1:
        return 0
    return boxes * (boxes_won(boxes - 1, stones) + stones) // (boxes - 1)


@pytest.mark.parametrize(("boxes", "stones"), [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1)])
def test_boxes_as_published(boxes: int, stones: int) -> None:
    answers = []
    for size in range(1, 8 // boxes + 3):
        cells = iter(range(boxes * size))
        family = ";".join(",".join(str(next(cells)) for _ in range(size)) for _ in range(boxes))
        words = f"positional {family}; --turns 1 {stones} --to-move second --rule weak"
        proof = gp.solve(words)
        assert proof.verified
        wins = boxes * size <= boxes_won(boxes, stones)
        assert proof.answer == ("maker" if wins else "breaker")
        answers.append(wins)
    assert len(set(answers)) == 2


def test_the_last_two_sizes_are_repeated() -> None:
    assert "".join(p[0] for p in list_of((1, 2, 2), "first", 8)) == "fssffssf"
    assert "".join(p[0] for p in list_of((1, 3), "second", 9)) == "sfffsfffs"
    assert "".join(p[0] for p in list_of((2,), "first", 5)) == "ffssf"
    assert sizes_of(["first"]) == (1,)
    assert sizes_of(list_of((1, 2, 2, 2), "first", 9)) == (1, 2, 2)
    assert sizes_of(list_of((1, 2, 1, 2, 1), "first", 30)) == (1, 2)
    assert sizes_of(list_of((4, 1, 2, 3), "second", 30)) == (4, 1, 2, 3)


def position_of(words: str) -> Positional:
    return cast("Positional", resolve(from_words(words.split())).position)


@pytest.mark.parametrize(
    "words",
    ["mnk 3 4 3 --turns 1 2 2", "hex 3 3 --turns 2 3 --rule weak", "tictactoe 2 3 --turns 3"],
)
def test_positions_are_written_as_words(words: str) -> None:
    rng = random.Random(1)
    position = position_of(words)
    while position.result() is None:
        assert isinstance(position, TurnsPosition)
        again = position_of(str(position))
        assert isinstance(again, TurnsPosition)
        assert (again.own, again.to_move, again.rule) == (
            position.own,
            position.to_move,
            position.rule,
        )
        assert again.schedule.turns == position.schedule.turns[position.ply :]
        position = position.play(rng.choice(position.moves()))
    assert position_of(str(position)).result() == position.result()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("mnk 3 3 3 --turns 1 0", "one stone or more"),
        ("mnk 3 3 3 --turns 1 2 --gravity", "sets are wanted"),
        ("sim 4 --turns 1 2", "sets are wanted"),
        ("mnk 40 40 3 --turns 1 2", "at most 1024 cells"),
        ("mnk 3 3 3 --turns", "needs a value"),
    ],
)
def test_boards_that_are_none(words: str, said: str) -> None:
    with pytest.raises(gp.BadInput, match=said):
        gp.position(words)


def test_a_list_in_a_file_is_the_only_one() -> None:
    text = '{"cells": 2, "sets": [[0]], "turns": ["first"]}'
    assert isinstance(from_file(file=text), TurnsPosition)
    with pytest.raises(gp.BadInput, match="whose each ply"):
        from_file(file=text, turns=(2,))


@pytest.mark.parametrize("words", ["mnk 2 4 3 --turns 1 1", "mnk 2 4 4 --turns 1 2"])
def test_both_sides_of_a_draw_are_played_to_the_end(words: str) -> None:
    """Also where nobody can win any more, and the proof has ended."""
    proof = prove_with_certificate(from_words(words.split()), Limits())
    assert (proof.answer.answer, proof.answer.verified) == ("draw", True)
    assert proof.certificate is not None
    rng = random.Random(2)
    for side in ("first", "second"):
        for _ in range(20):
            position = position_of(words)
            while position.result() is None:
                if position.to_move == side:
                    move = reply(position, proof.certificate)
                    assert move in position.moves()
                    position = position.play(move)
                else:
                    position = position.play(rng.choice(position.moves()))
            assert position.result() in ("draw", side)


def test_the_page_says_the_rule_and_plays() -> None:
    proof = prove_with_certificate(
        from_words(["mnk", "2", "3", "3", "--turns", "1", "2"]), Limits()
    )
    assert proof.sealed is not None
    text = page(proof.sealed)
    assert "--turns 1 2: stones of each turn" in text
    held = re.search(r'id="facts">(.*?)</script>', text)[1]  # type: ignore[index]
    facts = json.loads(held if held[0] == "{" else zlib.decompress(base64.b64decode(held)))
    turns = [node["turn"] for node in facts["view"]["played"]["nodes"]]
    assert set(turns) == {"hero", "opponent", "over"}
