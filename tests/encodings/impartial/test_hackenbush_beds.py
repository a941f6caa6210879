"""Redwood beds against numbers from the definition; winning cuts of boards of mixed colours."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import cast

import networkx as nx
import pytest
from reference.often import often
from reference.proved import methods, proved, question_of

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import verify
from gameproof.certificates.values.closed_form import ClosedForm
from gameproof.encodings.method import Options, Undecided
from gameproof.games.impartial.hackenbush import Coloured, make
from gameproof.games.impartial.laws.hackenbush_beds import bed, number_value
from gameproof.games.meaning.position import AnyPosition
from gameproof.solvers.limits import Limits

Line = tuple[str, str]


def board(feet: int, further: list[Line], foot: str = "red", leg: str = "blue") -> Coloured:
    lines = [f"ground f{i} {foot}\nf{i} t{i} {leg}" for i in range(feet)]
    found = make("\n".join([*lines, *(f"{a} {b} {leg}" for a, b in further)]))
    assert isinstance(found, Coloured)
    return found


def spare(feet: int, further: list[Line]) -> int | None:
    """The most lines that can be cut so that the rest hangs together, by trying all sets."""
    tops = [f"t{i}" for i in range(feet)]
    for kept in range(len(further) + 1):
        for left in combinations(further, kept):
            graph = nx.Graph([*left])
            graph.add_nodes_from(tops)
            if nx.is_connected(graph):
                return len(further) - kept
    return None


def test_random_beds() -> None:
    dice, seen = random.Random(2), 0
    while seen < often(8):
        feet = dice.randint(1, 3)
        points = [*(f"t{i}" for i in range(feet)), "x", "y", "z"]
        lines = [(dice.choice(points[:feet]), dice.choice(points)) for _ in range(11 - 2 * feet)]
        further = [line for line in lines if line[0] != line[1]]
        most = spare(feet, further)
        if most is None:
            continue
        seen += 1
        for foot, leg, sign in (("red", "blue", 1), ("blue", "red", -1)):
            position = board(feet, further, foot, leg)
            value = Fraction(sign, 2 ** (most + 1))
            if bed(position) is not None:  # else a tree, as one foot with its leg may be
                assert number_value(position) == value
            assert proved("hackenbush", position, "value") == str(value)


def by_formula(position: Coloured, question: str) -> str:
    """What the formula answers, its certificate accepted."""
    method = next(m for m in methods("hackenbush", question) if m.name == "bed")
    found = method.run(cast(AnyPosition, position), Limits(), Options())
    asked = question_of("hackenbush", question)
    assert not isinstance(found.answer, Undecided)
    assert found.certificate is not None
    verify(position, asked, {}, asked.form.write(found.answer), found.certificate)
    return asked.form.write(found.answer)


def test_a_bed_of_thirty_lines() -> None:
    """Seven feet, seven legs, and sixteen lines, of which nine join the tops by x, y and z."""
    chosen = {"x": (0, 1, 2), "y": (2, 3, 4), "z": (4, 5, 6), "u": (0, 6), "v": (1, 5), "w": (3,)}
    further = [(f"t{top}", point) for point, tops in chosen.items() for top in tops]
    further += [("t3", "w"), ("t0", "x")]
    assert (len(further), spare(7, further)) == (16, 7)
    position = board(7, further)
    assert position.lines.bit_count() == 30
    assert by_formula(position, "value") == "1/256"
    cut = board(7, further[:-1])
    assert by_formula(cut, "value") == "1/128"
    assert by_formula(cut, "outcome") == "L"


@pytest.mark.parametrize(
    "text",
    [
        # two legs with one top: the value is 1, and no power of two below it
        "ground a red\na t blue\nground b red\nb t blue\nt x blue\nt x blue",
        # a line that touches no leg
        "ground a red\na t blue\nt x blue\nx y blue\ny t blue",
        # a foot with two legs
        "ground a red\na t blue\na u blue\nt u blue",
        # a leg that is green, a foot of the other colour, a line on the ground
        "ground a red\na t green\nt x blue\nt x blue",
        "ground a red\na t blue\nground b blue\nb u red\nt u blue\nt u blue",
        "ground a red\na t blue\nt ground blue",
        "ground a red\na t blue\nt t blue",
    ],
)
def test_what_is_no_bed(text: str) -> None:
    position = make(text)
    assert isinstance(position, Coloured)
    asked = question_of("hackenbush", "value")
    for value in ("1", "1/2", "1/4", "1/8", "1/16", "0"):
        with pytest.raises(Rejected):
            verify(position, asked, {}, value, ClosedForm())


@cache
def wins(position: Coloured) -> bool:
    return any(not wins(position.play(move)) for move in position.moves())


def test_winning_cuts_of_mixed_boards() -> None:
    dice = random.Random(8)
    for _ in range(25):
        points = ["ground", *"abcd"]
        colours = ["red", "blue", "green"]
        lines = [
            f"{dice.choice(points[: i + 1])} {points[i + 1]} {dice.choice(colours)}"
            for i in range(4)
        ]
        for _ in range(3):
            ends = dice.choice(points), dice.choice("abcd")
            lines.append(f"{ends[0]} {ends[1]} {dice.choice(colours)}")
        for mover in ("red", "blue"):
            position = make("\n".join(lines), mover)
            if not isinstance(position, Coloured):
                continue
            won = {position.move_text(m) for m in position.moves() if not wins(position.play(m))}
            said = proved("hackenbush", position, "winning-moves")
            assert (set() if said == "none" else set(said.split(", "))) == won
