"""Virtual connections: every deduction against plain play, and forgeries."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.connection import (
    ALL,
    ANY,
    PAIR,
    PLAY,
    Board,
    Connection,
    Link,
    _link,
    links,
)
from gameproof.encodings.method import Options
from gameproof.encodings.positional.connections import METHODS
from gameproof.games.boards.grid_labels import grid_label
from gameproof.games.boards.hex_board import hex_paths
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import OTHER, Position, from_file
from gameproof.games.positional_board import Board as Shape
from gameproof.replies.strategies.connection import reply
from gameproof.solvers.limits import Limits


def hex_position(
    m: int, n: int, first: Iterable[int] = (), second: Iterable[int] = (), mover: str = "first"
) -> Position:
    return Position(Shape("hex", (m, n)), frozenset(first), frozenset(second), mover)


def proved(position: Position) -> Connection:
    finding = METHODS[0].run(position, Limits(), Options())
    assert isinstance(finding.certificate, Connection)
    return finding.certificate


def touching(position: Position, player: str, x: int, y: int, owned: int) -> bool:
    """Are x and y joined through owned cells and the player's sides? By the rules' pictures."""
    m, n = position.board.shape
    last = m * n
    seen, waiting = {x}, [x]
    while waiting:
        at = waiting.pop()
        for other in range(last + 2):
            if other in seen or (other < last and not owned >> other & 1):
                continue
            if near(m, n, player, at, other):
                seen.add(other)
                waiting.append(other)
    return y in seen


def near(m: int, n: int, player: str, one: int, two: int) -> bool:
    last = m * n
    if one > two:
        one, two = two, one
    if two < last:
        (r, c), (s, d) = divmod(one, n), divmod(two, n)
        return (s - r, d - c) in ((0, 1), (1, 0), (1, -1))
    if one >= last:
        return False
    r, c = divmod(one, n)
    place, size = (r, m) if player == "first" else (c, n)
    return place == (0 if two == last else size - 1)


def holds(position: Position, player: str, link: Link) -> bool:
    """Plays a connection out, the opponent owning all that it does not speak of."""
    cells = position.board.cells
    start = sum(1 << cell for cell in position.stones(player)) | link.stones
    free = link.carrier & ~start

    @cache
    def joined(owned: int, left: int, moves: int, mine: bool) -> bool:
        if touching(position, player, link.x, link.y, owned):
            return True
        if mine and moves == 0:
            return False
        options = [cell for cell in range(cells) if left >> cell & 1]
        if mine:
            return any(
                joined(owned | 1 << cell, left & ~(1 << cell), moves - 1, False) for cell in options
            )
        # The opponent may also move elsewhere.
        if not joined(owned, left, moves, True):
            return False
        return all(joined(owned, left & ~(1 << cell), moves, True) for cell in options)

    return joined(start, free, link.moves, not link.full)


@pytest.mark.parametrize("seed", range(6))
def test_what_the_rules_deduce_can_be_played(seed: int) -> None:
    """Random deductions on random small boards: all that are accepted hold, moves included."""
    random_ = random.Random(seed)
    pairs = 0
    for _ in range(12):
        m, n = random_.choice([(2, 2), (2, 3), (3, 3), (3, 2), (1, 3)])
        cells = list(range(m * n))
        random_.shuffle(cells)
        stones = random_.randrange(0, 3)
        player = random_.choice(["first", "second"])
        position = hex_position(m, n, cells[:stones:2], cells[1:stones:2])
        board = Board(position, player)
        links: list[Link] = []
        kept: set[tuple[bool, int, int, int, int, int]] = set()
        for _ in range(400):
            step = random_step(random_, m * n, len(links))
            try:
                link = _link(board, links, step)
            except Rejected:
                continue
            key = (link.full, link.x, link.y, link.carrier, link.stones, link.moves)
            if key in kept:
                continue
            kept.add(key)
            assert not link.carrier & (link.stones | board.own | board.gone)
            assert holds(position, player, link), (step, key, str(position), player)
            links.append(link)
            pairs += step[0] == PAIR
        assert kept
    assert pairs


def random_step(random_: random.Random, cells: int, known: int) -> list[int]:
    rule = random_.choice([ALL, ALL, PLAY, ANY, PAIR, PAIR]) if known else ALL
    some = [random_.randrange(known) for _ in range(random_.randrange(1, 4))] if known else []
    if rule == ALL:
        parts = some[: random_.randrange(0, 3)]
        ends = [random_.randrange(cells + 2) for _ in range(2)]
        stones = [random_.randrange(cells) for _ in range(random_.randrange(0, 3))]
        stones += [end for end in ends if end < cells]
        return [ALL, *ends, len(parts), *parts, *stones]
    if rule == PLAY:
        return [PLAY, some[0], random_.randrange(cells)]
    if rule == PAIR:
        pair = [random_.randrange(cells) for _ in range(2)]
        more = [random_.randrange(cells) for _ in range(random_.randrange(0, 3))]
        return [PAIR, some[0], *pair, *more]
    return [ANY, *some]


@cache
def wins(position: Position) -> str:
    result = position.result()
    if result is not None:
        return result
    mover = position.to_move
    for cell in position.moves():
        if wins(position.play(cell)) == mover:
            return mover
    return OTHER[mover]


def random_positions(seed: int, count: int) -> list[Position]:
    random_ = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        m, n = random_.choice([(1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3)])
        cells = list(range(m * n))
        random_.shuffle(cells)
        a, b = random_.randrange(0, 4), random_.randrange(0, 4)
        mover = random_.choice(["first", "second"])
        found.append(hex_position(m, n, cells[:a], cells[a : a + b], mover))
    return found


def test_every_small_position_is_won_by_whom_plain_play_says() -> None:
    for position in random_positions(1, 150):
        certificate = proved(position)
        (statement,) = conclude(Goal(position, "outcome", {}), certificate).statements
        assert isinstance(statement, Forces)
        winner = wins(position)
        assert statement.side == only(winner) == statement.results
        assert statement.plies is not None


def test_the_proved_move_wins_against_every_defence() -> None:
    """All plays of the loser against the replies, within the plies that were derived."""
    for position in random_positions(2, 60):
        certificate = proved(position)
        (statement,) = conclude(Goal(position, "outcome", {}), certificate).statements
        assert isinstance(statement, Forces)
        assert statement.plies is not None
        defend(position, certificate, statement.plies)


def defend(position: Position, certificate: Connection, plies: int) -> None:
    result = position.result()
    if result is not None:
        assert result in (certificate.player, "maker")
        return
    assert plies > 0
    if position.to_move == certificate.player:
        move = reply(position, certificate)
        assert move is not None
        defend(position.play(move), certificate, plies - 1)
    else:
        for move in position.moves():
            defend(position.play(move), certificate, plies - 1)


def test_captured_pairs_are_answered() -> None:
    """Random plays against a proof that rests on captured pairs are all won in time."""
    position = hex_position(5, 5, {20}, mover="second")
    certificate = proved(position)
    assert PAIR in certificate.numbers[certificate.ends[:-1]]
    (statement,) = conclude(Goal(position, "outcome", {}), certificate).statements
    assert isinstance(statement, Forces)
    assert statement.plies is not None
    for seed in range(10):
        random_, now, plies = random.Random(seed), position, 0
        while now.result() is None:
            now = now.play(random_.choice(now.moves()))
            if now.result() is None:
                move = reply(now, certificate)
                assert move is not None
                now = now.play(move)
            plies += 2
        assert now.result() == "first"
        assert plies <= statement.plies


def test_five_by_five_openings() -> None:
    """Every opening of 5 x 5 is decided with a proof; the board's half-turn changes nothing."""
    won = set()
    for cell in range(25):
        certificate = proved(hex_position(5, 5, {cell}, mover="second"))
        conclude(Goal(hex_position(5, 5, {cell}, mover="second"), "outcome", {}), certificate)
        if certificate.player == "first":
            won.add(cell)
    assert won == {24 - cell for cell in won}
    assert won == {4, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 18, 20}


def forged(certificate: Connection, **changes: object) -> Connection:
    return Connection(
        **{  # type: ignore[arg-type]
            "player": certificate.player,
            "stones": certificate.stones,
            "ends": certificate.ends,
            "numbers": certificate.numbers,
            **changes,
        }
    )


def steps_as(steps: list[list[int]]) -> dict[str, object]:
    return {
        "ends": np.cumsum([0, *map(len, steps)]),
        "numbers": np.array([number for step in steps for number in step], dtype=np.int64),
    }


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([[ANY, 0]], "no earlier step"),
        ([[ALL, 9, 10, 0]], "not joined"),
        ([[ALL, 9, 10, 0, 0, 3, 6]], "does not join the player's sides"),
        ([[ALL, 9, 10, 0, 1, 4, 7], [PLAY, 0, 4]], "semi-connection|stones alone"),
        ([[ALL, 9, 10, 0, 1, 4, 7], [PLAY, 0, 4], [PLAY, 1, 1]], "placed in a full"),
        ([[ALL, 9, 10, 0, 1, 4, 7], [PLAY, 0, 0]], "does not wait"),
        ([[ALL, 9, 9, 0], [ALL, 9, 10, 1, 0]], "not joined"),
        ([[ALL, 9, 10, 0, 9]], "no cell"),
        ([[ALL, 9, 1, 0, 1], [PLAY, 0, 1], [ANY, 1]], "in every carrier"),
        ([[ALL, 9, 0, 0, 0], [ALL, 9, 1, 0, 1], [PLAY, 0, 0], [PLAY, 1, 1], [ANY, 2, 3]], "ends"),
        (  # the top with 4 by 1 or 2, with 3 by 0 or 1: the opponent takes 1
            [
                *([ALL, 9, cell, 0, via, cell] for cell, via in ((4, 1), (4, 2), (3, 0), (3, 1))),
                *([PLAY, number, via] for number, via in enumerate((1, 2, 0, 1))),
                [ANY, 4, 5],
                [ANY, 6, 7],
                [ALL, 3, 4, 2, 8, 9],
            ],
            "share a cell",
        ),
        ([[4, 0]], "no rule"),
        ([[ALL, 9, 10, 0, 1, 4, 7], [PAIR, 0, 6]], "expected a premise, two cells"),
        ([[ALL, 9, 10, 0, 1, 4, 7], [PAIR, 0, 6, 9]], "no cell"),
        ([[ALL, 9, 10, 0, 1, 4, 7], [PAIR, 0, 6, 6]], "two, free and outside"),
        ([[ALL, 9, 4, 0, 1, 4], [PLAY, 0, 1], [PAIR, 1, 1, 2]], "two, free and outside"),
        ([[ALL, 4, 6, 0, 4, 6], [PAIR, 0, 6, 7]], "an end of the connection"),
        ([[ALL, 6, 10, 0, 6], [PAIR, 0, 6, 7]], "an end of the connection"),
        ([[ALL, 9, 10, 0, 1, 4, 7], [PLAY, 0, 1], [PAIR, 1, 6, 7, 1]], "or of the carrier"),
        # an open pair, and one with its stone assumed: the stone is still waited for
        ([[ALL, 9, 10, 0, 1, 4, 7], [PAIR, 0, 1, 4]], "can matter"),
        ([[ALL, 9, 10, 0, 1, 4, 7], [PAIR, 0, 6, 7]], "stones alone"),
        ([[ALL, 9, 10, 5]], "expected two ends"),
        ([[PLAY, 0]], "expected a premise"),
    ],
)
def test_forgeries(steps: list[list[int]], reason: str) -> None:
    position = hex_position(3, 3, mover="second")
    certificate = Connection(player="first", stones=[], **steps_as(steps))  # type: ignore[arg-type]
    with pytest.raises(Rejected, match=reason):
        conclude(Goal(position, "outcome", {}), certificate)


def test_what_joins_after_one_more_stone_is_a_win_for_who_places_it() -> None:
    """Stones above and below the middle of 3 x 3; the opponent to move takes the middle."""
    deduced = steps_as([[ALL, 9, 10, 0, 4], [PLAY, 0, 4]])
    certificate = Connection(player="first", stones=[], **deduced)  # type: ignore[arg-type]
    position = hex_position(3, 3, {1, 7}, {0})
    (statement,) = conclude(Goal(position, "outcome", {}), certificate).statements
    assert statement == Forces("first", only("first"), only("first"), 1)
    with pytest.raises(Rejected, match="the last step is a semi-connection"):
        conclude(Goal(replace(position, to_move="second"), "outcome", {}), certificate)


def test_a_pair_is_not_captured_where_the_opponent_has_a_cell_of_it() -> None:
    """A stone in the middle joins the bottom by one of the two cells below it."""
    deduced = [[ALL, 4, 10, 0, 4, 7], [PAIR, 0, 6, 7]]
    certificate = Connection(player="first", stones=[], **steps_as(deduced))  # type: ignore[arg-type]
    board = Board(hex_position(3, 3, mover="first"), "first")
    found = links(board, certificate)
    assert (found[1].carrier, found[1].stones) == (1 << 6 | 1 << 7, 1 << 4)
    assert found[1].full
    for taken in (6, 7):
        with pytest.raises(Rejected, match=r"stone of the opponent|two, free"):
            links(Board(hex_position(3, 3, (), {taken}), "first"), certificate)


def test_a_proof_for_another_position_or_player_is_rejected() -> None:
    position = hex_position(3, 3, {2}, mover="second")
    certificate = proved(position)
    conclude(Goal(position, "outcome", {}), certificate)
    for other in (
        replace(position, first=frozenset()),
        replace(position, second=frozenset({4})),
        hex_position(3, 4, {2}, mover="second"),
        Position(Shape("mnk", (3, 3, 3)), frozenset({2}), frozenset(), "second"),
    ):
        with pytest.raises(Rejected):
            conclude(Goal(other, "outcome", {}), certificate)
    with pytest.raises(Rejected):
        conclude(Goal(position, "outcome", {}), forged(certificate, player="second"))
    with pytest.raises(Rejected):
        conclude(Goal(position, "outcome", {}), forged(certificate, player="nobody"))
    for ends in ([], [0], [0, 1], [0, len(certificate.numbers)], [0, 5, 3], [1, 5]):
        with pytest.raises(Rejected):
            conclude(Goal(position, "outcome", {}), forged(certificate, ends=np.array(ends)))


def as_file(m: int, n: int, first: set[int], second: set[int], drop: int = 0) -> str:
    """The board as a file of winning chains, the cells in an order of their own."""
    labels = [grid_label(cell, (m, n)) for cell in range(m * n)]
    chains = [[labels[cell] for cell in row] for row in hex_paths(m, n, across=False).sets()]
    content = {
        "cells": labels[::-1],
        "sets": chains[drop:],
        "first": [labels[cell] for cell in sorted(first)],
        "second": [labels[cell] for cell in sorted(second)],
        "rule": "weak",
    }
    return json.dumps(content)


def test_a_file_that_lists_chains_is_hex() -> None:
    for first, second in ((set(), set()), ({4}, {2}), ({2}, {4, 6})):
        position = from_file(file=as_file(3, 3, first, second))
        assert isinstance(position, Position)
        certificate = proved(position)
        (statement,) = conclude(Goal(position, "outcome", {}), certificate).statements
        assert isinstance(statement, Forces)
        maker = wins(hex_position(3, 3, first, second)) == "first"
        assert statement.results == only("maker" if maker else "breaker")
        if statement.plies is not None:
            defend(position, certificate, statement.plies)


def test_a_file_that_lacks_a_chain_is_not() -> None:
    whole = from_file(file=as_file(3, 3, set(), set()))
    lacking = from_file(file=as_file(3, 3, set(), set(), drop=1))
    assert isinstance(whole, Position)
    assert isinstance(lacking, Position)
    certificate = proved(whole)
    conclude(Goal(whole, "outcome", {}), certificate)
    with pytest.raises(Rejected, match="not a Hex board"):
        conclude(Goal(lacking, "outcome", {}), certificate)
    strong = replace(whole, rule="strong")
    with pytest.raises(Rejected, match="not a Hex board"):
        conclude(Goal(strong, "outcome", {}), certificate)


def test_a_board_too_large_to_be_looked_at_is_rejected() -> None:
    position = hex_position(33, 33, mover="second")
    certificate = Connection(player="first", stones=[], **steps_as([[ALL, 0, 0, 0, 0]]))  # type: ignore[arg-type]
    with pytest.raises(Rejected, match="more than 1024 cells"):
        conclude(Goal(position, "outcome", {}), certificate)
