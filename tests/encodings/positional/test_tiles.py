"""Boards of any size: which are decided by tiles and by boards inside, and that each is true."""

from __future__ import annotations

from fractions import Fraction

import pytest
from reference.proved import proved

from gameproof.encodings.method import UNKNOWN, Options
from gameproof.encodings.positional import forced
from gameproof.encodings.positional.kept_proofs import shipped
from gameproof.encodings.positional.pairings.lattices import (
    density,
    find_pairs,
    lattices,
    smallest_pairs,
)
from gameproof.encodings.positional.pairings.tilings import tilings
from gameproof.games.boards.animals import HEXES, SHAPES, animal_forms
from gameproof.games.positional import Position
from gameproof.instances.instance import from_words
from gameproof.prover.prove import prove
from gameproof.solvers.limits import Limits


def answer(words: str, question: str = "outcome") -> tuple[str, str | None]:
    found = prove(from_words(words.split(), question), Limits(time_limit=60))
    assert found.verified or found.answer == "unknown"
    return found.answer, found.method


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("tictactoe 3 3", ("first", "no-draws")),
        ("tictactoe 3 4", ("first", "no-draws")),
        ("tictactoe 3 12", ("first", "no-draws")),
        ("tictactoe 2 9", ("first", "no-draws")),
        ("tictactoe 3 4 --to-move second", ("second", "no-draws")),
        ("tictactoe 5 7 --rule weak", ("maker", "maker-potential")),
        ("tictactoe 4 4 --rule weak", ("maker", "maker-potential")),
        ("mnk 50 60 2", ("first", "no-draws")),
        ("tictactoe 3 4 --rule weak", ("maker", "maker-potential")),
        ("mnk 9 9 4 --rule weak", ("maker", "forced")),
        ("torus-row 40 40 4 --rule weak", ("maker", "sub-board")),
        ("mnk 1000 3 3 --rule weak", ("maker", "forced")),
        ("torus-row 5 9 3 --rule weak", ("maker", "maker-potential")),
        ("mnk 20 20 8", ("draw", "tiling")),
        ("mnk 20 20 9", ("draw", "tiling")),
        ("mnk 100 100 10", ("draw", "tiling")),
        ("mnk 1000000 1000000 9", ("draw", "tiling")),
        ("mnk 1000000 1000000 8 --rule weak", ("breaker", "tiling")),
        ("torus-row 10 20 8", ("draw", "tiling")),
        ("mnk 3 1000000000 4", ("draw", "tiling")),
        ("mnk 7 1000000 7", ("draw", "tiling")),
        ("mnk 11 1000000 7", ("draw", "tiling")),
        ("mnk 1000000 8 7 --rule weak", ("breaker", "tiling")),
        ("polyomino x5 1000 1000 --rule weak", ("breaker", "tiling")),
    ],
)
def test_large_boards(words: str, expected: tuple[str, str]) -> None:
    assert answer(words) == expected


@pytest.mark.parametrize("words", ["mnk 10000 10000 5", "mnk 1000000 1000000 7 --rule weak"])
def test_what_nobody_decides_is_unknown(words: str) -> None:
    assert answer(words)[0] == "unknown"
    assert answer(words, "sets")[0] == "unknown"


@pytest.mark.slow
def test_maker_plays_in_a_cube() -> None:
    """The proof of [4]^3 that the package keeps is one of Maker's in every [4]^d."""
    assert shipped("tictactoe 4 3") is not None
    assert shipped("tictactoe 5 3") is None
    for words, method in (("tictactoe 4 5", "sub-board"), ("tictactoe 4 3", "kept-proof")):
        instance = from_words([*words.split(), "--rule", "weak"], "outcome")
        found = prove(instance, Limits(time_limit=120), method=method)
        assert (found.answer, found.verified) == ("maker", True)


def test_pairs_repeat_from_nine_in_a_row_on() -> None:
    assert answer("mnk 1000000 1000000 9", "pairing") == ("exists", "tiling")
    assert answer("torus-row 8 16 11", "pairing") == ("exists", "tiling")
    assert answer("polyomino fatty 300 300", "pairing") == ("exists", "tiling")


@pytest.mark.parametrize("d", [3, 4, 7])
def test_no_board_of_three_is_drawn(d: int) -> None:
    words = f"tictactoe 3 {d}"
    assert answer(words, "drawn-position")[0] == "no"
    assert answer(words, "count-drawn")[0] == "0"
    assert answer(words, "fewest-crosses")[0] == "none"


def test_an_even_share_is_no_help() -> None:
    found = prove(from_words(["tictactoe", "3", "5", "--even"], "drawn-position"), Limits())
    assert (found.answer, found.verified) == ("no", True)


LOSERS = {"fatty", "f5", "i5", "p5", "t5", "u5", "v5", "w5", "x5", "z5"}
"""Harary's animals of at most five cells with which Maker does not win: those with a paving."""


@pytest.mark.parametrize("name", [name for name in SHAPES if name != "snaky"])
def test_animals(name: str) -> None:
    """The losing animals have pairs on the plane; the others the first player gets on every board
    that is large enough, under the strong rule too."""
    words = f"polyomino {name} 30 40"
    loses = name in LOSERS
    assert answer(f"{words} --rule weak")[0] == ("breaker" if loses else "maker")
    if name != "elam":  # whoever moves has it: nothing is proved of sets of one cell far away
        assert answer(words)[0] == ("draw" if loses else "first")


HEX_LOSERS = {"d5", "x5"}
"""Bode and Harborth leave five polyhexes of at most five cells undecided; three of them, called Y,
Z and C, Inagaki and Matsuura show to be winners. Here one is open, the bar of five."""
LONG = {"a5", "c5", "l5", "v5"}
HEXAGONS = [name for name in HEXES if name != "i5"]


def test_one_polyhex_is_open() -> None:
    drawn = [frozenset(animal_forms(name, "polyhex")) for name in HEXES]
    assert len(set(drawn)) == len(drawn) == 1 + 1 + 3 + 7 + 22
    position = Position.parse("polyhex i5 1000 1000 --rule weak")
    assert not list(tilings(position, Limits(), pairs=False))
    assert forced.outcome(position, Limits(), Options()).answer is UNKNOWN
    assert density(position) == Fraction(3, 2)


@pytest.mark.parametrize("name", HEXAGONS)
def test_polyhexes(name: str) -> None:
    winner = "breaker" if name in HEX_LOSERS else "maker"
    assert answer(f"polyhex {name} 30 40 --rule weak")[0] == winner


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name in LONG))
        for name in HEXAGONS
        if name != "monohex"
    ],
)
def test_who_gets_a_polyhex_first(name: str) -> None:
    """The strong game on every large board: the winners are the same."""
    winner = "draw" if name in HEX_LOSERS else "first"
    assert answer(f"polyhex {name} 30 40")[0] == winner


def test_snaky_has_no_pairs_of_small_period() -> None:
    position = Position.parse("polyomino snaky 100 100")
    assert list(tilings(position, Limits(), pairs=False)) == []
    assert smallest_pairs(position, 4, Limits()) is None


def test_lattices_are_counted_by_divisors() -> None:
    for area in range(1, 30):
        found = list(lattices(area))
        assert len(set(found)) == sum(d for d in range(1, area + 1) if area % d == 0)
        assert all(rows * columns == area and 0 <= s < columns for rows, columns, s in found)


def test_no_pairs_of_the_plane_serve_for_eight() -> None:
    """2 cells for each of 4 lines of period 4 do not fit into 16."""
    position = Position.parse("mnk 100 100 8")
    assert find_pairs(position, 4, 4, 0, Limits(time_limit=30)) is None


OUTCOMES = ("first", "second", "draw", "maker", "breaker")


@pytest.mark.parametrize(
    "words",
    [
        "tictactoe 3 2", "tictactoe 2 2", "mnk 2 2 2", "mnk 1 4 2", "mnk 3 3 3", "mnk 2 5 3",
        "mnk 1 1 1", "mnk 2 2 1", "torus-row 2 2 2", "polyomino el 2 3",
        "polyomino fatty 3 3", "polyomino domino 2 2",
        pytest.param("torus-row 3 3 3", marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_every_method_agrees_on_small_boards(words: str) -> None:
    """Each method that decides is verified, and all say the same."""
    for rule in ("strong", "weak"):
        for mover in ("first", "second"):
            position = Position.parse(f"{words} --rule {rule} --to-move {mover}")
            assert proved(words.split()[0], position, "outcome") in OUTCOMES
