"""Take-away games: the piles, how much may be taken, and which sizes lose."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.values.dynamic_table import DynamicTable
from gameproof.games.impartial.take_away import Position
from gameproof.pictures.heaps.heap_rows import LONGEST, TALLEST, Heap, draw_heaps
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines

MOST_PARTS = 12


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """Columns of chips. A table of the certificate, or the losing sizes that were asked for,
    stand below as a strip."""
    taken = {}
    for move in reversed(shown_moves(position, certificate, detail)):
        index, amount = position.parse_move(move)
        taken[index] = amount
    heaps = [Heap(n, taken.get(index, 0)) for index, (n, _) in enumerate(position.piles)]
    limits = " ".join(_short(most) for _, most in position.piles)
    told = [f"at most {limits} may be taken now, then at most f(x) = {position.text} after x"]
    parts = (detail or {}).get("parts")
    if isinstance(parts, list) and parts:
        more = " + ..." if len(parts) > MOST_PARTS else ""
        said = " + ".join(_short(int(part)) for part in parts[:MOST_PARTS])
        told.append(f"as a sum of losing sizes: {said}{more}; the least of them is taken")
    told += strategy_lines(position, certificate, detail)
    strip = _strip(certificate, detail)
    if strip and isinstance(certificate, DynamicTable):
        told.append("strip: the least number of chips that wins from each size, all of it where "
                    "the pile loses")  # fmt: skip
    elif strip:
        told.append("strip: P at the sizes that lose")
    return draw_heaps(heaps, told, strip, first=1)


def _short(number: int) -> str:
    return str(number) if number < 10**12 else f"a number of {len(str(number))} digits"


def _strip(certificate: Certificate | None, detail: Detail | None) -> list[tuple[str, bool]]:
    """For the piles 1, 2, ...: what wins, and whether the pile loses."""
    if isinstance(certificate, DynamicTable):
        least = np.asarray(certificate.first)[0, 1 : LONGEST + 1].tolist()
        return [(str(take or n), take == 0 or take >= n) for n, take in enumerate(least, start=1)]
    told = detail or {}
    if told.get("question") == "losing-sizes":
        losing = {int(word) for word in str(told.get("answer", "")).split() if word.isdecimal()}
        reach = min(LONGEST, max(losing, default=TALLEST))
        return [("P" if n in losing else "", n in losing) for n in range(1, reach + 1)]
    return []


PICTURE = Depiction(draw)
