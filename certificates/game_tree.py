"""The whole game tree of a small game: its plays by result, its nodes, its positions."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected

LARGEST = 2_000_000


class GameTree(Certificate, frozen=True, tag="game-tree"):
    """``plays`` counts the complete plays by their result; ``nodes`` counts plays begun
    (the start included), ``positions`` what they reach."""

    plays: dict[str, int]
    nodes: int
    positions: int


def walk(position: Any) -> GameTree:
    """The counts, by playing every play; raises :class:`Rejected` on huge trees."""
    plays: dict[str, int] = {}
    nodes = 0
    reached = set()
    stack = [position]
    while stack:
        here = stack.pop()
        nodes += 1
        if nodes > LARGEST:
            raise Rejected(f"the tree has more than {LARGEST} nodes")
        reached.add(here)
        result = here.result()
        if result is None:
            stack.extend(here.play(move) for move in here.moves())
        else:
            plays[result] = plays.get(result, 0) + 1
    return GameTree(dict(sorted(plays.items())), nodes, len(reached))


def text(tree: GameTree) -> str:
    """``24 plays (8 draw, 16 first), 49 nodes, 31 positions``."""
    parts = ", ".join(f"{count} {result}" for result, count in tree.plays.items())
    total = sum(tree.plays.values())
    return f"{total} plays ({parts}), {tree.nodes} nodes, {tree.positions} positions"


def check(position: Any, claim: Claim, certificate: GameTree) -> str:
    """Play every play again and compare. Answers ``tree`` and ``can-win``. O(nodes)."""
    tree = walk(position)
    if certificate != tree:
        raise Rejected(f"the tree has {text(tree)}")
    if claim.question == "tree":
        truth = text(tree)
    elif claim.question == "can-win":
        truth = "yes" if tree.plays.get(str(claim.arguments.get("player"))) else "no"
    else:
        raise Rejected(f"the size of the tree does not answer {claim.question!r}")
    if truth != claim.answer:
        raise Rejected(f"the answer is {truth}, not {claim.answer}")
    if claim.question == "can-win":
        some = "some" if truth == "yes" else "no"
        return f"{claim.arguments['player']} wins {some} of the {sum(tree.plays.values())} plays"
    return truth
