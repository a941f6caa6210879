"""Integer functions of x written as expressions, such as ``x``, ``2*x+1``, ``3*x//2``.

Whole numbers, ``x``, ``+ - * //``, ``min(...)``, ``max(...)`` and brackets; nothing
else is evaluated. :func:`non_decreasing` and :func:`at_least_x` prove properties for
all x >= 1 from the expression's form alone; they may fail to see a true one, never
the reverse.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from gameproof.games.meaning.bad_input import BadInput

LONGEST = 200


@dataclass(frozen=True, slots=True)
class Expression:
    """The parsed form of a function of x; ``text`` is its normal notation."""

    text: str
    tree: ast.expr

    def __call__(self, x: int) -> int:
        """The value at x, exactly; raises :class:`BadInput` on division by zero."""
        return _compiled(self.text)(x)


@lru_cache(maxsize=256)
def parse(text: str) -> Expression:
    """The expression in ``text``; raises :class:`BadInput` on anything not listed above."""
    if len(text) > LONGEST:
        raise BadInput(f"an expression of more than {LONGEST} characters", "function")
    if "#" in text:  # Python would leave out what follows, a reader of the board's words would not
        raise BadInput(f"{text!r} is not an expression in x", "function")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise BadInput(f"{text!r} is not an expression in x", "function") from None
    _compile(tree)
    return Expression(ast.unparse(tree), tree)


@lru_cache(maxsize=256)
def _compiled(text: str) -> Callable[[int], int]:
    return _compile(ast.parse(text, mode="eval").body)


def _compile(node: ast.expr) -> Callable[[int], int]:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        value = node.value
        return lambda _x: value
    if isinstance(node, ast.Name) and node.id == "x":
        return lambda x: x
    if isinstance(node, ast.BinOp):
        left, right = _compile(node.left), _compile(node.right)
        if isinstance(node.op, ast.Add):
            return lambda x: left(x) + right(x)
        if isinstance(node.op, ast.Sub):
            return lambda x: left(x) - right(x)
        if isinstance(node.op, ast.Mult):
            return lambda x: left(x) * right(x)
        if isinstance(node.op, ast.FloorDiv):
            return lambda x: _divide(left(x), right(x))
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("min", "max")
        and node.args
        and not node.keywords
    ):
        parts = [_compile(argument) for argument in node.args]
        if node.func.id == "min":
            return lambda x: min(part(x) for part in parts)
        return lambda x: max(part(x) for part in parts)
    raise BadInput(
        f"{ast.unparse(node)!r} is not allowed: use x, whole numbers, + - * //, min and max",
        "function",
    )


def _divide(numerator: int, denominator: int) -> int:
    if denominator == 0:
        raise BadInput("the function divides by zero", "function")
    return numerator // denominator


def _constant(node: ast.expr) -> int | None:
    """The value of a part without x."""
    if any(isinstance(part, ast.Name) and part.id == "x" for part in ast.walk(node)):
        return None
    return _compile(node)(1)


def non_decreasing(function: Expression) -> bool:
    """Is the function seen to be non-decreasing for x >= 1?"""
    return _grows(function.tree)


def _grows(node: ast.expr) -> bool:
    if _constant(node) is not None or isinstance(node, ast.Name):
        return True
    if isinstance(node, ast.Call):
        return all(_grows(argument) for argument in node.args)
    if not isinstance(node, ast.BinOp) or not _grows(node.left):
        return False
    right = _constant(node.right)
    if isinstance(node.op, ast.Sub):
        return right is not None
    if isinstance(node.op, ast.FloorDiv):
        return right is not None and right > 0
    if isinstance(node.op, ast.Add):
        return _grows(node.right)
    # A product of non-decreasing factors that are not negative at x = 1.
    return _grows(node.right) and _compile(node.left)(1) >= 0 and _compile(node.right)(1) >= 0


def at_least_x(function: Expression) -> bool:
    """Is f(x) >= x seen for all x >= 1? Needs :func:`non_decreasing`."""
    if not _grows(function.tree):
        return False
    slope, constant = _below(function.tree)
    # The values are whole: more than x - 1 is enough, and x = 1 is the worst place.
    return slope >= 1 and slope + constant > 0


def _below(node: ast.expr) -> tuple[Fraction, Fraction]:
    """A line ``slope * x + constant`` with slope >= 0 under a non-decreasing part, x >= 1."""
    value = _constant(node)
    if value is not None:
        return Fraction(0), Fraction(value)
    if isinstance(node, ast.Name):
        return Fraction(1), Fraction(0)
    if isinstance(node, ast.Call):
        lines = [_below(argument) for argument in node.args]
        assert isinstance(node.func, ast.Name)
        if node.func.id == "max":
            return max(lines)
        return min(s for s, _ in lines), min(c for _, c in lines)
    assert isinstance(node, ast.BinOp)
    slope, constant = _below(node.left)
    right = _constant(node.right)
    if isinstance(node.op, ast.Add):
        more, other = _below(node.right)
        return slope + more, constant + other
    if isinstance(node.op, ast.Sub) and right is not None:
        return slope, constant - right
    if isinstance(node.op, ast.FloorDiv) and right is not None:
        return slope / right, (constant - right + 1) / right
    if right is not None:
        return slope * right, constant * right
    left = _constant(node.left)
    more, other = _below(node.right)
    if left is not None:
        return more * left, other * left
    # Both factors grow; a factor that is at least 1 may be dropped.
    lines = []
    if _compile(node.right)(1) >= 1:
        lines.append((slope, constant))
    if _compile(node.left)(1) >= 1:
        lines.append((more, other))
    return max(lines, default=(Fraction(0), Fraction(0)))
