"""A table of Grundy values, every one of them checked as a mex from the rules alone."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.nim_value import verdict


class GrundyTable(Certificate, frozen=True, tag="grundy-table"):
    """``values`` gives the Grundy value of every part that play can reach, by its text."""

    values: dict[str, int]


def check(position: Any, claim: Claim, certificate: GrundyTable) -> str:
    """Walk everything below the position and verify each value.

    The value of a part is the mex over its moves of the XOR of the parts that
    the move leaves; a missing part, a wrong mex or a play that returns to an
    earlier part is rejected. Proportional to the moves of all parts reached.
    """
    table = certificate.values
    finished: set[str] = set()
    for part in position.parts():
        _verify(part, table, finished)

    def value(of: Any) -> int:
        total = 0
        for part in of.parts():
            _verify(part, table, finished)
            total ^= table[str(part)]
        return total

    return verdict(position, claim, value)


def _verify(root: Any, table: dict[str, int], finished: set[str]) -> None:
    """Depth-first through the parts below ``root``; all of them end in ``finished``."""
    if str(root) in finished:
        return
    opened: set[str] = set()
    stack: list[tuple[str, Any]] = [(str(root), root)]
    while stack:
        text, part = stack[-1]
        if text in finished:
            stack.pop()
            continue
        claimed = table.get(text)
        if isinstance(claimed, bool) or not isinstance(claimed, int) or claimed < 0:
            raise Rejected(f"no Grundy value for the position {text!r}")
        seen: set[int] = set()
        waiting: list[tuple[str, Any]] = []
        for move in part.moves():
            total = 0
            for child in part.play(move).parts():
                name = str(child)
                if name not in finished:
                    if name in opened or name == text:
                        raise Rejected(f"the play can return to the position {name!r}")
                    waiting.append((name, child))
                else:
                    total ^= table[name]
            seen.add(total)
        if waiting:
            opened.add(text)
            stack.extend(waiting)
            continue
        least = 0
        while least in seen:
            least += 1
        if least != claimed:
            raise Rejected(f"position {text!r}: the mex is {least}, the table says {claimed}")
        finished.add(text)
        opened.discard(text)
        stack.pop()


def reply(position: Any, certificate: GrundyTable) -> Any | None:
    """A move to a P-position by the table, ``None`` where it gives none."""
    table = certificate.values
    for move in position.moves():
        total = 0
        known = True
        for part in position.play(move).parts():
            value = table.get(str(part))
            known = known and isinstance(value, int)
            total ^= value or 0
        if known and total == 0:
            return move
    return None
