"""The files of the arena, and the checkers that run on them."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

from formal.in_node import ACCEPTED, DECLINED, NODE, REJECTED, verdicts

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import NoCertificate, Sealed
from gameproof.prover.verify import verify_sealed

HERE = Path(__file__).parent
FALSE, GENUINE = (sorted((HERE / name).glob("*.json")) for name in ("false", "genuine"))


def trap(path: Path) -> str:
    """The sentence that says why the file is false; something may stand after the object."""
    return str(json.JSONDecoder().raw_decode(path.read_text(encoding="utf-8"))[0]["trap"])


def by_python(files: Sequence[Path]) -> list[str]:
    """The verdicts of ``gameproof.certificates``; what is no certificate file is declined."""
    return [_by_python(path.read_bytes()) for path in files]


def _by_python(text: bytes) -> str:
    try:
        verify_sealed(Sealed(text, None))
    except NoCertificate:
        return DECLINED
    except Rejected:
        return REJECTED
    return ACCEPTED


def by_page(files: Sequence[Path]) -> list[str]:
    """The verdicts of the proved checker as a page holds it, which covers some of the kinds."""
    return verdicts(Sealed(path.read_bytes(), None) for path in files)


def by_command(command: str, files: Sequence[Path]) -> list[str]:
    """The verdicts of a program that gets a file's name: exit status 0 accepts, 1 rejects."""
    runs = (subprocess.run([*shlex.split(command), str(p)], capture_output=True) for p in files)
    return [{0: ACCEPTED, 1: REJECTED}.get(run.returncode, DECLINED) for run in runs]


CHECKERS = {"python": by_python} | ({"page": by_page} if NODE is not None else {})
