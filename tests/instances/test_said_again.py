"""An option that is given twice means both, where it is a list; else it is refused.

Of every option of every game and question, whatever its kind: the parser of words knows them
from their records. Values against what the same words mean when they are given once.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import gameproof as gp
from gameproof.cli.main import VERBS, run
from gameproof.games.game import games
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter
from gameproof.instances.instance import Instance, from_object, from_words, resolve
from gameproof.instances.words import split_words

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("twice", "once"),
    [
        ("snort path 5 --red 0 --red 4", "snort path 5 --red 0,4"),
        ("col path 5 --only-blue=0 --only-blue=4", "col path 5 --only-blue 0,4"),
        ("octal 0.77 --heaps 3 --heaps 5", "octal 0.77 --heaps 3 5"),
        ("octal 0.77 --heaps 3 4 --heaps=5", "octal 0.77 --heaps 3 4 5"),
        ("tictactoe 3 2 --first a1 --first b2", "tictactoe 3 2 --first a1;b2"),
        ("tictactoe 3 3 --first 1,1,1 --first 2,2,2", "tictactoe 3 3 --first 1,1,1;2,2,2"),
        ("paper-soccer 4 4 --history ne --history n", "paper-soccer 4 4 --history 'ne n'"),
        ("torus-cycles 3 --played a1x --played b2o", "torus-cycles 3 --played a1x,b2o"),
        ("take-away x 10 --plus 3 --plus 4:1", "take-away x 10 --plus 3,4:1"),
        ("geography path 3 --edge --edge", "geography path 3 --edge"),
    ],
)
def test_lists_are_joined(twice: str, once: str) -> None:
    assert resolve(from_words([twice])).key == resolve(from_words([once])).key


def value_of(p: Parameter) -> list[str]:
    """Some value of the right kind; what it means is not looked at."""
    values = {"integer": "1", "integers": "1", "choice": p.choices[0] if p.choices else ""}
    return [] if p.kind == "flag" else [values.get(p.kind, "a")]


def options() -> list[tuple[str, str | None, str]]:
    found: list[tuple[str, str | None, str]] = []
    for name, (game, _) in games().items():
        found += [(name, None, p.name) for p in game.parameters if p.option]
        found += [(name, q.name, p.name) for q in game.questions for p in q.parameters]
    return found


def test_no_option_of_any_game_takes_the_last_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("text")
    assert len(options()) > 100
    for name, question, option in options():
        game = games()[name][0]
        asked = next((q for q in game.questions if q.name == question), None)
        known = asked.parameters if asked else game.parameters
        p = next(p for p in known if p.name == option)
        once = [f"--{option}", *value_of(p)]
        key = option.replace("-", "_")

        def read(
            words: list[str], key: str = key, g: str = name, q: str | None = question
        ) -> object:
            _, board, arguments, _ = split_words(games()[g][0], words, q, tmp_path)
            return {**board, **arguments}[key]

        one = read(once)
        if p.kind == "flag":
            assert read([*once, *once]) is True
        elif isinstance(one, list):
            assert read([*once, *once]) == [*one, *one]
        elif p.between:
            assert read([*once, *once]) == f"{one}{p.between}{one}"
        else:
            with pytest.raises(BadInput, match="given twice"):
                read([*once, *once])


def instance(**more: object) -> Instance:
    return from_object({"schema": "gameproof/instance/1", "game": "snort", **more})


def test_in_two_parts_of_a_file() -> None:
    both = instance(board="path 5 --red 0", position="--red 4")
    assert resolve(both).key == resolve(from_words(["snort path 5 --red 0,4"])).key
    with pytest.raises(BadInput, match="given twice"):
        instance(board="path 5 --to-move red", position="--to-move blue")
    with pytest.raises(BadInput, match="given twice"):
        instance(board="path 5 --integer 1", question="at-least", arguments={"integer": 2})


def test_in_words_and_as_a_keyword() -> None:
    assert gp.solve("snort path 5 --red 0", "value", red=[4]).answer == "{2|0}"
    with pytest.raises(BadInput, match="given twice"):
        gp.solve("snort path 5 --to-move red", to_move="blue")


@pytest.mark.parametrize(
    "words",
    [
        "solve snort path 3 -q value -q outcome",
        "solve snort path 3 -q value --question=value",
        "solve snort path 3 -q value --outcome",
        "solve snort path 3 --seed 1 --seed 2",
        "solve snort - --format dot --format gml",
        "check --jobs 1 --jobs 2 proof.json",
        "play nim 1 2 --side first --side second",
        "show nim 1 2 -o a.svg --output b.svg",
        "encode nim 1 2 --format cnf --format opb",
    ],
)
def test_of_every_verb(words: str, capsys: Captured) -> None:
    assert run(words.split()) == 2
    told = capsys.readouterr().err
    assert "given twice" in told or "two questions" in told


def test_the_verbs_take_what_is_given_once(capsys: Captured) -> None:
    for verb in VERBS:
        assert run([verb, "--help"]) == 0
    assert run(["solve", "nim", "1", "2", "--json", "--json"]) == 0
    assert '"answer": "N"' in capsys.readouterr().out


@pytest.mark.parametrize("verb", ["solve", "check"])
def test_an_empty_word_is_no_folder(verb: str, capsys: Captured) -> None:
    assert run([verb, ""]) == 2
    assert "a word is empty" in capsys.readouterr().err
    assert run([verb, "a", ""]) == 2


@pytest.mark.parametrize(
    "words",
    [
        "tictactoe 3 2 --first a1;b1;c1 --second a2;b2;c2",
        "mnk 3 4 3 --first a1;b1;c1 --second a2;b2;c2",
        "tictactoe 3 2 --first a1;a1",
        "tictactoe 3 2 --first a1 --first a1",
        "tictactoe 3 2 --first a1 --second a1",
        "snort path 3 --red 0,0",
        "snort path 3 --red 0 --blue 0",
        "snort path 3 --red 0 --played 0",
        'positional {"cells":4,"sets":[[0,1],[2,3]],"first":[0,1],"second":[2,3]}',
        'positional {"cells":4,"sets":[[0,1]],"first":[0,0]}',
        'positional {"cells":4,"sets":[[0,1],[2,3]],"first":[0,1],"second":[2,3],'
        '"turns":["first"]}',
    ],
)
def test_positions_that_no_play_reaches(words: str) -> None:
    board = words.split()
    if board[0] == "positional":
        board[1] += "\n"
    with pytest.raises(
        BadInput, match=r"twice|no play|both|not free|taken|may not|own|cannot hold"
    ):
        resolve(from_words(board))
