"""The client's tree: proof and disproof numbers, real and under two assumptions.

Every place has the numbers of what is known, and those it would have if all searches under way
came back with yes, or all with no. The next piece is the most proving leaf under the assumption
that fits the root better, so that workers neither repeat each other nor wait (virtual wins and
losses). Places that are reached in two ways are one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gameproof.certificates.certificate import Certificate
from gameproof.encodings.division import (
    Decided,
    Estimates,
    Numbered,
    Numbers,
    Place,
    Sharing,
    Splitting,
)

INFINITE = 1 << 40
KNOWN, IF_YES, IF_NO = 0, 1, 2
LAYERS = (KNOWN, IF_YES, IF_NO)
YES: Numbers = (0, INFINITE)
NO: Numbers = (INFINITE, 0)


class NothingFollows(RuntimeError):
    """A place that is open has none that follow it."""


@dataclass(slots=True, eq=False)
class Node:
    """A place in the tree; ``numbers`` has a pair for each layer. For a leaf whose search is
    under way ``bounds`` are the numbers with which another place is the more promising one;
    ``work`` is what its searches took that left it a leaf."""

    place: Place
    numbers: list[Numbers]
    children: tuple[Node, ...] = ()
    parents: list[Node] = field(default_factory=list)
    under_way: bool = False
    bounds: Numbers = (INFINITE, INFINITE)
    work: int = 0
    certificate: Certificate | None = None
    count: int | None = None

    @property
    def verdict(self) -> bool | None:
        """What is known of the place."""
        proof, disproof = self.numbers[KNOWN]
        return True if proof == 0 else False if disproof == 0 else None

    @property
    def is_leaf(self) -> bool:
        """Has nobody looked at what follows?"""
        return not self.children


class Tree:
    """The tree of one claim; ``looked_behind`` are the keys of the places that were not worth a
    search, in the order in which :meth:`next` came to them."""

    def __init__(self, splitting: Splitting) -> None:
        self.splitting = splitting
        self._sharing = splitting if isinstance(splitting, Sharing) else None
        self._weak = isinstance(splitting, Numbered) and splitting.weak
        self.nodes: dict[str, Node] = {}
        self.looked_behind: list[str] = []
        self._estimates: dict[str, Numbers] = {}
        self.root = self._node(splitting.start())

    def _node(self, place: Place) -> Node:
        found = self.nodes.get(place.key)
        if found is None:
            first = self._estimates.get(place.key, (max(1, place.proof), max(1, place.disproof)))
            if place.verdict is not None:
                first = YES if place.verdict else NO
            found = self.nodes[place.key] = Node(place, [first] * len(LAYERS))
        return found

    @property
    def verdict(self) -> bool | None:
        """What is known of the claim."""
        return self.root.verdict

    def next(self) -> Node | None:
        """The leaf that is to be searched next, now under way; ``None`` while all that is left
        depends on what is under way. Places that are worth no search are looked behind."""
        found = self.next_needed()
        return self.next_if(not self._likely()) if found is None else found

    def next_needed(self) -> Node | None:
        """The same if all searches under way come back with what fits the root better."""
        return self.next_if(self._likely())

    def _likely(self) -> bool:
        proof, disproof = self.root.numbers[KNOWN]
        return proof <= disproof

    def next_if(self, yes: bool) -> Node | None:
        """The same if all searches under way come back with this verdict."""
        while (leaf := self._leaf(IF_YES if yes else IF_NO)) is not None:
            if leaf.place.job:
                self.begin(leaf)
                return leaf
            self.looked_behind.append(leaf.place.key)
            self.expand(leaf, ())
        return None

    def _leaf(self, layer: int) -> Node | None:
        """The most proving leaf of the layer with its bounds, ``None`` where the root is decided
        there."""
        node, bounds = self.root, (INFINITE, INFINITE)
        if 0 in node.numbers[layer] or 0 in node.numbers[KNOWN]:
            return None
        while node.children:
            node, bounds = _best(node, self._ranked(node, layer), bounds, layer, self._weak)
        node.bounds = bounds
        return node

    def _ranked(self, node: Node, layer: int) -> list[Node]:
        """The children, the most proving first. Of the first two, where their numbers are the
        same, the one that is near fewer of those under way: the other may soon be cheap."""
        which = 0 if node.place.own else 1
        ranked = sorted(node.children, key=lambda child: child.numbers[layer][which])
        busy = [child.place for child in node.children if child.under_way]
        if self._sharing is not None and len({c.numbers[layer][which] for c in ranked[:2]}) == 1:
            near = self._sharing.near
            ranked[:2] = sorted(ranked[:2], key=lambda c: sum(near(c.place, b) for b in busy))
        return ranked

    def begin(self, node: Node) -> None:
        """The search of a leaf is under way."""
        node.under_way = True
        node.numbers[IF_YES], node.numbers[IF_NO] = YES, NO
        self._passed_up(node)

    def decide(self, node: Node, verdict: bool, certificate: Certificate | None) -> None:
        """A piece has decided the place."""
        node.under_way = False
        node.certificate = certificate
        node.numbers = [YES if verdict else NO] * len(LAYERS)
        self._passed_up(node)

    def value(self, node: Node, numbers: Numbers) -> None:
        """A piece has come to these numbers; the place stays a leaf."""
        node.under_way = False
        node.numbers = [numbers] * len(LAYERS)
        self._passed_up(node)

    def expand(self, node: Node, estimates: Estimates) -> None:
        """What follows the place becomes part of the tree. Raises :class:`NothingFollows`
        where nothing follows and the rules do not say who has won."""
        node.under_way = False
        self._estimates.update((key, (proof, disproof)) for key, proof, disproof in estimates)
        children = tuple(
            self._node(place) for place in self.splitting.follow(node.place, estimates)
        )
        if not children:
            raise NothingFollows(f"nothing follows the open place {node.place.text}")
        node.children = children
        for child in children:
            child.parents.append(node)
        for layer in LAYERS:
            node.numbers[layer] = _sum_up(node, layer, self._weak)
        self._passed_up(node)

    def again(self, node: Node) -> None:
        """The search of the leaf came to nothing and is to be repeated."""
        node.under_way = False
        for layer in (IF_YES, IF_NO):
            node.numbers[layer] = node.numbers[KNOWN]
        self._passed_up(node)

    def _passed_up(self, node: Node) -> None:
        """Bring the numbers of all ancestors up to date. O(ancestors that change)."""
        waiting = list(node.parents)
        while waiting:
            above = waiting.pop()
            found = [_sum_up(above, layer, self._weak) for layer in LAYERS]
            if found != above.numbers:
                above.numbers = found
                waiting.extend(above.parents)

    # -- what is known -----------------------------------------------------------------------

    def decided(self) -> dict[str, Decided]:
        """Every decided place that the verdict of the claim rests on or may rest on."""
        return dict(self._decided())

    def _decided(self) -> Iterator[tuple[str, Decided]]:
        for key, node in self.nodes.items():
            verdict = node.verdict
            if verdict is not None:
                children = tuple(child.place.key for child in node.children)
                yield key, Decided(node.place, verdict, children, node.certificate, node.count)

    def counts(self) -> tuple[int, int]:
        """Places, and decided ones among them."""
        return len(self.nodes), sum(node.verdict is not None for node in self.nodes.values())

    def share(self) -> float:
        """About how much of the tree is proved, from 0 to 1: what decides a place by one of its
        children counts as far as the best of them has come, what needs all as their mean; the
        better one of yes and no. O(places)."""
        known: dict[int, tuple[float, float]] = {}
        waiting = [self.root]
        while waiting:
            node = waiting[-1]
            open_ = [c for c in node.children if node.verdict is None and id(c) not in known]
            if open_:
                waiting += open_
                continue
            known[id(waiting.pop())] = _shares(node, known)
        return max(known[id(self.root)])


def _shares(node: Node, known: dict[int, tuple[float, float]]) -> tuple[float, float]:
    """How far a place has come towards yes and towards no."""
    if node.verdict is not None:
        return (1.0, 0.0) if node.verdict else (0.0, 1.0)
    if not node.children:
        return 0.0, 0.0
    yes, no = zip(*(known[id(child)] for child in node.children), strict=True)
    mean = len(node.children)
    if node.place.own:
        return max(yes), sum(no) / mean
    return sum(yes) / mean, max(no)


def _best(
    node: Node, ranked: list[Node], bounds: Numbers, layer: int, weak: bool
) -> tuple[Node, Numbers]:
    """The first of the ranked children, and the bounds of df-pn for it (Nagai 2002): until
    another looks better by a quarter (Pawlewicz, Lew 2007), or the place reaches its own."""
    which = 0 if node.place.own else 1
    best = ranked[0]
    second = ranked[1].numbers[layer][which] if len(ranked) > 1 else INFINITE
    least = min(bounds[which], second + 1 + second // 4)
    further = [child.numbers[layer][1 - which] for child in ranked[1:]]
    others = sum(n > 0 for n in further) if weak else sum(further)
    most = max(bounds[1 - which] - others, best.numbers[layer][1 - which] + 1)
    return best, (least, most) if which == 0 else (most, least)


def _sum_up(node: Node, layer: int, weak: bool) -> Numbers:
    """The numbers of a place by those of its children: the least of those of whom one is enough,
    of the others all together."""
    proofs = [child.numbers[layer][0] for child in node.children]
    disproofs = [child.numbers[layer][1] for child in node.children]
    if node.place.own:
        return min(proofs), _all_of(disproofs, weak)
    return _all_of(proofs, weak), min(disproofs)


def _all_of(numbers: list[int], weak: bool) -> int:
    """What it takes to decide all: the sum, or the greatest and one for each other."""
    left = [n for n in numbers if n]
    return min(INFINITE, max(left) + len(left) - 1 if weak and left else sum(left))
