"""Running the checker that is proved in Coq, where it is built."""

from __future__ import annotations

import os
import resource
import subprocess
import tempfile
from pathlib import Path

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import load
from gameproof.cli.behind import Behind
from gameproof.cli.guard import TimeOut
from gameproof.games.meaning.bad_input import BadInput

FOLDER = Path(__file__).resolve().parents[1] / "formal"
BUILT = ("fast", "plain")
"""The program with the integers of zarith, and that with Coq's own numbers."""


class NotProvable(Exception):
    """The proved checker has no rule or no words for what a file says."""

    exit_status = 3


class NotBuilt(Exception):
    """The program is nowhere."""

    exit_status = 4

    def __init__(self) -> None:
        super().__init__(
            "the proved checker is not built: in a clone, install Debian's coq, ocaml-findlib and "
            "libzarith-ocaml-dev and say make -C formal, or name the program in GAMEPROOF_FORMAL"
        )


def program() -> Path:
    """Where the program is: what ``GAMEPROOF_FORMAL`` names, or what ``make -C formal`` built in
    this clone. Raises :class:`NotBuilt`."""
    named = os.environ.get("GAMEPROOF_FORMAL")
    places = [Path(named)] if named else [FOLDER / "build" / kind / "checker" for kind in BUILT]
    found = next((place for place in places if os.access(place, os.X_OK)), None)
    if found is None:
        raise NotBuilt
    return found


def prove(path: Path, time_limit: float, memory_limit: int) -> str:
    """What the program says that it proved, in its words and in one line.

    Raises :class:`Rejected`, :class:`NotProvable`, :class:`NotBuilt`, :class:`TimeOut`, and
    ``BadInput`` for what is no certificate file.
    """
    # The translator knows every rule that is proved: a check without it shall not load them.
    from gameproof.prover.formal.numbers import NotCovered
    from gameproof.prover.formal.translate import translate

    checker = program()
    if path.suffix != ".json":
        raise BadInput("--formal looks at a certificate file (.json)", str(path))
    try:
        numbers = translate(load(path))
    except NotCovered as what:
        raise NotProvable(f"not covered by the proved checker: {what}") from None
    except (BadInput, Rejected):
        raise
    except Exception as error:
        # Only a certificate that is none can make the translation stumble.
        raise Rejected(f"it makes no sense ({type(error).__name__}: {error})") from None
    return run(checker, numbers, time_limit, memory_limit)


def run(checker: Path, numbers: list[int], time_limit: float, memory_limit: int) -> str:
    """The words of the program for a list of numbers; raises as :func:`prove`."""
    from gameproof.prover.formal.translate import write

    with tempfile.TemporaryDirectory(prefix="gameproof-formal-") as folder:
        stream = Path(folder) / "numbers.txt"
        write(stream, numbers)
        try:
            done = subprocess.run(
                [*_limited(memory_limit), str(checker), str(stream)],
                capture_output=True, text=True, check=False, timeout=time_limit,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise TimeOut from None
    if done.returncode == 0 and done.stdout.startswith("proved: "):
        lines = done.stdout.removeprefix("proved: ").splitlines()
        return "; ".join(line.strip() for line in lines)
    if done.returncode == 1 and done.stdout.strip() == "not proved":
        raise Rejected("the proved checker does not derive the claim")
    raise MemoryError(f"the proved checker ended with status {done.returncode}")


RULES = {
    "PositionalGames": "two players take cells and want whole sets of them",
    "Boards": "boards with names, and their lines; Notakto",
    "HeapGames": "games of heaps",
    "GraphGames": "geography, words, Kayles, Snort and Col",
    "Drawings": "Hackenbush, and games on squares",
    "Turns": "plies that belong to the players of a list, sets that lose, falling stones, exact",
    "Soccer": "paper soccer by both rules",
    "Glued": "Hex on a torus and on a Klein bottle",
    "Tetris": "Tetris with a known sequence of pieces",
    "Quantities": "full boards without a whole set, numbers that split into triples",
    "SnortQuantities": "what is open to whom in Snort and Col; when all is decided, and the score",
}
"""The files of ``formal/rules``."""


def behind_it(path: Path) -> Behind:
    """What has to be believed for its verdict on a certificate file that it accepted, in the form
    of ``gameproof.cli.behind``: of the rules those of the game alone."""
    from gameproof.certificates.files import unseal
    from gameproof.instances.contained import contained
    from gameproof.prover.formal.rules_files import files_for

    asked = contained(unseal(load(path)).instance)
    said = {
        "Strategies.v": "games, strategies, sums",
        **{
            f"rules/{name}.v": RULES[name]
            for name in files_for(asked.position, asked.question.name)
        },
        "Meaning.v": "the questions, and what an answer means",
        "program/words.ml": "reading of the numbers, and the words that are printed",
    }
    lines = {name: len((FOLDER / name).read_text(encoding="utf-8").splitlines()) for name in said}
    return {
        "evidence": [
            {
                "kind": "check_sound (formal/Check.v)",
                "theorem": "whatever the function check returns holds: proved in Coq, resting on "
                "no axiom; the program is this function, extracted to OCaml",
            }
        ],
        "definitions": {f"formal/{name}": text for name, text in said.items()},
        "modules": lines,
        "lines": {"formal": sum(lines.values()), "all": sum(lines.values())},
    }


def _limited(memory: int) -> list[str]:
    """What stands before a command that shall have so many bytes of memory at most, and the stack
    that the system allows: extracted code recurses along lists. A shell sets both, for a process
    that does it by itself after a fork has first copied the tables of all our memory."""
    most = [resource.getrlimit(which)[1] for which in (resource.RLIMIT_AS, resource.RLIMIT_STACK)]
    room, stack = (None if one == resource.RLIM_INFINITY else one for one in most)
    sizes = memory if room is None else min(memory, room), stack
    words = ["unlimited" if size is None else str(size >> 10) for size in sizes]
    script = 'ulimit -v "$1" && ulimit -s "$2" && shift 2 && exec "$@"'
    return ["/bin/sh", "-c", script, "sh", *words]
