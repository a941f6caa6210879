"""The text of a certificate file, read as JSON within bounds, nothing rounded or said twice."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Iterable

from gameproof.games.meaning.bad_input import BadInput


class NoCertificate(BadInput):
    """What was given is no certificate file at all; nothing in it was looked at."""


MOST_CONTAINERS = 1 << 22  # lists and objects in a text; each takes thirty times its room there
MOST_VALUES = 1 << 24
LONGEST_NUMBER = 100_000  # digits; larger ones cannot be read in linear time
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def document_of(text: bytes) -> tuple[dict[str, object], bool]:
    """The object in a text, and whether one of its texts holds half a character.

    Raises :class:`NoCertificate`.
    """

    def number(digits: str) -> int:
        if len(digits) > LONGEST_NUMBER:
            raise ValueError(f"a number of {len(digits)} digits")
        from gameproof.games.meaning.answers import whole

        return whole(digits)

    def finite(digits: str) -> float:
        found = float(digits)
        if not math.isfinite(found):
            raise ValueError(f"{digits[:60]} is not finite")
        return found

    def constant(name: str) -> float:
        raise ValueError(f"{name} is no number")

    def pairs(items: Iterable[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in items:
            if key in found:
                raise ValueError(f"the name {key[:60]!r} occurs twice")
            found[key] = value
        return found

    # Looked at before, for the reader takes its time and memory without being stopped.
    if text.count(b"[") + text.count(b"{") > MOST_CONTAINERS:
        raise NoCertificate(f"more than {MOST_CONTAINERS} lists and objects")
    if text.count(b",") > MOST_VALUES:
        raise NoCertificate(f"more than {MOST_VALUES} values")

    def loaded(parse_int: Callable[[str], int]) -> object:
        return json.loads(
            plain,
            parse_int=parse_int,
            parse_float=finite,
            parse_constant=constant,
            object_pairs_hook=pairs,
        )

    try:
        plain = text.decode("utf-8")  # of bytes, the reader would take other codes and marks
        # Python's own reader of whole numbers is many times faster, and refuses long ones as
        # a rule; where it may not, it takes time quadratic in their digits.
        refuses = 0 < sys.get_int_max_str_digits() <= LONGEST_NUMBER
        try:
            document = loaded(int if refuses else number)
        except ValueError:
            document = loaded(number)
    except RecursionError:
        raise NoCertificate("nested too deeply") from None
    except ValueError as error:
        raise NoCertificate(f"not a JSON file: {error}") from None
    if not isinstance(document, dict):
        raise NoCertificate("expected an object")
    # Written as escapes, the halves of a character may stand alone.
    return document, bool(_SURROGATE.search(plain)) and _has_surrogates(document)


def _has_surrogates(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False
