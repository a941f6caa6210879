"""Winning moves by the theorems about whole games."""

from __future__ import annotations

from collections.abc import Hashable

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.closed_form import ClosedForm, losing_sizes
from gameproof.games.impartial import hackenbush, take_away, wythoff
from gameproof.games.impartial.heaps import Heaps
from gameproof.games.impartial.laws import wythoff_pairs
from gameproof.games.impartial.laws.green_hackenbush import winning_cuts
from gameproof.games.impartial.laws.h_numbers import taking
from gameproof.games.impartial.laws.hackenbush_beds import number_value
from gameproof.games.meaning.bad_input import BadInput


def reply(position: object, _certificate: ClosedForm) -> Hashable | None:
    """A winning move, ``None`` where there is none or the theorem does not say."""
    try:
        if isinstance(position, wythoff.Position):
            return next(iter(wythoff_pairs.winning_moves(position.a, position.b)), None)
        if isinstance(position, take_away.Position):
            return taking(position, losing_sizes(position))
        if isinstance(position, hackenbush.Position):
            return next(winning_cuts(position), None)
        if isinstance(position, hackenbush.Coloured):
            return _best_cut(position)
        if isinstance(position, Heaps):
            return next(iter(position.lawful_wins()), None)
    except (BadInput, Rejected):
        return None
    return None


def _best_cut(position: hackenbush.Coloured) -> int | None:
    """The cut that leaves most, if the opponent does not win after it."""
    sign = 1 if position.to_move == "red" else -1
    left = {m: sign * number_value(position.after(m)) for m in position.moves()}
    best = max(left, key=lambda move: left[move], default=None)
    return best if best is not None and left[best] >= 0 else None
