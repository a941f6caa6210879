"""How many random examples the tests with many of them try.

A few suffice to see that a check still bites, and all are tried again at each run; for more,
as before a release, ``GAMEPROOF_EXAMPLES=10`` tries ten times as many.
"""

from __future__ import annotations

import os

TIMES = int(os.environ.get("GAMEPROOF_EXAMPLES", "1"))


def often(usual: int) -> int:
    """So many in the usual run; a multiple of it where more are asked for."""
    return usual * TIMES
