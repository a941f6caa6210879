"""Outcomes of Snort and Col: opposition first, then search; strategies as certificates.

A position is decided twice, once for each player to start; N, P, L and R are read off the
two winners (L: Red). The search answers about sums of components; its winner's moves are
collected into a table (``certificates.strategies.snort_strategy``) wherever the checker's
own bounds do not decide, and the checker replays them against every opposing move.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.snort_refutations import SnortRefutations
from gameproof.certificates.strategies.snort_strategy import SnortStrategy, Winner
from gameproof.encodings.each_move import winning_moves
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.snort import cycles, prospects, spare_moves, symmetry, twins
from gameproof.encodings.snort.refutations import Rows, refutations
from gameproof.games.game import COLOURS, Colour
from gameproof.games.graph import neighbour_masks
from gameproof.games.sets.snort_sums import Sum, key
from gameproof.games.snort import Position, opponent
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sums.reservation_search import MisereSearch, ReservationSearch, engine
from gameproof.solvers.sums.star_packing import StarPacking

#: Strategies that visit more sums are not written down; misere ones visit them in a tenth of the
#: time, for nothing is split or compared.
MOST_SUMS = 200_000
MOST_MISERE_SUMS = 1_000_000
#: ... nor are those of which the winner's moves take more work than this to collect, in seconds.
MOST_SECONDS = 60.0
#: Boards with more open vertices than this rarely have a short strategy, so less is tried.
MOST_OPEN = 64
HASTY_SECONDS = 20.0
#: Up to this many a strategy is written where the search was short, else the search's proof.
SHORT_OPEN, SHORT_NODES = 40, 2000
#: Misere play is searched without theory; larger boards are left alone.
MOST_MISERE = 40

THEOREM = (
    "sums of switches are played hottest first and G + (-G) = 0 (Berlekamp, Conway, Guy, "
    "Winning Ways, chapters 3 and 6); proof-number search (Allis, van der Meulen, van den Herik "
    "1994; Nagai 2002); star packing bound and monotony for other boards "
    "(solvers/sums/star_packing)"
)
MISERE_THEOREM = "exhaustive search: a position is won when some move leads to a lost one"


class _TooLarge(Exception):
    """A strategy has more sums than a certificate may hold."""


def engine_for(position: Position, limits: Limits) -> ReservationSearch | StarPacking:
    """The search for this board; it is kept, with its tables, as long as the run."""
    neighbours, own = neighbour_masks(position.graph), position.rules.forbidden == "own"
    name = ("snort", neighbours, own)
    return limits.keep(name, lambda: engine(neighbours, own_conflict=own))


def winner_of(position: Position, starter: Colour, limits: Limits) -> Colour:
    """Who wins when ``starter`` starts. Raises ``LimitReached``; PSPACE-hard in general."""
    other = opponent(starter)
    won = engine_for(position, limits).wins(position.free(starter), position.free(other), limits)
    return starter if won else other


def strategy(position: Position, rows: Rows, play: str, limits: Limits) -> SnortStrategy | str:
    """The winners' table for rows that hold, or why there is none.

    Visits every sum that the strategy can reach and the bounds leave open.
    """
    winner = Winner(position, misere=play == "misere")
    search = None if play == "misere" else engine_for(position, limits)
    plain = _misere(position, limits) if play == "misere" else None
    table: dict[int, int] = {}
    open_vertices = (position.red_free | position.blue_free).bit_count()
    seconds = MOST_SECONDS if open_vertices <= MOST_OPEN else HASTY_SECONDS
    run = limits.share(0.9)  # the answer is known: it must be out before the limit
    limits = run.working(seconds)
    most = MOST_MISERE_SUMS if play == "misere" else MOST_SUMS

    def move(total: Sum) -> int:
        mine = sum(part[0] for part in total[0])
        yours = sum(part[1] for part in total[0])
        if plain is not None:
            found = plain.winning_move(mine, yours, limits)
        elif search is not None:
            found = search.winning_move(mine, yours, limits, spare=total[1], star=bool(total[2]))
        if found is None:
            raise RuntimeError("the search contradicts itself; please report this position")
        table[key(total)] = found
        return found

    def tick(visited: int) -> None:
        if visited > most:
            raise _TooLarge
        if visited % 64 == 1:
            limits.check()

    goals = [(winner.start(position, side), starter == side) for starter, side in rows]
    try:
        winner.prove(goals, move, tick)
    except _TooLarge:
        return f"the strategy passes {most} sums: not written"
    except LimitReached:
        if run.exceeded() is None:
            return f"the strategy takes more than {seconds:.0f} s of work: not written"
        return "the limits ran out while the strategy was written"
    except Rejected as problem:
        raise RuntimeError(f"the search contradicts itself: {problem}") from None
    return SnortStrategy.of(rows, play, table)


def _short(position: Position, search: StarPacking) -> bool:
    """Is a strategy for sums of components, which can also be played, soon written?"""
    open_vertices = (position.red_free | position.blue_free).bit_count()
    return open_vertices <= SHORT_OPEN and search.stats["nodes"] <= SHORT_NODES


def _finding(
    position: Position,
    answer: str,
    rows: Rows,
    play: str,
    limits: Limits,
    options: Options,
    stats: dict[str, Any],
) -> Finding:
    if not options.certificate:
        return Finding(answer, None, stats)
    proof = rows_proved(position, rows, limits, play)
    if isinstance(proof, str):
        return Finding(answer, None, stats, note=proof)
    if isinstance(proof, SnortRefutations):
        stats["positions_in_proof"] = len(proof.count)
    else:
        stats["moves_in_table"] = len(proof.keys)
    return Finding(answer, proof, stats)


def rows_proved(
    position: Position, rows: Rows, limits: Limits, play: str = "normal"
) -> SnortStrategy | SnortRefutations | str:
    """The proof that rows found by search (who starts, who wins) hold, or why there is none:
    a strategy where the search was short, else what the search kept. Raises ``LimitReached``."""
    search = None if play == "misere" else engine_for(position, limits)
    if isinstance(search, StarPacking) and not _short(position, search):
        kept = refutations(position, rows, search, limits)
        return "the proof passed the room for it: not kept" if kept is None else kept
    return strategy(position, rows, play, limits)


def _decided(position: Position, starter: Colour, limits: Limits) -> Colour:
    """Who wins when ``starter`` starts, if a part of the time decides it; what is left narrows the
    bounds of what was not decided. Raises ``LimitReached``."""
    won = prospects.decided(position, starter, engine_for(position, limits), limits)
    return starter if won else opponent(starter)


def _unfinished(
    position: Position,
    starters: tuple[Colour, ...],
    search: ReservationSearch | StarPacking,
    limits: Limits,
) -> dict[str, Any]:
    """Bounds, in free moves, that hold for starts the search did not decide; they are narrowed
    as long as the limits allow."""
    known: dict[tuple[int, int], spare_moves.Bounds] = {}  # both starts may be one question
    detail: dict[str, Any] = {}
    for number, starter in enumerate(starters):
        sets = position.free(starter), position.free(opponent(starter))
        if sets not in known:
            share = limits.share(1 / (len(starters) - number) if sets[0] != sets[1] else 1.0)
            bounds = spare_moves.at_once(position, starter, search)
            known[sets] = spare_moves.narrowed(position, starter, search, bounds, share)
        detail[f"{starter}_starts"] = spare_moves.told(starter, known[sets])
    return detail


def _outcome(position: Position, limits: Limits, options: Options) -> Finding:
    known: dict[Colour, Colour] = {}
    search = engine_for(position, limits)
    try:
        for starter in COLOURS:
            known[starter] = _decided(position, starter, limits)
    except LimitReached as reached:
        open_starts = tuple(side for side in COLOURS if side not in known)
        stats = dict(search.stats)
        search = prospects.for_bounds(search, position, limits)
        detail = {
            "possible": symmetry.possible(position, known),
            "reason": reached.reason,
            **_unfinished(position, open_starts, search, limits),
        }
        return Finding(UNKNOWN, None, stats, detail)
    answer = symmetry.outcome_word((known["red"], known["blue"]))
    rows = tuple(known.items())
    return _finding(position, answer, rows, "normal", limits, options, dict(search.stats))


def _winner(position: Position, limits: Limits, options: Options) -> Finding:
    search = engine_for(position, limits)
    try:
        answer = _decided(position, position.to_move, limits)
    except LimitReached as reached:
        stats = dict(search.stats)
        search = prospects.for_bounds(search, position, limits)
        bounds = _unfinished(position, (position.to_move,), search, limits)
        detail = {"reason": reached.reason, **bounds}
        return Finding(UNKNOWN, None, stats, detail)
    stats = dict(search.stats)
    rows = ((position.to_move, answer),)
    return _finding(position, answer, rows, "normal", limits, options, stats)


def _misere(position: Position, limits: Limits) -> MisereSearch:
    neighbours, own = neighbour_masks(position.graph), position.rules.forbidden == "own"
    name = ("snort", "misere", neighbours, own)
    return limits.keep(name, lambda: MisereSearch(neighbours, own_conflict=own))


def _misere_outcome(position: Position, limits: Limits, options: Options) -> Finding:
    search = _misere(position, limits)
    known: dict[Colour, Colour] = {}
    try:
        for starter in COLOURS:
            other = opponent(starter)
            won = search.wins(position.free(starter), position.free(other), limits)
            known[starter] = starter if won else other
    except LimitReached as reached:
        detail = {"possible": symmetry.possible(position, known), "reason": reached.reason}
        return Finding(UNKNOWN, None, {}, detail)
    answer = symmetry.outcome_word((known["red"], known["blue"]))
    return _finding(position, answer, tuple(known.items()), "misere", limits, options, {})


METHODS: tuple[Method[Position], ...] = (
    *twins.METHODS,
    *cycles.METHODS,
    *symmetry.METHODS,
    winning_moves(lambda: [m for m in METHODS if m.question == "winner"]),
    Method("outcome", "search", _outcome, THEOREM),
    Method("winner", "search", _winner, THEOREM),
    Method(
        "misere-outcome",
        "search",
        _misere_outcome,
        MISERE_THEOREM,
        lambda position: position.red_free.bit_count() <= MOST_MISERE,
    ),
)
EXPORTS = symmetry.EXPORTS
