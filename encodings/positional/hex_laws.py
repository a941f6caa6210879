"""Hex by its theorems, with nothing searched: no draws, strategy stealing, the shorter way."""

from __future__ import annotations

from collections.abc import Callable

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.strategies.shorter_side import ShorterSide
from gameproof.certificates.strategies.strategy_stealing import StrategyStealing
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.games.meaning.laws import Law
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_questions import aim_of
from gameproof.games.sets.stealing import strategy_stealing
from gameproof.solvers.limits import Limits


def stealing(position: Position) -> tuple[str, Certificate] | None:
    """Who is to move, if he could steal the other's strategy."""
    mover = position.to_move
    return (mover, StrategyStealing()) if strategy_stealing(position, OTHER[mover]) else None


def shorter(position: Position) -> tuple[str, Certificate] | None:
    """Whose sides are nearer, where a window is left in which he can answer in pairs."""
    rows, columns = position.board.shape
    player = "first" if rows < columns else "second"
    for start in range(abs(rows - columns)):
        certificate = ShorterSide(player, start)
        missing = certificate.unanswered(position)
        mine = position.stones(OTHER[player])
        if len(missing) <= (position.to_move == player) and mine.isdisjoint(missing):
            return player, certificate
    return None


def methods(
    name: str,
    winner: Callable[[Position], tuple[str, Certificate] | None],
    theorem: str,
    applies: Callable[[Position], bool],
) -> tuple[Method[Position], ...]:
    """The questions that the winner answers."""

    def outcome(position: Position, _limits: Limits, _options: Options) -> Finding:
        found = winner(position)
        if found is None:
            return Finding(UNKNOWN)
        return Finding(aim_of(position.rule, found[0]), found[1])

    def second_wins(position: Position, _limits: Limits, _options: Options) -> Finding:
        found = winner(position)
        return Finding(UNKNOWN) if found is None else Finding(found[0] == "second", found[1])

    return (
        Method("outcome", name, outcome, theorem, applies),
        Method("second-wins", name, second_wins, theorem, applies),
    )


def drawn_position(_position: Position, _limits: Limits, _options: Options) -> Finding:
    """No board is drawn."""
    return Finding(False, Definition())


def count_drawn(_position: Position, _limits: Limits, _options: Options) -> Finding:
    """No board is drawn."""
    return Finding(0, Definition())


def fewest_crosses(_position: Position, _limits: Limits, _options: Options) -> Finding:
    """No board is drawn."""
    return Finding(None, Definition())


def _large(position: Position) -> bool:
    """On smaller boards a search soon has a strategy that can be played on the page too."""
    return position.board.kind == "hex" and position.board.cells > SEARCHED


def _square(position: Position) -> bool:
    return _large(position) and len(set(position.board.shape)) == 1


def _oblong(position: Position) -> bool:
    return _large(position) and len(set(position.board.shape)) > 1


def _without_draws(position: Position) -> bool:
    return Law.NO_DRAWS in position.laws


SEARCHED = 49
GALE = "a full Hex board joins two sides (Gale 1979)"

METHODS: tuple[Method[Position], ...] = (
    *methods("shorter-side", shorter, "the shorter way wins (Gardner 1957)", _oblong),
    *methods("strategy-stealing", stealing, "strategy stealing (Nash 1949)", _square),
    Method("drawn-position", "no-draws", drawn_position, GALE, _without_draws),
    Method("count-drawn", "no-draws", count_drawn, GALE, _without_draws),
    Method("fewest-crosses", "no-draws", fewest_crosses, GALE, _without_draws),
)
