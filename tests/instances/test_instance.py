"""Instance files: the format, its errors, its round trip and its JSON Schema."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for

from gameproof.cli.schemas import schema
from gameproof.games.game import games
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances import instance as instances
from gameproof.instances.words import to_words

GEOGRAPHY = {"schema": "gameproof/instance/1", "game": "geography", "question": "outcome"}


def read_object(**fields: Any) -> instances.Instance:
    return instances.from_object({**GEOGRAPHY, **fields})


@pytest.mark.parametrize(
    ("fields", "where", "message"),
    [
        ({"schema": "x"}, "schema", "expected 'gameproof/instance/1', found 'x'"),
        ({"game": "geografy"}, "game", "no game 'geografy'; did you mean 'geography'?"),
        ({"bord": 1}, "bord", "unknown field 'bord'; did you mean 'board'?"),
        ({"board": 7}, "board", "expected `str | object`, got `int`"),
        ({"question": "outcom"}, "question", "did you mean 'outcome'?"),
        ({"board": "path"}, "board.graph", "path needs K"),
        ({"board": {"graf": "path 3"}}, "board.graf", "did you mean 'graph'?"),
        ({"board": {"graph": "path 3 4"}}, "board.graph", "too many words for a graph"),
        ({"board": {"graph": "path 3", "start": 9}}, "board.start", "no vertex '9'"),
        (
            {"board": {"graph": {"n": 2, "edges": [[0, 1], [0, 2]]}}},
            "board.graph.edges[1]",
            "edge (0, 2) leaves the vertices 0..1",
        ),
        (
            {"board": {"graph": {"n": 2, "edges": [[0, "b"]]}}},
            "board.graph.edges[0]",
            "expected a pair of vertices, found [0, 'b']",
        ),
        ({"board": "path 3", "limits": {"tim": 3}}, "limits.tim", "did you mean 'time'?"),
        ({"board": "path 3 --strat 1"}, "board", "did you mean 'start'?"),
    ],
)
def test_a_bad_instance_names_place_and_expectation(
    fields: dict[str, Any], where: str, message: str
) -> None:
    with pytest.raises(BadInput) as caught:
        instances.resolve(read_object(**{"board": "path 3", **fields}))
    assert caught.value.where == where
    assert message in caught.value.message


def test_words_and_objects_mean_the_same() -> None:
    keys = {
        instances.resolve(read_object(**fields)).key
        for fields in (
            {"board": "path 5 --start 3"},
            {"board": "geography path 5 --start 3"},
            {"board": "path 5", "position": "--start 3"},
            {"board": "path 5", "position": {"start": 3}},
            {"board": {"graph": "path 5", "start": 3}},
            {"board": {"graph": {"n": 5, "edges": [[0, 1], [1, 2], [2, 3], [3, 4]]}, "start": "3"}},
        )
    }
    assert len(keys) == 1
    other = instances.resolve(read_object(board="path 5 --start 2")).key
    assert other not in keys


def test_files_in_json_and_toml(tmp_path: Path) -> None:
    (tmp_path / "g.col").write_text("p edge 3 2\ne 1 2\ne 2 3\n")
    (tmp_path / "a.toml").write_text(
        'schema = "gameproof/instance/1"\ngame = "geography"\nboard = "g.col --start 1"\n'
    )
    one = instances.read(tmp_path / "a.toml")
    instances.write(tmp_path / "b.json", one)
    two = instances.read(tmp_path / "b.json")
    assert instances.resolve(one).key == instances.resolve(two).key
    (tmp_path / "c.json").write_text("{")
    with pytest.raises(BadInput) as caught:
        instances.read(tmp_path / "c.json")
    assert str(tmp_path / "c.json") in caught.value.where


def corpus() -> list[Path]:
    folder = Path(instances.__file__).parent / "data"
    return sorted(folder.rglob("*.json")) + sorted(folder.rglob("*.toml"))


@cache
def valid() -> Validator:
    """The schema of instances, made once."""
    shape = schema("instance")
    return validator_for(shape)(shape)


def test_every_shipped_instance_fits_the_schema_and_says_its_source() -> None:
    for path in corpus():
        if path.suffix == ".json" and "schema" not in path.read_text(encoding="utf-8")[:4000]:
            continue  # a board's data, not an instance
        one = instances.read(path)
        assert one.source, f"{path}: every expected answer has a source"
        if path.suffix == ".json":
            valid().validate(json.loads(path.read_text(encoding="utf-8")))
        assert games()[one.game], path


def test_the_shipped_schemas_are_those_of_the_code() -> None:
    folder = Path(instances.__file__).parent
    for name in ("instance", "answer", "claim"):
        shipped = json.loads((folder / f"{name}.schema.json").read_text(encoding="utf-8"))
        assert shipped == json.loads(msgspec.json.encode(schema(name)))


def test_words_come_back() -> None:
    words = "geography grid 3 3 --start 4"
    one = instances.from_words(words.split())
    assert instances.resolve(one).words == words
    game = games()["geography"][0]
    assert to_words(game, {"graph": "path 3"}) == "geography path 3"


def test_a_question_may_be_given_as_a_flag() -> None:
    one = instances.from_words(["geography", "grid", "3", "3", "--all"])
    two = instances.from_words(["geography", "grid", "3", "3"], "all")
    assert one == two
    assert one.question == "all"
