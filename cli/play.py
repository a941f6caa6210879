"""``gameproof play``: a person against a proved strategy, for any game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from gameproof.cli import options as shared
from gameproof.cli.status import Status

TURNS = 100_000  # no game of ours is longer; a cyclic one ends here as undecided


@click.command(name="play", cls=shared.Words)
@shared.words()
@shared.question
@click.option("--side", help="The side you play; by default the one that the proof is not for.")
@click.option("--moves", help="Your moves, separated by spaces, instead of being asked.")
@shared.methods
@shared.limits
def command(
    words: tuple[str, ...], question: str | None, side: str | None, moves: str | None, **rest: Any
) -> int:
    """Play against the proved strategy; '?' lists your moves, 'q' ends.

    \b
    gameproof play nim 3 4 5
    gameproof play geography grid 3 3 --start 4
    """
    from gameproof.cli.opponent import Opponent
    from gameproof.games.game import BadInput
    from gameproof.instances.instance import from_words

    opponent = Opponent(from_words(list(words), question), rest)
    position = opponent.position
    if not hasattr(position, "moves") or not hasattr(position, "play"):
        raise BadInput(f"{words[0]} cannot be played move by move")
    click.echo(opponent.opening())
    person = side or opponent.other_side()
    queue = iter(moves.split()) if moves is not None else None
    for ply in range(TURNS):
        click.echo(opponent.picture(position))
        result = position.result()
        if result is not None:
            click.echo(_over(result))
            return 0
        mover = opponent.seat(position, ply)
        if not opponent.is_person(mover, person):
            move, why = opponent.move(position)
            click.echo(f"{mover} plays {position.move_text(move)} ({why})")
        else:
            asked = _ask(position, mover, queue)
            if asked is None:
                return int(Status.DONE)
            move = asked[0]
        position = position.play(move)
    click.echo("The game did not end.")
    return 0


def _over(result: str) -> str:
    """The last line; N and P are words about the next player, who is not a person here."""
    said = {
        "P": "the player who moved last wins",
        "N": "the player who would move next wins",
        "draw": "a draw",
        "cleared": "every piece is placed and the board is empty",
        "survived": "every piece is placed",
        "lost": "the next piece is blocked",
    }
    return f"The game is over: {said.get(result, result + ' wins')}."


def _ask(position: Any, mover: str, queue: Iterator[str] | None) -> tuple[Any] | None:
    """The person's move, or ``None`` to stop. Wrong moves are explained and asked again."""
    from gameproof.games.game import BadInput

    while True:
        if queue is not None:
            text = next(queue, "q")
        else:
            try:
                text = click.prompt(f"{mover} to move", prompt_suffix="> ")
            except click.Abort:
                text = "q"
        if text.strip() in ("q", "quit", "exit"):
            click.echo("Stopped.")
            return None
        if text.strip() == "?":
            legal = [position.move_text(m) for m in position.moves()]
            click.echo("moves: " + " ".join(legal))
            continue
        try:
            move = position.parse_move(text.strip())
            position.play(move)
        except BadInput as error:
            if queue is not None:
                raise
            click.echo(f"{error.message}; '?' lists the moves")
            continue
        return (move,)
