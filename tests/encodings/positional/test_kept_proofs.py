"""Proofs kept with the package, on boards other than those they were written for."""

from __future__ import annotations

import random
import re
from importlib.resources import as_file

import msgspec
import numpy as np
import pytest

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import read
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.zones.force import Force
from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.method import Options
from gameproof.encodings.positional import kept_proofs
from gameproof.encodings.positional.positional import ENCODING
from gameproof.games.meaning.statement import Forces, nobody_wins, only, wins
from gameproof.games.positional import PLAYERS, Position
from gameproof.instances.instance import from_words
from gameproof.prover.prove import prove
from gameproof.prover.verify import CertificateRejected
from gameproof.replies.replies import reply
from gameproof.solvers.limits import Limits


def kept(words: str) -> tuple[Position, Certificate]:
    """The position and the certificate that the method finds for it."""
    position = Position.parse(words)
    (method,) = kept_proofs.METHODS
    assert method.applies(position)
    finding = method.run(position, Limits(), Options())
    assert finding.certificate is not None
    return position, finding.certificate


@pytest.mark.parametrize(
    "size",
    [
        "4 9",
        "9 4",
        "4 10",
        "11 4",
        "4 13",
        "14 4",
        "4 15",
        "16 4",
        "4 17",
        "18 4",
        "4 27",
        "30 4",
        "4 1000000",
    ],
)
def test_four_in_a_row_on_strips_of_four_rows(size: str) -> None:
    """4 x 27 and 4 x 30 are known wins of the first player (Selfridge; Lustenberger 1967)."""
    position, certificate = kept(f"mnk {size} 4")
    proved = conclude(Goal(position, "outcome"), certificate)
    assert wins("first", "first") in proved.statements


@pytest.mark.parametrize("size", ["4 5", "4 6", "5 15"])
def test_no_other_board_is_served(size: str) -> None:
    assert kept_proofs.kept(Position.parse(f"mnk {size} 4").board) is None


@pytest.mark.parametrize("size", ["4 8", "8 4"])
def test_maker_wins_a_board_that_is_drawn(size: str) -> None:
    """Under the weak rule with a proof of its own; what the draw says is checked below."""
    position, certificate = kept(f"mnk {size} 4 --rule weak")
    proved = conclude(Goal(position, "outcome"), certificate).statements
    assert Forces("first", only("first"), only("maker")) in proved
    position = Position.parse(f"mnk {size} 4")
    (method,) = kept_proofs.METHODS
    assert method.applies(position)
    assert method.run(position, Limits(), Options()).answer == "draw"


def test_makers_torus_serves_the_empty_board_under_the_weak_rule_alone() -> None:
    (method,) = kept_proofs.METHODS
    assert method.applies(Position.parse("torus-row 8 8 5 --rule weak"))
    for words in ("8 8 5", "8 8 5 --rule weak --first a1 --second c4", "8 8 6 --rule weak",
                  "8 8 5 --rule weak --to-move second", "7 8 5 --rule weak"):  # fmt: skip
        assert not method.applies(Position.parse(f"torus-row {words}")), words


@pytest.mark.slow
def test_makers_torus_is_accepted() -> None:
    position, certificate = kept("torus-row 8 8 5 --rule weak")
    proved = conclude(Goal(position, "outcome"), certificate).statements
    assert Forces("first", only("first"), only("maker")) in proved
    assert wins("first", "first") not in proved
    for words in ("8 8 5", "8 8 6 --rule weak", "7 8 5 --rule weak"):
        with pytest.raises(Rejected):
            conclude(Goal(Position.parse(f"torus-row {words}"), "outcome"), certificate)


@pytest.mark.slow
@pytest.mark.parametrize("size", ["4 8", "8 4"])
def test_the_draw_of_four_rows_is_accepted(size: str) -> None:
    """Below 4 x 9 draws were conjectured."""
    position, certificate = kept(f"mnk {size} 4")
    proved = conclude(Goal(position, "outcome"), certificate).statements
    assert set(nobody_wins("first", PLAYERS)) <= set(proved)
    with pytest.raises(Rejected):
        conclude(Goal(Position.parse(f"mnk {size} 4 --rule weak"), "outcome"), certificate)


def test_the_win_between_the_ends_is_none_at_an_end() -> None:
    """On 4 x 14 the zone has cells on one side only, which is another game."""
    _, certificate = kept("mnk 4 15 4")
    with pytest.raises(Rejected):
        conclude(Goal(Position.parse("mnk 4 14 4"), "outcome"), certificate)


@pytest.mark.parametrize("size", ["9 4", "4 10", "11 4", "12 4", "4 13", "4 16", "21 4"])
def test_the_strategy_wins_games(size: str) -> None:
    """Against a player who completes a row where he can, else blocks one, else plays anywhere;
    the rules say who has won."""
    start, certificate = kept(f"mnk {size} 4")
    chance = random.Random(size)
    for _ in range(10):
        position = start
        while position.result() is None:
            if position.to_move == "first":
                move = reply(position, certificate)
            else:
                move = opponent(position, chance)
            assert isinstance(move, int)
            position = position.play(move)
        assert position.result() == "first"


def opponent(position: Position, chance: random.Random) -> int:
    """A row completed, else one of the first player's blocked, else any cell near his."""
    moves = list(position.moves())
    for cells in (position.second, position.first):
        for row in position.board.first_sets.sets():
            rest = set(row) - cells
            if len(rest) == 1 and rest <= set(moves):
                return rest.pop()
    return chance.choice(moves)


@pytest.mark.parametrize(
    "size",
    [
        "4 7 4",
        "7 4 4",
        "5 11 5",
        "10 5 5",
        "6 9 5",
        "9 6 5",
        "6 10 5",
        "7 8 5",
        "8 7 5",
        "7 9 5",
        "8 8 5",
    ],
)
def test_boards_that_breaker_holds_are_drawn(size: str) -> None:
    """Under both rules the finding says so; its proof is checked below."""
    for rule, answer in (("weak", "breaker"), ("strong", "draw")):
        position = Position.parse(f"mnk {size} --rule {rule}")
        (method,) = kept_proofs.METHODS
        assert method.applies(position)
        finding = method.run(position, Limits(), Options())
        assert finding.answer == answer
        assert finding.certificate is not None


HELD = [
    "mnk 4 7 4", "mnk 7 4 4", "mnk 7 4 4 --rule weak", "mnk 6 9 5", "mnk 8 7 5", "mnk 7 9 5",
    "mnk 9 7 5 --rule weak", "mnk 8 8 5", "mnk 10 5 5", "mnk 11 5 5", "mnk 10 6 5 --rule weak",
]  # fmt: skip
"""On another board, or under another rule, than each was written for, which is checked with the
shipped proofs."""


@pytest.mark.parametrize("words", ["mnk 7 8 5 --rule weak", "mnk 8 8 5 --rule weak"])
def test_what_was_written_for_a_board_is_found_for_it(words: str) -> None:
    _, certificate = kept(words)
    with as_file(kept_proofs.PROOFS) as folder:
        shipped = read(folder / f"{words.removesuffix(' --rule weak').replace(' ', '-')}.json")
    assert type(certificate) is type(shipped.certificate)
    for name in certificate.__struct_fields__:
        assert np.array_equal(getattr(certificate, name), getattr(shipped.certificate, name)), name


@pytest.mark.parametrize("words", HELD)
def test_the_proofs_that_breaker_holds_are_accepted(words: str) -> None:
    """For five 8 x 8 is a draw (Hsu, Ko, Chen, Wei, Hsueh, Wu 2020)."""
    position, certificate = kept(words)
    proved = conclude(Goal(position, "outcome"), certificate).statements
    if position.rule == "weak":
        assert Forces("first", only("second"), only("breaker")) in proved
    else:
        assert set(nobody_wins("first", PLAYERS)) <= set(proved)


def test_other_boards_of_five_are_not_served() -> None:
    (method,) = kept_proofs.METHODS
    for words in ("mnk 9 9 5", "mnk 8 9 5", "mnk 6 9 4", "mnk 7 8 5 --first a1 --second a2"):
        assert not method.applies(Position.parse(words))


@pytest.mark.parametrize("words", ["tictactoe 6 3", "tictactoe 7 3"])
def test_draws_of_cubes_come_before_the_searches_that_find_them_anew(words: str) -> None:
    """Cain, Raymond, Källersjö 2025 for 7^3. Every method before the kept proof is quick to say
    whether it applies; the searches are still there for who names them."""
    position = Position.parse(words)
    names = [m.name for m in ENCODING.methods if m.question == "outcome" and m.applies(position)]
    assert names.count("kept-proof") == 1
    assert {"opening-pairing", "opening-regions"} <= set(names[names.index("kept-proof") :])
    for rule, answer in (("weak", "breaker"), ("strong", "draw")):
        (method,) = kept_proofs.METHODS
        finding = method.run(Position.parse(f"{words} --rule {rule}"), Limits(), Options())
        assert finding.answer == answer
        assert isinstance(finding.certificate, Hold)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("tictactoe 6 3 --rule weak", "breaker"),
        pytest.param("tictactoe 6 3", "draw", marks=pytest.mark.slow),
        pytest.param("tictactoe 7 3 --rule weak", "breaker", marks=pytest.mark.slow),
        pytest.param("tictactoe 7 3", "draw", marks=pytest.mark.slow),
    ],
)
def test_cubes_are_answered_by_the_proofs_kept(words: str, answer: str) -> None:
    found = prove(from_words(words.split(), "outcome"))
    assert (found.answer, found.method, found.verified) == (answer, "kept-proof", True)


def test_a_wrong_proof_in_the_place_of_a_kept_one_is_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is kept is checked at each use."""
    _, true = kept("tictactoe 6 3")
    assert isinstance(true, Hold)
    wrong = msgspec.structs.replace(true, answers=np.roll(true.answers, 1))
    monkeypatch.setattr(kept_proofs, "kept", lambda _board: wrong)
    with pytest.raises(CertificateRejected, match="kept-proof"):
        prove(from_words(["tictactoe", "6", "3"], "outcome"))


def test_which_kept_proofs_are_no_wins() -> None:
    """What serves larger boards under the weak rule is a win of the first player."""
    names = [path.name for path in kept_proofs.PROOFS.iterdir() if path.name.endswith(".json")]
    names = [name.removesuffix(".json") for name in names if name[:3] in ("mnk", "tic")]
    bare = [n for n in names if "-h8-" not in n and not n.endswith(("-weak", "-gravity"))]
    assert len(bare) > 10
    for name in bare:
        words = name.replace("-", " ")
        with as_file(kept_proofs.PROOFS) as folder:
            answer = read(folder / f"{name}.json").answer
        assert (answer != "first") == (words in kept_proofs.DRAWN), words
        assert (kept_proofs.won(words) is None) == (answer != "first")


REPLIES = tuple(
    name[len("mnk-15-15-5-h8-") :]
    for name in sorted(one.proof for one in kept_proofs.index())
    if re.fullmatch("mnk-15-15-5-h8-[a-g][1-8]", name)
)
"""A reply of each class that a kept proof is about."""


def turned(cell: str) -> str:
    """The cell with the board turned by half."""
    return f"{chr(ord('a') + ord('o') - ord(cell[0]))}{16 - int(cell[1:])}"


def test_replies_to_the_centre_are_kept() -> None:
    assert len(REPLIES) == 29


@pytest.mark.parametrize(
    "second",
    [
        "o15",
        *(
            pytest.param(turned(one), marks=pytest.mark.slow)
            for one in REPLIES
            if one not in ("a1", "c3")
        ),
        "m13",
    ],
)
def test_replies_to_the_centre_of_gomoku_lose(second: str) -> None:
    """An image of each reply that a kept proof is about; games are played against the first."""
    position, certificate = kept(f"mnk 15 15 5 --first h8 --second {second}")
    (proved,) = conclude(Goal(position, "outcome"), certificate).statements
    assert proved == Forces("first", only("first"), only("first"))
    assert isinstance(certificate, Force)
    rng = random.Random(2)
    for _ in range(3 if second == "o15" else 0):
        here = position
        while here.result() is None:
            near = [move for move in here.moves() if any(_beside(move, one) for one in here.first)]
            move = reply(here, certificate) if here.to_move == "first" else rng.choice(near)
            assert move is not None
            here = here.play(move)
        assert here.result() == "first"


def _beside(cell: int, other: int) -> bool:
    return max(abs(cell // 15 - other // 15), abs(cell % 15 - other % 15)) <= 2


@pytest.mark.parametrize("second", ["g8", "e5", "f6"])
def test_other_replies_to_the_centre_are_not_served(second: str) -> None:
    position = Position.parse(f"mnk 15 15 5 --first h8 --second {second}")
    (method,) = kept_proofs.METHODS
    assert not method.applies(position)
