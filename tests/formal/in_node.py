"""The proved checker as a page holds it, in Node: compiled to JavaScript."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from gameproof.certificates.files import NoCertificate, Sealed
from gameproof.prover.formal.numbers import NotCovered
from gameproof.prover.formal.translate import translate
from gameproof.web.scripts import static

NODE = shutil.which("node")
SECONDS = 300
"""For each list of numbers; a board of 2^31 rows would take for ever."""
HARNESS = """
const [fs, vm] = ["fs", "vm"].map(require);
const room = vm.createContext({});
vm.runInContext(fs.readFileSync(process.argv[2], "utf8"), room);
for (const line of fs.readFileSync(0, "utf8").split("\\n").filter(Boolean)) {
  room.numbers = line;
  let found = {};
  try { found.words = vm.runInContext("gameproofProved(numbers)", room, { timeout: %d }); }
  catch { }
  console.log(JSON.stringify(found));
}
"""
ACCEPTED, REJECTED, DECLINED = "accepted", "rejected", "declined"


class BrokeOff(Exception):
    """The program did not end in time, or its numbers or its stack were too large for Node."""


def said(streams: Iterable[Sequence[int]]) -> list[str | BrokeOff | None]:
    """What the program proves from each list of numbers, in its words; none where it is nothing."""
    assert NODE is not None
    lines = [" ".join(map(str, numbers)) for numbers in streams]
    with tempfile.TemporaryDirectory() as folder:
        program, harness = (Path(folder) / name for name in ("proved.js", "harness.js"))
        program.write_text(static("proved.js"), encoding="utf-8")
        harness.write_text(HARNESS % (1000 * SECONDS), encoding="utf-8")
        run = subprocess.run(
            [NODE, str(harness), str(program)],
            input="\n".join(lines), capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(found) == len(lines)
    return [one.get("words", BrokeOff()) for one in found]


def verdicts(files: Iterable[Sealed]) -> list[str]:
    """Whether the program accepts each. What it does not cover, what is no certificate file, and
    where it breaks off, is declined; what makes the translation stumble is rejected, as in the
    command."""
    found: list[str] = []
    streams: dict[int, list[int]] = {}
    for number, file in enumerate(files):
        try:
            streams[number] = list(translate(file))
            found.append(REJECTED)
        except (NotCovered, NoCertificate):
            found.append(DECLINED)
        except Exception:
            found.append(REJECTED)
    for number, words in zip(streams, said(streams.values()), strict=True):
        if words is not None:
            found[number] = DECLINED if isinstance(words, BrokeOff) else ACCEPTED
    return found
