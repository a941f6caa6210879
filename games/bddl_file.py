"""Two-player games on a grid in BDDL: a domain file and a problem file, read and grounded.

Syntax (``.ig``; Shaik, van de Pol, "Concise QBF encodings for games on a grid", 2023)::

    #blackactions                        #boardsize
    :action forward                      2 4
    :parameters (?x, ?y)                 #init
    :precondition (black(?x,?y)          black(1,4) white(1,1)
                   open(?x,?y-1))        #depth
    :effect (open(?x,?y)                 8
             black(?x,?y-1))             #blackgoal
    #whiteactions                        black(?x,ymin)
    ...                                  #whitegoal
                                         white(?x,ymax)
                                         #blackturn
                                         second

``%`` begins a comment. Cells are (x, y), 1 <= x <= W, 1 <= y <= H. An index is ``?x``, ``?y``,
a number, ``xmin``, ``xmax``, ``ymin`` or ``ymax``, with ``+k`` or ``-k``. Conditions are
conjunctions of ``open``, ``black`` and ``white`` of a cell and of ``NOT(...)`` of one of them.
A goal has a conjunction a line, true if it holds for some x and y; ``False`` is never true.
What names a cell off the board, also below a ``NOT``, does not exist for that x and y.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from gameproof.games.meaning.bad_input import BadInput

MOST_CELLS = 1024
MOST_GROUND = 200_000
"""Actions and goals with their x and y filled in."""
MOST_NUMBER = 9
"""Digits of a number in a file."""

CONTENTS = ("open", "black", "white")
SECTIONS = {
    "domain": ("blackactions", "whiteactions"),
    "problem": ("boardsize", "init", "depth", "blackgoal", "whitegoal", "blackturn"),
}
IGNORED = ("version",)
COLOURS = ("black", "white")

_INDEX = re.compile(r"(\?x|\?y|xmin|xmax|ymin|ymax|[0-9]+)((?:[+-][0-9]+)*)")

Index = tuple[str, int]
"""What an index is counted from (``?x``, ``xmax``, ..., or ``""`` for 0), and what is added."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A cell holds this content, or, ``negated``, another one."""

    content: str
    x: Index
    y: Index
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """What a player may do at (?x, ?y)."""

    name: str
    precondition: tuple[Literal, ...]
    effect: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """An action with its x and y; 0 stands for one that the action does not speak of."""

    action: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Masks:
    """A condition on a board, as words of a bit a cell: where black and white stones must
    be and must not be, and what must and must not be open."""

    black: int = 0
    white: int = 0
    open: int = 0
    not_black: int = 0
    not_white: int = 0
    not_open: int = 0

    def holds(self, black: int, white: int) -> bool:
        """Is it true of the board with these stones?"""
        taken = black | white
        return (
            black & self.black == self.black
            and white & self.white == self.white
            and not taken & self.open
            and not black & self.not_black
            and not white & self.not_white
            and taken & self.not_open == self.not_open
        )


@dataclass(frozen=True, slots=True)
class Step:
    """A move with its condition, and the cells that it makes open, black and white."""

    move: Move
    condition: Masks
    opens: int
    blackens: int
    whitens: int


@dataclass(frozen=True, slots=True)
class Domain:
    """The actions of both players."""

    black: tuple[Action, ...]
    white: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A board, what stands on it, who begins, the goals and the number of plies asked."""

    width: int
    height: int
    black: int
    white: int
    starts: str
    depth: int | None
    black_goal: tuple[tuple[Literal, ...], ...]
    white_goal: tuple[tuple[Literal, ...], ...]


def sections(text: str, kind: str) -> dict[str, list[tuple[int, str]]]:
    """The lines of each section with their numbers, without comments and empty lines."""
    found: dict[str, list[tuple[int, str]]] = {}
    section: str | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        rest = line.split("%", 1)[0].strip()
        if not rest:
            continue
        if rest.startswith("#"):
            name, _, rest = rest[1:].partition(" ")
            section = name.lower()
            if section not in SECTIONS[kind] and section not in IGNORED:
                other = "problem" if kind == "domain" else "domain"
                swapped = f" (it belongs to a {other} file)" if section in SECTIONS[other] else ""
                raise BadInput(
                    f"unknown section {'#' + name[:40]!r} of a {kind} file{swapped}",
                    f"line {number}",
                )
            if section in found:
                raise BadInput(f"a second section #{section}", f"line {number}")
            found[section] = []
        elif section is None:
            known = " or ".join("#" + name for name in SECTIONS[kind])
            raise BadInput(f"expected a section, {known}", f"line {number}")
        if rest.strip():
            found[section].append((number, rest.strip()))
    return found


def read_domain(text: str) -> Domain:
    """The actions of a domain file; raises :class:`BadInput` with the line."""
    found = sections(text, "domain")
    for needed in SECTIONS["domain"]:
        if needed not in found:
            raise BadInput(f"no section #{needed}: this is no domain file")
    return Domain(_actions(found["blackactions"]), _actions(found["whiteactions"]))


def _actions(lines: list[tuple[int, str]]) -> tuple[Action, ...]:
    parts: list[tuple[int, str, str]] = []
    for number, line in lines:
        pieces = re.split(r":([A-Za-z]+)", line)
        if pieces[0].strip():
            if not parts:
                raise BadInput("expected :action", f"line {number}")
            place, key, body = parts[-1]
            parts[-1] = (place, key, f"{body} {pieces[0]}")
        for key, body in zip(pieces[1::2], pieces[2::2], strict=True):
            parts.append((number, key.lower(), body))
    rows: list[dict[str, tuple[int, str]]] = []
    for number, key, body in parts:
        if key not in ("action", "parameters", "precondition", "effect"):
            raise BadInput(f"unknown part {':' + key[:40]!r} of an action", f"line {number}")
        if key == "action":
            rows.append({})
        elif not rows:
            raise BadInput("expected :action", f"line {number}")
        if key in rows[-1]:
            raise BadInput(f"a second :{key} of one action", f"line {number}")
        rows[-1][key] = (number, body)
    return tuple(_named(rows))


def _named(rows: list[dict[str, tuple[int, str]]]) -> Iterator[Action]:
    """The actions; of those with one name the second gets ``#2`` after it, and so on."""
    seen: dict[str, int] = {"resign": 1}  # a move of every game
    for row in rows:
        number, name = row["action"][0], row["action"][1].strip()
        if not re.fullmatch(r"[A-Za-z0-9_.-]+", name):
            raise BadInput(f"no name of an action: {name[:60]!r}", f"line {number}")
        for needed in ("parameters", "precondition", "effect"):
            if needed not in row:
                raise BadInput(f"the action {name} has no :{needed}", f"line {number}")
        place, parameters = row["parameters"]
        if not re.fullmatch(r"\s*\(\s*\?x\s*,?\s*\?y\s*\)\s*", parameters):
            raise BadInput("expected :parameters (?x, ?y)", f"line {place}")
        seen[name] = seen.get(name, 0) + 1
        label = name if seen[name] == 1 else f"{name}#{seen[name]}"
        place, text = row["effect"]
        effect = conjunction(text, place)
        if any(literal.negated for literal in effect):
            raise BadInput("an effect cannot be negated", f"line {place}")
        place, text = row["precondition"]
        yield Action(label, conjunction(text, place), effect)


def conjunction(text: str, line: int) -> tuple[Literal, ...]:
    """The literals of a condition, brackets and blanks at will; raises :class:`BadInput`."""
    where = f"line {line}"
    found: list[Literal] = []
    # An open bracket on the stack: how many literals stood before it, was it after NOT?
    stack: list[tuple[int, bool]] = []
    rest, denied = text.strip(), False
    while rest:
        atom = re.match(r"(open|black|white)\s*\(([^(),]*),([^(),]*)\)", rest, re.IGNORECASE)
        if atom is not None:
            odd = denied != (sum(negates for _, negates in stack) % 2 == 1)
            found.append(
                Literal(atom[1].lower(), index(atom[2], where), index(atom[3], where), odd)
            )
            denied = False
            rest = rest[atom.end() :].lstrip(" \t,")
            continue
        if re.match(r"NOT\b", rest, re.IGNORECASE):
            if denied:
                raise BadInput("expected a bracket after NOT", where)
            denied, rest = True, rest[3:].lstrip()
        elif rest[0] == "(":
            stack.append((len(found), denied))
            denied, rest = False, rest[1:].lstrip()
        elif rest[0] == ")" and stack and not denied:
            before, negates = stack.pop()
            if negates and len(found) != before + 1:
                raise BadInput("NOT is of one condition", where)
            rest = rest[1:].lstrip(" \t,")
        else:
            raise BadInput(f"expected open(x,y), black(x,y), white(x,y) or NOT: {rest[:40]!r}",
                           where)  # fmt: skip
    if stack or denied:
        raise BadInput("a bracket is not closed" if stack else "nothing follows NOT", where)
    return tuple(found)


def index(text: str, where: str) -> Index:
    """An index, as ``?x-1`` or ``xmax``."""
    plain = "".join(text.split()).lower()
    match = _INDEX.fullmatch(plain)
    if match is None or any(len(n) > MOST_NUMBER for n in re.findall("[0-9]+", plain)):
        raise BadInput(f"no index of a cell: {text.strip()[:40]!r}", where)
    added = sum(int(number) for number in re.findall("[+-][0-9]+", match[2]))
    if match[1].isdecimal():
        return "", int(match[1]) + added
    return match[1], added


def read_problem(text: str) -> Problem:
    """The content of a problem file; raises :class:`BadInput` with the line."""
    found = sections(text, "problem")
    for needed in ("boardsize", "blackgoal", "whitegoal"):
        if needed not in found:
            raise BadInput(f"no section #{needed}: this is no problem file")
    width, height = _numbers(found["boardsize"], 2, "#boardsize")
    if not (width > 0 and height > 0 and width * height <= MOST_CELLS):
        raise BadInput(f"expected from 1 to {MOST_CELLS} cells", "#boardsize")
    depth = _numbers(found["depth"], 1, "#depth")[0] if "depth" in found else None
    turn = [(n, w) for n, line in found.get("blackturn", [(0, "first")]) for w in line.split()]
    if len(turn) != 1 or turn[0][1] not in ("first", "second"):
        raise BadInput("expected first or second", "#blackturn")
    stones = {"open": 0, "black": 0, "white": 0}
    for number, line in found.get("init", []):
        for literal in conjunction(line, number):
            cell = ground(literal.x, literal.y, width, height)
            if cell is None or literal.negated or {"?x", "?y"} & {literal.x[0], literal.y[0]}:
                raise BadInput("expected cells of the board with what they hold", f"line {number}")
            if any(mask & cell for name, mask in stones.items() if name != literal.content):
                raise BadInput("a cell holds two things at once", f"line {number}")
            stones[literal.content] |= cell
    return Problem(
        width,
        height,
        stones["black"],
        stones["white"],
        "white" if turn[0][1] == "second" else "black",
        depth,
        _goal(found["blackgoal"]),
        _goal(found["whitegoal"]),
    )


def _numbers(lines: list[tuple[int, str]], count: int, where: str) -> list[int]:
    words = [word for _, line in lines for word in line.split()]
    if len(words) != count or not all(
        w.isascii() and w.isdecimal() and len(w) <= MOST_NUMBER for w in words
    ):
        raise BadInput(f"expected {'two numbers' if count == 2 else 'a number'}", where)
    return [int(word) for word in words]


def _goal(lines: list[tuple[int, str]]) -> tuple[tuple[Literal, ...], ...]:
    found = []
    for number, line in lines:
        if line.strip("() \t").lower() == "false":
            continue
        literals = conjunction(line, number)
        if not literals:
            raise BadInput("an empty goal", f"line {number}")
        found.append(literals)
    return tuple(found)


# -- with x and y filled in --------------------------------------------------------------------


def ground(x: Index, y: Index, width: int, height: int, at: tuple[int, int] = (0, 0)) -> int | None:
    """The bit of the cell, ``None`` off the board; cell (x, y) is bit (y - 1) W + x - 1."""
    known = {"": 0, "?x": at[0], "?y": at[1], "xmin": 1, "xmax": width, "ymin": 1, "ymax": height}
    column, row = known[x[0]] + x[1], known[y[0]] + y[1]
    if not (1 <= column <= width and 1 <= row <= height):
        return None
    return 1 << (row - 1) * width + column - 1


def places(literals: tuple[Literal, ...], width: int, height: int) -> Iterator[tuple[int, int]]:
    """Every (x, y) that makes a difference; 0 for what no literal speaks of."""
    named = {index[0] for literal in literals for index in (literal.x, literal.y)}
    columns = range(1, width + 1) if "?x" in named else (0,)
    rows = range(1, height + 1) if "?y" in named else (0,)
    return iter(product(columns, rows))


def masks(
    literals: tuple[Literal, ...], width: int, height: int, at: tuple[int, int]
) -> dict[str, int] | None:
    """The cells of each field of :class:`Masks`; ``None`` when one is off the board."""
    found: dict[str, int] = {}
    for literal in literals:
        cell = ground(literal.x, literal.y, width, height, at)
        if cell is None:
            return None
        name = f"not_{literal.content}" if literal.negated else literal.content
        found[name] = found.get(name, 0) | cell
    return found


def steps(actions: tuple[Action, ...], width: int, height: int) -> tuple[Step, ...]:
    """Every action at every place where it exists; raises :class:`BadInput`."""
    if len(actions) * width * height > MOST_GROUND:
        raise BadInput(f"more than {MOST_GROUND} actions of one player")
    found = []
    for action in actions:
        for at in places(action.precondition + action.effect, width, height):
            needs = masks(action.precondition, width, height, at)
            makes = masks(action.effect, width, height, at)
            if needs is None or makes is None:
                continue
            opens, black, white = (makes.get(content, 0) for content in CONTENTS)
            if opens & black or opens & white or black & white:
                raise BadInput(
                    f"the action {action.name} puts two things on one cell at {at[0]},{at[1]}"
                )
            found.append(Step(Move(action.name, *at), Masks(**needs), opens, black, white))
    return tuple(found)


def goals(lines: tuple[tuple[Literal, ...], ...], width: int, height: int) -> tuple[Masks, ...]:
    """Every line of a goal at every place where it exists; raises :class:`BadInput`."""
    if len(lines) * width * height > MOST_GROUND:
        raise BadInput(f"a goal of more than {MOST_GROUND} places")
    found: dict[Masks, None] = {}
    for literals in lines:
        for at in places(literals, width, height):
            needs = masks(literals, width, height, at)
            if needs is not None:
                found[Masks(**needs)] = None
    return tuple(found)
