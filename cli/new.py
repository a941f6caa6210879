"""``gameproof new``: the skeleton of a package that brings a game, complete and working."""

from __future__ import annotations

import re
from pathlib import Path

import click

PYPROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "gameproof-{name}"
version = "0.1"
description = "The game {name} for gameproof"
requires-python = ">=3.11"
dependencies = ["gameproof"]

[project.entry-points."gameproof.games"]
{name} = "{package}:PLUGIN"

[tool.setuptools]
packages = ["{package}"]

[tool.setuptools.package-data]
{package} = ["data/*.json"]
"""

INIT = '''\
"""The game {name} for gameproof."""

from gameproof.games.plugins import Plugin

PLUGIN = Plugin(
    rules="{package}.rules",
    encoding="{package}.methods",
    picture="{package}.picture",
    instances="{package}",
)
'''

RULES = '''\
"""The rules: take one or two of the matches in a row, neighbours if two; who cannot loses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gameproof.games.game import Game
from gameproof.games.impartial.impartial import QUESTIONS, Impartial
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter

Take = tuple[int, int]
"""The place of the first match taken, from 0, and how many are taken."""


@dataclass(frozen=True)
class Position(Impartial[Take]):
    """``row``: a character for each place, ``|`` a match, ``.`` none."""

    row: str

    def moves(self) -> Iterator[Take]:
        """One match, or two that are neighbours."""
        for place in range(len(self.row)):
            for many in (1, 2):
                if self.row[place : place + many] == "|" * many:
                    yield place, many

    def play(self, move: Take, /) -> Position:
        """The row without the matches taken; raises :class:`BadInput`."""
        if move not in self.moves():
            raise BadInput(f"nothing can be taken by {{move!r:.60}}")
        place, many = move
        return Position(self.row[:place] + "." * many + self.row[place + many :])

    def key(self) -> str:
        """The row, which tells two positions apart."""
        return self.row

    def parts(self) -> tuple[Position, ...]:
        """No move takes from two stretches of matches: the position is their sum."""
        return tuple(Position(stretch) for stretch in self.row.split(".") if stretch)

    def move_text(self, move: Take, /) -> str:
        """``3`` for the third match, ``3-4`` for it and its neighbour."""
        place, many = move
        return str(place + 1) if many == 1 else f"{{place + 1}}-{{place + 2}}"

    def __str__(self) -> str:
        return self.row


def make(matches: int) -> Position:
    """So many matches in a row; raises :class:`BadInput`."""
    if not 0 <= matches <= 1000:
        raise BadInput("expected 0 to 1000 matches", "matches")
    return Position("|" * matches)


GAMES = (
    Game(
        name="{name}",
        rule="take a match, or two that are neighbours; whoever cannot loses",
        parameters=(Parameter("matches", "integer", "number of matches in the row"),),
        questions=QUESTIONS,
        make=make,
        source="Kayles (Dudeney 1908)",
        examples=("{name} 4", "{name} 5 -q grundy"),
    ),
)
'''

METHODS = '''\
"""The methods: Grundy values of all stretches, each proved by the certificate."""

from gameproof.encodings.impartial.impartial import table_methods
from gameproof.encodings.method import Encoding

ENCODING = Encoding(table_methods())
'''

PICTURE = '''\
"""The picture: the matches as strokes."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.pictures.picture import Depiction, Detail, Drawing, Picture
from {package}.rules import Position


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The row as text, and a stroke for each match; what is told beside an answer below."""
    move = (detail or {{}}).get("winning_move")
    text = (position.row or "no matches") + (f"\\ntake {{move}}" if move else "")
    text += "\\nproved\\n" if certificate else "\\n"
    drawing = Drawing(20.0 * len(position.row) + 20, 60, "{name}")
    for place, mark in enumerate(position.row):
        if mark == "|":
            drawing.line((20.0 * place + 20, 10), (20.0 * place + 20, 50), width=4)
    return Picture(text, drawing.svg())


PICTURE = Depiction(draw)
'''

INSTANCE = """\
{{"schema": "gameproof/instance/1", "game": "{name}", "board": "5", "question": "grundy",
 "expected": "4", "source": "Winning Ways, chapter 4, table 6"}}
"""

TEST = '''\
"""The game keeps its word, and its instances have the answers that are expected."""

from importlib.resources import files

import gameproof as gp
from gameproof.testing import conforms

BOARDS = [f"{name} {{matches}}" for matches in (0, 1, 4, 5)]


def test_the_game_conforms() -> None:
    """Notation, illegal moves, laws, meanings, answers, certificates, pictures."""
    report = conforms("{name}", BOARDS)
    assert report.boards == len(BOARDS)
    assert report.certificates > 0


def test_the_instances() -> None:
    """Each has its expected answer, proved."""
    proofs = list(gp.solve_all(str(files("{package}") / "data")))
    assert proofs
    assert all(proof.verified and proof.agrees for proof in proofs)
'''


PARTIZAN_RULES = '''\
"""The rules: Left takes a match, Right two that are neighbours; whoever cannot loses."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gameproof.games.game import Game
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.partizan import LEFT, QUESTIONS, TO_MOVE, Partizan

Take = tuple[int, int]
"""The place of the first match taken, from 0, and how many are taken."""


@dataclass(frozen=True)
class Position(Partizan[Take]):
    """``row``: a character for each place, ``|`` a match, ``.`` none."""

    row: str = ""

    def options(self, player: str) -> list[Take]:
        """One match for Left, two that are neighbours for Right."""
        many = 1 if player == LEFT else 2
        places = range(len(self.row))
        return [(k, many) for k in places if self.row[k : k + many] == "|" * many]

    def after(self, move: Take, /) -> Position:
        """The row without the matches taken."""
        place, many = move
        return replace(self, row=self.row[:place] + "." * many + self.row[place + many :])

    def board_key(self) -> str:
        """The row, which tells two positions apart."""
        return self.row

    def parts(self) -> tuple[Position, ...]:
        """No move takes from two stretches of matches: the position is their sum."""
        stretches = [stretch for stretch in self.row.split(".") if stretch]
        return tuple(replace(self, row=stretch) for stretch in stretches)

    def move_text(self, move: Take, /) -> str:
        """``3`` for the third match, ``3-4`` for it and its neighbour."""
        place, many = move
        return str(place + 1) if many == 1 else f"{{place + 1}}-{{place + 2}}"

    def __str__(self) -> str:
        return f"{{self.row}} {{self.to_move}}"


def make(matches: int, to_move: str = LEFT) -> Position:
    """So many matches in a row; raises :class:`BadInput`."""
    if not 0 <= matches <= 1000:
        raise BadInput("expected 0 to 1000 matches", "matches")
    return Position("|" * matches, to_move=to_move)


GAMES = (
    Game(
        name="{name}",
        rule="Left takes a match, Right two neighbours; whoever cannot loses",
        parameters=(Parameter("matches", "integer", "number of matches in the row"), TO_MOVE),
        questions=QUESTIONS,
        make=make,
        source="an example",
        examples=("{name} 3 -q value", "{name} 4 --to-move right"),
    ),
)
'''

PARTIZAN_METHODS = '''\
"""The methods: values by canonical forms, proved by the certificate, and search."""

from gameproof.encodings.partizan import partizan_encoding

ENCODING = partizan_encoding()
'''

PARTIZAN_INSTANCE = """\
{{"schema": "gameproof/instance/1", "game": "{name}", "board": "3", "question": "value",
 "expected": "{{2|1}}", "source": "by hand: Left leaves 1 + 1, Right leaves 1"}}
"""


@click.command(name="new")
@click.argument("name")
@click.option("--partizan", is_flag=True,
              help="The two players have different moves; else an impartial game.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The folder (default: NAME).")
def command(name: str, partizan: bool, output: Path | None) -> None:
    """Write the skeleton of a package that brings the game NAME.

    Rules, methods, a picture, an instance and a test that passes as it stands; docs/extending.md
    tells how to go on.

    \b
    gameproof new kayles-row
    gameproof new my-domineering --partizan
    pip install -e kayles-row
    pytest kayles-row
    """
    folder = output or Path(name)
    for path, text in skeleton(name, partizan).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("x", encoding="utf-8") as file:
            file.write(text)
    click.echo(f"{folder}: a package of the game {name}; 'pip install -e {folder}' installs it")


def skeleton(name: str, partizan: bool = False) -> dict[str, str]:
    """The files of the package by their paths; raises :class:`BadInput` for a name that is
    taken or that no command line can hold."""
    from gameproof.games.game import games
    from gameproof.games.meaning.bad_input import BadInput

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > 40:
        raise BadInput("a game's name is lower case letters, digits and dashes", "name")
    if name in games():
        raise BadInput(f"there is a game {name!r} already", "name")
    package = "gameproof_" + name.replace("-", "_")
    texts = {
        "pyproject.toml": PYPROJECT,
        f"{package}/__init__.py": INIT,
        f"{package}/rules.py": PARTIZAN_RULES if partizan else RULES,
        f"{package}/methods.py": PARTIZAN_METHODS if partizan else METHODS,
        f"{package}/picture.py": PICTURE,
        f"{package}/data/a_row.json": PARTIZAN_INSTANCE if partizan else INSTANCE,
        f"tests/test_{name.replace('-', '_')}.py": TEST,
    }
    return {path: text.format(name=name, package=package) for path, text in texts.items()}
