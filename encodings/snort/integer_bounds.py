"""The whole numbers next to the value of a Snort or Col position, each with its proof.

Who wins G - n is a question like any other, of the board with |n| vertices more. For the least
n >= G and the greatest n <= G, and for the next ones, which fail, it is proved. A value of
hundreds of thousands of games is not needed for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gameproof.certificates.certificate import Certificate, Use
from gameproof.certificates.strategies.together import Together
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.snort import spare_moves
from gameproof.encodings.snort.outcome import engine_for, rows_proved, winner_of
from gameproof.games.counts.snort_counts import compared, plus
from gameproof.games.game import COLOURS, Colour
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.snort import Position
from gameproof.solvers.limits import LimitReached, Limits

COMPARED = (
    "G <= n iff Left loses G - n moving first, G >= n iff Right does (Conway, On Numbers and "
    "Games, chapter 7); who wins the sum is searched for"
)
#: Of the time, to find the numbers; they are proved in the rest.
FINDING = 0.5


def gather(parts: Iterable[tuple[int, Certificate]]) -> Together:
    """The record from numbers and certificates."""
    return Together(uses=tuple(Use(part, n) for n, part in parts))


def _bounds(position: Position, limits: Limits, options: Options) -> Finding:
    alike = position.red_free == position.blue_free
    starters: tuple[Colour, ...] = ("red",) if alike else COLOURS
    search = engine_for(position, limits)
    found = {side: spare_moves.at_once(position, side, search) for side in starters}
    for part in (FINDING, 1.0):  # what half of the time does not find may take the rest
        for number, side in enumerate(starters):
            share = limits.share(part / (len(starters) - number))
            found[side] = spare_moves.narrowed(position, side, search, found[side], share)
    # Red loses with m free moves more: G + m <= 0. Blue does: G - m >= 0.
    high = -found["red"][1]
    low = -high if alike else found["blue"][1]
    bounds = {"bounds": f"{low} <= G <= {high}"}
    if any(win - loss > 1 for win, loss in found.values()):
        note = "these numbers were found by search; '-q at-most' and '-q at-least' prove each"
        return Finding(UNKNOWN, None, dict(search.stats), bounds, note=note)
    if not options.certificate:
        return Finding((low, high), None, dict(search.stats))
    asked: dict[int, tuple[Colour, ...]] = {high: ("red",), high - 1: ("red",)}
    for n in () if alike else (low, low + 1):
        asked[n] = (*asked.get(n, ()), "blue")
    parts = []
    try:
        for n, sides in asked.items():
            limits.progress(f"the proof for {n}")
            less = plus(position, -n)
            rows = tuple((side, winner_of(less, side, limits)) for side in sides)
            proof = rows_proved(less, rows, limits)
            if isinstance(proof, str):
                return Finding((low, high), None, dict(search.stats), note=f"for {n}: {proof}")
            parts.append((n, proof))
    except LimitReached as reached:
        return Finding(UNKNOWN, None, dict(search.stats), {**bounds, "reason": reached.reason})
    return Finding((low, high), gather(parts), dict(search.stats))


def _compared(starter: Colour) -> Callable[[Position, Limits, Options], Finding]:
    """Whether G <= n (Red starts in G - n) or G >= n (Blue does)."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        n = options.arguments["integer"]
        if not isinstance(n, int):
            raise BadInput("expected a whole number", "integer")
        truth = compared(position, n)[starter == "blue"]
        if truth is not None:
            return Finding(truth, gather([]))
        less = plus(position, -n)
        won = winner_of(less, starter, limits)
        stats = dict(engine_for(less, limits).stats)
        if not options.certificate:
            return Finding(won != starter, None, stats)
        proof = rows_proved(less, ((starter, won),), limits)
        if isinstance(proof, str):
            return Finding(won != starter, None, stats, note=proof)
        return Finding(won != starter, gather([(n, proof)]), stats)

    return run


METHODS: tuple[Method[Position], ...] = (
    Method("bounds", "integer-bounds", _bounds, COMPARED),
    Method("at-most", "search", _compared("red"), COMPARED),
    Method("at-least", "search", _compared("blue"), COMPARED),
)
