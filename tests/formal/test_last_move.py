"""Games of the last move in the checker proved in Coq: Kayles, Cram, Snort and Col, Nim, Wythoff.

Oracle: all plays, from the numbers alone, with sets in place of binary numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from formal.given import Numbers
from formal.test_formal import built
from formal.test_starts import plain, says, told

from gameproof.certificates.files import CertificateFile, unseal
from gameproof.instances.instance import from_words, read
from gameproof.prover.formal.numbers import NotCovered
from gameproof.prover.formal.translate import claimed, written
from gameproof.prover.prove import prove_with_certificate
from gameproof.solvers.limits import Limits

__all__ = ["built"]

DATA = Path(__file__).parents[2] / "instances" / "data"
GAMES = ["node-kayles", "arc-kayles", "cram", "snort", "col", "wythoff", "nim"]
QUESTIONS = ("outcome", "misere-outcome", "grundy", "value", "equals")
TOO_LONG = {
    "cram/grundy-4x5", "snort/cycle-21", "snort/cycle-39", "snort/cycle-61", "snort/value-path-10",
    "snort/value-path-11", "wythoff/ten-to-the-eighteen",
}  # fmt: skip
"""Whose tables are too long, or that have no rule but a table."""
FORCE, PREVENT, HEAP, VALUE = 0, 1, 4, 5
Position = tuple[Any, ...]
Options = Callable[[int, Position], Iterable[Position]]


def kept(game: str) -> Iterator[Path]:
    """The instances of a game that ask who wins, or for a value."""
    for path in sorted((DATA / game).glob("*.json")):
        if any(f'"question": "{name}"' in path.read_text("utf-8") for name in QUESTIONS):
            yield path


def proof(words: str, question: str) -> CertificateFile:
    """The certificate of an answer."""
    found = prove_with_certificate(from_words(words.split(), question), Limits(60))
    assert found.sealed is not None
    return unseal(found.sealed)


class Read(Numbers):
    """The same with games in it."""

    def graph(self) -> tuple[int, list[tuple[int, int]]]:
        """Vertices and edges."""
        n = self.one()
        return n, [(self.one(), self.one()) for _ in range(self.one())]

    def instance(self) -> tuple[bool, Options, Position]:
        """Misere or not, where one may move to, and the position."""
        kind, misere = self.one(), bool(self.one())
        assert kind in (2, 3, 5, 6), kind
        if kind == 2:
            return misere, heaps, tuple(self.many())
        if kind == 3:
            return misere, slides, tuple(self.many())
        flag = bool(self.one())
        n, edges = self.graph()

        def near(v: int) -> set[int]:
            ends = {w for a, b in edges for u, w in ((a, b), (b, a)) if u == v}
            return {w for w in ends if w < n}

        if kind == 5:
            return misere, kayles(flag, edges, range(n), near), (frozenset(self.many()),)
        first, second = frozenset(self.many()), frozenset(self.many())
        return misere, stones(flag, range(n), near), (first, second)


def heaps(_player: int, p: Position) -> Iterator[Position]:
    """Nim."""
    for i, h in enumerate(p):
        yield from ((*p[:i], x, *p[i + 1 :]) for x in range(h))


def slides(_player: int, p: Position) -> Iterator[Position]:
    """Wythoff's game."""
    if len(p) == 2:
        yield from heaps(0, p)
        yield from ((p[0] - k, p[1] - k) for k in range(1, min(p) + 1))


def kayles(
    arc: bool, edges: list[tuple[int, int]], board: range, near: Callable[[int], set[int]]
) -> Options:
    """Arc or node Kayles."""

    def options(_player: int, p: Position) -> list[Position]:
        (left,) = p
        if arc:
            return [(left - {a, b},) for a, b in edges if {a, b} <= left]
        return [(left - near(v) - {v},) for v in board if v in left]

    return options


def stones(own: bool, board: range, near: Callable[[int], set[int]]) -> Options:
    """Col (a stone closes what is near to its owner) or Snort (to the other)."""

    def options(player: int, p: Position) -> Iterator[Position]:
        for v in board:
            if v in p[player]:
                hurt = player if own else 1 - player
                yield tuple(
                    may - {v} - (near(v) if t == hurt else set()) for t, may in enumerate(p)
                )

    return options


def beside(options: Options, others: Options) -> Options:
    """The sum of two games."""

    def both(player: int, p: Position) -> Iterator[Position]:
        yield from ((q, p[1]) for q in options(player, p[0]))
        yield from ((p[0], q) for q in others(player, p[1]))

    return both


def who_wins(options: Options, misere: bool) -> Callable[[Position, int], int]:
    """The winner when a player starts, by all plays."""

    @cache
    def winner(p: Position, mover: int) -> int:
        after = [winner(q, 1 - mover) for q in options(mover, p)]
        if not after:
            return mover if misere else 1 - mover
        return mover if mover in after else 1 - mover

    return winner


def in_time(
    options: Options, misere: bool, side: set[int], results: set[int]
) -> Callable[[Position, int, int], bool]:
    """Does the side force one of the results within so many plies?"""

    @cache
    def forced(p: Position, mover: int, plies: int) -> bool:
        after = list(options(mover, p))
        if not after:
            return (mover if misere else 1 - mover) in results
        found = (plies > 0 and forced(q, 1 - mover, plies - 1) for q in after)
        return any(found) if mover in side else all(found)

    return forced


def is_zero(options: Options, p: Position) -> bool:
    """Does whoever starts lose?"""
    winner = who_wins(options, misere=False)
    return all(winner(p, starter) == 1 - starter for starter in (0, 1))


def is_true(numbers: list[int]) -> bool:
    """The claims that a list of numbers begins with."""
    read = Read(numbers)
    misere, options, p = read.instance()
    claims = read.one()
    for _ in range(claims):
        kind = read.one()
        if kind == HEAP:
            assert not misere
            if not is_zero(beside(options, heaps), (p, (read.one(),))):
                return False
        elif kind == VALUE:
            assert not misere
            forms = [(read.many(), read.many()) for _ in range(read.one())]

            def minus(player: int, j: Position, forms: Any = forms) -> list[Position]:
                return [(k,) for k in forms[j[0]][1 - player]]

            if not is_zero(beside(options, minus), (p, (len(forms) - 1,))):
                return False
        else:
            assert kind in (FORCE, PREVENT)
            starter = min(read.one(), 1)
            side, results = ({min(x, most) for x in read.many()} for most in (1, 2))
            plies = read.one()
            if plies and kind == FORCE:
                if not in_time(options, misere, side, results)(p, starter, plies - 1):
                    return False
                continue
            won = who_wins(options, misere)(p, starter)
            served = (won in results) == (kind == FORCE)
            everything = {0, 1} <= results if kind == FORCE else not {0, 1} & results
            if not everything and not (served and won in side):
                return False
    return claims > 0


def test_there_are_kept_instances() -> None:
    assert len([path for game in GAMES for path in kept(game)]) > 150


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_kept_instances_are_proved(built: Path, game: str) -> None:
    assert built.is_dir()
    for path in kept(game):
        found = prove_with_certificate(read(path), Limits(60))
        assert found.sealed is not None
        name = f"{game}/{path.stem}"
        try:
            numbers = written(unseal(found.sealed))
        except NotCovered:
            assert name in TOO_LONG
        else:
            assert name not in TOO_LONG
            assert told(numbers), name


BOARDS = [
    ("node-kayles cycle 5", "grundy"),
    ("node-kayles star 3", "grundy"),
    ("arc-kayles path 5", "grundy"),
    ("arc-kayles grid 2 3", "outcome"),
    ("cram 2 3", "grundy"),
    ("wythoff 3 5", "outcome"),
    ("nim 1 2 3", "outcome"),
    ("snort path 5", "outcome"),
    ("snort cycle 6", "outcome"),
    ("snort grid 2 2", "value"),
    ("snort path 3 --only-red 0", "value"),
    ("snort path 4", "misere-outcome"),
    ("col path 4", "outcome"),
    ("col star 3", "value"),
    ("col grid 2 2", "outcome"),
]


def wrong_answers(record: CertificateFile, question: str) -> list[str]:
    """Answers of the same form."""
    if question == "grundy":
        value = int(record.answer)
        return [str(value + 1), str(value + 4), *([str(value - 1)] if value else [])]
    if question == "value":
        return [x for x in ("0", "1", "*", "{1|-1}", "^", "{2|-2}") if x != record.answer]
    words = "NPLR" if record.instance["game"] in ("snort", "col") else "NP"
    return [x for x in words if x != record.answer]


@pytest.mark.slow
@pytest.mark.parametrize(("words", "question"), BOARDS)
def test_both_accept_the_answer_and_no_other(built: Path, words: str, question: str) -> None:
    assert built.is_dir()
    record = proof(words, question)
    assert is_true(written(record))
    assert says(record)
    assert plain(record)
    for answer in wrong_answers(record, question):
        false = replace(record, answer=answer)
        assert not plain(false), answer
        assert not says(false), answer


@pytest.mark.slow
def test_what_is_accepted_of_spoilt_numbers_is_true(built: Path) -> None:
    """Numbers anywhere in place of others, or left out, or twice: the instance, the claim, the
    evidence."""
    assert built.is_dir()
    streams = [written(proof(words, question)) for words, question in BOARDS]
    streams = [numbers for numbers in streams if len(numbers) < 1000]
    chance, accepted = random.Random(6), 0
    for _ in range(3000):
        numbers = [*chance.choice(streams)]
        early = len(numbers) if chance.random() < 0.5 else min(len(numbers), 40)
        for _ in range(chance.randint(1, 2)):
            at = chance.randrange(early)
            put = chance.choice([[], [numbers[at]] * 2, [chance.randrange(8)], [numbers[at] + 1]])
            numbers[at : at + 1] = put
            early = min(early, len(numbers))
        if numbers[0] in (2, 3, 5, 6) and told(numbers, 2.0) is not None:
            accepted += 1
            assert is_true(numbers), numbers
    assert accepted > 40


@pytest.mark.slow
def test_values_need_the_right_rules_and_normal_play(built: Path) -> None:
    """Steps and claims of one game beside the rules of another."""
    assert built.is_dir()
    heap = [1, HEAP, 1]  # a vertex alone
    step = [1, 9, 2, 0, 0, 0, 1, 0, 1, 1, 0]
    vertex = [5, 0, 0, 1, 0, 1, 0]
    assert told([*vertex, *heap, *step])
    for game in (
        [5, 1, 0, 1, 0, 1, 0],  # misere
        [5, 0, 1, 1, 0, 1, 0],  # arc Kayles
        [5, 0, 0, 1, 0, 0],  # nothing left
        [5, 0, 0, 0, 0, 1, 0],  # no vertex
        [6, 0, 0, 1, 0, 1, 0, 1, 0],  # Snort
        [2, 0, 1, 1],  # Nim; its state is no set
    ):
        assert told([*game, *heap, *step]) is None, game
    for value in (0, 2):
        assert told([*vertex, 1, HEAP, value, *step]) is None
    for rule in range(12):
        assert (told([*vertex, *heap, 1, rule, *step[2:]]) is not None) == (rule == 9)
    # Snort on one vertex is {0 | 0}: as a value, not as a heap; and it is not {0 | } or 0.
    snort = [6, 0, 0, 1, 0, 1, 0, 1, 0]
    record = proof("snort path 1", "value")
    numbers = written(record)
    star = [1, VALUE, 2, 0, 0, 1, 0, 1, 0]
    assert numbers[: len(snort) + len(star)] == [*snort, *star]
    rest = numbers[len(snort) + len(star) :]
    assert told(numbers)
    for claim in ([1, HEAP, 1], [1, VALUE, 2, 0, 0, 1, 0, 0], [1, VALUE, 1, 0, 0]):
        assert told([*snort, *claim, *rest]) is None, claim
    assert told([6, 1, *snort[2:], *star, *rest]) is None  # misere
    assert told([6, 0, 1, *snort[3:], *star, *rest])  # Col is the same there
    # A row of a written game that leans on itself or on a later one is none.
    for rows in ([1, 1, 0, 0], [2, 1, 1, 0, 0, 0], [2, 0, 0, 1, 1, 0]):
        assert told([*snort, *star, 1, 11, *rows, 0, 0]) is None


@pytest.mark.slow
def test_answers_on_images_are_checked(built: Path) -> None:
    """Each image in the place of each other."""
    assert built.is_dir()
    for words in ("snort cycle 6", "snort path 4", "col path 4"):
        record = proof(words, "outcome")
        numbers = written(record)
        told_of = Read(numbers)
        told_of.instance()
        accepted = 0
        n = 6 if "6" in words else 4
        start = numbers.index(10, 2 * n)  # the first step of rule images
        for at in range(start, len(numbers)):
            for other in range(n + 1):
                spoilt = [*numbers[:at], other, *numbers[at + 1 :]]
                if told(spoilt, 2.0) is not None:
                    accepted += 1
                    assert is_true(spoilt)
        assert accepted


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("snort path 3", "temperature"),
        ("octal 0.77", "period"),
    ],
)
def test_others_are_not_covered(words: str, question: str) -> None:
    record = proof(words, question)
    with pytest.raises(NotCovered):
        claimed(record)
