"""The registry joins the layers of every game, and of games that packages bring."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest
from reference import warm

from gameproof.encodings.method import Encoding, Finding, Method
from gameproof.games.game import Games, games
from gameproof.pictures.picture import Depiction
from gameproof.prover import registry
from gameproof.prover.registry import entry

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_is_joined(name: str) -> None:
    joined = entry(name)
    assert joined.game.name == name
    example = name == "nogo"
    assert joined.origin == ("gameproof_nogo" if example else "gameproof")
    assert isinstance(joined.encoding, Encoding)
    assert joined.picture is None or isinstance(joined.picture, Depiction)
    assert joined.instances is None or any(joined.instances.glob("*.json"))
    missing = [lack for lack in joined.lacks() if lack != "a picture"]
    assert missing == []


def test_looking_up_a_game_imports_no_other() -> None:
    code = (
        "import sys\n"
        "from gameproof.prover.registry import entry\n"
        "entry('nim')\n"
        "print([m for m in ('gameproof.games.snort', 'gameproof.games.positional',\n"
        "                   'gameproof.encodings.snort.snort', 'scipy') if m in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout == "[]\n", done.stderr


def test_every_name_is_found_by_itself() -> None:
    """Also where the module has another name than the game."""
    for name, (game, module) in games().items():
        assert Games()[name] == (game, module)


def test_a_name_that_no_game_has() -> None:
    assert "no game" not in games()
    assert games().get("graph") is None  # a module of rules without games


def test_without_sources_games_are_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_file", lambda path: False)
    assert Games()["mnk"][1] == "positional"


@pytest.mark.parametrize("declared", [None, "METHODS", ("a tuple",)])
def test_a_misspelt_record_is_an_error(declared: object, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("gameproof.encodings.impartial.nim")
    setattr(module, "ENCODINGS" if declared is None else "ENCODING", declared)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    with pytest.raises(RuntimeError, match="declares no ENCODING of type Encoding"):
        registry.encoding("nim")


def test_a_misspelt_question_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("gameproof.encodings.impartial.nim")
    method: Method[object] = Method("outcom", "law", lambda p, li, o: Finding("N"), "")
    module.ENCODING = Encoding((method,))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    with pytest.raises(RuntimeError, match=r"questions that nim does not have: {'outcom'}"):
        registry.encoding("nim")


RULES = """
from dataclasses import dataclass
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.game import Game
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL
from gameproof.games.meaning.outcomes import next_or_previous
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Question

@dataclass(frozen=True)
class Position:
    left: int
    players = ("next", "previous")
    to_move = "next"
    laws = IMPARTIAL_NORMAL
    def moves(self): return [1] if self.left else []
    def play(self, move):
        if move != 1 or not self.left: raise BadInput("no such move")
        return Position(self.left - 1)
    def result(self): return None if self.left else "P"
    def key(self): return str(self.left)
    def parse_move(self, text):
        if text != "1": raise BadInput("no such move")
        return 1
    def move_text(self, move): return "1"
    def __str__(self): return f"{self.left} left"

GAMES = (Game("one-by-one", "take one", (Parameter("left", "integer", "matches"),),
    (Question("outcome", "Who wins?", ("N", "P"), means=next_or_previous),), Position),)
"""
METHODS = """
from gameproof.encodings.method import Encoding, Finding, Method
from .matches_parity import Parity

def run(position, limits, options):
    return Finding("N" if position.left % 2 else "P", Parity(position.left % 2 == 1))

ENCODING = Encoding((Method("outcome", "parity", run, "obvious"),))
"""
KIND = """
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Kind, Scope
from gameproof.games.meaning.outcomes import next_or_previous
from gameproof.games.meaning.statement import Forces, Prevents
from .rules import Position

class Parity(Certificate, frozen=True, tag="matches-parity"):
    odd: bool

def conclude(goal, certificate):
    if certificate.odd != (goal.position.left % 2 == 1):
        raise Rejected("the wrong parity")
    says = next_or_previous(goal.position, "N" if certificate.odd else "P", {})
    return Conclusion(says, "by parity")

KIND = Kind(Parity, Scope((Forces, Prevents), (Position,)), "each takes one", "parity", conclude)
"""
POINTS = """[gameproof.games]
one-by-one = matches_game:PLUGIN
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """An installed package, as ``pip install --target`` leaves it, that brings a game."""
    folder = tmp_path / "matches_game"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from gameproof.games.plugins import Plugin\n"
        "PLUGIN = Plugin('matches_game.rules', 'matches_game.methods',\n"
        "                kinds=('matches_game.matches_parity',), instances='matches_game')\n"
    )
    (folder / "rules.py").write_text(RULES)
    (folder / "methods.py").write_text(METHODS)
    (folder / "matches_parity.py").write_text(KIND)
    (folder / "data").mkdir()
    document = {"schema": "gameproof/instance/1", "game": "one-by-one", "board": "6"}
    (folder / "data" / "six.json").write_text(json.dumps({**document, "expected": "P"}))
    facts = tmp_path / "matches_game-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: matches-game\nVersion: 1\n")
    (facts / "entry_points.txt").write_text(POINTS)
    return tmp_path


def command(words: str, *folders: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, *folders)))}
    return warm.run(words.split(), ROOT, environment, packages=True)


def test_a_package_brings_rules_methods_and_a_kind(package: Path) -> None:
    solved = command(f"solve one-by-one 7 -o {package}/p.json", package)
    assert "one-by-one 7: outcome: N" in solved.stdout, solved.stderr
    assert "verified" in solved.stdout
    checked = command(f"check {package}/p.json", package)
    assert checked.stdout.startswith("s VERIFIED one-by-one 7: outcome N: by parity")
    assert "from: matches-game" in command("list one-by-one", package).stdout
    assert "from: matches-game" in command("list", package).stdout
    assert "1 left" in command("show one-by-one 1", package).stdout
    listed = json.loads(command("list one-by-one --json", package).stdout)
    ran = command(f"solve {listed['instances']} --store {package}/s.sqlite", package)
    assert (ran.returncode, "agrees" in ran.stdout) == (0, True)


def test_without_the_package_no_trace_is_left(package: Path) -> None:
    command(f"solve one-by-one 7 -o {package}/p.json", package)
    gone = command("solve one-by-one 7")
    assert gone.returncode == 2
    assert "'one-by-one' is no game and no file" in gone.stderr
    assert "one-by-one" not in command("list").stdout
    checked = command(f"check {package}/p.json")
    assert checked.returncode == 1
    assert checked.stdout.startswith("s NOT VERIFIED steps[0].kind: unknown kind")


def test_a_package_cannot_replace_a_game_of_ours(package: Path) -> None:
    (package / "matches_game" / "rules.py").write_text(RULES.replace("one-by-one", "nim"))
    (package / "matches_game-1.dist-info" / "entry_points.txt").write_text(
        POINTS.replace("one-by-one", "nim")
    )
    assert "by law" in command("solve nim 3 5", package).stdout
    listed = command("list", package)
    assert listed.returncode == 70
    assert "both define the game 'nim'" in listed.stderr


def test_an_entry_point_that_is_no_plugin_is_an_error(package: Path) -> None:
    (package / "matches_game" / "__init__.py").write_text("PLUGIN = ('rules',)\n")
    failed = command("solve one-by-one 7", package)
    assert "is no Plugin" in failed.stderr


@pytest.mark.parametrize(
    ("module", "text", "said"),
    [
        ("__init__", "1 / 0", "ZeroDivisionError"),
        ("rules", "1 / 0", "ZeroDivisionError"),
        ("methods", "x = (", "SyntaxError"),
        ("matches_parity", "import no_such_module", "ModuleNotFoundError"),
    ],
)
def test_a_package_that_raises_is_named_and_left_out(
    module: str, text: str, said: str, package: Path
) -> None:
    """With the file and the line; all that is not of the package goes on."""
    path = package / "matches_game" / f"{module}.py"
    path.write_text(path.read_text() + f"\n{text}\n")
    line = f"{path}, line {len(path.read_text().splitlines())}"
    listed = command("list", package)
    assert listed.returncode == 0, listed.stderr
    assert "wythoff" in listed.stdout
    if module != "matches_parity":
        assert f"the package matches-game raised {said}" in listed.stderr
        assert line in listed.stderr
    own = command("solve one-by-one 7", package)
    assert own.returncode == 2
    assert said in own.stderr
    assert line in own.stderr
    assert "by law" in command(f"solve nim 1 2 -o {package}/n.json", package).stdout
    assert "s VERIFIED" in command(f"check {package}/n.json", package).stdout
    assert command("list --certificates", package).returncode == 0


def test_a_package_that_raises_while_it_is_at_work(package: Path) -> None:
    path = package / "matches_game" / "methods.py"
    path.write_text(path.read_text().replace('    return Finding("N"', '    return oops("N"'))
    (package / "nim.json").write_text(
        '{"schema": "gameproof/instance/1", "game": "nim", "board": "1 2"}'
    )
    own = command("solve one-by-one 7", package)
    assert own.returncode == 2
    assert "the package matches-game raised NameError" in own.stderr
    assert f"{path}, line" in own.stderr
    data = package / "matches_game" / "data" / "six.json"
    both = command(f"solve {data} {package}/nim.json --store {package}/s.sqlite", package)
    assert "nim 1 2: outcome: N" in both.stdout
    assert "the package matches-game raised NameError" in both.stdout + both.stderr
