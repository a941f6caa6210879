"""Run the benchmarks (``python -m benchmarks``) or some (``python -m benchmarks hall snort``).

Those that take minutes by themselves (``ONLY_BY_NAME = True`` in their module) run where they are
named.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

NAMES = sorted(
    info.name.removeprefix("bench_")
    for info in pkgutil.iter_modules([str(Path(__file__).parent)])
    if info.name.startswith("bench_")
)


def main(words: list[str]) -> int:
    # Options (--large) belong to the benchmarks and are read by them from sys.argv.
    chosen = [word for word in words if not word.startswith("-")]
    unknown = [name for name in chosen if name not in NAMES]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; there are: {', '.join(NAMES)}", file=sys.stderr)
        return 2
    for name in chosen or NAMES:
        module = importlib.import_module(f"benchmarks.bench_{name}")
        if not chosen and getattr(module, "ONLY_BY_NAME", False):
            print(f"\n{name}: left out, python -m benchmarks {name} runs it")
            continue
        print(f"\n{name}")
        module.main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
