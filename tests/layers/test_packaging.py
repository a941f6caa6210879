"""The layout: every layer a sub-package of gameproof, nothing astray."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from gameproof.solvers.native import compile_engines

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOT_INSTALLED = {
    "tests",
    "examples",
    "benchmarks",
    "docs",
    "formal",
    "node_modules",
    "build",
    "dist",
    "out",
}


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )


def test_every_folder_with_python_files_is_a_package() -> None:
    folders = {
        p.parent.relative_to(ROOT)
        for p in ROOT.glob("*/**/*.py")
        if not p.parts[len(ROOT.parts)].startswith(".")
    }
    mapped = {
        name: Path(folder) for name, folder in PROJECT["tool"]["setuptools"]["package-dir"].items()
    }
    assert {f for f in folders if f.parts[0] not in NOT_INSTALLED} == {*mapped.values()}
    assert sorted(PROJECT["tool"]["setuptools"]["packages"]) == sorted(mapped)
    for name, folder in mapped.items():
        assert name == ".".join(dict.fromkeys(("gameproof", *folder.parts)))
        assert (ROOT / folder / "__init__.py").exists() == (name != "gameproof.encodings")
        if len(folder.parts) == 1:
            assert (ROOT / folder / "py.typed").exists()
            assert "py.typed" in PROJECT["tool"]["setuptools"]["package-data"][name]
        if len(folder.parts) == 1 and name != "gameproof":
            link = ROOT / "gameproof" / folder
            assert link.is_symlink()
            assert not link.readlink().is_absolute()
            assert link.resolve() == ROOT / folder


def test_encodings_never_shadows_the_standard_library() -> None:
    assert not (ROOT / "encodings" / "__init__.py").exists()
    for path in (str(ROOT), ""):
        result = run(sys.executable, "-c", "import encodings.idna", PYTHONPATH=path)
        assert result.returncode == 0, result.stderr


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from gameproof.cli.main import run\n"
        "status = run(['--help'])\n"
        "heavy = {'ortools', 'numpy', 'scipy', 'networkx', 'rich', 'pysat', 'msgspec'}\n"
        "print('HEAVY', sorted(heavy & set(sys.modules)), status)\n"
    )
    result = run(sys.executable, "-c", code, PYTHONPATH=str(ROOT))
    assert result.stdout.splitlines()[-1] == "HEAVY [] 0", result.stderr


def test_checking_imports_no_solver_and_no_encoding(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    links = str(ROOT)
    code = "import sys; from gameproof.cli.main import run; status = run(sys.argv[1:])\n"
    made = run(
        sys.executable,
        "-c",
        code,
        *("solve", "geography", "petersen", "--start", "0", "-o", str(path)),
        PYTHONPATH=links,
    )
    assert path.exists(), made.stderr
    code += (
        "layers = ('gameproof.solvers', 'gameproof.encodings', 'ortools', 'pysat')\n"
        "print([m for m in sys.modules if m.startswith(layers)], status)\n"
    )
    checked = run(sys.executable, "-c", code, "check", str(path), PYTHONPATH=links)
    assert checked.stdout.startswith("s VERIFIED"), checked.stderr
    assert checked.stdout.splitlines()[-1] == "[] 0"


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("nim 3 4 5", 63),
        ("snort path 7 -q value", 90),
    ],
)
def test_a_question_enters_few_modules(words: str, most: int) -> None:
    code = (
        "import sys\n"
        "from gameproof.cli.main import run\n"
        "status = run(['solve', '--fresh', *sys.argv[1:]])\n"
        "print(len([m for m in sys.modules if m.partition('.')[0] == 'gameproof']), status)\n"
    )
    result = run(sys.executable, "-c", code, *words.split(), PYTHONPATH=str(ROOT))
    entered, status = result.stdout.splitlines()[-1].split()
    assert status == "0", result.stderr
    assert int(entered) <= most


def test_the_clone_runs_as_a_module_without_an_installation() -> None:
    result = run(sys.executable, "-m", "gameproof", "--help", PYTHONPATH=str(ROOT))
    assert result.returncode == 0, result.stderr
    assert "solve" in result.stdout


@pytest.mark.slow
def test_the_wheel_holds_the_packages_and_nothing_else(tmp_path: Path) -> None:
    result = run(sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT))
    assert result.returncode == 0, result.stderr[-2000:]
    wheel = next(tmp_path.glob("*.whl"))
    assert re.fullmatch(r"gameproof-[\d.]+-py3-none-(?!any)\w+\.whl", wheel.name)
    names = zipfile.ZipFile(wheel).namelist()
    assert f"gameproof/solvers/{compile_engines.library_name()}" in names
    assert not [name for name in names if name.endswith((".cpp", ".h", ".o"))]
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {"gameproof"}
    assert "gameproof/encodings/__init__.py" not in names
    for folder in PROJECT["tool"]["setuptools"]["package-dir"].values():
        inside = folder if folder == "gameproof" else f"gameproof/{folder}"
        for path in (ROOT / folder).glob("*.py"):
            assert f"{inside}/{path.name}" in names
    assert any(n.startswith("gameproof/instances/data/") for n in names)
    assert any(n.startswith("gameproof/instances/claims/") for n in names)
    assert "gameproof/solvers/py.typed" in names


@pytest.mark.slow
def test_the_source_distribution_makes_a_wheel_that_solves(tmp_path: Path) -> None:
    made = run(sys.executable, "-m", "build", "--outdir", str(tmp_path), str(ROOT))
    assert made.returncode == 0, made.stderr[-2000:]
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        inside = {Path(*Path(name).parts[1:]).as_posix() for name in archive.getnames()}
    sources = [*compile_engines.sources(), *compile_engines.headers()]
    assert {path.relative_to(ROOT).as_posix() for path in sources} <= inside
    # That wheel was made from the source distribution. It is tried where nothing else is on the
    # path but what gameproof needs.
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path / "installed")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'installed')!r})\n"
        "from gameproof.cli.main import run\n"
        "print(sys.modules['gameproof'].__file__)\n"
        "sys.exit(run(['solve', 'hex', '4', '4']))\n"
    )
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path))
    assert "hex 4 4: outcome: first" in done.stdout


@pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="no cross-compiler")
@pytest.mark.slow
@pytest.mark.parametrize("target", ["aarch64-linux-musl", "aarch64-macos", "x86_64-windows-gnu"])
def test_libraries_for_other_systems(target: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ziglang", "c++", "-target", target]
    script = str(ROOT / "solvers" / "native" / "compile_engines.py")
    done = run(sys.executable, script, CXX=shlex.join(command))
    assert done.returncode == 0, done.stderr
    library = ROOT / "build" / f"{target}{compile_engines.library_name(command)}"
    content = library.read_bytes()
    assert compile_engines.fingerprint().encode() in content
    marks = {"musl": b"\x7fELF", "macos": b"\xcf\xfa\xed\xfe", "gnu": b"MZ"}
    assert content.startswith(marks[target.rpartition("-")[2]])
