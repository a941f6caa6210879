"""Workers of divided questions that do wrong, and a command that says when a piece is kept."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from gameproof.prover.divided import journal, run
from gameproof.prover.divided.pieces import Order, Piece, read_piece, work

FORGED = "forged"


def _other_place(order: Order) -> Order:
    """The same with the colours of the stones exchanged: another position."""
    a, d, turn = order.place.text.split()
    return replace(order, place=replace(order.place, text=f"{d} {a} {turn}"))


def _changed(piece: Piece, **fields: Any) -> str:
    return msgspec.json.encode(msgspec.structs.replace(piece, **fields)).decode()


def forge(way: str, order: Order, elsewhere: Callable[[Order], Order] = _other_place) -> object:
    """What a dishonest worker sends; ``None`` where an honest piece has nothing to forge.
    ``elsewhere`` makes an order about another position."""
    piece = read_piece(work(order))
    named = msgspec.structs.replace(piece, worker=FORGED)
    if way == "nothing":
        return "{"
    if way == "number":
        return 7
    if way == "other order":
        return _changed(named, key="f f 1")
    if way == "estimate":
        return _changed(named, estimates=[("0 0 1", 0, 1)])
    if piece.verdict is None:
        return None
    if way == "wrong verdict":
        return _changed(named, verdict=not piece.verdict)
    if way == "no certificate":
        return _changed(named, certificate=None)
    if way == "other kind":
        return _changed(named, certificate=[{"kind": "definition"}])
    if way == "empty":
        return _changed(named, certificate=[{**(piece.certificate or [{}])[-1], "proofs": []}])
    if way == "other position":
        other = read_piece(work(elsewhere(order)))
        if other.certificate is None or other.verdict == piece.verdict:
            return None  # one strategy may serve two positions
        return _changed(named, certificate=other.certificate, verdict=other.verdict)
    raise ValueError(way)


WAYS = (
    "nothing",
    "number",
    "other order",
    "estimate",
    "wrong verdict",
    "no certificate",
    "other kind",
    "empty",
    "other position",
)


def die_once(order: Order) -> str:
    """Takes its process down with the first piece of all; the folder is named by the variable
    ``DIE_ONCE``."""
    try:
        Path(os.environ["DIE_ONCE"]).touch(exist_ok=False)
    except FileExistsError:
        return work(order)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


def command() -> None:
    """The command line, in pieces of effort 40, which prints a line for each that is kept."""
    from gameproof.cli.main import main

    add, made = journal.Journal.add, run.Run.__init__

    def small(self: run.Run, asked: Any, division: Any, divided: Any, *rest: Any) -> None:
        made(self, asked, division, replace(divided, effort=40), *rest)

    run.Run.__init__ = small  # type: ignore[method-assign, assignment]

    def told(self: journal.Journal, piece: Piece) -> None:
        add(self, piece)
        print("kept", flush=True)

    journal.Journal.add = told  # type: ignore[method-assign]
    main()
