"""Words as people type them: other names of games, files for words, quotation marks."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from gameproof.games.game import games
from gameproof.games.meaning.bad_input import BadInput

INSTANCES = ".json .toml .jsonl .pg .sgf .ig"
"""What names files of instances."""
DOMAIN = "domain.ig"
"""The name of the BDDL domain that the problems in its folder belong to."""


def typed(words: Sequence[str]) -> list[str]:
    """The words as the games know them: one quoted text is split; ``connect-four`` and other
    :data:`~gameproof.instances.known_names.NAMES`, a sum ``nim:3,4 + wythoff:2,3``, a ``.pg``
    or ``.sgf`` file and two ``.ig`` files (or a problem with the ``domain.ig`` beside it) get
    the names of games. Raises :class:`BadInput`."""
    found = list(words)
    if found and any(c.isspace() for c in found[0]) and not Path(found[0][:200]).is_file():
        found[:1] = split(found[0])
    if not found:
        return found
    name = found[0]
    place = 1 if name in ("hex", "mnk", "gomoku") else 0
    if [k for k, word in enumerate(found) if word.endswith(".sgf")] == [place]:
        made = sgf_words(Path(found[place]))
        if place and made[0] != {"gomoku": "mnk"}.get(name, name):
            raise BadInput(f"a game of {made[0]}, not of {name}", found[place])
        return [*made, *found[place + 1 :]]
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
        from gameproof.instances.known_names import known

        if (meant := known(name)) is not None:
            return meant.words(found[1:])
        if name.partition(":")[0] in games() and not is_file(Path(name)):
            found.insert(0, "sum")
    if found[0] == "sum":
        parts = [p for w in found[1:] for p in ([w] if w.startswith("-") else w.split())]
        return ["sum", *(part for part in parts if part != "+")]
    return found


def sgf_words(path: Path) -> list[str]:
    """The words of the position in an SGF file; raises :class:`BadInput` with its name."""
    from gameproof.instances.graph_files import read_text

    text = read_text(path)
    try:
        from gameproof.instances import sgf_files

        return sgf_files.words(text)
    except BadInput as error:
        place = f"{path}: {error.where}" if error.where else str(path)
        raise BadInput(error.message, place) from None


def split(text: str) -> list[str]:
    """The words of a text, as a shell splits it; raises :class:`BadInput`."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise BadInput(f"{str(error).lower()} in {text[:60]!r}") from None


def misread(path: Path, data: bytes) -> str:
    """What to say instead of a decoder's word of a file that was not meant to be an instance."""
    from gameproof.instances.graph_files import SUFFIXES

    suffix = path.suffix.lower()
    if not data.strip():
        return "this file is empty"
    if suffix in (".json", ".toml", ".jsonl", ".ndjson"):
        return ""
    if suffix in SUFFIXES:
        return f"a graph is no instance, name a game before it, as in 'snort {path.name}'"
    graphs = " ".join(s for s in SUFFIXES if s != ".json")
    return (
        f"files of the kind {suffix or '(no suffix)'} are not read; instances are {INSTANCES}; "
        f"a graph goes after its game ({graphs})"
    )


def is_file(path: Path) -> bool:
    """Is there such a file? No word is too long to be none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
