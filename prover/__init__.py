"""Proving: the ladder of methods, batches, the store of results."""
