"""Plays against a proof, played out: for proofs that the page's own script cannot follow.

The script gets the positions that can come up against the proof, those after fewer moves first: the
moves of the opponent, the one move of the proof with its reason, and pictures of the positions
where they are few. What is not reached is marked as unknown; a page that is served asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from gameproof.certificates.certificate import Certificate
from gameproof.games import snort
from gameproof.games.bit_sets import members
from gameproof.games.meaning.position import AnyPosition
from gameproof.replies.reasons import reason
from gameproof.replies.replies import plays, reply

ALONE = (600, 2_000_000)
"""Positions that are written into a page, and characters of their pictures, which are alike: packed
they are a fiftieth."""
AT_ONCE = (400, 2_000_000)
"""The same of what a server tells at once."""
UNKNOWN = "unknown"
"""Whose turn it is in a position that was not reached."""


def unknown(node: dict[str, Any]) -> bool:
    """Was this node of a play not reached?"""
    return bool(node["turn"] == UNKNOWN)


Draw = Callable[[AnyPosition], str | None]


def played_out(
    start: AnyPosition,
    certificate: Certificate,
    draw: Draw,
    path: Sequence[str] = (),
    most: tuple[int, int] = ALONE,
) -> dict[str, Any]:
    """``nodes``, the first being the position after the ``path``: whose turn it is (``hero``,
    ``opponent``, ``over``, ``unknown``), its moves with the nodes that they lead to, the reason of
    the proof's move, the result, and the pieces on a graph or perhaps a picture. Empty where the
    proof makes no moves, those are none for two players, or there are too many at once.

    ``most``: nodes that moves lead to, each of which may cost a reply, and characters of their
    pictures, all of which are there or none. Raises :class:`BadInput` for a path that is none."""
    if not plays(certificate) or len(start.players) != 2:
        return {}
    opens = reply(start, certificate) is not None
    here, hero, before = start, opens, None
    for text in path:
        after = here.play(here.parse_move(text))
        here, hero, before = after, _turned(here, after, hero), text
    numbers: dict[tuple[str, bool, str | None], int] = {}
    waiting: list[tuple[AnyPosition, bool, str | None]] = []

    def number(position: AnyPosition, hero: bool, last: str | None) -> int:
        key = (position.key(), hero, last if hero else None)
        if key not in numbers:
            numbers[key] = len(numbers)
            waiting.append((position, hero, last))
        return numbers[key]

    number(here, hero, before)
    found: list[dict[str, Any]] = []
    for position, hero, last in waiting:
        result = position.result()
        if result is not None:
            found.append({"turn": "over", "moves": [], "result": ended(position, result, hero)})
            continue
        # Of a heap there may be more moves than fit into a machine.
        moves = [] if hero else list(islice(position.moves(), most[0]))
        if len(waiting) + max(1, len(moves)) > most[0]:
            if not found:
                return {}
            found.append({"turn": UNKNOWN, "moves": []})
            continue
        node: dict[str, Any] = {"turn": "opponent", "moves": []}
        if hero:
            move = reply(position, certificate)
            if move is None:
                return {}
            text = position.move_text(move)
            node |= {"turn": "hero", "reason": reason(position, text, last, certificate)}
            moves = [move]
        for move in moves:
            after, text = position.play(move), position.move_text(move)
            node["moves"].append([text, number(after, _turned(position, after, hero), text)])
        found.append(node)
    positions = [position for position, _, _ in waiting]
    board: object = start
    if isinstance(board, snort.Position):
        for node, position in zip(found, positions, strict=True):
            node |= {colour: list(members(getattr(position, colour))) for colour in ("red", "blue")}
    else:
        draw_all(found, positions, draw, most[1])
    starter = str(start.to_move)
    other = next(player for player in start.players if player != starter)
    label = f"{starter if opens else other}, when {starter} starts"
    return {"nodes": found, "label": label, "starter": starter}


def _turned(before: AnyPosition, after: AnyPosition, hero: bool) -> bool:
    """Is the proof to move after a move, when ``hero`` says whether it made this one?"""
    return hero == (before.to_move == after.to_move != "next")


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


def draw_all(
    nodes: list[dict[str, Any]], positions: list[AnyPosition], draw: Draw, most: int
) -> None:
    """A picture in each node, if all of them together are not too large."""
    pictures = []
    total = 0
    for position in positions:
        picture = draw(position)
        total += len(picture or "")
        if picture is None or total > most:
            return
        pictures.append(picture)
    for node, picture in zip(nodes, pictures, strict=True):
        node["picture"] = picture
