"""Hackenbush: fusion and colon principles, numbers, and canonical forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from gameproof.certificates import strategy
from gameproof.certificates.fusion_tree import LISTED, FusionTree, winning_cuts
from gameproof.certificates.hackenbush_numbers import (
    HackenbushNumbers,
    HackenbushTree,
    answer,
    is_tree,
    simplest_between,
    tree_value,
)
from gameproof.certificates.nim_value import QUESTIONS, moves_text
from gameproof.encodings.impartial import claim_of, table_methods
from gameproof.encodings.method import UNKNOWN, Export, Finding, Method, Options
from gameproof.games.hackenbush import GREEN, Coloured, Position, members
from gameproof.solvers.fusion import fusion
from gameproof.solvers.limits import Limits

FUSION = (
    "colon and fusion principles (Berlekamp, Conway, Guy, Winning Ways, chapter 7) on the "
    "2-edge-connected blocks (Tarjan 1974)"
)
COLON = "colon principle for numbers (Berlekamp, Conway, Guy, Winning Ways, chapter 7)"
SIMPLEST = "the simplest number between the options (Conway, On Numbers and Games, chapter 1)"
CUT_SHOWN = 400
"""Boards up to this many lines get a winning cut beside their outcome."""


def fusion_tree(position: Position, limits: Limits) -> tuple[int, FusionTree]:
    """The value of the standing lines, with its certificate. O(n + m)."""
    board = position.board
    lines = np.fromiter(members(position.lines), dtype=np.int64)
    ends = board.ends[lines].reshape(-1, 2)
    points = np.union1d([0], ends.ravel())
    number = np.zeros(board.n, dtype=np.int32)
    number[points] = np.arange(len(points), dtype=np.int32)
    found = fusion(len(points), number[ends].reshape(-1, 2), limits)
    preorder = np.full(board.n, -1, dtype=np.int32)
    parent_edge = np.full(board.n, -1, dtype=np.int32)
    preorder[points] = found.preorder
    inner = points[1:]
    parent_edge[inner] = lines[found.parent_edge[1:]]
    return found.value, FusionTree(preorder, parent_edge)


def by_fusion(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer for a green board of any size."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        heap = claim_of(question, options).arguments.get("heap")
        count = position.lines.bit_count()
        if question == "winning-moves" and count > LISTED:
            reason = f"winning cuts are listed on boards of at most {LISTED} lines"
            return Finding(UNKNOWN, None, {}, {"reason": reason})
        value, certificate = fusion_tree(position, limits)
        detail: dict[str, Any] = {"value": value}
        truth = {
            "outcome": "N" if value else "P",
            "grundy": str(value),
            "equivalent": "yes" if value == heap else "no",
        }.get(question)
        if truth is None or (question == "outcome" and value and count <= CUT_SHOWN):
            cuts = [position.move_text(k) for k in winning_cuts(position, limits.check)]
            truth = truth or moves_text(cuts)
            if cuts:
                detail["winning cut"] = cuts[0]
        stats = {"points": position.board.n, "lines": count}
        return Finding(truth, certificate if options.certificate else None, stats, detail)

    return run


def by_tree(question: str) -> Callable[[Coloured, Limits, Options], Finding]:
    """Answer for a red-blue tree of any size."""

    def run(position: Coloured, limits: Limits, options: Options) -> Finding:
        value = tree_value(position)
        truth = answer(position, question, value, tree_value)
        stats = {"lines": position.lines.bit_count()}
        return Finding(truth, HackenbushTree(str(value)), stats, {"value": str(value)})

    return run


def number_table(position: Coloured, limits: Limits) -> dict[int, Fraction]:
    """The numbers of all parts below a red-blue position, by their lines."""
    values: dict[int, Fraction] = {}
    stack = list(position.parts())
    while stack:
        part = stack[-1]
        if part.lines in values:
            stack.pop()
            continue
        limits.check()
        sides: list[list[Fraction]] = []
        waiting: list[Coloured] = []
        for player in ("red", "blue"):
            options = [part.after(move).parts() for move in part.cuts(player)]
            waiting += [child for row in options for child in row if child.lines not in values]
            if not waiting:
                sides.append([_total(values, row) for row in options])
        if waiting:
            stack.extend(waiting)
            continue
        values[part.lines] = simplest_between(
            max(sides[0], default=None), min(sides[1], default=None)
        )
        stack.pop()
    return values


def _total(values: dict[int, Fraction], parts: Iterable[Coloured]) -> Fraction:
    return sum((values[part.lines] for part in parts), Fraction(0))


def by_numbers(question: str) -> Callable[[Coloured, Limits, Options], Finding]:
    """Answer for a small red-blue board from the rules alone."""

    def run(position: Coloured, limits: Limits, options: Options) -> Finding:
        values = number_table(position, limits)

        def value_of(of: Coloured) -> Fraction:
            return _total(values, of.parts())

        value = value_of(position)
        truth = answer(position, question, value, value_of)
        certificate = HackenbushNumbers({f"{k:x}": str(v) for k, v in values.items()})
        return Finding(truth, certificate, {"positions": len(values)}, {"value": str(value)})

    return run


def by_canonical_form(position: Coloured, limits: Limits, options: Options) -> Finding:
    """The value of a board with lines of all colours; it has no certificate."""
    from gameproof.solvers.canonical_form import canonical_form

    value = canonical_form(
        position.turn("red"),
        lambda p, side: [p.after(m) for m in p.cuts("red" if side == "left" else "blue")],
        limits,
        parts=lambda p: p.parts(),
    )
    return Finding(str(value), None, value.stats, {"outcome": value.outcome})


def by_search(position: Coloured, limits: Limits, options: Options) -> Finding:
    """The outcome of a small board by exhaustive search, proved by the strategies."""
    wins: dict[Coloured, int | None] = {}

    def winning(of: Coloured) -> int | None:
        if of not in wins:
            limits.check()
            wins[of] = next((m for m in of.moves() if winning(of.play(m)) is None), None)
        return wins[of]

    starts = [position.turn(player) for player in ("red", "blue")]
    goals = []
    for start in starts:
        other = "blue" if start.to_move == "red" else "red"
        goals.append((start, start.to_move if winning(start) is not None else other))
    sides = [side for _, side in goals]
    truth = {
        ("red", "blue"): "N", ("blue", "red"): "P", ("red", "red"): "L", ("blue", "blue"): "R",
    }[sides[0], sides[1]]  # fmt: skip
    certificate = strategy.build(goals, winning, tick=limits.check)
    return Finding(truth, certificate, {"positions": len(wins)})


def _green(position: Position | Coloured) -> bool:
    return isinstance(position, Position)


def _red_blue(position: Position | Coloured) -> bool:
    if not isinstance(position, Coloured):
        return False
    return not any(position.board.colours[k] == GREEN for k in members(position.lines))


def _small(lines: int) -> Callable[[Position | Coloured], bool]:
    return lambda position: position.lines.bit_count() <= lines


METHODS = (
    *(Method(question, "fusion", by_fusion(question), FUSION, _green) for question in QUESTIONS),
    *table_methods(applies=lambda position: _green(position) and _small(14)(position)),
    *(
        Method(
            question,
            "colon",
            by_tree(question),
            COLON,
            lambda position: _red_blue(position) and is_tree(position),
        )
        for question in ("outcome", "value", "winning-moves")
    ),
    *(
        Method(
            question,
            "numbers",
            by_numbers(question),
            SIMPLEST,
            lambda position: _red_blue(position) and _small(16)(position),
        )
        for question in ("outcome", "value", "winning-moves")
    ),
    Method(
        "outcome",
        "search",
        by_search,
        "Zermelo (1913)",
        lambda position: not _green(position) and _small(12)(position),
    ),
    Method(
        "value",
        "canonical-form",
        by_canonical_form,
        "every short game has one canonical form (Conway, On Numbers and Games, theorem 69)",
        lambda position: not _green(position) and not _red_blue(position),
    ),
)

EXPORTS: tuple[Export, ...] = ()
