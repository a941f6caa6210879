"""One job of the server, in a process of its own: words in, lines of JSON and files out.

``python -m gameproof.web.worker`` reads a request from standard input and works in its current
folder, which is its own; with ``--read BYTES`` it only reads words, request after request, and
with ``--play BYTES`` it plays the proof that lies there against what it is told. The words come
from a stranger: no file outside is opened while they are read (an audit hook refuses it), and
afterwards an instance that names a file is refused too.
"""

from __future__ import annotations

import json
import re
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

MOST_WORDS = 4000
"""Characters of the words of a request."""
READING = 300.0
"""Seconds of work after which the process that reads words is begun anew."""


def main() -> int:
    """Do what standard input asks; the exit status is 0 whatever is answered."""
    if sys.argv[1:2] == ["--read"]:
        return answers(meaning, int(sys.argv[2]))
    if sys.argv[1:2] == ["--play"]:
        return answers(playing(), int(sys.argv[2]))
    request = json.load(sys.stdin)
    try:
        said = work(request["words"], request["question"], request["seconds"], request["bytes"])
    except MemoryError:
        said = {"type": "error", "message": "out of memory"}
    except Exception as error:
        known = hasattr(error, "exit_status") or isinstance(error, Refused)
        said = {"type": "error", "message": str(error) if known else "internal error"}
    tell(said)
    return 0


def answers(answer: Callable[[str], dict[str, Any]], memory: int) -> int:
    """A line of words, a line of the answer to them, until standard input ends."""
    bound_the_process(READING, memory)
    with no_files():
        for line in sys.stdin:
            try:
                found = answer(json.loads(line)["words"])
            except MemoryError:
                return 0  # and is begun anew
            except Exception as error:
                known = hasattr(error, "exit_status") or isinstance(error, Refused)
                found = {"problem": str(error) if known else "these words cannot be read"}
            tell(found)
    return 0


def playing() -> Callable[[str], dict[str, Any]]:
    """Reads the proof in the current folder; the answer to a play, as a list of moves in JSON, is
    what can come after it."""
    from gameproof.certificates.files import load
    from gameproof.prover.verify import verify_sealed
    from gameproof.web.page import drawing_of
    from gameproof.web.played_out import AT_ONCE, played_out

    verified = verify_sealed(load(Path("proof.json")))
    start, certificate = verified.asked.position, verified.record.certificate
    draw = drawing_of(verified.asked)

    def after(words: str) -> dict[str, Any]:
        path = [str(text) for text in json.loads(words)]
        return played_out(start, certificate, draw, path, AT_ONCE)

    return after


def meaning(words: str) -> dict[str, Any]:
    """What the words of a position mean: its board or graph to be drawn on, its picture."""
    from gameproof.instances.instance import from_words, resolve
    from gameproof.instances.typed_words import split
    from gameproof.web.page import picture_of
    from gameproof.web.views import places

    refuse_paths(words)
    asked = resolve(from_words(split(words), None), files=False)
    found = places(asked.position)
    if not found:
        picture = picture_of(asked, None, {})
        found = {} if picture is None else {"picture": picture.svg}
    return found


class Refused(Exception):
    """Words that this server does not read."""


def tell(message: dict[str, Any]) -> None:
    """One line on standard output."""
    print(json.dumps(message), flush=True)


def work(words: str, question: str | None, seconds: float, memory: int) -> dict[str, Any]:
    """Answer, and write ``proof.json``, its arrays and ``proof.html`` into the current folder."""
    from gameproof.instances.instance import from_words, resolve
    from gameproof.instances.typed_words import split
    from gameproof.prover.prove import prove_with_certificate
    from gameproof.prover.written import compressed, write
    from gameproof.solvers.limits import Limits
    from gameproof.web.page import LARGEST, SERVED, page, picture_of

    bound_the_process(seconds, memory)
    limits = replace(
        Limits(seconds, memory),
        progress=lambda text: tell({"type": "progress", "text": str(text)[:200]}),
    )
    refuse_paths(words)
    with no_files():
        instance = from_words(split(words), question or None)
        asked = resolve(instance, files=False)
    tell({"type": "progress", "text": f"{asked.words}: {asked.question.name}"})
    proof = prove_with_certificate(instance, limits, resolved=asked)
    answer = proof.answer
    made = []
    if proof.sealed is not None:
        proof.sealed = compressed(proof.sealed)
        write(Path("proof.json"), proof.sealed)
        made.append("proof.json")
        if proof.sealed.arrays is not None:
            made.append("proof.npz")
        if proof.sealed.size <= LARGEST:
            picture = picture_of(asked, proof.certificate, answer.detail)
            Path("proof.html").write_text(
                page(proof.sealed, picture, beside=SERVED, served=True), encoding="utf-8"
            )
            made.append("proof.html")
    names = ("board", "question", "answer", "verified", "claim", "method", "theorem", "stopped")
    said = {name: getattr(answer, name) for name in names}
    return {"type": "answer", **said, "seconds": answer.seconds, "files": made}


def refuse_paths(words: str) -> None:
    """Nothing that could name a file outside the current folder, which is empty.

    Whether such a file exists makes no difference to the refusal. Raises :class:`Refused`.
    """
    if len(words) > MOST_WORDS or not words.isprintable():
        raise Refused(f"expected at most {MOST_WORDS} printable characters")
    for piece in re.split(r"[\s=:,;+'\"{}\[\]]+", words):
        parts = piece.replace("\\", "/").split("/")
        upwards = ".." in parts and any(part.strip(".") for part in parts)
        if piece.startswith(("/", "~", "\\")) or upwards:
            raise Refused(f"no files are read here: {piece[:60]!r}")


@contextmanager
def no_files() -> Iterator[None]:
    """While this lasts, only Python's own folders and ours are read."""
    import gameproof

    own = [*sysconfig.get_paths().values(), sys.prefix, sys.base_prefix, *filter(None, sys.path)]
    layers = [Path(gameproof.__file__).parent, Path(gameproof.__file__).resolve().parents[1]]
    allowed = tuple(f"{Path(p).resolve()}/" for p in [*own, *map(str, layers)])
    watching = [True]

    def hook(event: str, given: tuple[Any, ...]) -> None:
        if not watching[0] or event != "open":
            return
        path = given[0]
        name = path.decode(errors="replace") if isinstance(path, bytes) else str(path)
        if isinstance(path, int) or f"{Path(name).resolve()}/".startswith(allowed):
            return
        raise PermissionError(13, "no files are read here")

    sys.addaudithook(hook)
    try:
        yield
    finally:
        watching[0] = False


def bound_the_process(seconds: float, memory: int) -> None:
    """What the system itself enforces, beyond the limits that engines look at."""
    try:
        import resource
    except ImportError:  # no such thing on this system; the server still ends late jobs
        return
    cpu = int(2 * seconds) + 30
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    data = memory + (2 << 30)
    resource.setrlimit(resource.RLIMIT_DATA, (data, data))


if __name__ == "__main__":
    sys.exit(main())
