"""Heaps as columns of tokens, with their values and the values of all small heaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.values.mex import Mex
from gameproof.games.impartial.heaps import Heaps
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet.drawing import Drawing
from gameproof.pictures.sheet.palette import HIGHLIGHT, INK, PALE, PAPER

TALLEST = 40
BAR = 12
"""Steps of the bar that stands for a larger heap."""
STEP = 16.0
COLUMN = 70.0
MOST = 60
"""Heaps that are drawn."""
BOX = 26.0
ROW = 20
LONGEST = 3 * ROW


@dataclass(frozen=True, slots=True)
class Heap:
    """Tokens, how many of them the proved move takes, and the heap's value where it is known."""

    tokens: int
    taken: int = 0
    value: str = ""


def draw(
    position: Heaps, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """A row (text) or column (SVG) for each heap; a winning move marks what it takes.

    Heaps above 40 are drawn as a bar with their number. With a table of values a strip of them
    stands below.
    """
    taken = {}
    for move in reversed(shown_moves(position, certificate, detail)):
        index, amount = position.parse_move(move)
        taken[index] = amount
    values = _values(position.heaps, certificate, detail)
    heaps = [Heap(n, taken.get(index, 0), values[index]) for index, n in enumerate(position.heaps)]
    told = strategy_lines(position, certificate, detail)
    strip = []
    if isinstance(certificate, Mex) and len(certificate.heaps):
        strip = told_values(certificate, told)
    return draw_heaps(heaps, told, strip)


def told_values(certificate: Mex, told: list[str]) -> list[tuple[str, bool]]:
    """The first values of the table, and a sentence on its period, which is added to ``told``."""
    told.append(
        f"values repeat with period {certificate.period} after {certificate.preperiod} values"
        if certificate.period
        else "values of the heaps as far as they are needed"
    )
    reach = certificate.preperiod + 2 * certificate.period if certificate.period else LONGEST
    row = np.asarray(certificate.heaps)[: min(LONGEST, reach)].tolist()
    return [(str(value), value == 0) for value in row]


def _values(
    heaps: Sequence[int], certificate: Certificate | None, detail: Detail | None
) -> list[str]:
    """The Grundy value of each heap where the answer or its certificate tells them."""
    told = (detail or {}).get("values")
    if isinstance(told, list) and len(told) == len(heaps):
        return [str(value) for value in told]
    if isinstance(certificate, Mex) and len(certificate.heaps):
        table = np.asarray(certificate.heaps).tolist()
        start, period = certificate.preperiod, certificate.period
        places = [n if n < len(table) else start + (n - start) % (period or 1) for n in heaps]
        return [str(table[n]) if n < len(table) else "" for n in places]
    return [""] * len(heaps)


def draw_heaps(
    heaps: Sequence[Heap],
    told: Sequence[str],
    strip: Sequence[tuple[str, bool]] = (),
    first: int = 0,
) -> Picture:
    """The picture of heaps, sentences below it, and a strip of values, the P-positions among
    them marked, of the heaps ``first``, ``first`` + 1, ... O(tokens that are drawn)."""
    rows = []
    tallest = max((_steps(heap.tokens) for heap in heaps), default=0)
    floor = 20 + STEP * max(tallest, 1)
    if len(heaps) > MOST:
        told = [f"{len(heaps)} heaps; the first {MOST} are drawn", *told]
    drawing = Drawing(COLUMN * max(min(len(heaps), MOST), 1) + 20, floor + 40, "Heaps")
    for index, heap in enumerate(heaps):
        n, taken = heap.tokens, heap.taken
        shown = f"heap {index + 1}: {n}"
        if n <= TALLEST:
            shown = (shown + "  " + "o" * (n - taken) + "x" * taken).rstrip()
        else:
            shown += f"  take {taken}" if taken else ""
        rows.append(shown + (f"   value {heap.value}" if heap.value else ""))
        if index < MOST:
            _column(drawing, heap, 10 + COLUMN * index + COLUMN / 2, floor)
    if strip:
        draw_strip(drawing, strip, floor + (58 if any(h.value for h in heaps) else 40), first)
        rows += strip_lines(strip, first)
    drawing.caption(*told)
    return Picture("\n".join([*rows, *told] or ["no heaps"]) + "\n", drawing.svg())


def _steps(tokens: int) -> int:
    return tokens if tokens <= TALLEST else BAR


def _column(drawing: Drawing, heap: Heap, x: float, floor: float) -> None:
    n, taken = heap.tokens, heap.taken
    if n <= TALLEST:
        for k in range(n):
            gone = k >= n - taken
            at = (x, floor - STEP * (k + 0.5))
            drawing.circle(at, STEP / 2 - 1, fill=HIGHLIGHT if gone else PALE)
            if gone:  # what is taken is crossed out
                drawing.line((x - 4, at[1] - 4), (x + 4, at[1] + 4))
                drawing.line((x - 4, at[1] + 4), (x + 4, at[1] - 4))
    else:
        drawing.rectangle(x - 8, floor - STEP * BAR, 16, STEP * BAR, fill=PALE)
        if taken:
            part = max(6.0, STEP * BAR * min(1.0, taken / n))
            drawing.rectangle(x - 8, floor - STEP * BAR, 16, part, fill=HIGHLIGHT)
            drawing.text((x, floor - STEP * BAR - 8), "take", size=9)
    text = str(n) if len(str(n)) <= 9 else f"{str(n)[:5]}..."
    drawing.text((x, floor + 16), text, size=11, room=COLUMN - 6)
    if heap.value:
        value = heap.value if len(heap.value) <= 7 else f"{heap.value[:4]}..."
        drawing.text((x, floor + 33), f"= *{value}", size=11, bold=True, room=COLUMN - 4)


def strip_lines(strip: Sequence[tuple[str, bool]], first: int = 0) -> list[str]:
    """A strip of values as text."""
    rows = []
    for begin in range(0, len(strip), ROW):
        part = strip[begin : begin + ROW]
        wide = max(len(str(first + begin + len(part))), *(len(v) for v, _ in part))
        names = (str(first + begin + k) for k in range(len(part)))
        rows.append("heap   " + " ".join(name.rjust(wide) for name in names))
        rows.append("value  " + " ".join(value.rjust(wide) for value, _ in part))
    return rows


def draw_strip(drawing: Drawing, strip: Sequence[tuple[str, bool]], top: float, first: int) -> None:
    """Values of heaps in boxes, 20 in a row, those of P-positions shaded."""
    for k, (value, losing) in enumerate(strip):
        row, column = divmod(k, ROW)
        x, y = 14 + BOX * column, top + 2.1 * BOX * row
        centre = x + BOX / 2
        drawing.text((centre, y + 8), str(first + k), size=9, room=BOX - 2)
        drawing.rectangle(x, y + 16, BOX, BOX, fill=PALE if losing else PAPER, stroke=INK)
        drawing.text((centre, y + 16 + BOX / 2), value, size=11, bold=losing, room=BOX - 4)


PICTURE = Depiction(draw)
