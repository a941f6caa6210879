"""Replies on squares, ply by ply: games in words, what a sum of switches decides, false proofs.

Oracle: the rules of single positions, and all plays of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.often import often

import gameproof as gp
from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude, verify
from gameproof.certificates.strategies import domino_sums, square_walk
from gameproof.certificates.strategies.ply_by_ply import PlyByPly, SquarePosition
from gameproof.certificates.strategies.square_walk import SquareWalk
from gameproof.encodings.grids import square_search
from gameproof.encodings.grids.square_search import Outcome, engine
from gameproof.games.grids.clobber import Clobber
from gameproof.games.grids.domineering import Domineering
from gameproof.games.grids.square_words import SquareGame
from gameproof.games.grids.stone_sums import Numbers, StoneSums
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.partizan import LEFT, OUTCOME, PLAYERS, RIGHT
from gameproof.games.variants.owning import Truths, Words
from gameproof.instances.instance import from_words, resolve
from gameproof.replies.replies import reply
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.search.square_game import SquareSearch

TINY = [
    "domineering 1 1", "domineering 2 2", "domineering 3 3", "domineering 4 4", "domineering 2 7",
    "domineering ../.#", "domineering #../.../..#", "domineering ..#../.....", "domineering 5 3",
    "domineering .#/#.", "domineering ..../.##./....", "clobber 2 3", "clobber 3 3", "clobber xo",
    "clobber xoo/.x.", "clobber xx", "clobber 2 4", "clobber ox.x/xo.o",
]  # fmt: skip
OTHER = {LEFT: RIGHT, RIGHT: LEFT}


def position_of(words: str) -> SquarePosition:
    position: object = resolve(from_words(words.split())).position
    assert isinstance(position, Domineering | Clobber)
    return position


@cache
def winner(position: SquarePosition) -> str:
    """By all plays."""
    for move in position.moves():
        if winner(position.play(move)) == position.to_move:
            return position.to_move
    return OTHER[position.to_move]


def outcome(position: SquarePosition) -> str:
    won = winner(position.turn(LEFT)) == LEFT, winner(position.turn(RIGHT)) == RIGHT
    return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[won]


@cache
def proved(words: str) -> tuple[SquarePosition, PlyByPly]:
    position = position_of(words)
    return position, Outcome(position, Limits(60)).certified()


# -- the words --------------------------------------------------------------------------------


@cache
def word_of(position: SquarePosition) -> tuple[int, int]:
    return position.as_words().start


def each_move(game: SquareGame, seat: int, rows: Words) -> Iterator[tuple[Words, Truths]]:
    """For every move of the player the positions after it, wherever it is legal, and where."""
    for move in range(len(game.moves[seat])):
        yield game.after(seat, rows, move), game.legal(seat, rows, move)


@pytest.mark.parametrize("words", TINY)
def test_words_say_what_the_rules_say(words: str) -> None:
    """Of all positions that play comes to, whoever moves: the moves, and what they lead to."""
    start = position_of(words)
    game = start.as_words()
    layer, seen = [start], {start.lines}
    while layer:
        rows = np.array([word_of(here) for here in layer], np.uint64)
        following: dict[tuple[str, ...], SquarePosition] = {}
        for seat, player in enumerate(PLAYERS):
            told: list[list[tuple[int, int]]] = [[] for _ in layer]
            for after, legal in each_move(game, seat, rows):
                for at, (one, two) in zip(
                    np.flatnonzero(legal), after[legal].tolist(), strict=True
                ):
                    told[at].append((one, two))
            for here, listed in zip(layer, told, strict=True):
                turned = here.turn(player)
                played = [turned.play(move) for move in turned.moves()]
                assert listed == [word_of(position) for position in played]
                following.update((p.lines, p) for p in played if p.lines not in seen)
        seen.update(following)
        layer = list(following.values())


@pytest.mark.parametrize("words", TINY)
def test_what_takes_part_in_nothing_is_left_out(words: str) -> None:
    """No move is lost by it, now or later: of all positions that play comes to."""
    game = position_of(words).as_words()
    rows = np.array([game.start], np.uint64)
    seen = {game.start}
    while len(rows):
        tidied = game.tidied(rows)
        assert not (tidied & ~rows).any()
        following: set[tuple[int, int]] = set()
        for seat in (0, 1):
            for (after, legal), (same, still) in zip(
                each_move(game, seat, rows), each_move(game, seat, tidied), strict=True
            ):
                assert (still == legal).all()
                assert (game.tidied(after[legal]) == game.tidied(same[legal])).all()
                following |= {(one, two) for one, two in after[legal].tolist()}
        rows = np.array(sorted(following - seen), np.uint64).reshape(-1, 2)
        seen |= following


@pytest.mark.parametrize(
    ("words", "kept", "exchanged"),
    [
        ("domineering 3 3", 4, True), ("domineering 2 3", 4, False),
        ("domineering ../.#", 4, True), ("domineering .#/..", 4, True),
        ("domineering #../.../...", 4, True), ("domineering .#./.../...", 4, False),
        ("clobber 2 3", 4, True), ("clobber 3 3", 8, False), ("clobber xo/xo", 8, True),
        ("clobber xx/xo", 8, False), ("clobber xx/oo", 8, True),
    ],
)  # fmt: skip
def test_symmetries(words: str, kept: int, exchanged: bool) -> None:
    """A board turned by a quarter is another one for dominoes that stand or lie."""
    game = position_of(words).as_words()
    assert sum(game.keeps(image) for image in game.images()) == kept
    assert game.exchanges_players() == exchanged
    if exchanged:
        start = position_of(words)
        assert (winner(start) == LEFT) == (winner(start.turn(RIGHT)) == RIGHT)


def test_boards_that_words_do_not_hold() -> None:
    for words in ("domineering 5 13", "clobber 26 3", "domineering 0 3", "domineering 3 0"):
        with pytest.raises(BadInput, match="1 to 64 squares"):
            position_of(words).as_words()


# -- what is settled --------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (3, 5), (2, 8), (8, 2), (1, 10), (5, 3)])
def test_what_is_settled_is_won(rows: int, columns: int) -> None:
    """On every board of this size, with all ways to cover squares; and most that is won is."""
    game = Domineering.make((str(rows), str(columns))).as_words()
    free = np.arange(1 << rows * columns, dtype=np.uint64)
    pairs = np.stack([free, free * np.uint64(0)], axis=1)
    dominoes = [[move.needs[0] for move in moves] for moves in game.moves]
    wins = [bytearray(len(free)) for _ in range(2)]
    for word in range(len(free)):  # what a move leads to is a smaller word
        for seat in (0, 1):
            wins[seat][word] = any(
                word & domino == domino and not wins[1 - seat][word ^ domino]
                for domino in dominoes[seat]
            )
    for seat in (0, 1):
        first = np.frombuffer(bytes(wins[seat]), np.uint8).astype(bool)
        second = ~np.frombuffer(bytes(wins[1 - seat]), np.uint8).astype(bool)
        for begins, won in ((True, first), (False, second)):
            found = domino_sums.settled(game, seat, pairs[:, 0], begins=begins)
            assert not (found & ~won).any()
            assert found.sum() >= 0.6 * won.sum()


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_settled_beside_the_rules(rows: int, columns: int, data: st.DataObject) -> None:
    """Boards with holes, given as pictures; a wrong turn is not settled where it is lost."""
    lines = [
        "".join(data.draw(st.sampled_from("..#")) for _ in range(columns)) for _ in range(rows)
    ]
    if sum(line.count(".") for line in lines) > 14:
        return
    position = position_of(f"domineering {'/'.join(lines)}")
    game = position.as_words()
    row = np.array([game.start], np.uint64)
    for (seat, player), begins in product(enumerate(PLAYERS), (True, False)):
        if domino_sums.settled(game, seat, row[:, 0], begins=begins)[0]:
            assert winner(position.turn(player if begins else OTHER[player])) == player


def test_nobody_wins_where_he_has_no_move_and_is_to_move() -> None:
    for words in ("domineering 1 1", "domineering #/#", "domineering .#/#.", "clobber xx"):
        game = position_of(words).as_words()
        row = np.array([game.start], np.uint64)
        for seat in (0, 1):
            walk = SquareWalk(game, seat, "first", [], row[:, 0], StoneSums(game, 4))
            if game.covering:
                walk.sums = None
            row = walk.named(row)
            assert not walk.settled(row, begins=True)[0]
            assert walk.settled(row, begins=False)[0]


def test_the_engine_settles_what_the_rule_does() -> None:
    """Word for word: the replies of a certificate are counted by it."""
    rng = np.random.default_rng(20261128)
    for rows, columns in ((1, 9), (9, 1), (5, 5), (2, 16), (8, 8), (26, 2), (16, 4), (3, 11)):
        position = Domineering.make((str(rows), str(columns)))
        game = position.as_words()
        made = engine(game, Limits())
        assert isinstance(made, SquareSearch)
        full = np.uint64((1 << game.squares) - 1)
        free = rng.integers(0, 1 << 64, 2000, dtype=np.uint64)
        free |= rng.integers(0, 1 << 64, 2000, dtype=np.uint64)
        pairs = np.stack([free & full, free & np.uint64(0)], axis=1)
        for seat, begins in product((0, 1), (True, False)):
            told = domino_sums.settled(game, seat, pairs[:, 0], begins=begins)
            assert (made.settled(seat, begins, pairs) == told).all()


# -- the search -------------------------------------------------------------------------------


@pytest.mark.parametrize("words", TINY)
def test_who_wins_beside_all_plays(words: str) -> None:
    """Of the board and of all positions that play comes to."""
    start = position_of(words)
    assert Outcome(start, Limits(60)).answer == outcome(start)
    search = engine(start.as_words(), Limits(60))
    rng = random.Random(5)
    for _ in range(often(20)):
        here = start.turn(rng.choice(PLAYERS))
        while here.result() is None:
            seat = PLAYERS.index(here.to_move)
            pair = here.as_words().start
            good = winner(here) == here.to_move
            assert search.wins(seat, *pair) == good
            (move,) = search.answers(seat, np.array([pair], np.uint64)).tolist()
            assert (move >= 0) == good
            here = here.play(rng.choice(here.moves()))


@pytest.mark.parametrize("words", TINY)
def test_a_winning_move_is_told(words: str) -> None:
    for player in PLAYERS:
        start = position_of(words).turn(player)
        found = Outcome(start, Limits(60))
        moves = found.winning(start)
        if player == LEFT or not found.alike:
            assert bool(moves) == (winner(start) == player)
        for move in moves:
            assert winner(start.play(move)) == player


def test_a_reply_is_found_to_all_that_play_comes_to() -> None:
    """Also where groups that cancel are not seen to do so after the move."""
    position, certificate = proved("clobber 2 13")
    assert verify(position, OUTCOME, {}, "N", certificate)


def test_limits_are_kept() -> None:
    with pytest.raises(LimitReached, match="time"):
        Outcome(position_of("domineering 8 8"), Limits(0.2))
    limits = Limits(60)
    limits.cancel()
    with pytest.raises(BaseException, match="cancelled"):
        Outcome(position_of("domineering 8 8"), limits)


def test_small_regions_are_looked_up_and_large_boards_too() -> None:
    """Which method answers is a matter of size alone; the answers are the same."""
    for words, how in (("domineering 3 4", "value"), ("domineering 4 4", "search"),
                       ("domineering ../#./.#/..", "value"), ("clobber 2 3", "value"),
                       ("clobber xoxoxoxoxo.xoxoxoxoxo", "value")):  # fmt: skip
        found = gp.solve(words)
        assert found.verified
        assert str(found.method) == how
        if sum(map(len, position_of(words).lines)) <= 20:
            assert str(found.answer) == outcome(position_of(words))


# -- false proofs -----------------------------------------------------------------------------


def sides() -> list[tuple[str, str]]:
    return [(player, when) for player in PLAYERS for when in ("first", "second")]


def shown(position: SquarePosition, player: str, when: str) -> bool:
    return winner(position.turn(player if when == "first" else OTHER[player])) == player


@pytest.mark.parametrize("words", TINY)
def test_false_proofs_are_refused(words: str) -> None:
    """Replies changed, left out, added, other sides, another turn, for every answer."""
    position, certificate = proved(words)
    truth = outcome(position)
    assert verify(position, OUTCOME, {}, truth, certificate)
    for answer in "NPLR":
        if answer != truth:
            with pytest.raises(Rejected):
                verify(position, OUTCOME, {}, answer, certificate)
    forged = [
        msgspec.structs.replace(certificate, replies=np.append(certificate.replies, 0)),
        msgspec.structs.replace(certificate, proofs=[]),
        msgspec.structs.replace(certificate, proofs=[], replies=certificate.replies[:0]),
    ]
    if len(certificate.replies):
        forged.append(msgspec.structs.replace(certificate, replies=certificate.replies[:-1]))
    for one, answer in product(forged, "NPLR"):
        with pytest.raises(Rejected):
            verify(position, OUTCOME, {}, answer, one)
    rng = np.random.default_rng(7)
    for player, when in sides():
        good = False
        for _ in range(often(10)):
            size = int(rng.integers(0, 2 * len(certificate.replies) + 3))
            most = max(1, *map(len, position.as_words().moves))
            one = msgspec.structs.replace(
                certificate,
                proofs=[(player, when)],
                replies=rng.integers(0, most, size).astype(np.uint8),
                small=certificate.small and int(rng.choice((1, 2, 3, certificate.small))),
            )
            try:
                conclude(Goal(position, "outcome", {}), one)
            except Rejected:
                continue
            good = True
        assert shown(position, player, when) or not good


def refuses(words: str, said: str, about: str = "", **changes: object) -> None:
    """With these fields changed, or about another position, the proof is none."""
    position, certificate = proved(words)
    goal = Goal(position_of(about) if about else position, "outcome", {})
    with pytest.raises(Rejected, match=said):
        conclude(goal, msgspec.structs.replace(certificate, **changes))


def test_turns_that_are_swapped() -> None:
    """Nothing that is proved of the one turn holds of the other."""
    for words in ("domineering 4 4", "domineering 5 5", "domineering 4 5", "clobber 3 4"):
        position, certificate = proved(words)
        for at, (player, when) in enumerate(certificate.proofs):
            rows = list(certificate.proofs)
            rows[at] = (player, "second" if when == "first" else "first")
            swapped = msgspec.structs.replace(certificate, proofs=rows)
            try:
                found = conclude(Goal(position, "outcome", {}), swapped).statements
            except Rejected:
                continue
            assert found
            assert all(shown(position, *row) for row in rows)


def test_sides_replies_and_symmetries_that_are_none() -> None:
    for proofs in (
        [("first", "first")],
        [("left", "wins")],
        [("left", "left")],
        [("next", "first")],
    ):
        refuses("domineering 4 4", "left or right", proofs=proofs)
    refuses("domineering 4 4", "is no move", replies=np.array([12], np.uint8))
    refuses("domineering 4 4", r"outside 0\.\.255", replies=np.array([256], np.int64))
    refuses("clobber 3 4", "is not possible", replies=np.full(200, 1, np.uint8))
    quarter = np.array([[0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]], np.uint8)
    swapped = np.array([[1, 0, *range(2, 16)]], np.uint8)
    for rows in (quarter, swapped, np.zeros((1, 16), np.uint8), np.zeros((1, 4), np.uint8)):
        refuses("domineering 4 4", "no symmetry", permutations=rows)
    refuses("domineering 4 4", "more than 1024", permutations=np.zeros((1025, 16), np.uint8))


def test_proofs_of_other_boards() -> None:
    """A foreign board, and the same squares under other rules."""
    refuses("domineering 4 4", ".", "domineering 4 5")
    refuses("domineering 4 4", ".", "domineering 2 8")
    refuses("domineering 4 4", ".", "clobber 4 4")
    refuses("domineering 5 5", ".", "domineering ...../...../..#../...../.....")
    refuses("domineering 4 4", "1 to 64 squares", "domineering 5 13")


def test_a_certificate_of_another_board_proves_what_is_true_or_nothing() -> None:
    """Replies of one board, put forward for all pictures of two lines."""
    for words in ("domineering 2 4", "domineering 2 5", "domineering ../.#"):
        _, certificate = proved(words)
        for marks in product(".#", repeat=8):
            position = position_of(f"domineering {''.join(marks[:4])}/{''.join(marks[4:])}")
            for proofs in ([row] for row in sides()):
                one = msgspec.structs.replace(
                    certificate, proofs=proofs, permutations=np.zeros((0, 8), np.uint8)
                )
                try:
                    conclude(Goal(position, "outcome", {}), one)
                except Rejected:
                    continue
                assert shown(position, *proofs[0])


@dataclass(frozen=True)
class Slow(Domineering):
    """Right may lay one domino alone on each line."""

    def options(self, player: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Left's as ever, Right's on lines without a covered square."""
        found = super().options(player)
        return [d for d in found if player == LEFT or "#" not in self.lines[d[0][0]]]


def test_rules_that_are_changed_by_a_subclass() -> None:
    """Its words are those of Domineering, its plays are not."""
    position = Slow(("...", "..."))
    _, certificate = proved("domineering 2 3")
    with pytest.raises(Rejected, match="other rules"):
        conclude(Goal(position, "outcome", {}), certificate)


class Dropped(StoneSums):
    """Small groups are left out, whatever they are worth."""

    def parts(self, pairs: Words) -> tuple[Words, Words, Numbers]:
        large, small, value = super().parts(pairs)
        return large, small & np.uint64(0), value * 0


class Blind(StoneSums):
    """Groups of one shape are taken for one another, whatever their colours."""

    def _least(self, part: Words, images: Sequence[Sequence[int]]) -> Words:
        shape = part[:, :1] | part[:, 1:]
        return super()._least(np.concatenate([shape, shape & np.uint64(0)], axis=1), images)


class Hasty(StoneSums):
    """Whoever is not to move has won where no group is large."""

    def settled(self, seat: int, pairs: Words, *, begins: bool) -> Truths:
        found: Truths = (self.parts(pairs)[0] == 0).all(axis=1) & (not begins)
        return found


def replied(walk: SquareWalk, rng: np.random.Generator) -> np.ndarray | None:
    """Legal replies by chance to all that the walk comes to; ``None`` where it loses."""
    listed = [walk.replies]
    while not walk.over():
        if walk.mine:
            moves = range(len(walk.game.moves[walk.seat]))
            legal = np.stack([walk.game.legal(walk.seat, walk.pairs, m) for m in moves], axis=1)
            if not legal.any(axis=1).all():
                return None
            listed.append((rng.random(legal.shape) * legal).argmax(axis=1).astype(np.uint8))
            walk.replies = np.concatenate(listed)
        walk.step()
    return np.concatenate(listed)


@pytest.mark.parametrize("wrong", [Dropped, Blind, Hasty])
def test_proofs_by_wrong_sums(wrong: type[StoneSums]) -> None:
    """A proof that would do if groups were dropped, mixed up or decided wrongly shows what is true
    or nothing."""
    rng = np.random.default_rng(11)
    none = np.zeros(0, np.uint8)
    board = position_of("clobber 2 4").as_words()
    sums = {small: wrong(board, small) for small in (1, 2, 3)}  # what is found once is known
    false = 0
    for _ in range(often(50)):
        lines = ["".join(rng.choice(list("xo.xo")) for _ in range(4)) for _ in range(2)]
        position = position_of(f"clobber {'/'.join(lines)}")
        game = position.as_words()
        for (player, when), small in product(sides(), sums):
            seat = PLAYERS.index(player)
            replies = replied(SquareWalk(game, seat, when, [], none, sums[small]), rng)
            if replies is None:
                continue
            true = shown(position, player, when)
            false += not true
            rows = np.zeros((0, game.squares), np.uint8)
            one = PlyByPly([], [], [(player, when)], rows, replies, small)
            try:
                conclude(Goal(position, "outcome", {}), one)
            except Rejected:
                continue
            assert true
    assert false


def test_groups_of_no_size() -> None:
    """A number of stones for which there are no values, none as in proofs of an earlier form, and
    one where there are no stones."""
    for small in (0, -1, 9, 64):
        refuses("clobber 3 4", "1 to 8 stones", small=small)
    refuses("domineering 4 4", "no groups of stones", small=8)
    refuses("clobber 3 4", ".", "clobber 4 3")
    refuses("clobber 3 5", ".", "clobber 5 3")
    refuses("clobber 3 5", ".", "clobber oxoxo/xoxox/oxoxo", replies=np.zeros(0, np.uint8))
    refuses("clobber 3 4", ".", small=3)


def test_replies_of_a_start_that_is_none() -> None:
    position, certificate = proved("domineering 4 4")
    for squares in ([16], [-1], [1 << 40]):
        with pytest.raises(Rejected, match="not on the board"):
            reply(position, msgspec.structs.replace(certificate, second=squares))


def test_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    position, certificate = proved("clobber 3 4")
    monkeypatch.setattr(square_walk, "MOST_AT_ONCE", 10)
    with pytest.raises(Rejected, match="more than 10 positions"):
        conclude(Goal(position, "outcome", {}), certificate)


# -- replies ----------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [*TINY, "domineering 5 5", "domineering 4 7", "clobber 3 5",
                                   "clobber 2 7", "clobber 4 4"])  # fmt: skip
def test_replies_win(words: str) -> None:
    """Also where the position is settled and no reply is listed."""
    start, certificate = proved(words)
    rng = random.Random(3)
    smaller = [certificate]
    if certificate.small:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(square_search, "SMALL_GROUP", 2)
            smaller += [Outcome(start, Limits(60)).certified()]
    for certificate, _ in product(smaller, range(5)):
        player, when = rng.choice(certificate.proofs)
        here = start.turn(player if when == "first" else OTHER[player])
        while here.result() is None:
            if here.to_move == player:
                move = reply(here, certificate)
                assert move in here.moves()
                here = here.play(move)
            else:
                here = here.play(rng.choice(here.moves()))
        assert here.result() == player
