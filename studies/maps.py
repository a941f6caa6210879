"""Maps of positional games: who wins on every board of a family, by which argument, or open.

Every decided cell has a certificate that was accepted; where it follows from the certificate of
another board, the map says from which. Cells are open where no method decides within the
seconds of a board, or where a board inside is open already and no argument for all sizes helps.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import verify
from gameproof.certificates.strategies.map import Map, board_of
from gameproof.games.positional import Position
from gameproof.games.positional_questions import QUESTIONS
from gameproof.instances.instance import from_words
from gameproof.prover.answer import UNKNOWN
from gameproof.prover.prove import prove_with_certificate
from gameproof.solvers.limits import LimitReached, Limits

OUTCOME = next(question for question in QUESTIONS if question.name == "outcome")
COLUMNS = ("board", "rule", "winner", "plies", "argument", "from", "verified", "seconds")
LARGEST_SIDE = 40
LARGEST_DIMENSION = 12
LARGEST_ROW = 10
RULES = ("weak", "strong")
CUT_SHORT = "cut short"
"""In place of the argument of an open board that the limits of the whole map left no time for."""
SEARCHED = 6.0
"""Seconds of each board that search is tried on."""
MOMENT = 10.0
"""Seconds for the check of a proof that was found at the last moment, and for what follows."""


@dataclass(slots=True)
class Cell:
    """What the map says of one board. ``plies``: of the first player's shortest win, where they
    were counted (:mod:`gameproof.studies.shortest_wins`). ``seconds`` are those of the
    processor."""

    words: str
    rule: str
    winner: str = "open"
    argument: str = ""
    source: str = ""
    verified: bool = False
    seconds: float = 0.0
    certificate: Certificate | None = None
    plies: str = ""

    @property
    def row(self) -> tuple[str | float, ...]:
        """The cell as a row of the table."""
        mark = "yes" if self.verified else ""
        return (
            self.words,
            self.rule,
            self.winner,
            self.plies,
            self.argument,
            self.source,
            mark,
            round(self.seconds, 2),
        )

    @property
    def full(self) -> str:
        """The words of the position."""
        return self.words if self.rule == "strong" else f"{self.words} --rule weak"


def ask(words: str, rule: str, methods: tuple[str, ...], limits: Limits, each: float) -> Cell:
    """The cell by the first of the methods that decides it, each within so many seconds."""
    cell = Cell(words, rule)
    started = time.process_time()
    instance = from_words(cell.full.split(), "outcome")
    for method in methods:
        if limits.exceeded() is not None:  # the rest of the map stays open
            break
        proof = prove_with_certificate(instance, _within(limits, each), method=method)
        if proof.answer.answer != UNKNOWN:
            cell.winner, cell.argument = proof.answer.answer, method
            cell.verified, cell.certificate = proof.answer.verified, proof.certificate
            cell.source = _part_of(proof.certificate)
            break
    if cell.winner == "open" and limits.exceeded() is not None:
        cell.argument = CUT_SHORT
    cell.seconds = time.process_time() - started
    return cell


def _within(limits: Limits, each: float) -> Limits:
    """The limits of one board. What ends a board from outside would take the map with it, so that
    the map is watched there instead, for a moment longer than it may last."""
    until = None if limits.time_limit is None else limits.time_limit + MOMENT
    whole = replace(limits, time_limit=until)
    return replace(limits.share(seconds=each), guard=lambda _: limits.guard(whole))


def _part_of(certificate: Certificate | None) -> str:
    return board_of(certificate) if isinstance(certificate, Map) else ""


def follow(cell: Cell, answer: str, certificate: Certificate, argument: str, source: str) -> bool:
    """Decide the cell by a certificate made of another board's, if the kernel accepts it."""
    started = time.process_time()
    position = Position.parse(cell.full)
    try:
        verify(position, OUTCOME, {}, answer, certificate)
    except Rejected:
        return False
    finally:
        cell.seconds += time.process_time() - started
    cell.winner, cell.argument, cell.source = answer, argument, source
    cell.verified, cell.certificate = True, certificate
    return True


@contextmanager
def _told(
    found: dict[tuple[str, int, int], Cell], boards: dict[tuple[int, int], str]
) -> Iterator[None]:
    """A limit noticed between two boards leaves what is decided, and the others as cut short."""
    try:
        yield
    except LimitReached:
        for rule in RULES:
            for (one, two), words in boards.items():
                found.setdefault((rule, one, two), Cell(words, rule, argument=CUT_SHORT))


# -- [n]^d ------------------------------------------------------------------------------------

THEORY = (
    "tiling",
    "no-draws",
    "maker-potential",
    "sub-board",
    "potential",
    "degrees",
    "pairing",
    "kept-proof",
)
SMALL_CUBE = 30
"""Boards [n]^d of at most so many cells are searched too."""


def hypercubes(
    limits: Limits, sides: int = LARGEST_SIDE, dimensions: int = LARGEST_DIMENSION
) -> dict[tuple[str, int, int], Cell]:
    """Every [n]^d under both rules."""
    found: dict[tuple[str, int, int], Cell] = {}
    boards = [(n, d) for d in range(1, dimensions + 1) for n in range(1, sides + 1)]
    with _told(found, {(n, d): f"tictactoe {n} {d}" for n, d in boards}):
        for n, d in boards:
            for rule in RULES:
                methods = (*THEORY, "search") if n**d <= SMALL_CUBE else THEORY
                found[rule, n, d] = ask(f"tictactoe {n} {d}", rule, methods, limits, 60.0)
    return found


# -- m x n, k in a row ------------------------------------------------------------------------

STATIC = ("tiling", "kept-proof", "no-draws", "potential", "pairing")
CLIMB = ("holding", "shared-pairs", "regions", "search")
MOST_SEARCHED = 200
"""Cells of the largest board that search takes."""
ALWAYS = 81
"""Boards of at most so many cells are searched also where smaller ones are open."""


def rows(
    k: int, limits: Limits, sides: int = LARGEST_SIDE, searched: float = SEARCHED
) -> dict[tuple[str, int, int], Cell]:
    """Every board of m <= n <= ``sides`` for k in a row, under both rules; smallest first.

    Maker's wins are carried to all larger boards, Breaker's to all smaller ones and to the
    draw of the strong game. A method gets ``searched`` seconds for a board.
    """
    found: dict[tuple[str, int, int], Cell] = {}
    boards = [(m, n) for m in range(1, sides + 1) for n in range(m, sides + 1)]
    with _told(found, {(m, n): f"mnk {m} {n} {k}" for m, n in boards}):
        _fill(found, boards, k, limits, searched)
    return found


def _fill(
    found: dict[tuple[str, int, int], Cell],
    boards: list[tuple[int, int]],
    k: int,
    limits: Limits,
    searched: float,
) -> None:
    """Decide the boards, one after the other."""
    weak: dict[tuple[int, int], Cell] = {}
    for m, n in sorted(boards, key=lambda b: (b[0] * b[1], b)):
        weak[m, n] = found["weak", m, n] = _weak(m, n, k, weak, limits, searched)
    for (m, n), cell in sorted(weak.items(), key=lambda item: (-item[0][0] * item[0][1], item[0])):
        if cell.winner == "open":
            _inside(m, n, cell, weak)
    strong: dict[tuple[int, int], Cell] = {}
    smallest_first = sorted(boards, key=lambda b: (b[0] * b[1], b))
    for m, n in smallest_first:  # first what is cheap: it decides most boards
        strong[m, n] = found["strong", m, n] = _cheap(m, n, k, weak[m, n], limits, searched)
    for m, n in smallest_first:
        if strong[m, n].winner == "open" and not _stuck(m, n, strong):
            spent = strong[m, n].seconds
            cell = ask(f"mnk {m} {n} {k}", "strong", ("holding", "search"), limits, searched)
            cell.seconds += spent
            strong[m, n] = found["strong", m, n] = cell


def _weak(
    m: int, n: int, k: int, known: dict[tuple[int, int], Cell], limits: Limits, searched: float
) -> Cell:
    words = f"mnk {m} {n} {k}"
    cell = Cell(words, "weak")
    for (p, q), other in known.items():
        if other.winner == "maker" and p <= m and q <= n and not other.source:
            certificate = _carried(other, p, q)
            if certificate and follow(cell, "maker", certificate, "sub-board", other.full):
                return cell
    # where a board inside is open, no pairing succeeds here and a search hardly
    stuck = any(c.winner == "open" and p <= m and q <= n for (p, q), c in known.items())
    if stuck:
        methods = ("holding", "search") if m * n <= ALWAYS else ()
        return ask(words, "weak", ("tiling", "kept-proof", *methods), limits, searched)
    listed = STATIC if m * n > MOST_SEARCHED else (*STATIC, *CLIMB)
    return ask(words, "weak", listed, limits, searched)


def _carried(other: Cell, p: int, q: int) -> Map | None:
    if other.certificate is None:
        return None
    places = [[r, c] for r in range(p) for c in range(q)]
    return Map.inside(other.full, places, "outcome", other.certificate)


def _inside(m: int, n: int, cell: Cell, known: dict[tuple[int, int], Cell]) -> None:
    """Breaker's win on the smallest board around this one, carried here."""
    for (p, q), other in sorted(known.items(), key=lambda item: item[0][0] * item[0][1]):
        if other.winner == "breaker" and p >= m and q >= n and other.certificate is not None:
            places = [[r, c] for r in range(m) for c in range(n)]
            made = Map.around(other.full, places, other.certificate)
            if follow(cell, "breaker", made, "super-board", other.full):
                return


def _cheap(
    m: int,
    n: int,
    k: int,
    weak: Cell,
    limits: Limits,
    searched: float,
) -> Cell:
    """The strong game without a search of the board."""
    cell = Cell(f"mnk {m} {n} {k}", "strong")
    if weak.winner == "breaker" and weak.certificate is not None:
        source = weak.source or weak.full
        if follow(cell, "draw", weak.certificate, weak.argument, source):
            return cell
    return ask(cell.words, "strong", ("no-draws", "kept-proof", "forced"), limits, searched)


def _stuck(m: int, n: int, known: dict[tuple[int, int], Cell]) -> bool:
    """Is a search of the board hopeless, those beside it being open or it too large?"""
    near = [known.get((p, q)) for p, q in ((m - 1, n), (min(m, n - 1), max(m, n - 1)))]
    stuck = all(cell is not None and cell.winner == "open" for cell in near)
    return m * n > (ALWAYS if stuck else MOST_SEARCHED)
