"""Plays against a proof, played out while its page is made: for proofs that the page's own script
cannot follow, as long as they are small.

The script gets every position that can come up against the proof: the moves of the opponent, the
one move of the proof with its reason, and pictures of the positions where they are few.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from gameproof.certificates.certificate import Certificate
from gameproof.games import snort
from gameproof.games.bit_sets import members
from gameproof.games.meaning.position import AnyPosition
from gameproof.replies.reasons import reason
from gameproof.replies.replies import plays, reply

MOST_NODES = 1200
"""Positions of the largest play that is written into a page."""
SECONDS = 5.0
"""Seconds after which a play counts as too large."""
MOST_PICTURES = 150_000
"""Characters of the pictures of positions in a page."""

Draw = Callable[[AnyPosition], str | None]


def played_out(start: AnyPosition, certificate: Certificate, draw: Draw) -> dict[str, Any]:
    """``nodes``, the first being the start: whose turn it is (``hero``, ``opponent``, ``over``),
    its moves with the nodes that they lead to, the reason of the proof's move, the result, and
    the pieces on a graph or perhaps a picture. Empty where the proof makes no moves, the play is
    too large, or the replies are none for two players."""
    if not plays(certificate) or len(start.players) != 2:
        return {}
    until = time.monotonic() + SECONDS
    opens = reply(start, certificate) is not None
    numbers: dict[tuple[str, bool, str | None], int] = {}
    waiting: list[tuple[AnyPosition, bool, str | None]] = []
    nodes: list[dict[str, Any]] = []

    def number(position: AnyPosition, hero: bool, last: str | None) -> int:
        key = (position.key(), hero, last if hero else None)
        if key not in numbers:
            numbers[key] = len(numbers)
            waiting.append((position, hero, last))
        return numbers[key]

    number(start, opens, None)
    for position, hero, last in waiting:
        if len(waiting) > MOST_NODES or time.monotonic() > until:
            return {}
        result = position.result()
        node: dict[str, Any] = {"turn": "over" if result is not None else "opponent", "moves": []}
        nodes.append(node)
        if result is not None:
            node["result"] = ended(position, result, hero)
            continue
        moves = list(position.moves())
        if hero:
            move = reply(position, certificate)
            if move is None:
                return {}
            text = position.move_text(move)
            node |= {"turn": "hero", "reason": reason(position, text, last, certificate)}
            moves = [move]
        for move in moves:
            after, text = position.play(move), position.move_text(move)
            same = position.to_move == after.to_move != "next"
            node["moves"].append([text, number(after, hero == same, text)])
    positions = [position for position, _, _ in waiting]
    board: object = start
    if isinstance(board, snort.Position):
        for node, position in zip(nodes, positions, strict=True):
            node |= {colour: list(members(getattr(position, colour))) for colour in ("red", "blue")}
    else:
        draw_all(nodes, positions, draw)
    starter = str(start.to_move)
    other = next(player for player in start.players if player != starter)
    label = f"{starter if opens else other}, when {starter} starts"
    return {"nodes": nodes, "label": label, "starter": starter}


def ended(position: AnyPosition, result: str, hero: bool) -> str:
    """Who has won, in words; ``hero`` says that the proof would be to move."""
    if result in ("next", "previous"):
        return "the proof has won" if (result == "next") == hero else "you have won"
    if result == "draw":
        return "a draw"
    if result in position.players:
        won = (result == position.to_move) == hero
        return f"{'the proof has' if won else 'you have'} won, as {result}"
    return result


def draw_all(nodes: list[dict[str, Any]], positions: list[AnyPosition], draw: Draw) -> None:
    """A picture in each node, if all of them together are not too large."""
    pictures = []
    total = 0
    for position in positions:
        picture = draw(position)
        total += len(picture or "")
        if picture is None or total > MOST_PICTURES:
            return
        pictures.append(picture)
    for node, picture in zip(nodes, pictures, strict=True):
        node["picture"] = picture
