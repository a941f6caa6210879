"""Which of the kept proofs the proved checker covers, as the table of docs/formal.md.

    python formal/coverage.py [FOLDER]

prints it. A proof is covered if its instance and its
claim can be written as numbers, and a rule knows its kind of evidence or its strategy, followed,
is a short table; that the program accepts what is covered, a test shows (tests/formal).
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

from gameproof.certificates.files import load, unseal
from gameproof.prover.formal.numbers import NotCovered
from gameproof.prover.formal.translate import require_covered

ROOT = Path(__file__).parents[1]
PROOFS = ROOT / "instances" / "proofs"


def kind_of(path: Path) -> tuple[str, bool]:
    """The kind of a certificate file, and whether it is covered."""
    record = unseal(load(path))
    kind = str(type(record.certificate).__struct_config__.tag)
    try:
        require_covered(record)
    except NotCovered:
        return kind, False
    return kind, True


def names(stems: list[str]) -> str:
    """The names, those of Gomoku openings together."""
    opening = "mnk-15-15-5-h8"
    openings = [stem for stem in stems if stem.startswith(opening)]
    others = [stem for stem in stems if not stem.startswith(opening)]
    told = [f"{len(openings)} openings of Gomoku"] if openings else []
    return ", ".join([*told, *others])


def table(folder: Path) -> list[str]:
    """The lines of the table, and the count below it."""
    found: dict[tuple[bool, str], list[str]] = defaultdict(list)
    for path in sorted(folder.glob("*.json")):
        kind, covered = kind_of(path)
        found[not covered, kind].append(path.stem)
    rows = [
        f"| `{kind}` | {len(stems)} | {'no' if missed else 'yes'} | {names(stems)} |"
        for (missed, kind), stems in sorted(found.items())
    ]
    count = sum(len(stems) for (missed, _), stems in found.items() if not missed)
    every = sum(map(len, found.values()))
    return [
        "| evidence | kept proofs | covered | which |",
        "|---|---|---|---|",
        *rows,
        "",
        f"Covered: {count} of {every} kept proofs.",
    ]


if __name__ == "__main__":
    print("\n".join(table(Path(sys.argv[1]) if sys.argv[1:] else PROOFS)))
