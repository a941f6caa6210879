"""Moves as people type them: ``a1``, ``A1`` and ``1,1`` alike."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.position import AnyPosition

LONGEST = 200


def read_move(position: AnyPosition, text: str) -> Hashable:
    """The legal move that the text means: first as it stands, then in small letters, in
    capitals, and ``row,column`` where columns have letters. Raises :class:`BadInput`, with
    what was typed and why it is no move: a reason of the rules before one of the notation."""
    unread: BadInput | None = None
    illegal: BadInput | None = None
    for spelling in dict.fromkeys(_spellings(text.strip())):
        try:
            move = position.parse_move(spelling)
        except BadInput as error:
            unread = unread or error
            continue
        try:
            position.play(move)
        except BadInput as error:
            illegal = illegal or error
            continue
        return move
    why = illegal or unread
    if why is None:
        raise BadInput(f"no move {text[:60]!r}")
    named = text.strip() in why.message
    raise why if named else BadInput(f"{text.strip()[:60]}: {why.message}")


def _spellings(text: str) -> Iterator[str]:
    yield text
    if len(text) > LONGEST:
        return
    place = re.fullmatch(r"\(?\s*(\d{1,4})\s*[, ]\s*(\d{1,4})\s*\)?(.*)", text, re.ASCII)
    if place and int(place[1]) and int(place[2]):
        yield f"{_letters(int(place[2]))}{int(place[1])}{place[3].strip()}"
        yield f"{_letters(int(place[2])).upper()}{int(place[1])}{place[3].strip().lower()}"
    yield text.lower()
    yield text.upper()
    cell = re.fullmatch(r"([a-zA-Z]+\d+)(.+)", text, re.ASCII)
    if cell:  # A1x: the cell in capitals, the stone small
        yield cell[1].upper() + cell[2].lower()


def _letters(number: int) -> str:
    found = ""
    while number:
        number, digit = divmod(number - 1, 26)
        found = chr(ord("a") + digit) + found
    return found
