"""The shipped proofs of results that take long to find are checked again here."""

from __future__ import annotations

from pathlib import Path

import pytest

from gameproof.cli.check import verify

PROOFS = Path(__file__).parents[2] / "instances" / "proofs"
CLAIMS = {
    "mnk-4-10-4": "mnk 4 10 4: outcome first: the first player forces",
    "mnk-4-11-4": "mnk 4 11 4: outcome first: the first player forces",
    "mnk-4-12-4": "mnk 4 12 4: outcome first: the first player forces",
    "mnk-4-13-4": "mnk 4 13 4: outcome first: the first player forces",
    "mnk-4-14-4": "mnk 4 14 4: outcome first: the first player forces",
    "mnk-4-15-4": "mnk 4 15 4: outcome first: the first player forces",
    "mnk-4-7-4": "mnk 4 7 4 --rule weak: outcome breaker: the first player completes no set",
    "mnk-4-8-4": "mnk 4 8 4: outcome draw: the first player completes no set",
    "mnk-4-8-4-weak": "mnk 4 8 4 --rule weak: outcome maker: the first player forces",
    "mnk-4-9-4": "mnk 4 9 4: outcome first: the first player forces",
    "mnk-5-5-4": "mnk 5 5 4: outcome draw: the first player completes no set",
    "mnk-5-10-5": "mnk 5 10 5 --rule weak: outcome breaker: Breaker stops every set",
    "mnk-5-11-5": "mnk 5 11 5 --rule weak: outcome breaker: Breaker stops every set",
    "mnk-6-10-5": "mnk 6 10 5 --rule weak: outcome breaker: Breaker stops every set",
    "mnk-6-6-4-gravity": "mnk 6 6 4 --gravity: outcome second: the second player owns a set",
    "mnk-6-7-4-gravity": "mnk 6 7 4 --gravity: outcome first: the first player owns a set first",
    "mnk-6-9-5": "mnk 6 9 5 --rule weak: outcome breaker: Breaker stops every set",
    "mnk-7-6-4-gravity": "mnk 7 6 4 --gravity: outcome first: the first player owns a set first",
    "mnk-7-8-5": "mnk 7 8 5 --rule weak: outcome breaker: Breaker stops every set",
    "mnk-7-9-5": "mnk 7 9 5 --rule weak: outcome breaker: Breaker stops every set",
    "mnk-8-8-5": "mnk 8 8 5 --rule weak: outcome breaker: Breaker stops every set",
    "tictactoe-4-3": "tictactoe 4 3: outcome first: the first player forces",
    "tictactoe-6-3": "tictactoe 6 3: outcome draw: the second player stops every set of the first",
    "tictactoe-7-3": "tictactoe 7 3: outcome draw: the second player stops every set of the first",
    "torus-row-8-8-5-weak": "torus-row 8 8 5 --rule weak: outcome maker: the first player forces",
}
LONG = {
    *(f"mnk-15-15-5-h8-{column}{row}" for column in "bcdefg" for row in range(2, 9)),
    *("mnk-6-7-4-gravity", "mnk-7-6-4-gravity", "torus-row-8-8-5-weak"),
}
"""They take longer to check than the default suite may, together."""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem in LONG else [])
        for path in sorted(PROOFS.glob("*.json"))
    ],
)
def test_a_shipped_proof_is_accepted(path: Path) -> None:
    claim = verify(path)
    assert claim.startswith(CLAIMS.get(path.stem, path.stem.split("-")[0]))


def test_the_known_proofs_are_shipped() -> None:
    assert {path.stem for path in PROOFS.glob("*.json")} >= set(CLAIMS)
