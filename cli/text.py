"""Text that came from elsewhere, made fit for one line of output."""

from __future__ import annotations


def one_line(text: str) -> str:
    """The text on one line: what a terminal might obey (controls, line ends) is escaped.

    A name in a file can hold anything, also something that looks like a verdict of ours.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
