"""Work that is built in Python looks at its limits while it is built, without a guard."""

from __future__ import annotations

import threading

import pytest

from gameproof.instances.instance import from_words
from gameproof.prover.prove import prove
from gameproof.solvers.limits import Limits

LOOKS = 30


class Impatient(threading.Event):
    """Set from the thirtieth look on."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks >= LOOKS


@pytest.mark.parametrize(
    ("words", "question", "method"),
    [
        ("tetris --size 20x10 --pieces LJSZTILJSZTILJSZ", "clear", "sat"),
        ("tetris --size 20x10 --pieces LJSZTILJSZTILJSZ", "clear", "cp-sat"),
        ("tetris --size 16x8 --pieces LJSZTILJSZTILJSZ", "max-tetrises", "cp-sat"),
        ("tetris --size 20x10 --pieces LJSZTILJSZTILJSZ", "survive", "beam"),
        ("tetris-3partition 40 13 13 14 11 14 15", "clear", "partition"),
        ("tictactoe 5 3", "outcome", "opening-regions"),
    ],
)
def test_a_run_that_is_cancelled_while_it_builds_ends(
    words: str, question: str, method: str
) -> None:
    """It ends at the next look; that there are so many before an answer is the point."""
    impatient = Impatient()
    answer = prove(from_words(words.split(), question), Limits(cancelled=impatient), method=method)
    assert (answer.answer, answer.stopped) == ("unknown", "interrupted")
    assert impatient.looks <= LOOKS + 3
