"""Games written in BDDL: who wins, and whether Black wins in time, by search over positions.

A win is a strategy to its end; that Black cannot win in time is a strategy of White's for so
many plies, which need not end.
"""

from __future__ import annotations

from collections.abc import Callable

from gameproof.certificates.certificate import Certificate
from gameproof.encodings import game_graph_qbf
from gameproof.encodings.bddl import endless
from gameproof.encodings.method import (
    UNKNOWN,
    Encoding,
    Export,
    Finding,
    Method,
    Options,
    Undecided,
)
from gameproof.encodings.plays import build, keeping
from gameproof.games.bddl import PLAYERS, Position, plies_asked
from gameproof.games.bddl_file import Move
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.model import Model
from gameproof.solvers.search.bounded_search import BoundedSearch

DEEPEST = 300
"""Plies of the longest play that is looked at."""
THEOREM = "Zermelo 1913; depth-first search with a table of least and greatest bounds"


def search_for(player: str, limits: Limits) -> BoundedSearch[Position]:
    """The search for a win of ``player``."""

    def over(position: Position) -> bool | None:
        return None if position.won is None else position.won == player

    return BoundedSearch(
        lambda position: [position.play(move) for move in position.moves()],
        over,
        lambda position: position.to_move == player,
        limits,
    )


def win_within(position: Position, limits: Limits, options: Options) -> Finding:
    """Does Black win within the plies asked for?"""
    plies = plies_asked(position, options.arguments)
    longest = position.longest
    bound = plies if longest is None else min(plies, longest)
    if bound > DEEPEST:
        return Finding(UNKNOWN, note=f"the search goes {DEEPEST} plies deep, not {bound}")
    search = search_for("black", limits)
    least = search.least(position, bound)
    stats = {"nodes": search.nodes, "known": len(search.won) + len(search.lost)}
    if least is None:
        certificate: Certificate | None = None
        if options.certificate and longest is not None and longest <= plies:
            certificate = build([(position, "white")], _keeping(search), tick=limits.check)
        elif options.certificate:

            def hold(here: Position, left: int) -> Move:
                return next(m for m in here.moves() if not search.wins(here.play(m), left - 1))

            certificate = keeping(position, "white", ["black"], plies, hold, limits.check)
        return Finding(False, certificate, stats)
    finding = _won(position, "black", search, least, limits, options)
    finding.answer = True
    return finding


def _keeping(search: BoundedSearch[Position]) -> Callable[[Position], Move]:
    """A move after which Black, in a game whose plays all end, still never wins."""

    def keep(here: Position) -> Move:
        left = here.longest or 0
        return next(m for m in here.moves() if not search.wins(here.play(m), left))

    return keep


def win_within_model(position: Position, options: Options) -> Model:
    """True iff Black wins within the plies asked for: every ply is a turn."""
    plies = plies_asked(position, options.arguments)
    return game_graph_qbf.outcome_model(
        position, Options(arguments={"side": "black", "within": plies})
    )


def outcome_model(position: Position, options: Options) -> Model:
    """The formula over all positions that play can reach."""
    return game_graph_qbf.outcome_model(position, options)


def _finite(position: Position) -> bool:
    return position.won is not None or (
        position.longest is not None and position.longest <= DEEPEST
    )


def outcome(position: Position, limits: Limits, options: Options) -> Finding:
    """Who wins a game whose plays all end; nobody draws there."""
    longest = position.longest or 0
    search = search_for("black", limits)
    wins = search.wins(position, longest)
    side = "black" if wins else "white"

    def good(here: Position) -> Move:
        left = here.longest or 0
        return next(m for m in here.moves() if search.wins(here.play(m), left) == wins)

    strategy = None
    if options.certificate:
        strategy = build([(position, side)], good, tick=limits.check)
    mine = position.won is None and position.to_move == side
    stats = {"nodes": search.nodes, "known": len(search.won) + len(search.lost)}
    return Finding(side, strategy, stats, winning_moves=(good(position),) if mine else ())


def deepening(position: Position, limits: Limits, options: Options) -> Finding:
    """Who wins a game whose plays may not end, where somebody wins it within few plies."""
    searches = {side: search_for(side, limits) for side in PLAYERS}
    for plies in range(DEEPEST + 1):
        for side, search in searches.items():
            if search.wins(position, plies):
                return _won(position, side, search, plies, limits, options)
    return Finding(UNKNOWN)


def _won(
    position: Position,
    side: str,
    search: BoundedSearch[Position],
    plies: int,
    limits: Limits,
    options: Options,
) -> Finding:
    def win(here: Position) -> Move:
        left = search.least(here, plies)
        assert left is not None
        return next(m for m in here.moves() if search.wins(here.play(m), left - 1))

    strategy = None
    if options.certificate:
        strategy = build([(position, side)], win, tick=limits.check)
    first = (win(position),) if position.won is None and position.to_move == side else ()
    stats = {"nodes": search.nodes, "known": len(search.won) + len(search.lost)}
    return Finding(side, strategy, stats, {"plies": plies}, winning_moves=first)


Run = Callable[[Position, Limits, Options], Finding]


def with_rule(run: Run) -> Run:
    """The method, its answers with the rule of BDDL that other games do not share: a full board
    of Tic-Tac-Toe is no draw, but lost by whoever is to move."""

    def told(position: Position, limits: Limits, options: Options) -> Finding:
        finding = run(position, limits, options)
        if not isinstance(finding.answer, Undecided):
            finding.detail["rule"] = "whoever has no move resigns, and loses"
        return finding

    return told


ENCODING: Encoding[Position] = Encoding(
    methods=(
        Method(
            "win-within", "search", with_rule(win_within), THEOREM, reach=f"at most {DEEPEST} plies"
        ),
        Method(
            "outcome",
            "search",
            with_rule(outcome),
            THEOREM,
            _finite,
            reach=f"games whose plays are known to end within {DEEPEST} plies",
        ),
        Method(
            "outcome",
            "retrograde",
            with_rule(endless.by_labels),
            "labels backwards from the finished positions (Zermelo 1913), the rest is drawn",
            lambda position: not _finite(position),
        ),
        Method(
            "outcome",
            "deepening",
            with_rule(deepening),
            THEOREM,
            lambda position: not _finite(position),
        ),
    ),
    exports=(
        Export(
            "win-within",
            win_within_model,
            "quantified: does black win within the plies asked for?",
            quantified=True,
        ),
        Export(
            "outcome",
            outcome_model,
            "quantified: does the player (--side, else the one to move) win?",
            quantified=True,
            arguments=game_graph_qbf.ARGUMENTS,
        ),
    ),
)
