"""Each certificate's reply, played against random opponents, wins for the proved side."""

from __future__ import annotations

import random
from typing import Any

import pytest
from reference.proved import findings

from gameproof.encodings.method import UNKNOWN
from gameproof.instances.instance import from_object, resolve
from gameproof.replies.replies import reply

BOARDS: tuple[tuple[str, Any], ...] = (
    ("nim", "3 4 5"),
    ("nim", "1 2 3"),
    ("subtraction", "1 2 3 4 --heaps 10 11"),
    ("subtraction", "2 5 7 --heaps 9 4"),
    ("octal", "0.137 --heaps 9 12"),
    ("octal", "0.77 --heaps 6 6 3"),
    ("octal", "4.05 --heaps 11"),
    ("even-odd", "7 8 9"),
    ("rook", "4 6"),
    ("wythoff", "6 9"),
    ("wythoff", "3 5"),
    ("take-away", "x 12"),
    ("take-away", "2*x 13"),
    ("take-away", "x 10 3 --plus 7:2,9"),
    ("digraph", {"digraph": {"n": 5, "edges": [[0, 1], [0, 2], [1, 2], [2, 3], [0, 4]]},
                 "start": [0, 1]}),
    ("digraph", {"digraph": {"n": 4, "edges": [[0, 1], [1, 0], [1, 2], [0, 3], [3, 2]]},
                 "start": [1]}),
    ("hackenbush", {"board": {"text": "ground a\na b\nb ground\nb c\nc d\nc e\nground f\n"}}),
    ("hackenbush", {"board": {"text": "ground a red\na b blue\nground c red\nc d green\n"}}),
    ("hackenbush", {"board": {"text": "ground a red\na b blue\nb ground red\nground c blue\n"}}),
    ("node-kayles", "path 9"),
    ("arc-kayles", "grid 2 4"),
    ("tictoe", ""),
    ("sum", {"games": ["hackenbush:ground-a,a-b,a-c", "nim:3", "wythoff:2,3"]}),
)  # fmt: skip


def play_out(start: Any, certificate: Any, side: int, source: random.Random) -> Any:
    """The last position when player number ``side`` (0: who starts) follows the replies."""
    here = start
    turn = 0
    while here.result() is None:
        move = reply(here, certificate) if turn == side else source.choice(list(here.moves()))
        assert move is not None, f"no reply at {here}"
        here = here.play(move)
        turn = 1 - turn
    return here, turn


@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_replies_win(game: str, board: Any) -> None:
    source = random.Random(3)
    item = {"schema": "gameproof/instance/1", "game": game, "board": board, "question": "outcome"}
    position: Any = resolve(from_object(item)).position
    decided = 0
    for found in findings(game, position, "outcome").values():
        if found.answer in (UNKNOWN, "draw"):
            continue
        decided += 1
        partisan = {"L": "red", "R": "blue"}.get(str(found.answer))
        for _ in range(30):
            start = position
            side = 0 if found.answer in ("N", "first") else 1
            if partisan is not None:
                start = position.turn(source.choice(["red", "blue"]))
                side = 0 if start.to_move == partisan else 1
            last, turn = play_out(start, found.certificate, side, source)
            if game == "tictoe":
                assert last.result() == found.answer
            else:
                assert turn != side, f"{found.answer} lost at {last}"
    assert decided
