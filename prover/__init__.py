"""Proving: portfolios of methods, batches, the store of results."""
