"""All labellings that play in any order of players reaches, listed one by one."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.snort import members, neighbour_masks
from gameproof.games.snort_multiplayer import Position


class Labellings(Certificate, frozen=True, tag="labellings"):
    """``labels`` lists the labellings, the first being that of the position; labelling i > 0
    arises from labelling ``parents[i]`` by a move (``parents[0]`` is -1)."""

    labels: list[str]
    parents: list[int]


def successors(labels: str, neighbours: tuple[int, ...], players: int) -> set[str]:
    """The labellings after one move of any player: a piece on v makes v ``U``, and each
    neighbour ``U`` if the mover was shut out of it, else the mover's own."""
    found = set()
    for v, label in enumerate(labels):
        movers = range(1, players + 1) if label == "A" else [int(label)] if label != "U" else []
        for player in movers:
            after = list(labels)
            after[v] = "U"
            for u in members(neighbours[v]):
                after[u] = str(player) if labels[u] in ("A", str(player)) else "U"
            found.add("".join(after))
    return found


def check(position: Any, claim: Claim, certificate: Labellings) -> str:
    """The list is closed under moves, and each entry comes from an earlier one."""
    if not isinstance(position, Position) or claim.question != "labellings":
        raise Rejected("this certificate is about the labellings of Snort")
    labels, parents = certificate.labels, certificate.parents
    neighbours = neighbour_masks(position.graph)
    if not labels or len(labels) != len(parents) or labels[0] != position.labels():
        raise Rejected("the list does not begin with the position's labelling")
    listed = {label: i for i, label in enumerate(labels)}
    if len(listed) != len(labels):
        raise Rejected("a labelling is listed twice")
    after: list[set[str]] = []
    for i, label in enumerate(labels):
        parent = parents[i]
        if i and (isinstance(parent, bool) or not isinstance(parent, int) or not 0 <= parent < i):
            raise Rejected(f"labelling {label} has no earlier parent")
        if i and label not in after[parent]:
            raise Rejected(f"labelling {label} does not arise from {labels[parent]}")
        after.append(successors(label, neighbours, position.players))
        missing = after[-1] - listed.keys()
        if missing:
            raise Rejected(f"labelling {min(missing)} is missing")
    if claim.answer != str(len(labels)):
        raise Rejected(f"the list has {len(labels)} labellings, not {claim.answer}")
    bound = (position.players + 2) ** position.graph.n
    return f"play from {position} reaches {len(labels)} labellings (bound {bound})"
