"""The forms that answers take: read from text and written as text, values in between.

Every answer has one spelling: :func:`read` refuses any other, so that what a file claims
can be compared without interpretation. Values are hashable and typed (``str``, ``int``,
``bool``, ``Fraction``, tuples of these); text appears only at the border.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from gameproof.games.meaning.bad_input import BadInput

Value = str | int | bool | Fraction | tuple["Value", ...] | None
"""An answer inside the program."""

DIGITS = 100_000
"""Longer numbers are refused as answers: reading them takes quadratic time."""


@dataclass(frozen=True, slots=True)
class Form:
    """How the answers of a question are spelt.

    ``parse`` reads one and raises ``ValueError``; ``write`` is its inverse. ``expected`` says
    in words what an answer looks like.
    """

    expected: str
    parse: Callable[[str], Value]
    write: Callable[[Value], str] = str

    def read(self, text: str) -> Value:
        """The value of an answer; raises :class:`BadInput` unless it is spelt canonically."""
        try:
            value = self.parse(text)
            spelt = self.write(value)
        except (ValueError, RecursionError):
            raise BadInput(f"expected {self.expected}, found {_short(text)}", "answer") from None
        if spelt != text:
            raise BadInput(f"the answer {_short(text)} is written {_short(spelt)}", "answer")
        return value


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


def whole(text: str) -> int:
    """A whole number of any length up to ``DIGITS`` digits; raises ``ValueError``."""
    if len(text) > DIGITS:
        raise ValueError("too many digits")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        raise ValueError("not a whole number")
    return _from_digits(text)


def _from_digits(text: str) -> int:
    """``int`` without Python's limit on the number of digits (4300)."""
    if len(text) <= 4000:
        return int(text)
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    value = 0
    for at in range(0, len(digits), 4000):
        piece = digits[at : at + 4000]
        value = value * 10 ** len(piece) + int(piece)
    return sign * value


def digits(value: int) -> str:
    """The decimal digits of a whole number of any length."""
    if abs(value) < 10**4000:
        return str(value)
    pieces = []
    rest = abs(value)
    while rest:
        rest, low = divmod(rest, 10**4000)
        pieces.append(str(low).zfill(4000) if rest else str(low))
    return ("-" if value < 0 else "") + "".join(reversed(pieces))


def roughly(value: int) -> str:
    """A whole number in a sentence: its digits, or of a long one how many binary digits it has.
    Python writes no number of more than some thousand digits."""
    return str(value) if value.bit_length() <= 200 else f"2^{value.bit_length() - 1} or more"


def _write_whole(value: Value) -> str:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("not a whole number")
    return digits(value)


def _write_text(value: Value) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    return value


WHOLE = Form("a whole number", whole, _write_whole)
"""``-3``, ``0``, ``12``: an ``int``."""


TEXT = Form("a text", lambda text: text, _write_text)
"""Any text, as it stands."""


def choice(*words: str) -> Form:
    """One of these words, as a ``str``."""

    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return Form(f"one of {', '.join(words)}", parse, _write_text)


def truth(yes: str = "yes", no: str = "no") -> Form:
    """Two words for ``True`` and ``False``."""

    def parse(text: str) -> bool:
        if text not in (yes, no):
            raise ValueError(text)
        return text == yes

    def write(value: Value) -> str:
        if not isinstance(value, bool):
            raise ValueError("not a truth value")
        return yes if value else no

    return Form(f"{yes} or {no}", parse, write)


def whole_or(word: str) -> Form:
    """A whole number, or a word (``None``) where there is none."""
    return Form(
        f"a whole number or {word}",
        lambda text: None if text == word else whole(text),
        lambda value: word if value is None else _write_whole(value),
    )


def form_of(words: tuple[str, ...]) -> Form:
    """The form of a question with these answer words: truth values where there are the two
    words of a yes/no question, a choice otherwise, any text without words."""
    if not words:
        return TEXT
    if words in (("yes", "no"), ("exists", "impossible")):
        return truth(*words)
    return choice(*words)
