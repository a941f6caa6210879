"""Impartial games at full size: tables, periods, fusion, Wythoff; checks timed apart.

The plain contenders are what one would write first: mexes with sets, the same
recursion on (n, x), and Wythoff's test with Decimal numbers. Run with
``python -m benchmarks impartial``; ``python -m benchmarks.bench_impartial --large`` goes to
10^6 and adds the full tables.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from decimal import Decimal, localcontext
from typing import Any

import numpy as np

from benchmarks.harness import compare, table
from gameproof.certificates.kernel import Goal, conclude
from gameproof.encodings.impartial.hackenbush import by_fusion
from gameproof.encodings.impartial.heap_methods import counted
from gameproof.encodings.method import Finding, Options
from gameproof.games.impartial import hackenbush, take_away
from gameproof.games.impartial.expression import parse
from gameproof.games.impartial.laws.wythoff_pairs import is_p_position
from gameproof.solvers.limits import Limits
from gameproof.solvers.values.dynamic_take_away import dynamic_columns
from gameproof.solvers.values.octal import octal_values, subtraction_code
from gameproof.solvers.values.sprague_grundy import dag_values

MILLION = 1_000_000


def plain_subtraction(amounts: tuple[int, ...], count: int) -> list[int]:
    values: list[int] = []
    for n in range(count):
        seen = {values[n - s] for s in amounts if s <= n}
        least = 0
        while least in seen:
            least += 1
        values.append(least)
    return values


def plain_dynamic(function: str, largest: int) -> int:
    """g(n, n) by the definition, sharing (n, x) only."""
    f = parse(function)
    rows: list[list[int]] = []
    for n in range(largest + 1):
        seen: set[int] = set()
        row, value = [0], 0
        for y in range(1, n + 1):
            seen.add(rows[n - y][min(n - y, f(y))])
            while value in seen:
                value += 1
            row.append(value)
        rows.append(row)
    return rows[largest][largest]


def ours_dynamic(function: str, largest: int) -> int:
    f = parse(function)
    first = dynamic_columns([0] + [f(y) for y in range(1, largest + 1)], largest, Limits())
    return int(np.argmax(np.append(first[:, largest], 0) == 0))


def decimal_wythoff(a: int, b: int) -> bool:
    with localcontext() as context:
        context.prec = 60
        k = Decimal(b - a)
        return int(k * (1 + Decimal(5).sqrt()) / 2) == a


def repeated(call: Callable[[], Any], times: int) -> Callable[[], Any]:
    def run() -> Any:
        for _ in range(times - 1):
            call()
        return call()

    return run


def random_board(edges: int) -> hackenbush.Position:
    source = np.random.default_rng(1)
    n = edges // 2
    tails = (source.random(n - 1) * np.arange(1, n)).astype(np.int64)
    tree = np.stack([tails, np.arange(1, n)], axis=1)
    more = source.integers(0, n, (edges - n + 1, 2))
    ends = np.concatenate([tree, more]).astype(np.int32)
    names = ("ground", *map(str, range(1, n)))
    board = hackenbush.Board(names, ends, np.zeros(edges, dtype=np.int8))
    return hackenbush.Position(board, (1 << edges) - 1)


def layered_digraph(n: int, degree: int) -> tuple[Any, Any]:
    source = np.random.default_rng(2)
    reach = np.minimum(np.arange(n), 50)
    heads = np.arange(n)[:, None] - 1 - (source.random((n, degree)) * reach[:, None]).astype(int)
    heads[0] = 0
    indptr = np.arange(n + 1, dtype=np.int64) * degree
    indptr[1:] -= degree  # the vertex 0 has no arc
    return indptr, heads[1:].ravel().astype(np.int32)


def main() -> None:
    large = "--large" in sys.argv
    size = MILLION if large else 100_000
    amounts = (3, 10, 23, 27, 30, 41, 57)
    low, high = 1618033988749894848, 2618033988749894848
    rows = compare(
        f"subtraction set of 7, heaps below {size}",
        {
            "gameproof": lambda: int(octal_values(subtraction_code(amounts), size, Limits())[-1]),
            "plain sets": lambda: plain_subtraction(amounts, size)[-1],
        },
    )
    rows += compare(
        "take-away f(x) = 2x, all (n, x) to 1000",
        {
            "gameproof": lambda: ours_dynamic("2*x", 1000),
            "plain recursion": lambda: plain_dynamic("2*x", 1000),
        },
    )
    rows += compare(
        "Wythoff at 10^18, 1000 tests",
        {
            "gameproof": repeated(lambda: is_p_position(low, high), 1000),
            "Decimal": repeated(lambda: decimal_wythoff(low, high), 1000),
        },
    )
    board = random_board(size)
    found = by_fusion("outcome")(board, Limits(), Options())
    if found.certificate is None:
        raise RuntimeError("no certificate to check")
    proof = found.certificate
    test: Callable[[take_away.Position, Limits, Options], Finding]
    test = counted(size)
    indptr, heads = layered_digraph(size // 5, 5)
    alone: dict[str, Callable[[], Any]] = {
        f"Hackenbush, {size} lines, solve": lambda: (
            by_fusion("outcome")(board, Limits(), Options()).answer
        ),
        f"Hackenbush, {size} lines, check": lambda: (
            conclude(Goal(board, "outcome"), proof).sentence
        ),
        f"digraph of {size} arcs": lambda: int(dag_values(indptr, heads, Limits()).grundy[-1]),
        f"f(x) = 2x, P-positions to {size}": lambda: (
            test(take_away.make("2*x", 2), Limits(), Options(arguments={"to": size})).answer
        ),
    }
    if large:
        alone["f(x) = 2x, all values to 10^6"] = lambda: ours_dynamic("2*x", MILLION)
        alone["f(x) = x, all values to 10^6"] = lambda: ours_dynamic("x", MILLION)
    for problem, run in alone.items():
        rows += compare(problem, {"gameproof": run})
    print(table(rows))


if __name__ == "__main__":
    main()
