"""What carries between boards inside each other, and what must not."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from itertools import permutations, product
from typing import cast

import pytest
from reference.often import often
from soundness.rules_oracle import holds

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal, Theorem, conclude
from gameproof.certificates.pairings.tiling import Tiling
from gameproof.certificates.strategies.map import (
    AROUND,
    INSIDE,
    MOST_STONES,
    MOST_TEXT,
    Map,
)
from gameproof.certificates.strategies.potential import Potential
from gameproof.certificates.strategies.strategy_stealing import StrategyStealing
from gameproof.encodings.method import Options
from gameproof.encodings.positional import search, static_proofs
from gameproof.encodings.positional.pairings.tilings import EIGHT, NINE
from gameproof.encodings.positional.sub_boards import sub_cube
from gameproof.encodings.refute import refute
from gameproof.games.boards.positional_shapes import place
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import (
    Forces,
    Is,
    Prevents,
    entails,
    nobody_wins,
    only,
    quantity,
    wins,
)
from gameproof.games.positional import PLAYERS, Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.model import ModelError

MAKER = Forces("first", only("first"), only("maker"))
BREAKER = Forces("first", only("second"), only("breaker"))


def undrawn(words: str) -> Certificate:
    return refute(Goal(Position.parse(words), "drawn-position"), Limits(), Options())


def searched(words: str) -> Certificate:
    found = search.outcome(Position.parse(words), Limits(time_limit=60), Options())
    assert found.certificate is not None
    return found.certificate


def proved(words: str, certificate: Certificate, question: str = "outcome") -> Theorem:
    return conclude(Goal(Position.parse(words), question), certificate)


def refused(words: str, certificate: Certificate, reason: str | None) -> None:
    with pytest.raises(Rejected, match=reason):
        proved(words, certificate)


CUBE = undrawn("tictactoe 3 3")
SQUARE = undrawn("tictactoe 2 2")
MAKES = searched("tictactoe 3 2 --rule weak")
WINS = searched("mnk 3 4 3")
LATER = searched("mnk 3 4 3 --to-move second")
STEALING = StrategyStealing()


def cube(d: int) -> Map:
    inner = sub_cube(3, 3, d)
    return Map.inside(inner.words, inner.places, "drawn-position", CUBE)


def maker(d: int) -> Map:
    inner = sub_cube(3, 2, d)
    return Map.inside(f"{inner.words} --rule weak", inner.places, "outcome", MAKES)


def grid(words: str, part: Certificate, down: int = 0, right: int = 0) -> Map:
    board = Position.parse(words).board
    places = [[r + down, c + right] for r, c in product(*map(range, board.shape))]
    return Map.inside(words, places, "outcome", part)


# -- no draws ---------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [3, 4, 5, 12, 100])
def test_the_first_player_wins_where_no_board_is_drawn(d: int) -> None:
    found = proved(f"tictactoe 3 {d}", cube(d)).statements
    assert entails(found, wins("first", "first"))
    for arguments in ({}, {"even": True}):
        assert entails(found, Is(quantity("drawn-position", arguments), False))
        assert entails(found, Is(quantity("count-drawn", arguments), 0))
    assert entails(found, Is(quantity("fewest-crosses"), None))


def test_the_player_to_move_wins_if_the_other_has_no_stone() -> None:
    assert entails(
        proved("tictactoe 3 3 --to-move second", cube(3)).statements, wins("second", "second")
    )
    found = proved("tictactoe 3 3 --first 0;5", cube(3)).statements
    assert entails(found, wins("first", "first"))
    for stones in ("--second 0", "--first 4 --second 0", "--to-move second --first 0"):
        found = proved(f"tictactoe 3 3 {stones}", cube(3)).statements
        assert not any(isinstance(one, Forces) for one in found)
        assert entails(found, Is(quantity("drawn-position"), False))


def test_no_draws_need_the_same_sets_for_both() -> None:
    refused("tictactoe 3 3 --rule weak", cube(3), "do not fight for the same sets")
    inner = cube(3)
    weak = Map.inside("tictactoe 3 3 --rule weak", inner.places, "drawn-position", CUBE)
    refused("tictactoe 3 3", weak, None)
    board = '{"cells": 2, "sets": [[0], [1]], "second_sets": [[0]]}'
    one = Map.inside("tictactoe 1 1", [[0]], "drawn-position", undrawn("tictactoe 1 1"))
    refused(board, one, "do not fight for the same sets")
    both = '{"cells": 2, "sets": [[0], [1]]}'
    assert entails(proved(both, one).statements, wins("first", "first"))


def test_a_part_must_prove_that_no_board_is_drawn() -> None:
    inner = sub_cube(3, 2, 3)
    with pytest.raises(ModelError):
        undrawn("tictactoe 3 2")
    refused("tictactoe 3 3", Map.inside(inner.words, inner.places, "drawn-position", CUBE), None)
    whole = Map.inside("tictactoe 3 3", cube(3).places, "drawn-position", searched("tictactoe 3 3"))
    refused("tictactoe 3 3", whole, "under the weak rule only")
    even = refute(
        Goal(Position.parse("tictactoe 3 3"), "drawn-position", {"even": True}),
        Limits(),
        Options(),
    )
    refused(
        "tictactoe 3 3", Map.inside("tictactoe 3 3", cube(3).places, "drawn-position", even), None
    )


# -- places -----------------------------------------------------------------------------------


def test_places_are_different_cells_of_the_board() -> None:
    good = cube(4)
    for change, reason in (
        ([*good.places[:-1], good.places[0]], "same place"),
        (good.places[:-1], "26 places for 27 cells"),
        ([*good.places, [2, 0, 0, 0]], "28 places for 27 cells"),
        ([*good.places[:-1], [0, 2, 2, 3]], "place 26 is not on the board"),
        ([*good.places[:-1], [-1, 2, 2, 2]], "place 26 is not on the board"),
        ([*good.places[:-1], [2, 2, 2]], "place 26 is not on the board"),
        ([*good.places[:-1], []], "place 26 is not on the board"),
        ([], "0 places for 27 cells"),
    ):
        forged = Map(INSIDE, change, uses=good.uses)
        refused("tictactoe 3 4", forged, reason)


def test_lines_must_be_lines() -> None:
    good = cube(4)
    swapped = [good.places[1], good.places[0], *good.places[2:]]
    refused("tictactoe 3 4", Map(INSIDE, swapped, uses=good.uses), "holds no set")
    # a plane that leans: two coordinates run together, but one of them only to 1
    bent = [[p[3] if p[3] < 2 else 0, *p[1:]] for p in good.places]
    refused("tictactoe 3 4", Map(INSIDE, bent, uses=good.uses), "holds no set")
    leaning = [[p[3], *p[1:]] for p in good.places]
    assert proved("tictactoe 3 4", Map(INSIDE, leaning, uses=good.uses))
    turned = [[2 - p[3], *p[1:]] for p in good.places]
    assert proved("tictactoe 3 4", Map(INSIDE, turned, uses=good.uses))
    # the lines of [4]^3 are no lines of [5]^3
    refused(
        "tictactoe 4 3",
        Map.inside("tictactoe 3 3", cube(3).places, "drawn-position", CUBE),
        "holds no set",
    )


# -- Maker ------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [2, 3, 4, 12])
def test_maker_wins_inside(d: int) -> None:
    found = proved(f"tictactoe 3 {d} --rule weak", maker(d)).statements
    assert entails(found, MAKER)


@pytest.mark.parametrize(
    ("board", "inner"),
    [
        ("mnk 9 9 3 --rule weak", grid("mnk 3 4 3", WINS, 4, 5)),
        ("mnk 1000000 1000000 3 --rule weak", grid("mnk 3 4 3", WINS, 999997, 12345)),
        ("mnk 9 9 2 --rule weak", grid("mnk 3 4 3", WINS)),
        ("torus-row 5 6 3 --rule weak", grid("mnk 3 4 3", WINS, 1, 1)),
        ("polyomino domino 9 9 --rule weak", grid("mnk 3 4 3", WINS)),
        ("tictactoe 4 2 --rule weak", None),
    ],
)
def test_maker_wins_where_his_sets_are(board: str, inner: Map | None) -> None:
    if inner is None:
        refused(board, grid("mnk 3 4 3", WINS), "holds no set")
    elif board.startswith("polyomino"):  # a slanted row holds no domino
        refused(board, inner, "holds no set")
    else:
        assert entails(proved(board, inner).statements, MAKER)


@pytest.mark.parametrize(
    ("board", "inner", "reason"),
    [
        ("mnk 9 9 3", grid("mnk 3 4 3", WINS), "under the weak rule only"),
        ("mnk 9 9 4 --rule weak", grid("mnk 3 4 3", WINS), "holds no set"),
        ("mnk 3 3 3 --rule weak", grid("mnk 3 4 3", WINS), "not on the board"),
        ("mnk 9 9 3 --rule weak --to-move second", grid("mnk 3 4 3", WINS), "not on the smaller"),
        ("mnk 9 9 3 --rule weak --second a1", grid("mnk 3 4 3", WINS), "is taken"),
        ("mnk 9 9 3 --rule weak --first b2 --second i9", grid("mnk 3 4 3", WINS), "is taken"),
        ("mnk 9 9 3 --rule weak", grid("mnk 3 4 3 --first a1", WINS), "has stones"),
        (
            "mnk 9 9 3 --rule weak",
            grid("mnk 3 4 3 --to-move second", LATER),
            "not on the smaller",
        ),
    ],
)
def test_wrong_directions(board: str, inner: Map, reason: str) -> None:
    refused(board, inner, reason)


def test_stones_elsewhere() -> None:
    weak = "mnk 9 9 3 --rule weak"
    assert entails(proved(f"{weak} --second i9;h9", grid("mnk 3 4 3", WINS)).statements, MAKER)
    # his own stones complete what a smaller set lacks
    pair = searched("mnk 2 2 2 --rule weak")
    inner = Map.inside("mnk 1 1 1", [[0, 2]], "outcome", searched("mnk 1 1 1"))
    refused("mnk 1 3 3 --rule weak", inner, "holds no set")
    assert entails(proved("mnk 1 3 3 --rule weak --first a1;b1", inner).statements, MAKER)
    assert pair


def test_a_win_of_the_second_player_is_no_win_of_makers() -> None:
    board = "mnk 2 2 2 --to-move second"
    inner = Map.inside(board, [[0, 0], [0, 1], [1, 0], [1, 1]], "outcome", searched(board))
    refused("mnk 3 3 2 --rule weak --to-move second", inner, "neither that the first player wins")
    drawn = Map.inside("mnk 3 3 3", [[r, c] for r in range(3) for c in range(3)], "outcome",
                     searched("mnk 3 3 3"))  # fmt: skip
    refused("mnk 4 4 3 --rule weak", drawn, "neither that the first player wins")


def test_limits_of_what_is_looked_at() -> None:
    refused("mnk 9 9 3", Map.inside("x" * (MOST_TEXT + 1), [], "outcome", STEALING), "too long")
    refused("mnk 9 9 3", Map.inside("chess 3", [], "outcome", STEALING), "expected a board")
    refused(
        "mnk 2 2 2 --rule weak",
        Map.inside("mnk 2 2 2", [[0, 0], [0, 1], [1, 0], [1, 1]], "sets", Definition()),
        "neither that",
    )
    places = [list(cell) for cell in product(range(2), repeat=9)]
    large = Map.inside("tictactoe 2 9", places, "outcome", STEALING)
    refused("tictactoe 2 9", large, "sets of the smaller")
    stones = ";".join(map(str, range(20, 21 + MOST_STONES)))
    refused(
        f"mnk 12 12 12 --rule weak --first {stones}",
        Map.inside("mnk 1 1 1", [[0, 0]], "outcome", searched("mnk 1 1 1")),
        "stones",
    )


# -- Breaker ----------------------------------------------------------------------------------


def around(outer: str, inner: str, part: Certificate, down: int = 0, right: int = 0) -> Map:
    position = Position.parse(inner)
    taken = position.first | position.second
    free = [cell for cell in range(position.board.cells) if cell not in taken]
    places = [place(position.board, cell) for cell in free]
    return Map.around(outer, [[r + down, c + right] for r, c, *_ in places], part)


FAR = "mnk 1000000 1000000 8 --rule weak"


@pytest.mark.parametrize(
    "board",
    ["mnk 9 9 8", "mnk 12 9 9", "tictactoe 8 2", "tictactoe 9 2", "torus-row 3 3 9", "mnk 3 3 8"],
)
def test_breaker_wins_where_each_set_holds_one(board: str) -> None:
    if board.startswith("torus"):
        refused(f"{board} --rule weak", around(FAR, board, (EIGHT)), "holds no set")
        return
    for shift in (0, 77):
        certificate = around(FAR, board, (EIGHT), shift, 3 * shift)
        assert entails(proved(f"{board} --rule weak", certificate).statements, BREAKER)
        found = proved(board, certificate).statements
        assert all(entails(found, one) for one in nobody_wins("first", PLAYERS))


@pytest.mark.parametrize(
    ("board", "outer", "reason"),
    [
        ("mnk 9 9 7 --rule weak", FAR, "holds no set of the larger"),
        ("mnk 9 9 8 --rule weak", "mnk 1000000 1000000 8", "only a win of Breaker's"),
        ("mnk 9 9 8 --rule weak", f"{FAR} --to-move second", "not on the larger board"),
        ("mnk 9 9 8 --rule weak --to-move second", FAR, "not on the larger board"),
        ("mnk 9 9 8 --rule weak", f"{FAR} --first a1", "has stones"),
        ("mnk 9 9 8 --rule weak", "mnk 9 8 8 --rule weak", "not on the board"),
        ("mnk 1000 1000 8 --rule weak", FAR, "too many cells"),
    ],
)
def test_breaker_in_the_wrong_direction(board: str, outer: str, reason: str) -> None:
    inner = board if "1000" not in board else "mnk 2 2 2"
    refused(board, around(outer, inner, (EIGHT)), reason)


def test_breaker_with_stones() -> None:
    """Sets that he has stopped are gone; stones of Maker's leave smaller sets."""
    board = "mnk 9 9 8 --second a1;b2"
    assert entails(proved(f"{board} --rule weak", around(FAR, board, (EIGHT))).statements, BREAKER)
    board = "mnk 9 9 9 --first a1"
    assert entails(proved(f"{board} --rule weak", around(FAR, board, (EIGHT))).statements, BREAKER)
    board = "mnk 9 9 8 --first a1"
    refused(f"{board} --rule weak", around(FAR, board, (EIGHT)), "holds no set of the larger")


def test_breakers_part_must_be_his_win() -> None:
    weak = "mnk 3 3 3 --rule weak"
    refused(weak, around(weak, weak, searched(weak)), "that Breaker wins is not known")
    refused("mnk 9 9 8 --rule weak", around(FAR, "mnk 9 9 8", (NINE)), "contains no trace")
    folded = around(FAR, "mnk 9 9 8", (EIGHT))
    refused(
        "mnk 9 9 8",
        Map.around(FAR, [folded.places[0], *folded.places[:-1]], EIGHT),
        "same place",
    )


def test_a_draw_of_the_strong_game_does_not_carry() -> None:
    """3 x 3 is a draw, but Maker wins it."""
    part = searched("mnk 3 3 3")
    refused(
        "mnk 3 3 3 --rule weak", around("mnk 3 3 3", "mnk 3 3 3", part), "only a win of Breaker's"
    )


# -- everything tiny, against play by the rules -----------------------------------------------

TINY = ["mnk 1 2 2", "mnk 2 2 2", "mnk 1 3 2", "mnk 2 3 2", "mnk 2 3 3", "tictactoe 2 2",
        "polyomino el 2 2", "polyomino tic 1 4", "hex 2 2", "tictactoe 1 2", "mnk 2 2 3",
        "mnk 1 1 1"]  # fmt: skip


def parts(words: str) -> list[tuple[str, Certificate]]:
    """Every certificate about the board that our methods make."""
    found = []
    position = Position.parse(words)
    for method in (*search.METHODS, *static_proofs.METHODS):
        if method.question == "outcome" and method.applies(position):
            finding = method.run(position, Limits(time_limit=20), Options())
            if finding.certificate is not None:
                found.append(("outcome", (finding.certificate)))
    with suppress(ModelError, Rejected):
        found.append(("drawn-position", undrawn(words)))
    return found


def test_random_embeddings_prove_nothing_false() -> None:
    chance = random.Random(14)
    made = {}
    for words in TINY:
        for rule, mover in product(("weak", "strong"), PLAYERS):
            text = f"{words} --rule {rule} --to-move {mover}"
            made[text] = parts(text)
    accepted = {"sub": 0, "super": 0}
    for _ in range(often(2400)):
        text = chance.choice(list(made))
        if not made[text]:
            continue
        question, part = chance.choice(made[text])
        board = Position.parse(text).board
        goal = f"{chance.choice(TINY)} --rule {chance.choice(['weak', 'weak', 'strong'])}"
        goal += f" --to-move {chance.choice(PLAYERS)}"
        cells = Position.parse(goal).board.cells
        stones = chance.sample(range(cells), chance.choice([0, 0, 0, min(1, cells), min(2, cells)]))
        for player, mine in zip(PLAYERS, (stones[:1], stones[1:]), strict=True):
            goal += f" --{player} {mine[0]}" if mine else ""
        position = Position.parse(goal)
        certificate: Certificate
        if chance.random() < 0.5:
            free = list(range(position.board.cells))
            if len(free) < board.cells:
                continue
            put = chance.choice(list(permutations(range(cells), board.cells)))
            places = [list(place(position.board, cell)) for cell in put]
            certificate, kind = Map.inside(text, places, question, part), "sub"
        else:
            left = position.board.cells - len(position.first) - len(position.second)
            if left > board.cells:
                continue
            put = chance.choice(list(permutations(range(board.cells), left)))
            places = [list(place(board, cell)) for cell in put]
            certificate, kind = Map.around(text, places, part), "super"
        try:
            found = conclude(Goal(position, "outcome"), certificate)
        except Rejected:
            continue
        accepted[kind] += 1
        for statement in found.statements:
            assert holds(cast(AnyPosition, position), statement), (goal, text, places, statement)
    assert min(accepted.values()) > 10, accepted


def test_a_tiling_may_be_a_part() -> None:
    narrow = Tiling(1, 2, 0, [[[(0, 0), (0, 1)]]])
    certificate = around("mnk 2 1000000 3 --rule weak", "mnk 2 9 3", (narrow))
    found = proved("mnk 2 9 3 --rule weak", certificate).statements
    assert Prevents("first", only("second"), only("maker")) in found


def test_live_sets_that_are_too_large_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    board = "mnk 3 3 3 --rule weak --to-move second"
    certificate = around("mnk 3 3 3 --rule weak --to-move second", "mnk 3 3 3", searched(board))
    assert proved(board, certificate).statements
    monkeypatch.setattr("gameproof.certificates.strategies.map.MOST_LIVE", 23)
    refused(board, certificate, "the live sets are too large")


def test_boards_whose_sets_take_too_long_to_compare() -> None:
    """Many single cells, each looked for beside sixty stones in a thousand dimensions."""
    count = 2000
    coordinates = [tuple(cell >> i & 1 for i in range(14)) for cell in range(count)]
    places = [[0] * 984 + [1, 0, *cell] for cell in coordinates]
    stones = ";".join(str(c) for c in range(MOST_STONES))
    few = json.dumps({"cells": count, "sets": [[c] for c in range(count)], "rule": "weak"})
    certificate = Map.inside(few, places, "outcome", Potential("beck", [(1, str(count))], "first"))
    refused(
        f"tictactoe 3 1000 --rule weak --first {stones}", certificate, "too many to be compared"
    )
    family = {"cells": 1000, "sets": [[c, c + 1] for c in range(999)], "rule": "weak"}
    around_ = Map.around(
        json.dumps(family), [[c] for c in range(1000)], Potential("beck", [(2, "999")], "first")
    )
    many = {"cells": 1000, "sets": [[c, d] for c in range(310) for d in range(c)], "rule": "weak"}
    refused(json.dumps(many), around_, "too many to be compared")


def test_a_direction_is_that_of_the_other_board() -> None:
    for made, board in ((cube(3), "tictactoe 3 3"), (around(FAR, "mnk 9 9 8", EIGHT), "mnk 9 9 8")):
        assert proved(board, made)
        for direction in ({INSIDE, AROUND} - {made.direction}) | {"", "INSIDE", "both"}:
            refused(board, Map(direction, made.places, uses=made.uses), None)
