"""Pairs of their own, what is counted in Snort and Col, largest matchings, and tokens in the hand,
in the checker proved in Coq.

Oracles: brute force over pairs, stones and plays, written here from the numbers that the program
reads.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from formal.given import Numbers
from formal.test_formal import built
from formal.test_starts import told

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import unseal
from gameproof.cli import formal as program
from gameproof.instances.instance import from_words, read, resolve
from gameproof.prover.formal.numbers import NotCovered, row, rows
from gameproof.prover.formal.positions import instance
from gameproof.prover.formal.translate import written
from gameproof.prover.prove import prove_with_certificate
from gameproof.solvers.limits import Limits

__all__ = ["built"]

DATA = Path(__file__).parents[2] / "instances" / "data"
KEPT = [
    *sorted(DATA.glob("positional/own-pairing-*.json")),
    *sorted(path for name in ("labels", "score", "terminal")
            for path in DATA.glob(f"snort/{name}-*.json")),
    *sorted(DATA.glob("geography/vertex-complete-*-free.json")),
    DATA / "geography" / "vertex-gnm-2000-matching.json",
]  # fmt: skip
LIMIT, MEMORY = 60.0, 1 << 32
PAIRED, COUNTS, LARGEST = 2, 9, 11
COUNT, OWN_PAIRS, OF_MATCHING, OF_STONES = 17, 21, 22, 5
"""The numbers of statements, rules and quantities."""
BOARDS = [
    "snort path 4 --played 0,3",
    "snort cycle 5",
    "snort star 3 --red 0 --to-move blue",
    "snort path 5 --only-red 0,1 --only-blue 4 --to-move blue",
    "snort grid 2 3 --played 1",
    "snort path 1",
    "col cycle 5 --red 0",
    "col path 4 --played 1,2",
    "col star 4 --blue 1 --only-red 2",
]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if "2000" in path.stem else [])
        for path in KEPT
    ],
)
def test_kept_instances_are_proved(built: Path, path: Path) -> None:
    found = prove_with_certificate(read(path), Limits(60))
    assert found.sealed is not None
    numbers = written(unseal(found.sealed))
    said = {program.run(checker, numbers, LIMIT, MEMORY) for checker in built.glob("*/checker")}
    assert len(said) == 1
    assert said.pop()


def test_there_are_kept_instances() -> None:
    assert len(KEPT) == 14


# -- pairs ---------------------------------------------------------------------------------------


def pairs_for(sets: Sequence[frozenset[int]], taken: frozenset[int]) -> list[list[int]] | None:
    """Disjoint pairs, one in each set; by trying all."""
    if not sets:
        return []
    for pair in combinations(sorted(sets[0] - taken), 2):
        rest = pairs_for(sets[1:], taken | {*pair})
        if rest is not None:
            return [[*pair], *rest]
    return None


def live(sets: Sequence[Sequence[int]], own: set[int], others: set[int]) -> list[frozenset[int]]:
    return [frozenset(one) - own for one in sets if not others & {*one}]


def too_few(sets: Sequence[frozenset[int]], free: Sequence[int]) -> list[int]:
    """Cells that are all cells of more than half as many sets."""
    return next(
        [*cells]
        for size in range(len(free) + 1)
        for cells in combinations(free, size)
        if size < 2 * sum(one <= {*cells} for one in sets)
    )


def board(
    chance: random.Random,
) -> tuple[list[int], tuple[list[frozenset[int]], ...], list[int]]:
    """The numbers of a small board with sets, some twice; live sets of both; free cells."""
    cells = chance.randint(3, 7)
    families = []
    for _ in range(2):
        most = min(4, cells)
        sets = [chance.sample(range(cells), chance.randint(1, most)) for _ in range(3)]
        families.append(sets + sets[: chance.randint(0, 1)])
    stones = chance.sample(range(cells), chance.randint(0, 2))
    own, others = {*stones[:1]}, {*stones[1:]}
    weak = chance.randint(0, 1)
    numbers = [0, 3, cells, *rows(families[0]), *rows(families[1]), weak, *row(own), *row(others)]
    wants = live(families[0], own, others), [] if weak else live(families[1], others, own)
    return numbers, wants, sorted({*range(cells)} - own - others)


def test_pairs_of_their_own_are_there_or_not(built: Path) -> None:
    """The answer, with its evidence, and no other: not for the other player, not on another board,
    not for pairs that sets may share."""
    assert built.is_dir()
    chance, seen = random.Random(7), set()
    for _ in range(60):
        numbers, wants, free = board(chance)
        player = chance.randint(0, 1)
        found = pairs_for(wants[player], frozenset())
        yes = int(found is not None)
        evidence = [*rows_of(found or []), *row([] if yes else too_few(wants[player], free))]
        seen.add((player, yes))

        def says(who: int, own: int, answer: int, step: list[int], game: list[int]) -> bool:
            claim = [1, PAIRED, who, own, answer]
            return told([*game, *claim, 1, OWN_PAIRS, *step]) is not None

        assert says(player, 1, yes, [player, yes, *evidence], numbers)
        assert not says(player, 0, yes, [player, yes, *evidence], numbers)
        assert not says(player, 1, 1 - yes, [player, yes, *evidence], numbers)
        assert not says(player, 1, 1 - yes, [player, 1 - yes, *evidence], numbers)
        assert not says(1 - player, 1, yes, [player, yes, *evidence], numbers)
        if wants[player]:
            assert not says(player, 1, 1, [player, 1, 0, 0], numbers)
        if not any(not one for one in wants[player]):
            assert not says(player, 1, 0, [player, 0, 0, 0], numbers)
        for game in ([2, 0, 1, 3], [1, 0, 2, 1, 0, 1, 0, 0]):
            assert not says(player, 1, yes, [player, yes, *evidence], game)
    assert len(seen) == 4


def rows_of(pairs: Sequence[Sequence[int]]) -> list[int]:
    return [len(pairs), *(x for pair in pairs for x in pair)]


def is_true(numbers: list[int]) -> bool:
    """The claims that a list of numbers begins with, by trying all pairs."""
    given = Numbers(numbers)
    one, many = given.one, given.many
    assert [one(), one()] == [0, 3]
    one()
    families = [[many() for _ in range(one())] for _ in range(2)]
    if one():
        families[1] = []
    own, others = {*many()}, {*many()}
    # No cell belongs to both: such a set would be alive for nobody.
    wants = live(families[0], own | others, others), live(families[1], own | others, own)
    for _ in range(one()):
        kind, player, apart, answer = one(), one(), one(), one()
        assert kind == PAIRED
        assert apart
        found = pairs_for(wants[min(player, 1)], frozenset())
        if (found is not None) != bool(answer):
            return False
    return True


@pytest.mark.slow
def test_what_is_accepted_of_spoilt_pairs_is_true(built: Path) -> None:
    assert built.is_dir()
    chance, accepted = random.Random(8), 0
    for _ in range(600):
        game, wants, free = board(chance)
        player = chance.randint(0, 1)
        found = pairs_for(wants[player], frozenset())
        yes = int(found is not None)
        evidence = [*rows_of(found or []), *row([] if yes else too_few(wants[player], free))]
        numbers = [*game, 1, PAIRED, player, 1, yes, 1, OWN_PAIRS, player, yes, *evidence]
        for _ in range(chance.randint(1, 2)):
            at = chance.randrange(3, len(numbers))
            numbers[at] = chance.choice([numbers[at] + 1, chance.randrange(8)])
        if told(numbers, 2.0) is not None:
            accepted += 1
            assert is_true(numbers), numbers
    assert accepted > 20


def test_pairs_are_found_where_they_are_only_counted(built: Path) -> None:
    """By Hall's theorem there are pairs; and not on so many lines that they had to be listed."""
    assert built.is_dir()
    found = prove_with_certificate(from_words(["tictactoe", "8", "3"], "own-pairing"), Limits(60))
    assert found.sealed is not None
    said = told(written(unseal(found.sealed)))
    assert said is not None
    assert "a pair of its own for each" in said


# -- Snort and Col -------------------------------------------------------------------------------


class Stones:
    """A position of Snort or Col from its words: its numbers, and brute force."""

    def __init__(self, words: str) -> None:
        position: Any = resolve(from_words(words.split(), "labels")).position
        self.game = instance(position, False)
        self.own = words.startswith("col")
        self.n = position.graph.n
        self.near = [
            {b for a, b in (*map(tuple, position.graph.edges.tolist()),
                            *((y, x) for x, y in position.graph.edges.tolist())) if a == v}
            for v in range(self.n)
        ]  # fmt: skip
        self.sets = [
            frozenset(v for v in range(self.n) if bits >> v & 1)
            for bits in (position.red, position.blue, position.only_red, position.only_blue)
        ]

    def open_to(self, player: int, stones: tuple[frozenset[int], ...]) -> frozenset[int]:
        """Where a player may put a stone: by the rule, tried on each vertex."""
        bad = stones[player if self.own else 1 - player]
        kept = self.sets[3 - player]
        taken = stones[0] | stones[1] | kept
        return frozenset(v for v in range(self.n) if v not in taken and not self.near[v] & bad)

    def after(
        self, player: int, v: int, stones: tuple[frozenset[int], ...]
    ) -> tuple[frozenset[int], ...]:
        found = [*stones]
        found[player] |= {v}
        return tuple(found)

    def decided(self, stones: tuple[frozenset[int], ...]) -> bool:
        for player in (0, 1):
            for v in self.open_to(player, stones):
                put = self.after(player, v, stones)
                if self.open_to(player, put) != self.open_to(player, stones) - {v}:
                    return False
                if self.open_to(1 - player, put) != self.open_to(1 - player, stones):
                    return False
        return True

    def more(self, stones: tuple[frozenset[int], ...]) -> int:
        return len(self.open_to(0, stones)) - len(self.open_to(1, stones))

    def halves(self, mover: int) -> int | None:
        """Twice the score; none where who moves is stuck too early."""

        @cache
        def of(stones: tuple[frozenset[int], ...], mover: int) -> int | None:
            if self.decided(stones):
                return 2 * self.more(stones) + mover
            found = [
                of(self.after(mover, v, stones), 1 - mover) for v in self.open_to(mover, stones)
            ]
            told = [one for one in found if one is not None]
            if not found or len(told) < len(found):
                return None
            return min(told) if mover else max(told)

        return of((self.sets[0], self.sets[1]), mover)

    def says(self, quantity: list[int], value: list[int]) -> bool:
        claim = [1, COUNTS, OF_STONES, *quantity, *row(value)]
        return told([*self.game, *claim, 1, COUNT, OF_STONES, *quantity]) is not None


@pytest.mark.parametrize("words", BOARDS)
def test_what_is_counted_of_stones_is_that_and_nothing_else(built: Path, words: str) -> None:
    assert built.is_dir()
    one = Stones(words)
    stones = one.sets[0], one.sets[1]
    for mover in (0, 1):
        more = one.more(stones)
        right = 0 if not one.decided(stones) else 1 if more > 0 or (more == 0 and mover) else 2
        assert [v for v in range(4) if one.says([1, mover], [v])] == [right]
        score = one.halves(mover)
        found = [z for z in range(-2 * one.n, 2 * one.n + 2)
                 if one.says([2, mover], [max(z, 0), max(-z, 0)])]  # fmt: skip
        assert found == ([] if score is None else [score])
        assert not one.says([2, mover], [])
        assert not one.says([2, mover], [1, 1])
        assert not one.says([1, mover], [])


@pytest.mark.parametrize("words", BOARDS)
def test_labels_are_those_of_the_stones_and_of_the_position(built: Path, words: str) -> None:
    assert built.is_dir()
    one = Stones(words)
    opened = [one.open_to(player, (one.sets[0], one.sets[1])) for player in (0, 1)]
    right = [(v in opened[0]) + 2 * (v in opened[1]) for v in range(one.n)]

    def put(sets: Sequence[frozenset[int]]) -> list[int]:
        return [0, *(x for cells in sets for x in (1, *row(sorted(cells))))]

    assert one.says(put(one.sets), right)
    for v in range(one.n):
        for k in range(4):
            assert one.says(put(one.sets), [*right[:v], k, *right[v + 1 :]]) == (k == right[v])
    assert not one.says(put(one.sets), right[:-1])
    assert not one.says(put(one.sets), [*right, 0])
    # Stones that leave other vertices open are not those of this position.
    for number in range(4):
        for v in range(one.n):
            sets = [*one.sets]
            sets[number] ^= {v}
            other = Stones(words)
            other.sets = sets
            same = [other.open_to(p, (sets[0], sets[1])) for p in (0, 1)] == opened
            assert one.says(put(sets), right) == same


def test_other_games_have_no_labels(built: Path) -> None:
    assert built.is_dir()
    for game in ([2, 0, 2, 1, 2], [5, 0, 0, 2, 1, 0, 1, 2, 0, 1], [0, 0, 3, 2, 0, 0, 0]):
        for quantity in ([0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0], [2, 0]):
            for value in ([], [0], [1], [0, 0], [0, 1]):
                claim = [1, COUNTS, OF_STONES, *quantity, *row(value)]
                assert told([*game, *claim, 1, COUNT, OF_STONES, *quantity]) is None


def test_a_score_after_too_many_plays_is_not_covered() -> None:
    found = prove_with_certificate(from_words(["snort", "path", "12"], "score"), Limits(60))
    assert found.sealed is not None
    with pytest.raises(NotCovered, match="plays"):
        written(unseal(found.sealed))


# -- Geography -----------------------------------------------------------------------------------


def most(edges: Sequence[tuple[int, int]], gone: set[int]) -> list[tuple[int, int]]:
    """A largest matching of what is left, by trying all."""
    for k in range(len(edges), 0, -1):
        for chosen in combinations(edges, k):
            ends = [v for edge in chosen for v in edge]
            if len({*ends}) == len(ends) and not gone & {*ends}:
                return [*chosen]
    return []


def parts_for(n: int, edges: Sequence[tuple[int, int]], gone: set[int], size: int) -> list[int]:
    """Vertices taken out (0), and the parts of the others, that leave no more edges."""
    left = [v for v in range(n) if v not in gone]
    for k in range(n + 1):
        for out in combinations(left, k):
            part = [0 if v in gone or v in out else v + 1 for v in range(n)]
            for _ in range(n):
                for a, b in edges:
                    if part[a] and part[b]:
                        part[a] = part[b] = min(part[a], part[b])
            if k + sum(part.count(p) // 2 for p in range(1, n + 1)) == size:
                return part
    raise AssertionError("Tutte and Berge have one")


def test_a_largest_matching_has_so_many_edges(built: Path) -> None:
    assert built.is_dir()
    chance = random.Random(11)
    for _ in range(25):
        n = chance.randint(1, 6)
        edges = [edge for edge in combinations(range(n), 2) if chance.random() < 0.5]
        gone = {v for v in range(n) if chance.random() < 0.15}
        best = most(edges, gone)
        part = parts_for(n, edges, gone, len(best))
        game = [1, 0, n, *rows_of(edges), *row(sorted(gone)), chance.randrange(n + 2)]

        def says(
            k: int, matching: Sequence[tuple[int, int]], parts: list[int], game: list[int]
        ) -> bool:
            step = [OF_MATCHING, *rows_of(matching), len(parts), *row(parts)]
            return told([*game, 1, LARGEST, k, 1, *step]) is not None

        assert says(len(best), best, part, game)
        for k in range(len(best) + 2):
            assert says(k, best, part, game) == (k == len(best))
        if best:
            assert not says(len(best) - 1, best[1:], part, game)
            assert not says(len(best), best[1:], part, game)
            assert not says(len(best) + 1, [*best, best[0]], part, game)
            assert not says(1, [], [], [1, 0, n, 0, 0, 0])  # no edges, on another graph
        assert not says(len(best) + 1, [*best, (n, n + 1)], part, game)
        assert not says(len(best) + 1, [*best, (0, 0)], part, game)
        for _ in range(20):  # what is accepted with parts of any kind is true
            odd = [chance.randrange(n + 1) for _ in range(n)]
            k = chance.randrange(len(best) + 2)
            assert not says(k, best[:k], odd, game) or k == len(best)
        assert not says(len(best), best, part, [2, 0, *row(range(n))])


@pytest.mark.parametrize("words", [
    "path 3", "star 3", "complete 4", "cycle 5", "gnp 5 0.5 seed 2", "cycle 4 --edge",
    "star 3 --edge", "path 4 --edge",
])  # fmt: skip
def test_a_token_in_the_hand_may_be_put_anywhere(built: Path, words: str) -> None:
    """By all plays; and the other answer is refused."""
    assert built.is_dir()
    found = prove_with_certificate(from_words(["geography", *words.split()], "outcome"), Limits(60))
    assert found.sealed is not None
    record = unseal(found.sealed)
    position: Any = resolve(from_words(["geography", *words.split()], "outcome")).position
    edges = [(a, b) for a, b in position.graph.edges.tolist()]
    by_edges = "--edge" in words

    def wins(used: frozenset[int], token: int) -> bool:
        for k, ends in enumerate(edges):
            if token in ends and (k if by_edges else sum(ends) - token) not in used:
                there = sum(ends) - token
                if not wins(used | {k if by_edges else there}, there):
                    return True
        return False

    won = any(not wins(frozenset() if by_edges else frozenset({v}), v)
              for v in range(position.graph.n))  # fmt: skip
    assert record.answer == "PN"[won]
    numbers = written(record)
    said = told(numbers)
    assert said is not None
    assert "token in the hand" in said
    with pytest.raises(Rejected):
        written(replace(record, answer="NP"[won]))
    # The claim for the other player, which the same numbers do not show.
    head = instance(position, False)
    assert numbers[: len(head)] == head
    for starter, side, result in ((0, 1 - (not won), 1 - (not won)), (0, int(won), int(won))):
        claim = [1, 0, starter, 1, side, 1, result, 0]
        steps = numbers[len(head) + 8 :]
        right = side == int(not won)
        assert (told([*head, *claim, *steps]) is not None) == right
