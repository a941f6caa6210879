"""Replies ply by ply: the description of games by their rules, what is settled, false proofs.

Oracle: the rules of single positions, all plays of them.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import product

import msgspec
import numpy as np
import pytest
from reference.often import often

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude, verify
from gameproof.certificates.strategies import ply_by_ply
from gameproof.certificates.strategies.follow_up import HOLDS, WINS, settled
from gameproof.certificates.strategies.play import Play
from gameproof.certificates.strategies.ply_by_ply import OwningPosition, PlyByPly
from gameproof.encodings.variants.owning import Attack, images_of
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.meaning.outcomes import aim
from gameproof.games.positional_questions import QUESTIONS
from gameproof.games.positional_turns import PLAYERS, TurnsPosition
from gameproof.games.variants.exact import ExactPosition
from gameproof.games.variants.gravity import GravityPosition
from gameproof.games.variants.owning import counted, moves_of, named
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.prove import prove_with_certificate
from gameproof.replies.replies import reply
from gameproof.solvers.limits import Limits

TINY = [
    "mnk 3 3 3 --gravity", "mnk 2 4 3 --gravity", "mnk 4 2 2 --gravity", "tictactoe 2 3 --gravity",
    "mnk 1 5 3 --gravity", "mnk 3 3 3 --gravity --first a3 --to-move second",
    "mnk 1 6 3 --exact", "mnk 2 3 2 --exact", "mnk 3 3 2 --exact --first b2 --to-move second",
    "mnk 2 3 3 --turns 1 2 2", "mnk 1 7 3 --turns 2 1", "mnk 2 4 3 --turns 2 --rule weak",
    "mnk 2 3 2 --turns 1 2 --to-move second", "mnk 3 3 3 --turns 3 1 --first b2",
]  # fmt: skip


def position_of(words: str) -> OwningPosition:
    position: object = resolve(from_words(words.split())).position
    assert isinstance(position, TurnsPosition | GravityPosition | ExactPosition)
    return position


def words_of(position: OwningPosition) -> tuple[int, int]:
    one, two = (mask_of(position.stones(player)) for player in PLAYERS)
    return one, two


@cache
def ends(position: OwningPosition) -> frozenset[str]:
    """The results of all plays."""
    result = position.result()
    if result is not None:
        return frozenset({result})
    found: frozenset[str] = frozenset()
    return found.union(*(ends(position.play(move)) for move in position.moves()))


@cache
def forced(position: OwningPosition, player: str, wins: bool) -> bool:
    """Can the player own a set first, or keep the other from that?"""
    result = position.result()
    if result is not None:
        won = result == aim(position, player) and result != "breaker"
        lost = result == aim(position, other(player)) and result != "breaker"
        return won if wins else not lost
    after = (forced(position.play(move), player, wins) for move in position.moves())
    return any(after) if position.to_move == player else all(after)


def other(player: str) -> str:
    return PLAYERS[1 - PLAYERS.index(player)]


@pytest.mark.parametrize("words", TINY)
def test_the_description_says_what_the_rules_say(words: str) -> None:
    """Of all positions that play comes to: moves, whose ply, who owns a set, who has no hope."""
    start = position_of(words)
    game = start.as_owning()
    seen, stack, hopeless = set(), [start], 0
    while stack:
        here = stack.pop()
        pair = words_of(here)
        if pair in seen:
            continue
        seen.add(pair)
        row = np.array([pair], np.uint64)
        ply = sum(map(int.bit_count, pair)) - sum(map(int.bit_count, game.start))
        for seat in (0, 1):
            owns = bool(game.own(seat, row[:, seat])[0])
            if here.result() is None and isinstance(here, GravityPosition):
                turned = replace(here, to_move=PLAYERS[seat])
                wins = [c for c in here.moves() if turned.play(c).result() == PLAYERS[seat]]
                threat = 1 << wins[0] if len(wins) == 1 else 0
                assert int(game.threat(seat, row, ply)[0]) == threat
                columns = np.arange(game.step, dtype=np.uint8)
                dropped = game.dropped(row.repeat(game.step, axis=0), columns, ply)
                assert sorted(dropped[dropped != 0].tolist()) == [1 << c for c in here.moves()]
            assert owns == (here.result() is not None and here.result() == game.won[seat])
            if (
                here.result() is None
                and game.hopeless(seat, row[:, seat], row[:, 1 - seat], ply)[0]
            ):
                hopeless += 1
                assert game.won[seat] not in ends(here)
        if here.result() is not None:
            continue
        assert PLAYERS[game.plies[ply]] == here.to_move
        assert [*members(int(game.open(row[:, 0] | row[:, 1], ply)[0]))] == here.moves()
        after = {tuple(map(int, one)) for part in moves_of(game, row, ply) for one in part}
        assert after == {words_of(here.play(move)) for move in here.moves()}
        stack += [here.play(move) for move in here.moves()]
    assert hopeless or words not in ("mnk 3 3 3 --gravity", "mnk 1 6 3 --exact")
    assert len(seen) > 20


def test_bits_are_counted() -> None:
    rng = np.random.default_rng(1)
    words = rng.integers(0, 1 << 63, 1000, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    assert counted(words).tolist() == [int(word).bit_count() for word in words]
    assert counted(np.array([0, (1 << 64) - 1], np.uint64)).tolist() == [0, 64]


def test_images_are_symmetries() -> None:
    for words in TINY:
        position = position_of(words)
        game = position.as_owning()
        images = images_of(position.board, game)
        assert images[0] == list(range(game.cells))
        pairs = np.array([[0b101, 0b010]], np.uint64)
        least = {tuple(named(pairs, [image])[0].tolist()) for image in images}
        assert tuple(named(pairs, images)[0].tolist()) == min(least)
    assert len(images_of(position_of(TINY[0]).board, position_of(TINY[0]).as_owning())) == 2


def plays(words: str, seed: int, tries: int, most: int) -> list[OwningPosition]:
    """Positions of random plays that have not ended, with so many free cells at most."""
    rng = random.Random(seed)
    found: list[OwningPosition] = []
    start = position_of(words)
    for _ in range(tries):
        here = start
        for _ in range(start.board.cells - rng.randrange(1, most + 1)):
            if here.result() is None:
                here = here.play(rng.choice(here.moves()))
        if len(here.as_owning().plies) <= most and here.result() is None:
            found.append(here)
    return found


@pytest.mark.parametrize(
    ("words", "most", "holds", "wins"),
    [
        ("mnk 4 3 3 --gravity", 8, 8, 1), ("mnk 3 4 3 --gravity", 8, 1, 1),
        ("mnk 2 6 3 --gravity", 8, 8, 1), ("mnk 5 3 3 --gravity", 8, 2, 1),
        ("mnk 4 5 4 --gravity", 8, 8, 1), ("mnk 6 4 4 --gravity", 8, 8, 1),
        ("tictactoe 3 3 --gravity", 8, 0, 0), ("mnk 4 4 4 --gravity", 8, 8, 0),
    ],
)  # fmt: skip
def test_what_is_settled_is_so(words: str, most: int, holds: int, wins: int) -> None:
    """Of positions of random plays with few free cells."""
    told = {WINS: 0, HOLDS: 0}
    for here in plays(words, 5, often(120), most):
        game = here.as_owning()
        row = np.array([game.start], np.uint64)
        for seat, what in product((0, 1), (WINS, HOLDS)):
            if settled(game, seat, what, row, 0)[0]:
                told[what] += 1
                assert forced(here, PLAYERS[seat], what == WINS), (str(here), seat, what)
    assert told[HOLDS] >= holds
    assert told[WINS] >= wins


@pytest.mark.parametrize(
    "words",
    ["mnk 3 3 3 --gravity", "mnk 4 2 3 --gravity", "mnk 4 3 3 --gravity", "mnk 2 5 3 --gravity"],
)
def test_whatever_is_settled_on_small_boards(words: str) -> None:
    """In all positions that play comes to, for both players, to win and to hold."""
    start = position_of(words)
    game, told = start.as_owning(), 0
    here = {start.key(): start}
    for ply in range(len(game.plies)):
        rows = np.array([words_of(one) for one in here.values()], np.uint64)
        for seat, what in product((0, 1), (WINS, HOLDS)):
            for at in np.flatnonzero(settled(game, seat, what, rows, ply)):
                told += 1
                one = [*here.values()][at]
                assert forced(one, PLAYERS[seat], what == WINS), (str(one), seat, what)
        after = [one.play(move) for one in here.values() for move in one.moves()]
        here = {one.key(): one for one in after if one.result() is None}
    assert told > 50


@pytest.mark.parametrize(
    ("words", "seat", "what"),
    [
        # the other's set, with a cell below a threat: even columns, two odd ones
        ("mnk 3 3 3 --gravity --first b1;a3;b3 --second a1;a2;b2", 1, WINS),
        ("mnk 3 3 3 --gravity --first a3;b3 --second a2;b2", 1, WINS),
        # the other's set, after a turn from one odd column to the other
        ("mnk 3 3 3 --gravity --to-move second --first b1;a2;b2;a3 --second c2;b3;c3", 0, HOLDS),
        ("mnk 3 3 3 --gravity --to-move second --first a2;a3 --second c3", 0, HOLDS),
        # a threat on a cell that can be taken is stopped
        ("mnk 3 3 3 --gravity --to-move second --first b1;a2;b2;a3 --second c2;b3;c3", 0, WINS),
        # one odd column, four
        ("mnk 3 3 3 --gravity --first b2;a3;b3 --second a1;b1;a2", 1, HOLDS),
        ("mnk 3 3 3 --gravity --first a2;b3 --second b2;a3", 1, WINS),
        # to hold is not to win: even columns, two odd ones, and a board where nobody has hopes
        ("mnk 3 3 3 --gravity --to-move second --first c2;a3;b3 --second c1;c3", 0, WINS),
        ("mnk 5 4 4 --gravity --first c2;a3;b4;c4;a5;b5 --second c1;c3;a4;d4;c5;d5", 1, WINS),
        ("mnk 3 3 3 --gravity --to-move second --first a2;b2;b3;c3 --second a1;c2;a3", 0, WINS),
    ],
)
def test_what_is_not_settled(words: str, seat: int, what: str) -> None:
    """Of each condition a position that would be settled without it, and falsely."""
    here = position_of(words)
    assert not settled(here.as_owning(), seat, what, np.array([words_of(here)], np.uint64), 0)[0]
    assert not forced(here, PLAYERS[seat], what == WINS)


def test_columns_with_an_odd_number_of_free_cells_are_settled_too() -> None:
    """Two of them; whether rightly, the tests before this one say."""
    told = 0
    for here in plays("mnk 4 4 4 --gravity", 3, 200, 10):
        game = here.as_owning()
        pair = np.array([game.start], np.uint64)
        odd = [c for c in game.columns if (c & ~(game.start[0] | game.start[1])).bit_count() % 2]
        seat = 1 - game.plies[0]
        told += len(odd) == 2 and bool(settled(game, seat, HOLDS, pair, 0)[0])
    assert told > 5


def test_a_threat_is_answered_without_a_word() -> None:
    """The cell that the other needs is the reply, of which the list says nothing."""
    start = position_of("mnk 4 4 3 --gravity --to-move second --first b4;c4 --second b3")
    game = start.as_owning()
    pairs = np.array([game.start], np.uint64)
    assert game.threat(0, pairs, 0).tolist() == [0]  # two cells serve him: nothing is answered
    walk = ply_by_ply.Walk(game, 1, HOLDS, [], np.zeros(0, np.uint8))
    with pytest.raises(Rejected, match="replies are missing"):
        walk.answers()
    start = position_of("mnk 4 4 3 --gravity --to-move second --first a4;b4 --second b3")
    walk = ply_by_ply.Walk(start.as_owning(), 1, HOLDS, [], np.zeros(0, np.uint8))
    cells, listed = walk.answers()
    assert (cells.tolist(), listed) == ([1 << start.board.cell("c4")], 0)


def test_a_column_that_is_full_is_no_reply() -> None:
    start = position_of("mnk 2 4 3 --gravity --to-move second --first a2;d2 --second a1")
    replies = np.zeros(1, np.uint8)
    walk = ply_by_ply.Walk(start.as_owning(), 1, WINS, [], replies)
    assert walk.answers()[0].tolist() == [0]
    with pytest.raises(Rejected, match="may not be taken"):
        walk.step()
    refuses("mnk 3 4 3 --gravity", r"outside 0\.\.3", replies=np.array([4], np.uint8))


def proved(words: str) -> tuple[OwningPosition, PlyByPly, str]:
    found = prove_with_certificate(from_words(words.split()), Limits(60))
    assert isinstance(found.certificate, PlyByPly)
    return position_of(words), found.certificate, str(found.answer.answer)


ANSWERS = {"strong": ("first", "second", "draw"), "weak": ("maker", "breaker")}


@pytest.mark.parametrize("words", TINY)
def test_false_proofs_are_refused(words: str) -> None:
    """Replies changed, left out, added, other sides, other aims, for every answer."""
    position, certificate, truth = proved(words)
    question = QUESTIONS[0]
    assert verify(position, question, {}, truth, certificate)
    rng = np.random.default_rng(7)
    forged = [
        msgspec.structs.replace(certificate, replies=certificate.replies[:-1]),
        msgspec.structs.replace(certificate, replies=np.append(certificate.replies, 0)),
        msgspec.structs.replace(certificate, proofs=[]),
        msgspec.structs.replace(certificate, proofs=[], replies=certificate.replies[:0]),
    ]
    if not len(certificate.replies):
        forged = forged[1:]
    for one in forged:
        for answer in ANSWERS[position.rule]:
            with pytest.raises(Rejected):
                verify(position, question, {}, answer, one)
    sides = [(player, what) for player in PLAYERS for what in (WINS, HOLDS)]
    for player, what in sides:
        for _ in range(often(10)):
            size = int(rng.integers(0, 2 * len(certificate.replies) + 3))
            one = msgspec.structs.replace(
                certificate,
                proofs=[(player, what)],
                replies=rng.integers(0, position.board.cells, size).astype(np.uint8),
            )
            try:
                conclude(Goal(position, "outcome", {}), one)
            except Rejected:
                continue
            assert forced(position, player, what == WINS)
    for cell in range(position.board.cells):
        for at in range(min(len(certificate.replies), 5)):
            replies = certificate.replies.copy()
            replies[at] = cell
            one = msgspec.structs.replace(certificate, replies=replies)
            for answer in ANSWERS[position.rule]:
                if answer != truth:
                    with pytest.raises(Rejected):
                        verify(position, question, {}, answer, one)


def refuses(words: str, said: str, about: str = "", **changes: object) -> None:
    """With these fields changed, or about another position, the proof is none."""
    position, certificate, _ = proved(words)
    goal = Goal(position_of(about) if about else position, "outcome", {})
    with pytest.raises(Rejected, match=said):
        conclude(goal, msgspec.structs.replace(certificate, **changes))


def test_permutations_that_are_none() -> None:
    """A board turned upside down keeps the rows, but stones do not fall upwards."""
    down = np.array([[6, 7, 8, 3, 4, 5, 0, 1, 2]], np.uint8)
    swapped = np.array([[1, 0, 2, 3, 4, 5, 6, 7, 8]], np.uint8)
    twice = np.array([[0, 0, 2, 3, 4, 5, 6, 7, 8]], np.uint8)
    short, many = np.zeros((1, 4), np.uint8), np.zeros((1025, 9), np.uint8)
    for rows in (down, swapped, twice, short):
        refuses("mnk 3 3 3 --gravity", "no symmetry", permutations=rows)
    refuses("mnk 3 3 3 --gravity", "more than 1024", permutations=many)


def test_proofs_of_other_games() -> None:
    """The same stones, under other rules or with other rows, are another game."""
    refuses("mnk 3 4 3 --gravity", ".", "mnk 3 4 3 --exact")
    refuses("mnk 2 5 3 --exact", ".", "mnk 2 5 2 --exact")
    refuses("mnk 4 4 3 --exact", ".", "mnk 4 4 4 --exact")
    refuses("mnk 3 3 3 --turns 1 2", ".", "mnk 3 3 3 --turns 2 1")


def test_sides_that_are_none() -> None:
    for proofs, said in (
        ([("third", "wins")], "first or second"),
        ([("first", "loses")], "first or second"),
        ([("first", "holds")], "Breaker wants no set"),
        ([("second", "wins")], "Breaker wants no set"),
    ):
        refuses("mnk 2 3 3 --turns 1 --rule weak", said, proofs=proofs)


@pytest.mark.parametrize(
    ("words", "truth"),
    [
        ("mnk 1 3 2 --exact --first a1;b1 --second c1", "first"),
        ("mnk 1 3 3 --exact --first a1;b1 --second c1", "draw"),
        ("mnk 2 2 2 --turns 2 --first a1;b1", "first"),
        ("mnk 2 2 2 --gravity --first a2;b2 --second a1", "first"),
    ],
)
def test_plays_that_are_over(words: str, truth: str) -> None:
    position, certificate, answer = proved(words)
    assert position.result() == answer == truth
    for player, what in product(PLAYERS, (WINS, HOLDS)):
        one = msgspec.structs.replace(certificate, proofs=[(player, what)])
        good = forced(position, player, what == WINS)
        if good:
            conclude(Goal(position, "outcome", {}), one)
        else:
            with pytest.raises(Rejected, match=r"game is over|without a set"):
                conclude(Goal(position, "outcome", {}), one)


def test_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    position, certificate, _ = proved("mnk 4 4 3 --exact")
    monkeypatch.setattr(ply_by_ply, "MOST_AT_ONCE", 10)
    with pytest.raises(Rejected, match="more than 10 positions"):
        conclude(Goal(position, "outcome", {}), certificate)
    board = "mnk 5 13 3 --exact"
    empty = PlyByPly([], [], [], np.zeros((0, 65), np.uint8), np.zeros(0, np.uint8))
    with pytest.raises(Rejected, match="more than 64 cells"):
        conclude(Goal(position_of(board), "outcome", {}), empty)


@pytest.mark.parametrize("words", [*TINY, "mnk 4 4 4 --gravity", "mnk 4 4 3 --turns 1 2 2"])
def test_replies_keep_what_is_proved(words: str) -> None:
    """Also where the position is settled and no reply is listed."""
    start, certificate, _ = proved(words)
    rng = random.Random(3)
    for (player, what), _ in product(certificate.proofs, range(20)):
        here = start
        while here.result() is None:
            if here.to_move == player:
                move = reply(here, certificate)
                assert move in here.moves()
                here = here.play(move)
            else:
                here = here.play(rng.choice(here.moves()))
        won = here.result() == aim(here, player) and here.result() != "breaker"
        lost = here.result() == aim(here, other(player)) and here.result() != "breaker"
        assert won if what == WINS else not lost


@pytest.mark.parametrize(
    "words", ["mnk 3 4 3 --gravity", "mnk 4 4 4 --gravity", "mnk 4 4 3 --exact"]
)
def test_the_table_says_nothing_of_a_board_that_was_not_met(words: str) -> None:
    """An empty board has the hash 0, as a row has that nobody wrote to."""
    position = position_of(words)
    for attacker in PLAYERS:
        attack = Attack(position, attacker, Limits(20))
        assert attack.succeeds() == attack.succeeds()
        after = [Attack(position.play(move), attacker, Limits(20)) for move in position.moves()]
        wins = [one.succeeds() for one in after]
        assert attack.succeeds() == (any if attacker == "first" else all)(wins)


def test_a_play_of_before_is_still_read() -> None:
    """Proofs that were written as graphs of replies are checked as they were."""
    from gameproof.encodings.plays import build

    position = position_of("mnk 2 2 2 --gravity")
    graph = build([(position, "first")], lambda here: here.moves()[0])
    assert isinstance(graph, Play)
    assert verify(position, QUESTIONS[0], {}, "first", graph)
