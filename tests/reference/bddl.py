"""Games in BDDL by brute force, read and played anew: boards are dictionaries, no masks."""

from __future__ import annotations

import re
from functools import lru_cache

Board = tuple[tuple[str, ...], ...]
Conjunction = list[tuple[bool, str, str, str]]


def parts(text: str) -> dict[str, list[str]]:
    """The lines of each section."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        line = re.sub("%.*", "", line).strip()
        if line.startswith("#"):
            name = line[1:]
            found[name] = []
        elif line:
            found[name].append(line)
    return found


def conditions(text: str) -> Conjunction:
    """(true or false, content, x, y) of each condition; our files nest no NOT in a NOT."""
    atom = r"(NOT\s*\(\s*)?(open|black|white)\(([^,()]*),([^,()]*)\)"
    return [(not no, what, x, y) for no, what, x, y in re.findall(atom, text)]


class Game:
    """``wins(board, mover, plies)``: does Black win within so many plies?"""

    def __init__(self, domain: str, problem: str) -> None:
        rules, board = parts(domain), parts(problem)
        self.width, self.height = map(int, " ".join(board["boardsize"]).split())
        self.actions = {
            who: [
                (conditions(pre), conditions(effect))
                for pre, effect in re.findall(
                    r":precondition(.*?):effect(.*?)(?=:action|$)",
                    " ".join(rules[f"{who}actions"]),
                )
            ]
            for who in ("black", "white")
        }
        self.goals = {
            who: [conditions(line) for line in board[f"{who}goal"] if "False" not in line]
            for who in ("black", "white")
        }
        cells = {(x, y): "open" for x in self.columns() for y in self.rows()}
        for _, what, x, y in conditions(" ".join(board.get("init", []))):
            cells[int(x), int(y)] = what
        self.start = self.frozen(cells)
        self.starter = "white" if "second" in board.get("blackturn", []) else "black"
        self.depth = int(board["depth"][0]) if "depth" in board else None
        self.wins = lru_cache(maxsize=None)(self._wins)

    def columns(self) -> range:
        return range(1, self.width + 1)

    def rows(self) -> range:
        return range(1, self.height + 1)

    def frozen(self, cells: dict[tuple[int, int], str]) -> Board:
        return tuple(tuple(cells[x, y] for x in self.columns()) for y in self.rows())

    def cell(self, x: str, y: str, at: tuple[int, int]) -> tuple[int, int] | None:
        names = {"?x": at[0], "?y": at[1], "xmin": 1, "xmax": self.width,
                 "ymin": 1, "ymax": self.height}  # fmt: skip
        numbers = []
        for index in (x, y):
            total = 0
            for sign, term in re.findall(r"([+-]?)\s*(\?[xy]|[a-z]+|[0-9]+)", index):
                number = names[term] if term in names else int(term)
                total += -number if sign == "-" else number
            numbers.append(total)
        column, row = numbers
        return (column, row) if column in self.columns() and row in self.rows() else None

    def holds(self, literals: Conjunction, board: Board, at: tuple[int, int]) -> bool:
        """Are all cells on the board, and do they hold what they should?"""
        for wanted, what, x, y in literals:
            place = self.cell(x, y, at)
            if place is None or (board[place[1] - 1][place[0] - 1] == what) != wanted:
                return False
        return True

    def has_won(self, who: str, board: Board) -> bool:
        return any(
            self.holds(goal, board, (x, y))
            for goal in self.goals[who] for x in self.columns() for y in self.rows()
        )  # fmt: skip

    def after(self, who: str, board: Board) -> set[Board]:
        """The boards that a move leads to."""
        found = set()
        for before, effect in self.actions[who]:
            for x in self.columns():
                for y in self.rows():
                    places = [(what, self.cell(i, j, (x, y))) for _, what, i, j in effect]
                    if None in [place for _, place in places]:
                        continue
                    if self.holds(before, board, (x, y)):
                        cells = {
                            (i, j): board[j - 1][i - 1] for i in self.columns() for j in self.rows()
                        }
                        cells.update({place: what for what, place in places if place})
                        found.add(self.frozen(cells))
        return found

    def _wins(self, board: Board, mover: str, plies: int) -> bool:
        if plies == 0:
            return False
        options = self.after(mover, board)
        if mover == "black":
            for option in options:
                if self.has_won("black", option):
                    return True
                if not self.has_won("white", option) and self.wins(option, "white", plies - 1):
                    return True
            return False
        return all(
            not self.has_won("white", option) and self.wins(option, "black", plies - 1)
            for option in options
        )

    def black_wins_within(self, plies: int) -> bool:
        """The question of the file."""
        if self.has_won("white", self.start):
            return False
        return self.wins(self.start, self.starter, plies)
