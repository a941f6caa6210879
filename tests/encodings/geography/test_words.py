"""Word geography: the sets of the slides, small sets, and plain recursion."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from reference.proved import proved

import gameproof.instances
from gameproof.games.words import make

COUNTRIES = (
    Path(gameproof.instances.__file__).parent / "data" / "words" / "european-countries.txt"
).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "outcome", "winning"),
    [
        ("ab bc ca", "N", "ab bc ca"),
        ("ab bc cd", "N", "ab cd"),
        ("aa ab ba", "N", "aa ab"),
        ("ab ba", "P", "none"),
        ("ab bc ca ad", "N", "bc ad"),
        (
            "England France Germany Russia Bulgaria",
            "N",
            "england germany russia bulgaria",
        ),
    ],
)
def test_published_sets(words: str, outcome: str, winning: str) -> None:
    assert proved("words", make(words), "outcome") == outcome
    assert proved("words", make(words), "winning-moves") == winning


def test_european_countries() -> None:
    position = make(COUNTRIES)
    assert len(position.words) == 39
    assert proved("words", position, "outcome") == "N"
    winning = proved("words", position, "winning-moves").split()
    assert "france" not in winning
    for word in position.words:
        assert proved("words", make(COUNTRIES, word), "outcome") == (
            "P" if word in winning else "N"
        )


def by_recursion(words: tuple[str, ...]) -> list[str]:
    """The winning first words, from the rule alone."""

    @cache
    def wins(letter: str, left: frozenset[str]) -> bool:
        return any(not wins(w[-1], left - {w}) for w in left if w[0] == letter)

    return [w for w in words if not wins(w[-1], frozenset(words) - {w})]


def test_random_sets_against_plain_recursion() -> None:
    rng = random.Random(6)
    for _ in range(40):
        count = rng.randint(1, 9)
        words = dict.fromkeys(
            rng.choice("abcd") + rng.choice("xyz") * rng.randint(0, 2) + rng.choice("abcd")
            for _ in range(count)
        )
        position = make(" ".join(words))
        winning = by_recursion(position.words)
        assert proved("words", position, "winning-moves") == (" ".join(winning) or "none")
        assert proved("words", position, "outcome") == ("N" if winning else "P")
