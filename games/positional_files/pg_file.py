"""Positional games as ``.pg`` files, the text format of the corrective QBF encoding.

Mayer-Eichberger, Saffidine, "Positional games and QBF: the corrective encoding" (2020), version
1.0. Sections, each a line ``#name`` and the lines after it: ``#times`` (in order), ``#blackturns``
(when black moves), ``#positions`` (the cells), ``#blackwins``, ``#whitewins`` (one set a line),
``#blackinitials``, ``#whiteinitials`` (stones), ``#firstmoves`` (the cells that the first move may
take); ``%`` starts a comment. Black is the first player here. Without ``#whitewins`` the game is
Maker-Breaker. The number of time points is the file's horizon: the file asks whether black wins
within so many plies. Where the players alternate, the play may go on after that; any other pattern
of ``#blackturns``, and first moves that are not free, say whose each ply is, and the play ends with
the last one.

In place of sets, a graph (Shaik, Mayer-Eichberger, van de Pol, Saffidine, "Implicit state and goals
in QBF encodings for positional games", 2023): ``#neighbours``, a cell and the cells next to it on
each line, or ``#edges``, two on each; black wins with a chain from ``#startboarder`` to
``#endboarder``, or, as in the Shannon vertex game, from ``#source`` to ``#target``, vertices that
are no cells. His sets are the minimal chains; where these are too many, those that his plies are
enough for, and the play ends with the last time point.
"""

from __future__ import annotations

from itertools import pairwise

from gameproof.games.boards.border_chains import TooMany, minimal_chains, short_chains
from gameproof.games.boards.hypergraph import MOST_CELLS
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional_files.positional_content import (
    FileContent,
    cell_reader,
    read_names,
    read_stones,
)

Lines = dict[str, list[tuple[int, list[str]]]]
"""The words of each line of a section, with the line's number."""

GRAPH = ("neighbours", "edges")
BORDERS = ("startboarder", "endboarder")
ENDS = ("source", "target")
SECTIONS = (
    "blackinitials", "whiteinitials", "times", "blackturns", "positions", "blackwins",
    "whitewins", "firstmoves", *GRAPH, *BORDERS, *ENDS, "version", "name", "author", "date",
    "description",
)  # fmt: skip


def read_pg(text: str) -> FileContent:
    """The content of a ``.pg`` file; raises ``BadInput`` with the place."""
    lines = _sections(text)
    graph = [name for name in GRAPH if name in lines]
    wins = [] if graph else ["blackwins"]
    for needed in ("positions", "times", "blackturns", *wins):
        if needed not in lines:
            raise BadInput(f"no section #{needed}")
    labels = read_names(_words(lines, "positions"), "#positions")
    if not 0 < len(labels) <= MOST_CELLS:
        raise BadInput(f"expected from 1 to {MOST_CELLS} cells", "#positions")
    cell = cell_reader(len(labels), labels)

    def sets_of(name: str) -> tuple[tuple[int, ...], ...]:
        rows = (
            tuple(sorted({cell(word, f"line {number}") for word in words}))
            for number, words in lines.get(name, [])
        )
        return tuple(dict.fromkeys(rows))

    turns = _turns(lines)
    first, second = (
        read_stones(_words(lines, name), f"#{name}", cell)
        for name in ("blackinitials", "whiteinitials")
    )
    free = frozenset(range(len(labels))) - first - second
    opening = free
    if "firstmoves" in lines:
        opening = read_stones(_words(lines, "firstmoves"), "#firstmoves", cell)
        if not opening or not opening <= free:
            raise BadInput("expected some of the free cells", "#firstmoves")
    chains: tuple[tuple[int, ...], ...] = ()
    fixed = False
    if graph:
        if len(graph) > 1 or any(lines.get(name) for name in ("blackwins", "whitewins")):
            raise BadInput("the wins are given twice, by sets and by a graph", f"#{graph[0]}")
        near, begin, end = _graph(lines, graph[0], labels)
        try:
            chains = minimal_chains(near, begin, end)
        except TooMany:
            if not turns:
                raise
            fixed = True
            plies = turns.count("first")
            chains = short_chains(near, begin, end, first, second, plies)
    wanted = chains if graph else sets_of("blackwins")
    alternate = all(a != b for a, b in pairwise(turns))
    listed = not alternate or fixed or (opening != free and len(turns) > 0)
    strong = "whitewins" in lines and not graph
    return FileContent(
        len(labels),
        labels,
        (),
        wanted,
        sets_of("whitewins") if strong else wanted,
        first,
        second,
        turns[0] if turns else "first",
        "strong" if strong else "weak",
        len(turns),
        turns if listed else (),
        opening if listed and opening != free else frozenset(),
        fixed,
    )


def _sections(text: str) -> Lines:
    lines: Lines = {}
    section = None
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("%", 1)[0].split()
        if not words:
            continue
        if words[0].startswith("#"):
            section = words[0][1:].lower()
            if section not in SECTIONS:
                raise BadInput(f"unknown section {words[0]!r}", f"line {number}")
            lines.setdefault(section, [])
            if words[1:]:
                lines[section].append((number, words[1:]))
        elif section is None:
            raise BadInput("neither JSON nor a section of a .pg file", f"line {number}")
        else:
            lines[section].append((number, words))
    return lines


def _words(lines: Lines, name: str) -> list[str]:
    return [word for _, words in lines.get(name, []) for word in words]


def _turns(lines: Lines) -> tuple[str, ...]:
    """Whose each time point is."""
    times, black = _words(lines, "times"), _words(lines, "blackturns")
    if len(set(times)) != len(times):
        raise BadInput("a time point stands twice", "#times")
    known = set(times)
    for word in black:
        if word not in known:
            raise BadInput(f"no time point {word[:60]!r}", "#blackturns")
    black_times = set(black)
    return tuple("first" if time in black_times else "second" for time in times)


def _graph(
    lines: Lines, section: str, labels: tuple[str, ...]
) -> tuple[list[list[int]], frozenset[int], frozenset[int]]:
    """The neighbours of each cell, and the cells of the two borders."""
    named = {name: frozenset(_words(lines, name)) for name in (*BORDERS, *ENDS) if name in lines}
    borders = [names for names in (BORDERS, ENDS) if any(name in named for name in names)]
    if len(borders) != 1 or any(name not in named for name in borders[0]):
        raise BadInput("expected #startboarder and #endboarder, or #source and #target")
    number = {label: k for k, label in enumerate(labels)}
    ends = [named[name] for name in borders[0]]
    outside = [names - number.keys() for names in ends]
    if borders[0] == BORDERS and (outside[0] or outside[1]):
        raise BadInput(f"no cell {min(outside[0] | outside[1])[:60]!r}", "a border")
    if outside[0] & outside[1]:
        raise BadInput(f"{min(outside[0] & outside[1])[:60]!r} is both source and target")
    near: list[set[int]] = [set() for _ in labels]
    borders_of = [{number[name] for name in names if name in number} for names in ends]
    listed: dict[tuple[str, str], int] = {}
    for place, words in lines[section]:
        if section == "edges" and len(words) != 2:
            raise BadInput("expected two vertices, the ends of an edge", f"line {place}")
        for other in words[1:]:
            for name in (words[0], other):
                if name not in number and not any(name in names for names in outside):
                    raise BadInput(f"no cell {name[:60]!r}", f"line {place}")
            listed[words[0], other] = place
            a, b = number.get(words[0]), number.get(other)
            if a is not None and b is not None:
                near[a].add(b)
                near[b].add(a)
            for side, names in enumerate(outside):
                borders_of[side] |= {
                    inner
                    for inner, name in ((a, other), (b, words[0]))
                    if inner is not None and name in names
                }
            if a is None and b is None and words[0] != other:
                raise BadInput("the ends are joined without a cell", f"line {place}")
    if section == "neighbours":
        for (a_name, b_name), place in listed.items():
            if (b_name, a_name) not in listed:
                raise BadInput(
                    f"{b_name[:60]!r} is next to {a_name[:60]!r}, but not the other way round",
                    f"line {place}",
                )
    rows = [sorted(cells - {k}) for k, cells in enumerate(near)]
    return rows, frozenset(borders_of[0]), frozenset(borders_of[1])
