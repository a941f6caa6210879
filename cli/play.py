"""``gameproof play``: a person against a proved strategy, for any game."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gameproof.cli import options as shared
from gameproof.cli.status import Status

if TYPE_CHECKING:
    from gameproof.cli.opponent import Opponent
    from gameproof.games.meaning.position import AnyPosition

TURNS = 100_000  # no game of ours is longer; a cyclic one ends here as undecided
HELP = """\
a move   as '?' lists them; on boards with letters a1, A1 and 1,1 (row, column) are alike
?        the moves you have
hint     a move for you, and whether it is proved
undo     take your last move back, and the answer to it
board    the board again
save F   keep the game in the file F; 'gameproof play --resume F' goes on
save! F  the same over a file that is there already
help     this list
q        end"""
QUIT = frozenset({"q", "quit", "exit"})
LISTED = 200


@click.command(name="play", cls=shared.Words)
@shared.words(required=False)
@shared.question
@click.option("--side", help="The side you play; by default the one that the proof is not for.")
@click.option("--moves", help="Your moves with blanks between, instead of being asked.")
@click.option(
    "--resume", type=click.Path(path_type=Path), help="Go on with a game that 'save' kept."
)
@shared.methods
@shared.limits
def command(
    words: tuple[str, ...],
    question: str | None,
    side: str | None,
    moves: str | None,
    resume: Path | None,
    **rest: object,
) -> int:
    """Play against the proved strategy; 'help' lists what you can say.

    As for 'show', a file stands for words: an instance, a certificate, a kept game.

    \b
    gameproof play nim 3 4 5
    gameproof play geography grid 3 3 --start 4
    gameproof play --resume game.json
    """
    from gameproof.cli.asked_files import PLAY_SCHEMA, SavedPlay, asked_file, of_file
    from gameproof.cli.opponent import Opponent
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.instances.typed_words import split

    if resume is not None:
        if words or question:
            raise BadInput("a saved game has its own words; give --resume and no others")
        asked = of_file(resume)
        if asked.saved is None:
            raise BadInput("no saved game", str(resume))
    else:
        asked = asked_file(words, question)
    kept = None if asked.saved is None else resume or Path(words[0])
    begun = [str(Path(word).absolute()) if Path(word).is_file() else word for word in words]
    saved = asked.saved or SavedPlay(PLAY_SCHEMA, begun, question, side or "", [])
    opponent = Opponent(asked, rest, shared.context(rest))
    person = opponent.side(side or saved.side or None)
    table = Table(opponent, person, saved, None if moves is None else iter(split(moves)), kept)
    return int(table.play())


class Table:
    """A game being played: the line so far, and what the person may say."""

    def __init__(
        self,
        opponent: Opponent,
        person: str,
        saved: object,
        queue: Iterator[str] | None,
        kept: Path | None = None,
    ) -> None:
        from gameproof.cli.asked_files import SavedPlay

        assert isinstance(saved, SavedPlay)
        self.opponent, self.person, self.saved, self.queue = opponent, person, saved, queue
        self.kept = {kept}
        self.positions: list[AnyPosition] = [opponent.position]
        self.moves: list[str] = []
        for text in saved.moves:
            self._play(self.here.parse_move(text))

    @property
    def here(self) -> AnyPosition:
        """The position on the table."""
        return self.positions[-1]

    def play(self) -> Status:
        """To the end of the game, or until the person stops."""
        click.echo(self.opponent.opening())
        click.echo(self._legend())
        while len(self.moves) < TURNS:
            click.echo(self.opponent.picture(self.here))
            result = self.here.result()
            if result is not None:
                click.echo(_over(result))
                return Status.DONE
            mover = self._mover()
            if self.opponent.is_person(mover, self.person):
                if not self._ask(mover):
                    return Status.DONE
            else:
                last = self.moves[-1] if self.moves else None
                move, why = self.opponent.answer(self.here, last)
                click.echo(f"{mover} plays {self.here.move_text(move)} {why}")
                self._play(move)
        click.echo("The game did not end.")
        return Status.DONE

    def _legend(self) -> str:
        some = [self.here.move_text(move) for move in islice(self.here.moves(), 4)]
        shown = ", ".join(some[:3]) + (", ..." if len(some) > 3 else "")
        person = self.person
        yours = f"everybody but {person[4:]}" if person.startswith("not ") else person
        return f"You play {yours}. Moves: {shown or 'none'}; 'help' lists what else you can say."

    def _mover(self) -> str:
        return self.opponent.seat(self.here, len(self.moves))

    def _play(self, move: Hashable) -> None:
        after = self.here.play(move)
        self.moves.append(self.here.move_text(move))
        self.positions.append(after)

    def _ask(self, mover: str) -> bool:
        """The person's turn: a move, or things to be said before it; False to stop."""
        from gameproof.cli.notation import read_move
        from gameproof.games.meaning.bad_input import BadInput

        while True:
            text = self._next(mover)
            word = text.lower()
            if word in QUIT:
                click.echo("Stopped.")
                return False
            try:
                if self._said(word, text):
                    if word == "undo":
                        return True
                    continue
                self._play(read_move(self.here, text))
            except BadInput as error:
                if self.queue is not None:
                    raise
                hint = "" if word.startswith("save") else "; '?' lists the moves"
                click.echo(f"{error.message}{hint}")
                continue
            return True

    def _next(self, mover: str) -> str:
        if self.queue is not None:
            return next(self.queue, "q").strip()
        try:
            return str(click.prompt(f"{mover} to move", prompt_suffix="> ")).strip()
        except click.Abort:
            return "q"

    def _said(self, word: str, text: str) -> bool:
        """Does what is asked for, if it is no move."""
        from gameproof.cli.asked_files import PLAY_SCHEMA, SavedPlay, save
        from gameproof.games.meaning.bad_input import BadInput

        if word in ("?", "moves"):
            legal = [self.here.move_text(move) for move in islice(self.here.moves(), LISTED + 1)]
            more = " ..." if len(legal) > LISTED else ""
            click.echo("moves: " + " ".join(legal[:LISTED]) + more)
        elif word == "help":
            click.echo(HELP)
        elif word == "board":
            click.echo(self.opponent.picture(self.here))
        elif word == "hint":
            move, why = self.opponent.answer(self.here, None)
            click.echo(f"hint: {self.here.move_text(move)} {why}")
        elif word == "undo":
            self._undo()
        elif word in ("save", "save!") or word.startswith(("save ", "save:", "save! ", "save!:")):
            # 'save:F' is one word, for --moves.
            name = text[4:].lstrip("!: ") or "game.json"
            if Path(name) not in self.kept and not word.startswith("save!") and Path(name).exists():
                raise BadInput(f"{name} is there already; 'save! {name}' writes over it")
            words, question = self.saved.words, self.saved.question
            save(Path(name), SavedPlay(PLAY_SCHEMA, words, question, self.person, self.moves))
            self.kept.add(Path(name))
            click.echo(f"saved: gameproof play --resume {name}")
        else:
            return False
        return True

    def _undo(self) -> None:
        """Back to the person's turn before this one."""
        kept = len(self.moves) - 1
        while kept >= 0:
            mover = self.opponent.seat(self.positions[kept], kept)
            if self.opponent.is_person(mover, self.person):
                del self.moves[kept:], self.positions[kept + 1 :]
                return
            kept -= 1
        click.echo("There is no move of yours to take back.")


def _over(result: str) -> str:
    """The last line; ``previous`` is nobody who sits at the board."""
    said = {
        "previous": "the player who moved last wins",
        "draw": "a draw",
        "cleared": "every piece is placed and the board is empty",
        "survived": "every piece is placed",
        "lost": "the next piece is blocked",
    }
    return f"The game is over: {said.get(result, result + ' wins')}."
