"""The rules of word geography."""

from __future__ import annotations

import pytest

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.words import Position, make, moves_text

TEXT = """# five names
England, France
Germany; Russia  # two on a line
Bulgaria
"""


def test_reading_and_moves() -> None:
    position = make(TEXT)
    assert position.words == ("england", "france", "germany", "russia", "bulgaria")
    assert position.moves() == list(position.words)
    after = make(TEXT, "France")
    assert (after.to_move, after.moves()) == ("second", ["england"])
    assert after.play("england").result() == "second"
    assert str(after) == "said france, now e, second to move"


def test_order_of_the_words_said_does_not_matter() -> None:
    words = "aa ab bb ba"
    one = make(words, "ab").play("bb").play("ba").play("aa")
    two = make(words, "aa").play("ab").play("bb").play("ba")
    assert one == two
    assert hash(one) == hash(two)
    assert make(words, "ab") != make(words, "aa")


def test_letters_as_a_graph() -> None:
    position = make("ab bc ca", "ab")
    assert position.letters == ("a", "b", "c")
    assert position.graph.edges.tolist() == [[0, 1], [1, 2], [2, 0]]
    walk = position.as_geography()
    assert walk is not None
    assert (walk.token, set(walk.gone), walk.moves()) == (1, {0}, [2])
    assert make("ab").as_geography() is None


@pytest.mark.parametrize(
    ("words", "said", "message"),
    [
        ("ab bc", ["cd"], "not in the list"),
        ("ab ba", ["ab", "ab"], "named before"),
        ("ab cd", ["ab", "cd"], "does not begin with 'b'"),
    ],
)
def test_illegal_words(words: str, said: list[str], message: str) -> None:
    *before, last = said
    position = make(words)
    for word in before:
        position = position.play(word)
    with pytest.raises(BadInput, match=message):
        position.play(last)


def test_unknown_word() -> None:
    with pytest.raises(BadInput, match="'xy' is not in the list"):
        make("ab", "xy")


def test_no_words_at_all() -> None:
    assert make("# nothing").result() == "second"


def test_keys_tell_positions_apart() -> None:
    by_key: dict[str, Position] = {}
    queue = [make("ab ba aa bb abba")]
    while queue:
        here = queue.pop()
        assert by_key.setdefault(here.key(), here) == here
        queue.extend(here.play(word) for word in here.moves())
    assert len(set(by_key.values())) == len(by_key)


def test_the_word_none_is_no_list_without_words() -> None:
    assert moves_text([]) == "none"
    assert moves_text(["none", "ab"]) == '"none" ab'


def test_a_blank_belongs_to_its_word() -> None:
    position = make("New York\nKansas City\nYuma\n")
    assert position.words == ("new york", "kansas city", "yuma")
    assert position.play("new york").moves() == ["kansas city"]
    assert moves_text(["new york", "yuma"]) == "new york, yuma"
    assert position.parse_move(" New  York ") == "new york"
    assert make("new york,yuma").words == ("new york", "yuma")
    assert make("ab bc\n").words == make("ab\r\nbc").words == make("ab;bc").words == ("ab", "bc")
    assert make("Côte d'Ivoire, São Tomé").words == ("côte d'ivoire", "são tomé")


@pytest.mark.parametrize(
    "line",
    [
        "1. England", "1) England", "1 England", "12: England", "2.England", "England\t55",
        '"New York"', "\u201cYuma\u201d", "- England", "* England", "England.", "(England)",
        "Route 66",
    ],
)  # fmt: skip
def test_what_may_be_no_word_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(BadInput) as refused:
        make(f"France\n{line}\nSpain")
    assert refused.value.where == "line 2"
