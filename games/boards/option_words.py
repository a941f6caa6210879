"""The words of a position on a generated board, as the position itself writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.positional_words import MOST_DIGITS


def option_values(
    name: str, parameters: Sequence[Parameter], words: Iterable[str]
) -> dict[str, int | str]:
    """The values that the words of a position of the game ``name`` give; raises ``BadInput``."""
    values: dict[str, int | str] = {}
    plain = iter(p for p in parameters if not p.option)
    rest = iter(words)
    for word in rest:
        if word.startswith("--"):
            key = word[2:].replace("-", "_")
            if key not in ("to_move", "rule", "first", "second") or key in values:
                raise BadInput(f"unknown option {word!r}, or given twice")
            values[key] = next(rest, "")
            continue
        parameter = next(plain, None)
        if parameter is None:
            raise BadInput(f"one word too many: {word!r}")
        if parameter.kind == "integer":
            if not (word.isascii() and word.isdecimal()) or len(word) > MOST_DIGITS // 3:
                raise BadInput(f"expected a number, got {word[:60]!r}", parameter.name)
            values[parameter.name] = int(word)
        else:
            values[parameter.name] = word
    missing = next(plain, None)
    if missing is not None:
        raise BadInput(f"{name} needs {missing.name}", missing.name)
    return values
