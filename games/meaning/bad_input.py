"""The one exception of wrong input: one line for a person, with the place in the input; and how
names that a user chose stand in such a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

_NAME = re.compile(r"-|[\w.+][\w.+-]*")
_WORD = re.compile(r'(?!--)[^\s"]+')


class BadInput(ValueError):
    """Input that no rule allows; the message is one line for a person.

    ``where`` names the place inside the input (``board.graph.edges[3]``).
    """

    exit_status = 2

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where


def quoted(name: str, *, word: bool = False) -> str:
    """The name as it stands in a sentence, in a list, or among the words of a board: as it is
    where it is one plain word, else in quotation marks as in JSON. Nobody can then take it for
    two names, for an option, or for ``none``. A ``word`` of a game's own notation may hold
    commas and the like, which no list divides. O(length)."""
    plain = _WORD if word else _NAME
    if plain.fullmatch(name) and name.isprintable() and name != "none":
        return name
    return json.dumps(name, ensure_ascii=not name.isprintable())


def hint(word: str, known: Iterable[str]) -> str:
    """``"; did you mean 'path'?"`` or the empty string."""
    import difflib

    near = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean {near[0]!r}?" if near else ""
