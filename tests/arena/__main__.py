"""``python -m arena [COMMAND]`` (with ``tests`` on the path): every file, every verdict."""

import sys
from collections import Counter
from functools import partial

from arena.checkers import CHECKERS, FALSE, GENUINE, by_command, trap

checkers = CHECKERS | {name: partial(by_command, name) for name in sys.argv[1:]}
for title, files in (("false", FALSE), ("genuine", GENUINE)):
    columns = [checker(files) for checker in checkers.values()]
    print(f"| {title} | {' | '.join(checkers)} | trap |\n|{'---|' * (len(checkers) + 2)}")
    for path, row in zip(files, zip(*columns, strict=True), strict=True):
        print(f"| {path.stem} | {' | '.join(row)} | {trap(path) if title == 'false' else ''} |")
    for name, column in zip(checkers, columns, strict=True):
        counts = ", ".join(f"{number} {said}" for said, number in sorted(Counter(column).items()))
        print(f"\n{name}, {title}: {counts}")
    print()
