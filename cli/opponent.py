"""The computer's side in ``play``: moves from a certificate, and says when they are not."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from typing import Any

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import Sealed
from gameproof.certificates.kernel import verify
from gameproof.cli.asked_files import AskedFile
from gameproof.encodings.method import AnyMethod, Options, Undecided
from gameproof.games.meaning.bad_input import BadInput, hint
from gameproof.games.meaning.position import AnyPosition
from gameproof.prover.answer import UNKNOWN, Answer
from gameproof.prover.prove import Proof, prove_with_certificate
from gameproof.prover.registry import entry
from gameproof.prover.sides import note
from gameproof.prover.verify import verify_sealed
from gameproof.replies.reasons import reason
from gameproof.replies.replies import reply
from gameproof.solvers.limits import Cancelled, LimitReached, Limits

PER_MOVE = 5.0  # seconds to prove the position at hand anew when the strategy is silent


class Opponent:
    """Plays by the replies of the certificate's kind.

    Where the strategy has no reply (it is the losing side's turn, or play has
    left what was proved), the position is solved anew, else the game's best effort or the
    first legal move is made and called unproved.
    """

    def __init__(self, file: AskedFile, settings: dict[str, Any], context: Limits) -> None:
        self.context = context
        self.options = Options(engine=settings["engine"], explicit=settings["explicit"])
        self.proof = (
            prove_with_certificate(
                file.instance, context, method=settings["method"], options=self.options
            )
            if file.sealed is None
            else checked(file.sealed)
        )
        if self.proof.resolved is None or context.cancelled.is_set():
            raise Cancelled if context.cancelled.is_set() else LimitReached("time")
        self.asked = self.proof.resolved
        self.position: AnyPosition = self.asked.position
        self.joined = entry(self.asked.game.name)

    def opening(self) -> str:
        """What is known before the first move."""
        answer = self.proof.answer
        if answer.answer == UNKNOWN:
            return f"{answer.board}: not solved; the computer's moves are not proved."
        left = note(answer.game, answer.question, answer.answer)
        said = f"{answer.board}: {answer.question}: {answer.answer} (by {answer.method})."
        return f"{said} {left}." if left else said

    def other_side(self) -> str:
        """The side for a person when none was asked for: the one without a reply at the start."""
        mover = self.seat(self.position, 0)
        silent = reply(self.position, self.proof.certificate) is None
        return mover if silent else f"not {mover}"

    def side(self, asked: str | None) -> str:
        """The person's side: the one that was asked for, else :meth:`other_side`. Raises
        :class:`BadInput` for a side that nobody has."""
        asked = self.other_side() if asked is None else asked
        mover = str(self.position.to_move)
        sides = ("first", "second") if mover == "next" else tuple(map(str, self.position.players))
        known = (*sides, *(f"not {side}" for side in sides))
        if asked not in known:
            raise BadInput(
                f"no side {asked[:60]!r}{hint(asked, list(sides))}; sides are {', '.join(sides)}",
                "--side",
            )
        others = [side for side in sides if asked == f"not {side}"]
        rest = [side for side in sides if others and side != others[0]]
        return rest[0] if len(rest) == 1 else asked

    @staticmethod
    def seat(position: AnyPosition, ply: int) -> str:
        """Who moves: the game's own name, or ``first`` and ``second`` in turn in impartial
        games, where every position only knows the next player."""
        name = str(position.to_move)
        return ("first", "second")[ply % 2] if name == "next" else name

    @staticmethod
    def is_person(mover: str, person: str) -> bool:
        """Is it the person's turn? ``not X`` stands for everybody but X."""
        return mover != person[4:] if person.startswith("not ") else mover == person

    def move(self, position: AnyPosition) -> tuple[Hashable, str]:
        """The computer's move and a word on why."""
        proved = reply(position, self.proof.certificate)
        if proved is not None:
            return proved, "proved"
        fresh = self._fresh(position)
        if fresh is not None:
            return fresh
        choose = self.joined.encoding.best_effort
        guess = None if choose is None else choose(position)
        if guess is not None:
            return guess
        return next(iter(position.moves())), "not proved"

    def answer(self, position: AnyPosition, last: str | None) -> tuple[Hashable, str]:
        """The computer's move, and in words whether it is proved and why it is the answer to
        the move before."""
        move, sure = self.move(position)
        certificate = self.proof.certificate
        if sure == "proved" and certificate is not None:
            return (
                move,
                f"({sure}): {reason(position, position.move_text(move), last, certificate)}",
            )
        return move, f"({sure})"

    def picture(self, position: AnyPosition) -> str:
        """The position as text."""
        from gameproof.cli.show import draw

        return draw(dataclasses.replace(self.asked, position=position)).text.rstrip("\n")

    def _fresh(self, position: AnyPosition) -> tuple[Hashable, str] | None:
        """A move from solving the position at hand, within a few seconds."""
        limits = self.context.anew(PER_MOVE, self.context.memory_limit)
        options = dataclasses.replace(self.options, arguments=self.asked.arguments)
        try:
            with limits.guard(limits):
                for method in self.joined.portfolio(self.asked.question.name):
                    if method.applies(position):
                        found = self._by(method, position, limits, options)
                        if found is not None:
                            return found
        except (LimitReached, BadInput):
            return None
        return None

    def _by(
        self, method: AnyMethod, position: AnyPosition, limits: Limits, options: Options
    ) -> tuple[Hashable, str] | None:
        finding = method.run(position, limits, options)
        if isinstance(finding.answer, Undecided):
            return None
        best = finding.winning_moves[0] if finding.winning_moves else None
        if finding.certificate is None:
            return None if best is None else (best, "solved anew, not verified")
        question = self.asked.question
        text = question.form.write(finding.answer)
        try:
            verify(position, question, self.asked.arguments, text, finding.certificate)
        except Rejected:
            return None
        found = reply(position, finding.certificate)
        if found is not None:
            return found, "proved, solved anew"
        return None if best is None else (best, "solved anew")


def checked(sealed: Sealed) -> Proof:
    """What a certificate file proves; raises :class:`Rejected`."""
    found = verify_sealed(sealed)
    asked = found.asked
    answer = Answer(
        game=asked.game.name,
        board=asked.words,
        question=asked.question.name,
        answer=found.answer,
        method="the file's certificate",
        verified=True,
    )
    return Proof(answer, certificate=found.record.certificate, sealed=sealed, resolved=asked)
