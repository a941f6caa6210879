"""``.pg`` files: first moves, graphs with borders or ends; against brute force from the words of
the format, and against the same games given by sets."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import networkx
import pytest

from gameproof.games.boards.border_chains import TooMany, minimal_chains, short_chains
from gameproof.games.boards.hex_board import hex_paths
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position, from_file
from gameproof.games.positional_files.pg_file import read_pg
from gameproof.games.positional_turns import TurnsPosition
from gameproof.instances.instance import from_words
from gameproof.prover.prove import prove
from gameproof.solvers.limits import Limits

FIRST = """#times
t1 t2 t3
#blackturns
t1 t3
#positions
a b c
#blackwins
a
#firstmoves
b c
"""
NEIGHBOURS = """#blackinitials
#whiteinitials
#times
1 2 3
#blackturns
1 3
#positions
a b c d
#blackwins
#neighbours
a c d
b c d
c a b
d a b
#startboarder
a b
#endboarder
c d
"""
EDGES = """#times
1 2 3
#blackturns
1 3
#positions
a b c d
#edges
S a
S b
a c
a d
b c
d b
c T
T d
#source
S
#target
T
"""


def answered(text: str, *words: str) -> tuple[str, bool]:
    answer = prove(from_words(["positional", text, *words]), Limits(time_limit=60))
    return answer.answer, answer.verified


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (FIRST, "no"),
        (FIRST.replace("\nb c\n", "\na b\n"), "yes"),
        (FIRST.replace("\nb c\n", "\na b c\n"), "yes"),
        (FIRST.replace("#blackwins\na\n", "#blackwins\nb c\n"), "no"),
        (FIRST.replace("#blackwins\na\n", "#blackwins\na b\na c\n"), "no"),
        (FIRST.replace("#blackwins\na\n", "#blackwins\na b\nb c\n"), "yes"),
        (NEIGHBOURS, "yes"),
        (EDGES, "yes"),
        (NEIGHBOURS.replace("1 2 3\n", "1 2\n").replace("1 3\n", "1\n"), "no"),
        (NEIGHBOURS.replace("#whiteinitials\n", "#whiteinitials\nc\n"), "yes"),
        (NEIGHBOURS.replace("#whiteinitials\n", "#whiteinitials\nc\nd\n"), "no"),
        (NEIGHBOURS.replace("#startboarder\na b\n", "#startboarder\n"), "no"),
    ],
)
def test_the_question_of_the_file(text: str, answer: str) -> None:
    assert answered(text) == (answer, True)


def test_first_moves_bind_the_first_ply_alone() -> None:
    position = from_file(file=FIRST)
    assert isinstance(position, TurnsPosition)
    assert list(map(position.move_text, position.moves())) == ["b", "c"]
    with pytest.raises(BadInput, match="first move is one of b, c, not a"):
        position.play(0)
    after = position.play(1)
    assert list(map(after.move_text, after.moves())) == ["a", "c"]
    for here in (position, after):
        again = from_file(file=str(here))
        assert isinstance(again, TurnsPosition)
        assert (again.moves(), again.key()) == (here.moves(), here.key())
    assert isinstance(from_file(file=FIRST.replace("\nb c\n", "\na b c\n")), Position)
    with pytest.raises(BadInput, match="not free"):
        from_file(file=FIRST, second="b")


def wins(position: TurnsPosition) -> bool:
    """By the rules alone."""
    if position.result() is not None:
        return position.result() in ("first", "maker")
    after = (wins(position.play(move)) for move in position.moves())
    return any(after) if position.to_move == "first" else all(after)


@pytest.mark.parametrize("seed", range(12))
def test_random_first_moves_by_brute_force(seed: int) -> None:
    chance = random.Random(seed)
    cells = "abcdef"
    sets = [" ".join(chance.sample(cells, chance.randint(2, 3))) for _ in range(4)]
    plies = [f"t{k}" for k in range(5)]
    black = [t for k, t in enumerate(plies) if (chance.random() < 0.5 if seed % 2 else k % 2 == 0)]
    text = "\n".join(
        ["#times", " ".join(plies), "#blackturns", " ".join(black), "#positions", " ".join(cells),
         "#blackwins", *sets, *(["#whitewins", *sets[:2]] if seed % 3 == 0 else []),
         "#firstmoves", " ".join(chance.sample(cells, 2)), ""]
    )  # fmt: skip
    position = from_file(file=text)
    assert isinstance(position, TurnsPosition)
    assert answered(text) == ("yes" if wins(position) else "no", True)


def brute_chains(graph: networkx.Graph[int], begin: set[int], end: set[int]) -> set[frozenset[int]]:
    """Minimal sets of vertices that hold a path between the borders."""
    found: list[frozenset[int]] = []
    for size in range(1, len(graph) + 1):
        for chosen in map(frozenset, combinations(graph, size)):
            if any(smaller <= chosen for smaller in found):
                continue
            part = graph.subgraph(chosen)
            pieces = networkx.connected_components(part)
            if any(piece & begin and piece & end for piece in pieces):
                found.append(chosen)
    return set(found)


@pytest.mark.parametrize("seed", range(25))
def test_minimal_chains_by_brute_force(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.randint(2, 8)
    graph: networkx.Graph[int] = networkx.gnp_random_graph(n, 0.4, seed=seed)
    begin, end = ({v for v in graph if chance.random() < 0.3} for _ in range(2))
    near = [sorted(graph[v]) for v in range(n)]
    chains = minimal_chains(near, begin, end)
    assert len(set(map(frozenset, chains))) == len(chains)
    wanted = brute_chains(graph, begin, end)
    assert set(map(frozenset, chains)) == wanted
    own, other = ({v for v in graph if chance.random() < 0.25} for _ in range(2))
    own -= other
    for stones in range(n + 1):
        short = short_chains(near, begin, end, own, other, stones)
        # Who adds so many stones completes the one iff he completes the other.
        for added in combinations(sorted(set(graph) - own - other), min(stones, 2)):
            held = own | set(added)
            here = any(chain <= held for chain in map(set, short))
            assert here == any(chain <= held for chain in wanted)


def test_the_chains_of_hex_are_those_listed_before() -> None:
    # OEIS has no such sequence; counted by an independent search, as in test_positional
    assert [len(hex_paths(n, n, across=False)) for n in (1, 2, 3, 4, 5)] == [1, 3, 11, 54, 365]


def as_pg(n: int, black: list[str], white: list[str], plies: int, section: str) -> str:
    letters = "abcdefghijklmnopqrs"[:n]
    cells = [f"{a}{k + 1}" for a in letters for k in range(n)]
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
    rows = {
        f"{a}{k + 1}": [
            f"{letters[r + x]}{k + 1 + y}" for x, y in steps if 0 <= r + x < n and 0 <= k + y < n
        ]
        for r, a in enumerate(letters)
        for k in range(n)
    }
    times = [f"t{k}" for k in range(1, plies + 1)]
    head = ["#times", " ".join(times), "#blackturns", " ".join(times[::2]), "#positions"]
    head += [" ".join(cells), "#blackinitials", *black, "#whiteinitials", *white]
    top, bottom = ([f"{a}{k}" for a in letters] for k in (1, n))
    if section == "neighbours":
        lines = ["#neighbours", *(" ".join([c, *row]) for c, row in rows.items())]
        lines += ["#startboarder", " ".join(top), "#endboarder", " ".join(bottom)]
    else:
        lines = ["#edges", *(f"{c} {d}" for c, row in rows.items() for d in row)]
        lines += [f"S {c}" for c in top] + [f"{c} T" for c in bottom]
        lines += ["#source", "S", "#target", "T"]
    return "\n".join([*head, *lines, ""])


@pytest.mark.parametrize("section", ["neighbours", "edges"])
@pytest.mark.parametrize(("plies", "answer"), [(3, "no"), (5, "yes")])
def test_hein_s_puzzle_4_on_3_x_3(section: str, plies: int, answer: str) -> None:
    """Published as UNSAT and SAT."""
    assert answered(as_pg(3, ["a1"], ["b1", "c2"], plies, section)) == (answer, True)


def test_where_chains_are_too_many_those_in_reach_are_listed() -> None:
    """On 19 x 19: a row of bridges joins the sides in time, one that is cut does not."""
    row = [f"e{k}" for k in range(2, 19)]
    text = as_pg(19, row, ["a3", "b3"], 3, "neighbours")
    content = read_pg(text)
    assert content.fixed
    assert content.turns == ("first", "second", "first")
    assert answered(text) == ("yes", True)
    cut = as_pg(19, row, ["e1", "d1", "d2"], 3, "neighbours")
    assert answered(cut)[0] == "yes"  # f1 is left
    assert answered(as_pg(19, row, ["e1", "d2", "d1", "f1"], 1, "neighbours")) == ("no", True)
    with pytest.raises(BadInput, match="chosen for its own stones"):
        from_file(file=text, second="a1")


def test_only_so_many_are_looked_at() -> None:
    near = [[v for v in range(40) if v != u] for u in range(40)]
    assert len(minimal_chains(near, range(20), range(20, 40))) == 400
    grid = networkx.convert_node_labels_to_integers(networkx.grid_2d_graph(12, 12))
    with pytest.raises(TooMany):
        minimal_chains([sorted(grid[v]) for v in grid], range(12), range(132, 144))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (NEIGHBOURS.replace("c a b", "c a"), "not the other way round"),
        (NEIGHBOURS.replace("c a b", "c a b NA"), "no cell 'NA'"),
        (NEIGHBOURS.replace("#blackwins\n", "#blackwins\na b\n"), "given twice"),
        (NEIGHBOURS + "#edges\na b\n", "given twice"),
        (NEIGHBOURS.replace("#endboarder\nc d\n", ""), "#startboarder and #endboarder"),
        (NEIGHBOURS.replace("#endboarder\nc d", "#endboarder\nc x"), "no cell 'x'"),
        (NEIGHBOURS.replace("#blackinitials\n", "#blackinitials\na\na\n"), "named twice"),
        (EDGES.replace("a c\n", "a c d\n"), "two vertices"),
        (EDGES.replace("a c\n", "S T\n"), "without a cell"),
        (EDGES.replace("a c\n", "a x\n"), "no cell 'x'"),
        (EDGES.replace("#target\nT", "#target\nS"), "both source and target"),
        (FIRST.replace("\nb c\n", "\n"), "free cells"),
        (FIRST.replace("\nb c\n", "\nb x\n"), "no cell 'x'"),
        (FIRST.replace("#times", "#blackgoal\na\n#times"), "unknown section"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_pg(text)


@cache
def seeds() -> range:
    return range(10)


@pytest.mark.parametrize("seed", seeds())
def test_hex_on_random_graphs_by_brute_force(seed: int) -> None:
    chance = random.Random(seed)
    graph: networkx.Graph[int] = networkx.gnp_random_graph(6, 0.5, seed=seed)
    cells = "abcdef"
    plies = chance.choice((3, 4, 5))
    times = [f"t{k}" for k in range(plies)]
    text = "\n".join(
        ["#times", " ".join(times), "#blackturns", " ".join(times[::2]), "#positions",
         " ".join(cells), "#neighbours", *(" ".join([cells[v], *(cells[w] for w in graph[v])])
         for v in graph), "#startboarder", "a b", "#endboarder", "e f", ""]
    )  # fmt: skip

    def joined(own: frozenset[int]) -> bool:
        pieces = networkx.connected_components(graph.subgraph(own))
        return any(piece & {0, 1} and piece & {4, 5} for piece in pieces)

    def black(own: frozenset[int], other: frozenset[int], ply: int) -> bool:
        free = set(graph) - own - other
        if joined(own):
            return True
        if ply == plies or not free:
            return False
        if ply % 2 == 0:
            return any(black(own | {v}, other, ply + 1) for v in free)
        return all(black(own, other | {v}, ply + 1) for v in free)

    expected = black(frozenset(), frozenset(), 0)
    assert answered(text) == ("yes" if expected else "no", True)
