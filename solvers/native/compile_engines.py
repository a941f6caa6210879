"""Compile the engines into one library: all ``*.cpp`` of ``solvers/``, linked as C.

The library needs nothing but libc: no C++ runtime, no Python headers. It says by a hash of
which sources it was made. ``python solvers/native/compile_engines.py`` in a clone compiles what has
changed; ``--checked`` makes the build that looks at every index, under address and
undefined-behaviour sanitizers. ``CXX`` names another compiler, and with ``-target`` (as Zig's and
Clang's) the library of another system.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import re
import shlex
import sys
import time
from pathlib import Path

SOLVERS = Path(__file__).resolve().parents[1]
FLAGS = [
    "-std=c++20",
    "-O3",
    "-ffp-contract=off",
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
INLINED = [
    "--param=max-inline-insns-auto=15",
    "--param=max-inline-insns-single=70",
    "--param=inline-min-speedup=30",
]
"""GCC's own limits at -O2: with those of -O3 the engines are no quicker, and take a sixth longer to
compile."""
INCLUDES = [SOLVERS / "native", SOLVERS]
CHECKED = ["-DGAMEPROOF_CHECKED", "-O1", "-g", "-fno-omit-frame-pointer"]
SANITIZE = [
    "-fsanitize=address,undefined",
    "-fno-sanitize=signed-integer-overflow",
    "-fno-sanitize-recover=all",
]
C_COMPILERS = {"c++": "cc", "g++": "gcc", "clang++": "clang"}
INCLUDED = re.compile(rb'^#include "(.+)"', re.MULTILINE)


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


def library_name(command: list[str] | None = None) -> str:
    """What the library's file is called on this system, or on that for which a compiler's
    command compiles."""
    return "_engines" + {"windows": ".dll", "macos": ".dylib"}.get(_target(command or [])[1], ".so")


def _target(command: list[str]) -> tuple[str, str]:
    """The processor and the system (``linux``, ``macos``, ``windows``) of a compiler's command."""
    triple = _triple(command)
    if triple is None:
        system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
        return platform.machine().lower(), system
    machine, *rest = triple.split("-")
    named = [part.partition(".")[0] for part in rest]
    return machine, next((s for s in ("windows", "macos") if s in named), "linux")


def _triple(command: list[str]) -> str | None:
    """``x86_64-linux-gnu.2.17``, where a command names its target."""
    if "-target" in command:
        return command[command.index("-target") + 1]
    return next((word[9:] for word in command if word.startswith("--target=")), None)


def compiler() -> list[str] | None:
    """The command of a C++20 compiler: ``CXX``, one of this machine, or that of ``ziglang``."""
    return _found() or _zig()


def _found() -> list[str] | None:
    named = os.environ.get("CXX")
    if named:
        return shlex.split(named)
    import shutil

    for name in ("g++", "clang++", "c++"):
        if shutil.which(name) and _works([name]):
            return [name]
    return None


def _works(command: list[str]) -> bool:
    """Does it compile what the sources need?"""
    import subprocess

    try:
        done = subprocess.run(
            [*command, "-std=c++20", *_processor(command), "-fsyntax-only", "-x", "c++", "-"],
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


def _processor(command: list[str]) -> list[str]:
    """The flag for the oldest processors that are served."""
    if _target(command)[0] not in ("x86_64", "amd64"):
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
    flags = [*FLAGS, *_inlined(command), *_position(command), *_processor(command)]
    if checked:
        flags += [*CHECKED, *SANITIZE]
    objects.mkdir(parents=True, exist_ok=True)
    shared = hashlib.sha256(repr([command, flags]).encode())
    made: list[Path] = []
    missing: list[tuple[int, Path, Path]] = []
    for path in sources() if engines is None else engines:
        key, parts = shared.copy(), _parts(path)
        for part in parts:
            key.update(part)
        made.append(objects / f"{path.stem}-{key.hexdigest()[:16]}.o")
        if not made[-1].exists():
            missing.append((sum(map(len, parts)), path, made[-1]))
    if missing and not quiet:
        print(
            f"gameproof: compiling {len(missing)} of {len(made)} engines with "
            f"{'zig' if 'ziglang' in command else command[0]} "
            "(half a minute for all)",
            file=sys.stderr,
            flush=True,
        )
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        # The longest first, so that none is left alone at the end.
        jobs = sorted(missing, reverse=True)
        list(pool.map(lambda job: _compile([*command, *flags], *job[1:]), jobs))
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


def _parts(path: Path) -> list[bytes]:
    """What a source is made of: itself and all that it includes of ours, in a fixed order."""
    found: dict[Path, bytes] = {}
    waiting = [path]
    while waiting:
        at = waiting.pop()
        if at not in found and at.exists():
            found[at] = at.read_bytes()
            for name in INCLUDED.findall(found[at]):
                waiting += [folder / name.decode() for folder in (at.parent, *INCLUDES)]
    return list(found.values())


def _inlined(command: list[str]) -> list[str]:
    """How much is compiled in place, where the compiler is GCC."""
    return INLINED if re.search(r"(?<!clan)g\+\+[^/\\]*$", command[0]) else []


def _position(command: list[str]) -> list[str]:
    """On Windows all code can be moved."""
    return [] if _target(command)[1] == "windows" else ["-fPIC"]


def _compile(command: list[str], source: Path, target: Path) -> None:
    part = target.with_suffix(f".{os.getpid()}.part")
    include = [f"-I{folder}" for folder in INCLUDES]
    _run([*command, *include, "-c", str(source), "-o", str(part)], source.name)
    part.replace(target)


def _link(command: list[str], target: Path, made: list[Path], checked: bool) -> None:
    """Linked as C, so that no C++ library is needed where it runs."""
    link = [*map(_c_compiler, command), "-shared", *_position(command)]
    if checked:
        link += SANITIZE
    else:
        # Nothing unknown may be left over: a C++ runtime would be, if a source needed it.
        link += {"linux": ["-s", "-Wl,-z,defs"], "windows": ["-s"]}.get(_target(command)[1], [])
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    _run([*link, "-o", str(part), *map(str, made)], target.name)
    part.replace(target)


def _c_compiler(word: str) -> str:
    """``g++-12`` to ``gcc-12``, ``c++`` to ``cc``, ``/usr/bin/clang++`` to ``/usr/bin/clang``."""
    name = re.compile(r"(clang|g|\bc)\+\+(?=[^/\\]*$)")
    return name.sub(lambda found: C_COMPILERS[found[0]], word)


def _run(command: list[str], name: str) -> None:
    import subprocess

    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"{name} was not compiled:\n{done.stdout}{done.stderr}")
    if done.stderr.strip():
        print(done.stderr, file=sys.stderr)


def main() -> None:
    """In a clone: compile what has changed, into the place where the package looks."""
    checked = "--checked" in sys.argv[1:]
    root = SOLVERS.parent
    named = shlex.split(os.environ.get("CXX", ""))
    name, kind = library_name(named), "checked" if checked else _triple(named) or "engines"
    target = SOLVERS / name if kind == "engines" else root / "build" / f"{kind}{name}"
    seconds = build(target, root / "build" / kind, checked=checked)
    print(f"{target.relative_to(root)} in {seconds:.1f} s")


if __name__ == "__main__":
    main()
