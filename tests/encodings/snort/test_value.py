"""Values of Snort and Col, each run through the checker."""

from __future__ import annotations

from typing import Any

import pytest
from networkx import is_connected
from networkx.generators.atlas import graph_atlas_g
from reference.proved import question_of
from reference.snort_graphs import graph, table
from reference.snort_values import value as by_the_rules

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import verify
from gameproof.certificates.values.games import Games
from gameproof.encodings.method import Finding, Options
from gameproof.encodings.short_games import parse_value, same_value
from gameproof.encodings.snort.value import METHODS, position_value
from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.snort import COL, SNORT, Position, make_col, make_snort
from gameproof.instances.graphs import take_graph
from gameproof.solvers.limits import Limits

VALUE = next(m for m in METHODS if m.question == "value")
EQUALS = next(m for m in METHODS if (m.question, m.name) == ("equals", "canonical-form"))


def proved(position: Position, **options: Any) -> Finding:
    finding = VALUE.run(position, Limits(), Options(**options))
    assert finding.certificate is not None
    check(position, "value", text(finding), finding.certificate)
    return finding


def text(finding: Finding) -> str:
    assert isinstance(finding.answer, str)
    return finding.answer


def check(
    position: Any, question: str, answer: str, certificate: Certificate, **arguments: Any
) -> str:
    asked = question_of(position.rules.name, question)
    return verify(position, asked, arguments, answer, certificate).sentence


@pytest.mark.parametrize("row", table(), ids=lambda row: row["name"])
def test_table_of_values(row: dict[str, Any]) -> None:
    finding = proved(make_snort(graph(row["name"])))
    assert same_value(row["cf"], text(finding))
    assert finding.follows is not None
    detail = finding.follows()
    assert detail["outcome"] == row["outcome"]
    assert (detail["left_stop"], detail["right_stop"]) == (row["ls"], row["rs"])
    assert detail["temperature"] == row["temp"]
    assert detail["birthday"] == row.get("birthday", detail["birthday"])


def words(text: str) -> Graph:
    found, _ = take_graph(text.split())
    return found


@pytest.mark.parametrize("k", range(13))
def test_stars_are_switches(k: int) -> None:
    star = words(f"star {k}") if k else Graph.of(1, [])
    assert same_value(f"±{k}" if k else "*", text(proved(make_snort(star))))


#: R..B segments of the paper's proofs, and other positions with pieces on them.
SEGMENTS = [
    ("R.B", "0"),
    ("R..B", "*"),
    ("R...B", "±1"),
    ("R....B", "±2"),
    ("R.....B", "±(2*)"),
    ("R......B", "±{3|1}"),
    ("R....R", "{3|*}"),
]


@pytest.mark.parametrize(("marks", "value"), SEGMENTS)
def test_segments_between_pieces(marks: str, value: str) -> None:
    assert same_value(value, text(proved(Position.parse(f"snort path {marks} red"))))


COL_VALUES = [
    *((f"path {k}", "0") for k in range(2, 12)),
    *((f"cycle {k}", "0") for k in range(3, 11)),
    *((f"star {k}", "*" if k % 2 and k > 1 else "0") for k in range(1, 8)),
    ("path 1", "*"),
]


@pytest.mark.parametrize(("board", "value"), COL_VALUES)
def test_col(board: str, value: str) -> None:
    assert proved(make_col(words(board))).answer == value


def test_every_graph_with_at_most_five_vertices() -> None:
    for atlas in graph_atlas_g()[1:53]:
        board = Graph.of(atlas.number_of_nodes(), list(atlas.edges()))
        for rules in (SNORT, COL):
            position = Position(rules, board)
            value = position_value(position, Limits())
            assert value.game == by_the_rules(value.store, position)
            proved(position)


def test_equals_in_any_notation() -> None:
    position = make_snort(words("path 4"))
    for game, answer in (("{2|1||-1|-2}", True), ("±{2|1}", True), ("±2", False), ("^", False)):
        options = Options(arguments={"game": game})
        finding = EQUALS.run(position, Limits(), options)
        assert finding.answer is answer
        assert finding.detail == {"value": "±{2|1}"}
    with pytest.raises(BadInput, match="standard notation: it ends too soon"):
        EQUALS.run(position, Limits(), Options(arguments={"game": "{2}"}))
    with pytest.raises(BadInput, match="not a value"):
        same_value("nonsense", "0")


def test_equals_is_checked() -> None:
    position = make_snort(words("path 3"))
    finding = EQUALS.run(position, Limits(), Options(arguments={"game": "±2"}))
    assert finding.certificate is not None
    assert check(position, "equals", "yes", finding.certificate, game="±2")
    assert check(position, "equals", "no", finding.certificate, game="±3")
    for answer, game in (("no", "±2"), ("yes", "±3"), ("yes", None), ("perhaps", "±2")):
        with pytest.raises(Rejected):
            check(position, "equals", answer, finding.certificate, game=game)
    for arguments in ({}, {"game": 2}, {"game": "±2", "other": "±2"}, {"games": "±2"}):
        with pytest.raises(Rejected):
            check(position, "equals", "yes", finding.certificate, **arguments)


def test_no_certificate_when_none_is_wanted() -> None:
    finding = VALUE.run(make_snort(words("path 6")), Limits(), Options(certificate=False))
    assert finding.answer == "*"
    assert finding.certificate is None


def test_too_many_components_are_not_proved_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gameproof.encodings.snort.value.PROVED_COMPONENTS", 5)
    position = make_snort(words("path 8"))
    finding = VALUE.run(position, Limits(), Options())
    assert finding.certificate is None
    assert finding.stats["unproved"] == "more than 5 components to prove"
    assert isinstance(proved(position, explicit=True).certificate, Games)


def test_reading_every_answer_back() -> None:
    for row in table():
        answer = str(position_value(make_snort(graph(row["name"])), Limits()))
        assert str(parse_value(answer)) == answer


@pytest.mark.slow
def test_second_player_wins_among_connected_graphs_with_at_most_seven_vertices() -> None:
    """1, 0, 6, 5 connected P-positions with 4, 5, 6, 7 vertices; all others are N."""
    found = dict.fromkeys(range(1, 8), 0)
    for atlas in graph_atlas_g()[1:]:
        if is_connected(atlas):
            n = atlas.number_of_nodes()
            board = Graph.of(n, list(atlas.edges()))
            outcome = position_value(Position(SNORT, board), Limits()).outcome
            assert outcome in ("N", "P")
            found[n] += outcome == "P"
    assert found == {1: 0, 2: 0, 3: 0, 4: 1, 5: 0, 6: 6, 7: 5}
