"""Connection games: lemmas, filling and currents against plain twins; lemmas change no answer."""

from __future__ import annotations

import random

import numpy as np
import pytest

from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.connection import Board as CheckerBoard
from gameproof.certificates.strategies.connection import links
from gameproof.encodings.positional.connections import as_certificate, as_connections, layout_of
from gameproof.games.positional import Position
from gameproof.games.positional_board import Board
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.connections.deduction import Connections, Deduction, Reach
from gameproof.solvers.connections.fill import Filling, Key
from gameproof.solvers.connections.lemmas import MOST_FOUND, Lemmas
from gameproof.solvers.connections.proof import PAIR, PLAY, Proof, Writer
from gameproof.solvers.connections.search import INFINITE, Reason, Search
from gameproof.solvers.limits import Limits


def hex_position(n: int, stones: int, seed: int) -> Position:
    """A position after so many random moves."""
    cells = random.Random(seed).sample(range(n * n), stones)
    mover = ("first", "second")[stones % 2]
    first, second = frozenset(cells[::2]), frozenset(cells[1::2])
    return Position(Board("hex", (n, n)), first, second, mover)


def problem_of(position: Position) -> Connections:
    return as_connections(position, layout_of(position))


# -- lemmas ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_lemmas_that_hold_are_those_of_a_plain_look(seed: int) -> None:
    random_ = random.Random(seed)
    cells = random_.choice([5, 64, 70, 128])

    def some(share: float) -> int:
        return sum(1 << cell for cell in range(cells) if random_.random() < share)

    lemmas, known = Lemmas(), []
    for number in range(random_.choice([1, 40, 600])):
        stones = some(2 / cells)
        reach = Reach(some(3 / cells) & ~stones, stones)
        lemmas.add((number, 0, 0), reach)
        known.append(reach)
    own = some(0.5)
    gone = some(0.3) & ~own
    expected = []
    for number in reversed(range(len(known))):
        reach = known[number]
        lacks = reach.stones & ~own
        if (reach.stones | reach.carrier) & gone or lacks.bit_count() > 1:
            continue
        expected.append(
            ((number, 0, 0), lacks.bit_length() - 1, reach.carrier | lacks, reach.stones & ~lacks)
        )
        if not lacks:
            break
    found = lemmas.find(own, gone)
    assert expected == [(u.proof, u.cell, u.reach.carrier, u.reach.stones) for u in found]


def test_no_more_lemmas_are_told_than_there_is_room_for() -> None:
    lemmas = Lemmas()
    for number in range(MOST_FOUND + 9):
        lemmas.add((number, 0, 0), Reach(0, 1))
    found = lemmas.find(0, 0)
    assert len(found) == MOST_FOUND
    assert found[0].proof == (MOST_FOUND + 8, 0, 0)


@pytest.mark.parametrize("seed", range(12))
def test_lemmas_change_no_answer_and_their_proofs_are_accepted(seed: int) -> None:
    position = hex_position(6, 3 + seed % 3, seed)
    problem, layout = problem_of(position), layout_of(position)
    root: Key = (*problem.own, problem.mover)
    winners = []
    for learning in (False, True):
        search = Search(problem, Limits(), learning)
        node = search.node(root)
        if node.winner < 0:
            search.expand(root, node, INFINITE, INFINITE)
        winners.append(node.winner)
        proof = Writer(search, node.winner, problem.own[node.winner]).proof(root)
        conclude(Goal(position, "outcome", {}), as_certificate(position, proof, layout))
    assert winners[0] == winners[1]


def test_lemmas_are_used() -> None:
    """To decide positions and to limit moves."""
    problem = problem_of(Position.parse("hex 6 6 --first f1 --to-move second"))
    search = Search(problem, Limits())
    root: Key = (*problem.own, problem.mover)
    search.expand(root, search.node(root), INFINITE, INFINITE)
    nodes = search.nodes.values()
    assert any(node.lemma for node in nodes)
    assert any(reason.lemma for node in nodes for reason in node.reasons)


def test_cells_that_all_reasons_share_are_stones_of_the_proof() -> None:
    """Cells 1 and 2 are the winner's, and lemmas say so of 2 and 3 to 5."""
    search = Search(problem_of(Position.parse("hex 4 4")), Limits())
    key: Key = (0b110, 0, 1)
    node = search.node(key)
    carriers = (0b001110, 0b110110, 0b101100)
    node.reasons = [Reason(Reach(carrier, 0b10), cell=0) for carrier in carriers]
    search.lose(key, node)
    assert [one.reach.carrier for one in node.reasons] == [0b001110, 0b110110]
    assert node.winner == 0
    assert node.reach == Reach(0b111000, 0b000110)


def test_what_a_proof_may_need_can_be_taken_for_stones() -> None:
    """A proof after a move, with some cells of its carrier as stones: the checker deduces the same,
    for proofs that begin with a stone and for those that end with pairs."""
    random_, kinds = random.Random(5), set()
    for seed in range(12):
        position = hex_position(6, 3, seed)
        problem, layout = problem_of(position), layout_of(position)
        root: Key = (*problem.own, problem.mover)
        search = Search(problem, Limits())
        if search.node(root).winner < 0:
            search.expand(root, search.node(root), INFINITE, INFINITE)
        winner = search.nodes[root].winner
        writer = Writer(search, winner, problem.own[winner])
        writer.proof(root)
        lost = [key for key in writer.known if key[2] != winner]
        asked = [(key, one.cell) for key in lost for one in search.nodes[key].reasons]
        wanted = []
        for key, cell in asked[:40]:
            if cell < 0:
                continue
            number, kept = writer.after(key, cell), 0
            kinds.add(writer.steps[number][0])
            below = number
            while not writer.ends[below][1]:
                rule, below, *cells = writer.steps[below]
                kept |= sum(1 << cell for cell in cells[: 1 if rule == PLAY else 2])
            carrier, stones = writer.ends[number][0], writer.stones[number]
            taken = carrier & ~kept & random_.getrandbits(36)
            wanted.append((writer.owned(number, taken), carrier & ~taken, stones | taken))
        proof = Proof(winner, tuple(writer.steps), 0, 0, None)
        certificate = as_certificate(position, proof, layout)
        derived = links(CheckerBoard(position, certificate.player), certificate)
        for number, carrier, stones in wanted:
            assert (derived[number].carrier, derived[number].stones) == (carrier, stones)
    assert kinds >= {PLAY, PAIR}


# -- filling -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_left_to_fill_after_a_move(seed: int) -> None:
    """Only what is near the move is looked at; looking at the whole board finds no more."""
    random_ = random.Random(seed)
    problem = problem_of(hex_position(7, seed % 5, seed))
    deduction = Deduction(problem)
    filling = Filling(deduction, problem.own)
    key: Key = (*problem.own, problem.mover)
    while free := [*bits((1 << 49) - 1 & ~(key[0] | key[1]))]:
        cell = random_.choice(free)
        before, mover = key, key[2]
        (key,) = filling.follow(key, [cell])
        assert key[mover] >> cell & 1
        assert key[0] & before[0] == before[0]
        assert key[1] & before[1] == before[1]
        again: Key = (key[0], key[1], mover)
        assert Filling(deduction, key[:2]).follow(again, [cell]) == [key]


# -- currents ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_currents_are_those_of_a_plain_solution(seed: int) -> None:
    problem = problem_of(hex_position(6, seed, seed))
    deduction = Deduction(problem)
    player = seed % 2
    own, gone = problem.own[player], problem.own[1 - player]
    if deduction.run(player, own, gone, False) >= 0:
        return  # it ends with the first that wins
    total = deduction.cells + 2
    nodes = [x for x in range(total) if deduction.group[x] == x]
    source, target = (nodes.index(deduction.group[x]) for x in (total - 2, total - 1))
    free = np.array([x < total - 2 and not own >> x & 1 for x in nodes], dtype=float)
    wires = deduction.full.counts[np.ix_(nodes, nodes)] > 0
    conduct = wires / (free[:, None] + free[None, :] + 0.01)
    equations = np.diag(conduct.sum(axis=1) + 0.01) - conduct
    rest = [place for place in range(len(nodes)) if place != target]
    potential = np.zeros(len(nodes))
    potential[rest] = np.linalg.solve(
        equations[np.ix_(rest, rest)], np.array([place == source for place in rest], dtype=float)
    )
    drops = np.abs(potential[:, None] - potential[None, :])
    expected = np.zeros(total)
    expected[nodes] = (conduct * drops).sum(axis=1) / 2
    assert np.allclose(deduction.flow(), expected[: total - 2])
