"""Which moves win, by asking the methods for the outcome after each of them.

One certificate holds the proofs of all moves. Where the player to move wins with none, the
proof of the position itself says so for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from gameproof.certificates.certificate import Certificate, Use
from gameproof.certificates.strategies.each_move import EachMove
from gameproof.certificates.strategies.together import Together
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.outcomes import aim
from gameproof.solvers.limits import Limits

if TYPE_CHECKING:
    from gameproof.games import positional, snort
    from gameproof.games.impartial import hackenbush
    from gameproof.games.positional_turns import TurnsPosition

P = TypeVar("P", "positional.Position", "TurnsPosition", "snort.Position", "hackenbush.Coloured")

THEOREM = "backward induction: a move wins iff whoever made it wins the position after it"


def gather(decided: Sequence[tuple[str, Certificate]]) -> EachMove:
    """The record from (move text, certificate) of every move."""
    return EachMove(uses=tuple(Use(part, text) for text, part in decided))


def together(*certificates: Certificate) -> Together:
    """The record of what is proved of one position."""
    return Together(uses=tuple(map(Use, certificates)))


def none_of_them(whole: Certificate) -> EachMove:
    """The record that no move wins, from a certificate that the player to move does not."""
    return EachMove(uses=(Use(whole),))


def decide(
    position: P, methods: Sequence[Method[P]], limits: Limits, options: Options
) -> tuple[Value, Certificate] | None:
    """The answer of the first of the methods that proves one, ``None`` if none does."""
    for method in methods:
        limits.check()
        if method.only_by_name or not method.applies(position):
            continue
        finding = method.run(position, limits, options)
        if finding.answer != UNKNOWN and finding.certificate is not None:
            return finding.answer, finding.certificate
    return None


def by_name(position: object, answer: Value, player: str) -> bool:
    """Does the answer name the player's win?"""
    return answer == aim(position, player)


def by_class(position: hackenbush.Coloured, answer: Value, player: str) -> bool:
    """Is the player's win in the outcome class, the one who is to move starting?"""
    return answer == ("L" if player == "red" else "R") or answer == "NP"[position.to_move != player]


def winning_moves(
    methods: Callable[[], Sequence[Method[P]]],
    won_by: Callable[[P, Value, str], bool] = by_name,
    applies: Callable[[P], bool] = lambda _position: True,
) -> Method[P]:
    """The method that answers ``winning-moves`` by the ``methods`` for who wins, whose answers
    ``won_by`` reads."""

    def run(position: P, limits: Limits, options: Options) -> Finding:
        options = replace(options, arguments={}, certificate=True)
        if position.result() is not None:
            return Finding("none", gather([]))
        whole = decide(position, methods(), limits, options)
        if whole is not None and not won_by(position, whole[0], position.to_move):
            return Finding("none", none_of_them(whole[1]))
        mover, moves = position.to_move, list(position.moves())
        won: list[int] = []
        parts: list[tuple[str, Certificate]] = []
        for number, move in enumerate(moves):
            text = position.move_text(move)
            limits.progress(f"move {number + 1} of {len(moves)}: {text}")
            after = position.play(move)
            found = decide(after, methods(), limits, options)
            if found is None:
                return Finding(UNKNOWN, note=f"nothing decides the move {text}")
            parts.append((text, found[1]))
            if won_by(after, found[0], mover):
                won.append(move)
        return Finding(
            position.of_moves("winning-moves", won), gather(parts), winning_moves=tuple(won[:1])
        )

    return Method("winning-moves", "each-move", run, THEOREM, applies)
