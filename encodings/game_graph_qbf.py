"""Any bounded game as a quantified formula over its positions.

Claim: the formula is true iff the player asked about wins (or, with ``goal`` "draw", does
not lose), whatever the others do. It knows nothing of the game but its rules, through
``moves``, ``play``, ``result`` and ``to_move``.

The positions that can be reached are written out, equal ones once. The *height* of a
position is the number of plies that may still follow it; a move always leads to a smaller
one. From the greatest height down to 0 the prefix holds

- existential ``at(position)`` for the positions of this height: has the play come here?
- universal ``reply(height, bit)``: the number of the opponent's move at this height, when
  it is his turn at one of these positions.

The clauses, one for each position of the player's and each move of the opponent's:

- the play begins: ``at(start)``;
- at a position of the player's, ``at`` one of those that her moves lead to;
- at a position of the opponent's, ``at`` the one that the move with his number leads to;
- never ``at`` a position that is over and not what the player wants.

So she moves by saying where the play goes next. His numbers are a prefix code: every
assignment of the bits names exactly one move, none is illegal, and no clause has to
excuse one.

Why it is true exactly then. If she has a winning strategy she makes ``at`` true on the play
only: when her variables of some height are due, all moves at greater heights are known. If
not, the opponent follows a position with ``at`` true that is lost for her: at his own he
plays on by his number; at hers some clause needs an option, lost too, and he goes over to
the highest one that she makes true, whose bits are all still to come. He ends in a
forbidden position. (The determinacy of finite games, with one block for each height.)

Three players are a player against all the others. A bound ``within`` on the turns (a turn
ends when somebody else is to move) makes the plays of every game finite: what is not decided
by then is a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Generic

from gameproof.encodings.method import AnyExport, AnyMethod, Export, Finding, Method, Options
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import NEXT, PREVIOUS
from gameproof.games.meaning.position import AnyPosition, EitherStarts, Move, Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat.model import Model

MOST_POSITIONS = 50_000
MOST_MOVES = 500_000
"""What is written out at most: the formula has as many variables and clauses."""

DRAWS = ("draw", "none", "nobody")
QBF = "true iff the player wins on the graph of all positions; a QBF solver's verdict only"
ARGUMENTS = ("side", "goal", "within")


@dataclass(frozen=True, slots=True)
class Wish:
    """The player asked about, ``win`` or ``draw`` (at least), within how many turns.

    In impartial games the player is ``next`` or ``previous``.
    """

    side: str
    goal: str = "win"
    within: int | None = None

    @classmethod
    def of(cls, position: Position[Move], options: Options) -> Wish:
        """From the arguments; by default, does the player to move win?"""
        said = options.arguments
        goal, within = str(said.get("goal") or "win"), said.get("within")
        if goal not in ("win", "draw"):
            raise BadInput(f"the goal is win or draw, not {goal!r}", "goal")
        if within is not None and (not isinstance(within, int) or within < 0):
            raise BadInput(f"expected a number of turns, got {within}", "within")
        return cls(str(said.get("side") or position.to_move), goal, within)

    def __str__(self) -> str:
        verb = "wins" if self.goal == "win" else "does not lose"
        bound = "" if self.within is None else f" within {self.within} turns"
        return f"{self.side} {verb}{bound}"


@dataclass(slots=True)
class Node(Generic[Move]):
    """A position of the play: ``mine`` when the player asked about is to move, ``turns``
    counted where there is a bound. ``good`` is set where the play is over."""

    position: Position[Move]
    mine: bool
    turns: int
    good: bool | None = None
    options: list[int] = field(default_factory=list)
    height: int = 0

    def text(self, wish: Wish) -> str:
        """The position in words, with what its own notation does not tell."""
        words = [str(self.position)]
        if impartial(self.position):
            other = PREVIOUS if wish.side == NEXT else NEXT
            words.append(f"{wish.side if self.mine else other} player to move")
        if wish.within is not None:
            words.append(f"{self.turns} turns played")
        return ", ".join(words)


def impartial(position: Position[Move]) -> bool:
    """Does the position leave open which player is to move?"""
    return Law.IMPARTIAL in position.laws and position.to_move == NEXT


def unroll(
    position: Position[Move], wish: Wish, limits: Limits, *, most_moves: int = MOST_MOVES
) -> list[Node[Move]]:
    """All positions that can be reached, the given one first, with their heights.

    Raises :class:`BadInput` for more than ``MOST_POSITIONS`` positions or ``most_moves``
    moves, for plays without end and for unknown players, and ``LimitReached``.
    O(positions + moves) times the cost of the rules.
    """
    if wish.side not in position.players:
        raise BadInput(f"no player {wish.side!r}; {', '.join(position.players)}", "side")
    nodes: list[Node[Move]] = []
    number: dict[tuple[Position[Move], bool, int], int] = {}

    def reach(at: Position[Move], mine: bool, turns: int) -> int:
        key = (at, mine, turns)
        if key not in number:
            if len(nodes) == MOST_POSITIONS:
                raise BadInput(f"more than {MOST_POSITIONS} positions; the formula is not written")
            number[key] = len(nodes)
            nodes.append(Node(at, mine, turns))
        return number[key]

    begins = wish.side != PREVIOUS if impartial(position) else position.to_move == wish.side
    reach(position, begins, 0)
    moves = 0
    for place in count():
        if place == len(nodes):
            break
        limits.check()
        node = nodes[place]
        result = node.position.result()
        node.good = _end(node, result, wish)
        if node.good is not None:
            continue
        options: dict[int, None] = {}
        for move in node.position.moves():
            moves += 1
            if moves > most_moves:
                raise BadInput(f"more than {most_moves} moves; the formula is not written")
            after = node.position.play(move)
            mine = not node.mine if impartial(after) else after.to_move == wish.side
            passed = impartial(after) or after.to_move != node.position.to_move
            turns = node.turns + passed if wish.within is not None else 0
            options[reach(after, mine, turns)] = None
        node.options = list(options)
    _measure(nodes)
    return nodes


def _end(node: Node[Move], result: str | None, wish: Wish) -> bool | None:
    """Is the play over, and as the player wants it?"""
    if result is None:
        return wish.goal == "draw" if node.turns == wish.within else None
    if impartial(node.position):  # there the names say who is to move
        return node.mine == (result == NEXT)
    return result == wish.side or (wish.goal == "draw" and result in DRAWS)


def _measure(nodes: list[Node[Move]]) -> None:
    """Set the heights; raises :class:`BadInput` when a play can return. O(moves)."""
    before: list[list[int]] = [[] for _ in nodes]
    open_options = [len(node.options) for node in nodes]
    for place, node in enumerate(nodes):
        for option in node.options:
            before[option].append(place)
    ready = [place for place, left in enumerate(open_options) if not left]
    for option in ready:
        for place in before[option]:
            nodes[place].height = max(nodes[place].height, nodes[option].height + 1)
            open_options[place] -= 1
            if not open_options[place]:
                ready.append(place)
    if len(ready) < len(nodes):
        place = next(i for i, left in enumerate(open_options) if left)
        raise BadInput(
            f"plays need not end ({nodes[place].position} can lead to a position that comes "
            "again), so there is no formula without a bound on the turns"
        )


def width_of(moves: int) -> int:
    """Bits that number so many moves."""
    return (moves - 1).bit_length() if moves else 0


def code(bits: list[int], moves: int) -> Iterator[list[int]]:
    """For each of ``moves`` numbers the literals that name it: a prefix code without gaps."""
    width = width_of(moves)
    short = (1 << width) - moves
    for i in range(moves):
        length, value = (width - 1, i) if i < short else (width, i + short)
        yield [bits[k] if value >> length - 1 - k & 1 else -bits[k] for k in range(length)]


def outcome_model(
    position: Position[Move], options: Options, limits: Limits | None = None
) -> Model:
    """The formula (see the module) for the arguments ``side``, ``goal`` and ``within``."""
    wish = Wish.of(position, options)
    nodes = unroll(position, wish, limits or Limits())
    model = Model(f"{wish} from {position}")
    at = [0] * len(nodes)
    replies: dict[int, list[int]] = {}
    levels: list[list[int]] = [[] for _ in range(1 + max(node.height for node in nodes))]
    for place, node in enumerate(nodes):
        levels[node.height].append(place)
    for height in reversed(range(len(levels))):
        for place in levels[height]:
            at[place] = model.variable(f"at({nodes[place].text(wish)})")
        model.quantify("exists", [at[place] for place in levels[height]])
        widths = [width_of(len(nodes[p].options)) for p in levels[height] if not nodes[p].mine]
        width = max(widths, default=0)
        replies[height] = [model.variable(f"reply({height},{k})") for k in range(width)]
        model.quantify("forall", replies[height])
    model.clause([at[0]])
    for place, node in enumerate(nodes):
        here, after = at[place], [at[option] for option in node.options]
        if node.good is not None:
            if not node.good:
                model.clause([-here])
        elif node.mine:
            model.implies([here], after)
        else:
            for named, there in zip(code(replies[node.height], len(after)), after, strict=True):
                model.implies([here, *named], [there])
    return model


def decided(answers: tuple[str, ...]) -> Callable[[AnyPosition, Limits, Options], Finding]:
    """The method that finds one of the answers by a QBF solver, without a certificate.

    N/P is one formula. L/R/N/P are two: does Left, does Right win when beginning? Otherwise
    the answers are players, and the last one is left when no other can force a win.
    """

    def run(position: AnyPosition, limits: Limits, options: Options) -> Finding:
        from gameproof.solvers.sat import qbf

        if options.engine is not None and options.engine not in qbf.SOLVERS:
            raise BadInput(f"{options.engine!r} is no QBF solver: {', '.join(qbf.SOLVERS)}")
        stats = {"formulas": 0, "variables": 0, "clauses": 0}
        engines: dict[str, str] = {}

        def wins(start: AnyPosition, side: str) -> bool:
            model = outcome_model(start, Options(arguments={"side": side}), limits)
            result = qbf.solve(model, limits, engine=options.engine)
            if result.status == "unknown":
                raise LimitReached(result.reason or "time")
            stats["formulas"] += 1
            engines["engine"] = result.engine
            for name, size in model.summary().items():
                stats[name] = stats.get(name, 0) + size
            return result.status == "sat"

        if "L" in answers and isinstance(position, EitherStarts):
            left, right = (wins(position.turn(side), side) for side in position.players)
            answer = {(True, True): "N", (True, False): "L", (False, True): "R"}.get(
                (left, right), "P"
            )
        elif "N" in answers:
            answer = "N" if wins(position, position.to_move) else "P"
        else:
            *players, last = answers
            answer = next((side for side in players if wins(position, side)), last)
        return Finding(answer, None, {**stats, **engines})

    return run


def method(question: str, answers: tuple[str, ...]) -> AnyMethod:
    """The method ``qbf`` of a game without one of its own, used only when it is named."""
    return Method(question, "qbf", decided(answers), QBF, only_by_name=True)


def export(question: str) -> AnyExport:
    """The formula as a file."""
    return Export(
        question,
        outcome_model,
        "quantified: does the player (--side, else the one to move) win?",
        quantified=True,
        arguments=ARGUMENTS,
    )
