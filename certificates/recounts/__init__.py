"""Kinds with hardly any evidence: the checker counts again from the rules."""
