"""For all tests: the example package is known, as if it were installed."""

import reference.domineering  # noqa: F401
