"""How many boards of a map have which winner, and by which argument."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gameproof.prover.maps import Cell


def counted(cells: Iterable[Cell]) -> list[str]:
    """A line for each rule: the winners with their arguments, the most frequent first; open
    boards have none. O(cells)."""
    winners: dict[str, Counter[str]] = {}
    arguments: dict[tuple[str, str], Counter[str]] = {}
    for cell in cells:
        winners.setdefault(cell.rule, Counter())[cell.winner] += 1
        arguments.setdefault((cell.rule, cell.winner), Counter())[cell.argument] += 1
    lines = []
    for rule, found in winners.items():
        parts = []
        for winner, number in _most(found):
            by = ", ".join(f"{name} {count}" for name, count in _most(arguments[rule, winner]))
            parts.append(f"{number} {winner}" + (f" ({by})" if by.strip(" 0123456789") else ""))
        lines.append(f"{rule}: {sum(found.values())} boards, {', '.join(parts)}")
    return lines


def _most(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
