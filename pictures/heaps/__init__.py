"""Heaps drawn: rows of counters."""
