"""Tic-Toe by its whole tree: outcome, strategies, counts."""

from __future__ import annotations

from gameproof.certificates.strategies.play import Play
from gameproof.encodings.by_definition import by_definition
from gameproof.encodings.method import Encoding, Finding, Method, Options
from gameproof.encodings.plays import build
from gameproof.games.meaning.outcomes import opponent
from gameproof.games.tictoe import Position
from gameproof.solvers.limits import Limits

ZERMELO = "Zermelo (1913): a finite game has a winning strategy for one side or is a draw"


def values(position: Position) -> dict[Position, str]:
    """The result of best play from every position below, by backward induction."""
    found: dict[Position, str] = {}

    def value(here: Position) -> str:
        if here not in found:
            result = here.result()
            if result is None:
                below = {value(here.play(move)) for move in here.moves()}
                own = here.to_move
                result = own if own in below else "draw" if "draw" in below else opponent(here, own)
            found[here] = result
        return found[here]

    value(position)
    return found


def _strategy(position: Position, sides: list[str], found: dict[Position, str]) -> Play:
    """Best play for each of ``sides``, as one certificate."""

    def reply(here: Position) -> int:
        own = here.to_move
        order = (own, "draw", opponent(here, own))
        return min(here.moves(), key=lambda move: order.index(found[here.play(move)]))

    return build([(position, side) for side in sides], reply)


def outcome(position: Position, _limits: Limits, _options: Options) -> Finding:
    """The result of best play: the winner's strategy, or one for each side of a draw."""
    found = values(position)
    truth = found[position]
    sides = ["first", "second"] if truth == "draw" else [truth]
    return Finding(truth, _strategy(position, sides, found), {"positions": len(found)})


def winning_strategy(position: Position, _limits: Limits, options: Options) -> Finding:
    """A winning strategy of the player, or the opponent's that prevents it."""
    player = str(options.arguments.get("player", "first"))
    found = values(position)
    wins = found[position] == player
    side = player if wins else opponent(position, player)
    return Finding(wins, _strategy(position, [side], found), {"positions": len(found)})


ENCODING = Encoding(
    methods=(
        Method("outcome", "tree", outcome, ZERMELO),
        Method("winning-strategy", "tree", winning_strategy, ZERMELO),
        Method("can-win", "tree", by_definition("can-win"), "every play is played"),
        Method("tree", "tree", by_definition("tree"), "every play is played"),
    )
)
