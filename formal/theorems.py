"""Theorems with names: certificates as data inside Coq, closed by the proved function.

    python formal/theorems.py NAME WORDS-OR-FILE...

writes ``build/NAME.v``: the numbers of a certificate file, or of what ``gameproof solve`` finds for
the words, and the theorem that Coq's kernel then checks by computing. The claim in the theorem is
what the numbers hold; a wrong one does not go through.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from gameproof.certificates.files import load
from gameproof.prover.formal.translate import translate

BUILD = Path(__file__).parent / "build"
BITS = 21


def certificate(name: str, words: list[str]) -> Path:
    """The file that the words name, or that is solved for."""
    if len(words) == 1:
        return Path(words[0])
    made = BUILD / f"{name}.json"
    solve = [sys.executable, "-m", "gameproof", "solve", *words, "-o", str(made)]
    subprocess.run(solve, check=True, stdout=subprocess.DEVNULL)
    return made


def theory(name: str, numbers: list[int]) -> str:
    """The text of the theory."""
    if max(numbers) >> BITS:
        raise SystemExit(f"{name}: a number has more than {BITS} bits")
    padded = numbers + [0] * (-len(numbers) % 3)
    packed = (
        padded[i] | padded[i + 1] << BITS | padded[i + 2] << 2 * BITS
        for i in range(0, len(padded), 3)
    )
    data = "; ".join(map(str, packed))
    return f"""From Coq Require Import Uint63 PArray.
Definition data : array int := [| {data} | 0 : int |]%uint63.
From Coq Require Import NArith.
From Gameproof Require Import Stream Named.
Theorem {name} : holds Named.{name}.
Proof.
  apply closed with (s := stream {len(numbers)}%N (numbers data)).
  vm_cast_no_check (eq_refl (Some Named.{name})).
Qed.
Print Assumptions {name}.
"""


def main() -> None:
    """Write one theory."""
    name, *words = sys.argv[1:]
    BUILD.mkdir(exist_ok=True)
    numbers = translate(load(certificate(name, words)))
    (BUILD / f"{name}.v").write_text(theory(name, numbers), encoding="ascii")


if __name__ == "__main__":
    main()
