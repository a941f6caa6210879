"""Runs the page's checker outside the page, in Node."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Iterable

from gameproof.web.scripts import checker

NODE = shutil.which("node")

HARNESS = """
;(async () => {
  const lines = require("fs").readFileSync(0, "utf8").split("\\n").filter(Boolean);
  for (const line of lines) {
    const [text, arrays] = JSON.parse(line).map((part) => part && Buffer.from(part, "base64"));
    let found;
    try { found = await verifyFile(text, arrays); } catch (error) {
      found = { verdict: "failure", reason: String(error.stack) };
    }
    console.log(JSON.stringify(found));
  }
})();
"""


def verdicts(files: Iterable[tuple[bytes, bytes | None]]) -> list[dict[str, str]]:
    """The page's verdict and reason on each file."""
    assert NODE is not None
    lines = [
        json.dumps([None if part is None else base64.b64encode(part).decode() for part in file])
        for file in files
    ]
    run = subprocess.run(
        [NODE, "-e", checker() + HARNESS],
        input="\n".join(lines), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]
    return [json.loads(line) for line in run.stdout.rstrip("\n").split("\n")]
