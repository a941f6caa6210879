"""Answers with their proofs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gameproof.games.meaning.answers import Value as Plain
from gameproof.games.meaning.bad_input import BadInput

if TYPE_CHECKING:
    from gameproof.certificates.certificate import Certificate
    from gameproof.certificates.files import Sealed
    from gameproof.explorer import Explorer
    from gameproof.instances.instance import Resolved
    from gameproof.pictures.picture import Picture
    from gameproof.playing import Position
    from gameproof.prover.answer import Answer
    from gameproof.prover.sides import Left
    from gameproof.prover.verify import Verified
    from gameproof.web.widget import Widget

UNKNOWN = "unknown"
STOPPED = {
    "time": "time limit reached",
    "memory": "memory limit reached",
    "proof size": "the proof is too large to be checked",
    "interrupted": "interrupted",
    "methods": "no method decides it",
}


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Value:
    """An answer: ``text`` in the question's words, ``value`` as Python has it.

    ``value`` is a ``bool`` for yes and no (``exists``, ``impossible``), an ``int``, a
    ``Fraction``, a tuple or a ``str``; ``None`` for ``unknown``. Equal to its text.
    """

    text: str
    value: Plain = None

    @property
    def known(self) -> bool:
        """Was the question decided?"""
        return self.text != UNKNOWN

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Value):
            return self.text == other.text
        return self.text == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __bool__(self) -> bool:
        if isinstance(self.value, bool):
            return self.value
        raise TypeError(f"the answer {self.text!r} is neither yes nor no")

    def __int__(self) -> int:
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return self.value
        raise TypeError(f"the answer {self.text!r} is no whole number")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Value({_short(self.text)})"

    def latex(self) -> str:
        """For a paper: a number or the value of a game in the notation of the field, in math
        mode; any other answer as words."""
        from gameproof.pictures.sheet.latex import escaped, value_to_latex

        try:
            return f"${value_to_latex(self.text)}$"
        except ValueError:
            return escaped(self.text)

    def _repr_latex_(self) -> str | None:
        """As :meth:`latex` where it is mathematics; ``None`` for words."""
        text = self.latex()
        return text if text.startswith("$") else None


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Proof:
    """An answer to a question, with what proves it.

    What follows from an answer and takes its time, as a thermograph, is worked out when
    ``detail`` or ``record`` is first read. A proof can be pickled and copied: it takes its board
    and its certificate along, also one that stands in a file. What comes out says what went in and
    was not checked again; :func:`check` does that.
    """

    answer: Value
    _record: Answer
    _sealed: Sealed | None = field(default=None)
    _resolved: Resolved | None = field(default=None)
    _follows: Callable[[], Mapping[str, object]] | None = field(default=None)

    def __reduce__(self) -> tuple[Callable[..., Proof], tuple[object, ...]]:
        from contextlib import suppress

        from gameproof.instances.contained import portable
        from gameproof.prover.written import compressed

        sealed = self._sealed
        with suppress(BadInput):  # its file is gone: the copy says so where it is asked for
            sealed = self.sealed
        sealed = None if sealed is None else compressed(sealed)
        instance = None if self._resolved is None else portable(self._resolved)
        return _carried, (self.answer, self.record, sealed, instance)

    @property
    def record(self) -> Answer:
        """The answer as the command line's ``--json`` prints it."""
        if self._follows is not None:
            self._record.detail.update(self._follows())
            object.__setattr__(self, "_follows", None)
        return self._record

    @property
    def verified(self) -> bool:
        """Did the checker accept the certificate, from the rules alone?"""
        return self._record.verified

    @property
    def claim(self) -> str | None:
        """What the certificate proves, in a sentence."""
        return self._record.claim

    @property
    def game(self) -> str:
        """The game's name."""
        return self._record.game

    @property
    def board(self) -> str:
        """The board in words."""
        return self._record.board

    @property
    def question(self) -> str:
        """The question's name."""
        return self._record.question

    @property
    def method(self) -> str | None:
        """The method that decided it, ``None`` for ``unknown``."""
        return self._record.method

    @property
    def theorem(self) -> str | None:
        """The theorem that the method stands on."""
        return self._record.theorem

    @property
    def stopped(self) -> str | None:
        """Why it is unknown: ``time``, ``memory``, ``interrupted``, ``methods``."""
        return self._record.stopped

    @property
    def seconds(self) -> float:
        """Wall time, checking included."""
        return self._record.seconds

    @property
    def detail(self) -> dict[str, object]:
        """What stands beside the answer: a winning move, bounds proved so far."""
        return self.record.detail

    @property
    def file(self) -> str | None:
        """The instance file, where it came from one."""
        return self._record.file

    @property
    def expected(self) -> str | None:
        """The answer that the instance expects."""
        return self._record.expected

    @property
    def agrees(self) -> bool | None:
        """Is it the expected answer? ``None`` without one."""
        return self._record.agrees

    @property
    def certificate(self) -> Certificate | None:
        """The evidence, as the checker read it."""
        from gameproof.certificates.files import unseal

        sealed = self.sealed
        return None if sealed is None else unseal(sealed).certificate

    @property
    def sealed(self) -> Sealed | None:
        """The certificate file, as bytes."""
        if self._sealed is None and self._record.certificate is not None:
            from gameproof.certificates.files import load

            return load(Path(self._record.certificate))
        return self._sealed

    @property
    def position(self) -> Position:
        """The position that was asked about."""
        from gameproof.playing import Position

        resolved = self._resolved
        if resolved is None:
            if self.sealed is None:
                raise BadInput("neither the board nor a certificate was kept with this answer")
            from gameproof.prover.verify import verify_sealed

            resolved = verify_sealed(self.sealed).asked
        return Position(resolved, resolved.position)

    def with_left(self, left: str) -> Value:
        """The answer with ``red`` or ``blue`` as Left; ``answer`` and the claim have Red.

        Raises :class:`BadInput` where the answer does not speak of Left and Right.
        """
        from gameproof.boards import one_exception
        from gameproof.instances.instance import find_game, find_question
        from gameproof.prover.sides import MIRRORED, known_left, seen

        with one_exception():
            known_left(left)
            if left == "red" or not self.answer.known:
                return self.answer
            if self.question == "equals":
                raise BadInput("ask whether it equals the negative of the game")
            if self.question in MIRRORED:
                other = MIRRORED[self.question].replace("-", " ")
                raise BadInput(f"ask whether it is {other} the negative of the number")
            told, _ = seen(self.game, self.question, self.answer.text, {}, "blue")
            return Value(told, find_question(find_game(self.game), self.question).form.read(told))

    def save(self, path: str | Path) -> Path:
        """Write the certificate file; raises :class:`BadInput` where there is none."""
        from gameproof.prover.written import write

        sealed = self.sealed
        if sealed is None:
            raise BadInput(f"{self.board}: {self.question} {self.answer}: there is no certificate")
        write(Path(path), sealed)
        return Path(path)

    def reply(self, position: Position) -> str | None:
        """The proved move in a position, ``None`` where the proof has none."""
        from gameproof.replies.replies import reply

        move = reply(position.rules, self.certificate)
        return None if move is None else position.rules.move_text(move)

    @property
    def _how(self) -> str:
        if self._record.earlier:
            return "earlier run, not checked again"
        return "verified" if self.verified else "not verified"

    def __repr__(self) -> str:
        how = self._how
        if not self.answer.known:
            how = STOPPED.get(self.stopped or "", "not decided")
        return f"Proof({self.board}: {self.question} {_short(self.answer.text)}, {how})"

    def _drawn(self, left: Left = "red") -> Picture:
        """The picture that :func:`gameproof.draw` gives."""
        from gameproof.cli.show import draw
        from gameproof.prover.sides import seen

        answer, detail = seen(self.game, self.question, str(self.answer), self.detail, left)
        told = {"question": self.question, "answer": answer, "claim": self.claim}
        return draw(self.position.resolved, self.certificate, {**detail, **told})

    def _repr_svg_(self) -> str:
        return self._drawn().svg

    def _repr_html_(self) -> str:
        """The answer in words above its picture, for notebooks."""
        from html import escape

        said = f"{escape(self.board)}: {escape(self.question)} <b>{escape(self.answer.text)}</b>"
        how = self._how
        claim = f"<p>{escape(self.claim)}</p>" if self.claim else ""
        return f"<div><p>{said}, {how}</p>{claim}{self._repr_svg_()}</div>"

    def explore(self) -> Explorer | Widget:
        """The proof as a page to play against, inside a notebook: a widget where anywidget is
        installed (the extra ``notebook``), else a frame.

        Raises :class:`BadInput` where there is no certificate, or one too large for a page.
        """
        from gameproof.boards import one_exception
        from gameproof.explorer import Explorer
        from gameproof.web.page import page
        from gameproof.web.widget import available, widget

        with one_exception():
            sealed = self.sealed
            if sealed is None:
                raise BadInput(f"{self.board}: {self.question}: there is no certificate")
            text = page(sealed, self._drawn())
            return widget(text) if available() else Explorer(text)


@dataclass(frozen=True, slots=True, repr=False)
class Checked:
    """What the checker said of a certificate: its claim, or why it is rejected."""

    verified: bool
    claim: str | None = None
    reason: str | None = None

    def __bool__(self) -> bool:
        return self.verified

    def __repr__(self) -> str:
        if self.verified:
            return f"Checked(verified: {_short(self.claim or '')})"
        return f"Checked(not verified: {_short(self.reason or '')})"


def check(proof: Proof | str | Path) -> Checked:
    """Check a proof, or the certificate in a file, by the rules alone.

    A proof is verified when its certificate passes and is about the question, the board and
    the answer that the proof shows. Raises :class:`BadInput` for what is no certificate file.
    """
    from gameproof.boards import one_exception
    from gameproof.certificates.certificate import Rejected
    from gameproof.certificates.files import NoCertificate, load
    from gameproof.prover.verify import verify_sealed

    with one_exception():
        try:
            if not isinstance(proof, Proof):
                return Checked(True, verify_sealed(load(Path(proof))).claim)
            sealed = proof.sealed
            if sealed is None:
                return Checked(False, reason="there is no certificate")
            found = verify_sealed(sealed)
            if not _shows(proof, found):
                return Checked(False, reason=f"the certificate proves another thing: {found.claim}")
            return Checked(True, found.claim)
        except Rejected as reason:
            return Checked(False, reason=str(reason))
        except NoCertificate as error:
            if not isinstance(proof, Proof):
                raise
            return Checked(False, reason=str(error))


def _shows(proof: Proof, found: Verified) -> bool:
    """Does the proof show what was verified: its question, its answer, its board?"""
    import msgspec

    from gameproof.prover.earlier import words_of

    said, asked, resolved = proof.record, found.asked, proof._resolved
    shown = (said.game, said.question, said.arguments, said.key, said.answer, proof.answer.text)
    arguments = msgspec.to_builtins(asked.arguments)
    meant = (asked.game.name, asked.question.name, arguments, asked.key, *[found.answer] * 2)
    if shown != meant or proof.answer.value != asked.question.form.read(found.answer):
        return False
    if resolved is not None:
        return (resolved.key, resolved.words) == (asked.key, said.board)
    return words_of(said.board, said.file, asked) == said.board


def _carried(
    answer: Value, record: Answer, sealed: Sealed | None, instance: dict[str, object] | None
) -> Proof:
    """A proof from what a pickle holds of it."""
    from gameproof.instances.contained import contained

    return Proof(answer, record, sealed, None if instance is None else contained(instance))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57] + "..."
