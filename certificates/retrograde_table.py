"""Won, lost and drawn positions of a game whose play may go on for ever."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.nim_value import moves_text


class RetrogradeTable(Certificate, frozen=True, tag="retrograde-table"):
    """For every position that play can reach, by its text: the plies left for N (odd)
    and P (even) positions, -1 for draws."""

    plies: dict[str, int]


def check(position: Any, claim: Claim, certificate: RetrogradeTable) -> str:
    """Verify the label of every position below the given one.

    P with r plies: every move leads to an N-position with fewer plies. N with r
    plies: some move leads to a P-position with fewer. Draw: no move leads to a
    P-position, some move leads to a draw; so neither player can be forced to lose.
    Proportional to the moves of the positions reached.
    """
    table = certificate.plies
    root = str(position)
    reached = {root}
    stack = [position]
    while stack:
        here = stack.pop()
        text = str(here)
        own = _plies(table, text)
        options = []
        for move in here.moves():
            child = here.play(move)
            name = str(child)
            options.append(_plies(table, name))
            if name not in reached:
                reached.add(name)
                stack.append(child)
        if own == -1:
            good = -1 in options and not any(p >= 0 and p % 2 == 0 for p in options)
        elif own % 2 == 0:
            good = all(p % 2 == 1 and p < own for p in options)
        else:
            good = any(p >= 0 and p % 2 == 0 and p < own for p in options)
        if not good:
            raise Rejected(f"the label {own} of position {text!r} does not follow from its moves")
    truth = _answer(position, claim, table)
    if truth != claim.answer:
        raise Rejected(f"the answer is {truth}, not {claim.answer}")
    return f"{claim.question}: {claim.answer} ({len(reached)} positions)"


def reply(position: Any, certificate: RetrogradeTable) -> Any | None:
    """The quickest winning move, else a move that keeps the draw, else ``None``."""
    best: tuple[int, Any] | None = None
    drawing = None
    for move in position.moves():
        plies = certificate.plies.get(str(position.play(move)))
        if plies is None:
            continue
        if plies == -1:
            drawing = move
        elif plies % 2 == 0 and (best is None or plies < best[0]):
            best = (plies, move)
    return best[1] if best is not None else drawing


def _plies(table: dict[str, int], text: str) -> int:
    value = table.get(text)
    if isinstance(value, bool) or not isinstance(value, int) or value < -1:
        raise Rejected(f"no label for the position {text!r}")
    return value


def _answer(position: Any, claim: Claim, table: dict[str, int]) -> str:
    if claim.question == "outcome":
        own = table[str(position)]
        return "draw" if own == -1 else "NP"[own % 2 == 0]
    if claim.question == "winning-moves":
        wins = []
        for move in position.moves():
            plies = table[str(position.play(move))]
            if plies >= 0 and plies % 2 == 0:
                wins.append(position.move_text(move))
        return moves_text(wins)
    raise Rejected(f"labels do not answer the question {claim.question!r}")
