"""Hex by theorems: against full search, chains traced here, and wrong claims."""

from __future__ import annotations

import random
from itertools import product

import pytest
from reference.often import often
from reference.positional import accepted, checked, never_loses, value
from reference.proved import findings, proved

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.strategies.shorter_side import ShorterSide, partners
from gameproof.certificates.strategies.strategy_stealing import StrategyStealing
from gameproof.encodings.positional import hex_laws
from gameproof.games.positional import Position
from gameproof.replies.strategies.shorter_side import reply


def crossed(rows: int, columns: int, owned: set[int]) -> bool:
    """Do the cells join the top and the bottom row? Traced on a picture of bricks: each row is
    half a cell to the right of the one above."""
    middles = {(2 * (cell % columns) + cell // columns, cell // columns) for cell in owned}
    seen = [place for place in middles if place[1] == 0]
    for x, y in seen:
        around = [
            (x - 2, y),
            (x + 2, y),
            (x - 1, y - 1),
            (x + 1, y - 1),
            (x - 1, y + 1),
            (x + 1, y + 1),
        ]
        seen.extend(p for p in around if p in middles and p not in seen)
    return any(y == rows - 1 for _, y in seen)


@pytest.mark.parametrize("deep", [1, 2, 3, 4])
def test_a_cell_of_each_pair_is_enough(deep: int) -> None:
    """Every full board on which the first player has exactly one cell of each pair."""
    position = Position.parse(f"hex {deep} {deep + 1}")
    paired = partners(position, ShorterSide("first", 0))
    assert set(paired) == set(range(deep * (deep + 1)))
    assert all(paired[other] == one and one != other for one, other in paired.items())
    pairs = [pair for pair in paired.items() if pair[0] < pair[1]]
    for cells in product(*pairs):
        assert crossed(deep, deep + 1, set(cells))


def random_boards(seed: int, count: int) -> list[Position]:
    dice = random.Random(seed)
    boards: list[Position] = []
    while len(boards) < count:
        rows, columns = dice.choice([(1, 2), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)])
        cells = dice.sample(range(rows * columns), rows * columns)
        a, b = sorted((dice.randint(0, 3), dice.randint(0, 5)))
        first, second = (",".join(map(str, part)) for part in (cells[:a], cells[a:b]))
        words = f"hex {rows} {columns} --to-move {dice.choice(['first', 'second'])}"
        words += f" --rule {dice.choice(['strong', 'weak'])}"
        words += f" --first {first}" * bool(first) + f" --second {second}" * bool(second)
        boards.append(Position.parse(words))
    return boards


def test_nothing_false_about_small_boards() -> None:
    """Each certificate, tried on many boards, proves who wins there or nothing."""
    used = [0, 0, 0]
    for position in random_boards(5, often(150)):
        winner = value(position)
        names = ("first", "second") if position.rule == "strong" else ("maker", "breaker")
        tried: list[Certificate] = [StrategyStealing()]
        tried += [ShorterSide(player, s) for player in ("first", "second") for s in range(3)]
        for certificate in tried:
            for name in names:
                if accepted(position, "outcome", name, certificate):
                    assert name == winner
                    used[isinstance(certificate, ShorterSide)] += 1
        found = hex_laws.stealing(position) or hex_laws.shorter(position)
        if found is not None:
            used[2] += 1
            assert names[found[0] == "second"] == winner
            assert checked(position, "outcome", winner, found[1])
    assert min(used) > 8


@pytest.mark.parametrize("words", ["hex 2 3", "hex 3 2 --to-move first", "hex 2 4 --second a1"])
def test_the_pairing_is_played(words: str) -> None:
    position = Position.parse(words)
    found = hex_laws.shorter(position)
    assert found is not None
    player, certificate = found
    loser = {"first": "second", "second": "first"}[player]
    assert isinstance(certificate, ShorterSide)
    assert never_loses(position, player, lambda p: reply(p, certificate), (loser,))


@pytest.mark.parametrize("n", [8, 11, 19])
def test_large_boards(n: int) -> None:
    square, oblong = Position.parse(f"hex {n} {n}"), Position.parse(f"hex {n + 2} {n}")
    assert hex_laws.stealing(square) == ("first", StrategyStealing())
    assert hex_laws.stealing(oblong) is None
    assert hex_laws.shorter(square) is None
    assert hex_laws.shorter(oblong) == ("second", ShorterSide("second", 0))
    certificate = StrategyStealing()
    assert accepted(square, "outcome", "first", certificate)
    for position in (oblong, Position.parse(f"hex {n} {n} --second a1")):
        assert not accepted(position, "outcome", "first", certificate)
        assert not accepted(position, "outcome", "second", certificate)
    answered = Position.parse(f"hex {n} {n} --second b1 --first a2")
    assert accepted(answered, "outcome", "first", certificate)


def test_windows_and_pairs_that_are_not_there() -> None:
    position = Position.parse("hex 3 4")
    for certificate in (ShorterSide("first", 1), ShorterSide("first", -1), ShorterSide("second", 0),
                        ShorterSide("maker", 0)):  # fmt: skip
        assert not accepted(position, "outcome", "first", certificate)
        assert not accepted(position, "outcome", "second", certificate)
    assert not accepted(Position.parse("mnk 3 4 3"), "outcome", "first", ShorterSide("first", 0))
    # a1 and b1 are partners
    whole = Position.parse("hex 3 4 --second a1,b1")
    assert not accepted(whole, "outcome", "first", ShorterSide("first", 0))
    two = Position.parse("hex 3 4 --second a1,a2")
    assert not accepted(two, "outcome", "first", ShorterSide("first", 0))


@pytest.mark.parametrize(
    ("question", "answer"),
    [("drawn-position", False), ("count-drawn", 0), ("fewest-crosses", None)],
)
def test_no_board_is_drawn(question: str, answer: bool | int | None) -> None:
    """As SAT and counting find on small boards; on large ones by the law; not under the weak
    rule, where the second player wants no set."""
    assert len(findings("hex", Position.parse("hex 3 3"), question)) > 1
    assert proved("hex", Position.parse("hex 3 3"), question) in ("no", "0", "none")
    large = Position.parse("hex 40 40 --first a1")
    assert accepted(large, question, answer, Definition())
    for words in ("hex 2 2 --rule weak", "mnk 3 3 3"):
        assert not accepted(Position.parse(words), question, answer, Definition())
