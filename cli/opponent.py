"""The computer's side in ``play``: moves from a certificate, and says when they are not."""

from __future__ import annotations

import importlib
from typing import Any

from gameproof.certificates.certificate import kinds
from gameproof.encodings.method import UNKNOWN, Options
from gameproof.instances.instance import Instance
from gameproof.prover.prove import ladder, prove_with_certificate
from gameproof.solvers.limits import Limits

PER_MOVE = 5.0  # seconds to prove the position at hand anew when the strategy is silent


class Opponent:
    """Plays by ``reply(position, certificate)`` of the certificate's kind.

    Where the strategy has no reply (it is the losing side's turn, or play has
    left what was proved), the position is solved anew if the game offers
    ``winning move`` methods, else the first legal move is made and called unproved.
    """

    def __init__(self, instance: Instance, settings: dict[str, Any]) -> None:
        limits = Limits(settings["time_limit"], int(settings["memory_limit"]), settings["seed"])
        self.options = Options(engine=settings["engine"], explicit=settings["explicit"])
        self.instance = instance
        self.proof = prove_with_certificate(
            instance, limits, method=settings["method"], options=self.options
        )
        assert self.proof.resolved is not None
        self.asked = self.proof.resolved
        self.position = self.asked.position

    def opening(self) -> str:
        """What is known before the first move."""
        answer = self.proof.answer
        if answer.answer == UNKNOWN:
            return f"{answer.board}: not solved; the computer's moves are not proved."
        return f"{answer.board}: {answer.question}: {answer.answer} (by {answer.method})."

    def other_side(self) -> str:
        """The side for a person when none was asked for: the one without a reply at the start."""
        mover = self.seat(self.position, 0)
        return f"not {mover}" if self._reply(self.position) is not None else mover

    @staticmethod
    def seat(position: Any, ply: int) -> str:
        """Who moves: the game's own name, or ``first`` and ``second`` in turn in impartial
        games, where every position only knows the next player."""
        name = str(position.to_move)
        return ("first", "second")[ply % 2] if name == "next" else name

    @staticmethod
    def is_person(mover: str, person: str) -> bool:
        """Is it the person's turn? ``not X`` stands for everybody but X."""
        return mover != person[4:] if person.startswith("not ") else mover == person

    def move(self, position: Any) -> tuple[Any, str]:
        """The computer's move and a word on why."""
        reply = self._reply(position)
        if reply is not None:
            return reply, "proved"
        fresh = self._fresh(position)
        if fresh is not None:
            return fresh, "proved, solved anew"
        guess = self._best_effort(position)
        if guess is not None:
            return guess
        return next(iter(position.moves())), "not proved"

    def picture(self, position: Any) -> str:
        """The position as text."""
        import dataclasses

        from gameproof.cli.show import draw

        asked = dataclasses.replace(self.asked, position=position)
        text: str = draw(asked).text
        return text.rstrip("\n")

    def _reply(self, position: Any) -> Any:
        return reply(position, self.proof.certificate)

    def _best_effort(self, position: Any) -> tuple[Any, str] | None:
        """The guess of a game whose encoding offers ``best_effort(position)``."""
        module = importlib.import_module(f"gameproof.encodings.{self.asked.module}")
        choose = getattr(module, "best_effort", None)
        if choose is None:
            return None
        guess: tuple[Any, str] = choose(position)
        return guess

    def _fresh(self, position: Any) -> Any:
        """A proved move from solving the position at hand, within a few seconds."""
        from gameproof.games.game import BadInput
        from gameproof.solvers.limits import LimitReached

        limits = Limits(PER_MOVE)
        for method in ladder(self.asked.module, self.asked.question.name):
            try:
                if not method.applies(position):
                    continue
                finding = method.run(position, limits, self.options)
            except (LimitReached, BadInput):
                return None
            if finding.answer != UNKNOWN:
                return reply(position, finding.certificate)
        return None


def reply(position: Any, certificate: Any) -> Any:
    """The move that a certificate's strategy makes here, ``None`` when it has none."""
    if certificate is None:
        return None
    _, module = kinds()[str(certificate.__struct_config__.tag)]
    answer = getattr(module, "reply", None)
    return None if answer is None else answer(position, certificate)
