"""Snort and Col: the methods of the helper modules in one table, cheapest first."""

from __future__ import annotations

from gameproof.encodings import snort_csp, snort_outcome, snort_value

METHODS = (*snort_outcome.METHODS, *snort_csp.METHODS, *snort_value.METHODS)
EXPORTS = snort_outcome.EXPORTS
SAME_ANSWER = snort_value.SAME_ANSWER
