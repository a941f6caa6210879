"""Proofs that took long to find and are kept with the package (``instances/proofs``).

A proof serves the board it is about, and a proof about a rectangle serves the rectangle turned,
its cells renumbered. The win inside a zone of four rows serves every longer strip, and that
Breaker holds a board makes the strong game on it a draw. Wins by force from positions with stones
serve every position to which their claims apply (``kept_forced``). Whatever is taken from here is
checked anew.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from itertools import product

import msgspec
import numpy as np

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.files import read
from gameproof.certificates.strategies.map import Map
from gameproof.certificates.strategies.positional_strategy import PositionalStrategy
from gameproof.certificates.zones.force import Force
from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.positional import kept_forced
from gameproof.games.positional import Position
from gameproof.games.positional_board import Board
from gameproof.solvers.limits import Limits

PROOFS = files("gameproof.instances") / "proofs"

STRIPS = {(4, 4): 15}
"""(rows, k): the least number of columns n such that the proof kept for it is a win inside a
zone with the board going on at both ends: it serves every longer strip."""
HELD = {
    (4, 7, 4),
    *((m, n, 5) for m, n in ((5, 10), (5, 11), (6, 9), (6, 10), (7, 8), (7, 9), (8, 8))),
}
"""(rows, columns, k): boards on which the proof kept is Breaker's, under the weak rule."""
APART = {(4, 8, 4)}
"""(rows, columns, k): boards that Maker wins, though the strong game is drawn; a proof is kept for
each rule, that for the weak one under a name of its own."""
DRAWN = {
    *(f"mnk {m} {n} {k}" for m, n, k in (*HELD, *APART, (5, 5, 4))),
    "tictactoe 6 3",
    "tictactoe 7 3",
}
"""Boards whose proof, kept under their own name, is no win of the first player."""


@cache
def shipped(words: str) -> Certificate | None:
    """The proof of the outcome of this board that is kept with the package, if any."""
    name = words.replace("tictactoe ", "tictactoe-").replace(" ", "-")
    if not (PROOFS / f"{name}.json").is_file():
        return None
    with as_file(PROOFS) as folder:
        return read(folder / f"{name}.json").certificate


def won(words: str) -> Certificate | None:
    """The proof that the first player wins this board, if one is kept."""
    return None if words in DRAWN else shipped(words)


def kept(board: Board) -> Certificate | None:
    """The proof that serves this board, if any."""
    if board.kind != "mnk":
        return shipped(board.words)
    m, n, k = board.parameters
    return _rectangles_proof(int(m), int(n), int(k))


@cache
def _rectangles_proof(m: int, n: int, k: int) -> Certificate | None:
    rows, columns = min(m, n), max(m, n)
    columns = min(columns, STRIPS.get((rows, k), columns))
    found = shipped(f"mnk {rows} {columns} {k}")
    if (rows, columns, k) in HELD:
        return found
    return _lying(found, m, n, k)


@cache
def _weak_proof(m: int, n: int, k: int) -> Certificate | None:
    """The proof of Maker's win where the strong game is drawn, if one is kept."""
    rows, columns = min(m, n), max(m, n)
    if (rows, columns, k) not in APART:
        return None
    return _lying(shipped(f"mnk {rows} {columns} {k} weak"), m, n, k)


def _lying(found: Certificate | None, m: int, n: int, k: int) -> Certificate | None:
    """The proof, turned where the board has more rows than columns."""
    if found is None or m <= n:
        return found
    if isinstance(found, Force):
        places = np.arange(m * n).reshape(m, n).T.ravel().tolist()
        return kept_forced.laid(found, (n, m, k), Position.parse(f"mnk {m} {n} {k}"), places)
    return turned(found, n, m)


def turned(certificate: Certificate, rows: int, columns: int) -> Certificate | None:
    """The same proof about the board with rows and columns exchanged. O(size)."""
    if isinstance(certificate, PositionalStrategy):
        box = certificate.box
        if box is not None:
            rows, columns = box[1]
            box = (box[0][::-1], box[1][::-1])
        proofs = [
            (attacker, what, _turned_cell(opening, [rows, columns]), node, symmetry)
            for attacker, what, opening, node, symmetry in certificate.proofs
        ]
        certificate = msgspec.structs.replace(certificate, proofs=proofs, box=box)
    elif not isinstance(certificate, Hold):
        return None
    # The cells that count moves at the ends come after those of the box and keep their order.
    cells = certificate.permutations.shape[1]
    to = np.arange(cells)
    to[: rows * columns] = to[: rows * columns].reshape(columns, rows).T.ravel()
    permutations = np.empty_like(certificate.permutations)
    permutations[:, to] = to[certificate.permutations]
    moved = {
        name: np.where(old >= 0, to[old], old).astype(old.dtype)
        for name in ("moves", "replies", "cells", "stones", "pairs")
        if (old := getattr(certificate, name, None)) is not None
    }
    if isinstance(certificate, Hold):
        moved["answers"] = certificate.answers.copy()
        moved["answers"][:, 0] = to[certificate.answers[:, 0]]
    return msgspec.structs.replace(certificate, permutations=permutations, **moved)


def _turned_cell(cell: int, size: list[int]) -> int:
    rows, columns = size
    return cell if cell < 0 else cell % columns * rows + cell // columns


def outcome(position: Position, _limits: Limits, _options: Options) -> Finding:
    """The proof of this board that is kept with the package; a win of the strong game is one of
    Maker's too, and what Breaker holds is a draw of the strong game. It is checked once, by whoever
    takes this finding."""
    forced = _forced(position)
    if forced is not None:
        return forced
    held = _held(position)
    if held is not None:
        return Finding("breaker" if position.rule == "weak" else "draw", held)
    if _apart(position) and position.rule == "strong":
        return Finding("draw", kept(position.board))
    return _read(position)


def _held(position: Position) -> Certificate | None:
    """The proof that Breaker holds this board, if one is kept; it says the same of the board
    turned, and under the strong rule. Not checked here."""
    if position.board.kind != "mnk":
        found = kept(position.board)
        # A pairing after some answers stops whoever is Maker, under either rule.
        return found if isinstance(found, Hold) else None
    m, n, k = (int(number) for number in position.board.parameters)
    rows, columns = min(m, n), max(m, n)
    known = shipped(f"mnk {rows} {columns} {k}") if (rows, columns, k) in HELD else None
    if isinstance(known, Hold):  # it says the same under either rule
        return _lying(known, m, n, k)
    if known is None or (position.rule == "weak" and m == rows):
        return known
    # The larger board of this kind of certificate is the same one here.
    turn = 1 if m == rows else -1
    places = [list(cell)[::turn] for cell in product(range(m), range(n))]
    return Map.around(f"mnk {rows} {columns} {k} --rule weak", places, known)


def _served(position: Position) -> kept_forced.Served | None:
    """The win by force that applies here, if one is kept."""
    return kept_forced.served(position, index())


@cache
def index() -> tuple[kept_forced.Kept, ...]:
    """The claims of the wins by force that are kept."""
    path = PROOFS / "force.jsonl"
    return kept_forced.entries(path.read_text(encoding="utf-8")) if path.is_file() else ()


def _forced(position: Position) -> Finding | None:
    """What the win by force says that applies here, if one is kept. Not checked here."""
    found = _served(position)
    certificate = shipped(found.kept.proof) if found is not None else None
    if found is None or not isinstance(certificate, Force):
        return None
    answer = found.attacker if position.rule == "strong" else "maker"
    return Finding(answer, kept_forced.turned(position, found, certificate))


def _apart(position: Position) -> bool:
    if position.board.kind != "mnk":
        return False
    m, n, k = (int(number) for number in position.board.parameters)
    return (min(m, n), max(m, n), k) in APART


def _read(position: Position) -> Finding:
    """What the proof that is kept says under the rule; of Maker, that the small board lies inside.
    Not checked here."""
    weak, board = position.rule == "weak", position.board
    if weak and _apart(position):
        made = _weak_proof(*map(int, board.parameters))
        return Finding(UNKNOWN) if made is None else Finding("maker", made)
    known = kept(board)
    if known is None:
        makers = _makers(position)
        return Finding(UNKNOWN) if makers is None else Finding("maker", makers)
    if board.words in DRAWN:
        return Finding(UNKNOWN) if weak else Finding("draw", known)
    if not weak:
        return Finding("first", known)
    if isinstance(known, Force):
        return Finding("maker", known)
    places = [list(cell) for cell in product(*map(range, board.shape))]
    return Finding("maker", Map.inside(board.words, places, "outcome", known))


def _makers(position: Position) -> Certificate | None:
    """The proof for the weak rule alone, on a board that is no rectangle, if one is kept."""
    if position.board.kind != "torus-row" or position.rule != "weak":
        return None
    return shipped(f"{position.board.words} weak")


def _applies(position: Position) -> bool:
    bare = not position.first and not position.second and position.to_move == "first"
    if bare and (kept(position.board) is not None or _makers(position) is not None):
        return True
    return _served(position) is not None


METHODS: tuple[Method[Position], ...] = (
    Method(
        "outcome", "kept-proof", outcome, "a proof kept with the package, checked anew", _applies
    ),
)
"""Before every search: some serve boards too large to be listed, the others take long to find."""
