"""Checkers written from docs/trust.md and docs/formats.md alone: they suffice, and are so."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from gameproof.cli.main import run
from gameproof.games import geography
from gameproof.games.graph import Graph
from gameproof.games.positional import Position
from gameproof.instances.instance import from_words, resolve


def cube_lines(n: int, d: int) -> list[tuple[int, ...]]:
    """The lines of [n]^d in the order of the page."""
    if n == 1:
        return [(0,)]
    lines = []
    for place in reversed(range(d)):
        for before in itertools.product(range(n), repeat=place):
            for after in itertools.product([*range(n), "up", "down"], repeat=d - place - 1):
                line = []
                for i in range(n):
                    value = {"up": i, "down": n - 1 - i}
                    cell = (*before, i, *(value.get(x, x) for x in after))
                    number = 0
                    for coordinate in cell:
                        number = number * n + coordinate
                    line.append(number)
                lines.append(tuple(sorted(line)))
    return lines


def mnk_lines(m: int, n: int, k: int) -> list[tuple[int, ...]]:
    lines = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row, column in itertools.product(range(m), range(n)):
            cells = [(row + i * down, column + i * right) for i in range(k)]
            if all(0 <= r < m and 0 <= c < n for r, c in cells):
                lines.append(tuple(sorted(r * n + c for r, c in cells)))
    return lines


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        *((f"tictactoe {n} {d}", cube_lines(n, d)) for n in range(1, 5) for d in range(1, 4)),
        ("tictactoe 3 4", cube_lines(3, 4)),
        *(
            (f"mnk {m} {n} {k}", mnk_lines(m, n, k))
            for m, n, k in ((3, 3, 3), (4, 6, 3), (5, 2, 4))
        ),
    ],
)
def test_the_order_of_lines(words: str, lines: list[tuple[int, ...]]) -> None:
    position: object = resolve(from_words(words.split())).position
    assert isinstance(position, Position)
    assert [tuple(sorted(s)) for s in position.sets("first").sets()] == lines


def document(words: str, folder: Path) -> dict[str, Any]:
    path = folder / "proof.json"
    assert run(["solve", *words.split(), "-o", str(path)]) == 0
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


def array(value: dict[str, Any]) -> Any:
    """Nested lists from the JSON of an array."""
    numbers, shape = list(value["numbers"]), value["shape"]
    for extent in reversed(shape[1:]):
        numbers = [numbers[i : i + extent] for i in range(0, len(numbers), extent)]
    return numbers


def pairs_hold(board: dict[str, Any], certificate: dict[str, Any]) -> bool:
    """The check of ``pairing`` on an untouched cube, from the page."""
    lines = cube_lines(board["n"], board["d"])
    pairs = array(certificate["pairs"])
    cells = [cell for pair in pairs for cell in pair]
    if len(set(cells)) < len(cells) or not set(cells) <= set(range(board["n"] ** board["d"])):
        return False
    owner = certificate["owner"]
    owners = list(range(len(pairs))) if owner is None else array(owner)
    return len(owners) == len(lines) and all(
        set(pairs[p]) <= set(line) for p, line in zip(owners, lines, strict=True)
    )


@pytest.mark.parametrize("words", ["tictactoe 5 2", "tictactoe 6 2", "tictactoe 8 3"])
def test_a_pairing_is_checked_from_the_page(words: str, tmp_path: Path) -> None:
    found = document(f"{words} -q pairing", tmp_path)
    (certificate,) = found["steps"]
    assert certificate["kind"] == "pairing"
    assert certificate["player"] == "second"
    assert found["answer"] == "exists"
    assert pairs_hold(found["instance"]["board"], certificate)
    numbers = certificate["pairs"]["numbers"]
    numbers[0], numbers[2] = numbers[2], numbers[0]
    assert not pairs_hold(found["instance"]["board"], certificate)


def follow(certificate: dict[str, Any], edges: list[tuple[int, int]], start: int) -> set[str]:
    """The results of a strategy for vertex geography, played from the page."""
    starts, moves, children = (array(certificate[k]) for k in ("starts", "moves", "children"))
    (proof,) = certificate["proofs"]
    starter, (side,), root = proof["starter"], proof["side"], proof["root"]
    assert (proof["avoids"], proof["plies"]) == ([], None)
    names = ("first", "second")
    assert starter == "first"
    results = set()
    reached = {root: (start, frozenset[int](), 0)}
    for node in range(len(starts) - 1):
        token, gone, mover = reached[node]
        ends = {b for a, b in edges if a == token} | {a for a, b in edges if b == token}
        legal = ends - gone - {token}
        given = range(starts[node], starts[node + 1])
        named = {int(certificate["texts"][moves[e]]): children[e] for e in given}
        assert set(named) <= legal
        if not legal:
            results.add(names[1 - mover])
        elif names[mover] == side:
            assert len(named) == 1
        else:
            assert set(named) == legal
        for vertex, child in named.items():
            assert child > node
            after = (vertex, gone | {token}, 1 - mover)
            assert reached.setdefault(child, after) == after
    assert len(reached) == len(starts) - 1
    return results


def test_a_strategy_is_checked_from_the_page(tmp_path: Path) -> None:
    from gameproof.encodings.plays import build
    from gameproof.prover.written import to_json

    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (1, 3), (3, 4)]
    start = geography.Position(Graph.of(5, edges), token=0)

    def wins(position: geography.Position) -> bool:
        return any(not wins(position.play(v)) for v in position.moves())

    def reply(position: geography.Position) -> int:
        return next(v for v in position.moves() if not wins(position.play(v)))

    winner = "first" if wins(start) else "second"
    (certificate,) = to_json(build([(start, winner)], reply))
    assert follow(certificate, edges, 0) == {winner}
