"""Rule ``rounds``, where stones fall: leaf and walk beside the plain ones, forged streams.

Oracle: the plain checker, which must say the same of any replies, and all play on small boards.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from formal.test_formal import built
from formal.test_starts import told

from formal import in_node
from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.follow_up import HOLDS, WINS
from gameproof.certificates.strategies.ply_by_ply import PlyByPly
from gameproof.encodings.variants.owning import images_of
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.formal.numbers import flat, row, rows
from gameproof.prover.formal.positions import instance
from gameproof.prover.formal.rounds import RULE, of_replies
from gameproof.prover.prove import prove_with_certificate
from gameproof.solvers.limits import Limits

__all__ = ["built"]

PLAYERS = ("first", "second")


def position_of(words: str) -> Any:
    return resolve(from_words([*words.split(), "--gravity"])).position


@cache
def kept(position: Any) -> str:
    """The result of best play where stones fall."""
    result = position.result()
    if result is not None:
        return str(result)
    after = {kept(position.play(move)) for move in position.moves()}
    mover = position.to_move
    other = "second" if mover == "first" else "first"
    return next(one for one in (mover, "draw", other) if one in after)


def claim(starter: int, me: int, wins: int) -> list[int]:
    """That he wins, or does not lose, whatever the other does."""
    return [1, 0, starter, *row([me]), *row([me] if wins else sorted([me, 2])), 0]


def says(position: Any, me: int, wins: int, step: list[int]) -> bool:
    """Does the proved checker derive that from the step?"""
    starter = PLAYERS.index(position.to_move)
    said = told([*instance(position, False), *claim(starter, me, wins), 1, *step])
    return said is not None


def proof(position: Any, me: int, wins: int, images: list[list[int]], replies: list[int]) -> Any:
    """The certificate with these replies."""
    return PlyByPly(
        [*position.stones("first")],
        [*position.stones("second")],
        [(PLAYERS[me], WINS if wins else HOLDS)],
        np.array(images, np.int64).reshape(len(images), position.board.cells),
        np.array(replies, np.int64),
    )


def played(words: str, chance: random.Random, most: int) -> Any:
    """A position of a random play with so many free cells at most, that has not ended; or none."""
    position = position_of(words)
    for _ in range(position.board.cells - chance.randint(1, most)):
        if position.result() is not None:
            return None
        position = position.play(chance.choice(position.moves()))
    return None if position.result() is not None else position


def odd_columns(position: Any) -> int:
    """Columns with an odd number of free cells."""
    game = position.as_owning()
    taken = game.start[0] | game.start[1]
    return sum((column & ~taken).bit_count() % 2 for column in game.columns)


def compare(words: str, chance: random.Random, most: int, tries: int) -> Counter[str]:
    """Random positions and replies, often none, through both checkers; what is accepted is true."""
    seen: Counter[str] = Counter()
    for _ in range(tries):
        position = played(words, chance, most)
        if position is None:
            continue
        game = position.as_owning()
        images = images_of(position.board, game) if chance.random() < 0.5 else []
        many = chance.choice([0, 0, 0, 1, 2, 5])
        replies = [chance.randrange(game.step) for _ in range(many)]
        me, wins = chance.randrange(2), chance.randrange(2)
        certificate = proof(position, me, wins, images, replies)
        goal = Goal(position, "outcome", {})
        try:
            conclude(goal, certificate)
            plain = True
        except Rejected:
            plain = False
        [step] = of_replies(goal, certificate)
        assert says(position, me, wins, step) == plain, (str(position), me, wins, images, replies)
        seen["refused" if not plain else "wins" if wins else "holds"] += 1
        if plain:
            seen["odd"] += odd_columns(position) == 2
            assert kept(position) in {PLAYERS[me], *([] if wins else ["draw"])}, str(position)
    return seen


BOARDS = [("mnk 4 4 3", 10), ("mnk 3 4 3", 9), ("mnk 5 3 3", 9), ("mnk 4 5 4", 11),
          ("mnk 6 4 4", 10), ("tictactoe 3 3", 9), ("mnk 2 6 3", 8), ("mnk 1 5 3", 5)]  # fmt: skip


def test_both_checkers_say_the_same_of_any_position_and_replies(built: Path) -> None:
    assert built.is_dir()
    chance, seen = random.Random(5), Counter[str]()
    for words, most in BOARDS:
        seen += compare(words, chance, most, 60)
    assert seen["refused"] > 50
    assert seen["holds"] > 20
    assert seen["wins"] > 2
    assert seen["odd"] > 5


@pytest.mark.slow
@pytest.mark.parametrize(("words", "most"), BOARDS)
def test_both_checkers_say_the_same_of_more(built: Path, words: str, most: int) -> None:
    assert built.is_dir()
    seen = compare(words, random.Random(6), most, 600)
    assert seen.total() > 0
    if words != "tictactoe 3 3":  # nearly every play there is over so late
        assert seen["refused"] > 30
        assert seen["holds"] > 5


@pytest.mark.parametrize(
    ("words", "me", "wins"),
    [
        # the other's set, with a cell below a threat: even columns, two odd ones
        ("--first b1;a3;b3 --second a1;a2;b2", 1, 1),
        ("--first a3;b3 --second a2;b2", 1, 1),
        # the other's set, after a turn from one odd column to the other
        ("--to-move second --first b1;a2;b2;a3 --second c2;b3;c3", 0, 0),
        ("--to-move second --first a2;a3 --second c3", 0, 0),
        # a threat on a cell that can be taken is stopped
        ("--to-move second --first b1;a2;b2;a3 --second c2;b3;c3", 0, 1),
        # one odd column, three, four; nobody has a threat
        ("--first b2;a3;b3 --second a1;b1;a2", 1, 0),
        ("--first a2;b3 --second b2;a3", 1, 1),
        # to hold is not to win: even columns, two odd ones, and a board where nobody has hopes
        ("--to-move second --first c2;a3;b3 --second c1;c3", 0, 1),
        ("--to-move second --first a2;b2;b3;c3 --second a1;c2;a3", 0, 1),
    ],
)
def test_what_is_not_settled(built: Path, words: str, me: int, wins: int) -> None:
    """Of each condition a position that would be settled without it, and falsely."""
    assert built.is_dir()
    position = position_of(f"mnk 3 3 3 {words}")
    step = [RULE, PLAYERS.index(position.to_move), *flat([[me, wins]]), 0, 0]
    assert not says(position, me, wins, step)


def parts(words: str) -> tuple[Any, list[tuple[int, int]], list[list[int]], list[int]]:
    """A position with its proof: who wins or holds, the symmetries, the replies."""
    asked = from_words([*words.split(), "--gravity"])
    certificate: Any = prove_with_certificate(asked, Limits(60)).certificate
    assert isinstance(certificate, PlyByPly)
    proofs = [(PLAYERS.index(player), int(what == WINS)) for player, what in certificate.proofs]
    images, replies = certificate.permutations.tolist(), certificate.replies.tolist()
    return resolve(asked).position, proofs, images, replies


SMALL = ["mnk 3 3 3", "mnk 4 3 3"]
LARGER = [pytest.param(words, marks=pytest.mark.slow) for words in ("mnk 4 4 4", "mnk 3 5 3")]


@pytest.mark.parametrize("words", [*SMALL, *LARGER])
def test_forged_rounds_prove_nothing_false(built: Path, words: str) -> None:
    """Replies changed, left out and added, other players, wins for holds."""
    assert built.is_dir()
    position, proofs, images, replies = parts(words)
    truth = kept(position)
    true = {
        (me, wins)
        for me, wins in product((0, 1), (0, 1))
        if truth in {PLAYERS[me], *([] if wins else ["draw"])}
    }
    starter = PLAYERS.index(position.to_move)

    def step(
        proofs: Any = proofs, images: Any = images, replies: Any = replies, by: int = starter
    ) -> list[int]:
        return [RULE, by, *flat([[*one] for one in proofs]), *rows(images), *row(replies)]

    for me, wins in proofs:
        assert says(position, me, wins, step())
    forged = [
        step(proofs=[]), step(proofs=[], replies=[]), step(by=1 - starter),
        step(replies=[*replies, 0]), step(replies=[*replies, 10**30]),
        step(proofs=[*proofs, *proofs]),
    ]  # fmt: skip
    if replies:
        forged += [step(replies=replies[:-1]), step(replies=[]), step(replies=[99, *replies[1:]])]
    for one in forged:
        assert not any(says(position, *who, one) for who in product((0, 1), (0, 1)))
    for who in product((0, 1), (0, 1)):
        if who not in true:
            for one in (step(), step(proofs=[who]), step(proofs=[who], replies=[])):
                assert not says(position, *who, one), who
    chance = random.Random(7)
    for _ in range(30):
        changed = list(replies)
        for _ in range(chance.randint(1, 3) if replies else 0):
            changed[chance.randrange(len(changed))] = chance.randrange(6)
        who = chance.choice([*product((0, 1), (0, 1))])
        if says(position, *who, step(proofs=[who], replies=changed)):
            assert who in true


def test_permutations_that_are_none_prove_nothing(built: Path) -> None:
    """Upside down, one column for another where that moves sets, no permutation, too short."""
    assert built.is_dir()
    position, proofs, images, replies = parts("mnk 3 4 3")
    me, wins = proofs[0]
    cells = position.board.cells
    assert images
    bad = [
        [*range(cells)][::-1],
        [c ^ 1 for c in range(cells)],
        [0] * cells,
        [*range(cells - 1)],
        [*range(1, cells), cells],
        [],
    ]
    starter = PLAYERS.index(position.to_move)
    for image in [*images, [*range(cells)]]:
        listed = [*images, image]
        step = [RULE, starter, *flat([[me, wins]]), *rows(listed), *row(replies)]
        assert says(position, me, wins, step)
    for image in bad:
        for listed in ([image], [*images, image]):
            step = [RULE, starter, *flat([[me, wins]]), *rows(listed), *row(replies)]
            assert not says(position, me, wins, step), image


def test_boards_and_positions_that_are_none_prove_nothing(built: Path) -> None:
    """Stones in the air, two on a cell, no column, more than there are cells, a set outside, a
    play that has ended, another game."""
    assert built.is_dir()
    hold = [RULE, 0, *flat([[1, 0]]), 0, 0]
    said = claim(0, 1, 0)
    board = [23, 1, 3, 3, 3, 3]
    assert told([*board, 2, 1, 0, 1, 0, *said, 1, *hold]) is None  # nothing is settled
    assert told([*board, 0, *said, 1, *hold]) is None
    hopeless = [23, 3, 4, 1, 2, 0, 1, 0, 2]  # four cells, two columns; First wants 0 and 1
    stopped = [0, 0b0100, 0, 0b1010]
    assert told([*hopeless, 2, *stopped, *said, 1, *hold]) is not None
    for columns in (0, 5, 10**30):
        assert told([*hopeless[:-1], columns, 2, *stopped, *said, 1, *hold]) is None
    for stones in ([0, 0, 0, 2], [0, 4, 0, 2], [0, 4, 0, 14], [0, 4], [*stopped, 0, 0]):
        assert told([*hopeless, len(stones) // 2, *stones, *said, 1, *hold]) is None, stones
    outside = [23, 3, 4, 1, 2, 1, 4, 0, 2]  # a set with a cell that is none
    assert told([*outside, 2, *stopped, *said, 1, *hold]) is None
    # First owns his set: Second has lost, though the position holds nothing for First any more.
    lost = [*hopeless, 2, 0, 0b1011, 0, 0b0100]
    assert told([*lost, *said, 1, *hold]) is None
    assert told([*lost, *claim(0, 0, 1), 1, RULE, 0, *flat([[0, 1]]), 0, 0]) is not None
    assert told([*lost, *claim(0, 1, 1), 1, RULE, 0, *flat([[1, 1]]), 0, 0]) is None
    # The board is full and nobody owns a set: that holds, and is no win.
    drawn = [*hopeless, 2, 0, 0b1001, 0, 0b0110]
    assert told([*drawn, *said, 1, *hold]) is not None
    assert told([*drawn, *claim(0, 1, 1), 1, RULE, 0, *flat([[1, 1]]), 0, 0]) is None
    assert told([*drawn, *claim(0, 0, 1), 1, RULE, 0, *flat([[0, 1]]), 0, 0]) is None
    # Where stones do not fall the rule says nothing.
    assert told([0, 1, 3, 3, 3, 0, 0, 0, *said, 1, *hold]) is None


@pytest.mark.skipif(in_node.NODE is None, reason="node is not installed")
def test_the_page_says_the_same_of_words_of_more_than_32_bits(built: Path) -> None:
    """Of 36 and of 56 cells, that is, more than JavaScript computes with, and than it has."""
    assert built.is_dir()
    chance, streams = random.Random(8), []
    for words in ("mnk 6 6 4", "mnk 7 8 4"):
        for _ in range(200):
            position = played(words, chance, 12)
            if position is None:
                continue
            images = images_of(position.board, position.as_owning())
            me, wins = chance.randrange(2), chance.randrange(2)
            certificate = proof(position, me, wins, images, [])
            starter = PLAYERS.index(position.to_move)
            steps = of_replies(Goal(position, "outcome", {}), certificate)
            streams.append([*instance(position, False), *claim(starter, me, wins), 1, *steps[0]])
    native = [told(stream) for stream in streams]
    page = [str(one).replace("\n", "; ") if one else None for one in in_node.said(streams)]
    assert page == native
    assert min(len(native) - native.count(None), native.count(None)) > 3
