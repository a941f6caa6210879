"""Games that the proved checker knows by tables: all legal moves, in both checkers' order.

Oracle: the definitions of ``games/``, which the plain checker rests on. A table is refused unless
it holds the position after every move that the rules in ``formal/rules`` allow, in their order; and
what is claimed falsely, or of other moves, starts or plies, is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from formal.test_formal import built
from formal.test_last_move import proof
from formal.test_starts import told

from gameproof.games.meaning.definitions import forced
from gameproof.games.meaning.statement import Forces, Prevents, only
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.formal import solved
from gameproof.prover.formal.claims import claim
from gameproof.prover.formal.numbers import NotCovered
from gameproof.prover.formal.positions import instance
from gameproof.prover.formal.translate import written

__all__ = ["built"]

ASKED = [
    ("hackenbush ground-a,a-b,a-c,c-ground", "grundy"),
    ("hackenbush ground-a,a-b:red,a-c:blue,c-ground:red", "outcome"),
    ("hackenbush ground-a,a-b,b-ground,b-c", "winning-moves"),
    ("hackenbush ground-a:red,a-b:blue,b-c:blue", "value"),
    ("mnk 3 3 3 --gravity", "outcome"),
    ("mnk 3 3 3 --exact", "outcome"),
    ("paper-soccer 1 3", "outcome"),
    ("paper-soccer 2 2 --rules standard", "outcome"),
    ("paper-soccer 2 2 --rules standard", "winning-plies"),
    ("klein-cycles 2 3", "outcome"),
    ("torus-hex 2 3", "outcome"),
    ("tictoe --diagonals", "outcome"),
    ("chomp 2 4", "grundy"),
    ("chomp ...#/..##", "outcome"),
    ("domineering 3 3", "value"),
    ("domineering ..#/...", "outcome"),
    ("clobber 2 3", "outcome"),
    ("clobber xo/ox", "value"),
    ("toads-and-frogs TT.F/T.F", "value"),
    ("toads-and-frogs TF..TF", "outcome"),
    ("octal 0.77 --heaps 5 4", "grundy"),
    ("octal 4.137 --heaps 5", "grundy"),
    ("subtraction 2 3 5 --heaps 8 7", "winning-moves"),
    ("even-odd 7 8", "grundy"),
    ("rook 3 5", "winning-moves"),
    ("take-away 2*x 13", "winning-moves"),
    ("take-away max(x,3)-1+1 9", "outcome"),
    ("take-away 3*x//2 9 --plus 4:2", "grundy"),
    ("notakto 1", "misere-outcome"),
    ("geography cycle 5 --edge --start 0", "outcome"),
    ("geography grid 2 3 --edge", "all"),
    ("geography cycle 4 --directed", "all"),
    ("geography cycle 5 --directed --edge", "all"),
    ("sum wythoff:2,3 even-odd:5 nim:4", "winning-moves"),
    ("sum hackenbush:ground-a,a-b,a-c nim:1", "equal"),
    ("nim 3 4 5", "winning-moves"),
    ("mnk 3 3 3 --first a1", "outcome"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("words", "question"), ASKED)
def test_both_list_the_same_moves(built: Path, words: str, question: str) -> None:
    assert built.is_dir()
    numbers = written(proof(words, question))
    assert told(numbers)


@pytest.mark.slow
@pytest.mark.parametrize("words", ["nim 1 2", "hackenbush ground-a,a-b,a-c", "rook 2 2"])
def test_values_of_other_heaps_are_refused(built: Path, words: str) -> None:
    assert built.is_dir()
    numbers = written(proof(words, "grundy"))
    at = len(instance(resolve(from_words(words.split())).position, False)) + 2
    assert told(numbers)
    assert told([*numbers[:at], numbers[at] + 1, *numbers[at + 1 :]]) is None


SMALL = ["mnk 2 3 2", "mnk 3 3 3 --first a1;c3 --second b2", "tictactoe 2 2", "nim 1 2",
         "digraph path 4 --start 0", "subtraction 1 2 --heaps 4", "snort path 3"]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("words", SMALL)
def test_what_is_forced_and_what_is_avoided_in_so_many_plies(built: Path, words: str) -> None:
    """Every such statement is proved or refused as the definition says; a false one by no table
    that was made for another."""
    assert built.is_dir()
    position: Any = resolve(from_words(words.split())).position
    starter, other = position.to_move, next(p for p in position.players if p != position.to_move)
    steps = []
    claims = []
    for kind in (Forces, Prevents):
        for side in (starter, other):
            for winner in (starter, other):
                for plies in (None, 0, 1, 2, 3, 4):
                    said = kind(starter, only(side), only(winner), plies)
                    true = forced(position, said)
                    try:
                        found = solved.strategy(position, said)
                    except NotCovered:
                        assert not true
                    else:
                        assert true
                        steps.append(found)
                    claims.append((claim(position, [said]), true))
    assert len(steps) > 4
    evidence = [len(steps), *(x for step in steps for x in step)]
    for numbers, true in claims:
        assert (told([*numbers, *evidence]) is not None) == true, numbers


LOOP = [4, 0, 2, 1, 1, 1, 0, 1, 0]
"""A token on 0 that goes to and fro for ever."""


@pytest.mark.slow
def test_what_is_avoided_for_ever(built: Path) -> None:
    assert built.is_dir()

    def step(plies: int, *entries: int, results: tuple[int, ...] = (1,)) -> list[int]:
        head = [12, 0, 1, 0, len(results), *results, plies]
        return [1, *head, *entries]

    claims = [1, 1, 0, 1, 0, 1, 1, 0]
    there = [1, 0, 0, 0, 0, 1, 1]
    back = [1, 1, 1, 0, 0, 1, 0]
    assert told([*LOOP, *claims, *step(0, 2, *there, *back)])
    # No entry, the start not among them, an entry without the moves after it, or with a longer
    # promise than those keep; and another claim.
    for wrong in (
        step(0, 0),
        step(0, 1, *back),
        step(0, 1, *there),
        step(0, 2, *there, 1, 1, 1, 0, 0, 0),
        step(0, 2, *there, 1, 1, 1, 3, 0, 1, 0),
        step(0, 2, *there, *back, results=()),
        step(3, 2, *there, *back),
    ):
        assert told([*LOOP, *claims, *wrong]) is None
    forces = [1, 0, 0, 1, 0, 1, 0, 0]
    assert told([*LOOP, *forces, *step(0, 2, *there, *back)]) is None


@pytest.mark.slow
def test_moves_are_all_judged(built: Path) -> None:
    assert built.is_dir()
    numbers = written(proof("nim 1 2", "winning-moves"))
    head = [2, 0, 2, 1, 2]
    assert numbers[:5] == head
    assert numbers[5:8] == [1, 6, 0]
    assert told(numbers)
    rows: tuple[list[int], ...] = ([], [0], [1], [2], [1, 2], [0, 1], [0, 2], [0, 1, 2])
    lists = [(one, two) for one in rows for two in rows if len(one) + len(two) == 3]
    start = 8
    size = numbers[start] + numbers[start + numbers[start] + 1] + 2
    accepted = 0
    for one, two in lists:
        changed = [*numbers[:start], len(one), *one, len(two), *two, *numbers[start + size :]]
        accepted += told(changed) is not None
        assert (changed == numbers) == (told(changed) is not None)
    assert accepted <= 1
    # Other heaps, no tables, and no judgement.
    assert told([2, 0, 2, 1, 1, *numbers[5:]]) is None
    assert told([*numbers[: start + size], 1, 13, 0, 0, 0, 0]) is None
