"""Words as people type them: other names of games, files for words, quotation marks."""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from gameproof.games.game import games
from gameproof.games.meaning.bad_input import BadInput

DOMAIN = "domain.ig"
"""The name of the BDDL domain that the problems in its folder belong to."""


def typed(words: Sequence[str]) -> list[str]:
    """The words as the games know them: one quoted text is split, ``ttt`` and ``gomoku``, a
    sum ``nim:3,4 + wythoff:2,3``, a ``.pg`` file and two ``.ig`` files (or a problem with the
    ``domain.ig`` beside it) get their names. Raises :class:`BadInput`."""
    found = list(words)
    if found and any(c.isspace() for c in found[0]) and not Path(found[0][:200]).is_file():
        found[:1] = split(found[0])
    if not found:
        return found
    name = found[0]
    if name not in games():
        for suffix, game, count in ((".pg", "positional", 1), (".ig", "bddl", 2)):
            files = [word for word in found if word.endswith(suffix)]
            if len(files) == count and files == found[:count]:
                return [game, *found]
        if files == [name] and Path(name).name != DOMAIN:
            domain = Path(name).with_name(DOMAIN)
            if is_file(Path(name)) and not is_file(domain):
                raise BadInput(f"no {DOMAIN} beside this problem; or say 'bddl DOMAIN FILE'", name)
            return ["bddl", str(domain), *found]
    if name == "ttt" and name not in games():
        plain = len(found) > 1 and not found[1].startswith("-")
        return ["tictactoe", *([] if plain else ["3", "2"]), *found[1:]]
    if name == "gomoku" and name not in games():
        rest = [side for word in found[1:2] for side in re.split("[x×]", word)] + found[2:]
        sides = list(itertools.takewhile(str.isdecimal, rest))
        board = {0: ["15", "15", "5"], 2: [*sides, "5"]}.get(len(sides), sides)
        return ["mnk", *board, *rest[len(sides) :]]
    if name not in games() and name.partition(":")[0] in games() and not is_file(Path(name)):
        found.insert(0, "sum")
    if found[0] == "sum":
        parts = [p for w in found[1:] for p in ([w] if w.startswith("-") else w.split())]
        return ["sum", *(part for part in parts if part != "+")]
    return found


def split(text: str) -> list[str]:
    """The words of a text, as a shell splits it; raises :class:`BadInput`."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise BadInput(f"{str(error).lower()} in {text[:60]!r}") from None


def is_file(path: Path) -> bool:
    """Is there such a file? No word is too long to be none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
