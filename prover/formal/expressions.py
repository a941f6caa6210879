"""Functions of take-away games as ``formal/Check.v`` reads them: in postfix notation."""

from __future__ import annotations

import ast

from gameproof.games.impartial.expression import Expression
from gameproof.prover.formal.numbers import NotCovered, Numbers

TESTED = 1 << 12
"""As far as the function of a take-away game is compared with what Coq makes of it."""

OPERATIONS: dict[type[ast.operator], int] = {ast.Add: 0, ast.Sub: 1, ast.Mult: 2, ast.FloorDiv: 3}
LEAST, GREATEST = 4, 5


def expression(function: Expression, largest: int) -> Numbers:
    """The function in postfix notation. Raises :class:`NotCovered` where numbers below 0 might
    matter: Coq's are 0, 1, 2, ..."""
    tokens: list[tuple[int, int]] = []

    def add(node: ast.expr) -> None:
        if isinstance(node, ast.BinOp):
            add(node.left)
            add(node.right)
            tokens.append((2, OPERATIONS[type(node.op)]))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for k, argument in enumerate(node.args):
                add(argument)
                if k:
                    tokens.append((2, LEAST if node.func.id == "min" else GREATEST))
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            tokens.append((1, node.value))
        elif isinstance(node, ast.Name):
            tokens.append((0, 0))
        else:
            raise NotCovered(f"the function {function.text}")

    add(function.tree)
    if largest > TESTED:
        raise NotCovered(f"piles of more than {TESTED}")
    if any(_postfix(tokens, x) != function(x) for x in range(1, largest + 1)):
        raise NotCovered(f"the function {function.text}, which has numbers below 0")
    return [len(tokens), *(x for token in tokens for x in token)]


def _postfix(tokens: list[tuple[int, int]], x: int) -> int | None:
    """The value with numbers 0, 1, 2, ... only, ``None`` where there is none."""
    stack: list[int] = []
    for kind, number in tokens:
        if kind < 2:
            stack.append(number if kind else x)
            continue
        b, a = stack.pop(), stack.pop()
        if (number == OPERATIONS[ast.Sub] and a < b) or (
            number == OPERATIONS[ast.FloorDiv] and not b
        ):
            return None
        stack.append((a + b, a - b, a * b, a // (b or 1), min(a, b), max(a, b))[number])
    return stack[0]
