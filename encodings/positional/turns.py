"""Positional games with several stones a turn: search over stones, strategies by the rules.

The search knows two facts beside the rules: a player who may place k stones in a row owns a set
of which k cells or fewer are missing; and one who cannot fill any live set of his with the plies
that are left will not own one. They only spare work: every certificate is a strategy that is
played to the end, or, when fewer plies are asked for than there are, to that ply.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.plays import keeping
from gameproof.encodings.positional.attacks import by_attacks, finding, second_by_attacks
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional_turns import PLAYERS, TurnsPosition
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.bounded_search import DEEPEST, BoundedSearch

State = tuple[int, int]
"""The stones of the first and of the second player."""

MANY = 1 << 30
THEOREM = "Zermelo 1913; depth-first search with a table of the positions seen"


class Attack:
    """Does ``attacker`` own a set of his within the first ``last`` plies of the list, before
    the other owns one?"""

    def __init__(self, position: TurnsPosition, attacker: str, last: int, limits: Limits) -> None:
        schedule = position.schedule
        self.seat = PLAYERS.index(attacker)
        self.placed = schedule.placed
        self.last = min(last, len(schedule.turns))
        self.opening = sum(1 << cell for cell in schedule.first_moves)
        self.movers = [PLAYERS.index(player) for player in schedule.turns]
        self.masks = [schedule.sets[player] for player in PLAYERS]
        self.cells = range(position.board.cells)
        # Plies of each player before ply t; plies in a row that ply t begins.
        self.before = [
            [0, *accumulate(int(mover == seat) for mover in self.movers)] for seat in (0, 1)
        ]
        self.row = [0] * (len(self.movers) + 1)
        for ply in reversed(range(len(self.movers))):
            same = ply + 1 < len(self.movers) and self.movers[ply] == self.movers[ply + 1]
            self.row[ply] = 1 + (self.row[ply + 1] if same else 0)
        self.start = position.own
        self.search = BoundedSearch(self.children, self.over, self.mine, limits)

    @property
    def nodes(self) -> int:
        """Positions that were searched."""
        return self.search.nodes

    def succeeds(self) -> bool:
        """Does he, from the position of the question?"""
        return self.wins(self.start)

    def ply(self, state: State) -> int:
        """How many plies of the list have been played."""
        return state[0].bit_count() + state[1].bit_count() - self.placed

    def mine(self, state: State) -> bool:
        """Is it the attacker's ply?"""
        return self.movers[self.ply(state)] == self.seat

    def over(self, state: State) -> bool | None:
        """Is it decided: by the rules, by a set that the mover fills at once, by want of time?"""
        ply = self.ply(state)
        seat = self.seat
        missing = self.missing(state, 0), self.missing(state, 1)
        # Under both rules the first player's sets are looked at first.
        for player in (0, 1):
            if missing[player] == 0:
                return player == seat
        if ply >= self.last:
            return False
        if missing[seat] > self.before[seat][self.last] - self.before[seat][ply]:
            return False
        mover = self.movers[ply]
        if ply == 0 and self.opening:  # what may be taken at once may not be what is missing
            return None
        return mover == seat if missing[mover] <= self.run(ply) else None

    def missing(self, state: State, player: int) -> int:
        """The fewest cells that a live set of the player is short of; many without any."""
        mine, other = state[player], state[1 - player]
        return min(
            [(mask & ~mine).bit_count() for mask in self.masks[player] if not mask & other],
            default=MANY,
        )

    def run(self, ply: int) -> int:
        """How many plies in a row the mover of this ply has; 0 after the last that counts."""
        return min(self.row[ply], self.last - ply) if ply < self.last else 0

    def short(self, state: State, player: int, cells: int) -> int | None:
        """The free cells of the live set of ``player`` of which fewest are missing, if at most
        ``cells`` are."""
        mine, other = state[player], state[1 - player]
        best, found = cells + 1, None
        for mask in self.masks[player]:
            if not mask & other:
                rest = mask & ~mine
                if rest.bit_count() < best:
                    best, found = rest.bit_count(), rest
        return found

    def cells_to_try(self, state: State) -> list[int]:
        """Cells for the mover, one of which is best. The order of plies in a row does not
        matter: who can fill a set does so, who must hit one that the other could fill in his
        next turn may hit it now."""
        ply = self.ply(state)
        mover = self.movers[ply]
        chosen = self.short(state, mover, self.run(ply))
        if chosen is None:
            chosen = self.short(state, 1 - mover, self.run(ply + self.row[ply]))
        free = ~(state[0] | state[1]) if chosen is None else chosen
        if ply == 0 and self.opening:
            free = self.opening
        weight = {cell: 0 for cell in self.cells if free >> cell & 1}
        own, other = state[self.seat], state[1 - self.seat]
        for mask in self.masks[self.seat]:
            if not mask & other:
                rest = mask & ~own
                worth = 1 << max(0, 24 - 4 * rest.bit_count())
                rest &= free
                while rest:
                    bit = rest & -rest
                    weight[bit.bit_length() - 1] += worth
                    rest ^= bit
        return sorted(weight, key=lambda cell: -weight[cell])

    def after(self, state: State, cell: int) -> State:
        """The stones when the mover has taken the cell."""
        if self.movers[self.ply(state)] == 0:
            return (state[0] | 1 << cell, state[1])
        return (state[0], state[1] | 1 << cell)

    def children(self, state: State) -> list[State]:
        """The states one ply later that are worth a look."""
        return [self.after(state, cell) for cell in self.cells_to_try(state)]

    def wins(self, state: State) -> bool:
        """Does he, from here?"""
        return self.search.wins(state, max(0, self.last - self.ply(state)))

    def move(self, here: TurnsPosition) -> int:
        """A move that keeps the answer for the player to move: the attacker's win, or not."""
        state = here.own
        attacks = here.to_move == PLAYERS[self.seat]
        if not attacks and self.lost(state):
            # Any move will do: one that ends the play, or the same one in many positions.
            filled = self.short(state, 1 - self.seat, self.run(self.ply(state)))
            free = filled is None or (self.opening and self.ply(state) == 0)
            return here.moves()[0] if filled is None or free else filled.bit_length() - 1
        return next(
            cell
            for cell in self.cells_to_try(state)
            if self.wins(self.after(state, cell)) == attacks
        )

    def lost(self, state: State) -> bool:
        """Has the attacker too little time for any of his live sets?"""
        ply = self.ply(state)
        left = self.before[self.seat][self.last] - self.before[self.seat][min(ply, self.last)]
        return self.missing(state, self.seat) > left


def _attack(position: TurnsPosition, limits: Limits) -> Callable[[str], Attack]:
    return lambda attacker: Attack(position, attacker, len(position.schedule.turns), limits)


def outcome(position: TurnsPosition, limits: Limits, options: Options) -> Finding:
    """Who owns a set first with best play, before the list of plies ends."""
    return by_attacks(position, _attack(position, limits), limits, options)


def second_wins(position: TurnsPosition, limits: Limits, options: Options) -> Finding:
    """Can the second player own a set first or, as Breaker, keep the first from one?"""
    return second_by_attacks(position, _attack(position, limits), limits, options)


def win_within(position: TurnsPosition, limits: Limits, options: Options) -> Finding:
    """Does the first player own a set within the plies asked for (or those of the list)?"""
    asked = options.arguments.get("plies")
    plies = position.horizon if asked is None else asked
    if isinstance(plies, bool) or not isinstance(plies, int) or plies < 0:
        raise BadInput(f"expected a number of plies, got {plies}", "plies")
    attack = Attack(position, "first", position.ply + plies, limits)
    if attack.succeeds():
        return finding(True, position, {"first": attack}, limits, options)
    if plies > position.horizon:
        return finding(False, position, {"second": attack}, limits, options)
    stats = {"nodes": attack.search.nodes}
    if not options.certificate:
        return Finding(False, None, stats)
    wanted = "first" if position.rule == "strong" else "maker"
    certificate = keeping(
        position, "second", [wanted], plies, lambda here, _left: attack.move(here), limits.check
    )
    return Finding(False, certificate, stats)


def _applies(position: TurnsPosition) -> bool:
    return len(position.schedule.turns) <= DEEPEST


REACH = f"lists of at most {DEEPEST} plies"
METHODS: tuple[Method[TurnsPosition], ...] = (
    Method("outcome", "search", outcome, THEOREM, _applies, reach=REACH),
    Method("second-wins", "search", second_wins, THEOREM, _applies, reach=REACH),
    Method("win-within", "search", win_within, THEOREM, _applies, reach=REACH),
)
