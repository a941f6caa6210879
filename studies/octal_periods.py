"""The published periods of octal games, each found again and verified from the rules.

``PUBLISHED`` is the table of games of at most three digits whose values are known to repeat (Guy,
Smith 1956; *Winning Ways*, chapter 4; Flammenkamp's table) as T. Czajka computed it anew; games
with the values of one of these are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import NamedTuple

import msgspec

from gameproof.games.impartial.octal import make
from gameproof.instances.instance import from_words
from gameproof.prover.prove import prove
from gameproof.solvers.limits import Limits

EARLY = """
4/0/2 .1/2/1 .4/52/34 .02/0/4 .11/3/1 .12/1/4 .15/1/10 .17/33/34 .22/0/3 .26/0/4 .31/3/2
.32/1/3 .34/7/8 .35/1/6 .44/141/24 .51/1/1 .52/4/4 .53/11/9 .54/3/7 .57/1/4 .71/3/2 .72/1/4
.75/1/2 .77/71/12 4.3/2/2 .002/0/6 .017/14/60 .022/0/5 .044/211/36 .045/187/32 .051/47/48
.055/258/148 .101/4/1 .102/1/6 .111/4/1 .112/1/6 .115/1/14 .116/139/96 .121/4/4 .122/1/5
.123/5/5 .124/122/62 .131/4/4 .132/1/5 .134/60/62 .141/14/11 .144/4/10 .145/3/9 .147/3/8
.152/2/48 .153/16/14 .154/4/11 .157/1/6 .171/12/11 .173/21/40 .176/24/8 .226/20/5 .312/5/2
.316/4/12 .331/4/3 .332/1/4 .351/1/8 .353/4/2 .373/2/28 .375/37/18 .512/3/6 .524/1/52
.532/7/5 .536/1/5 .772/8/4 4.12/6/7 4.72/1/3 4.005/30/79 4.024/1/60 4.102/8/10 4.122/6/7
4.304/25/21 4.323/4/4 4.444/142/24 4.722/4/4 4.726/5/16 4.766/19/20
"""
LATE = """
.45/498/20 .156/3479/349 .356/7315/142 .644/3256/442 .165/5181/1550 .16/105351/149459
.56/326640/144 .127/46578/4 .376/2268248/4 .354/10061916/1180
"""


class Published(NamedTuple):
    """How many values stand before the period, and the period. Where the table says 0 the first
    heap with a move may be preceded by some that belong to the period, or not."""

    least: int
    most: int
    period: int


def _read(table: str, *, shifted: bool) -> dict[str, Published]:
    """``shifted`` tables count from the last of the first heaps without a move."""
    found = {}
    for entry in table.split():
        game, before, period = entry.split("/")
        shift = _without_moves(game) - 1 if shifted else 0
        most = int(before) + shift
        found[game] = Published(most if int(before) else 0, most, int(period))
    return found


def _without_moves(game: str) -> int:
    """How many of the heaps 0, 1, ... have no move."""
    position = make(game, ())
    return next(n for n in count() if any(True for _ in position.breaks(n)))


PUBLISHED = {**_read(EARLY, shifted=True), **_read(LATE, shifted=False)}

COLUMNS = ("game", "published", "found", "agrees", "seconds")


class Line(msgspec.Struct, frozen=True):
    """A game, what is published of it, and what was found and verified (nothing: left open)."""

    game: str
    told: Published
    found: str
    seconds: float

    @property
    def published(self) -> str:
        """As an answer says it."""
        return f"period {self.told.period} after {self.told.most} values"

    @property
    def agrees(self) -> str:
        """``yes``, ``no``, or ``open``."""
        if not self.found:
            return "open"
        told = (
            f"period {self.told.period} after {before} values"
            for before in range(self.told.least, self.told.most + 1)
        )
        return "yes" if self.found in told else "no"


def compared(limits: Limits, published: Mapping[str, Published] = PUBLISHED) -> Iterator[Line]:
    """Each game of the table, as long as the limits last; a period is only told if the checker
    accepts its certificate."""
    for game, told in published.items():
        if limits.exceeded() is not None:
            yield Line(game, told, "", 0.0)
            continue
        answer = prove(from_words(["octal", game], "period"), limits)
        found = answer.answer if answer.verified else ""
        yield Line(game, told, found, round(answer.seconds, 1))
