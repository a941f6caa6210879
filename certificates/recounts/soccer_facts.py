"""Two games of paper soccer compared, and facts about the empty pitch."""

from __future__ import annotations

from collections.abc import Mapping

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.recounts.recount import Count
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.paper_soccer import Position, make


def relation(position: Position, other: str) -> str:
    """``equal`` (one history), ``strong`` (lines and ball), ``weak`` (lines) or ``different``.

    ``other`` lists the other game's plies from the pitch's first point; raises
    :class:`BadInput`. The position's own history counts: two positions that are equal as
    states may have different ones.
    """
    if position.history[:1] != (position.pitch.start,):
        raise BadInput("the position has no history from the pitch's first point")
    width, length, rules = position.field_
    second = make(width, length, rules, other)
    if second.history == position.history:
        return "equal"
    if second.drawn != position.drawn:
        return "different"
    return "strong" if second.ball == position.ball else "weak"


def centred(position: Position) -> bool:
    """Do both mirror images of the pitch fix the ball's first point?"""
    place = position.pitch
    x, y = place.points[place.start]
    return 2 * x == place.width and 2 * y == place.length


def _equivalent(position: Position, arguments: Mapping[str, Value]) -> Value:
    other = arguments.get("other")
    if other is not None and not isinstance(other, str):
        raise Rejected("the other game is a text")
    try:
        return relation(position, other or "")
    except BadInput as reason:
        raise Rejected(f"the other game: {reason}") from None


COUNTS = (
    Count(
        "equivalent",
        (Position,),
        _equivalent,
        "both games replayed (Hoivik, Experiments in Paper Soccer, definitions 2.7 to 2.9)",
    ),
    Count(
        "lines",
        (Position,),
        lambda position, _arguments: len(position.pitch.edges),
        "the lines of the pitch counted (Hoivik, definition 2.1)",
    ),
    Count(
        "centred",
        (Position,),
        lambda position, _arguments: centred(position),
        "the pitch's mirror images (Hoivik, definition 2.2)",
    ),
)
