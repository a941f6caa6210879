"""Values of games and tables in LaTeX, in the notation of the field, for ``$...$``.

``{1|*}``, ups and downs, switches, numbers and stars as in Berlekamp, Conway and Guy, Winning
Ways, and Siegel, Combinatorial Game Theory. Only the commands of plain LaTeX are used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
_SYMBOLS = {
    "±": r"\pm ",
    "→": r"\rightarrow ",
    "↑": r"{\uparrow}",
    "↓": r"{\downarrow}",
    "⇑": r"{\Uparrow}",
    "⇓": r"{\Downarrow}",
    "∗": r"{\ast}",
    "⋆": r"{\ast}",
    "×": r"\times ",
    "·": r"\cdot ",
    "…": r"\ldots ",
    "−": "-",
    "≤": r"\leq ",
    "≥": r"\geq ",
    "∪": r"\cup ",
    "½": r"\frac{1}{2}",
}
_G = r"\d+(?:/\d+)?"
_TOKEN = re.compile(
    rf"(?P<tiny>\{{0\|(?:\|0\|-(?P<t>{_G})|\{{0\|-(?P<u>{_G})\}})\}})"
    rf"|(?P<miny>\{{(?:(?P<m>{_G})\|0\||\{{(?P<n>{_G})\|0\}})\|0\}})"
    r"|(?P<fraction>\d+/\d+)|(?P<number>\d+)|(?P<up>\^\d+|\^+|↑\d+|↑+|⇑)"
    r"|(?P<down>v\d+|v+|↓\d+|↓+|⇓)"
    r"|(?P<star>[*∗⋆]\d*)|(?P<pm>±|\+/-|\+-)|(?P<bar>\|+)|(?P<open>\{)|(?P<close>\})"
    r"|(?P<other>[-+(),.=])|(?P<blank>\s+)"
)


def escaped(words: str) -> str:
    """Plain words for LaTeX's text mode, mathematical signs among them. O(length)."""
    found = []
    for letter in words:
        if letter in _SPECIAL:
            found.append(_SPECIAL[letter])
        elif letter in _SYMBOLS:
            found.append(f"${_SYMBOLS[letter].strip()}$")
        else:
            found.append(letter if ord(letter) < 0x250 else "?")
    return "".join(found)


def value_to_latex(value: str) -> str:
    """The value of a game, as answers spell it, for math mode.

    Tiny and miny games, ``{0||0|-2}`` and ``{2|0||0}``, are written as such. Raises
    :class:`ValueError` for what is not such a text. O(length).

    >>> value_to_latex("±{2|1/2}")
    '\\\\pm\\\\left\\\\{2\\\\middle|\\\\frac{1}{2}\\\\right\\\\}'
    """
    found: list[str] = []
    at = depth = 0
    while at < len(value):
        match = _TOKEN.match(value, at)
        if match is None:
            raise ValueError(f"not the value of a game: {value[at : at + 20]!r}")
        kind = str(match.lastgroup)
        inside = match["t"] or match["u"] or match["m"] or match["n"]
        token = _token(kind, inside or match.group())
        if token[0].isdecimal() and kind in ("up", "down") and value[at - 1 : at].isdecimal():
            token = f"+{token}"  # 2^3 is the number 2 and three ups
        found.append(token)
        depth += {"open": 1, "close": -1}.get(kind, 0)
        if depth < 0:
            break
        at = match.end()
    if depth:
        raise ValueError("the braces of the value do not match")
    return "".join(found)


def _token(kind: str, text: str) -> str:
    if kind in ("tiny", "miny"):
        return f"{{{'+' if kind == 'tiny' else '-'}}}_{{{value_to_latex(text)}}}"
    if kind == "fraction":
        above, below = text.split("/")
        return rf"\frac{{{above}}}{{{below}}}"
    if kind in ("up", "down"):
        name = kind + "arrow"
        count = 2 if text in "⇑⇓" else int(text[1:]) if text[1:].isdecimal() else len(text)
        if count <= 2:
            return rf"{{\{name if count == 1 else name.capitalize()}}}"
        return rf"{count}\cdot{{\{name}}}"  # a power would be another game
    if kind == "star":
        return r"{\ast}" + (f"{text[1:]}" if text[1:] else "")
    if kind == "bar":
        return rf"\middle{'|' if len(text) == 1 else chr(92) + '|'}"
    fixed = {
        "pm": r"\pm",
        "open": r"\left\{",
        "close": r"\right\}",
        "blank": r"\,",
    }
    return fixed.get(kind, text)


def table_to_latex(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A ``tabular`` of words, numbers to the right. O(length)."""
    columns = "".join(
        "r" if all(_number(row[k]) for row in rows) and rows else "l" for k in range(len(head))
    )
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\hline"]
    lines.append(" & ".join(escaped(word) for word in head) + r" \\ \hline")
    lines += [" & ".join(_cell(word) for word in row) + r" \\" for row in rows]
    return "\n".join([*lines, r"\hline", r"\end{tabular}"]) + "\n"


def _number(text: str) -> bool:
    return bool(re.fullmatch(r"-?\d+(?:[./]\d+)?", text))


def _cell(text: str) -> str:
    """A value in math mode where it is one, else words."""
    if re.search(r"[|{}±↑↓⇑⇓*^]", text):
        try:
            return f"${value_to_latex(text)}$"
        except ValueError:
            pass
    return f"${text}$" if text.startswith("-") and _number(text) else escaped(text)
