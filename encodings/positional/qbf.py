""" "The first player completes a set within k plies" as a quantified Boolean formula.

Time runs over the plies 1..k. The attacker's move at a ply is existential, one variable
a free cell; the defender's is universal, written in binary, and *corrected* rather than
constrained: a number that names no free cell means that he passes, which never helps
him, since a further stone does no harm to its owner. In the same way the attacker may
pass. The corrective idea is that of Mayer-Eichberger and Saffidine, "Positional games
and QBF: the corrective encoding" (SAT 2020); the clauses are our own.

After each ply t, ``has(c, t)`` may be true only where the attacker has a stone, and
``lost(c, t)`` must be true wherever the defender has one. The attacker names a set that
he completes; the defender must not have completed one of his before that.
"""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.encodings.method import UNKNOWN, Export, Finding, Method, Options
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position, Positional, in_turn
from gameproof.games.positional_turns import TurnsPosition
from gameproof.games.variants.stones import Stones
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import qbf
from gameproof.solvers.sat.model import Group, Model


@dataclass(frozen=True)
class Game:
    """What the formula is about: free cells by number, live sets over them, whose ply is whose."""

    cells: list[int]
    wins: list[tuple[int, ...]]
    losses: list[tuple[int, ...]]
    attacks: list[bool]  # is ply t + 1 the attacker's?


def plies_asked(position: Positional, options: Options) -> int:
    """The number of plies from the question, or the position's own; raises ``BadInput``."""
    plies = options.arguments.get("plies")
    if plies is None:
        plies = position.horizon
    if plies is None:
        raise BadInput("win-within needs a number of plies", "plies")
    if isinstance(plies, bool) or not isinstance(plies, int) or plies < 0:
        raise BadInput(f"expected a number of plies, got {plies}", "plies")
    return plies


def game_of(position: Positional, plies: int) -> Game:
    """The bounded game; plies beyond the free cells, or the list of plies, are dropped."""
    if isinstance(position, TurnsPosition):
        turns = position.schedule.turns[position.ply :]
        begun = game_of(in_turn(position), plies)
        attacks = [player == "first" for player in turns[: min(plies, len(begun.cells))]]
        return Game(begun.cells, begun.wins, begun.losses, attacks)
    if isinstance(position, Stones):
        raise BadInput("the formula is about players who want their sets on any cells", "rule")
    taken = position.first | position.second
    cells = [cell for cell in range(position.board.cells) if cell not in taken]
    begins = position.to_move == "first"
    attacks = [begins == (ply % 2 == 0) for ply in range(min(plies, len(cells)))]
    return Game(cells, position.live("first").sets(), position.live("second").sets(), attacks)


def win_within_model(position: Positional, options: Options) -> Model:
    """True iff the first player completes a set within the plies asked for, from here,
    before the second completes one (under the weak rule the second has no sets)."""
    plies = plies_asked(position, options)
    model = Model(f"the first player completes a set within {plies} plies", str(position))
    finished = position.result()
    if finished is not None:
        if finished not in ("first", "maker"):
            model.clause([])
        return model
    game = game_of(position, plies)
    label = position.board.label
    moves = _moves(model, game, label)
    _open(model, position, game, moves)
    _state(model, game, label, moves)
    bound = {v for _, block in model.prefix for v in block}
    model.quantify("exists", [v for v in range(1, model.variables + 1) if v not in bound])
    return model


def _open(model: Model, position: Positional, game: Game, moves: Moves) -> None:
    """The first ply takes one of the cells that a file names for it."""
    if not isinstance(position, TurnsPosition) or position.ply or not game.attacks:
        return
    opening = position.schedule.first_moves
    if opening and not game.attacks[0]:
        raise BadInput("first moves of the defender are not written as a formula")
    for i, cell in enumerate(game.cells):
        if opening and cell not in opening:
            model.clause([-moves.choice[1][i]])


@dataclass(frozen=True)
class Moves:
    """``choice[t]``: the attacker's variable for each cell (index) at ply t;
    ``bits[t]``: the defender's binary digits, lowest first."""

    choice: dict[int, dict[int, int]]
    bits: dict[int, list[int]]


def _moves(model: Model, game: Game, label: object) -> Moves:
    """The prefix: one block a ply, in the order of play."""
    assert callable(label)
    width = max(1, len(game.cells).bit_length())
    choice: dict[int, dict[int, int]] = {}
    bits: dict[int, list[int]] = {}
    for ply, attacks in enumerate(game.attacks, 1):
        if attacks:
            row = {
                i: model.variable(f"move({label(cell)},{ply})") for i, cell in enumerate(game.cells)
            }
            choice[ply] = row
            model.quantify("exists", row.values())
        else:
            bits[ply] = [model.variable(f"reply(bit {i},{ply})") for i in range(width)]
            model.quantify("forall", bits[ply])
    for row in choice.values():
        model.at_most(1, row.values())
    return Moves(choice, bits)


def _state(model: Model, game: Game, label: object, moves: Moves) -> None:
    """Stones after each ply, who has won, and the goal."""
    assert callable(label)
    count, last = len(game.cells), len(game.attacks)
    index = {cell: i for i, cell in enumerate(game.cells)}
    names = [label(cell) for cell in game.cells]
    has = model.group("has", ((names[i], t) for t in range(1, last + 1) for i in range(count)))
    lost = model.group("lost", ((names[i], t) for t in range(1, last + 1) for i in range(count)))
    won = model.group("won", range(1, last + 1))
    line = model.group("completes", range(len(game.wins)))

    def before(group: Group, i: int, t: int) -> int | None:
        return group[names[i], t - 1] if t > 1 else None

    for t in range(1, last + 1):
        for i in range(count):
            had, gone = before(has, i, t), before(lost, i, t)
            now, off = has[names[i], t], lost[names[i], t]
            grounds = [literal for literal in (had,) if literal is not None]
            if t in moves.choice:
                move = moves.choice[t][i]
                grounds.append(move)
                if gone is not None:
                    model.clause([-move, -gone])
            model.clause([-now, *grounds])
            if gone is not None:
                model.clause([-gone, off])
            if t in moves.bits:
                other = [b if not i >> k & 1 else -b for k, b in enumerate(moves.bits[t])]
                model.clause([*other, off, *([had] if had is not None else [])])
    _goal(model, game, index, names, has, lost, won, line)


def _goal(
    model: Model,
    game: Game,
    index: dict[int, int],
    names: list[str],
    has: Group,
    lost: Group,
    won: Group,
    line: Group,
) -> None:
    """``won(t)`` needs a named set that is complete at ply t; no loss before that."""
    last = len(game.attacks)
    model.clause(line.values())
    model.clause([won[last]] if last else [])
    for t in range(1, last + 1):
        for number, members in enumerate(game.wins):
            for cell in members:
                model.clause([-won[t], -line[number], has[names[index[cell]], t]])
        if not game.attacks[t - 1]:
            for members in game.losses:
                some = [-lost[names[index[cell]], t] for cell in members]
                model.clause([*some, *([won[t - 1]] if t > 1 else [])])


def by_solver(position: Position, limits: Limits, options: Options) -> Finding:
    """The verdict of a QBF solver on PATH (any one when none is named), no certificate.

    Raises ``LimitReached``, and ``BackendMissing`` when there is no such solver.
    """
    model = win_within_model(position, options)
    engine = options.engine if options.engine in qbf.SOLVERS else None
    result = qbf.solve(model, limits, engine=engine)
    if result.status == "unknown":
        raise LimitReached(result.reason or "time")
    stats = result.stats | {"engine": result.engine}
    return Finding(result.status == "sat", None, stats)


def asked_for(position: Position, limits: Limits, options: Options) -> Finding:
    """As :func:`by_solver`, but only when a QBF solver was asked for by name: its verdict
    has no certificate, so it must not stand in for a proof."""
    if options.engine not in qbf.SOLVERS:
        return Finding(UNKNOWN, None, {}, {"qbf": "name a QBF solver as the engine"})
    return by_solver(position, limits, options)


MOST_CLAUSES = 5_000_000


def _fits(position: Position) -> bool:
    if position.board.kind == "tictactoe" and position.board.cells > 4096:
        return False
    size = int(position.board.first_sets.indptr[-1]) + position.board.cells
    return size * position.board.cells <= MOST_CLAUSES


METHODS: tuple[Method[Position], ...] = (
    Method(
        "win-within",
        "qbf",
        asked_for,
        "corrective encoding, Mayer-Eichberger and Saffidine 2020; verdict of a QBF solver",
        _fits,
    ),
)

EXPORTS: tuple[Export[Positional], ...] = (
    Export(
        "win-within",
        win_within_model,
        "quantified: the first player wins within k plies",
        quantified=True,
    ),
)
