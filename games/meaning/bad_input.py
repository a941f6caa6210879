"""The one exception of wrong input: one line for a person, with the place in the input."""

from __future__ import annotations


class BadInput(ValueError):
    """Input that no rule allows; the message is one line for a person.

    ``where`` names the place inside the input (``board.graph.edges[3]``).
    """

    exit_status = 2

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
