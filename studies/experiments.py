"""Experiments of the literature and maps of results, each as a table with a plot.

``EXPERIMENTS`` names them for ``gameproof experiment NAME``. Every run stops within its
limits and then says how far it came; ``limits.seed`` seeds the random ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log10
from pathlib import Path

from gameproof.encodings.snort.evaluation import paper_minimax
from gameproof.encodings.snort.value import position_value
from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.snort import Position, make_snort
from gameproof.instances.graphs import take_graph
from gameproof.instances.instance import from_words
from gameproof.prover.prove import prove
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.studies import atlas, maps, octal_periods, periodic
from gameproof.studies.map_counts import counted, cut_short
from gameproof.studies.map_plot import squares
from gameproof.studies.plot import bars, lines
from gameproof.studies.shortest_wins import count_plies

Row = tuple[str | int | float | None, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A table and its plot (an SVG document), and what they say in sentences."""

    columns: tuple[str, ...]
    rows: list[Row]
    svg: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Experiment:
    """``text`` says in one line what is reproduced; ``run`` takes, after the limits, the
    numbers that ``numbers`` names, and where it ``resumes`` the file of its ``results``."""

    text: str
    run: Callable[..., Result]
    numbers: tuple[str, ...] = ()
    resumes: bool = False


#: Table 1 of Borje as printed: v of K_{1,k}, P_k, C_k for k = 1..12.
PRINTED = {
    "star": (0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5),
    "path": (0.5, 1, 2, 1, 1, 0.5, 1.5, 1, 2, 1.5, 1.5, 1),
    "cycle": (0.5, 1.5, 2.5, 0, 1, 0, 1, 0, 1, 0, 0.5, 0),
}
LONGEST = 60  # characters of a value printed in a table


def family(name: str, k: int) -> Graph:
    """K_{1,k}, P_k or C_k; the paper's C_1 and C_2 are read as a point and an edge."""
    words = f"{name} {k}" if name != "cycle" or k > 2 else f"path {k}"
    graph, _ = take_graph(words.split())
    return graph


def value_table(limits: Limits) -> Result:
    """Table 1 beside the same evaluation recomputed, the canonical values and outcomes."""
    columns = (
        "graph",
        "printed v",
        "v",
        "left stop",
        "mean",
        "temperature",
        "outcome",
        "value",
    )
    rows: list[Row] = []
    shown: dict[str, list[float | None]] = {"printed v of P_k": [], "v of P_k": [], "v of C_k": []}
    try:
        for name in PRINTED:
            for k, printed in enumerate(PRINTED[name], 1):
                limits.check()
                position = make_snort(family(name, k))
                score = paper_minimax(position, limits)
                value = position_value(position, limits)
                text = str(value)
                rows.append(
                    (
                        {"star": f"K_1,{k}", "path": f"P_{k}", "cycle": f"C_{k}"}[name],
                        printed,
                        float(score),
                        str(value.left_stop),
                        str(value.mean),
                        str(value.temperature),
                        value.outcome,
                        text if len(text) <= LONGEST else f"{text[:LONGEST]}... ({len(text)})",
                    )
                )
                if name == "path":
                    shown["printed v of P_k"].append(printed)
                if name != "star":
                    shown[f"v of {'P' if name == 'path' else 'C'}_k"].append(float(score))
    except LimitReached as limit:
        rows.append((f"stopped: {limit}", *(None for _ in columns[1:])))
    svg = lines("Values of paths and cycles", [str(k) for k in range(1, 13)], dict(shown))
    return Result(columns, rows, svg)


def outcome(words: str, limits: Limits) -> tuple[str, str, bool]:
    """(outcome, method, verified) of ``snort WORDS`` by the portfolio of methods."""
    answer = prove(from_words(["snort", *words.split()], "outcome"), limits)
    return answer.answer, answer.method or "", bool(answer.verified)


#: Borje, theorems 1 to 3: family, first k, step, outcome claimed.
THEOREMS = (
    ("Theorem 1", "path", 1, 1, "N"),
    ("Theorem 2", "cycle", 4, 2, "P"),
    ("Theorem 3", "cycle", 5, 2, "N"),
)
THEOREM_REACH = 100
THEOREM_SECONDS = 60.0


def theorem_table(limits: Limits) -> Result:
    """All three theorems for k to 100, as far as the limits allow (60 s by default)."""
    if limits.time_limit is None:
        limits = Limits(THEOREM_SECONDS, limits.memory_limit, limits.seed, limits.started)
    columns = ("theorem", "graph", "claimed", "outcome", "method", "verified")
    rows: list[Row] = []
    reached: list[float] = []
    for number, (theorem, name, first, step, claimed) in enumerate(THEOREMS):
        # Each theorem gets its share of the time that is left.
        share = limits.remaining() / (len(THEOREMS) - number)
        part = Limits(share, limits.memory_limit, limits.seed)
        last = first - step
        for k in range(first, THEOREM_REACH + 1, step):
            found, method, verified = outcome(f"{name} {k}", _rest(part))
            if found == "unknown":
                break
            mark = "yes" if verified else "no"
            rows.append((theorem, f"{name} {k}", claimed, found, method, mark))
            last = k
        reached.append(float(last))
    names = [f"{t[0]} ({t[1]}s, {t[4]})" for t in THEOREMS]
    return Result(columns, rows, bars("Largest k reached", names, reached, THEOREM_REACH))


def _rest(limits: Limits) -> Limits:
    return Limits(limits.remaining(), limits.memory_limit, limits.seed)


SIZES = range(5, 14)
GRAPHS = 100
EDGE_PROBABILITY = 0.2


def random_graphs(limits: Limits, sizes: range = SIZES, graphs: int = GRAPHS) -> Result:
    """The share of N-positions among 100 random graphs G(n, 0.2) for each n from 5 to 13.

    Graph i of size n is ``gnp n 0.2 seed s`` with s = seed * 100000 + 1000 n + i, so that each
    can be looked at by itself.
    """
    columns = ("n", "graphs", "N", "P", "share of N", "a P-position")
    rows: list[Row] = []
    shares: list[float] = []
    total = {"N": 0, "P": 0}
    try:
        for n in sizes:
            count = {"N": 0, "P": 0}
            example = ""
            for i in range(graphs):
                seed = limits.seed * 100_000 + 1_000 * n + i
                words = f"gnp {n} {EDGE_PROBABILITY} seed {seed}"
                graph, _ = take_graph(words.split())
                found = _empty_board_outcome(make_snort(graph), limits)
                count[found] += 1
                total[found] += 1
                if found == "P" and not example:
                    example = words
            share = count["N"] / graphs
            shares.append(100 * share)
            rows.append((n, graphs, count["N"], count["P"], share, example))
    except LimitReached as limit:
        rows.append((f"stopped: {limit}", *(None for _ in columns[1:])))
    played = sum(total.values())
    if played:
        rows.append(("all", played, total["N"], total["P"], round(total["N"] / played, 4), ""))
    names = [str(n) for n in sizes][: len(shares)]
    title = f"Snort on {graphs} graphs G(n, {EDGE_PROBABILITY}) each: first-player wins in percent"
    return Result(columns, rows, bars(title, names, shares, 100))


def _empty_board_outcome(position: Position, limits: Limits) -> str:
    """N or P by the value; an empty board equals its own negative, so nothing else occurs."""
    return position_value(position, limits).outcome


def several_players(limits: Limits) -> Result:
    """Three players on small paths, cycles and stars, with the reachable labellings."""
    columns = ("graph", "forced by", "labellings", "bound 5^n")
    rows: list[Row] = []
    shown: dict[str, list[float | None]] = {"labellings of P_k": [], "of C_k": [], "of K_1,k": []}
    places = ("path", "cycle", "star")
    for k in range(1, 9):
        for name, series in zip(places, shown.values(), strict=True):
            if name == "cycle" and k < 3:
                series.append(None)
                continue
            words = ["snort-multiplayer", name, str(k)]
            forced = prove(from_words(words, "forces"), _rest(limits))
            count = prove(from_words(words, "labellings"), _rest(limits))
            n = k + 1 if name == "star" else k
            rows.append((f"{name} {k}", forced.answer, count.answer, 5**n))
            known = count.answer != "unknown"
            series.append(float(Fraction(count.answer)) if known else None)
    columns_shown = [str(k) for k in range(1, 9)]
    svg = lines("Reachable labellings for three players", columns_shown, dict(shown))
    return Result(columns, rows, svg)


def snort_atlas(
    limits: Limits,
    *,
    results: Path | None = None,
    families: Mapping[str, Sequence[str]] = atlas.FAMILIES,
) -> Result:
    """Who wins Snort on named graphs, with ``results`` going on where a run was stopped."""
    lines = atlas.atlas(limits, results, families)
    said = {line.words: f"{line.words}: {line.outcome}" for line in lines}
    word = {"grids": "grid", "king's graphs": "king", "tori": "torus"}

    def says(family: str, x: int, y: int) -> str:
        return said[f"{word[family]} {min(x, y)} {max(x, y)}"]

    svg = squares("Who wins Snort", ("a", "b"), atlas.sheets(lines), says)
    return Result(atlas.COLUMNS, [line.row for line in lines], svg)


def hypercube_map(limits: Limits) -> Result:
    """Who wins [n]^d for n <= 40 and d <= 12, strong and weak."""
    found = maps.hypercubes(limits)
    left = count_plies(found.values(), limits, maps.SEARCHED)
    return _map("Who wins [n]^d", ("n", "d"), found, left)


def mnk_map(
    limits: Limits, k: int, *, sides: int = maps.LARGEST_SIDE, searched: float = maps.SEARCHED
) -> Result:
    """Who wins k in a row on every board of at most 40 x 40, strong and weak."""
    if not 1 <= k <= maps.LARGEST_ROW:
        raise BadInput(f"expected k from 1 to {maps.LARGEST_ROW}, got {k}", "K")
    found = maps.rows(k, limits, sides, searched)
    left = count_plies(found.values(), limits, searched)
    for (rule, m, n), cell in list(found.items()):
        found.setdefault((rule, n, m), cell)
    return _map(f"Who gets {k} in a row on m x n", ("m", "n"), found, left)


def periodic_tiles(
    limits: Limits,
    area: int,
    *,
    results: Path | None = None,
    asked: Iterable[periodic.Line] | None = None,
) -> Result:
    """Rows and animals with pairs that repeat over the plane, with ``results`` going on where a
    run was stopped."""
    if not 2 <= area <= periodic.LARGEST_AREA:
        raise BadInput(f"expected an area from 2 to {periodic.LARGEST_AREA}, got {area}", "AREA")
    lines = periodic.table(area, limits, results, asked)
    placed = periodic.sheets(lines)

    def says(sheet: str, x: int, y: int) -> str:
        line = placed[sheet][x, y]
        tile = f", {line.area} cells" if line.area else ""
        return f"{line.board}: {line.winner} {line.argument}{tile}".rstrip()

    drawn = [
        (name, {place: line.winner for place, line in sheet.items()})
        for name, sheet in placed.items()
    ]
    title = "Who wins on the plane: k in a row by directions, animals by size"
    svg = squares(title, ("k, or an animal", "directions, or cells"), drawn, says)
    return Result(periodic.COLUMNS, [line.row for line in lines], svg)


def octal_table(
    limits: Limits, published: Mapping[str, octal_periods.Published] = octal_periods.PUBLISHED
) -> Result:
    """The periods of octal games beside what is published."""
    lines = list(octal_periods.compared(limits, published))
    rows: list[Row] = [
        (line.game, line.published, line.found, line.agrees, line.seconds) for line in lines
    ]
    times = {word: sum(line.agrees == word for line in lines) for word in ("yes", "no", "open")}
    heights = [log10(line.told.most + line.told.period) for line in lines]
    svg = bars(
        "Digits of preperiod and period", [line.game for line in lines], heights, max(heights)
    )
    notes = f"{times['yes']} agree, {times['no']} do not, {times['open']} are open"
    return Result(octal_periods.COLUMNS, rows, svg, (notes,))


def _map(
    title: str,
    names: tuple[str, str],
    found: dict[tuple[str, int, int], maps.Cell],
    without_plies: int,
) -> Result:
    """The table and the picture of a map, whose title says so where it was cut short."""
    sheets = [
        (rule, {(x, y): cell.winner for (r, x, y), cell in found.items() if r == rule})
        for rule in ("strong", "weak")
    ]

    def says(rule: str, x: int, y: int) -> str:
        cell = found[rule, x, y]
        words = f"{cell.full}: {cell.winner}"
        words += f" in {cell.plies} plies" if cell.plies else ""
        if cell.argument:
            words += f", {cell.argument}" if cell.winner == "open" else f" by {cell.argument}"
        return words + (f", from {cell.source}" if cell.source else "")

    cells = list({id(cell): cell for cell in found.values()}.values())
    cut = cut_short(cells, without_plies)
    svg = squares(f"{title} ({cut})" if cut else title, names, sheets, says)
    notes = (*counted(cells), *([cut] if cut else []))
    return Result(maps.COLUMNS, [cell.row for cell in cells], svg, notes)


EXPERIMENTS: dict[str, Experiment] = {
    "snort-values": Experiment(
        "Borje, table 1: values of stars, paths and cycles, k = 1..12, beside the "
        "true canonical values and outcomes",
        value_table,
    ),
    "snort-theorems": Experiment(
        "Borje, theorems 1 to 3, for every k that search reaches", theorem_table
    ),
    "snort-random": Experiment(
        "Who wins Snort on random graphs of 5 to 13 vertices, p = 0.2 (Borje)",
        random_graphs,
    ),
    "snort-players": Experiment(
        "Snort for three players: who forces the last move, and how many labellings "
        "(Borje, section 5)",
        several_players,
    ),
    "snort-atlas": Experiment(
        "Who wins Snort on grids, tori, king's graphs, hypercubes, Kneser and generalised "
        "Petersen graphs and other named graphs, with proofs",
        snort_atlas,
        resumes=True,
    ),
    "octal-periods": Experiment(
        "The published periods of octal games of at most three digits, each found again and proved",
        octal_table,
    ),
    "hypercube-map": Experiment(
        "Who wins [n]^d for n <= 40 and d <= 12, strong and weak, by which argument",
        hypercube_map,
    ),
    "mnk-map": Experiment(
        "Who gets K in a row on each board of at most 40 x 40, strong and weak, by which argument",
        mnk_map,
        ("K",),
    ),
    "periodic-tiles": Experiment(
        "Which rows of k, by their directions, and which animals of at most six cells have pairs "
        "that repeat over the plane with a tile of at most AREA cells, and who wins",
        periodic_tiles,
        ("AREA",),
        resumes=True,
    ),
}
