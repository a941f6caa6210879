"""Snort for any number of players.

In turn each player puts a piece of their own on an empty vertex with no neighbouring
piece of anybody else. A player who cannot move is passed over (and never gets a move
again, since possibilities only shrink); whoever moves last wins alone, all others lose.
Borje (Combinatorial Game Representation and Analysis of Snort, section 5) leaves open who
wins; this is the convention used here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

from gameproof.games.bit_sets import mask_of, members
from gameproof.games.game import Game
from gameproof.games.graph import Graph, neighbour_masks
from gameproof.games.meaning.answers import WHOLE, Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Question
from gameproof.games.meaning.statement import Prevents, Statement, only, wins
from gameproof.games.meaning.steps import tried

MOST_PLAYERS = 9
NOBODY = "nobody"


@lru_cache(maxsize=16)
def twin_classes(graph: Graph) -> tuple[tuple[int, ...], ...]:
    """Vertices with the same neighbours, themselves left out or counted in, class by class.
    O(n) sets of neighbours."""
    near = neighbour_masks(graph)
    apart: dict[int, list[int]] = {}
    for v in range(graph.n):
        apart.setdefault(near[v], []).append(v)
    joined: dict[int, list[int]] = {}
    for row in apart.values():
        if len(row) == 1:
            joined.setdefault(near[row[0]] | 1 << row[0], []).append(row[0])
    alone = [tuple(row) for row in apart.values() if len(row) > 1]
    return (*alone, *map(tuple, joined.values()))


@dataclass(frozen=True)
class Position:
    """``pieces[i]`` is the bit mask of player i's pieces (players 0, 1, ...), ``turn`` the
    player whose turn it is unless passed over, ``last`` who moved last (-1 at the start)."""

    graph: Graph
    pieces: tuple[int, ...]
    turn: int = 0
    last: int = -1

    @property
    def count(self) -> int:
        """The number of players."""
        return len(self.pieces)

    @property
    def players(self) -> tuple[str, ...]:
        """The numbers ``1``, ``2``, ... of the players."""
        return tuple(str(i + 1) for i in range(self.count))

    @property
    def laws(self) -> frozenset[Law]:
        """Every move takes a vertex for good. Players are passed over, so there are no turns,
        and on an empty board nobody has moved last."""
        return frozenset({Law.FINITE})

    def key(self) -> str:
        """The sets of pieces in base 16, whose turn it is, and who moved last."""
        pieces = "/".join(f"{mask:x}" for mask in self.pieces)
        return f"{pieces}/{self.turn}/{self.last}"

    @cached_property
    def free(self) -> tuple[int, ...]:
        """For each player the bit mask of the vertices open to them. O(n * players)."""
        neighbours = neighbour_masks(self.graph)
        taken = 0
        near = []
        for mask in self.pieces:
            taken |= mask
            around = 0
            for v in members(mask):
                around |= neighbours[v]
            near.append(around)
        everything = (1 << self.graph.n) - 1
        result = []
        for i in range(self.count):
            closed = taken
            for j, around in enumerate(near):
                if j != i:
                    closed |= around
            result.append(everything & ~closed)
        return tuple(result)

    @cached_property
    def mover(self) -> int | None:
        """The next player who can move, ``None`` when nobody can."""
        for step in range(self.count):
            player = (self.turn + step) % self.count
            if self.free[player]:
                return player
        return None

    @property
    def to_move(self) -> str:
        """The player to move; when the game is over, the one whose turn it would be."""
        return str((self.turn if self.mover is None else self.mover) + 1)

    def moves(self) -> list[int]:
        """The vertices where the player to move may play."""
        return [] if self.mover is None else list(members(self.free[self.mover]))

    def play(self, move: int) -> Position:
        """The position after the player to move plays on vertex ``move``."""
        mover = self.mover
        legal = type(move) is int and 0 <= move < self.graph.n
        if mover is None or not legal or not self.free[mover] >> move & 1:
            where = self.graph.label(move) if legal else move
            raise BadInput(f"player {self.to_move} may not play on vertex {where}")
        pieces = list(self.pieces)
        pieces[mover] |= 1 << move
        return Position(self.graph, tuple(pieces), (mover + 1) % self.count, mover)

    def representative(self) -> Position:
        """Twins (vertices with the same neighbours, but for one another) change places, so that
        the pieces of each class stand on its first vertices, those of the first players first.
        O(n * players)."""
        pieces = [0] * self.count
        for twins in twin_classes(self.graph):
            places = iter(twins)
            for i, mask in enumerate(self.pieces):
                for _ in range(sum(mask >> v & 1 for v in twins)):
                    pieces[i] |= 1 << next(places)
        return Position(self.graph, tuple(pieces), self.turn, self.last)

    def result(self) -> str | None:
        """The winner's number once nobody can move; ``nobody`` when no move was ever made."""
        if self.mover is not None:
            return None
        return str(self.last + 1) if self.last >= 0 else NOBODY

    def labels(self) -> str:
        """For each vertex ``A`` (open to all), ``U`` (to none) or the only player it is open
        to. No other label can occur: a piece leaves its neighbours to its owner alone."""
        marks = []
        for v in range(self.graph.n):
            who = [i for i, mask in enumerate(self.free) if mask >> v & 1]
            marks.append("U" if not who else str(who[0] + 1) if len(who) == 1 else "A")
        return "".join(marks)

    def parse_move(self, text: str) -> int:
        """A vertex by its name or number."""
        return self.graph.vertex(text)

    def move_text(self, move: int) -> str:
        """The vertex's name or number."""
        return self.graph.label(move)

    def __str__(self) -> str:
        marks = ["."] * self.graph.n
        for i, mask in enumerate(self.pieces):
            for v in members(mask):
                marks[v] = str(i + 1)
        edges = ",".join(f"{a}-{b}" for a, b in sorted(map(sorted, self.graph.edges.tolist())))
        text = f"snort-multiplayer graph {edges or '-'} {''.join(marks) or '-'} {self.count}"
        return f"{text} {self.turn + 1} {self.last + 1}"

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position in the notation of ``str``: edges, a character for each vertex (``.``
        or the owner), players, whose turn, who moved last (0 for nobody)."""
        words = text.split()
        if len(words) != 7 or words[:2] != ["snort-multiplayer", "graph"]:
            raise BadInput("expected: snort-multiplayer graph EDGES MARKS PLAYERS TURN LAST")
        numbers = [int(w) if w.isascii() and w.isdecimal() else -1 for w in words[4:]]
        players, turn, last = numbers
        marks = "" if words[3] == "-" else words[3]
        if not 2 <= players <= MOST_PLAYERS or not 1 <= turn <= players or not 0 <= last <= players:
            raise BadInput("the numbers of players, of the turn and of the last mover do not fit")
        if set(marks) - {".", *(str(i + 1) for i in range(players))}:
            raise BadInput("a mark is . or the number of a player")
        pairs = [] if words[2] == "-" else [p.split("-") for p in words[2].split(",")]
        if any(len(p) != 2 or not all(x.isascii() and x.isdecimal() for x in p) for p in pairs):
            raise BadInput("edges are written 0-1,1-2,...")
        graph = Graph.of(len(marks), [(int(a), int(b)) for a, b in pairs])
        pieces = tuple(
            mask_of(v for v, m in enumerate(marks) if m == str(i + 1)) for i in range(players)
        )
        return cls(graph, pieces, turn - 1, last - 1)


def make(graph: Graph, players: int = 3, played: Iterable[int] = ()) -> Position:
    """The empty board for 2 to 9 players, after the moves ``played``."""
    graph = graph.suited("snort", directed=False, loops=False, parallel=False)
    if not 2 <= players <= MOST_PLAYERS:
        raise BadInput(f"2 to {MOST_PLAYERS} players, not {players}", "players")
    position = Position(graph, (0,) * players)
    for v in played:
        position = position.play(v)
    return position


def labellings(position: Position, _arguments: Arguments) -> Value:
    """Labellings that play in any order of players reaches. Each vertex is open to all (``A``), to
    nobody (``U``) or to one player: a piece on v makes v ``U``, and each neighbour the mover's
    own, or ``U`` where he was shut out of it."""
    near = neighbour_masks(position.graph)
    found = {position.labels()}
    waiting = list(found)
    while waiting:
        labels = waiting.pop()
        for v, player in tried(product(range(len(labels)), position.players)):
            if labels[v] not in ("A", player):
                continue
            after = list(labels)
            after[v] = "U"
            for u in members(near[v]):
                after[u] = player if labels[u] in ("A", player) else "U"
            if (reached := "".join(after)) not in found:
                found.add(reached)
                waiting.append(reached)
    return len(found)


def forces(position: Position, answer: Value, _arguments: Arguments) -> tuple[Statement, ...]:
    """A player's number: that player alone makes the last move against all others together.
    ``nobody``: each player is kept from it by the others together."""
    everybody = frozenset(position.players)
    mover = position.to_move
    if answer == NOBODY:
        return tuple(
            Prevents(mover, everybody - {player}, only(player)) for player in position.players
        )
    if answer not in everybody:
        raise BadInput(f"there is no player {answer!r}", "answer")
    return (wins(mover, str(answer)),)


GAMES = (
    Game(
        "snort-multiplayer",
        "several players put pieces where no other player's piece is next to them; the last "
        "to move wins",
        (
            Parameter("graph", "graph", "the board"),
            Parameter("players", "integer", "how many players (2 to 9)", True, False, 3),
            Parameter("played", "vertices", "moves played in turn", True, False, ()),
        ),
        (
            Question(
                "forces",
                "Which player can force the last move against all others together?",
                (NOBODY, *"123456789"),
                means=forces,
            ),
            Question(
                "labellings",
                "How many labellings can play in any order reach?",
                spelling=WHOLE,
                defined_by=labellings,
            ),
        ),
        make,
        source="Borje, Combinatorial Game Representation and Analysis of Snort, section 5",
        examples=("snort-multiplayer path 5", "snort-multiplayer star 4 --players 4"),
    ),
)
