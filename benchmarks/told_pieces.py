"""Loaded by the workers of :mod:`benchmarks.killed_cluster`: each tells which pieces it begins.

A line for the beginning of a piece and one for its end, in the file ``told.log`` of the worker's
folder. What was begun and never ended was lost with its worker, or nobody waited for it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from gameproof.prover.divided import pieces
from gameproof.prover.divided.pieces import Order

LOG = "told.log"
_work = pieces.work


def work(order: Order) -> str:
    """The piece of an order, told about."""
    _tell("began", order)
    text = _work(order)
    _tell("ended", order)
    return text


def _tell(what: str, order: Order) -> None:
    line = json.dumps([what, order.claim, order.place.key, os.getpid()]) + "\n"
    with Path(LOG).open("a", encoding="utf-8") as log:
        log.write(line)  # one short write: lines of several workers do not mix


def dask_setup(_worker: object) -> None:
    """Called by Dask when the worker starts."""
    pieces.work = work
