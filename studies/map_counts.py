"""How many boards of a map have which winner, and by which argument."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gameproof.studies.maps import CUT_SHORT, Cell


def counted(cells: Iterable[Cell]) -> list[str]:
    """A line for each rule: the winners with their arguments, the most frequent first; open
    boards have none, or were cut short. O(cells)."""
    winners: dict[str, Counter[str]] = {}
    arguments: dict[tuple[str, str], Counter[str]] = {}
    for cell in cells:
        winners.setdefault(cell.rule, Counter())[cell.winner] += 1
        arguments.setdefault((cell.rule, cell.winner), Counter())[cell.argument] += 1
    lines = []
    for rule, found in winners.items():
        parts = []
        for winner, number in _most(found):
            known = _most(arguments[rule, winner])
            by = ", ".join(f"{name} {count}" for name, count in known if name)
            parts.append(f"{number} {winner}" + (f" ({by})" if by else ""))
        lines.append(f"{rule}: {sum(found.values())} boards, {', '.join(parts)}")
    return lines


def cut_short(cells: Iterable[Cell], without_plies: int) -> str:
    """What the limits of a map left out, in words; nothing where they left out nothing."""
    boards = sum(cell.argument == CUT_SHORT for cell in cells)
    told = []
    if boards:
        told.append(f"{boards} boards not asked to the end")
    if without_plies:
        told.append(f"plies of {without_plies} wins not counted")
    return f"cut short: {', '.join(told)}" if told else ""


def _most(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
