"""Snort for several players."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace
from networkx.generators.atlas import graph_atlas_g
from reference.plays import from_tables
from reference.proved import question_of

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.definitions import definition as rule
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import verify
from gameproof.certificates.strategies.play import Play
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.snort.snort_multiplayer import METHODS, search_for
from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.snort_multiplayer import Position, make
from gameproof.instances.graphs import take_graph
from gameproof.replies.strategies.play import reply
from gameproof.solvers.limits import LimitReached, Limits


def board(text: str, players: int) -> Position:
    graph, _ = take_graph(text.split())
    return make(graph, players)


def ask(position: Position, question: str) -> Finding:
    method = next(m for m in METHODS if m.question == question)
    finding = method.run(position, Limits(), Options())
    assert finding.certificate is not None
    check(position, question, str(finding.answer), finding.certificate)
    return finding


def check(position: Any, question: str, answer: str, certificate: Certificate) -> None:
    verify(position, question_of("snort-multiplayer", question), {}, answer, certificate)


@pytest.mark.parametrize(
    ("family", "first", "counts"),
    [
        ("path", 1, (2, 6, 14, 32, 74, 170, 392, 904)),
        ("cycle", 3, (14, 30, 72, 156, 352, 806)),
    ],
)
def test_reachable_labellings_of_two_players(
    family: str, first: int, counts: tuple[int, ...]
) -> None:
    for k, count in enumerate(counts, first):
        finding = ask(board(f"{family} {k}", 2), "labellings")
        assert finding.answer == count <= 4**k


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_star_is_won_by_its_centre_for_any_number_of_players(players: int) -> None:
    for leaves in range(7):
        finding = ask(board(f"star {leaves}", players), "forces")
        assert finding.answer == "1"
        if leaves:
            assert finding.winning_moves == (0,)


def labels_seen(position: Position) -> set[str]:
    seen, waiting = {position}, [position]
    while waiting:
        here = waiting.pop()
        for v in here.moves():
            child = here.play(v)
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return {label for p in seen for label in p.labels()}


def test_only_n_plus_two_labels_occur() -> None:
    assert labels_seen(board("path 7", 3)) == {"A", "U", "1", "2", "3"}
    assert labels_seen(board("path 8", 4)) == {"A", "U", "1", "2", "3", "4"}


def forcing(position: Position) -> str:
    """By the rules: for each player the game against all others."""

    def wins(player: int) -> bool:
        @cache
        def value(p: Position) -> bool:
            if p.mover is None:
                return p.last == player
            after = [value(p.play(v)) for v in p.moves()]
            return any(after) if p.mover == player else all(after)

        return value(position)

    found = [str(i + 1) for i in range(position.count) if wins(i)]
    assert len(found) <= 1
    return found[0] if found else "nobody"


@pytest.mark.parametrize("players", [2, 3])
def test_small_graphs_against_the_rules(players: int) -> None:
    for atlas in graph_atlas_g()[1:53]:
        position = make(Graph.of(atlas.number_of_nodes(), list(atlas.edges())), players)
        assert ask(position, "forces").answer == forcing(position)


@pytest.mark.parametrize(
    ("words", "answer"), [("path 5", "nobody"), ("path 6", "1"), ("cycle 6", "2")]
)
def test_three_players(words: str, answer: str) -> None:
    position: Any = board(words, 3)
    finding = ask(position, "forces")
    assert finding.answer == answer == forcing(position)
    if answer == "1":
        assert isinstance(finding.certificate, Play)
        assert (reply(position, finding.certificate),) == finding.winning_moves


def test_notation() -> None:
    position = board("path 5", 3).play(0).play(2)
    assert str(position) == "snort-multiplayer graph 0-1,1-2,2-3,3-4 1.2.. 3 3 2"
    assert Position.parse(str(position)) == position
    assert position.labels() == "UUU2A"
    assert position.to_move == "3"
    for text in (
        "snort path ...",
        "snort-multiplayer graph 0-1 .. 1 1 0",
        "snort-multiplayer graph 0-1 .9 3 1 0",
        "snort-multiplayer graph 0 .. 3 1 0",
    ):
        with pytest.raises(BadInput):
            Position.parse(text)


def test_illegal_moves_and_boards() -> None:
    position = board("path 3", 3).play(0)
    with pytest.raises(BadInput, match="player 2 may not play on vertex 1"):
        position.play(1)
    with pytest.raises(BadInput, match="2 to 9 players"):
        board("path 3", 1)
    with pytest.raises(BadInput, match="allows no loops"):
        make(Graph.of(2, [(0, 0)]))


def test_wrong_strategies_are_rejected() -> None:
    position = board("path 5", 3)
    finding = ask(position, "forces")
    proof = finding.certificate
    assert isinstance(proof, Play)
    for answer in ("1", "2", "3", "4", "", "0", "Nobody"):
        with pytest.raises(Rejected):
            check(position, "forces", answer, proof)
    edges = range(len(proof.moves))
    for e, text in itertools.product(edges, range(len(proof.texts))):
        moves = proof.moves.copy()
        moves[e] = text
        for answer in ("1", "2", "3"):
            with pytest.raises(Rejected):
                check(position, "forces", answer, replace(proof, moves=moves))
    for i in range(3):
        # Without one of the three strategies nothing is said of that player.
        rest = proof.proofs[:i] + proof.proofs[i + 1 :]
        with pytest.raises(Rejected, match=r"does not entail|never reached"):
            check(position, "forces", "nobody", replace(proof, proofs=rest))


def test_everybody_together_forces_nothing_for_one() -> None:
    """All players as one side can choose the winner; that is no win of player 1 alone."""
    position = board("path 5", 3)
    replies: dict[str, str] = {}
    here = position
    while here.result() is None:
        replies[here.key()] = str(here.moves()[0])
        here = here.play(here.moves()[0])
    winner = here.result()
    for answer in ("1", "2", "3", "nobody"):
        with pytest.raises(Rejected, match="does not entail"):
            check(position, "forces", answer, from_tables(position, (["1", "2", "3"], replies)))
    assert winner in position.players


def test_finished_games() -> None:
    nothing = make(Graph.of(0, []), 3)
    assert (nothing.result(), nothing.to_move) == ("nobody", "1")
    assert ask(nothing, "forces").answer == "nobody"
    over = make(Graph.of(2, [(0, 1)]), 2, [0, 1])
    assert (over.result(), over.to_move) == ("1", "2")
    assert ask(over, "forces").answer == "1"
    for position, wrong in ((nothing, "123"), (over, "2")):
        for answer in (*wrong, "nobody" if position is over else "4"):
            for proof in (
                from_tables(position, (["1"], {}), (["2"], {})),
                from_tables(position, (["1", "2"], {})),
            ):
                with pytest.raises(Rejected):
                    check(position, "forces", answer, proof)


def test_keys_tell_positions_apart() -> None:
    """Two positions below one start have one key only if they are one position."""
    seen: dict[str, Position] = {}
    waiting = [board("path 6", 3)]
    while waiting:
        here = waiting.pop()
        assert seen.setdefault(here.key(), here) == here
        waiting.extend(here.play(v) for v in here.moves())
    assert len(seen) > 50


def test_wrong_numbers_of_labellings_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    position = board("path 3", 2)
    assert ask(position, "labellings").answer == 14
    for answer in ("13", "15", "0", "-14", "14.0", "014", "", "nobody"):
        with pytest.raises(Rejected):
            check(position, "labellings", answer, Definition())
    monkeypatch.setattr(rule, "STEPS", 10 * 3 * 2)
    with pytest.raises(Rejected, match="too many steps"):
        check(position, "labellings", "14", Definition())


class Looks(Limits):
    """Limits that run out at the look after as many as ``seed`` says."""

    def check(self) -> None:
        if self.seed == len(LOOKED):
            raise LimitReached("time")
        LOOKED.append(1)


LOOKED: list[int] = []


@pytest.mark.parametrize("looks", [0, 1, 3])
def test_a_limit_leaves_the_labellings_counted_so_far(looks: int) -> None:
    position = board("path 8", 2)
    LOOKED.clear()
    finding = METHODS[1].run(position, Looks(seed=looks), Options())
    assert (finding.answer, finding.detail["reason"]) == (UNKNOWN, "time")
    assert min(904, 64 * looks) <= finding.detail["at_least"] <= 904
    assert finding.detail["bound"] == "(2 + 2)^8 = 65536"


@pytest.mark.parametrize(
    ("decided", "cannot", "possible"),
    [(0, "none known", "1 2 3 nobody"), (1, "1", "2 3 nobody"), (2, "1 2", "3 nobody")],
)
def test_a_limit_leaves_the_players_who_cannot_force(
    monkeypatch: pytest.MonkeyPatch, decided: int, cannot: str, possible: str
) -> None:
    position = board("path 8", 3)
    assert METHODS[0].run(position, Limits(), Options()).answer == "nobody"

    def stopped(player: int, limits: Limits) -> Any:
        if player == decided:
            limits = Limits(time_limit=0.0)
        search = search_for(player, limits)
        search.nodes = -1 if player == decided else 0  # it looks at its limits at once
        return search

    monkeypatch.setattr("gameproof.encodings.snort.snort_multiplayer.search_for", stopped)
    finding = METHODS[0].run(position, Limits(), Options())
    assert (finding.answer, finding.detail["reason"]) == (UNKNOWN, "time")
    assert finding.detail["cannot_force"] == cannot
    assert finding.detail["possible"] == possible
