"""The laws that a position declares, each proved by brute force on everything below it.

Part of :mod:`gameproof.testing`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import product
from typing import Protocol, runtime_checkable

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.position import AnyPosition, Decomposes, EitherStarts
from gameproof.truth import Play, ends_first, explore, other

STRANGER = "somebody who does not play"


class NotConforming(AssertionError):
    """The game is not what it says; the message says where and how."""


@runtime_checkable
class Claims(Protocol):
    """Positions that say what each player owns: needed to prove ``SAME_SETS``."""

    def stones(self, player: str, /) -> Iterable[Hashable]:
        """What the player owns."""


def require(condition: bool, position: object, message: str) -> None:
    """Raise :class:`NotConforming` unless the condition holds."""
    if not condition:
        raise NotConforming(f"{str(position)[:200]!r}: {message}")


def keeps_laws(play: Play) -> list[Law]:
    """Prove the laws of the first position for all; returns those that were proved."""
    start = play.positions[0]
    for position in play.positions:
        missing = start.laws - position.laws
        require(not missing, position, f"laws of the start do not hold any more: {missing}")
    for law in sorted(start.laws, key=lambda law: law.name):
        PROOFS[law](play)
    return list(start.laws)


def _turns(play: Play) -> None:
    for position, moves in zip(play.positions, play.moves, strict=True):
        require(len(position.players) == 2, position, "two players do not move in turn")
        for move in moves:
            after = position.play(move)
            expected = position.to_move if play.impartial else other(position, position.to_move)
            require(
                after.to_move == expected,
                position,
                f"after {position.move_text(move)} {after.to_move} is to move, not {expected}",
            )


def _finite(play: Play) -> None:
    """Nor does one in which a player moves several times running, as in a sum of games."""
    start = play.positions[0]
    require(len(ends_first(play.children)) == len(play.positions), start, "a play can return")
    if Law.EITHER_STARTS in start.laws:
        board = {name: next(turns(p)).key() for name, p in _named(play)}
        number = {key: place for place, key in enumerate(dict.fromkeys(board.values()))}
        below: list[set[int]] = [set() for _ in number]
        for (name, _), row in zip(_named(play), play.children, strict=True):
            for child in row:
                after = play.positions[child]
                below[number[board[name]]].add(number[board[after.key(), play.movers[child]]])
        acyclic = len(ends_first([sorted(row) for row in below])) == len(below)
        require(acyclic, start, "moves can return to a position, if not in turn")


def _named(play: Play) -> list[tuple[tuple[str, str], AnyPosition]]:
    return [((p.key(), m), p) for p, m in zip(play.positions, play.movers, strict=True)]


def _normal_play(play: Play) -> None:
    for position, moves in zip(play.positions, play.moves, strict=True):
        loser = other(position, position.to_move)
        expected = None if moves else loser
        found = position.result()
        require(
            found == expected, position, f"in normal play the result is {expected}, not {found}"
        )


def _impartial(play: Play) -> None:
    """Players named as they stand (always the same is to move) have the same moves by that;
    players with names must have them in turned positions."""
    start = play.positions[0]
    for position, moves in zip(play.positions, play.moves, strict=True):
        if position.result() is not None:
            loser = other(position, position.to_move)
            require(position.result() == loser, position, "one player's win is not the other's")
        require(position.to_move == start.to_move, position, "the mover of an impartial game "
                f"is always called {start.to_move}")  # fmt: skip
        if isinstance(position, EitherStarts):
            for player in position.players:
                turned: AnyPosition = position.turn(player)
                texts = sorted(turned.move_text(move) for move in turned.moves())
                own = sorted(position.move_text(move) for move in moves)
                require(texts == own, position, f"{player} has other moves")


def _no_draws(play: Play) -> None:
    for position in play.positions:
        result = position.result()
        require(
            result is None or result in position.players,
            position,
            f"the play ends in {result!r}, which no player has won",
        )


def _either_starts(play: Play) -> None:
    for position in play.positions:
        if not isinstance(position, EitherStarts):
            raise NotConforming(f"{position}: either player may start, but there is no turn()")
        for player in position.players:
            turned: AnyPosition = position.turn(player)
            require(turned.to_move == player, position, f"turn({player!r}) does not turn")
            require(turned.laws == position.laws, position, f"turn({player!r}) has other laws")
            back = turned.turn(position.to_move) if isinstance(turned, EitherStarts) else None
            require(back == position, position, f"turn({player!r}) cannot be turned back")
            require(
                turned.key() != position.key() or turned == position,
                position,
                "the key does not tell who is to move",
            )
        try:
            position.turn(STRANGER)
        except BadInput:
            continue
        raise NotConforming(f"{position}: turn() takes any player")


def _sum(play: Play) -> None:
    """A move in the position is a move in one part, and the other way round: with its parts,
    the position before a move and the one after it are always matched (a bisimulation).
    Parts in which nobody has a move are zero."""
    for position in play.distinct():
        require(isinstance(position, Decomposes), position, "a sum without parts()")
        _matched(position)
        for part in parts(position):
            below = explore(part, len(play.number) * 4 + 100)
            for follower in below.distinct():
                _matched(follower)


def parts(position: AnyPosition) -> tuple[AnyPosition, ...]:
    """The parts of a position, itself where it has none."""
    return tuple(position.parts()) if isinstance(position, Decomposes) else (position,)


def turns(position: AnyPosition) -> Iterator[AnyPosition]:
    """The position with each player to move who may start it."""
    if Law.EITHER_STARTS in position.laws and isinstance(position, EitherStarts):
        for player in position.players:
            turned: AnyPosition = position.turn(player)
            yield turned
    else:
        yield position


def _terms(positions: Iterable[AnyPosition]) -> tuple[str, ...]:
    """The parts of positions by their keys, those without any move left out."""
    found = []
    for position in positions:
        for part in parts(position):
            faces = list(turns(part))
            if any(list(face.moves()) for face in faces):
                found.append(faces[0].key())
    return tuple(sorted(found))


def _matched(position: AnyPosition) -> None:
    own = parts(position)
    for face in turns(position):
        whole = {_terms([face.play(move)]) for move in face.moves()}
        apart = set()
        for place, part in enumerate(own):
            for turned in turns(part):
                if turned.to_move == face.to_move:
                    for move in turned.moves():
                        rest = [*own[:place], turned.play(move), *own[place + 1 :]]
                        apart.add(_terms(rest))
        require(whole == apart, position, "its moves are not those of the sum of its parts")


def _same_sets(play: Play) -> None:
    """There is one family of sets for both iff what wins for one is never beaten by what does
    not win for the other: a set that is won lies in no set that is not."""
    won: set[frozenset[Hashable]] = set()
    missed: set[frozenset[Hashable]] = set()
    for position in play.positions:
        if not isinstance(position, Claims):
            raise NotConforming(f"{position}: both want the same sets, but there is no stones()")
        result = position.result()
        for player in position.players:
            owned = frozenset(position.stones(player))
            (won if result == player else missed).add(owned)
    for mine, yours in product(won, missed):
        require(not mine <= yours, sorted(map(str, yours)), "would be won by the other player")


PROOFS: dict[Law, Callable[[Play], None]] = {
    Law.TURNS: _turns,
    Law.FINITE: _finite,
    Law.NORMAL_PLAY: _normal_play,
    Law.IMPARTIAL: _impartial,
    Law.NO_DRAWS: _no_draws,
    Law.SUM: _sum,
    Law.EITHER_STARTS: _either_starts,
    Law.SAME_SETS: _same_sets,
}
"""A proof for each law."""
