"""Rational numbers as answers: the values of numbers, and their thermographs."""

from __future__ import annotations

from fractions import Fraction

from gameproof.games.meaning.answers import Form, Value, digits, whole


def rational_text(value: Fraction) -> str:
    """``-3`` or ``3/4`` in lowest terms, with as many digits as it takes."""
    whole_part = digits(value.numerator)
    return whole_part if value.denominator == 1 else f"{whole_part}/{digits(value.denominator)}"


def rational(text: str) -> Fraction:
    """The number ``-3`` or ``3/4``; raises ``ValueError``."""
    numerator, slash, denominator = text.partition("/")
    below = whole(denominator) if slash else 1
    if below <= 0:
        raise ValueError("not a denominator")
    return Fraction(whole(numerator), below)


def _write_rational(value: Value) -> str:
    if not isinstance(value, Fraction):
        raise ValueError("not a fraction")
    return rational_text(value)


RATIONAL = Form("a number such as -3, 0 or 3/4", rational, _write_rational)
"""``-3``, ``3/4``: a ``Fraction``."""
