"""The strategy that a proof-number search has found, written down.

The work is the engine's (``strategy_writer.h``); here are its arrays, which grow, and the places
where the search has lost what it knew and has to look again.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import LimitReached
from gameproof.solvers.positional.achievement import fewer
from gameproof.solvers.positional.positional_search import ATTACKER, DEFENDER, Rules, Strategy
from gameproof.solvers.positional.proof_number import BUDGET, ENGINE, ProofNumberSearch

PAIRING = 400
"""Steps of a search for pairs; inside df-pn it takes fewer."""
THOROUGH = 1000
"""How much longer a thorough search for threats may take than one inside df-pn."""
SLICE = 256
"""Nodes times cells of the board between two looks at the limits, and one node at least."""
ROOM = 1 << 10

WRITTEN, MORE, UNKNOWN = (ENGINE.constant(name) for name in ("WRITTEN", "ROOM", "UNKNOWN"))
EDGE = native.record(np.int32, "move reply child symmetry")

Ints = NDArray[np.int32]


def strategy(search: ProofNumberSearch) -> Strategy:
    """The strategy of the player whom the search finds to succeed. Raises ``LimitReached``.

    O(nodes * cells) questions to the search.
    """
    problem = search.problem
    rules = Rules(problem)
    r = problem.moves
    turn = ATTACKER if problem.attacker_to_move else DEFENDER
    a, d = problem.attacker, problem.defender
    forces = search.wins(*rules.alive(a, d, r), r, turn)
    result = Strategy(forces)
    if problem.barred and not forces:
        return result  # who stops a set in a zone shows nothing of the board around it
    potential = rules.attack.scan(a, d, r)[2]
    if not forces and turn == DEFENDER and (r < 1 or potential < rules.whole):
        return result
    writer = _Writer(search, rules, result)
    if forces == (turn == ATTACKER):
        # The proved player opens; the root is what follows.
        if writer.open(a, d, r, turn):
            writer.run()
    elif forces or 2 * potential >= rules.whole:
        result.symmetry = writer.begin(a, d, r)
        writer.run()
    return result


class _Writer:
    """One strategy on its way."""

    def __init__(self, search: ProofNumberSearch, rules: Rules, result: Strategy) -> None:
        self.search, self.rules, self.result = search, rules, result
        self.counts = search.function("opening").numbers(1)
        self.counts.budget, self.counts.thorough = BUDGET, THOROUGH * BUDGET
        self.counts.pairing, self.counts.settling = PAIRING, search.settling
        cells = search.problem.cells
        words, pairs = search.width, cells * (32 * search.width + 1)
        self.out = native.arrays(
            nodes=np.zeros((cells + ROOM, 2 * words + 1), np.uint64),
            place=np.zeros(1 << (2 * (cells + ROOM) - 1).bit_length(), np.int32),
            edge_ends=np.zeros(cells + ROOM + 1, np.int32),
            line_ends=np.zeros(cells + ROOM + 1, np.int32),
            pair_ends=np.zeros(cells + ROOM + 1, np.int32),
            edges=np.zeros(cells + ROOM, EDGE),
            cell_ends=np.zeros(cells + ROOM, np.int32),
            cells=np.zeros(64 * cells, np.int32),
            pairs=np.zeros((pairs + cells, 2), np.int32),
        )
        self.asked: list[tuple[int, int]] = []

    def open(self, a: int, d: int, r: int, turn: int) -> bool:
        """The opening; is something left to prove after it?"""
        search = self.search
        while True:
            search.ask(a, d, r, turn)
            self.result.opening = search.function("opening")(
                search.arrays, search.asked, self.out, self.counts
            )
            if self.result.opening >= 0:
                break
            self.look_again(turn)
        self.result.symmetry = max(0, search.asked.symmetry)
        if search.asked.symmetry < 0:
            return False
        self.begin(search.word(0), search.word(1), search.asked.moves)
        return True

    def begin(self, a: int, d: int, r: int) -> int:
        """Begin with a position; by which symmetry it comes to its canonical form."""
        self.search.ask(a, d, r)
        root = self.search.function("root", kind=False)
        return root(self.search.arrays, self.search.asked, self.out, self.counts)

    def run(self) -> None:
        """Write all nodes, number them anew and give them to the result."""
        search, limits = self.search, self.search.limits
        turn = ATTACKER if self.result.forces else DEFENDER
        write = search.function("write")
        nodes = max(1, SLICE // search.problem.cells)
        while True:
            limits.check()
            limits.progress(f"writing the strategy, {self.counts.done} positions")
            search.asked.attacker = turn
            status = write(search.arrays, search.asked, self.out, self.counts, nodes)
            if status == WRITTEN:
                return self.give()
            if status == MORE:
                self.grow()
            elif status == UNKNOWN:
                self.look_again(turn)

    def look_again(self, turn: int) -> None:
        """Search again the position in the words, of which no move was known to decide it: what
        does has lost its place in the table. Where that is not enough, one move after the other."""
        search, rules, r = self.search, self.rules, self.counts.moves
        a, d = search.word(0), search.word(1)
        self.asked = [*self.asked[-2:], (a, d)]
        if self.asked.count((a, d)) == 1:
            search.renew(a, d, r, turn)
            return
        free = rules.board & ~(a | d)
        for cell in bits(search.problem.own_moves(free) if turn == ATTACKER else free):
            if turn == ATTACKER:
                after = rules.alive(a | 1 << cell, d, fewer(r))
                decided = search.wins(*after, fewer(r), DEFENDER)
            else:
                decided = not search.wins(*rules.alive(a, d | 1 << cell, r), r, ATTACKER)
            if decided and self.asked.count((a, d)) == 2:
                return
        raise RuntimeError("no move decides a position that is decided")

    def grow(self) -> None:
        """Arrays of twice the size."""
        out = self.out
        try:
            larger = out._replace(
                **{name: native.longer(one) for name, one in out._asdict().items()}
            )
        except MemoryError:
            raise LimitReached("memory") from None
        larger.place[:] = 0
        self.out = larger
        self.search.function("find_anew", kind=False)(larger, self.counts)

    def give(self) -> None:
        """The nodes in an order in which children follow their parents: they have more cells taken
        or dead."""
        out, counts, result, words = self.out, self.counts, self.result, self.search.width
        n = counts.nodes
        taken = out.nodes[:n, :words] | out.nodes[:n, words : 2 * words]
        flags = np.unpackbits(taken.view(np.uint8), axis=1)  # (NumPy 1 has no ``bitwise_count``.)
        order = np.argsort(flags.sum(axis=1), kind="stable")
        number = np.zeros(n + 1, np.int64)
        number[order], number[-1] = np.arange(n), -1
        result.root = int(number[0])
        rows = out.edges[: counts.edges]
        edges = list(
            zip(*(column.tolist() for column in (
                rows["move"], rows["reply"], number[rows["child"]], rows["symmetry"]
            )), strict=True)
        )  # fmt: skip
        ends = [0, *out.cell_ends[: counts.lines].tolist()]
        cells, pairs = (
            out.cells.tolist(),
            [tuple(row) for row in out.pairs[: counts.pairs].tolist()],
        )
        lines = [cells[i:j] for i, j in itertools.pairwise(ends)]
        of_edges, of_lines, of_pairs = (
            column.tolist() for column in (out.edge_ends, out.line_ends, out.pair_ends)
        )
        for node in order.tolist():
            result.edges.append(edges[of_edges[node] : of_edges[node + 1]])
            result.lines.append(lines[of_lines[node] : of_lines[node + 1]])
            result.pairs.append(pairs[of_pairs[node] : of_pairs[node + 1]])
