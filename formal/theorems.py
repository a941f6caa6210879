"""Theorems with names: certificates as data inside Coq, closed by the proved function.

    python formal/theorems.py NAME WORDS-OR-FILE...
    python formal/theorems.py NAME strip FILE
    python formal/theorems.py NAME all THEOREM...

writes ``build/NAME.v``: the numbers of a certificate file, or of what ``gameproof solve`` finds for
the words, and the theorem that Coq's kernel then checks by computing. The claim in the theorem is
what the numbers hold; a wrong one does not go through. With ``strip`` the theorem is about all
wider boards too, and with ``all`` it is made of others.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import strip

from gameproof.certificates.files import load
from gameproof.prover.formal.translate import translate

BUILD = Path(__file__).parent / "build"
BITS = 21
MORE = 1 << BITS - 1


def certificate(name: str, words: list[str]) -> Path:
    """The file that the words name, or that is solved for."""
    if len(words) == 1:
        return Path(words[0])
    made = BUILD / f"{name}.json"
    solve = [sys.executable, "-m", "gameproof", "solve", *words, "-o", str(made)]
    subprocess.run(solve, check=True, stdout=subprocess.DEVNULL)
    return made


CERTIFICATE = """From Gameproof Require Import Stream Named.
Theorem {name} : holds Named.{name}.
Proof.
  apply closed with (s := stream {count}%N (numbers data)).
  vm_cast_no_check (eq_refl (Some Named.{name})).
Qed.
"""
STRIP = """From Gameproof Require Import Stream Strips Named.
Theorem {name} : Named.{name}.
Proof.
  intros q wide. constructor; [|constructor].
  apply strip_wins with (s := stream {count}%N (numbers data)); [|exact wide].
  vm_cast_no_check (eq_refl true).
Qed.
"""
ALL = """From Coq Require Import Uint63 PArray.
From Gameproof Require Import Named {parts}.
Theorem {name} : Named.{name}.
Proof. exact (from_nine {theorems}). Qed.
Print Assumptions {name}.
"""


def pieces(number: int) -> list[int]:
    """Words of 20 bits, the highest first, and a bit that says that more come."""
    found = [number & MORE - 1]
    while number := number >> BITS - 1:
        found.append(number & MORE - 1 | MORE)
    return found[::-1]


def array(numbers: list[int]) -> tuple[int, str]:
    """How many words there are, and the text of an array of them, three in each."""
    words = [word for number in numbers for word in pieces(number)]
    padded = words + [0] * (-len(words) % 3)
    packed = (
        padded[i] | padded[i + 1] << BITS | padded[i + 2] << 2 * BITS
        for i in range(0, len(padded), 3)
    )
    return len(words), f"[| {'; '.join(map(str, packed))} | 0 : int |]%uint63"


def theory(name: str, numbers: list[int], theorem: str) -> str:
    """The text of the theory."""
    count, data = array(numbers)
    return f"""From Coq Require Import Uint63 PArray.
Definition data : array int := {data}.
From Coq Require Import NArith.
{theorem.format(name=name, count=count)}Print Assumptions {name}.
"""


def main() -> None:
    """Write one theory."""
    name, *words = sys.argv[1:]
    BUILD.mkdir(exist_ok=True)
    if words[0] == "all":
        theorems = " ".join(f"{part}.{part}" for part in words[1:])
        text = ALL.format(name=name, parts=" ".join(words[1:]), theorems=theorems)
    elif words[0] == "strip":
        text = theory(name, strip.numbers(Path(words[1])), STRIP)
    else:
        text = theory(name, translate(load(certificate(name, words))), CERTIFICATE)
    (BUILD / f"{name}.v").write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
