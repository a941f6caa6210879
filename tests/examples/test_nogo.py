"""The example package: its own tests, its size, its wheel in an environment of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from reference.example import EXAMPLE
from soundness.oracle_grids import positions, whole
from soundness.oracle_snort import text

from gameproof.cli.new import skeleton
from gameproof.encodings.partizan import proved_value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import from_words, resolve
from gameproof.solvers.limits import Limits

ROOT = Path(__file__).parents[2]
PACKAGE = EXAMPLE / "gameproof_nogo"

UNBUILT = ("tests", "benchmarks", "docs", "examples")
Done = subprocess.CompletedProcess[str]


def run(*words: str | Path, cwd: Path = ROOT, **environment: str) -> Done:
    return subprocess.run(
        [*map(str, words)], capture_output=True, text=True, check=False, cwd=cwd,
        env={**os.environ, **environment},
    )  # fmt: skip


def test_rules_methods_and_picture_are_short() -> None:
    files = [path for path in PACKAGE.glob("*.py") if path.name != "__init__.py"]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 120


@pytest.mark.parametrize(
    "board",
    ["domineering 3 3", "domineering 2 5", "clobber 3 3", "clobber xoxo/oo.x",
     "toads-and-frogs TT..FF", "toads-and-frogs TFT.F/T.F", "nogo 2 2", "nogo 1 5"],
)  # fmt: skip
def test_values_of_all_positions_by_brute_force(board: str) -> None:
    seen = 0
    start = resolve(from_words(board.split())).position
    for position in positions(start):  # type: ignore[arg-type]
        found, _ = proved_value(position, Limits())  # type: ignore[arg-type]
        assert str(found) == text(whole(position)), position
        seen += 1
    assert seen > 2


def installed(folder: Path, package: Path, name: str, entries: dict[str, str]) -> str:
    """The path on which a package is found as if it were installed."""
    facts = folder / f"{name}-1.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    lines = ["[gameproof.games]", *(f"{game} = {record}" for game, record in entries.items())]
    (facts / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return os.pathsep.join([str(ROOT), str(folder), str(package)])


def test_the_package_passes_its_own_tests(tmp_path: Path) -> None:
    records = {"nogo": "gameproof_nogo:NOGO"}
    path = installed(tmp_path, EXAMPLE, "gameproof_nogo", records)
    words = ("-m", "pytest", "-q", "-p", "no:xdist", "-c", os.devnull, "--rootdir", EXAMPLE)
    done = run(sys.executable, *words, EXAMPLE / "tests", PYTHONPATH=path)
    assert done.returncode == 0, done.stdout[-3000:]
    assert re.search(r"\b7 passed", done.stdout)


@pytest.mark.parametrize("kind", [(), ("--partizan",)])
def test_a_new_package_passes_its_tests_as_it_is_written(
    kind: tuple[str, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "row-of-matches"
    code = "from gameproof.cli.main import main; main()"
    made = run(sys.executable, "-c", code, "new", "row-of-matches", "-o", folder, *kind,
               PYTHONPATH=str(ROOT))  # fmt: skip
    assert made.returncode == 0, made.stderr
    records = {"row-of-matches": "gameproof_row_of_matches:PLUGIN"}
    path = installed(tmp_path / "site", folder, "row", records)
    words = ("-m", "pytest", "-q", "-p", "no:xdist", "-c", os.devnull, "--rootdir", folder)
    done = run(sys.executable, *words, folder, PYTHONPATH=path)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "2 passed" in done.stdout
    again = run(sys.executable, "-c", code, "new", "row-of-matches", "-o", folder,
                PYTHONPATH=str(ROOT))  # fmt: skip
    assert again.returncode == 2
    assert "exists" in again.stderr
    for tool in (("check",), ("format", "--check", "--diff")):
        tidy = run(sys.executable, "-m", "ruff", *tool, "--config", ROOT / "pyproject.toml", folder)
        assert tidy.returncode == 0, tidy.stdout


@pytest.mark.parametrize("name", ["Nim", "nim", "two words", "a_b", "1x", "", "-x", "a" * 41])
def test_a_name_that_no_game_can_have(name: str) -> None:
    with pytest.raises(BadInput):
        skeleton(name)


@pytest.mark.slow
def test_the_wheel_in_an_environment_of_its_own(tmp_path: Path) -> None:
    """Installed from wheels beside nothing but the libraries; uninstalled without a trace."""
    # Builders write beside the sources, and read what an earlier build left there.
    left_out = shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__", *UNBUILT)
    copies = [
        shutil.copytree(project, tmp_path / f"of-{project.name}", symlinks=True, ignore=left_out)
        for project in (ROOT, EXAMPLE)
    ]
    for project in copies:
        words = ("-m", "build", "--wheel", "--outdir", tmp_path / "wheels")
        built = run(sys.executable, *words, project)
        assert built.returncode == 0, built.stderr[-2000:]
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    here = next(p for p in (tmp_path / "venv" / "lib").iterdir()) / "site-packages"
    libraries = [p for p in sys.path if p.endswith("site-packages")]
    (here / "libraries.pth").write_text("\n".join(libraries) + "\n")
    wheels = sorted((tmp_path / "wheels").glob("*.whl"))
    assert len(wheels) == 2
    done = run(python, "-m", "pip", "install", "--no-deps", "--no-index", "--ignore-installed",
               *wheels)  # fmt: skip
    assert done.returncode == 0, done.stderr
    before = {path.name for path in here.iterdir()}
    command = tmp_path / "venv" / "bin" / "gameproof"
    proof = tmp_path / "p.json"

    def gameproof(words: str) -> Done:
        return run(command, *words.split(), cwd=tmp_path, PYTHONPATH="", COLUMNS="100")

    where = run(python, "-c", "import gameproof; print(gameproof.__file__)", cwd=tmp_path,
                PYTHONPATH="")  # fmt: skip
    assert where.stdout.startswith(str(tmp_path)), where.stdout
    solved = gameproof(f"solve nogo 1 3 -q value -o {proof}")
    assert "nogo 1 3: value: ±1" in solved.stdout, solved.stderr
    assert "verified" in solved.stdout
    said = gameproof(f"check {proof}").stdout
    assert said.startswith("s VERIFIED nogo 1 3: value ±1")
    assert "; by rules of gameproof-nogo; instance " in said
    assert "from: gameproof-nogo" in gameproof("list nogo").stdout
    assert "1 . . ." in gameproof("show nogo 1 3").stdout
    folder = here / "gameproof_nogo" / "data"
    assert "agrees" in gameproof(f"solve {folder} --store {tmp_path}/s.sqlite").stdout
    gone = run(python, "-m", "pip", "uninstall", "-y", "gameproof-nogo")
    assert gone.returncode == 0, gone.stderr
    left = before - {path.name for path in here.iterdir()}
    assert {name.split("-")[0] for name in left} == {"gameproof_nogo"}
    assert not list(here.glob("*nogo*"))
    assert "is no game" in gameproof("solve nogo 1 3 -q value").stderr
    assert "nogo BOARD" not in gameproof("list").stdout
    assert gameproof(f"check {proof}").returncode == 1


def test_the_page_shows_what_stands_in_the_package() -> None:
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    sources = [
        path.read_text(encoding="utf-8")
        for path in EXAMPLE.rglob("*")
        if path.suffix in (".py", ".toml", ".json")
    ]
    shown = re.findall(r"^```(?:py|toml|json)\n(.*?)^```", page, re.M | re.S)
    assert len(shown) >= 8
    for block in shown:
        assert any(block in source for source in sources), block
