"""Certificates built to deceive, family by family: what is concluded must still be true.

Random forgeries are in ``test_soundness``; these have a plan. Each builder makes its
certificates for every tiny board of its family, and the oracle judges what was derived.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Iterator, Sequence
from math import prod
from operator import itemgetter
from typing import cast

import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import Json, convert
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.kinds import kinds
from gameproof.games import geography, paper_soccer, positional, snort, torus_cycles
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import Statement
from gameproof.instances.instance import Resolved
from soundness.attacks import listed
from soundness.campaign import SLOWEST, genuine
from soundness.goals import goals
from soundness.rules_oracle import TooLarge, holds

Data = dict[str, Json]
Built = Iterator[Data]
LIMIT, LIMIT_SLOW = 400, 4000
"""Certificates of a builder, at most; a seeded sample of them where there are more."""


def row(numbers: list[int], dtype: str = "<i8", shape: list[int] | None = None) -> Json:
    return {"numbers": [*numbers], "dtype": dtype, "shape": [*(shape or [len(numbers)])]}


def names(goal: Resolved) -> list[str]:
    """Players, and words that stand for results and answers elsewhere."""
    return [*goal.position.players, "N", "P", "L", "R", "draw", "next", "previous", "nobody", ""]


# ----------------------------------------------------------- players, starters, all plays


def graph_of(first: AnyPosition, side: list[str], everything: bool) -> Data | None:
    """All plays in which the side makes its first moves, or all, one node for each position."""
    order, number = [first], {first.key(): 0}
    edges: list[list[tuple[str, int]]] = []
    for here in order:
        if len(order) > 60:
            return None
        moves = list(here.moves())
        if not everything and here.to_move in side:
            moves = moves[:1]
        edges.append([])
        for move in moves:
            after = here.play(move)
            if after.key() not in number:
                number[after.key()] = len(order)
                order.append(after)
            edges[-1].append((here.move_text(move), number[after.key()]))
    texts = sorted({text for own in edges for text, _ in own})
    return {
        "kind": "play",
        "texts": [*texts],
        "starts": row(list(itertools.accumulate(map(len, edges), initial=0))),
        "moves": row([texts.index(text) for own in edges for text, _ in own]),
        "children": row([child for own in edges for _, child in own]),
        "keys": row([0] * len(order)),
    }


def proofs_of(starter: str, side: list[str], nodes: int) -> Iterator[list[Json]]:
    """Rows about everything that one might want to prove by a graph."""
    for avoids in ([], ["draw"], ["first"], ["nobody"], [*side], ["black", "white"]):
        for plies in (None, 0, 1, 3):
            proof: Data = {"starter": starter, "side": [*side], "avoids": [*avoids],
                           "plies": plies, "root": 0}  # fmt: skip
            yield [proof]
            for root in (nodes - 1, nodes, -1):
                yield [{**proof, "root": root}]
                yield [proof, {**proof, "root": root}]
            yield [proof, {**proof, "avoids": [], "plies": None}]


def all_plays(goal: Resolved) -> Built:
    """Every play as the replies of whoever one likes: one player, several, everybody, strangers."""
    start = goal.position
    known = sorted(start.players)
    sides = [*([name] for name in names(goal)), known, known[:2], [known[0]] * 2, known[::-1], []]
    for starter, side in itertools.product(names(goal), sides):
        for everything in (True, False):
            first = start
            if starter in start.players and starter != start.to_move:
                if Law.EITHER_STARTS not in start.laws:
                    continue
                first = start.turn(starter)  # type: ignore[attr-defined]
            graph = graph_of(first, side, everything)
            if graph is None:
                return
            for proofs in proofs_of(starter, side, len(graph["starts"]["numbers"]) - 1):  # type: ignore[call-overload, index, arg-type]
                yield {**graph, "proofs": proofs}


def alone(goal: Resolved) -> Built:
    """A graph of one node, whatever the position; and of no node."""
    for starter, side in itertools.product(names(goal), names(goal)):
        for ends in ([0, 0], [0]):
            for proofs in proofs_of(starter, [side], len(ends) - 1):
                yield {"kind": "play", "proofs": proofs, "texts": [],
                       "starts": row(ends), "moves": row([]), "children": row([]),
                       "keys": row([0] * (len(ends) - 1))}  # fmt: skip


# ---------------------------------------------------------------------------- parts


def nested(goal: Resolved) -> Built:
    """Composite kinds with parts that say something else, the same one for all moves, one
    too few, one twice, and inside one another."""
    parts: list[Data] = [found[0].data for found in genuine().values()]
    parts += [{"kind": "definition"}, {"kind": "strategy-stealing"}, {"kind": "closed-form"},
              {"kind": "each-move"}, {"kind": "together"}]  # fmt: skip
    texts = [goal.position.move_text(move) for move in goal.position.moves()]
    for part in parts:
        yield {"kind": "together", "uses": [[None, part]]}
        yield {
            "kind": "together",
            "uses": [[None, {"kind": "together", "uses": [[None, part]]}], [None, part]],
        }
        every: list[Json] = [[text, part] for text in texts]
        yield {"kind": "each-move", "uses": every}
        yield {"kind": "each-move", "uses": every[1:]}
        yield {"kind": "each-move", "uses": [*every, *every[:1]]}
        yield {"kind": "each-move", "uses": [*every, [None, part]]}
        for key in ("countdown", "in turn", 0, 1, -1):
            yield {"kind": "together", "uses": [[key, part]]}
    deep: Data = {"kind": "definition"}
    for _ in range(30):
        deep = {"kind": "together", "uses": [[None, deep]]}
    yield deep


# ------------------------------------------------------------------------ Snort, Col


def opposition(goal: Resolved) -> Built:
    """Every starter and winner; images by the identity, to one vertex, around, backwards."""
    n = goal.position.graph.n  # type: ignore[attr-defined]
    images = [
        [],
        [[v, v] for v in range(n)],
        [[v, (v + 1) % n] for v in range(n)],
        [[v, n - 1 - v] for v in range(n)],
        [[v, (v + n // 2) % n] for v in range(n)],
        [[v, 0] for v in range(n)],
    ]
    for starter, side in itertools.product(("red", "blue", "left", ""), repeat=2):
        for first in ([], *([v] for v in range(-1, n + 1)), [0, 0], [0, 1]):
            for image in images:
                one: Json = [starter, side, [*first], [*image]]
                yield {"kind": "images", "rows": [one]}
                yield {"kind": "images", "rows": [one, one]}
        for play in ("normal", "misere", "MISERE"):
            yield {"kind": "snort-strategy", "rows": [[starter, side]], "play": play,
                   "keys": row([]), "moves": row([])}  # fmt: skip


# ---------------------------------------------------------------- positional games


def weighed(goal: Resolved, player: str) -> Built:
    """Weights of live sets and cells, all the same but perhaps one, in every direction."""
    position = cast("object", goal.position)
    assert isinstance(position, positional.Position)
    free, live = position.board.cells, len(position.live("first"))
    for direction, heavy, light in itertools.product(
        ("exists", "none", "weights", ""), (0, 1, 2, 1 << 30), (-1, 0, 1)
    ):
        for first, last in itertools.product((light, heavy), repeat=2):
            sets, cells = [heavy] * live, [light] * free
            sets[:1], cells[-1:] = [first][:live], [last][:free]
            yield {"kind": "hall", "direction": direction, "sets": row(sets), "cells": row(cells),
                   "player": player}  # fmt: skip


def regions_and_pairs(goal: Resolved) -> Built:
    """Tiles without regions, with empty ones, with one cell; every blocking player; Hall's
    condition in either direction."""
    for player in ("first", "second", "maker", "breaker", ""):
        for direction in ("exists", "none", ""):
            for sets in (None, row([]), row([0]), row([0, 1]), row([0, 1, 2])):
                yield {"kind": "hall", "direction": direction, "sets": sets, "player": player}
        yield from weighed(goal, player)
    tiles: list[Json] = [
        [],
        [[]],
        [[[]]],
        [[[[0, 0], [0, 1]]]],
        [[[[0, 0], [1, 0]]]],
        [[[[0, 0]]]],
        [[[[0, 0], [0, 3]]]],
        [[[[0, 0], [0, 1]]], [[[1, 0], [1, 1]]]],
        [[[[0, 0], [0, 1], [0, 2]], [[0, 0], [1, 0], [2, 0]]]],
    ]
    for tile, r, c in itertools.product(tiles, (1, 2, 3), (1, 2, 3)):
        for s in range(c):
            yield {"kind": "tiling", "rows": r, "columns": c, "shift": s, "regions": tile}


def strategies_of_sets(goal: Resolved) -> Built:
    """Proofs without nodes, of nodes without edges, within few plies, one of each claim."""
    position = cast("object", goal.position)
    assert isinstance(position, positional.Position)
    cells = position.board.cells
    for attacker, what in itertools.product(("first", "second", "maker"), ("forces", "prevents")):
        for opening, root, plies in itertools.product(range(-1, cells), (-1, 0), (None, 0, 1, 2)):
            for nodes in (0, 1, 2):
                yield {
                    "kind": "positional-strategy",
                    "first": [*sorted(position.first)],
                    "second": [*sorted(position.second)],
                    "to_move": position.to_move,
                    "plies": plies,
                    "proofs": [[attacker, what, opening, root, 0]],
                    "permutations": row([*range(cells)], shape=[1, cells]),
                    "edge_ends": row([0] * (nodes + 1)),
                    "moves": row([]), "replies": row([]), "children": row([]),
                    "symmetries": row([]), "line_ends": row([0] * (nodes + 1)),
                    "cell_ends": row([0]), "cells": row([]),
                }  # fmt: skip
    free = [c for c in range(cells) if c not in position.first | position.second]
    chosen = [free[:2], free[-2:], free[:4], free[::2], [0, 0], free[:1] * 2, [*free, *free]]
    for attacker, what, pairs in itertools.product(
        ("first", "second", "maker"), ("forces", "prevents"), chosen
    ):
        for opening, nodes in itertools.product(range(-1, cells), (0, 1, 2)):
            rows = len(pairs) // 2
            yield {
                "kind": "positional-strategy", "first": [*sorted(position.first)],
                "second": [*sorted(position.second)], "to_move": position.to_move,
                "plies": None, "proofs": [[attacker, what, opening, 0, 0]],
                "permutations": row([*range(cells)], shape=[1, cells]),
                "edge_ends": row([0] * (nodes + 1)),
                "moves": row([]), "replies": row([]), "children": row([]),
                "symmetries": row([]), "line_ends": row([0] * (nodes + 1)),
                "cell_ends": row([0]), "cells": row([]),
                "pair_ends": row([0, *[rows] * nodes]),
                "pairs": row(pairs[: 2 * rows], shape=[rows, 2]),
            }  # fmt: skip
    for player, pairs, opening in itertools.product(
        ("first", "second", "maker"), chosen, range(-1, cells)
    ):
        own = [*sorted(position.second if player == "second" else position.first)]
        rows = len(pairs) // 2
        for answers in ([], [opening, 0, 0], [*pairs[:1], 0, 0, opening, 0, 0], [opening, 1, 0]):
            named = len(answers) // 3
            yield {
                "kind": "hold", "player": player, "turn": 0, "opening": opening,
                "permutations": row([*range(cells)], shape=[1, cells]),
                "stone_ends": row([0, len(own), len(own)]), "stones": row(own),
                "pair_ends": row([0, rows, rows]), "pairs": row(pairs[: 2 * rows], shape=[rows, 2]),
                "answer_ends": row([0, 0, named]), "answers": row(answers, shape=[named, 3]),
            }  # fmt: skip
    numbers = [*range(-1, len(position.board.first_sets))]
    for attacker, opening, number in itertools.product(
        ("first", "second", "maker"), range(-1, cells), numbers
    ):
        reply, child = free[opening % len(free)] if free else 0, -1 - number
        for edges in (
            [], [-1, reply, child], [-1, -1, -1], [-1, reply, child, reply, reply, child],
            [-1, reply, child, reply, -1, -1], [-1, reply, child, reply, free[0], child],
            [-1, reply, 0], [reply, reply, child],
        ):  # fmt: skip
            yield {
                "kind": "force", "attacker": attacker, "first": [*sorted(position.first)],
                "second": [*sorted(position.second)], "to_move": position.to_move,
                "opening": opening, "root": 0, "edge_ends": row([0, len(edges) // 3]),
                "moves": row(edges[::3]), "replies": row(edges[1::3]),
                "children": row(edges[2::3]),
            }  # fmt: skip
    shape = position.board.shape
    boxes = [([a] * len(shape), [b] * len(shape)) for a in (0, 1) for b in (1, 2, 3)]
    boxes += [([0] * len(shape), list(shape)), ([], []), ([0] * len(shape), [0] * len(shape))]
    for (low, size), attacker in itertools.product(boxes, ("first", "second", "maker")):
        for opening, root, nodes in itertools.product(range(-1, cells + 3), (-1, 0), (0, 1, 2)):
            yield {
                "kind": "positional-strategy", "box": [[*low], [*size]],
                "first": [], "second": [], "to_move": position.to_move, "plies": None,
                "proofs": [[attacker, "forces", opening, root, 0]],
                "permutations": row([*range(prod(size))], shape=[1, prod(size)]),
                "edge_ends": row([0] * (nodes + 1)),
                "moves": row([]), "replies": row([]), "children": row([]),
                "symmetries": row([]), "line_ends": row([0] * (nodes + 1)),
                "cell_ends": row([0]), "cells": row([]),
            }  # fmt: skip
    identity = row([*range(cells)], shape=[1, cells])
    for spare, number, opening in itertools.product((-1, -2), (-1, 0, 1), range(-1, cells)):
        for answers in ([], [max(opening, 0), 0, 0]):
            nodes = 1 + bool(answers)
            owners = [number if c < 2 else spare for c in range(cells)]
            yield {
                "kind": "hold", "player": "second", "turn": 0, "opening": opening,
                "permutations": identity, "stone_ends": row([0] * (nodes + 1)), "stones": row([]),
                "pair_ends": row([0] * (nodes + 1)), "pairs": row([], shape=[0, 2]),
                "answer_ends": row([0, 0, len(answers) // 3][: nodes + 1]),
                "answers": row(answers, shape=[len(answers) // 3, 3]),
                "owned": row([0]), "owners": row(owners, shape=[1, cells]),
            }  # fmt: skip


def every_permutation(goal: Resolved) -> Built:
    """Permutations of the cells where there is hardly a set."""
    position = cast("object", goal.position)
    assert isinstance(position, positional.Position)
    n = position.board.cells
    turn, swap = [*range(1, n), 0], [*range(n)[1::-1], *range(2, n)]
    for found in genuine()["hold"]:
        yield {**found.data, "permutations": row([*range(n), *turn, *swap][: 3 * n], shape=[3, n])}


def boards_inside(goal: Resolved) -> Built:
    """Other boards with cells put anywhere, twice on one place, or nowhere."""
    position = cast("object", goal.position)
    assert isinstance(position, positional.Position)
    shape = position.board.shape or (position.board.cells,)
    places = [list(p) for p in itertools.product(*(range(s) for s in shape))]
    others = ("mnk 1 1 1", "mnk 1 2 2 --rule weak", "mnk 1 1 1 --rule weak", "mnk 1 2 2",
              "mnk 1 2 1 --rule weak --to-move second", "tictactoe 2 2", "hex 1 1", "hex 2 2",
              "tictactoe 2 2 --rule weak", "mnk 3 3 4 --rule weak", "mnk 1 1 2 --rule weak",
              "mnk 1 1 2 --rule weak --to-move second", str(position))  # fmt: skip
    pool = genuine()
    parts = [one.data for tag in ("refutation", "pairing", "hall", "play", "potential",
                                  "positional-strategy", "hold")
             for one in pool[tag][:4]]  # fmt: skip
    parts += [{"kind": "strategy-stealing"}, {"kind": "definition"}]
    for other, part in itertools.product(others, parts):
        for chosen in (places, places[:1], places[:2], [places[0]] * 2, places[:4], []):
            for question in ("drawn-position", "outcome", "sets"):
                for direction in ("inside", "around", ""):
                    yield {"kind": "map", "direction": direction,
                           "places": [*chosen],  # type: ignore[list-item]
                           "uses": [[f"{question} {other}", part]]}  # fmt: skip


# ----------------------------------------------------------------------- geography


def matchings_and_kernels(goal: Resolved) -> Built:
    """Mates that are their own, pairs without an edge, kernels that are empty or everything,
    starts decided twice, moves along no edge."""
    position = cast("object", goal.position)
    assert isinstance(position, geography.Position)
    n = position.graph.n
    for bits in range(1 << n):
        for direction in ("kernels", "none", ""):
            sets = row([bits], "|u1", [1, 1])
            kernel: Data = {"kind": "even-kernel", "direction": direction, "sets": sets}
            for start, move in itertools.product(range(n), range(-1, n)):
                yield {**kernel, "starts": row([start]), "choice": row([0]), "move": row([move])}
            yield {**kernel, "starts": row([*range(n)]), "choice": row([0] * n),
                   "move": row([-1] * n)}  # fmt: skip
    for mate in itertools.islice(itertools.product(range(-1, n), repeat=n), 100):
        for tag in ("maximum-matching",):
            fields = kinds()[tag].record.__struct_fields__
            yield {"kind": tag, **{f: row([*mate]) for f in fields}}
            for one in genuine().get(tag, [])[:6]:
                yield {**one.data, fields[0]: row([*mate])}


# ---------------------------------------------------------------------------- torus


def example(rows: Sequence[Sequence[int]]) -> Data:
    """An object of these rows."""
    ends = [0, *itertools.accumulate(map(len, rows))]
    return {
        "kind": "definition",
        "numbers": row([x for one in rows for x in one]),
        "ends": row(ends),
    }


def walks(goal: Resolved) -> Built:
    """Walks cut short, walked twice, backwards, there and back, with cells repeated; none."""
    position = cast("object", goal.position)
    assert isinstance(position, torus_cycles.Position)
    rows = [[r * position.columns + c for c in range(position.columns)]
            for r in range(position.rows)]  # fmt: skip
    lines = [*rows, *map(list, zip(*rows, strict=True))]
    lines.append([rows[-k % position.rows][k % position.columns] for k in range(position.rows)])
    for line in lines:
        for walk in (line, line[:-1], line * 2, line[::-1], line + line[::-1], line[:1], line[:2],
                     [*line, line[0]], [*line[:1], *line], line * 3):  # fmt: skip
            for more in ([], [[*walk]], [[*lines[0]]], [[*lines[-1]]]):
                yield example([walk, *more])
    yield example([])
    for found in genuine()["blocking-set"][:20]:
        for field in ("cells", "cycles", "loops", "uses"):
            yield {**found.data, field: []}


# ---------------------------------------------------------------------------- numbers


def bounds(goal: Resolved) -> Built:
    """Refutations with every bound, of every question, and with nothing to follow."""
    pool = [one.data for one in genuine()["refutation"]]
    for data in pool[:: max(1, len(pool) // 40)]:
        for bound in (None, -1, 0, 1, 2, 3, 1 << 70):
            yield {**data, "bound": bound}
    nothing: Data = {"kind": "refutation", "lemmas": row([], "<i4"), "lemma_ends": row([0, 0]),
                     "hints": row([], "<i4"), "hint_ends": row([0, 0])}  # fmt: skip
    for bound, hints in itertools.product((None, 0, 1, 2), ([], [0], [0, 0], [1, 0], [-1])):
        yield {**nothing, "bound": bound, "hints": row([*hints], "<i4"),
               "hint_ends": row([0, len(hints)])}  # fmt: skip
    for found in genuine()["definition"][:60]:
        yield {"kind": "together", "uses": [[None, found.data], [None, {**nothing, "bound": 0}]]}
        yield found.data


ANY: tuple[type, ...] = (object,)
POSITIONAL = (positional.Position,)
BUILDERS: list[tuple[Callable[[Resolved], Built], tuple[type, ...], tuple[str, ...]]] = [
    (all_plays, ANY, ("outcome", "winner", "forces", "misere-outcome", "win-within")),
    (alone, ANY, ("outcome", "winner", "forces", "win-within")),
    (nested, ANY, ("outcome", "winning-moves", "winning-plies", "all", "win-within",
                   "second-wins")),
    (opposition, (snort.Position,), ("outcome", "misere-outcome")),
    (regions_and_pairs, POSITIONAL, ("outcome", "pairing", "own-pairing")),
    (strategies_of_sets, POSITIONAL, ("outcome", "win-within")),
    (every_permutation, POSITIONAL, ("outcome", "second-wins")),
    (boards_inside, POSITIONAL, ("outcome", "drawn-position", "fewest-crosses", "count-drawn")),
    (matchings_and_kernels, (geography.Position,), ("outcome", "matching", "all", "even-kernel")),
    (walks, (torus_cycles.Position,), ("winner", "cycle", "blocked", "smallest-block", "classes",
                                       "shortest-loop")),
    (bounds, ANY, ("fewest-crosses", "drawn-position", "pairing", "even-kernel", "full-board",
                   "one-winner", "cycle", "blocked", "clear", "survive", "max-rows",
                   "max-tetrises", "acyclic-twins")),
]  # fmt: skip


def tried(
    builder: Callable[[Resolved], Built],
    positions: tuple[type, ...],
    questions: tuple[str, ...],
    limit: int,
) -> Iterator[tuple[Resolved, Data]]:
    """Goals with certificates of the builder, a seeded sample."""
    chance = random.Random(builder.__name__)
    able = [
        goal
        for goal in goals()
        if isinstance(goal.position, positions) and goal.question.name in questions
    ]
    chance.shuffle(able)
    each = max(50, limit // len(able))
    left = limit
    for goal in able:
        made = list(itertools.islice(builder(goal), 2000))
        for data in chance.sample(made, min(each, len(made))):
            yield goal, data
            left -= 1
        if left <= 0:
            return


@pytest.mark.parametrize("number", range(len(BUILDERS)), ids=[b.__name__ for b, *_ in BUILDERS])
def test_what_deceivers_prove_is_true(number: int) -> None:
    deceive(number, LIMIT)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(BUILDERS)), ids=[b.__name__ for b, *_ in BUILDERS])
def test_what_deceivers_prove_is_true_of_more(number: int) -> None:
    deceive(number, LIMIT_SLOW)


def deceive(number: int, limit: int) -> None:
    """Certificates of a builder, so many at most: whatever is derived from one is true."""
    builder, positions, questions = BUILDERS[number]
    attempts, accepted, slowest = 0, 0, 0.0
    derived: dict[tuple[int, Statement, type], tuple[Resolved, str]] = {}
    numbers = {goal.key: number for number, goal in enumerate(goals())}
    for goal, data in tried(builder, positions, questions, limit):
        attempts += 1
        where = f"{goal.words} -q {goal.question.name} {goal.arguments}: {str(data)[:300]}"
        begun = time.process_time()
        try:
            asked = Goal(goal.position, goal.question.name, goal.arguments)
            found = conclude(asked, convert(listed(data)))
        except (Rejected, BadInput):
            continue
        finally:
            slowest = max(slowest, time.process_time() - begun)
        accepted += 1
        for statement in found.statements:
            said = type(getattr(statement, "value", None))  # 1 == True, and only one is right
            derived.setdefault((numbers[goal.key], statement, said), (goal, where))
    # Board by board: what the oracle walks through for one serves the next.
    for name in sorted(derived, key=itemgetter(0)):
        goal, where = derived[name]
        try:
            assert holds(goal.position, name[1]), f"{name[1]} for {where}"
        except TooLarge:
            assert "tetris-3partition" in goal.words or "tictactoe 5 2" in goal.words
    assert slowest < SLOWEST, builder.__name__
    print(f"{builder.__name__}: {attempts} certificates, {accepted} prove something, all true")
    assert attempts > 100


def test_builders_reach_their_families() -> None:
    classes = {type(goal.position) for goal in goals()}
    assert {paper_soccer.Position, torus_cycles.Position, snort.Position} <= classes
