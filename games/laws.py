"""The question whether a published closed form holds, for games that have one."""

from __future__ import annotations

from gameproof.games.game import Parameter, Question

CLOSED_FORM = Question(
    "closed-form",
    "Does the published closed form hold for all sizes up to a bound, by the rules alone?",
    ("yes", "no"),
    (
        Parameter(
            "to", "integer", "the largest size tested", option=True, required=False, default=1000
        ),
    ),
)
