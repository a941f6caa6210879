"""Games of Hex and Gomoku in SGF, the Smart Game Format (FF[4], Hollosi 1999).

The position is the one at the end of the main line: setup stones (``AB``, ``AW``, ``AE``), moves
(``B``, ``W``), ``PL`` for who is to move, ``SZ`` for the size. Hex (``GM[11]``) names cells as
``b3``, column and row, Gomoku (``GM[4]``) as ``bc``, both from the upper left. Black, who joins top
and bottom in Hex, is the first player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gameproof.games.boards.grid_labels import grid_cell, grid_label
from gameproof.games.meaning.bad_input import BadInput

Node = list[tuple[str, list[str]]]
"""The properties of a node, each with its values."""

HEX, GOMOKU = "11", "4"
OTHERS = {"1": "Go", "2": "Othello", "3": "chess", "5": "Nine Men's Morris", "6": "backgammon"}
PLAYERS = {"B": "first", "W": "second"}
FREE = {"", "gomoku", "free", "freestyle", "free-style", "free style"}
LARGEST = 1000
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL)


def words(text: str) -> list[str]:
    """The words of the position: ``hex 5 5 --first ...``; raises :class:`BadInput`."""
    nodes = _main_line(text)
    root = {name: values[0].strip() for name, values in nodes[0] if values}
    kind = root.get("GM")
    if kind not in (HEX, GOMOKU):
        other = "no game (no property GM)" if kind is None else OTHERS.get(kind, f"game {kind[:9]}")
        raise BadInput(f"of SGF files, Hex (GM[11]) and Gomoku (GM[4]) are read, this is {other}")
    rules = root.get("RU", "").strip().lower()
    if kind == GOMOKU and rules not in FREE:
        raise BadInput(f"Gomoku is read in its free style, not with the rules {rules[:60]!r}", "RU")
    rows, columns = _size(root.get("SZ", "11" if kind == HEX else "15"))
    stones, mover = _played(nodes, kind, (rows, columns))
    found = (
        ["hex", str(rows), str(columns)] if kind == HEX else ["mnk", str(rows), str(columns), "5"]
    )
    for player in PLAYERS.values():
        own = [grid_label(c, (rows, columns)) for c, p in sorted(stones.items()) if p == player]
        found += [f"--{player}", ";".join(own)] if own else []
    return found + (["--to-move", "second"] if mover == "second" else [])


def _main_line(text: str) -> list[Node]:
    """The nodes from the root along the first of all variations."""
    nodes: list[Node] = []
    depth = closed = 0
    for sign, name, value in _tokens(text):
        if depth == 0 and nodes:
            raise BadInput("this file holds several games", "SGF")
        if sign == "(":
            depth += 1
            continue
        if sign == ")":
            depth -= 1
            closed += 1
            continue
        if closed:  # another variation
            continue
        if sign == ";":
            nodes.append([])
        elif not nodes:
            raise BadInput("expected a tree as (;GM[11]SZ[5];B[a1])", "SGF")
        elif name:
            nodes[-1].append((name, []))
        elif nodes[-1]:
            nodes[-1][-1][1].append(re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL))
    if not nodes or depth != 0:
        raise BadInput("expected a tree as (;GM[11]SZ[5];B[a1]), closed", "SGF")
    return nodes


def _tokens(text: str) -> Iterator[tuple[str, str, str]]:
    place, text = 0, text.rstrip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            line = text.count("\n", 0, place) + 1
            raise BadInput(f"no SGF: {text[place : place + 20]!r}", f"line {line}")
        place = match.end()
        # Small letters of a name do not count (FF[1] to FF[3]).
        name = "".join(c for c in match[2] or "" if c.isupper())
        yield match[1] or "", name, match[3] or ""


def _size(text: str) -> tuple[int, int]:
    """Rows and columns; SGF has the columns first."""
    numbers = text.split(":")
    if len(numbers) > 2 or not all(re.fullmatch(r"[1-9][0-9]{0,3}", n) for n in numbers):
        raise BadInput(f"expected a size as 11 or 8:10, not {text[:60]!r}", "SZ")
    columns, rows = int(numbers[0]), int(numbers[-1])
    if max(rows, columns) > LARGEST:
        raise BadInput(f"a side has at most {LARGEST} cells here", "SZ")
    return rows, columns


def _played(nodes: list[Node], kind: str, shape: tuple[int, int]) -> tuple[dict[int, str], str]:
    """Whose stone stands on each cell at the end, and who is to move."""
    stones: dict[int, str] = {}
    mover = "first"
    for number, node in enumerate(nodes):
        place = f"node {number}"
        for name, values in node:
            if name in ("AB", "AW", "AE"):
                for cell in (c for v in values for c in _cells(v, kind, shape, place)):
                    stones.pop(cell, None)
                    if name != "AE":
                        stones[cell] = PLAYERS[name[1]]
            elif name == "PL":
                mover = PLAYERS.get(values[0].strip()[:1].upper() if values else "", mover)
            elif name in PLAYERS:
                if len(values) != 1:
                    raise BadInput("expected one move", place)
                word = values[0].strip()
                if word.lower() in ("resign", "forfeit", "time"):
                    continue
                mover = "second" if name == "B" else "first"
                if word.lower() == "swap-pieces" and kind == HEX and shape[0] == shape[1]:
                    stones = {
                        c % shape[1] * shape[1] + c // shape[1]: PLAYERS[name] for c in stones
                    }
                    continue
                cell = _cell(word, kind, shape, place)
                if cell in stones:
                    raise BadInput(f"the cell {word!r} is taken", place)
                stones[cell] = PLAYERS[name]
    return stones, mover


def _cells(word: str, kind: str, shape: tuple[int, int], place: str) -> list[int]:
    """A cell, or the cells of a rectangle ``aa:cc``."""
    corners = [_cell(part.strip(), kind, shape, place) for part in word.split(":")]
    (top, left), (bottom, right) = (divmod(corners[i], shape[1]) for i in (0, -1))
    if len(corners) > 2 or top > bottom or left > right:
        raise BadInput(f"expected a cell or a rectangle, not {word[:60]!r}", place)
    return [r * shape[1] + c for r in range(top, bottom + 1) for c in range(left, right + 1)]


def _cell(word: str, kind: str, shape: tuple[int, int], place: str) -> int:
    cell = grid_cell(word, shape) if kind == HEX else None
    if kind == GOMOKU and re.fullmatch("[a-z]{2}", word):
        column, row = (ord(letter) - ord("a") for letter in word)
        if row < shape[0] and column < shape[1]:
            cell = row * shape[1] + column
    if cell is None:
        raise BadInput(f"no cell {word[:60]!r} on this board", place)
    return cell
