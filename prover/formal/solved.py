"""Small games, worked out anew: what is claimed is shown by tables, whatever the certificate holds.

The plain checker has accepted the certificate, and its evidence has no rule of its own here. All
that play can reach is listed, with the plies in which each side forces what is asked for; a
strategy, or positions to keep to, are read off (rules ``play``, ``avoid``, ``moves``, ``places``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from gameproof.certificates.certificate import Rejected
from gameproof.games import geography, paper_soccer, positional
from gameproof.games.impartial import digraph, take_away
from gameproof.games.impartial.digraph import vertex_list
from gameproof.games.meaning.definitions import grundy
from gameproof.games.meaning.statement import Forces, Is, Prevents, Statement
from gameproof.games.positional_turns import TurnsPosition
from gameproof.games.variants.exact import ExactPosition
from gameproof.prover.formal.heaps import table as heap_table
from gameproof.prover.formal.numbers import (
    PLAYERS,
    RESULTS,
    NotCovered,
    Numbers,
    code,
    flat,
    maybe,
    row,
)
from gameproof.prover.formal.play import RULE as PLAY
from gameproof.prover.formal.play import ended
from gameproof.prover.formal.positions import in_order, moved, place, state, turned
from gameproof.prover.formal.sought import Forced, Sought
from gameproof.prover.formal.values import difference

AVOID, MOVES, PLACES, FAMILY = 12, 13, 14, 15
MOST = 40_000
"""Positions that play can reach."""
MOST_MOVES = 400_000
MOST_CELLS = 12
"""That are free, of a board."""

FAMILIES = ("losing-sizes", "p-positions")
"""Questions about many positions."""

WINNING = ("winning-moves", "winning-plies")
"""Questions about the moves of a position."""

Name = tuple[int, ...]
NEVER = 1 << 62


class Reach:
    """All that play can reach from some positions, each with the number of who moves there."""

    def __init__(self, roots: Sequence[tuple[Any, int]], *, misere: bool = False) -> None:
        self.names: list[Name] = []
        self.after: list[list[int]] = []
        self.result: list[int | None] = []
        number: dict[Name, int] = {}
        waiting: deque[tuple[Any, int]] = deque()
        moves = 0

        def meet(position: Any, mover: int) -> int:
            name = tuple(place(position, mover))
            if name not in number:
                number[name] = len(self.names)
                self.names.append(name)
                waiting.append((position, mover))
                if len(self.names) > MOST:
                    raise NotCovered(f"more than {MOST} positions")
            return number[name]

        self.roots = [meet(position, mover) for position, mover in roots]
        while waiting:
            position, mover = waiting.popleft()
            if position.result() is not None:
                self.after.append([])
                self.result.append(ended(position, mover, misere))
                continue
            options = in_order(position)
            moves += len(options)
            if moves > MOST_MOVES:
                raise NotCovered(f"more than {MOST_MOVES} moves")
            self.after.append([meet(*moved(position, mover, move)) for move in options])
            self.result.append(None)

    def mover(self, node: int) -> int:
        """Who moves at a node."""
        return self.names[node][-1]

    def forced(self, side: int, good: Callable[[int], bool]) -> list[int]:
        """In how many plies the side forces a good result, ``NEVER`` where it does not."""
        plies = [NEVER] * len(self.names)
        before: list[list[int]] = [[] for _ in plies]
        left = [len(options) for options in self.after]
        for node, options in enumerate(self.after):
            for option in options:
                before[option].append(node)
        done = deque(n for n, r in enumerate(self.result) if r is not None and good(r))
        for node in done:
            plies[node] = 0
        while done:
            node = done.popleft()
            for earlier in before[node]:
                left[earlier] -= 1
                if plies[earlier] < NEVER or (self.mover(earlier) != side and left[earlier]):
                    continue
                plies[earlier] = plies[node] + 1
                done.append(earlier)
        return plies

    def table(
        self, side: int, plies: list[int], roots: Sequence[int]
    ) -> tuple[list[Numbers], dict[int, int]]:
        """Entries of a table of replies for nodes where the side forces what is asked for, and
        their numbers."""
        reached: set[int] = set()
        waiting = list(roots)
        choice: dict[int, list[int]] = {}
        while waiting:
            node = waiting.pop()
            if node in reached:
                continue
            reached.add(node)
            options = self.after[node]
            chosen = list(range(len(options)))
            if options and self.mover(node) == side:
                chosen = [min(chosen, key=lambda k: plies[options[k]])]
            choice[node] = chosen
            waiting += [options[k] for k in chosen]
        order = sorted(reached, key=lambda node: plies[node])
        number = {node: k for k, node in enumerate(order)}
        entries = []
        for node in order:
            options, chosen = self.after[node], choice[node]
            own = chosen[0] if chosen and self.mover(node) == side else 0
            entries.append([*self.names[node], own, *row(number[options[k]] for k in chosen)])
        return entries, number

    def shelter(self, side: int, plies: list[int], root: int, long: int | None) -> list[Numbers]:
        """Entries for nodes where the others do not force it in so many plies, if the side keeps
        to them."""
        left: dict[int, int | None] = {root: long}
        order = [root]
        chosen: dict[int, list[int]] = {}
        for node in order:
            have = left[node]
            options = self.after[node]
            if have == 0 or not options:
                chosen[node] = []
                continue
            numbers = list(range(len(options)))
            if self.mover(node) == side:
                numbers = [max(numbers, key=lambda k: plies[options[k]])]
            chosen[node] = numbers
            for k in numbers:
                if options[k] not in left:
                    left[options[k]] = None if have is None else have - 1
                    order.append(options[k])
        number = {node: k for k, node in enumerate(order)}
        entries = []
        for node in order:
            options, numbers = self.after[node], chosen[node]
            own = numbers[0] if numbers and self.mover(node) == side else 0
            leads = row(number[options[k]] for k in numbers)
            entries.append([*self.names[node], *maybe(left[node]), own, *leads])
        return entries


def require_small(position: Any) -> None:
    """Raise :class:`NotCovered` for boards of which play can reach too many positions."""
    if isinstance(position, positional.Position):
        taken = len(position.first) + len(position.second)
        if position.board.cells - taken > MOST_CELLS:
            raise NotCovered(f"boards with more than {MOST_CELLS} free cells")


def of_claims(position: Any, wanted: Sequence[Statement]) -> list[Numbers]:
    """A step for each statement that is claimed; raises :class:`NotCovered`."""
    return [step(position, said) for said in wanted]


def step(position: Any, said: Statement) -> Numbers:
    """One statement, worked out."""
    match said:
        case Forces() | Prevents():
            return strategy(position, said)
        case Is() if said.quantity.name in ("grundy", "equivalent", "equal"):
            return heap_table(position)
        case Is() if said.quantity.name in ("value", "equals"):
            return difference(position, said)
        case Is() if said.quantity.name in WINNING:
            return each_move(position)
        case Is() if said.quantity.name == "all":
            return each_place(position)
        case Is() if said.quantity.name in FAMILIES:
            return family(members_of(position, said))
    raise NotCovered(f"the quantity {getattr(said, 'quantity', said)!r}")


def strategy(position: Any, said: Forces | Prevents) -> Numbers:
    """What a side does."""
    if len(said.side) != 1:
        raise NotCovered("several players together")
    starter = code(PLAYERS, said.starter)
    side = code(PLAYERS, next(iter(said.side)))
    results = sorted(code(RESULTS, name) for name in said.results)
    stones = isinstance(position, TurnsPosition | ExactPosition)
    if stones and isinstance(said, Forces) and said.plies is None:
        found = Forced(side, results)
        if not found.good(position, starter):
            raise NotCovered("a strategy that is not found")
        return [PLAY, starter, *row([side]), *row(results), *flat(found.entries)]
    reach = Reach([(turned(position, said.starter), starter)], misere=said.play == "misere")
    root = reach.roots[0]
    if isinstance(said, Forces):
        plies = reach.forced(side, results.__contains__)
        if plies[root] >= NEVER or (said.plies is not None and plies[root] > said.plies):
            raise NotCovered("a strategy that is not found")
        entries, _ = reach.table(side, plies, [root])
        return [PLAY, starter, *row([side]), *row(results), *flat(entries)]
    plies = reach.forced(1 - side, results.__contains__)
    if plies[root] < NEVER and (said.plies is None or plies[root] <= said.plies):
        raise NotCovered("a strategy that is not found")
    entries = reach.shelter(side, plies, root, said.plies)
    return [AVOID, starter, *row([side]), *row(results), *maybe(said.plies), *flat(entries)]


@lru_cache(maxsize=1)
def judged(position: Any) -> tuple[Reach, list[int], list[int]]:
    """What play can reach from a position, and in how many plies who moves there wins, or is kept
    from winning."""
    mover = code(PLAYERS, position.to_move)
    reach = Reach([(position, mover)])
    won = reach.forced(mover, lambda result: result == mover)
    lost = reach.forced(1 - mover, lambda result: result != mover)
    return reach, won, lost


@lru_cache(maxsize=1)
def _sought(position: paper_soccer.Position) -> Sought:
    return Sought(position)


def winning(position: Any) -> list[bool]:
    """For each move whether it wins; raises :class:`NotCovered` where play may go on for ever."""
    if isinstance(position, paper_soccer.Position):
        return _sought(position).wins()
    reach, won, lost = judged(position)
    after = reach.after[reach.roots[0]]
    if any(won[node] >= NEVER and lost[node] >= NEVER for node in after):
        raise NotCovered("moves after which play may go on for ever")
    return [won[node] < NEVER for node in after]


def each_move(position: Any) -> Numbers:
    """Which moves win."""
    if isinstance(position, paper_soccer.Position):
        return [MOVES, *_sought(position).numbers()]
    reach, won, lost = judged(position)
    mover = code(PLAYERS, position.to_move)
    after = reach.after[reach.roots[0]]
    first, numbers = reach.table(mover, won, [node for node in after if won[node] < NEVER])
    second, others = reach.table(1 - mover, lost, [node for node in after if won[node] >= NEVER])
    each = [[1, numbers[n]] if won[n] < NEVER else [0, others[n]] for n in after]
    return [MOVES, mover, *flat(first), *flat(second), *flat(each)]


def family(members: Sequence[tuple[Any, bool]]) -> Numbers:
    """Which of these positions who moves wins, and which he loses."""
    reach = Reach([(position, 0) for position, _ in members])
    wins = [reach.forced(side, side.__eq__) for side in (0, 1)]
    roots = [[n for n in reach.roots if wins[side][n] < NEVER] for side in (0, 1)]
    tables = [reach.table(side, wins[side], roots[side]) for side in (0, 1)]
    each: list[Numbers] = []
    for (position, won), node in zip(members, reach.roots, strict=True):
        if wins[1 - won][node] >= NEVER:
            raise NotCovered("a member that is not decided so")
        each.append([*state(position), int(won), tables[1 - won][1][node]])
    return [FAMILY, *flat(tables[0][0]), *flat(tables[1][0]), *flat(each)]


def members_of(position: Any, said: Is) -> list[tuple[Any, bool]]:
    """The positions that the answer is about, with whether who moves there is said to win; raises
    ``Rejected`` for what is no such answer, and :class:`NotCovered`."""
    text = str(said.value)
    if said.quantity.name == "losing-sizes" and isinstance(position, take_away.Position):
        ((most, _),) = position.piles
        losing = [n for n in range(1, most + 1) if str(n) in text.split(" ")]
        if " ".join(map(str, losing)) != text:
            raise Rejected("not sizes in order")
        sizes = range(1, most + 1)
        return [(replace(position, piles=((n, n - 1),)), n not in losing) for n in sizes]
    if said.quantity.name == "p-positions" and isinstance(position, digraph.Position):
        single: list[Any] = [replace(position, tokens=(v,)) for v in range(position.graph.n)]
        found = [(one, grundy(one) > 0) for one in single]
        if vertex_list(position.graph, [v for v, (_, won) in enumerate(found) if not won]) != text:
            raise Rejected("not the vertices that lose")
        return found
    raise NotCovered(f"the quantity {said.quantity.name!r}")


def each_place(position: geography.Position) -> Numbers:
    """Where the token wins for who moves."""
    starts = [replace(position, token=v, placed=False) for v in position.vertices()]
    reach = Reach([(start, mover) for start in starts for mover in (0, 1)])
    wins = [reach.forced(side, side.__eq__) for side in (0, 1)]
    roots = [[n for n in reach.roots if wins[side][n] < NEVER] for side in (0, 1)]
    first, second = (reach.table(side, wins[side], roots[side]) for side in (0, 1))
    each = []
    for v, one, two in zip(position.vertices(), reach.roots[::2], reach.roots[1::2], strict=True):
        good = wins[0][one] < NEVER
        tables = (first[1], second[1]) if good else (second[1], first[1])
        each.append([v, int(good), tables[0][one], tables[1][two]])
    return [PLACES, *flat(first[0]), *flat(second[0]), *flat(each)]
