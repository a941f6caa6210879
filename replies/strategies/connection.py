"""Moves that mend a connection or go on with it."""

from __future__ import annotations

from gameproof.certificates.strategies.connection import (
    ALL,
    PAIR,
    PLAY,
    Board,
    Connection,
    Link,
    links,
)
from gameproof.games.bit_sets import mask_of
from gameproof.games.positional import Position
from gameproof.replies.last_asked import LastAsked

_PROOF = LastAsked[tuple[list[list[int]], list[Link]]]()


def reply(position: Position, certificate: Connection) -> int | None:
    """The cell with which the player mends the connection or goes on, ``None`` when it is not
    his move or the proof does not reach the position. O(total length * cells)."""
    player = certificate.player
    if position.to_move != player or position.result() is not None:
        return None
    play = _Play(position, certificate)
    found = play.mend(len(play.steps) - 1)
    if found is None:
        return None
    if found < 0:
        found = play.onward(len(play.steps) - 1)
    return position.moves()[0] if found is None else play.board.numbers.index(found)


class _Play:
    """Where a play stands in a proof."""

    def __init__(self, position: Position, certificate: Connection) -> None:
        def proof() -> tuple[list[list[int]], list[Link]]:
            start = Board(position, certificate.player)
            start.gone = 0
            start.own = 3 << start.cells | mask_of(certificate.stones)
            return list(certificate.steps()), links(start, certificate)

        self.board = Board(position, certificate.player)
        self.steps, self.links = _PROOF.get((certificate, position.board), proof)
        self.known: dict[tuple[int, int], int | None] = {}

    def mend(self, number: int, pairs: int = 0) -> int | None:
        """A cell that restores the connection, -1 where none is needed, ``None`` if it is lost.
        ``pairs`` are captured, and count as the player's whoever has them."""
        if (number, pairs) not in self.known:
            self.known[number, pairs] = self._mend(number, pairs)
        return self.known[number, pairs]

    def _mend(self, number: int, pairs: int) -> int | None:
        link, step = self.links[number], self.steps[number]
        own, gone = self.board.own | pairs, self.board.gone & ~pairs
        if link.stones & ~own:
            return None
        if not link.carrier & gone and link.full:
            return -1
        if step[0] == ALL:
            return _both([self.mend(premise, pairs) for premise in step[4 : 4 + step[3]]])
        if step[0] == PLAY:
            if own >> step[2] & 1:
                return self.mend(step[1], pairs)
            return None if link.carrier & gone else step[2]
        if step[0] == PAIR:
            pair = 1 << step[2] | 1 << step[3]
            return _both([_answer(step[2:4], own, gone), self.mend(step[1], pairs | pair)])
        answers = [self.mend(premise, pairs) for premise in step[1:]]
        possible = [answer for answer in answers if answer is not None]
        return min(possible, default=None)

    def onward(self, number: int, pairs: int = 0) -> int | None:
        """A cell that goes on with a connection that holds, ``None`` where it is complete."""
        step, own = self.steps[number], self.board.own | pairs
        if step[0] == ALL:
            cells = (self.onward(premise, pairs) for premise in step[4 : 4 + step[3]])
            return next((cell for cell in cells if cell is not None), None)
        if step[0] == PLAY:
            return self.onward(step[1], pairs) if own >> step[2] & 1 else step[2]
        if step[0] == PAIR:
            pair = 1 << step[2] | 1 << step[3]
            found = self.onward(step[1], pairs | pair)
            return step[2] if found is None and not own & pair else found
        begun = next((p for p in step[1:] if self.mend(p, pairs) == -1), None)
        if begun is not None:
            return self.onward(begun, pairs)
        return next((cell for p in step[1:] if (cell := self.mend(p, pairs)) is not None), None)


def _both(answers: list[int | None]) -> int | None:
    """What restores all connections at once."""
    if None in answers:
        return None
    needed = {answer for answer in answers if answer is not None and answer >= 0}
    if len(needed) > 1:
        return None
    return needed.pop() if needed else -1


def _answer(pair: list[int], own: int, gone: int) -> int | None:
    """What restores a captured pair."""
    free = [cell for cell in pair if not (own | gone) >> cell & 1]
    if len(free) == len(pair) or any(own >> cell & 1 for cell in pair):
        return -1
    return free[0] if free else None
