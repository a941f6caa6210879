"""Boards that stand in a file, typed as one word, or given as a list: ``hackenbush lrlrr``."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from gameproof.games.meaning.bad_input import BadInput, quoted
from gameproof.games.meaning.parameter import Parameter
from gameproof.instances.graph_files import bounded, read_text, standard_input
from gameproof.instances.typed_words import is_file


def file_value(parameter: Parameter, word: str, folder: Path) -> dict[str, str]:
    """The text that a word stands for, with the name that it has in the words of the board: a
    file's, standard input's (``-``), what was typed, or the text itself where it has several
    lines. Raises :class:`BadInput`."""
    if "\n" in word:
        found = {"text": word, "name": "-"}
    elif (text := _typed(parameter, word)) is not None:
        if is_file(folder / word):
            raise BadInput(f"{word!r} is a board and a file: write './{word}' for the file")
        found = {"text": text, "name": word}
    elif word == "-":
        data = bounded(standard_input(), "-")
        try:
            found = {"text": data.decode("utf-8"), "name": "-"}
        except UnicodeDecodeError:
            raise BadInput("not UTF-8 text", "-") from None
    else:
        path = folder / word
        try:
            found = {"text": read_text(path), "name": path.name}
        except BadInput as error:
            typed = parameter.inline
            if typed is None or is_file(path):
                raise
            raise BadInput(f"{error.message}, nor a board as {typed.example}", word) from None
    if not found["text"].strip():
        raise BadInput("this file is empty", word)
    return found


def of_list(parameter: Parameter, value: Sequence[object]) -> dict[str, str]:
    """The same of a list, as ``[["ground", "a"], ["a", "b", "red"]]``: its entries are typed
    with the board's signs between them. Raises :class:`BadInput`."""
    inline = parameter.inline
    if inline is None:
        raise BadInput("expected a file name or {'text': ...}")
    word = _joined(value, inline.signs, 0)
    text = inline.text(word)
    if text is None:  # a single entry may need the sign that would follow it
        word += inline.signs[0]
        text = inline.text(word)
    if text is None or not text.strip():
        raise BadInput(f"no board as {inline.example}: {word[:60]!r}")
    return {"text": text, "name": word}


def _joined(value: Sequence[object], signs: tuple[str, ...], depth: int) -> str:
    """A list as a word, with the sign of this depth between its entries, later ones within."""
    if depth == len(signs):
        raise BadInput(f"a list within an entry: {str(value)[:60]}")
    entries = []
    for entry in value:
        if isinstance(entry, list):
            entries.append(_joined(entry, signs, depth + 1))
        elif isinstance(entry, bool) or not isinstance(entry, str | int):
            raise BadInput(f"expected names or numbers, found {entry!r:.60}")
        elif any(sign in str(entry) for sign in signs[: depth + 1]):
            raise BadInput(f"a name with {' or '.join(signs)} in it needs a file: {entry!r:.60}")
        else:
            entries.append(str(entry))
    return signs[depth].join(entries)


def file_words(parameter: Parameter, text: str, name: str) -> str:
    """A file's name; the word of a board that was typed, but only if it is that board."""
    try:
        typed = _typed(parameter, name)
    except BadInput:
        typed = ""
    if typed is None:
        return quoted(name)
    return shlex.quote(name) if typed == text else quoted(f"./{name}")


def _typed(parameter: Parameter, word: str) -> str | None:
    return None if parameter.inline is None else parameter.inline.text(word)
