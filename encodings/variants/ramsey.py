"""Ramsey games and Sim: positional games whose cells are the edges of a complete graph."""

from __future__ import annotations

from gameproof.encodings.method import Encoding
from gameproof.encodings.positional import positional
from gameproof.games.positional import Positional
from gameproof.games.positional_questions import QUESTIONS

_ASKED = {question.name for question in QUESTIONS}

ENCODING: Encoding[Positional] = Encoding(
    methods=tuple(m for m in positional.ENCODING.methods if m.question in _ASKED),
    exports=tuple(e for e in positional.ENCODING.exports if e.question in _ASKED),
    divisions=tuple(d for d in positional.ENCODING.divisions if d.question in _ASKED),
)
