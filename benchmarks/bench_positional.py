"""Who wins a positional game: our search, plain alpha-beta, and a QBF solver.

``search`` finds the answer with its strategy, ``check`` verifies the strategy by the rules,
``alpha-beta`` is what a user would write in an afternoon (bit masks and a table), and
``depqbf`` answers the corrective encoding, if it is installed; its CPU seconds are
those of the child process, without writing the formula. Run with ``python -m benchmarks
positional``.
"""

from __future__ import annotations

import resource
import shutil
from collections.abc import Callable
from functools import partial

from benchmarks.harness import Row, compare, table
from gameproof.certificates.kernel import Goal, conclude
from gameproof.encodings.method import Finding, Options
from gameproof.encodings.positional import qbf
from gameproof.encodings.positional.search import METHODS
from gameproof.games.positional import OTHER, Position
from gameproof.solvers.limits import LimitReached, Limits

RUN = {method.question: method.run for method in METHODS}
QBF_SECONDS = 60.0

BOARDS: list[tuple[str, int]] = [
    ("tictactoe 3 2", 9),
    ("tictactoe 4 2", 16),
    ("mnk 4 3 3", 7),
    ("mnk 5 4 4", 9),
    ("hex 4 4", 9),
    ("mnk 5 5 4 --rule weak", 9),
    ("polyomino tippy 4 4", 9),
    ("mnk 6 5 4", 11),
]
"""Boards, and the plies within which the first player is to complete a set."""


def ours(position: Position, plies: int) -> Finding:
    return RUN["win-within"](position, Limits(), Options(arguments={"plies": plies}))


def word(finding: Finding) -> str:
    return "yes" if finding.answer else "no"


def alpha_beta(position: Position, plies: int) -> str:
    """Does the first player complete a set within ``plies``? Depth-first with a table."""
    masks = {
        player: [sum(1 << cell for cell in row) for row in position.sets(player).sets()]
        for player in OTHER
    }
    known: dict[tuple[int, int], bool] = {}
    cells = range(position.board.cells)

    def wins(first: int, second: int, left: int, mover: str) -> bool:
        if (first, second) in known:
            return known[first, second]
        answer = mover == "second"
        if left == 0:
            return False
        taken = first | second
        for cell in cells:
            if taken >> cell & 1:
                continue
            own = (first if mover == "first" else second) | 1 << cell
            over = any(own & mask == mask for mask in masks[mover] if mask >> cell & 1)
            if mover == "first":
                value = over or wins(own, second, left - 1, "second")
            else:
                value = not over and wins(first, own, left - 1, "first")
            if value == (mover == "first"):
                answer = value
                break
        known[first, second] = answer
        return answer

    return "yes" if wins(0, 0, plies, position.to_move) else "no"


def by_depqbf(position: Position, plies: int) -> Row | None:
    """The QBF route, timed by the child's CPU seconds; ``None`` without depqbf."""
    if shutil.which("depqbf") is None:
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        options = Options(arguments={"plies": plies}, engine="depqbf")
        answer = word(qbf.by_solver(position, Limits(time_limit=QBF_SECONDS), options))
    except LimitReached:
        answer = f"none in {QBF_SECONDS:.0f} s"
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return Row("", "depqbf", spent, 0.0, answer)


def main() -> None:
    rows: list[Row] = []
    for words, plies in BOARDS:
        position = Position.parse(words)
        finding = ours(position, plies)
        assert finding.certificate is not None
        goal = Goal(position, "win-within", {"plies": plies})
        verify = partial(conclude, goal, finding.certificate)
        contenders: dict[str, Callable[[], str]] = {
            "search": lambda p=position, n=plies: word(ours(p, n)),  # type: ignore[misc]
            "check": lambda v=verify: "verified" if v() else "",  # type: ignore[misc]
            "alpha-beta": partial(alpha_beta, position, plies),
        }
        found = compare(f"{words}, {plies} plies", contenders)
        other = by_depqbf(position, plies)
        if other is not None:
            base = found[0].seconds
            ratio = other.seconds / base if base else 0.0
            found.append(Row(found[0].problem, "depqbf", other.seconds, ratio, other.result))
        rows += found
    print(table(rows))
