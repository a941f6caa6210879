"""Boards of Hackenbush as one word: strings of letters, lines with commas between them."""

from __future__ import annotations

import re

from gameproof.games.meaning.bad_input import BadInput

COLOURS = ("green", "red", "blue")
LETTERS = {"l": "red", "r": "blue", "g": "green"}
TINTS = tuple([colour] for colour in COLOURS)


def typed(word: str) -> str | None:
    """The text of a board that one word is: a string of lines from the ground up, ``l`` Left's
    (red), ``r`` Right's (blue), ``g`` green, as ``lrlrr``; or lines divided by commas, as
    ``ground-a,a-b:red``. Raises :class:`BadInput`."""
    if word and set(word) <= set(LETTERS):
        points = ["ground", *map(str, range(1, len(word) + 1))]
        return "\n".join(
            f"{a} {b} {LETTERS[letter]}"
            for a, b, letter in zip(points, points[1:], word, strict=False)
        )
    lines = [re.split(r"[-:\s]+", line.strip()) for line in re.split("[,;]", word)]
    if not any("ground" in parts for parts in lines):
        return None
    rows = []
    for line, parts in zip(re.split("[,;]", word), lines, strict=True):
        wrong = len(parts) not in (2, 3) or parts[2:] not in ([], *TINTS)
        if wrong or "#" in line or not all(parts):
            raise BadInput(
                f"expected a line as a-b or a-b:red (green, red, blue), not {line[:60]!r}", "board"
            )
        rows.append(" ".join(parts))
    return "\n".join(rows)
