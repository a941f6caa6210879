"""Connection games: the winner's proof, written from what the search found.

The proof is a list of steps: ``(0, x, y, p, p premises, stones)`` full connections hold together,
``(1, premise, stone)`` a stone is played, ``(2, premises)`` any of the semi-connections,
``(3, premise, cell, cell, stones)`` a captured pair takes the place of two stones. The terminals
are the two numbers after the last cell; the last step joins them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.connections.deduction import BRIDGE, CHOICE, TOUCH, Connections
from gameproof.solvers.connections.fill import Key
from gameproof.solvers.connections.lemmas import Use
from gameproof.solvers.connections.search import INFINITE, Search
from gameproof.solvers.limits import Limits

Step = tuple[int, ...]
ALL, PLAY, ANY, PAIR = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Proof:
    """Who wins (0 or 1), by which steps, with how many moves of his at most (0 without steps);
    how many positions were looked at, and the winner's first move where he had one to choose."""

    winner: int
    steps: tuple[Step, ...]
    moves: int
    positions: int
    opening: int | None


class Writer:
    """The steps of the winner's proof, shared where they are the same; ``start`` are his stones
    where the proof begins."""

    def __init__(self, search: Search, winner: int, start: int) -> None:
        self.search, self.winner = search, winner
        self.steps: list[Step] = []
        self.numbers: dict[Step, int] = {}
        self.ends: list[tuple[int, bool]] = []  # carrier, full
        self.stones: list[int] = []
        self.start = start
        self.known: dict[Key, int] = {}

    def add(self, step: Step, carrier: int, stones: int, full: bool) -> int:
        """The number of a step, new or not, with the carrier and the stones that it needs."""
        number = self.numbers.get(step)
        if number is None:
            number = self.numbers[step] = len(self.steps)
            self.steps.append(step)
            self.ends.append((carrier & ~stones, full))
            self.stones.append(stones)
        return number

    def all(self, x: int, y: int, premises: Sequence[int], cells: int) -> int:
        """Full connections that hold together, with the winner's cells between them."""
        parts = tuple(sorted(set(premises)))
        carrier, stones = 0, cells & ~self.start
        for part in parts:
            carrier |= self.ends[part][0]
            stones |= self.stones[part]
        plain = tuple(bits(cells & ~self.start))
        return self.add((ALL, x, y, len(parts), *parts, *plain), carrier, stones, True)

    def play(self, premise: int, cell: int) -> int:
        """The stone is played that the premise needs."""
        carrier, stones = self.ends[premise][0], self.stones[premise]
        bit = 1 << cell
        return self.add((PLAY, premise, cell), carrier | bit, stones & ~bit, False)

    def pair(self, premise: int, one: int, other: int, cells: int) -> int:
        """A captured pair for two stones that the premise needs, with the stones that it rests
        on; the premise itself where it needs neither."""
        both = 1 << one | 1 << other
        if not self.stones[premise] & both:
            return premise
        cells &= ~self.start
        premise = self.owned(premise, both | cells)
        carrier, stones = self.ends[premise][0], self.stones[premise]
        step = (PAIR, premise, one, other, *bits(cells))
        return self.add(step, carrier | both, (stones | cells) & ~both, self.ends[premise][1])

    def owned(self, premise: int, cells: int) -> int:
        """The premise, a connection of the terminals, where these cells of its carrier are stones
        that it needs: those of a lemma may be."""
        carrier, full = self.ends[premise]
        cells &= carrier
        if not cells:
            return premise
        if full:
            last = len(self.search.problem.near)
            return self.all(last, last + 1, [premise], cells)
        rule, below, *placed = self.steps[premise]
        if rule == PLAY:
            return self.play(self.owned(below, cells), placed[0])
        one, other, *stones = placed
        return self.pair(self.owned(below, cells), one, other, sum(1 << cell for cell in stones))

    def any(self, premises: Sequence[int]) -> int:
        """A full one among the premises serves alone; those that are not needed are left out."""
        for part in premises:
            if self.ends[part][1]:
                return part
        kept = sorted(set(premises))
        for part in sorted(kept, key=lambda p: -self.ends[p][0].bit_count()):
            rest = [p for p in kept if p != part]
            if rest and self.common(rest) == 0:
                kept = rest
        carrier = stones = 0
        for part in kept:
            carrier |= self.ends[part][0]
            stones |= self.stones[part]
        return self.add((ANY, *kept), carrier, stones, True)

    def common(self, parts: Sequence[int]) -> int:
        """The cells in all carriers."""
        stones = 0
        common = -1
        for part in parts:
            stones |= self.stones[part]
            common &= self.ends[part][0]
        return common & ~stones

    def proof(self, root: Key) -> Proof:
        """The proof from this position on."""
        last = self.position(root)
        steps = _needed(self.steps, last)
        node = self.search.nodes[root]
        opening = node.move if node.move >= 0 and self.winner == root[2] else None
        return Proof(self.winner, steps, _moves(steps), len(self.search.nodes), opening)

    def take_over(self, key: Key, steps: Sequence[Step]) -> None:
        """The steps of a proof that was made from a later position on: the stones that the winner
        has placed before it are needed beside those that it names."""
        placed = key[self.winner] & ~self.start
        numbers: list[int] = []
        for step in steps:
            parts = [numbers[premise] for premise in _premises(step)]
            if step[0] == ALL:
                cells = placed
                for cell in step[4 + step[3] :]:
                    cells |= 1 << cell
                numbers.append(self.all(step[1], step[2], parts, cells))
            elif step[0] == PLAY:
                numbers.append(self.play(parts[0], step[2]))
            elif step[0] == PAIR:
                cells = sum(1 << cell for cell in step[4:])
                numbers.append(self.pair(parts[0], step[2], step[3], cells))
            else:
                numbers.append(self.any(parts))
        self.known[key] = numbers[-1]

    # -- from the search's positions ---------------------------------------------------------

    def position(self, key: Key) -> int:
        """The step that joins the winner's terminals from this position on. By lemmas a position
        may rest on any number of others, so the way back is kept in a list."""
        waiting = [key]
        while waiting:
            last = waiting[-1]
            below = [] if last in self.known else self.below(last)
            missing = [one for one in below if one not in self.known]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if last not in self.known:
                self.search.limits.check()
                self.known[last] = self._position(last)
        return self.known[key]

    def below(self, key: Key) -> list[Key]:
        """The positions whose proofs this one's uses."""
        search, node = self.search, self.search.nodes[key]
        if node.lemma:
            return [node.lemma.proof]
        if key[2] == self.winner:
            return [search.after(key, node.move)] if node.move >= 0 else []
        reasons = node.reasons
        moves = [search.after(key, reason.cell) for reason in reasons if reason.cell >= 0]
        return moves + [reason.lemma.proof for reason in reasons if reason.lemma]

    def _position(self, key: Key) -> int:
        search, winner = self.search, self.winner
        node, mover = search.nodes[key], key[2]
        if node.lemma:
            return self.lemma(node.lemma)
        if mover == winner and node.move >= 0:
            below = self.after(key, node.move)
            if self.stones[below] >> node.move & 1:
                return self.play(below, node.move)
            return below
        deduction = search.deduction
        row = deduction.run(winner, key[winner], key[1 - winner], mover == winner)
        rows = _Rows(self)
        if row >= 0:
            return rows.step(row)
        limiting = deduction.limiting(search.all & ~(key[0] | key[1]))
        kept = node.reasons
        premises = [rows.step(limiting[reason.number]) for reason in kept if reason.number >= 0]
        premises += [self.after(key, reason.cell) for reason in kept if reason.cell >= 0]
        premises += [self.lemma(reason.lemma) for reason in kept if reason.lemma]
        premises[-1] = self.owned(premises[-1], self.common(premises) & key[winner])
        return self.any(premises)

    def lemma(self, use: Use) -> int:
        """The step of a lemma's proof, and of the stone that is placed before it."""
        number = self.known[use.proof]
        if use.cell >= 0 and self.stones[number] >> use.cell & 1:
            return self.play(number, use.cell)
        return number

    def after(self, key: Key, cell: int) -> int:
        """The step that joins the winner's terminals after a move."""
        number = self.known[self.search.after(key, cell)]
        for player, one, other, needs in reversed(self.search.filling.pairs(key, cell)):
            if player == self.winner:
                number = self.pair(number, one, other, needs)
        return number


class _Rows:
    """Steps from the engine's rows for one position; they are copied, for the next position's
    overwrite them."""

    def __init__(self, writer: Writer) -> None:
        deduction = writer.search.deduction
        self.writer = writer
        self.cells = deduction.cells
        used = deduction.state.size
        self.rows = deduction.arena.rows[:used].copy()
        self.stones = deduction.arena.stones[:used].copy()
        self.known: dict[int, int] = {}

    def step(self, row: int) -> int:
        number = self.known.get(row)
        if number is None:
            number = self.known[row] = self._step(row)
        return number

    def _step(self, row: int) -> int:
        writer = self.writer
        x, y, rule, *premises = (int(v) for v in self.rows[row])
        if x == y:  # the player's stones join his terminals already
            x, y = self.cells, self.cells + 1
            return writer.all(x, y, (), self.chain(row))
        if rule == CHOICE:
            return writer.any([self.step(part) for part in premises if part >= 0])
        parts, cells = self.pieces(row)
        number = writer.all(x, y, parts, cells)
        if rule == BRIDGE:
            middle = self.middle(premises[0], premises[1])
            return writer.play(number, middle)
        return number

    def middle(self, one: int, two: int) -> int:
        """The free cell in which two connections meet."""
        ends = set(self.rows[one, :2].tolist()) & set(self.rows[two, :2].tolist())
        return int(ends.pop())

    def pieces(self, row: int) -> tuple[list[int], int]:
        """Choices that hold together and stones between them, chains within chains undone."""
        x, y, rule, one, two = (int(v) for v in self.rows[row, :5])
        if rule == CHOICE:
            return [self.step(row)], self.cell(x) | self.cell(y)
        if rule == TOUCH:
            return [], self.chain(row) | self.cell(x) | self.cell(y)
        parts: list[int] = []
        cells = 0
        for premise in (one, two):
            more, stones = self.pieces(premise)
            parts += more
            cells |= stones
        return parts, cells

    def chain(self, row: int) -> int:
        """The stones that a row runs through."""
        low, high = self.stones[row]
        return int(low) | int(high) << 64

    def cell(self, x: int) -> int:
        return 1 << x if x < self.cells else 0


def solve(problem: Connections, limits: Limits, proof: bool = True) -> Proof:
    """Who joins his terminals, with the steps of his proof unless ``proof`` is false.

    Raises :class:`LimitReached` and :class:`ValueError` for more than 128 cells. Exponential.
    """
    search = Search(problem, limits)
    root = (*problem.own, problem.mover)
    node = search.node(root)
    if node.winner < 0:
        search.expand(root, node, INFINITE, INFINITE)
    if proof:
        return Writer(search, node.winner, problem.own[node.winner]).proof(root)
    opening = node.move if node.move >= 0 and node.winner == problem.mover else None
    return Proof(node.winner, (), _moves(()), len(search.nodes), opening)


def _needed(steps: list[Step], last: int) -> tuple[Step, ...]:
    """The steps on which the last rests, renumbered."""
    used = {last}
    for number in range(last, -1, -1):
        if number in used:
            used.update(_premises(steps[number]))
    renumbered = {number: new for new, number in enumerate(sorted(used))}
    return tuple(_renumber(steps[number], renumbered) for number in sorted(used))


def _moves(steps: Sequence[Step]) -> int:
    """How many moves the last step's connection takes at most."""
    counts = [0] * (len(steps) + 1)
    for number, step in enumerate(steps):
        parts = [counts[p] for p in _premises(step)]
        if step[0] == ALL:
            counts[number] = sum(parts)
        else:
            counts[number] = max(parts) + (step[0] in (PLAY, PAIR))
    return counts[len(steps) - 1]


def _premises(step: Step) -> tuple[int, ...]:
    if step[0] == ALL:
        return step[4 : 4 + step[3]]
    return step[1:] if step[0] == ANY else step[1:2]


def _renumber(step: Step, new: dict[int, int]) -> Step:
    if step[0] == ALL:
        return (*step[:4], *(new[p] for p in step[4 : 4 + step[3]]), *step[4 + step[3] :])
    if step[0] in (PLAY, PAIR):
        return (step[0], new[step[1]], *step[2:])
    return (ANY, *(new[p] for p in step[1:]))
