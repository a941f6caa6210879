"""Does a game keep its word? The conformance suite, for our games and those of packages.

``conforms("domineering", ["domineering 2 2", "domineering 2 3"])`` plays everything that can
be played on the tiny boards named and raises :class:`NotConforming` at the first thing that
is not as the game says: notation, illegal moves, keys, laws, what the questions mean, the
answers of all methods, their certificates, the pictures. It needs no test framework.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast
from xml.etree import ElementTree

from gameproof.games.impartial.impartial import Impartial
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL, Law
from gameproof.games.meaning.listed import moves_text
from gameproof.games.meaning.position import AnyPosition, Move, Position
from gameproof.games.meaning.statement import Forces, Prevents
from gameproof.games.partizan import Partizan
from gameproof.lawful import NotConforming, keeps_laws, require
from gameproof.truth import Games, NotKnown, Play, Quantities, TooLarge, explore, grundy, holds

if TYPE_CHECKING:
    from gameproof.certificates.certificate import Certificate
    from gameproof.games.meaning.question import AnyQuestion
    from gameproof.instances.instance import Resolved

    Board = str | tuple[str, Iterable[str]] | list[Resolved]

__all__ = ["NotConforming", "NotKnown", "Report", "conforms", "keeps_rules"]

MOST = 4000
"""Positions of a tiny board, each counted once for each player who may be to move."""
MOST_PICTURES = 60
SECONDS = 30.0


@dataclass(slots=True)
class Report:
    """What was tested, so that a test can say that something was."""

    boards: int = 0
    positions: int = 0
    illegal: int = 0
    laws: Counter[Law] = field(default_factory=Counter)
    meanings: int = 0
    answers: int = 0
    compared: int = 0
    certificates: int = 0
    refused: int = 0
    pictures: int = 0
    too_large: list[str] = field(default_factory=list)


def conforms(
    game: str,
    boards: Iterable[Board] = (),
    *,
    quantities: Quantities | None = None,
    most: int = MOST,
) -> Report:
    """Everything about a game, on tiny boards; raises :class:`NotConforming`.

    A board is the words of the command line, alone or with the questions to be asked of it
    (``("nim 2 1", ["outcome", "equivalent --heap 1"])``); alone, every question that needs no
    argument is asked. Without boards the game's examples are taken, those with more than
    ``most`` positions left out; at least one must be tiny. ``quantities`` tells what is true
    of the quantities that this module does not know.
    """
    from gameproof.instances.instance import find_game

    report = Report()
    named = [board if isinstance(board, list) else _asked(board) for board in boards]
    given = named or [_asked(words) for words in find_game(game).examples]
    for asked in given:
        try:
            _board(asked, quantities, most, report)
        except TooLarge as error:
            if named:
                words = asked[0].words
                raise NotConforming(f"{words}: {error}; name a smaller board") from None
            report.too_large.append(asked[0].words)
    if not report.boards:
        raise NotConforming(f"{game}: no example is a tiny board; name one")
    return report


def _asked(board: str | tuple[str, Iterable[str]]) -> list[Resolved]:
    """The questions of a board given in words; an example's own ``-q`` is left out."""
    words, questions = (board, None) if isinstance(board, str) else board
    words = words.partition(" -q ")[0]
    if questions is None:
        own = _from_words(words, None).game.questions
        questions = [q.name for q in own if not any(p.required for p in q.parameters)]
    found = [_from_words(words, question) for question in questions]
    for asked in found:
        if not asked.arguments:
            again = _from_words(asked.words, asked.question.name)
            _same(asked, again, "its words")
    return found


def _from_words(words: str, question: str | None) -> Resolved:
    import shlex

    from gameproof.instances.instance import from_object, from_words, resolve, to_object

    name, *arguments = shlex.split(question) if question else [None]
    try:
        instance = from_words([*shlex.split(words), *(a for a in arguments if a)], name)
        asked = resolve(instance)
        _same(asked, resolve(from_object(to_object(instance))), "its file")
        return asked
    except BadInput as error:
        raise NotConforming(f"{words}: {error.where}: {error.message}") from None


def _same(asked: Resolved, again: Resolved, form: str) -> None:
    words = f"{asked.words} -q {asked.question.name}"
    one, two = asked.position, again.position
    require(one.key() == two.key(), words, f"{form} give another position")
    require(str(one) == str(two), words, f"{form} give a position with another text")
    moves = [[p.move_text(move) for move in p.moves()] for p in (one, two)]
    require(moves[0] == moves[1], words, f"{form} give other moves")
    require(asked.key == again.key, words, f"{form} give another question")


def _board(goals: list[Resolved], quantities: Quantities | None, most: int, report: Report) -> None:
    from gameproof.instances.contained import contained, portable

    asked = goals[0]
    play = keeps_rules(asked.position, report, most)
    for question in asked.game.questions:
        report.meanings += _means_one_thing(play, question)
    truth = _Truth(play, quantities)
    for goal in goals:
        _same(goal, contained(portable(goal)), "its certificates")
        _answers(goal, play, truth, report)
    for position in play.distinct()[:MOST_PICTURES]:
        _draw(asked, position, None, report)
    report.boards += 1


def keeps_rules(position: Position[Move], report: Report | None = None, most: int = MOST) -> Play:
    """The rules alone: moves and their notation, keys, ends, illegal moves, declared laws."""
    from gameproof.truth import SharedKey

    report = Report() if report is None else report
    try:
        play = explore(cast("AnyPosition", position), most)
    except SharedKey as error:
        raise NotConforming(str(error)) from None
    report.positions += len(play.positions)
    for here, moves in zip(play.positions, play.moves, strict=True):
        require(here.players == position.players, here, "the players change")
        require(here.to_move in here.players, here, f"{here.to_move!r} is no player")
        over = here.result() is not None
        require(over != bool(moves), here, f"the result is {here.result()}, the moves {moves[:3]}")
        texts = {here.move_text(move): move for move in moves}
        require(len(texts) == len(moves), here, "two moves are written alike")
        for text, move in texts.items():
            try:
                read: Hashable = here.parse_move(text)
            except BadInput as error:
                raise NotConforming(f"{here}: the move {text!r} cannot be read: {error}") from None
            require(read == move, here, f"the move {text!r} is read as {read!r}")
    _refuses_illegal_moves(play, report)
    report.laws.update(keeps_laws(play))
    return play


def _refuses_illegal_moves(play: Play, report: Report) -> None:
    """Every move that is legal somewhere is refused wherever it is not, and so is nonsense."""
    known: dict[Hashable, str] = {}
    for here, moves in zip(play.positions, play.moves, strict=True):
        for move in moves:
            known.setdefault(move, here.move_text(move))
    step = 1 + len(known) * len(play.positions) // 200_000
    for here, moves in list(zip(play.positions, play.moves, strict=True))[::step]:
        legal = set(moves)
        for move in known.keys() - legal:
            require(_refused(here, move), here, f"plays the illegal {move!r}")
            report.illegal += 1
        for text in {*known.values(), "", "no such move", "-1", "99999"}:
            require(_reads_legal(here, text, legal), here, f"plays the illegal move {text!r}")


def _refused(here: AnyPosition, move: Hashable) -> bool:
    try:
        here.play(move)
    except BadInput:
        return True
    return False


def _reads_legal(here: AnyPosition, text: str, legal: set[Hashable]) -> bool:
    """Is the text refused, by its reading or by ``play``, or does it say a legal move?"""
    try:
        read = here.parse_move(text)
    except BadInput:
        return True
    return read in legal or _refused(here, read)


def _means_one_thing(play: Play, question: AnyQuestion) -> int:
    """Exactly one answer of a question about play is true of every position."""
    if not question.answers or any(p.required for p in question.parameters):
        return 0
    given: dict[str, Value] = {
        p.name.replace("-", "_"): p.default for p in question.parameters if p.default is not None
    }
    tested = 0
    for position in play.distinct():
        true, senseless = [], 0
        for word in question.answers:
            try:
                said = question.meaning(position, question.form.read(word), given)
            except BadInput:
                senseless += 1
                continue
            if not all(isinstance(s, Forces | Prevents) for s in said):
                return tested
            if all(holds(play, position, s, _unknown) for s in said):
                true.append(word)
        if senseless == len(question.answers):
            continue  # it needs an argument, or is not asked of this position
        require(len(true) == 1, position, f"of the answers to {question.name}, {true} are true")
        tested += 1
    return tested


def _unknown(_position: AnyPosition, name: str, _arguments: Mapping[str, Hashable]) -> object:
    raise NotKnown(name)


class _Truth:
    """Quantities of the positions of a play: Grundy values, values, what the caller knows."""

    def __init__(self, play: Play, more: Quantities | None) -> None:
        self.play, self.more = play, more
        start = play.positions[0]
        self.grundy = (
            grundy(play)
            if isinstance(start, Impartial) and start.laws >= IMPARTIAL_NORMAL
            else None
        )
        self.games = Games() if isinstance(start, Partizan) else None
        self.values = {} if self.games is None else self.games.of(play)

    def __call__(
        self, position: AnyPosition, name: str, arguments: Mapping[str, Hashable]
    ) -> object:
        if self.grundy is not None and isinstance(position, Impartial):
            if name == "grundy":
                return self.grundy[position.key()]
            if name == "equivalent":
                heap = arguments.get("heap")
                return isinstance(heap, int) and self.grundy[position.key()] == heap
            if name == "winning-moves":
                won = (m for m in position.moves() if not self.grundy[position.play(m).key()])
                return moves_text(position.move_text(m) for m in won)
        if self.games is not None and name == "equals":
            game = self.games.written(str(arguments["game"]))
            return self.games.equal(self.values[position.key()], game)
        return (self.more or _unknown)(position, name, arguments)

    def value(self, position: AnyPosition, text: str) -> bool | None:
        """Is this text the value of the position? ``None`` in games that have none."""
        if self.games is None:
            return None
        return self.games.equal(self.values[position.key()], self.games.written(text))


def _answers(asked: Resolved, play: Play, truth: _Truth, report: Report) -> None:
    """Every method's answer is true, as far as that is known, and the same as the others'; its
    certificate proves it, and no other answer."""
    from gameproof.encodings.method import Options, Undecided
    from gameproof.prover.registry import entry
    from gameproof.solvers.limits import LimitReached, Limits

    joined = entry(asked.game.name)
    question = asked.question
    first: str | None = None
    equal = joined.same_answer(question.name)
    for method in joined.portfolio(question.name):
        if not method.applies(asked.position):
            continue
        where = f"{asked.words} -q {question.name} by {method.name}"
        try:
            options = Options(arguments=asked.arguments)
            finding = method.run(asked.position, Limits(time_limit=SECONDS), options)
        except (LimitReached, BadInput):
            continue
        if isinstance(finding.answer, Undecided):
            continue
        text = question.form.write(finding.answer)
        require(question.form.read(text) == finding.answer, where, f"{text!r} is read otherwise")
        report.answers += 1
        first = text if first is None else first
        require(equal(first, text), where, f"answers {text!r}, another method {first!r}")
        try:
            said = question.meaning(asked.position, finding.answer, asked.arguments)
        except BadInput as error:
            raise NotConforming(f"{where}: {text!r} makes no sense: {error}") from None
        require(bool(said), where, f"{text!r} says nothing")
        verdicts = [holds(play, asked.position, s, truth) for s in said]
        if question.name == "value" and isinstance(finding.answer, str):
            # As games: two texts of one value are the same answer here.
            own = truth.value(asked.position, finding.answer)
            verdicts = verdicts if own is None else [own]
        require(False not in verdicts, where, f"answers {text!r}, which is false")
        report.compared += True in verdicts
        for move in finding.winning_moves:
            require(move in set(asked.position.moves()), where, f"{move!r} is no move")
        if finding.certificate is not None:
            _survives(asked, text, finding.certificate, where, report)
        _draw(asked, asked.position, finding.certificate, report, finding.told(asked.position))


def _survives(
    asked: Resolved, text: str, certificate: Certificate, where: str, report: Report
) -> None:
    """Sealed, read back and verified; and refused for every other answer."""
    from gameproof.certificates.certificate import Rejected
    from gameproof.certificates.files import CertificateFile, unseal
    from gameproof.certificates.kernel import verify
    from gameproof.instances.contained import portable
    from gameproof.prover.verify import verify_sealed
    from gameproof.prover.written import seal, to_json

    try:
        sealed = seal(CertificateFile(portable(asked), text, certificate, "conformance"))
        verify_sealed(sealed)
    except (Rejected, BadInput) as error:
        raise NotConforming(f"{where}: the certificate is rejected: {error}") from None
    back = unseal(sealed).certificate
    require(to_json(back) == to_json(certificate), where, "the certificate changes in its file")
    report.certificates += 1
    for word in asked.question.answers:
        if word == text:
            continue
        try:
            verify(asked.position, asked.question, asked.arguments, word, certificate)
        except Rejected:
            report.refused += 1
            continue
        raise NotConforming(f"{where}: the certificate proves {word!r} as well as {text!r}")


def _draw(
    asked: Resolved,
    position: AnyPosition,
    certificate: Certificate | None,
    report: Report,
    detail: Mapping[str, object] | None = None,
) -> None:
    from dataclasses import replace

    from gameproof.cli.show import draw

    picture = draw(replace(asked, position=position), certificate, detail)
    require(bool(picture.text.strip()), position, "the picture has no text")
    for svg in (picture.svg, *picture.frames):
        ElementTree.fromstring(svg)
    report.pictures += 1
