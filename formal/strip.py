"""The win inside thirteen columns of four rows as numbers for ``Strips.v``.

The kept proof of 4 x 15 plays in a part with cells on both sides. Here the part lies at the edge of
the board, so Second's moves beyond it are counted on one side only, and what is said of the
other is left out. Each position comes after those it leads to: which cells First surely owns, which
Second owns at most, how many he owns beyond at most, First's answer to each move, and his sequences
of threats.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from gameproof.certificates.files import load, unseal
from gameproof.certificates.strategies.positional_box import checker_of
from gameproof.certificates.strategies.positional_checker import UNLIMITED, Checker
from gameproof.certificates.strategies.positional_strategy import PositionalStrategy, proof_rows
from gameproof.games.sets.zone_board import zone_board
from gameproof.instances.contained import contained

CELLS = 52
BEYOND = 3
"""Moves that are counted on a side; those to the left come first."""
PART = (1 << CELLS) - 1


def numbers(path: Path) -> list[int]:
    """What ``strip_check`` reads."""
    record = unseal(load(path))
    position: Any = contained(record.instance).position
    certificate = record.certificate
    assert isinstance(certificate, PositionalStrategy)
    assert certificate.box is not None
    low, size = certificate.box
    zone = zone_board(position, "first", low, size)
    assert (size, zone.cells) == ([4, 13], CELLS + 2 * BEYOND)
    checker = checker_of(zone, certificate)
    table = checker.table
    ((_, _, opening, root, _),) = proof_rows(certificate)
    known: dict[int, tuple[int, int]] = {root: checker.reduced(1 << opening, 0, UNLIMITED)}
    found: list[tuple[int, int, int, list[tuple[int, int]], list[tuple[int, ...]]]] = []
    nodes: list[int] = []
    for node, (first, last) in enumerate(pairwise(table.edge_ends)):
        if node not in known:
            continue
        a, d = known[node]
        beyond = (d >> CELLS + BEYOND).bit_count()
        edges = {table.moves[edge]: edge for edge in range(first, last)}
        lines = [*table.lines_of(node)]
        used: dict[tuple[int, ...], int] = {}
        answers = []
        free = [cell for cell in range(CELLS) if not (a | d) >> cell & 1]
        for move in [CELLS + BEYOND + beyond, *free]:
            after = d | 1 << move
            if move not in edges:
                now = checker.attack.completing(a, after)
                line = [(now & -now).bit_length() - 1] if now else _beats(checker, a, after, lines)
                answers.append((0, used.setdefault(tuple(line), len(used))))
                continue
            edge = edges[move]
            reply, child = table.replies[edge], table.children[edge]
            grown = a | 1 << reply
            if checker.attack.owns(grown, after, reply):
                answers.append((reply + 1, -1))
                continue
            known[child] = checker.reduced(grown, after, UNLIMITED)
            answers.append((reply + 1, child))
        nodes.append(node)
        found.append((a & PART, d & PART, beyond, answers, [*used]))
    number = {node: i for i, node in enumerate(reversed(nodes))}
    written = [opening, len(nodes)]
    for a, d, beyond, answers, sequences in reversed(found):
        leads = [
            x + 64 * ((0 if child < 0 else number[child] + 1) if x else child)
            for x, child in answers
        ]
        written += [*_set(a), *_set(d), beyond, len(leads), *leads, len(sequences)]
        for line in sequences:
            written += [len(line), *line]
    return written


def _beats(checker: Checker, a: int, d: int, lines: Sequence[Sequence[int]]) -> Sequence[int]:
    """The first sequence that wins, First to move."""
    must = checker.defend.completing(d, a)
    return next(line for line in lines if checker.replay(a, d, must, line))


def _set(word: int) -> list[int]:
    return [word & 0x3FFFF, word >> 18 & 0x3FFFF, word >> 36]
