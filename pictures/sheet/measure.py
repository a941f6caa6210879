"""How wide words are before a reader's program sets them.

The widths are those of DejaVu Sans, the widest of the usual sans-serif fonts: what fits in
it fits in Arial, Helvetica and Liberation Sans.
"""

from __future__ import annotations

_WIDTHS = {
    0.29: "'ijlIJ",
    0.34: " ,./:;\\|",
    0.41: "f-()[]t!r",
    0.5: '"*_`sz',
    0.56: "?cL",
    0.61: "FkvxyPTYaoe",
    0.66: "ESbdghnpqu$0123456789{}A",
    0.7: "KVBRXZC",
    0.78: "UHNDG&OQ",
    0.84: "w#+<=>^~",
    0.87: "M",
    1.0: "%mW@",
}
_ADVANCE = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
OTHER = 0.97
BOLD = 1.13
HEIGHT = 1.0
"""Height of a line of words, in their size, from the highest letter to the lowest."""
BASE = 0.36
"""How far the base line lies below the middle of letters and digits, in their size."""
ELLIPSIS = "…"


def width(words: str, size: float, *, bold: bool = False) -> float:
    """Pixels that ``words`` take at most at a font size. O(length)."""
    return sum(_ADVANCE.get(c, OTHER) for c in words) * size * (BOLD if bold else 1.0)


def wrap(words: str, size: float, room: float) -> list[str]:
    """``words`` in lines of at most ``room`` pixels, broken at blanks, inside a word only
    where it alone is longer. O(length)."""
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".lstrip()
            if width(longer, size) <= room:
                line = longer
                continue
            if line:
                lines.append(line)
            while width(word, size) > room and len(word) > 1:
                taken = _fitting(word, size, room)
                lines.append(word[:taken])
                word = word[taken:]
            line = word
        lines.append(line)
    return lines


def shortened(words: str, size: float, room: float) -> str:
    """``words``, or as many of their first letters as fit with an ellipsis. O(length)."""
    if width(words, size) <= room:
        return words
    kept = _fitting(words, size, max(room - OTHER * size, 0.0))
    return words[:kept] + ELLIPSIS


def _fitting(word: str, size: float, room: float) -> int:
    """How many first letters fit; at least one."""
    used = 0.0
    for count, letter in enumerate(word):
        used += _ADVANCE.get(letter, OTHER) * size
        if used > room:
            return max(count, 1)
    return len(word)
