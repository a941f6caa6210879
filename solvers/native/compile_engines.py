"""Compile the engines into one library: all ``*.cpp`` of ``solvers/``, linked as C.

The library needs nothing but libc: no C++ runtime, no Python headers. It says by a hash of
which sources it was made. ``python solvers/native/compile_engines.py`` in a clone compiles what has
changed; ``--checked`` makes the build that looks at every index, under address and
undefined-behaviour sanitizers.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOLVERS = Path(__file__).resolve().parents[1]
FLAGS = [
    "-std=c++20",
    "-O3",
    "-fPIC",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fvisibility=hidden",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-threadsafe-statics",
    "-Wall",
    "-Wextra",
    "-Wno-psabi",
    "-Wno-sign-compare",
]
CHECKED = ["-DGAMEPROOF_CHECKED", "-O1", "-g", "-fno-omit-frame-pointer"]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize=signed-integer-overflow"]
LINKS = {"c++": "cc", "g++": "gcc", "clang++": "clang"}


class BuildError(RuntimeError):
    """No compiler, or the compiler refused a source."""


def sources() -> list[Path]:
    """The engines' sources, in a fixed order."""
    return sorted(SOLVERS.rglob("*.cpp"))


def headers() -> list[Path]:
    """What the sources include."""
    return sorted(SOLVERS.rglob("*.h"))


def fingerprint() -> str:
    """Hex digits that tell the sources and headers of the engines from any others."""
    digest = hashlib.sha256()
    for path in [*sources(), *headers()]:
        digest.update(path.relative_to(SOLVERS).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def library_name(system: str = sys.platform) -> str:
    """What the library's file is called on a system."""
    return "_engines" + {"win32": ".dll", "darwin": ".dylib"}.get(system, ".so")


def compiler() -> list[str] | None:
    """The command of a C++20 compiler: ``CXX``, one of this machine, or that of ``ziglang``."""
    return _found() or _zig()


def _found() -> list[str] | None:
    named = os.environ.get("CXX")
    if named:
        return shlex.split(named)
    for name in ("g++", "clang++", "c++"):
        if shutil.which(name) and _works([name]):
            return [name]
    return None


def _works(command: list[str]) -> bool:
    """Does it compile what the sources need?"""
    try:
        done = subprocess.run(
            [*command, "-std=c++20", "-fsyntax-only", "-x", "c++", "-"],
            input="#include <bit>\n#include <algorithm>\n#include <tuple>\n"
            "int main() { return std::popcount(0u); }",
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return False
    return done.returncode == 0


def _zig() -> list[str] | None:
    """Zig's, for the oldest C library that wheels are for."""
    if importlib.util.find_spec("ziglang") is None:
        return None
    command = [sys.executable, "-m", "ziglang", "c++"]
    if sys.platform == "linux":
        command += ["-target", f"{platform.machine()}-linux-gnu.2.17"]
    return command


def _processor(command: list[str], machine: str) -> list[str]:
    """The flag for the oldest processors that are served."""
    if machine.lower() not in ("x86_64", "amd64"):
        return []
    return ["-mcpu=x86_64_v2"] if "ziglang" in command else ["-march=x86-64-v2"]


def build(
    target: Path,
    objects: Path,
    *,
    engines: list[Path] | None = None,
    checked: bool = False,
    quiet: bool = False,
) -> float:
    """Compile all engines, or those given, into ``target``, keeping objects in a folder so that
    only what changed is compiled again; returns the seconds it took. Raises
    :class:`BuildError`."""
    command = compiler()
    if command is None:
        raise BuildError("no C++20 compiler: set CXX, or install g++, clang or the package ziglang")
    begun = time.monotonic()
    machine = platform.machine()
    for i, word in enumerate(command):
        if word == "-target" or word.startswith("--target="):
            machine = (command[i + 1] if word == "-target" else word[9:]).partition("-")[0]
    flags = [*FLAGS, *_processor(command, machine)]
    if checked:
        flags += [*CHECKED, *SANITIZE]
    objects.mkdir(parents=True, exist_ok=True)
    shared = hashlib.sha256(repr([command, flags]).encode())
    for path in headers():
        shared.update(path.read_bytes())
    made: list[Path] = []
    missing: list[tuple[Path, Path]] = []
    for path in sources() if engines is None else engines:
        key = shared.copy()
        key.update(path.read_bytes())
        made.append(objects / f"{path.stem}-{key.hexdigest()[:16]}.o")
        if not made[-1].exists():
            missing.append((path, made[-1]))
    if missing and not quiet:
        print(
            f"gameproof: compiling {len(missing)} of {len(made)} engines with {command[0]} "
            "(half a minute for all)",
            file=sys.stderr,
            flush=True,
        )
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda job: _compile([*command, *flags], *job), missing))
    for old in set(objects.glob("*.o")) - set(made):
        old.unlink(missing_ok=True)
    stamp = objects / "fingerprint.c"
    stamp.write_text(
        "#ifdef _WIN32\n__declspec(dllexport)\n#else\n"
        '__attribute__((visibility("default")))\n#endif\n'
        f'const char gameproof_sources[] = "gameproof engines of {fingerprint()}";\n',
        encoding="ascii",
    )
    _link(command, target, [*made, stamp], checked)
    return time.monotonic() - begun


def _compile(command: list[str], source: Path, target: Path) -> None:
    part = target.with_suffix(f".{os.getpid()}.part")
    include = ["-I", str(SOLVERS / "native"), "-I", str(SOLVERS)]
    _run([*command, *include, "-c", str(source), "-o", str(part)], source.name)
    part.replace(target)


def _link(command: list[str], target: Path, made: list[Path], checked: bool) -> None:
    """Linked as C, so that no C++ library is needed where it runs."""
    link = [LINKS.get(word, word) for word in command]
    if "ziglang" in link:
        link[link.index("c++")] = "cc"
    flags = ["-shared", "-fPIC", *(SANITIZE if checked else ["-s"])]
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    _run([*link, *flags, "-o", str(part), *map(str, made)], target.name)
    part.replace(target)


def _run(command: list[str], name: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"{name} was not compiled:\n{done.stdout}{done.stderr}")
    if done.stderr.strip():
        print(done.stderr, file=sys.stderr)


def main() -> None:
    """In a clone: compile what has changed, into the place where the package looks."""
    checked = "--checked" in sys.argv[1:]
    root = SOLVERS.parent
    name = library_name()
    target = root / "build" / f"checked{name}" if checked else SOLVERS / name
    seconds = build(target, root / "build" / ("checked" if checked else "engines"), checked=checked)
    print(f"{target.relative_to(root)} in {seconds:.1f} s")


if __name__ == "__main__":
    main()
