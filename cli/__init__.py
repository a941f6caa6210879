"""The gameproof command."""

import time

#: When the command began: before its imports, which take a tenth of a second and more.
BEGUN = time.monotonic()
